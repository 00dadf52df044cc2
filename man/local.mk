# SPDX-License-Identifier: GPL-3.0-or-later
dist_man_MANS = man/countmatch.1 man/cyclecover.1 man/dimer.1 man/perm-mtx.1 man/pm-bench.1 man/pm-report.1 man/pm-status.1 \
	man/pm-sum.1 man/pm-verify.1 man/permatch.3 man/permatch_formats.5 man/permatch_json.5 man/permatch_proof.5 \
	man/permatch_tutorial.7

# A page for each function and type of permatch.h, made from its comments; the date is permatch(3)'s.
EXTRA_DIST += man/functions.awk
all-local: man/functions.stamp
CLEANFILES += man/functions.stamp
man/functions.stamp: src/permatch.h man/functions.awk man/permatch.3
	@rm -rf man/functions && $(MKDIR_P) man/functions
	$(AM_V_GEN)$(AWK) -v date="`sed -n 's/^\.Dd //p' $(srcdir)/man/permatch.3`" -v folder=man/functions \
	    -f $(srcdir)/man/functions.awk $(srcdir)/src/permatch.h && touch $@
install-data-local: man/functions.stamp
	$(MKDIR_P) $(DESTDIR)$(man3dir)
	$(INSTALL_DATA) man/functions/*.3 $(DESTDIR)$(man3dir)
uninstall-local:
	cd man/functions && for page in *.3; do rm -f $(DESTDIR)$(man3dir)/$$page; done
clean-local: clean-functions
.PHONY: clean-functions
clean-functions:
	rm -rf man/functions
