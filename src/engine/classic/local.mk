# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/enumerate.c
core += %D%/subsets.c
dividing_kernels += %D%/ryser_wide_kernel.c
dividing_kernels += %D%/sparyser_kernel.c
dividing_kernels += %D%/subsets_kernel.c
ring_kernels += %D%/columns.h
ring_kernels += %D%/enumerate_kernel.c
