# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/couplings.c %D%/couplings.h
core += %D%/energies.c
core += %D%/even_sets.c %D%/even_sets.h
core += %D%/heat.c
core += %D%/means.c
core += %D%/pair_means.c
core += %D%/partition.c
core += %D%/question_plans.c %D%/question_plans.h
core += %D%/samples.c
core += %D%/signed_pair.c
core += %D%/spin_tree.c %D%/spin_tree.h
