# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/torontonian.c %D%/torontonian.h
core += %D%/torontonian_balls.c
core += %D%/torontonian_dd.c
core += %D%/torontonian_gpus.c
core += %D%/torontonian_terms.h
isa_sources += %D%/torontonian_kernel.c
cuda_sources += %D%/torontonian_terms.h
