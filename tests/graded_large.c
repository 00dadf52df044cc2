/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graded precision at orders that are too large to walk.  Thresholds exist.  The bound of a block
 * is no less than its sum of |products|, and within the range of single precision. */
#include "brute.h"
#include "engine/graded/graded_walk.h"
#include "plan/choice.h"

#include <math.h>
#include <string.h>

/* Entries from 1 to 999 by a multiplicative hash of the place. */
static long uniform(int i, int j, int n)
{
    return 1 + (long)((uint32_t)(i * n + j + 1) * UINT32_C(2654435769) >> 8) % 999;
}

static long half(int i, int j, int n)
{
    return uniform(i, j, n) & 1;
}

static long blocks(int i, int j, int n)
{
    return (2 * i < n) == (2 * j < n) ? 100 : 1;
}

static long circulant(int i, int j, int n)
{
    return 1 + 3 * ((j - i + n) % n);
}

/* ------------------------------------------------------------------ bounds */

/* A random path from a random root to the parent of blocks.  With `plus`, the path without any sign
 * -. */
static void descend(struct pm_graded_group *group, const struct pm_graded *d, uint64_t *state,
                    bool plus)
{
    const uint64_t unit = plus ? 0 : test_random(state);
    struct pm_graded_group next;

    memset(group, 0, sizeof *group);
    for (int k = 0; k < d->n; k++) {
        group->y[k][0] = d->base[k];
        for (int j = 0; j < d->top; j++)
            group->y[k][0] -= unit >> j & 1 ? d->twice[j * d->n + k] : 0;
    }
    group->sign[0] = 1;
    for (int l = d->levels - 1; l > 0; l--) {
        const int most = d->level[l].fan - 1;
        uint8_t code[PM_GRADED_LANES] = {(uint8_t)(plus ? 0 : test_between(state, 0, most) << 4)};
        memset(&next, 0, sizeof next);
        d->kernels->fill(&next, &d->level[l], group, code, 1);
        *group = next;
    }
}

/* log2 of the sum of |products| of child s of the first node of a group, in units of 2^exp. */
static double block_log2(const struct pm_graded *d, const struct pm_graded_group *group, int s)
{
    long double sum = 0;

    for (int r = 0; r < 2 * PM_GRADED_LOW; r++) {
        long double product = 1;
        for (int k = 0; k < d->n; k++) {
            const double pivot = d->leaf.pivot[k];
            product *= fabs(group->y[k][0] + d->level[0].table[k * PM_GRADED_FAN + s] +
                            d->leaf.low[k * PM_GRADED_LOW + r / 2] + (r & 1 ? -pivot : pivot));
        }
        sum += product;
    }
    return (double)(log2l(sum) - (long double)d->exp);
}

/* Bounds of some blocks.  The first block has one of the largest bounds of all. */
static void check_bounds(struct test *t, const char *name, const struct pm_graded *d)
{
    struct pm_graded_group group;
    uint64_t state = 5;
    int below = 0, beyond = 0;

    for (int k = 0; k < 40; k++) {
        struct pm_graded_test test = {.sum = {0}};
        descend(&group, d, &state, k == 0);
        d->kernels->test(&test, &d->level[0], &group);
        for (int s = 0; s < d->level[0].fan; s++) {
            const double bound = log2((double)test.bound[s][0]) + log2(d->test_unit[0]);
            const double least = d->limit[0] * (1 - 0x1p-20); /* smaller bounds may underflow */
            beyond += !isfinite(test.bound[s][0]);
            below += fmax(bound, log2(least)) < block_log2(d, &group, s);
        }
    }
    CHECK(t, beyond == 0 && below == 0, "%s, order %d: %d bounds do not hold, %d are infinite",
          name, d->n, below, beyond);
}

