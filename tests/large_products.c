/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large products of a walk over sign vectors (engine/dense/sign_large.h), in every instruction set.
 * All products are made again here, from their definition: in doubles, which tells which are large,
 * and as exact integers, which tell what doubles lack. */
#include "engine/dense/sign_large.h"

#include "num/gauss.h"
#include "test.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    N = 14,
    LANES = PM_SIGNS_LANES,
    GRAY = N - 1 - PM_SIGNS_OWN - 3,
    BLOCKS = 1 << GRAY,
    TERMS = PM_SIGNS_SETS * LANES, /* of a block */
    BITS = 120,                    /* entries are multiples of 2^-BITS */
    SCALE = N * BITS,
};

PM_ISA_TABLE(pm_signs_walk, pm_signs_walk);

struct problem {
    int parts;
    struct pm_rounded rows;
    int order[N];
    double x[N + 1][(N * 4 + 1) * LANES] __attribute__((aligned(64)));
    double p[BLOCKS][TERMS][2]; /* the products, with the roundings of the walk */
    fmpz lacks[BLOCKS][TERMS][2];
};

/* Whether a column has sign - in product k of a block. */
static bool is_minus(int column, int g, int k)
{
    const int own[] = {0, 1, 3, 2};

    if (column == N - 1)
        return false;
    if (column < PM_SIGNS_OWN)
        return own[k / LANES] >> column & 1;
    if (column < PM_SIGNS_OWN + GRAY)
        return (g ^ g >> 1) >> (column - PM_SIGNS_OWN) & 1;
    return k >> (column - PM_SIGNS_OWN - GRAY) & 1;
}

/* The first layer of the sum of row i, then the second, of one part. */
static void sum_row(double sum[2], const struct problem *a, int i, int part, int g, int k)
{
    sum[0] = sum[1] = 0;
    for (int j = 0; j < N; j++)
        for (int layer = 0; layer < 2; layer++) {
            const double b = pm_rounded_at(&a->rows, a->order[i], j)[layer * a->parts + part];
            sum[layer] += is_minus(j, g, k) ? -b : b;
        }
}

/* z := z t */
static void multiply_exact(fmpz z[2], const double t[2][2])
{
    fmpz_t sum[2], old, other;

    fmpz_init(old);
    fmpz_init(other);
    for (int part = 0; part < 2; part++) {
        fmpz_init(sum[part]);
        fmpz_set_d_2exp(sum[part], t[part][0], BITS);
        fmpz_set_d_2exp(other, t[part][1], BITS);
        fmpz_add(sum[part], sum[part], other);
    }
    fmpz_set(old, &z[0]);
    fmpz_mul(&z[0], &z[0], sum[0]);
    fmpz_submul(&z[0], &z[1], sum[1]);
    fmpz_mul(&z[1], &z[1], sum[0]);
    fmpz_addmul(&z[1], old, sum[1]);
    fmpz_clear(sum[0]);
    fmpz_clear(sum[1]);
    fmpz_clear(old);
    fmpz_clear(other);
}

static void make_product(struct problem *a, int g, int k)
{
    double *const p = a->p[g][k];
    fmpz *const exact = a->lacks[g][k];
    int minus = 0;
    fmpz_t rounded;

    for (int j = 0; j < N; j++)
        minus += is_minus(j, g, k);
    p[0] = minus % 2 ? -1 : 1;
    p[1] = 0;
    fmpz_set_si(&exact[0], (slong)p[0]);
    fmpz_zero(&exact[1]);
    for (int i = 0; i < N; i++) {
        double t[2][2] = {{0}};
        for (int part = 0; part < a->parts; part++)
            sum_row(t[part], a, i, part, g, k);
        const double re = t[0][0] + t[0][1], im = t[1][0] + t[1][1], old = p[0];
        p[0] = a->parts == 1 ? old * re : fma(-p[1], im, old * re);
        p[1] = a->parts == 1 ? 0 : fma(old, im, p[1] * re);
        multiply_exact(exact, t);
    }
    fmpz_init(rounded);
    for (int part = 0; part < 2; part++) {
        fmpz_set_d_2exp(rounded, p[part], SCALE);
        fmpz_sub(&exact[part], &exact[part], rounded);
    }
    fmpz_clear(rounded);
}

static double uniform(uint64_t *state)
{
    return (double)test_between(state, -(1 << 30), 1 << 30) / (1 << 30) +
           ldexp(test_between(state, -(1 << 30), 1 << 30), -60);
}

/* Entries of any size down to 2^-40, in most rows. */
static void draw(struct problem *a, int parts, uint64_t *state)
{
    a->parts = parts;
    test_need(pm_rounded_open(&a->rows, N, parts, 2));
    for (int i = 0; i < N; i++) {
        a->order[i] = (i * 5 + 3) % N;
        for (int j = 0; j < N; j++)
            for (int part = 0; part < parts; part++)
                pm_rounded_at(&a->rows, i, j)[part] =
                    ldexp(uniform(state), i % 3 == 0 ? 0 : -test_between(state, 0, 40));
        pm_rounded_row(&a->rows, i, 0);
    }
    for (int g = 0; g < BLOCKS; g++)
        for (int k = 0; k < TERMS; k++)
            make_product(a, g, k);
}

