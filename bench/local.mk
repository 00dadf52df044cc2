# SPDX-License-Identifier: GPL-3.0-or-later
# pm-bench looks inside: it links the library's parts, whose names libpermatch.so hides.
bin_PROGRAMS += bench/pm-bench
bench_study = bench/study.c bench/study.h bench/kernels.h
bench_lattices = bench/lattice_edges.c bench/lattice_edges.h $(tools_lattice)
bench_pm_bench_SOURCES = $(bench_study) $(bench_lattices) $(tools_cli) \
	bench/bench.h \
	bench/child.c bench/child.h \
	bench/cuda_sparse.c \
	bench/families.c bench/families.h \
	bench/measured.c bench/measured.h \
	bench/modes.c bench/modes.h \
	bench/peak.c bench/peak.h \
	bench/pm_bench.c \
	bench/print_table.c bench/print_table.h \
	bench/suite.c \
	bench/suite_accuracy.c \
	bench/suite_batch.c \
	bench/suite_cuda.c bench/suite_cuda.h \
	bench/suite_default.c \
	bench/suite_dense.c \
	bench/suite_graded.c \
	bench/suite_graphs.c \
	bench/suite_known.c \
	bench/suite_placements.c \
	bench/suite_predict.c \
	bench/suite_scaling.c \
	bench/suite_sparse.c \
	bench/suite_sweep.c \
	bench/suite_sweep_gpu.c bench/suite_sweep_gpu.h \
	bench/suite_tree.c
nodist_bench_pm_bench_SOURCES = bench/kernels.c
bench_pm_bench_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)
# modes.c and peak.c have vectors in inlined functions alone: no ABI is concerned.
bench_pm_bench_CFLAGS = $(AM_CFLAGS) -Wno-psabi
bench_pm_bench_LDADD = src/libcore.la $(JANSSON_LIBS)

# Kernels that only measurements need, as strings.
bench_kernels = bench/copy.cu bench/peak.cu bench/study.cu
EXTRA_DIST += $(bench_kernels) bench/paper.py bench/peers.py
CLEANFILES += bench/kernels.c
bench/kernels.c: $(bench_kernels) cuda/embed.awk
	@$(MKDIR_P) bench
	$(AM_V_GEN)(cd $(srcdir) && $(AWK) -v header=bench/kernels.h -v table=bench_kernels -f cuda/embed.awk \
	    $(bench_kernels)) > $@.tmp && mv $@.tmp $@

# The tables of the SUPerman paper beside ours: docs/paper.md, of what was measured on other machines, and
# of what is measured here, in minutes.  BENCH_PAPER: options for pm-bench.
.PHONY: bench-paper
bench-paper: bench/pm-bench tools/perm-mtx
	PM_BENCH=bench/pm-bench $(srcdir)/bench/paper.py tables doc/paper $(BENCH_PAPER)
	cd $(srcdir) && bench/paper.py page docs/paper/*/ "$(abs_builddir)/doc/paper" > docs/paper.md.tmp
	cd $(srcdir) && mv docs/paper.md.tmp docs/paper.md
