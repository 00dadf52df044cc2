/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small test harness that speaks TAP (Automake's parallel driver reads it): each check is a
 * test point, failures show file and line, and the plan is printed at the end. */
#ifndef PM_TESTS_TEST_H
#define PM_TESTS_TEST_H

#include "permatch.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct test {
    int points, failures;
};

/* One test point: passes if `ok`. The description is a printf format. */
#define CHECK(t, ok, ...) test_point((t), (ok), __FILE__, __LINE__, __VA_ARGS__)

void test_point(struct test *t, bool ok, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* A test point that is skipped, with the reason. */
void test_skip(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends the program, with what pm_message() says, where that has failed. */
void test_need(pm_status status);

/* Prints the plan; the exit status of main(). */
int test_done(const struct test *t);

/* Random numbers for tests: xorshift64*, seeded by the caller, the same everywhere. */
uint64_t test_random(uint64_t *state);

/* How much is tried, as PM_TESTS says: `short` is what sanitizers get, which take ten times as long
 * and find what they find in few draws; `usual`; `long`, what `make check-long` adds. */
enum test_effort { TEST_SHORT, TEST_USUAL, TEST_LONG };
enum test_effort test_effort(void);

/* That many random draws; a tenth of them, but 24, where the effort is short, ten times as
 * many where it is long. */
int test_rounds(int usual);

/* Uniform in lo..hi. */
int test_between(uint64_t *state, int lo, int hi);

#endif
