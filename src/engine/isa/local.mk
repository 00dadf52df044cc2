# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/isa.c %D%/isa.h
isa_sources += %D%/vector.h
isa_sources += %D%/vector_mod.h
isa_sources += %D%/vector_single.h
isa_sources += %D%/vector_whole.h
cuda_sources += %D%/vector.h
cuda_sources += %D%/vector_mod.h
