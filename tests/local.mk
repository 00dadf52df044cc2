# SPDX-License-Identifier: GPL-3.0-or-later
# C programs and shell scripts that print TAP, run by Automake's driver.
check_LTLIBRARIES = tests/libtest.la
tests_libtest_la_SOURCES = tests/test.c tests/test.h tests/brute.c tests/brute.h tests/scratch.h
tests_libtest_la_LIBADD = src/libcore.la

c_tests = tests/deal tests/decimal tests/dense tests/engines tests/fuzz_mtx tests/graph tests/graph_rules tests/hafnian tests/memory tests/more tests/mtx tests/num tests/planar tests/reduce tests/solve tests/source tests/tree
check_PROGRAMS += $(c_tests)
LDADD = tests/libtest.la src/libcore.la $(ZLIB_LIBS)

shell_tests = tests/cli.sh tests/edges.sh tests/graphs.sh tests/layers.sh tests/man_examples.sh tests/mandoc.sh tests/more.sh tests/samples.sh
test_files = tests/files/array-hermitian.mtx tests/files/array-skew.mtx \
	tests/files/array-symmetric.mtx tests/files/array.mtx tests/files/bad-announced.mtx \
	tests/files/bad-empty.mtx tests/files/bad-exponent.mtx tests/files/bad-upper.mtx \
	tests/files/complex.mtx tests/files/empty-matrix.mtx tests/files/hermitian.mtx \
	tests/files/integer-crlf.mtx tests/files/pattern-parallel.mtx tests/files/real.mtx \
	tests/files/real.mtx.gz tests/files/skew.mtx tests/files/symmetric.mtx
EXTRA_DIST += $(shell_tests) tests/tap.sh $(test_files)

TESTS += $(c_tests) $(shell_tests)
TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = bash
AM_TESTS_ENVIRONMENT = \
	srcdir='$(abs_srcdir)'; export srcdir; \
	PM_DATA="$${PM_DATA:-$(abs_srcdir)/../shared/data/suitesparse}"; export PM_DATA;

# memory: the library's requests for memory go through the test.
tests_memory_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=calloc -Wl,--wrap=realloc
