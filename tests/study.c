/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The placements of the paper.  On every machine: the kernels of bench/study.cu, compiled as C with
 * one thread in each block, give the permanents of brute force, with even chunks and with powers of
 * two.  With NVRTC: they compile.  With a GPU: they give permanents that a formula gives. */
#include "bench/study.h"
#include "gpu_walks.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ as C */

static struct {
    int x;
} threadIdx, blockIdx, blockDim = {1};
double shared[PM_STUDY_MOST * (PM_STUDY_MOST + 1)];

#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#define KERNEL static void
#define __shared__
#define __ffsll __builtin_ffsll
#define __syncthreads()

#define study any_reg_glb
#include "../bench/study.cu"
#undef study
#define study any_shr_glb
#define X_SHARED
#include "../bench/study.cu"
#undef study
#define study any_shr_shr
#define A_SHARED
#include "../bench/study.cu"
#undef study
#undef X_SHARED
#define study any_reg_shr
#include "../bench/study.cu"
#undef study
#define study seven_reg_shr
#define SIZE  7
#include "../bench/study.cu"
#undef study
#define study seven_kahan
#define KAHAN
#include "../bench/study.cu"
#undef study
#undef KAHAN
#undef SIZE
#undef A_SHARED
#define study any_reg_rows
#define ROW_MAJOR
#include "../bench/study.cu"
#undef study
#define study any_shr_rows
#define X_SHARED
#include "../bench/study.cu"
#undef study

/* In the order of pm_studies. */
static void (*const kernels[])(double *out, const double *a, const double *x0, int order,
                               long long first, long long last, long long chunk) = {
    any_shr_shr,  any_shr_glb, any_shr_rows,  any_reg_glb,
    any_reg_rows, any_reg_shr, seven_reg_shr, seven_kahan,
};

/* Does what the host does on a device, with `threads` blocks of one thread. */
static double run(size_t kernel, bool ceg, const double *a, int n, int threads)
{
    double x0[PM_STUDY_MOST], copy[PM_STUDY_MOST * PM_STUDY_MOST], *out;
    const int64_t last = INT64_C(1) << (n - 1);
    long double sum = 0;

    out = calloc((size_t)threads, sizeof *out);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            copy[pm_studies[kernel].row_major ? i * n + j : j * n + i] = a[i * n + j];
    pm_study_begin(x0, a, n);
    for (int64_t first = 1, chunk; first < last; first += threads * chunk) {
        chunk = pm_study_chunk(last - first, threads, ceg);
        for (blockIdx.x = 0; blockIdx.x < threads; blockIdx.x++)
            kernels[kernel](out, copy, x0, n, first, last, chunk);
        for (int t = 0; t < threads; t++)
            sum += out[t];
    }
    free(out);
    return pm_study_end(x0, sum, n);
}

/* Row after row, over sets of columns. */
static double by_sets(const double *a, int n)
{
    double *const table = calloc((size_t)1 << n, sizeof *table);

    table[0] = 1;
    for (unsigned set = 1; set < 1u << n; set++)
        for (int j = 0; j < n; j++)
            if (set >> j & 1)
                table[set] += table[set ^ 1u << j] * a[(__builtin_popcount(set) - 1) * n + j];
    const double answer = table[(1u << n) - 1];
    free(table);
    return answer;
}

static void test_as_c(struct test *t)
{
    double a[12 * 12];
    uint64_t state = 5;

    for (size_t k = 0; pm_studies[k].name != NULL; k++) {
        int wrong = 0;
        for (int n = 2; n <= 12; n++) {
            if (pm_studies[k].sized && n != 7)
                continue;
            for (int e = 0; e < n * n; e++)
                a[e] = test_between(&state, -100, 300) / 128.0;
            const double wanted = by_sets(a, n);
            for (int threads = 1; threads < 40; threads += 6)
                for (int ceg = 0; ceg < 2; ceg++)
                    wrong += fabs(run(k, ceg, a, n, threads) - wanted) > 1e-9 * fabs(wanted) + 1e-6;
        }
        CHECK(t, wrong == 0, "%s as C: %d wrong", pm_studies[k].name, wrong);
    }
    CHECK(t,
          pm_study_chunk(1023, 16, false) == 64 && pm_study_chunk(1023, 16, true) == 32 &&
              pm_study_chunk(1024, 16, true) == 64 && pm_study_chunk(3, 16, true) == 1,
          "chunks are even, or powers of two");
}

/* ------------------------------------------------------------------ on devices */

static void test_compiles(struct test *t)
{
    struct pm_nvrtc nvrtc;

    if (pm_nvrtc_open(&nvrtc) != PM_OK) {
        test_skip(t, "kernels compile: %s", pm_message());
        return;
    }
    for (const struct pm_study *s = pm_studies; s->name != NULL; s++) {
        struct pm_study_recipe recipe;
        pm_study_recipe_set(&recipe, s, 40);
        gpu_test_compiles(t, &nvrtc, s->name, &recipe.recipe);
    }
}

/* All entries are 1/2: the permanent is n! / 2^n. */
static void test_device(struct test *t)
{
    enum { N = 20 };
    double a[N * N], wanted = 1;
    struct pm_gpus *gpus;

    if (pm_gpus_open(&gpus, 1) != PM_OK) {
        test_skip(t, "permanents on a GPU: %s", pm_message());
        return;
    }
    for (int e = 0; e < N * N; e++)
        a[e] = 0.5;
    for (int k = 1; k <= N; k++)
        wanted *= k / 2.0;
    for (const struct pm_study *s = pm_studies; s->name != NULL; s++)
        for (int ceg = 0; ceg < 2; ceg++) {
            struct pm_study_result r = {.permanent = 0};
            pm_status status = pm_gpu_enter(&gpus->gpu[0]);
            if (status == PM_OK) {
                status = pm_study_run(&r, &gpus->gpu[0], s, ceg, a, N);
                pm_gpu_leave(&gpus->gpu[0]);
            }
            CHECK(t, status == PM_OK && fabs(r.permanent / wanted - 1) < 1e-9,
                  "%s on the device%s: %.12g", s->name, ceg ? ", CEG" : "", r.permanent);
        }
    pm_gpus_close(gpus);
}

int main(void)
{
    struct test t = {0, 0};

    test_as_c(&t);
    test_compiles(&t);
    test_device(&t);
    return test_done(&t);
}
