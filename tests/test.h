/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small test harness that prints TAP for Automake's parallel driver.  Each check is a test point.
 * A failure shows file and line.  The plan is printed at the end. */
#pragma once

#include "permatch.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct test {
    int points, failures;
};

/* One test point; it passes if `ok`.  The description is a printf format. */
#define CHECK(t, ok, ...) test_point((t), (ok), __FILE__, __LINE__, __VA_ARGS__)

void test_point(struct test *t, bool ok, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* A test point that is skipped, with the reason. */
void test_skip(struct test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends the program with pm_message() if `status` is a failure. */
void test_need(pm_status status);

/* Prints the plan; returns the exit status of main(). */
int test_done(const struct test *t);

/* Random numbers for tests: xorshift64*. The caller seeds it.  The same on every machine. */
uint64_t test_random(uint64_t *state);

/* How much the tests try, from PM_TESTS.  `short` is for sanitizers, which are ten times as slow.
 * `usual` is the default.  `long` is for `make check-long`. */
enum test_effort { TEST_SHORT, TEST_USUAL, TEST_LONG };
enum test_effort test_effort(void);

/* The number of random cases: half of `cases`, or a tenth if the effort is short, but at least 24
 * of them; ten times as many if it is long. */
int test_rounds(int cases);

/* The number in this environment variable, or the usual one. */
uint64_t test_number(const char *name, uint64_t usual);

/* The text of the answer, which must exist.  The caller frees it. */
char *test_answer(const pm_problem *problem, const pm_options *options);

/* A test point: the answer has this text.  Frees the problem. */
void test_check_answer(struct test *t, const char *what, pm_problem *problem,
                       const pm_options *options, const char *wanted);

/* A stack of one matrix. */
#define TEST_STACK(type, numbers, m, n)                                                            \
    ((pm_stack){.entries = (type), .data = (numbers), .count = 1, .rows = (m), .cols = (n)})

/* A watch that stops at the second call; it counts its calls in the int that is its watcher. */
pm_request test_stop(void *calls, const pm_progress *progress);

/* A uniform random integer in lo..hi. */
int test_between(uint64_t *state, int lo, int hi);

/* A uniform random number from -1 to below 1. */
double test_real(uint64_t *state);
