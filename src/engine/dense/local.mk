# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/dense.c
core += %D%/dense_gpu.c
core += %D%/dense_mod.c
core += %D%/dense_stack.c %D%/dense_stack.h
core += %D%/dense_stack_gpus.c
core += %D%/dense_tables.c
core += %D%/dense_walk.c %D%/dense_walk.h
core += %D%/minors_tables.c %D%/minors_walk.h
core += %D%/minors_zeros.c
core += %D%/patch.c
core += %D%/sign_lanes.c %D%/sign_lanes.h
core += %D%/sign_large.c %D%/sign_large.h
core += %D%/signs.h
isa_sources += %D%/dense_mod_kernel.c
isa_sources += %D%/sign_lanes_kernel.c
float_sources += %D%/dense_kernel.c
float_sources += %D%/minors_kernel.c
