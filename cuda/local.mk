# SPDX-License-Identifier: GPL-3.0-or-later
cuda_sources += %D%/dense.cu
cuda_sources += %D%/dense_modular.cu
cuda_sources += %D%/fold.h
cuda_sources += %D%/graded.cu
cuda_sources += %D%/graded_blocks.h
cuda_sources += %D%/graded_tests.h
cuda_sources += %D%/hafnian.cu
cuda_sources += %D%/quads.h
cuda_sources += %D%/residues.h
cuda_sources += %D%/sparse.cu %D%/sparse.h
cuda_sources += %D%/sparse_modular.cu
cuda_sources += %D%/strand.h
cuda_sources += %D%/strand_rows.h
cuda_sources += %D%/sweep.cu
cuda_sources += %D%/torontonian.cu
