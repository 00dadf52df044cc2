/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A child process computes after its parent used threads, with as many threads, and finds the same.
 * A child that waits for threads that it does not have is ended by its alarm.  Threads that end
 * leave none of FLINT's memory. */
#include "test.h"

#include <flint/flint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ORDER = 12, COUNT = 1000, THREADS = 3, PATIENCE = 30 };

static double entry[COUNT * ORDER * ORDER];

static const pm_stack stack = {
    .entries = PM_ENTRIES_REAL, .data = entry, .count = COUNT, .rows = ORDER, .cols = ORDER};

/* How many pieces of memory FLINT has. */
static int kept;

static void *give(size_t size)
{
    __atomic_add_fetch(&kept, 1, __ATOMIC_RELAXED);
    return malloc(size);
}

static void *give_zeros(size_t count, size_t size)
{
    __atomic_add_fetch(&kept, 1, __ATOMIC_RELAXED);
    return calloc(count, size);
}

static void *resize(void *memory, size_t size)
{
    __atomic_add_fetch(&kept, memory == NULL, __ATOMIC_RELAXED);
    return realloc(memory, size);
}

static void take(void *memory)
{
    __atomic_sub_fetch(&kept, memory != NULL, __ATOMIC_RELAXED);
    free(memory);
}

static double batch(void)
{
    static double value[COUNT];

    test_need(pm_batch(value, NULL, &stack, THREADS));
    return value[0] + value[COUNT - 1];
}

static double solve(void)
{
    const pm_options options = {.threads = THREADS, .gpus = PM_GPUS_NONE, .engine = "ryser"};
    pm_problem *problem;
    pm_answer *answer;
    double value;

    test_need(pm_problem_dense(&problem, &stack, 1));
    test_need(pm_solve(&answer, problem, &options));
    pm_answer_double(answer, &value, NULL);
    pm_answer_free(answer);
    pm_problem_free(problem);
    return value;
}

static double first_value(pm_status (*ask)(pm_values **, const pm_problem *, const pm_options *))
{
    const pm_options options = {.threads = THREADS};
    pm_problem *problem;
    pm_values *values;
    double value;

    test_need(pm_problem_dense(&problem, &stack, 2));
    test_need(ask(&values, problem, &options));
    pm_values_double(values, 0, &value, NULL);
    pm_values_free(values);
    pm_problem_free(problem);
    return value;
}

static double shares(void)
{
    return first_value(pm_marginals);
}

static double minors(void)
{
    return first_value(pm_problem_minors);
}

static void check(struct test *t, const char *name, double (*compute)(void))
{
    const double wanted = compute();
    int status;

    const pid_t child = fork();
    if (child == 0) {
        alarm(PATIENCE);
        _exit(compute() != wanted);
    }
    waitpid(child, &status, 0);
    CHECK(t, WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s in a child: %s", name,
          WIFSIGNALED(status) ? "waits for ever" : "the same value");
    CHECK(t, compute() == wanted, "... and in the parent again");
}

int main(void)
{
    struct test t = {0, 0};
    uint64_t state = 7;

    __flint_set_memory_functions(give, give_zeros, resize, take);
    for (int k = 0; k < COUNT * ORDER * ORDER; k++)
        entry[k] = test_between(&state, 1, 999);
    check(&t, "pm_batch()", batch);
    check(&t, "pm_solve()", solve);
    check(&t, "pm_marginals()", shares);
    check(&t, "pm_problem_minors()", minors);
    test_need(pm_batch(entry, NULL, &stack, THREADS - 1)); /* ends a thread */
    pm_cleanup();
    CHECK(&t, kept == 0, "FLINT keeps %d pieces of memory", kept);
    return test_done(&t);
}
