# SPDX-License-Identifier: GPL-3.0-or-later
# C programs and shell scripts that print TAP for the driver of Automake.
check_LTLIBRARIES = tests/libtest.la
tests_libtest_la_SOURCES = \
	tests/brute.c tests/brute.h \
	tests/drawn.c tests/drawn.h \
	tests/emulated.c tests/emulated.h \
	tests/gpu_graded.c \
	tests/gpu_orbits.c \
	tests/gpu_stacks.c \
	tests/gpu_sweeps.c \
	tests/gpu_walks.c tests/gpu_walks.h \
	tests/scratch.h \
	tests/spins.c tests/spins.h \
	tests/test.c tests/test.h \
	tests/ways.c tests/ways.h
tests_libtest_la_LIBADD = src/libcore.la

# Programs share one library of all objects: each of them alone would have 37 MB under sanitizers.
if HAVE_SHARED
linked_objects = tests/libobjects.la
check_LTLIBRARIES += tests/libobjects.la
tests_libobjects_la_SOURCES =
tests_libobjects_la_LIBADD = tests/libtest.la
tests_libobjects_la_LDFLAGS = $(AM_LDFLAGS) -avoid-version -shared -rpath /nowhere

# Libraries for LD_PRELOAD, which tests/limits.sh and tests/exhaustion.sh use; not under sanitizers, which
# take requests for memory themselves.
check_LTLIBRARIES += tests/unasked.la tests/failing.la
tests_failing_la_SOURCES = tests/failing.c
tests_failing_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
tests_unasked_la_SOURCES = tests/unasked.c
tests_unasked_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
else
linked_objects = tests/libtest.la
endif

# These take longest and start first, so that none of them runs alone at the end.  No two of them that
# start ranks stand side by side.
long_c_tests = tests/gpu_host
long_shell_tests = tests/pieces.sh tests/python.sh tests/long.sh tests/graphs.sh tests/eight.sh

# Programs whose verdict depends on no optimisation, instruction set or thread: ./quickstart check has them once, under
# sanitizers (check-memory), and not in the usual build (check-usual).
once_c_tests = \
	tests/arrays tests/best tests/check tests/contracts tests/decimal \
	tests/factors tests/faults tests/fuzz tests/graph tests/graph_problems \
	tests/memory tests/mtx tests/no_limit tests/plan_shown tests/proof_fuzz \
	tests/reduce tests/reduce_named tests/reduce_pairs \
	tests/share_done tests/six_bits tests/solve tests/source tests/stored tests/structure tests/sweep_order tests/text
# Programs that run in both builds, since they take little time.
c_tests = $(ball_tests) \
	tests/bounds tests/deal tests/decay tests/differential tests/estimate tests/fork tests/ising tests/known_answers \
	tests/large_products tests/loops tests/memory_left tests/num tests/orbits tests/pfaffian tests/planar_far tests/planar_proved \
	tests/queries tests/stop tests/surfaces tests/sweep tests/sweep_middle tests/torontonian tests/tree tests/watched
# Programs that compute for long.  Under sanitizers only check-sanitizers runs them.
slow_c_tests = \
	tests/foresee tests/gpu tests/graded tests/graded_large tests/ising_means tests/planar_known tests/repeats \
	tests/torus_draws tests/turns tests/walks
usual_programs = $(long_c_tests) $(slow_c_tests) $(c_tests) tests/ranks
check_PROGRAMS += $(usual_programs) $(once_c_tests)
LDADD = $(linked_objects) $(core_needs) $(IN_PLACE)

shell_tests = \
	tests/bits.sh \
	tests/calls.sh \
	tests/bench.sh \
	tests/cli.sh \
	tests/directions.sh tests/edges.sh tests/spin_glass.sh tests/words.sh \
	tests/entries.sh \
	tests/facilities.sh tests/degrees.sh tests/cycles.sh \
	tests/streams.sh \
	tests/help.sh \
	tests/epsilon.sh \
	tests/estimates.sh \
	tests/variants.sh \
	tests/files.sh tests/formats.sh tests/parts.sh tests/signals.sh tests/limits.sh tests/exhaustion.sh \
	tests/header.sh tests/powers.sh tests/interval.sh tests/clar.sh tests/molecules.sh \
	tests/hostile.sh \
	tests/input.sh tests/input_matrices.sh tests/input_molecules.sh tests/input_tables.sh \
	tests/install.sh \
	tests/json.sh \
	tests/klein.sh \
	tests/lattices.sh \
	tests/blocks.sh \
	tests/symmetry.sh \
	tests/layers.sh \
	tests/middle.sh \
	tests/links.sh \
	tests/examples.sh \
	tests/mandoc.sh \
	tests/messages.sh \
	tests/rules.sh \
	tests/pip.sh \
	tests/plans.sh \
	tests/kept_proofs.sh \
	tests/benchmark.sh \
	tests/campaign.sh \
	tests/progress.sh \
	tests/prover.sh \
	tests/proof.sh tests/verifiers.sh \
	tests/rates.sh \
	tests/samples.sh \
	tests/sanitizers.sh \
	tests/slurm.sh \
	tests/tarball.sh \
	tests/total.sh
