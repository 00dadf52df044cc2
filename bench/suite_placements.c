/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench placements: the kernels that the SUPerman paper compares (its table 1), on the present
 * device: where row sums and matrix are stored, with equal chunks of terms and with powers of two
 * (CEG).  Matrices have rank one, so a formula gives their permanents.  Larger orders than those
 * measured are extrapolated by order times 2^order.  A second table compares whole programs: the
 * paper's processors and GPUs, and this project's dense engine. */
#include "bench/bench.h"
#include "bench/measured.h"
#include "bench/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PAPER_ORDERS = 6 };

/* The paper's seconds on a Quadro GV100, in total.  The paper does not tell the layout of its
 * A_glb. */
static const int paper_order[PAPER_ORDERS] = {30, 32, 35, 40, 45, 48};
static const struct paper {
    const char *kernel; /* the beginning of a name in pm_studies */
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

/* NAN: the paper has no value. */
static double paper_seconds(const char *kernel, bool ceg, int n)
{
    for (size_t k = 0; k < sizeof paper / sizeof *paper; k++)
        for (int o = 0; o < PAPER_ORDERS; o++)
            if (strncmp(kernel, paper[k].kernel, strlen(paper[k].kernel)) == 0 &&
                paper_order[o] == n)
                return paper[k].seconds[ceg][o];
    return NAN;
}

/* a = u v', entries between 1/4 and 9/4; returns n! times the products of u and v. */
static double rank_one(double *a, int n)
{
    uint64_t state = 99;
    double permanent = 1, line[2 * PM_STUDY_MOST];

    for (int k = 0; k < 2 * n; k++) {
        line[k] = 0.5 + (double)bench_draw(&state, 1 << 16) / 65536;
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

static const struct table_column columns[] = {
    {"placement", -23}, {"chunks", -6},  {"n", 3},         {"blocks", 7},  {"threads", 7},
    {"seconds", 11},    {"steps/s", 10}, {"deviation", 9}, {"paper s", 9}, {NULL, 0},
};

/* Terms cancel, more for larger n; a larger deviation cannot be rounding. */
static const double DEVIATION_MOST = 1e-4;

static pm_status put_order(struct table *t, struct pm_gpu *gpu, const struct pm_study *study,
                           bool ceg, int n, struct pm_study_result *r)
{
    double a[PM_STUDY_MOST * PM_STUDY_MOST];
    const double permanent = rank_one(a, n);

    PM_TRY(pm_study_run(r, gpu, study, ceg, a, n));
    const double deviation = fabs(r->permanent / permanent - 1);
    table_put(t, "%s\t%s\t%d\t%d\t%d\t%.4f\t%.4g\t%.1e\t%.2f\n", study->name, ceg ? "CEG" : "even",
              n, r->blocks, r->threads, r->seconds, steps_of(n) / r->seconds, deviation,
              paper_seconds(study->name, ceg, n));
    if (!(deviation < DEVIATION_MOST))
        return pm_fail(PM_WRONG, "%s, n = %d: %.17g, not %.17g", study->name, n, r->permanent,
                       permanent);
    return PM_OK;
}

static pm_status put_study(struct table *t, const struct bench *b, struct pm_gpu *gpu,
                           const struct pm_study *study, bool ceg)
{
    const int last = b->order[b->orders - 1];
    struct pm_study_result r = {.seconds = 0};

    for (int k = 0; k < b->orders; k++)
        PM_TRY(put_order(t, gpu, study, ceg, b->order[k], &r));
    for (int k = 0; k < PAPER_ORDERS; k++) {
        const int n = paper_order[k];
        if (n > last)
            table_put(t, "%s\t%s\t%d\tnan\tnan\t~%.4g\tnan\tnan\t%.2f\n", study->name,
                      ceg ? "CEG" : "even", n, r.seconds * steps_of(n) / steps_of(last),
                      paper_seconds(study->name, ceg, n));
    }
    return PM_OK;
}

static pm_status put_table(const struct bench *b, struct pm_gpu *gpu)
{
    struct table t;
    pm_status status = PM_OK;

    PM_TRY(pm_gpu_enter(gpu));
    table_note(b->cli->csv,
               "%s, sm_%d, %d multiprocessors; paper: on a Quadro GV100; ~ extrapolated\n",
               gpu->name, gpu->arch, gpu->multiprocessors);
    table_start(&t, b->cli->csv, columns);
    for (const struct pm_study *s = pm_studies; s->name != NULL && status == PM_OK; s++)
        for (int ceg = 0; ceg < 2 && status == PM_OK; ceg++)
            status = put_study(&t, b, gpu, s, ceg);
    pm_gpu_leave(gpu);
    return status;
}

/* ------------------------------------------------------------------- programs */

static const struct table_column program_columns[] = {
    {"program", -28}, {"machine", -24}, {"n", 3}, {"seconds", 11}, {"times", 7}, {NULL, 0},
};

/* Seconds of Lundow and Markstrom's program on the paper's 44 cores, by paper_order. */
static const double baseline[PAPER_ORDERS] = {0.65, 2.74, 23.15, 835.50, 30323.30, 256779.81};

static void put_program(struct table *t, const char *program, const char *machine, int k,
                        const char *mark, double seconds)
{
    table_put(t, "%s\t%s\t%d\t%s%.4g\t%.4g\n", program, machine, paper_order[k], mark, seconds,
              baseline[k] / seconds);
}

/* Rows from the paper.  Lundow and Markstrom give 10^-9.2 n 2^n core-seconds for their program; for
 * the A100 the paper only tells its largest speedup. */
static void put_papers(struct table *t)
{
    for (int k = 0; k < PAPER_ORDERS; k++)
        put_program(t, "Lundow-Markstrom", "1 core", k, "",
                    pow(10, -9.2) * 2 * steps_of(paper_order[k]));
    for (int k = 0; k < PAPER_ORDERS; k++)
        put_program(t, "Lundow-Markstrom", "44 cores, Xeon Gold 6152", k, "", baseline[k]);
    for (int k = 0; k < PAPER_ORDERS; k++)
        put_program(t, "SUPerman x_reg-A_shr-rebuild", "Quadro GV100", k, "",
                    paper_seconds("x_reg-A_shr-rebuild", true, paper_order[k]));
    table_put(t, "SUPerman\tA100\tnan\tnan\t<= 86\n");
}

/* The dense engine in double on `threads` threads, or on a GPU; times above the limit are
 * extrapolated. */
static pm_status put_ours(struct table *t, const struct bench *b, const char *machine, int threads,
                          int gpus)
{
    double seconds = 0;
    int last = 0;

    for (int k = 0; k < PAPER_ORDERS; k++) {
        const int n = paper_order[k];
        const double guess = last > 0 ? seconds * steps_of(n) / steps_of(last) : 0;
        pm_options options = b->options;
        struct pm_matrix *a;
        pm_problem *problem;
        pm_answer *answer;
        if (guess > b->limit) {
            put_program(t, "permatch, engine dense", machine, k, "~", guess);
            continue;
        }
        PM_TRY(bench_random(&a, n, BENCH_REAL));
        PM_TRY(bench_problem(&problem, a));
        options.engine = "dense";
        options.precision = PM_PRECISION_DOUBLE;
        options.threads = threads;
        options.gpus = gpus;
        options.seconds = 0;
        const pm_status status = pm_solve(&answer, problem, &options);
        pm_problem_free(problem);
        if (status != PM_OK)
            return status;
        last = n;
        seconds = pm_answer_seconds(answer);
        pm_answer_free(answer);
        put_program(t, "permatch, engine dense", machine, k, "", seconds);
    }
    return PM_OK;
}

static pm_status put_programs(const struct bench *b, const struct pm_gpu *gpu)
{
    char cores[32];
    struct table t;

    snprintf(cores, sizeof cores, "%d cores here", b->threads);
    if (gpu != NULL)
        putchar('\n');
    table_note(b->cli->csv, "whole programs; times: the 44 cores' seconds over these\n");
    table_start(&t, b->cli->csv, program_columns);
    put_papers(&t);
    PM_TRY(put_ours(&t, b, "1 core here", 1, PM_GPUS_NONE));
    if (b->threads > 1)
        PM_TRY(put_ours(&t, b, cores, b->threads, PM_GPUS_NONE));
    return gpu != NULL ? put_ours(&t, b, gpu->name, b->threads, 1) : PM_OK;
}

int bench_placements(const struct bench *b)
{
    struct pm_gpus *gpus = NULL;
    pm_status status = PM_OK;

    if (b->cli->solve.gpus != PM_GPUS_NONE)
        PM_TRY_GOTO(status, pm_gpus_open(&gpus, 1), done);
    if (gpus != NULL)
        PM_TRY_GOTO(status, put_table(b, &gpus->gpu[0]), done);
    status = put_programs(b, gpus != NULL ? &gpus->gpu[0] : NULL);
done:
    pm_gpus_close(gpus);
    return bench_end(b, status);
}
