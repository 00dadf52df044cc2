/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of matrices on GPUs: permanents, hafnians, torontonians. */
#include "stack_kinds.h"
#include "gpu_walks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Stacks for pm_batch(): rows of all classes, an empty row, and a device that fails.  Threads may
 * take an engine that devices lack, so values agree within their bounds. */
void gpu_test_stacks(struct test *t, bool small)
{
    enum { N = 20, COUNT = 5, CELLS = 2 * N * N };
    static double a[COUNT * CELLS];
    uint64_t state = 8;
    pm_gpus *gpus;

    (void)small;
    for (int fails = 0; fails < 2; fails++) {
        if (fails)
            setenv("PM_GPU_FAIL", "0:0", 1);
        const pm_status status = pm_gpus_usable(&gpus, 2);
        unsetenv("PM_GPU_FAIL");
        if (status != PM_OK) {
            test_skip(t, "stacks on a device: %s", pm_message());
            return;
        }
        for (int entries = PM_ENTRIES_REAL; entries <= PM_ENTRIES_COMPLEX; entries++) {
            double values[2][2 * COUNT] = {{0}}, bounds[2][COUNT];
            int far = 0; /* numbers that are not within both bounds */
            pm_stack stack = TEST_STACK((pm_entries)entries, a, N, N);
            stack.count = COUNT;
            for (int k = 0; k < COUNT * CELLS; k++)
                a[k] = (double)test_between(&state, k % 3 == 0 ? 0 : -9, 9) *
                       (k % 7 == 0 ? 0x1p-30 : 1);
            for (int k = 0; k < N * (1 + entries); k++)
                a[k] = 0;
            test_need(pm_batch(values[0], bounds[0], &stack, 2));
            stack.gpus = gpus;
            test_need(pm_batch(values[1], bounds[1], &stack, 2));
            for (int k = 0; k < COUNT * (1 + entries); k++)
                far += !(fabs(values[0][k] - values[1][k]) <=
                         bounds[0][k / (1 + entries)] + bounds[1][k / (1 + entries)]);
            CHECK(t, values[0][0] == 0 && values[0][2] != 0 && far == 0,
                  "a stack, %s%s: %.17g and %.17g", entries ? "complex" : "real",
                  fails ? ", a device fails" : "", values[0][2], values[1][2]);
        }
        pm_gpus_close(gpus);
    }
}

/* Devices that get short work, too; false: there are none, and the test is skipped. */
static bool open_eager(struct test *t, pm_gpus **gpus, const char *what)
{
    const bool usable = pm_gpus_usable(gpus, 2) == PM_OK;

    if (!usable)
        test_skip(t, "%s on a device: %s", what, pm_message());
    else
        setenv("PM_GPU_EAGER", "1", 1);
    return usable;
}

/* Loop hafnians: the bits of the CPU, whose lanes do the same.  A device that fails leaves all to
 * threads, which may then compute one by one. */
void gpu_test_hafnians(struct test *t, bool small)
{
    enum { N = 9, COUNT = 40, CELLS = 2 * N * N };
    static double a[COUNT * CELLS], loops[COUNT * 2 * N];
    uint64_t state = 9;
    pm_gpus *gpus;

    (void)small;
    if (!open_eager(t, &gpus, "hafnians"))
        return;
    for (int kind = 0; kind < 8; kind++) { /* of entries, of the order, of loops */
        const int parts = 1 + kind % 2, n = N - (kind / 4 == 0), looped = kind / 2 % 2 || n == N;
        const bool far = kind / 2 % 2 != 0; /* from 1, so that vertices are scaled */
        double values[2][2 * COUNT], bounds[2][COUNT];
        pm_stack stack = TEST_STACK(parts == 2 ? PM_ENTRIES_COMPLEX : PM_ENTRIES_REAL, a, n, n);
        stack.count = COUNT;
        for (int k = 0; k < COUNT * CELLS; k++)
            a[k] = ldexp((double)test_between(&state, -999, 999), far ? 60 * (k % 2) - 37 : -7);
        for (int k = 0; k < COUNT * 2 * N; k++)
            loops[k] = (double)test_between(&state, 1, 999) * 0x1p-9;
        for (int k = 0; k < COUNT * n * n; k++) {
            const int i = k / n % n, j = k % n, other = k - i * n - j + j * n + i;
            for (int part = 0; part < parts && j < i; part++)
                a[k * parts + part] = a[other * parts + part];
        }
        stack.precision = kind / 2 == 0 ? PM_PRECISION_DOUBLE : PM_PRECISION_AUTO;
        const double *const means = looped ? loops : NULL;
        test_need(ask_hafnians(values[0], bounds[0], &stack, means, 2));
        stack.gpus = gpus;
        test_need(ask_hafnians(values[1], bounds[1], &stack, means, 2));
        CHECK(t,
              memcmp(values[0], values[1], sizeof(double[COUNT]) * (size_t)parts) == 0 &&
                  memcmp(bounds[0], bounds[1], sizeof bounds[0]) == 0,
              "%d hafnians of order %d, %d parts, loops %d: the CPU's bits (%.17g, %.17g)", COUNT,
              n, parts, looped, values[0][0], values[1][0]);
        a[parts] = NAN;
        const pm_status status = ask_hafnians(values[1], bounds[1], &stack, means, 2);
        CHECK(t, status == PM_INPUT, "a number that is not finite: %s", pm_message());
    }
    unsetenv("PM_GPU_EAGER");
    pm_gpus_close(gpus);
}

