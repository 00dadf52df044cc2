# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/adjlist.c
core += %D%/archive.c %D%/archive.h
core += %D%/unxz.c %D%/unxz.h
core += %D%/attributes.c %D%/attributes.h
core += %D%/beginning.c %D%/beginning.h
core += %D%/cells.c %D%/cells.h
core += %D%/complex_word.c %D%/complex_word.h
core += %D%/csv_edges.c
core += %D%/decimal.c %D%/decimal.h
core += %D%/dimacs.c
core += %D%/edge.c %D%/edge.h
core += %D%/edgelist.c
core += %D%/ending.c %D%/ending.h
core += %D%/entries.c
core += %D%/foreign.c
core += %D%/formats.c %D%/formats.h
core += %D%/graph6.c
core += %D%/graphml.c
core += %D%/matrixgraph.c
core += %D%/misread.c
core += %D%/molecule.c %D%/molecule.h
core += %D%/mol_parts.c %D%/mol_parts.h
core += %D%/mol_v3000.c
core += %D%/molfile.c
core += %D%/mtx.c %D%/mtx.h
core += %D%/mtx_head.c %D%/mtx_head.h
core += %D%/names.c %D%/names.h
core += %D%/npy.c %D%/npy.h
core += %D%/numbered.c %D%/numbered.h
core += %D%/pajek.c
core += %D%/planarcode.c
core += %D%/points.c %D%/points.h
core += %D%/reader.c
core += %D%/recognise.c
core += %D%/source.c %D%/source.h
core += %D%/table.c
core += %D%/table_fits.c
core += %D%/titles.c %D%/titles.h
core += %D%/turned.c %D%/turned.h
core += %D%/word.c %D%/word.h
if HAVE_IGRAPH
core += %D%/igraph.c
else
core += %D%/no_igraph.c
endif
