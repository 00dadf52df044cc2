# SPDX-License-Identifier: GPL-3.0-or-later
bin_PROGRAMS += tools/perm-mtx tools/countmatch tools/cyclecover tools/dimer tools/pm-bench tools/pm-status \
	tools/pm-sum

tools_cli = tools/cli.c tools/cli.h tools/arguments.c tools/arguments.h

tools_picture = tools/edges.c tools/edges.h tools/picture.c tools/picture.h
tools_answer = tools/answer.c tools/answer.h tools/json.c tools/json.h \
	tools/more.c tools/more.h tools/watch.c tools/watch.h $(tools_picture) $(tools_cli)
tools_graphs = tools/graphs.c tools/graphs.h $(tools_answer)

tools_perm_mtx_SOURCES = tools/perm_mtx.c $(tools_answer)
tools_perm_mtx_LDADD = src/libpermatch.la $(JANSSON_LIBS) -lm

tools_countmatch_SOURCES = tools/countmatch.c $(tools_graphs)
tools_countmatch_LDADD = src/libpermatch.la $(JANSSON_LIBS) -lm

tools_cyclecover_SOURCES = tools/cyclecover.c $(tools_graphs)
tools_cyclecover_LDADD = src/libpermatch.la $(JANSSON_LIBS) -lm

tools_lattice = tools/drawing.c tools/drawing.h tools/lattice.c tools/lattice.h
tools_dimer_SOURCES = tools/dimer.c $(tools_lattice) $(tools_picture) $(tools_cli)
tools_dimer_LDADD = src/libpermatch.la -lm

tools_pm_status_SOURCES = tools/pm_status.c tools/watch.c tools/watch.h $(tools_cli)
tools_pm_status_LDADD = src/libpermatch.la -lm

tools_pm_sum_SOURCES = tools/pm_sum.c $(tools_cli)
tools_pm_sum_LDADD = src/libpermatch.la -lm

# The bench looks inside: it links the library's parts, whose names libpermatch.so hides.
tools_pm_bench_SOURCES = tools/pm_bench.c tools/bench.h tools/bench_accuracy.c \
	tools/bench_modes.c tools/bench_modes.h tools/bench_samples.c tools/bench_samples.h \
	tools/bench_cuda.c tools/bench_cuda.h tools/bench_cuda_sparse.c tools/bench_dense.c \
	tools/bench_engines.c tools/bench_graded.c tools/bench_graded_gpu.c tools/bench_graphs.c tools/bench_known.c tools/bench_lattices.c \
	tools/bench_thin.c tools/bench_walk.c tools/bench_walk.h \
	tools/bench_placements.c \
	tools/bench_scaling.c tools/bench_sparse.c tools/bench_tree.c $(tools_lattice) $(tools_cli)
# bench_modes.c has vectors in inlined functions alone: no ABI is concerned.
tools_pm_bench_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS) -Wno-psabi
tools_pm_bench_LDADD = src/libcore.la $(JANSSON_LIBS)
