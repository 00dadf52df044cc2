# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/exponents.c %D%/exponents.h
core += %D%/low_rank.c %D%/low_rank.h
core += %D%/low_rank_balls.c
core += %D%/low_rank_residues.c
