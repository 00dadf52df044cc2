# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/couplings.c %D%/couplings.h
core += %D%/energies.c
core += %D%/even_sets.c %D%/even_sets.h
core += %D%/means.c
core += %D%/partition.c
core += %D%/samples.c
