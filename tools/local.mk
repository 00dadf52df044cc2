# SPDX-License-Identifier: GPL-3.0-or-later
bin_PROGRAMS += tools/perm-mtx tools/pm-bench

tools_cli = tools/cli.c tools/cli.h

tools_perm_mtx_SOURCES = tools/perm_mtx.c tools/json.c tools/json.h $(tools_cli)
tools_perm_mtx_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
tools_perm_mtx_LDADD = src/libpermatch.la $(JANSSON_LIBS)

# The bench looks inside: it links the library's parts, whose names libpermatch.so hides.
tools_pm_bench_SOURCES = tools/pm_bench.c tools/bench.h tools/bench_known.c \
	tools/bench_sparse.c tools/bench_tree.c $(tools_cli)
tools_pm_bench_CFLAGS = $(AM_CFLAGS)
tools_pm_bench_LDADD = src/libcore.la
