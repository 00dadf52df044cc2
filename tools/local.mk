# SPDX-License-Identifier: GPL-3.0-or-later
bin_PROGRAMS += tools/perm-mtx tools/countmatch tools/cyclecover tools/dimer tools/ising tools/pm-status \
	tools/pm-sum tools/pm-verify

# For reports of wrong answers.
dist_bin_SCRIPTS = tools/pm-report

# Proofs: a C program, and a Python program for those who trust neither it nor us.
tools_pm_verify_SOURCES = tools/pm_verify.c \
	tools/proof_claims.c \
	tools/proof_ends.c tools/proof_leaves.c tools/proof_lines.c tools/proof_pfaffian.c tools/proof_plane.c \
	tools/proof_file.c tools/proof_file.h \
	tools/proof_formats.c \
	tools/proof_input.c tools/proof_input.h \
	tools/proof_steps.c
tools_pm_verify_LDADD = src/libprintable.la $(NETTLE_LIBS) -lgmp -lm
dist_bin_SCRIPTS += tools/pm_verify.py

tools_cli = \
	tools/arguments.c tools/arguments.h \
	tools/cli.c tools/cli.h \
	tools/complete.c \
	tools/exclusions.c \
	tools/help.c tools/help.h \
	tools/ranges.c tools/ranges.h \
	tools/spelling.c tools/spelling.h \
	tools/say.c tools/say.h tools/text_lines.c tools/text_lines.h

tools_picture = tools/picture.c tools/picture_answer.c tools/picture.h tools/shades.c tools/shades.h
tools_json = tools/json.c tools/json_lines.c tools/json.h tools/json_parts.h tools/listed.c tools/listed.h tools/edges.c tools/edges.h
tools_answer = $(tools_json) $(tools_picture) $(tools_cli) \
	tools/answer.c tools/answer.h tools/asked_problem.c tools/asked_problem.h \
	tools/logarithm.c tools/logarithm.h \
	tools/notes.c tools/notes.h \
	tools/written_files.c tools/written_files.h \
	tools/question.c tools/question.h \
	tools/stream.c tools/stream.h \
	tools/kept_answers.c tools/kept_answers.h \
	tools/shown_bounds.c tools/shown_bounds.h \
	tools/block_picture.c \
	tools/heaviest.c tools/heaviest.h \
	tools/matching_line.c tools/matching_line.h \
	tools/json_structure.c \
	tools/fields.c tools/fields.h \
	tools/molecules.c tools/molecules.h tools/queries.c tools/queries.h tools/chosen.c tools/chosen.h \
	tools/query_plan.c \
	tools/structure_text.c \
	tools/watch.c tools/watch.h
tools_graphs = tools/graphs.c tools/graphs.h tools/polynomial.c tools/polynomial.h $(tools_answer)

tools_perm_mtx_SOURCES = tools/perm_mtx.c $(tools_answer)
tools_perm_mtx_LDADD = src/libprintable.la src/libpermatch.la $(JANSSON_LIBS) -lm

tools_countmatch_SOURCES = tools/countmatch.c $(tools_graphs)
tools_countmatch_LDADD = src/libprintable.la src/libpermatch.la $(JANSSON_LIBS) -lm

tools_cyclecover_SOURCES = tools/cyclecover.c $(tools_graphs)
tools_cyclecover_LDADD = src/libprintable.la src/libpermatch.la $(JANSSON_LIBS) -lm

tools_ising_SOURCES = tools/ising.c tools/spins.c tools/spins.h tools/spin_pairs.c tools/spin_pairs.h $(tools_graphs)
tools_ising_LDADD = src/libprintable.la src/libpermatch.la $(JANSSON_LIBS) -lm

tools_lattice = tools/drawing.c tools/drawing.h tools/lattice.c tools/lattice.h
tools_dimer_SOURCES = tools/dimer.c tools/mask.c tools/mask.h tools/named.c tools/named.h tools/points.c tools/points.h tools/weights.c tools/weights.h tools/edges.c tools/edges.h $(tools_lattice) $(tools_picture) $(tools_cli)
tools_dimer_LDADD = src/libprintable.la src/libpermatch.la -lm

tools_pm_status_SOURCES = tools/pm_status.c tools/watch.c tools/watch.h $(tools_json) $(tools_cli)
tools_pm_status_LDADD = src/libprintable.la src/libpermatch.la $(JANSSON_LIBS) -lm

tools_pm_sum_SOURCES = tools/pm_sum.c tools/logarithm.c tools/logarithm.h $(tools_json) $(tools_cli)
tools_pm_sum_LDADD = src/libprintable.la src/libpermatch.la $(JANSSON_LIBS) -lm

# Completion for shells, which each program writes for itself.
bashdir = $(datadir)/bash-completion/completions
zshdir = $(datadir)/zsh/site-functions
fishdir = $(datadir)/fish/vendor_completions.d
nodist_bash_DATA = complete/bash/perm-mtx complete/bash/countmatch complete/bash/cyclecover \
	complete/bash/dimer complete/bash/pm-status complete/bash/ising complete/bash/pm-sum complete/bash/pm-bench
nodist_zsh_DATA = complete/zsh/_perm-mtx complete/zsh/_countmatch complete/zsh/_cyclecover \
	complete/zsh/_dimer complete/zsh/_pm-status complete/zsh/_ising complete/zsh/_pm-sum complete/zsh/_pm-bench
nodist_fish_DATA = complete/fish/perm-mtx.fish complete/fish/countmatch.fish \
	complete/fish/cyclecover.fish complete/fish/dimer.fish complete/fish/pm-status.fish \
	complete/fish/ising.fish complete/fish/pm-sum.fish complete/fish/pm-bench.fish
completions = $(nodist_bash_DATA) $(nodist_zsh_DATA) $(nodist_fish_DATA)
CLEANFILES += $(completions)
$(completions): tools/perm-mtx tools/countmatch tools/cyclecover tools/dimer tools/ising tools/pm-status tools/pm-sum \
		bench/pm-bench
	@$(MKDIR_P) $(@D)
	$(AM_V_GEN)name=`basename $@ .fish | sed 's/^_//'`; shell=`basename $(@D)`; \
	for folder in tools bench; do \
	    if test -x $$folder/$$name; then $$folder/$$name --completion=$$shell > $@.tmp || exit 1; fi; \
	done; mv $@.tmp $@