EXTRA_DIST += $(long_shell_tests) $(shell_tests) \
	tests/bits.txt \
	tests/circles.awk \
	tests/corpus \
	tests/gpu.sh \
	tests/gpu_fake.cc \
	tests/gpu_host.h \
	tests/libtool.sh \
	tests/messages \
	tests/rules \
	tests/formats.py tests/fullerenes.py tests/limits.py tests/proof_forge.py tests/proof_inputs.py tests/through_permatch.py \
	tests/ranks.sh \
	tests/reading.sh \
	tests/runs.sh \
	tests/tap.sh

# The two headers of the system that take longest, compiled once for ./quickstart check (libtool.sh).  Objects depend on
# them by -fpch-deps; for a compiler that does not know it, the file is empty, and libtool.sh does not use it.
headers.h:
	$(AM_V_GEN)printf '#include <%s.h>\n' flint/fmpq math > $@
headers.h.gch: headers.h config.status
	$(AM_V_GEN)$(COMPILE) -fpch-deps -fPIC -DPIC -MD -MP -MF headers.d -MT $@ -x c-header -o headers.tmp headers.h && \
	    mv headers.tmp $@ || : > $@
-include headers.d
CLEANFILES += headers.h headers.h.gch headers.d headers.tmp

# A script and a program must not have the same name without .sh: they would have the same log.
usual_tests = tests/ranks.sh $(long_c_tests) $(long_shell_tests) $(slow_c_tests) $(c_tests) $(shell_tests)
TESTS += $(usual_tests) $(once_c_tests)
TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
# A test that takes more seconds than this waits for ever: it fails.
PM_TEST_LIMIT = 1200
LOG_COMPILER = $(TIMEOUT:timeout=timeout -k 10 $(PM_TEST_LIMIT))
SH_LOG_COMPILER = $(LOG_COMPILER) bash
# Whole stacks of allocations take most of the time of some tests (ASAN_OPTIONS=malloc_context_size=30 has them).
AM_TESTS_ENVIRONMENT = \
	srcdir='$(abs_srcdir)'; export srcdir; \
	PM_TESTS="$${PM_TESTS:-@PM_TESTS@}"; export PM_TESTS; \
	PM_RATES="$${PM_RATES:-reference}"; export PM_RATES; \
	ASAN_OPTIONS="malloc_context_size=2:$$ASAN_OPTIONS"; export ASAN_OPTIONS; \
	OMP_WAIT_POLICY=passive; export OMP_WAIT_POLICY;

# The last line of the tests is "N passed, N failed, N skipped".  The recipe of Automake has counted points
# in these variables when it prints the header of its summary.
point_counts = $$((pass + xfail)) passed, $$((fail + xpass + error)) failed, $$((skip)) skipped
AM_TESTSUITE_SUMMARY_HEADER = ' for $(PACKAGE_STRING)'; trap 'echo "$(point_counts)"' 0; : ''

# The tests where errors of memory are likely, for a build with sanitizers.
memory_tests = $(c_tests) $(once_c_tests) tests/messages.sh tests/samples.sh tests/sanitizers.sh
.PHONY: check-memory check-usual
check-memory:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(memory_tests)' check_PROGRAMS='$(c_tests) $(once_c_tests)'
# The others.
check-usual:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(usual_tests)' check_PROGRAMS='$(usual_programs)'

# Random faults in the code that computes: which of them do the tests see?
mutant_tests = $(c_tests) $(once_c_tests) $(slow_c_tests) $(long_c_tests)
MUTANTS = 400
MUTANT_SEED = 1
EXTRA_DIST += tests/mutants.py docs/lab/mutants.md
.PHONY: check-mutants
check-mutants:
	$(MKDIR_P) mutants
	test -e mutants/Makefile || { cd mutants && \
	    $(abs_srcdir)/configure --disable-static CC='$(CC)' CFLAGS=-O1; }
	cd mutants && python3 $(abs_srcdir)/tests/mutants.py --srcdir='$(abs_srcdir)' \
	    --count=$(MUTANTS) --seed=$(MUTANT_SEED) --tests='$(mutant_tests:tests/%=%)'

# Random problems on all processors, from seed SEED on.
CASES = 1000000
SEED = 1
.PHONY: check-differential
check-differential: tests/differential$(EXEEXT)
	n=`nproc` && each=$$((($(CASES) + n - 1) / n)) && seq 0 $$((n - 1)) | xargs -P $$n -I{} sh -c \
	    "PM_TESTS=short PM_CASES=$$each PM_SEED=\$$(($(SEED) + {} * $$each)) tests/differential$(EXEEXT)"

