# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/answers.c
core += %D%/cycles.c
core += %D%/hafnian_minors.c
core += %D%/hafnian_patterns.c
core += %D%/loop_hafnians.c
core += %D%/looped.c %D%/looped.h
core += %D%/methods.c
core += %D%/permanents.c
core += %D%/pfaffians.c
core += %D%/products.c
core += %D%/resume.c
core += %D%/small.c
core += %D%/solve.c %D%/solve.h
core += %D%/stack_problems.c
core += %D%/symmetric.c
core += %D%/batch.c %D%/batch.h
core += %D%/torontonians.c