/* The tables of the walk. */
static struct pm_signs tables(struct problem *a)
{
    const int column = (N * 2 * a->parts + 1) * LANES;
    double *const x = &a->x[0][0];

    memset(x, 0, sizeof a->x);
    for (int i = 0; i < N; i++)
        for (int part = 0; part < a->parts; part++)
            for (int lane = 0; lane < LANES; lane++) {
                double sum[2];
                sum_row(sum, a, i, part, 0, lane);
                for (int layer = 0; layer < 2; layer++) {
                    const int word = layer * a->parts + part,
                              at = (i * 2 * a->parts + word) * LANES + lane;
                    x[at] = sum[layer];
                    for (int j = 0; j < PM_SIGNS_OWN + GRAY; j++)
                        x[(j + 1) * column + at] =
                            2 * pm_rounded_at(&a->rows, a->order[i], j)[word];
                }
            }
    return (struct pm_signs){.n = N,
                             .parts = a->parts,
                             .column = column,
                             .way = PM_SIGNS_ROUNDED,
                             .start = 1,
                             .x = x,
                             .own = x + column,
                             .step = x + column * (1 + PM_SIGNS_OWN),
                             .still = x + column * N};
}

/* Whether the sums of what products above the level lack are those of the kernel. */
static bool adds_up(const struct problem *a, struct pm_signs_large_room *room,
                    const struct pm_signs *signs, int level)
{
    double high[2] = {0}, low[2] = {0}, size = 0;
    fmpz_t sum, other;
    bool right = true;

    test_need(pm_signs_large_add(high, low, room, level, &a->rows, a->order, 1));
    fmpz_init(sum);
    fmpz_init(other);
    for (int part = 0; part < a->parts; part++) {
        fmpz_set_d_2exp(sum, -high[part], SCALE);
        fmpz_set_d_2exp(other, -low[part], SCALE);
        fmpz_add(sum, sum, other);
        for (int g = 0; g < BLOCKS; g++)
            for (int k = 0; k < TERMS; k++)
                if (signs->large[g][level] >> k & 1) {
                    fmpz_add(sum, sum, &a->lacks[g][k][part]);
                    size += hypot(a->p[g][k][0], a->p[g][k][1]);
                }
        slong exp;
        const double rest = fmpz_get_d_2exp(&exp, sum);
        right = right && fabs(ldexp(rest, (int)exp - SCALE)) <= PM_SIGNS_LARGE_ERROR * size;
    }
    fmpz_clear(sum);
    fmpz_clear(other);
    return right && size > 0;
}

/* How many products are on the wrong side of the level.  The walk's moduli are at most 8.4 % too
 * large. */
static int misplaced(const struct problem *a, const struct pm_signs *signs, int level)
{
    int wrong = 0;

    for (int g = 0; g < BLOCKS; g++)
        for (int k = 0; k < TERMS; k++) {
            const double size = hypot(a->p[g][k][0], a->p[g][k][1]);
            const bool large = signs->large[g][level] >> k & 1;
            wrong += large ? size * 1.084 < signs->level[level]
                           : size * (1 - 0x1p-50) > signs->level[level];
        }
    return wrong;
}

static void check(struct test *t, struct problem *a, int parts, const struct pm_isa *isa)
{
    const struct pm_batch b = {
        .stack = {.count = 1, .rows = N, .cols = N}, .parts = parts, .layers = 1, .isa = isa};
    struct pm_signs_large_room *room;
    struct pm_signs signs = tables(a);
    struct pm_signs_sum sum;
    int wrong = 0;
    bool right = true;

    test_need(pm_signs_large_open(&room, &b));
    pm_signs_large_begin(&signs, room, &a->rows, 1);
    for (int level = 0; level < PM_SIGNS_LEVELS; level++) /* half of the products are above one */
        signs.level[level] = ldexp(fabs(a->p[17][5][0]), 12 - 12 * level);
    signs.level[PM_SIGNS_LEVELS - 1] = 0;
    pm_signs_walk_sets[isa->number](&sum, &signs, 0, BLOCKS);
    for (int level = 0; level < PM_SIGNS_LEVELS; level++) {
        wrong += misplaced(a, &signs, level);
        right = right && (pm_signs_large_share(&signs, 0, BLOCKS, level) == 0 ||
                          adds_up(a, room, &signs, level));
    }
    CHECK(t, wrong == 0 && right && pm_signs_large_share(&signs, 0, BLOCKS, 1) > 0,
          "%s, %d parts: %d misplaced products; what they lack is %s", isa->name, parts, wrong,
          right ? "right" : "wrong");
    pm_signs_large_close(room);
}

int main(void)
{
    struct test t = {0, 0};
    struct problem *const a = aligned_alloc(64, (sizeof *a + 63) / 64 * 64);
    uint64_t state = 20261130;

    for (int parts = 1; parts <= 2; parts++) {
        memset(a, 0, sizeof *a);
        draw(a, parts, &state);
        for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++)
            check(&t, a, parts, *isa);
        for (int g = 0; g < BLOCKS; g++)
            for (int k = 0; k < TERMS; k++)
                for (int part = 0; part < 2; part++)
                    fmpz_clear(&a->lacks[g][k][part]);
        pm_rounded_clear(&a->rows);
    }
    free(a);
    return test_done(&t);
}
