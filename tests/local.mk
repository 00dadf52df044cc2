# SPDX-License-Identifier: GPL-3.0-or-later
# C programs and shell scripts that print TAP.
pm_parts = src/libcore.la
check_LTLIBRARIES = tests/libtest.la
tests_libtest_la_SOURCES = tests/test.c tests/test.h tests/brute.c tests/brute.h tests/scratch.h
tests_libtest_la_LIBADD = $(pm_parts)
LDADD = tests/libtest.la $(pm_parts)

c_tests = tests/engines
check_PROGRAMS += $(c_tests)
tests_engines_SOURCES = tests/engines.c

TESTS += $(c_tests)
