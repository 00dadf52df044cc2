/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void test_point(struct test *t, bool ok, const char *file, int line, const char *format, ...)
{
    va_list args;

    printf("%s %d - ", ok ? "ok" : "not ok", ++t->points);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    if (!ok) {
        t->failures++;
        printf(" (%s:%d)", file, line);
    }
    putchar('\n');
    fflush(stdout); /* so that the log shows it even if the test dies later */
}

void test_skip(struct test *t, const char *format, ...)
{
    va_list args;

    printf("ok %d # SKIP ", ++t->points);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout); /* so that the log shows it even if the test dies later */
}

void test_need(pm_status status)
{
    if (status == PM_OK)
        return;
    printf("Bail out! %s\n", pm_message());
    exit(99);
}

int test_done(const struct test *t)
{
    printf("1..%d\n", t->points);
    return t->failures != 0;
}

enum test_effort test_effort(void)
{
    static const char *const names[] = {"short", "usual", "long"};
    const char *const wish = getenv("PM_TESTS");

    if (wish == NULL || *wish == '\0')
        return TEST_USUAL;
    for (int k = TEST_SHORT; k <= TEST_LONG; k++)
        if (strcmp(wish, names[k]) == 0)
            return (enum test_effort)k;
    printf("Bail out! PM_TESTS=%s is none of short, usual, long\n", wish);
    exit(99);
}

int test_rounds(int cases)
{
    enum { LEAST = 24, FACTOR = 10 };
    const int fewer[] = {cases / FACTOR, cases / 2}, least = cases < LEAST ? cases : LEAST;

    if (test_effort() == TEST_LONG)
        return FACTOR * cases;
    return fewer[test_effort()] > least ? fewer[test_effort()] : least;
}

uint64_t test_number(const char *name, uint64_t usual)
{
    const char *const text = getenv(name);

    return text != NULL ? strtoull(text, NULL, 10) : usual;
}

uint64_t test_random(uint64_t *state)
{
    uint64_t x = *state;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return x * UINT64_C(0x2545F4914F6CDD1D);
}

int test_between(uint64_t *state, int lo, int hi)
{
    return (int)(lo + (int64_t)(test_random(state) % (uint64_t)((int64_t)hi - lo + 1)));
}

double test_real(uint64_t *state)
{
    return (double)(test_random(state) >> 11) * 0x1p-52 - 1;
}

char *test_answer(const pm_problem *problem, const pm_options *options)
{
    pm_answer *answer = NULL;
    char *text = NULL;

    test_need(pm_solve(&answer, problem, options));
    test_need(pm_answer_text(&text, answer, 0));
    pm_answer_free(answer);
    return text;
}

void test_check_answer(struct test *t, const char *what, pm_problem *problem,
                       const pm_options *options, const char *wanted)
{
    char *const text = test_answer(problem, options);

    CHECK(t, strcmp(text, wanted) == 0, "%s: %s", what, text);
    free(text);
    pm_problem_free(problem);
}

pm_request test_stop(void *calls, const pm_progress *progress)
{
    (void)progress;
    return ++*(int *)calls > 1 ? PM_STOP : PM_GO_ON;
}
