# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/classic.c
dividing_kernels += %D%/subsets_kernel.c
ring_kernels += %D%/enumerate_kernel.c
