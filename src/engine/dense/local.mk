# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/dense.c
core += %D%/dense_gpu.c
core += %D%/dense_mod.c
core += %D%/dense_tables.c
core += %D%/dense_walk.c %D%/dense_walk.h
core += %D%/patch.c
isa_sources += %D%/dense_complex_dd_kernel.c
isa_sources += %D%/dense_complex_kernel.c
isa_sources += %D%/dense_kernel.h
isa_sources += %D%/dense_mod_kernel.c
isa_sources += %D%/dense_real_dd_kernel.c
isa_sources += %D%/dense_real_kernel.c
