/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench placements: the kernels that the SUPerman paper compares (its table 1), on the device at
 * hand: where row sums and matrix lie, with even chunks of terms and with powers of two (CEG).
 * Matrices are of rank one, so that a formula gives their permanents; orders beyond those measured
 * are extrapolated by order times 2^order. */
#include "bench.h"
#include "study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS_MOST = 16, PAPER_ORDERS = 6, BEYOND = 2 };

/* The paper's seconds, on a Quadro GV100, all in all; -1: not there.  The layout of its A_glb is
 * not said. */
static const int paper_order[PAPER_ORDERS] = {30, 32, 35, 40, 45, 48};
static const struct paper {
    const char *kernel; /* how the names of pm_studies begin */
    double seconds[2][PAPER_ORDERS];
} paper[] = {
    {"x_shr-A_shr",
     {{0.91, 1.16, 2.16, 65.95, 2921.66, 26164.80}, {0.87, 0.99, 2.08, 54.59, 2833.61, 23121.00}}},
    {"x_shr-A_glb",
     {{0.88, 1.08, 2.28, 55.44, 1922.73, 19110.70}, {0.89, 0.98, 2.16, 48.69, 1889.75, 15507.40}}},
    {"x_reg-A_glb",
     {{0.88, 1.08, 1.94, 40.62, 1052.50, 12929.30}, {0.91, 1.00, 1.85, 29.73, 1016.17, 8214.59}}},
    {"x_reg-A_shr-rebuild",
     {{0.87, 0.95, 1.29, 18.31, 537.67, 8565.56}, {0.83, 0.93, 1.20, 14.17, 528.98, 4326.23}}},
    {"x_reg-A_shr",
     {{0.87, 1.00, 1.68, 28.01, 850.37, 11224.10}, {0.86, 0.94, 1.67, 24.41, 830.76, 6476.94}}},
};

static double paper_seconds(const char *kernel, bool ceg, int n)
{
    for (size_t k = 0; k < sizeof paper / sizeof *paper; k++) {
        if (strncmp(kernel, paper[k].kernel, strlen(paper[k].kernel)) != 0)
            continue;
        for (int o = 0; o < PAPER_ORDERS; o++)
            if (paper_order[o] == n)
                return paper[k].seconds[ceg][o];
        break;
    }
    return -1;
}

/* a = u v', entries between 1/4 and 9/4; returns n! times the products of u and v. */
static double rank_one(double *a, int n)
{
    uint32_t state = 99;
    double permanent = 1, line[2 * PM_STUDY_MOST];

    for (int k = 0; k < 2 * n; k++) {
        state = state * 1664525 + 1013904223;
        line[k] = 0.5 + (state >> 16) / 65536.0;
        permanent *= line[k] * (k < n ? k + 1 : 1);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = line[i] * line[n + j];
    return permanent;
}

static double steps_of(int n)
{
    return ldexp(n, n - 1);
}

static void put_paper(const char *kernel, bool ceg, int n)
{
    const double seconds = paper_seconds(kernel, ceg, n);

    if (seconds > 0)
        printf(" %10.2f\n", seconds);
    else
        printf(" %10s\n", "-");
}

/* Terms cancel, the more the larger n: what is beyond this is no rounding. */
static const double DEVIATION_MOST = 1e-4;

static pm_status put_order(struct pm_gpu *gpu, const struct pm_study *study, bool ceg, int n,
                           struct pm_study_result *r)
{
    double a[PM_STUDY_MOST * PM_STUDY_MOST];
    const double permanent = rank_one(a, n);

    PM_TRY(pm_study_run(r, gpu, study, ceg, a, n));
    const double deviation = fabs(r->permanent / permanent - 1);
    printf("%-23s %-4s %3d %7d %7d %11.4f %10.4g %9.1e", study->name, ceg ? "CEG" : "even", n,
           r->blocks, r->threads, r->seconds, steps_of(n) / r->seconds, deviation);
    put_paper(study->name, ceg, n);
    fflush(stdout);
    if (!(deviation < DEVIATION_MOST))
        return pm_fail(PM_WRONG, "%s, n = %d: %.17g, not %.17g", study->name, n, r->permanent,
                       permanent);
    return PM_OK;
}

static pm_status put_study(struct pm_gpu *gpu, const struct pm_study *study, bool ceg, int count,
                           const int *order)
{
    struct pm_study_result r = {.seconds = 0};

    for (int k = 0; k < count; k++)
        PM_TRY(put_order(gpu, study, ceg, order[k], &r));
    const int last = order[count - 1];
    for (int k = PAPER_ORDERS - BEYOND; k < PAPER_ORDERS; k++) {
        const int n = paper_order[k];
        if (n <= last)
            continue;
        printf("%-23s %-4s %3d %7s %7s ~%10.4g %10s %9s", study->name, ceg ? "CEG" : "even", n, "",
               "", r.seconds * steps_of(n) / steps_of(last), "", "");
        put_paper(study->name, ceg, n);
    }
    return PM_OK;
}

static pm_status table(struct pm_gpu *gpu, int count, const int *order)
{
    pm_status status = PM_OK;

    PM_TRY(pm_gpu_enter(gpu));
    printf("%s, sm_%d, %d multiprocessors; paper: seconds on a Quadro GV100; ~ extrapolated\n",
           gpu->name, gpu->arch, gpu->multiprocessors);
    printf("%-23s %-4s %3s %7s %7s %11s %10s %9s %10s\n", "placement", "", "n", "blocks", "threads",
           "seconds", "steps/s", "deviation", "paper");
    for (const struct pm_study *s = pm_studies; s->name != NULL && status == PM_OK; s++)
        for (int ceg = 0; ceg < 2 && status == PM_OK; ceg++)
            status = put_study(gpu, s, ceg, count, order);
    pm_gpu_leave(gpu);
    return status;
}

int bench_placements(const struct cli *cli, int count, const char *const *operand)
{
    static const int usual[] = {30, 32, 35, 40};
    int order[ORDERS_MOST];
    struct pm_gpus *gpus;

    for (int k = 0; k < count; k++) {
        order[k] = atoi(operand[k]);
        if (order[k] < 20 || order[k] > PM_STUDY_MOST || (k > 0 && order[k] <= order[k - 1]))
            return cli_usage(cli->program, "placements: ORDERs ascend from 20 to %d, not '%s'",
                             PM_STUDY_MOST, operand[k]);
    }
    pm_status status = pm_gpus_open(&gpus, 1);
    if (status == PM_OK) {
        status = table(&gpus->gpu[0], count > 0 ? count : 4, count > 0 ? order : usual);
        pm_gpus_close(gpus);
    }
    return status == PM_OK ? CLI_ANSWERED : cli_fail(cli, status, "placements");
}
