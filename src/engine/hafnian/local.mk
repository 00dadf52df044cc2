# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/hafnian.c
ring_kernels += %D%/hafnian_kernel.c
