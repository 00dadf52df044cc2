# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/gradient.c %D%/gradient.h
core += %D%/hafnian.c
core += %D%/pairs.c %D%/pairs.h
core += %D%/walks.c %D%/walks.h
ring_kernels += %D%/hafnian_kernel.c
