# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/fast_columns.c
core += %D%/orbit_choice.c
core += %D%/orbit_search.c
core += %D%/orbits.c %D%/orbits.h
core += %D%/program_source.c
core += %D%/sign_orbits.c %D%/sign_orbits.h
core += %D%/sparse.c
core += %D%/sparse_gpu.c
core += %D%/sparse_mod.c
core += %D%/sparse_program.c %D%/sparse_program.h
core += %D%/sparse_tables.c
core += %D%/sparse_walk.c %D%/sparse_walk.h
isa_sources += %D%/sparse_block_template.h
isa_sources += %D%/sparse_mod_kernel.c
isa_sources += %D%/sparse_pass_template.h
float_sources += %D%/sparse_kernel.c