/* A large order, where n! / n^n is small: the thresholds are far below the largest bounds. */
static void check_order(struct test *t, const char *name, const struct pm_matrix *a, double epsilon,
                        double skipped)
{
    const struct pm_graded_wish wish = {.epsilon = epsilon};
    struct pm_graded *d;
    const pm_status status = pm_graded_new(&d, a, &wish);

    CHECK(t, status == PM_OK, "%s, order %d: %s", name, a->rows,
          status == PM_OK ? "thresholds" : pm_message());
    if (status != PM_OK)
        return;
    CHECK(t,
          d->choice.shares.blocks[PM_GRADE_SINGLE] > 0 &&
              d->choice.shares.blocks[PM_GRADE_SKIP] > skipped,
          "%s, order %d: %.3g in single, %.3g skipped", name, a->rows,
          d->choice.shares.blocks[PM_GRADE_SINGLE], d->choice.shares.blocks[PM_GRADE_SKIP]);
    CHECK(t, d->level[0].edge[PM_GRADE_SINGLE] > d->level[0].edge[PM_GRADE_SKIP],
          "%s, order %d, epsilon %g: single precision has a range", name, a->rows, epsilon);
    check_bounds(t, name, d);
    pm_graded_free(d);
}

/* The planner considers the engine if that takes less time than the engine may save.  It chooses
 * the engine if it is faster or if it alone keeps to epsilon. */
static void check_plan(struct test *t, int n, bool wanted)
{
    const struct pm_planner planner = {
        .ask.want = PM_WANT_FLOATING,
        .ask.bits = 53,
        .ask.epsilon = 1e-12,
        .policy.limits = {.memory = UINT64_C(1) << 30, .threads = 1},
    };
    struct pm_matrix *const a = brute_from(n, n, uniform);
    const struct pm_core core = {.a = a};
    struct pm_way way;

    if (pm_choice_find(&way, &core, &planner, NULL) == PM_OK) {
        CHECK(t, wanted == (strcmp(way.engine->name, "graded") == 0), "order %d: %s", n,
              way.engine->name);
        pm_way_clear(&way);
    } else {
        CHECK(t, false, "order %d: %s", n, pm_message());
    }
    pm_matrix_free(a);
}

/* Three entries of about 10^30: in different lines, in one row, in one column. */
static void check_giants(struct test *t, int n)
{
    static const struct {
        const char *name;
        int row[3], col[3];
    } places[] = {{"giants apart", {5, 11, 20}, {7, 3, 40}},
                  {"giants in a row", {5, 5, 5}, {7, 3, 40}},
                  {"giants in a column", {5, 11, 20}, {7, 7, 7}}};

    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        struct pm_matrix *const a = brute_from(n, n, uniform); /* no entry is zero */
        for (int k = 0; k < 3; k++) {
            fmpq *const x = a->re + a->start[places[p].row[k]] + places[p].col[k];
            fmpq_mul_2exp(x, x, 100);
        }
        check_order(t, places[p].name, a, 1e-6, 0.9);
        pm_matrix_free(a);
    }
}

int main(void)
{
    static const struct {
        const char *name;
        long (*entry)(int i, int j, int n);
        double epsilon, skipped; /* the least share of blocks that must be skipped */
    } large[] = {{"ones", brute_one, 1e-6, 0.9},      {"uniform", uniform, 1e-6, 0.9},
                 {"uniform", uniform, 1e-14, 0.85},   {"half", half, 1e-6, 0.9},
                 {"hollow", brute_hollow, 1e-6, 0.9}, {"blocks", blocks, 1e-6, 0.9},
                 {"circulant", circulant, 1e-6, 0.9}};
    struct test t = {0, 0};

    for (size_t k = 0; k < sizeof large / sizeof *large; k++)
        for (int n = 62; n <= 64; n += 2) {
            struct pm_matrix *const a = brute_from(n, n, large[k].entry);
            check_order(&t, large[k].name, a, large[k].epsilon, large[k].skipped);
            pm_matrix_free(a);
        }
    check_giants(&t, 62);
    check_plan(&t, 23, false);
    check_plan(&t, 29, true);
    return test_done(&t);
}
