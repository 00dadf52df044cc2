# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/multiple_balls.c
core += %D%/multiple_stack.c
core += %D%/multiplicity.c %D%/multiplicity.h
core += %D%/powers.c %D%/powers.h
core += %D%/powers_plan.c
core += %D%/repeated_lines.c %D%/repeated_lines.h
core += %D%/terms.c %D%/terms.h
core += %D%/terms_entries.c
core += %D%/terms_sums.c
dividing_kernels += %D%/multiplicity_kernel.c
float_sources += %D%/terms_kernel.c
