# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/bounds.c %D%/bounds.h
core += %D%/doubly.c
core += %D%/chance.h
core += %D%/enough.c %D%/enough.h
core += %D%/guided.c %D%/guided.h
core += %D%/logs.h
core += %D%/lower.c
core += %D%/nested_bound.c %D%/nested_bound.h
core += %D%/positive.c %D%/positive.h
core += %D%/sign_draws.c %D%/sign_draws.h
core += %D%/soules.c %D%/soules.h
core += %D%/tracked.c %D%/tracked.h
core += %D%/upper.c
