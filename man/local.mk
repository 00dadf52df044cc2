# SPDX-License-Identifier: GPL-3.0-or-later
dist_man_MANS = man/pm-report.1 man/pm-verify.1 man/permatch.3 man/permatch_formats.5 man/permatch_json.5 \
	man/permatch_proof.5 man/permatch_tutorial.7

# The pages of the programs with options, completed from the table of options.
option_pages = man/pages/countmatch.1 man/pages/cyclecover.1 man/pages/dimer.1 man/pages/ising.1 man/pages/perm-mtx.1 \
	man/pages/pm-bench.1 man/pages/pm-status.1 man/pages/pm-sum.1
nodist_man_MANS = $(option_pages)
EXTRA_DIST += man/countmatch.1 man/cyclecover.1 man/dimer.1 man/ising.1 man/perm-mtx.1 man/pm-bench.1 man/pm-status.1 \
	man/pm-sum.1 man/options.awk
CLEANFILES += $(option_pages)
man/pages/countmatch.1: man/countmatch.1
man/pages/cyclecover.1: man/cyclecover.1
man/pages/dimer.1: man/dimer.1
man/pages/ising.1: man/ising.1
man/pages/perm-mtx.1: man/perm-mtx.1
man/pages/pm-bench.1: man/pm-bench.1
man/pages/pm-status.1: man/pm-status.1
man/pages/pm-sum.1: man/pm-sum.1
$(option_pages): tools/cli.c man/options.awk
	@$(MKDIR_P) man/pages
	$(AM_V_GEN)page=$(srcdir)/man/$(@F); \
	$(AWK) -f $(srcdir)/man/options.awk $(srcdir)/tools/cli.c $$page $$page > $@.tmp && mv $@.tmp $@

# A page for each function and type of permatch.h, made from its comments; the date is permatch(3)'s.
EXTRA_DIST += man/functions.awk
all-local: man/functions.stamp
CLEANFILES += man/functions.stamp
man/functions.stamp: src/permatch.h $(permatchinclude_HEADERS) man/functions.awk man/permatch.3 docs/library.md
	@rm -rf man/functions && $(MKDIR_P) man/functions
	$(AM_V_GEN)$(AWK) -v date="`sed -n 's/^\.Dd //p' $(srcdir)/man/permatch.3`" -v folder=man/functions \
	    -f $(srcdir)/man/functions.awk $(srcdir)/docs/library.md $(srcdir)/src/permatch.h $(srcdir)/src/permatch/*.h && touch $@
install-data-local: man/functions.stamp
	$(MKDIR_P) $(DESTDIR)$(man3dir)
	$(INSTALL_DATA) man/functions/*.3 $(DESTDIR)$(man3dir)
uninstall-local:
	cd man/functions && for page in *.3; do rm -f $(DESTDIR)$(man3dir)/$$page; done
clean-local: clean-functions
.PHONY: clean-functions
clean-functions:
	rm -rf man/functions
