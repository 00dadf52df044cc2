# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/adjacent.c %D%/adjacent.h
core += %D%/arrays.c
core += %D%/atoms.h
core += %D%/automorphisms.c
core += %D%/balance.c %D%/balance.h
core += %D%/blossom.c %D%/blossom.h
core += %D%/bound.c %D%/bound.h
core += %D%/classes.c %D%/classes.h
core += %D%/columns.c %D%/columns.h
core += %D%/convert.h
core += %D%/convert_mod.c
core += %D%/convert_mods.c
core += %D%/convert_wrap.c
core += %D%/factors.c
core += %D%/fingerprint.c
core += %D%/graph.c %D%/graph.h
core += %D%/image.c %D%/image.h
core += %D%/labels.c %D%/labels.h
core += %D%/loops.c
core += %D%/matrix.c %D%/matrix.h
core += %D%/opposite.c %D%/opposite.h
core += %D%/outer.c %D%/outer.h
core += %D%/parity.c %D%/parity.h
core += %D%/place.c %D%/place.h
core += %D%/problem.c %D%/problem.h
core += %D%/required_entries.c
core += %D%/graph_powers.c
core += %D%/graph_problem.c
core += %D%/rotation.c %D%/rotation.h
core += %D%/round.c %D%/round.h
core += %D%/sides.c %D%/sides.h
core += %D%/symmetry.c %D%/symmetry.h
core += %D%/total.c
core += %D%/triplets.c
core += %D%/variable.c %D%/variable.h
core += %D%/variant.c %D%/variant.h
core += %D%/molecule.c %D%/molecule.h
core += %D%/obstacle.c
core += %D%/turned.c %D%/turned.h
floating_kernels += %D%/convert_floating.c
if HAVE_IGRAPH
core += %D%/bliss.c %D%/positions.c %D%/igraph.c %D%/igraph.h
else
core += %D%/no_bliss.c
endif
core += %D%/triangle.h
core += %D%/two_powers.c %D%/two_powers.h
