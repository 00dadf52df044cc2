# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/exact.c %D%/exact.h
core += %D%/print_mtx.c
core += %D%/print_names.c
core += %D%/print_plan.c
core += %D%/print_text.c