/* Torontonians of states of 3 modes and of matrices without that symmetry, which threads compute.
 */
void gpu_test_torontonians(struct test *t, bool small)
{
    enum { N = 3, COUNT = 40, ROWS = 2 * N };
    static double o[COUNT][ROWS][ROWS][2], loops[COUNT][ROWS][2];
    uint64_t state = 10;
    pm_gpus *gpus;

    (void)small;
    if (!open_eager(t, &gpus, "torontonians"))
        return;
    for (int looped = 0; looped < 2; looped++) {
        double values[2][COUNT], bounds[2][COUNT];
        pm_stack stack = {
            .entries = PM_ENTRIES_COMPLEX, .data = o, .count = COUNT, .rows = ROWS, .cols = ROWS};
        for (int at = 0; at < COUNT * ROWS * ROWS; at++) {
            const int k = at / ROWS / ROWS, i = at / ROWS % ROWS, j = at % ROWS;
            if (j < i)
                continue;
            double z[2] = {(double)test_between(&state, -99, 99) * 0x1p-11, 0};
            z[1] = i == j ? 0 : z[0] / 2;
            for (int part = 0; part < 2; part++) {
                o[k][i][j][part] = z[part];
                o[k][j][i][part] = part == 0 ? z[0] : -z[1];
            }
            if (j < N && k % 8 != 0) { /* rows i and i + n are those of a and a* */
                o[k][i + N][j + N][0] = o[k][j + N][i + N][0] = z[0];
                o[k][i + N][j + N][1] = -z[1];
                o[k][j + N][i + N][1] = z[1];
            }
        }
        for (int at = 0; at < COUNT * N; at++) {
            const int k = at / N, i = at % N;
            for (int j = i; j < N && k % 8 != 0; j++)
                for (int part = 0; part < 2; part++) { /* the block of a and a* is symmetric */
                    const double y = o[k][i][j + N][part] * (part == 1 && i == j ? 0 : 1);
                    o[k][i][j + N][part] = o[k][j][i + N][part] = y;
                    o[k][i + N][j][part] = o[k][j + N][i][part] = part == 0 ? y : -y;
                }
            for (int part = 0; part < 2; part++) {
                loops[k][i][part] = (double)test_between(&state, -9, 9) * 0x1p-4;
                loops[k][i + N][part] = part == 0 ? loops[k][i][0] : -loops[k][i][1];
            }
        }
        const double *const given = looped ? loops[0][0] : NULL;
        stack.gpus = NULL;
        test_need(ask_torontonians(values[0], bounds[0], &stack, given, 0, 2));
        stack.gpus = gpus;
        test_need(ask_torontonians(values[1], bounds[1], &stack, given, 0, 2));
        CHECK(t,
              memcmp(values[0], values[1], sizeof values[0]) == 0 &&
                  memcmp(bounds[0], bounds[1], sizeof bounds[0]) == 0,
              "%d torontonians, loops %d: the CPU's bits (%.17g, %.17g)", COUNT, looped,
              values[0][1], values[1][1]);
        o[9][1][1][0] = NAN;
        const pm_status status = ask_torontonians(values[1], bounds[1], &stack, given, 0, 2);
        CHECK(t, status == PM_INPUT, "a number that is not finite: %s", pm_message());
    }
    unsetenv("PM_GPU_EAGER");
    pm_gpus_close(gpus);
}
