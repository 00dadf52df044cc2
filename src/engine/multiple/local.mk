# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/multiplicity.c %D%/multiplicity.h
core += %D%/powers.c %D%/powers.h
core += %D%/powers_plan.c
dividing_kernels += %D%/multiplicity_kernel.c
