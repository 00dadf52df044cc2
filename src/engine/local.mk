# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/accuracy.h
core += %D%/engine.h
core += %D%/engines.c
core += %D%/gpu_jobs.c %D%/gpu_jobs.h
core += %D%/gpu_stack.c %D%/gpu_stack.h
core += %D%/gpu_walk.c %D%/gpu_walk.h
core += %D%/limits.c %D%/limits.h
core += %D%/more.h
core += %D%/engine_query.h
core += %D%/search_steps.c %D%/search_steps.h
core += %D%/sizes.c %D%/sizes.h
core += %D%/stack.c %D%/stack.h
core += %D%/stack_balls.c %D%/stack_balls.h
core += %D%/stack_fetch.c
core += %D%/stack_run.c
core += %D%/walk.c %D%/walk.h
