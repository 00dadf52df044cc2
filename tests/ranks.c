/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks, one of which runs out of memory: `mpirun -n 3 ranks VICTIM`.  While a problem is solved,
 * the victim's k-th request for memory fails, for k = 0, 1, ... (PM_TESTS=long; else in growing
 * steps) until all requests succeed.  Each time all ranks end together, with PM_NOMEM or with the
 * right answer, and can solve the next problem.  The caller's time limit finds a rank that waits
 * for ever.  The linker sends the requests of the library here. */
#include "permatch.h"
#include "mpi/team.h"
#include "test.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { N = 16, STEADY = 50 };

static long countdown = -1; /* requests until one fails; negative: none fails */

static bool fails(void)
{
    return __atomic_fetch_sub(&countdown, 1, __ATOMIC_RELAXED) == 0;
}

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
FILE *__real_open_memstream(char **text, size_t *size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);
FILE *__wrap_open_memstream(char **text, size_t *size);
int __wrap_asprintf(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t size)
{
    return fails() ? NULL : __real_strndup(text, size);
}

FILE *__wrap_open_memstream(char **text, size_t *size)
{
    return fails() ? NULL : __real_open_memstream(text, size);
}

int __wrap_asprintf(char **text, const char *format, ...)
{
    va_list args;

    if (fails())
        return -1;
    va_start(args, format);
    const int length = vasprintf(text, format, args);
    va_end(args);
    return length;
}

static pm_problem *random_problem(void)
{
    static int row[N * N], col[N * N];
    static char text[N * N][4];
    static const char *value[N * N];
    pm_problem *problem;
    uint64_t state = 5;

    for (int k = 0; k < N * N; k++) {
        row[k] = k / N;
        col[k] = k % N;
        snprintf(text[k], sizeof text[k], "%d", test_between(&state, -9, 9));
        value[k] = text[k];
    }
    test_need(pm_problem_new(&problem, PM_FIELD_INTEGER, N, N, N * N, row, col, value));
    return problem;
}

/* Stops the countdown.  True if it reached its end, so that a request has failed. */
static bool has_failed(void)
{
    return __atomic_exchange_n(&countdown, -1, __ATOMIC_RELAXED) < 0;
}

/* The part of the first rank.  True if a request has failed. */
static bool solve(struct test *t, const pm_problem *problem, const pm_options *options,
                  const char *wanted)
{
    pm_answer *answer = NULL;
    char *text = NULL;
    const pm_status status = pm_solve(&answer, problem, options);
    const bool failed = has_failed();

    if (status == PM_OK && pm_answer_text(&text, answer, 0) == PM_OK)
        CHECK(t, strcmp(text, wanted) == 0, "an answer");
    else
        CHECK(t, status == PM_NOMEM, "no answer: %s", pm_message());
    free(text);
    pm_answer_free(answer);
    return failed;
}

/* All ranks solve one problem while request number k of the victim fails.  False if there are fewer
 * requests. */
static bool round_of(struct test *t, pm_team *team, int victim, long k, const pm_problem *problem,
                     const pm_options *options, const char *wanted)
{
    char empty[] = "", *end = empty;

    __atomic_store_n(&countdown, pm_team_rank(team) == victim ? k : -1, __ATOMIC_RELAXED);
    if (pm_team_rank(team) == 0) {
        const bool failed = solve(t, problem, options, wanted);
        pm_team_tell(team, &end); /* tells all ranks whether it has failed */
        return failed;
    }
    pm_team_serve(team, NULL, NULL);
    return has_failed();
}

int main(int argc, char **argv)
{
    static const long steady[] = {10, STEADY, LONG_MAX};
    struct test t = {0};
    pm_options options = {.engine = "ryser", .reduce = "none", .threads = 2};
    const int victim = argc > 1 ? atoi(argv[1]) : 0;
    pm_problem *const problem = random_problem();
    char *const wanted = test_answer(problem, &options);
    bool more = true;
    long k = 0;

    if (pm_team_start(&options.team) != PM_OK)
        return 77;
    for (; more; k += k < steady[test_effort()] ? 1 : k / 8) {
        more = round_of(&t, options.team, victim, k, problem, &options, wanted);
        more = pm_team_agree(options.team, more ? PM_OK : PM_STOPPED) == PM_OK;
    }
    const bool first = pm_team_rank(options.team) == 0;
    if (first)
        CHECK(&t, k > STEADY, "rank %d of %d runs out of memory at any of %ld requests", victim,
              pm_team_size(options.team), k);
    free(wanted);
    pm_problem_free(problem);
    pm_team_end(options.team);
    return first ? test_done(&t) : 0;
}
