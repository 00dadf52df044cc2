# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/all_minors.c %D%/all_minors.h
core += %D%/kernels.c
core += %D%/on_gpus.c
core += %D%/patches.c %D%/patches.h
core += %D%/strands.c %D%/strands.h
core += %D%/walked.c %D%/walked.h
isa_sources += %D%/all_minors_complex_kernel.c
isa_sources += %D%/all_minors_kernel.h
isa_sources += %D%/all_minors_real_kernel.c
