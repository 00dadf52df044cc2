# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/account.c
core += %D%/exact.c %D%/exact.h
core += %D%/kekule.c
core += %D%/print_mtx.c
core += %D%/print_names.c
core += %D%/print_plan.c
core += %D%/print_text.c
core += %D%/six_bits.c
core += %D%/writers.c %D%/writers.h
if HAVE_IGRAPH
core += %D%/by_igraph.c
else
core += %D%/no_writers.c
endif
