# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/bounds.c %D%/bounds.h
core += %D%/doubly.c
core += %D%/logs.h
core += %D%/lower.c
core += %D%/positive.c %D%/positive.h
core += %D%/soules.c %D%/soules.h
core += %D%/tracked.c
core += %D%/upper.c
