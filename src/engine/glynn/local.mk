# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/finish.h
core += %D%/residues.c %D%/residues.h
core += %D%/rounded.c %D%/rounded.h
core += %D%/rows.c %D%/rows.h
core += %D%/sign_walk.c %D%/sign_walk.h
isa_sources += %D%/products.h
isa_sources += %D%/row_sums.h
cuda_sources += %D%/finish.h
cuda_sources += %D%/products.h
