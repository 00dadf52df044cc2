# SPDX-License-Identifier: GPL-3.0-or-later
bin_PROGRAMS += tools/perm-mtx tools/countmatch tools/cyclecover tools/dimer tools/pm-status tools/pm-sum

tools_cli = tools/cli.c tools/cli.h tools/fits.c tools/fits.h tools/arguments.c tools/arguments.h

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
