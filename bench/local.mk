# SPDX-License-Identifier: GPL-3.0-or-later
# pm-bench looks inside: it links the library's parts, whose names libpermatch.so hides.
bin_PROGRAMS += bench/pm-bench
bench_pm_bench_SOURCES = $(tools_cli) \
	bench/bench.h \
	bench/modes.c bench/modes.h \
	bench/pm_bench.c \
	bench/print_table.c bench/print_table.h \
	bench/suite.c \
	bench/suite_accuracy.c \
	bench/suite_batch.c \
	bench/suite_estimate.c \
	bench/suite_rates.c \
	bench/suite_sparse.c
# modes.c has vectors in inlined functions alone: no ABI is concerned.
bench_pm_bench_CFLAGS = $(AM_CFLAGS) -Wno-psabi
bench_pm_bench_LDADD = src/libcore.la $(JANSSON_LIBS)
EXTRA_DIST += bench/bounds.py bench/default.py bench/field.py bench/paper.py bench/peers.py bench/proofs.py

.PHONY: bench-paper
bench-paper: bench/pm-bench tools/perm-mtx
	PM_BENCH=bench/pm-bench $(srcdir)/bench/paper.py tables doc/paper $(BENCH_PAPER)
	cd $(srcdir) && bench/paper.py page docs/lab/paper/*/ "$(abs_builddir)/doc/paper" > docs/lab/paper.md.tmp
	cd $(srcdir) && mv docs/lab/paper.md.tmp docs/lab/paper.md
