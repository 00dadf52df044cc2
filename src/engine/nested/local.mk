# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/nested.c %D%/nested.h
ring_kernels += %D%/nested_kernel.c