# All tests with more cases; then the checks by other tools.
quality = check-codespell check-format check-cppcheck check-tidy check-valgrind check-sanitizers check-threads check-coverage
.PHONY: check-long $(quality)
check-long:
	PM_TESTS=long $(MAKE) $(AM_MAKEFLAGS) PM_TEST_LIMIT=14400 check
	$(MAKE) $(AM_MAKEFLAGS) $(quality)
	$(MAKE) $(AM_MAKEFLAGS) fuzz FUZZ_SECONDS=60
	$(MAKE) $(AM_MAKEFLAGS) fuzz FUZZ_READERS=program FUZZ_SECONDS=$${PM_FUZZ_SECONDS:-3600}
$(quality): all
	CPPFLAGS='$(AM_CPPFLAGS) -I. $(DEFS)' bash $(srcdir)/tests/quality.sh $@ $(abs_srcdir)
EXTRA_DIST += tests/quality.sh tests/cppcheck.txt .clang-tidy .codespellrc

# Programs that replace functions of the library have objects of their own.
alone = tests/libtest.la $(core_needs) $(IN_PLACE)

# gpu_host: few groups in each launch of the graded walk.
tests_gpu_host_LDADD = $(alone)
tests_gpu_host_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=pm_warps_most

# memory: the test replaces calloc() and realloc() for the library.
tests_memory_LDADD = $(alone)
tests_memory_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=calloc -Wl,--wrap=realloc

# ranks: the same, and other functions that allocate.  ranks.sh runs it.
tests_ranks_LDADD = $(alone)
tests_ranks_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=strdup \
	-Wl,--wrap=strndup -Wl,--wrap=asprintf -Wl,--wrap=open_memstream

# proof_fuzz: the verifier itself.
tests_proof_fuzz_SOURCES = tests/proof_fuzz.c tools/proof_claims.c tools/proof_ends.c tools/proof_file.c \
	tools/proof_leaves.c tools/proof_lines.c tools/proof_pfaffian.c \
	tools/proof_plane.c tools/proof_steps.c
tests_proof_fuzz_LDADD = $(LDADD) -lgmp

# fuzz: libFuzzer runs every reader, questions about what it reads, and whole programs, for FUZZ_SECONDS each,
# in a build of its own.  What it finds stays in fuzz/corpus and is where the next run begins.
if FUZZING
AM_CPPFLAGS += -DPM_FUZZ
fuzz_link = -fsanitize=fuzzer
endif
tests_fuzz_SOURCES = tests/fuzz.c tests/damage.h tests/fuzz_program.c tests/fuzz_program.h $(tools_graphs)
tests_fuzz_LDADD = $(LDADD)
tests_fuzz_LDFLAGS = $(AM_LDFLAGS) $(fuzz_link)
FUZZ_SECONDS = 600
FUZZ_READERS = $$(ls $(srcdir)/tests/corpus)
fuzz:
	$(MKDIR_P) fuzz
	test -e fuzz/Makefile || { cd fuzz && $(abs_srcdir)/configure --enable-fuzzing CC=clang CFLAGS='-g -O1'; }
	$(MAKE) -C fuzz src/libcore.la
	$(MAKE) -C fuzz tests/fuzz
	for reader in $(FUZZ_READERS); do \
	    folder=$(srcdir)/tests/corpus/$$reader; \
	    $(MKDIR_P) fuzz/corpus/$$reader; \
	    fuzz/tests/fuzz --reader=$$reader -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=1024 \
	        -timeout=20 -artifact_prefix=fuzz/$$reader- fuzz/corpus/$$reader $$folder || exit 1; \
	done
.PHONY: fuzz

# ball: compiled once for each floating type.
ball_tests = tests/ball_real tests/ball_complex tests/ball_dd tests/ball_complex_dd
tests_ball_real_SOURCES = tests/ball.c
tests_ball_real_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=real
tests_ball_complex_SOURCES = tests/ball.c
tests_ball_complex_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=complex
tests_ball_dd_SOURCES = tests/ball.c
tests_ball_dd_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=dd
tests_ball_complex_dd_SOURCES = tests/ball.c
tests_ball_complex_dd_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=complex_dd

# differential: the generator, the reference and the questions.
tests_differential_SOURCES = tests/differential.c \
	tests/ask_bounds.c \
	tests/ask_engines.c \
	tests/ask_proof.c \
	tests/ask_rank.c \
	tests/ask_shares.c \
	tests/ask_stacks.c \
	tests/ask_values.c \
	tests/compare.c tests/compare.h \
	tests/expand.c \
	tests/generate.c \
	tests/instance.c tests/instance.h \
	tests/instance_arrays.c \
	tests/net.c \
	tests/questions.c tests/questions.h tests/stack_kinds.h \
	tests/reference.h
tests_differential_LDADD = $(LDADD) -lgmp
