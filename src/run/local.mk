# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/check.c %D%/check.h
core += %D%/core.c %D%/core.h
core += %D%/expand.c %D%/expand.h
core += %D%/gpus.c %D%/gpus.h
core += %D%/kept.c
core += %D%/known_answers.c
core += %D%/pieces.c %D%/pieces.h
core += %D%/primes_needed.c %D%/primes_needed.h
core += %D%/rings.c %D%/rings.h
core += %D%/run.c %D%/run.h
core += %D%/session.c %D%/session.h
core += %D%/split_run.c
core += %D%/supervise.c
