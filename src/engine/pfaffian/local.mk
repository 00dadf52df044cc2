# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/pfaffian.h
core += %D%/pfaffian_double.c
core += %D%/pfaffian_exact.c
isa_sources += %D%/add_row_kernel.c
