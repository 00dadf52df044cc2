/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels for the products of a walk, and what the large products lack.
 *
 * The levels are for rows of independent normal numbers.  The sum of a row is normal, with the mean
 * square m2 of the row.  Then the mean of |T| is sqrt(2 / pi) or, for complex numbers, sqrt(pi) / 2
 * times its root, and the variance of log |T| is pi^2 / 8 or pi^2 / 24.  The products count as
 * log-normal, with the same mean and with the variance s^2 of n rows: then the fraction F(z) of
 * their sum, F the normal distribution, belongs to those below exp(s^2 / 2 + s z) times their mean.
 * The mean square of the permanent is n! / n^n times the product of all m2, if no column is larger.
 * Other matrices have other fractions: only the time depends on it. */
#include "engine/dense/sign_large.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "engine/accuracy.h"
#include "engine/stack_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = PM_SIGNS_LANES,
    LOG_LANES = 3,
    FAR = LANES + 1,
    NEAR = PM_SIGNS_SETS * LANES,
    LINES = FAR + NEAR,
    LEAST = 14, /* lines, ... */
    MOST = 26,  /* ... for these 2^20 blocks are noted */
};

struct pm_signs_large_room {
    struct pm_signs_large_walk walk;
    pm_signs_large_rests *rests;
    const struct pm_batch *b;
    uint64_t blocks;
    double level[PM_SIGNS_LEVELS]; /* times the root of the mean squares */
    double *memory;
};

PM_ISA_TABLE(pm_signs_large_rests, pm_signs_large_rests);

/* z with F(z) = share, from -6 to 3 */
static double quantile(double share)
{
    double low = -6, high = 3;

    for (int step = 0; step < 12; step++) {
        const double z = (low + high) / 2;
        *(erfc(-z * M_SQRT1_2) / 2 < share ? &low : &high) = z;
    }
    return low;
}

/* Sets the levels; false: even above the first one there are too many products. */
static bool set_levels(double level[PM_SIGNS_LEVELS], const struct pm_batch *b)
{
    /* so many times smaller than the root of its mean square is the permanent for which a level
     * would suffice, if products were log-normal; the first level is for larger permanents, too */
    static const double smaller[2][PM_SIGNS_LEVELS] = {{1, 20, 50, 120, 300}, {1, 2.2, 3.8, 7, 14}};
    static const double mean[] = {0.79788456080286536, 0.88622692545275801}, LARGE = 0.3;
    const int n = b->stack.rows;
    const double epsilon = b->stack.epsilon > 0 ? b->stack.epsilon : PM_USUAL_EPSILON;
    const double variance = n * M_PI * M_PI / (b->parts == 1 ? 8 : 24), s = sqrt(variance);
    double share = epsilon / pm_gamma(n * (b->parts + 1) + 2);

    for (int i = 1; i <= n; i++)
        share *= sqrt((double)i / n) / mean[b->parts - 1];
    for (int k = 0; k < PM_SIGNS_LEVELS; k++) {
        const double z = quantile(share / smaller[b->parts - 1][k]);
        if (k == 0 && erfc((s + z) * M_SQRT1_2) / 2 > LARGE)
            return false;
        level[k] = exp(variance / 2 + s * z) * pow(mean[b->parts - 1], n);
    }
    return true;
}

pm_status pm_signs_large_open(struct pm_signs_large_room **room, const struct pm_batch *b)
{
    const int n = b->stack.rows, line = (n * 2 * b->parts + LANES - 1) / LANES * LANES,
              columns = n - 1 - PM_SIGNS_OWN - LOG_LANES;
    struct pm_signs_large_room *r;
    double level[PM_SIGNS_LEVELS];
    pm_status status = PM_OK;

    *room = NULL;
    if (n < LEAST || n > MOST || b->stack.precision != PM_PRECISION_AUTO || !set_levels(level, b))
        return PM_OK;
    PM_NEW(r, 1);
    r->b = b;
    r->blocks = UINT64_C(1) << columns;
    r->rests = pm_signs_large_rests_sets[b->isa->number];
    memcpy(r->level, level, sizeof level);
    PM_TRY_GOTO(status, pm_stack_aligned(&r->memory, (size_t)((LINES + columns) * line)), done);
    r->walk = (struct pm_signs_large_walk){.parts = b->parts,
                                           .line = line,
                                           .far = r->memory,
                                           .near = r->memory + FAR * line,
                                           .step = r->memory + LINES * line};
    PM_NEW_GOTO(status, r->walk.large, r->blocks, done);
done:
    PM_GIVE(room, r, status, pm_signs_large_close);
}

void pm_signs_large_close(struct pm_signs_large_room *room)
{
    if (room != NULL)
        PM_FREE(room->memory, room->walk.large, room);
}

void pm_signs_large_begin(struct pm_signs *signs, struct pm_signs_large_room *room,
                          const struct pm_rounded *rows, double start)
{
    double square = 1;

    for (int i = 0; i < rows->n; i++) {
        const double *const row = pm_rounded_at(rows, i, 0), *const end =
                                                                 row + rows->n * rows->words;
        double sum = 0;
        for (const double *z = row; z < end; z += rows->words)
            for (int part = 0; part < rows->parts; part++)
                sum += z[part] * z[part];
        square *= sum;
    }
    for (int k = 0; k < PM_SIGNS_LEVELS; k++)
        signs->level[k] = room->level[k] * sqrt(square) * start;
    signs->levels = square > 0 ? PM_SIGNS_LEVELS : 0;
    signs->large = room->walk.large;
}

double pm_signs_large_share(const struct pm_signs *signs, uint64_t first, uint64_t end, int level)
{
    uint64_t count = 0;

    for (uint64_t g = first; g < end; g++)
        count += (uint64_t)pm_popcount(signs->large[g][level]);
    return (double)count / (LANES * PM_SIGNS_SETS * (double)(end - first));
}

/* Fills the tables of a matrix. */
static void fill(struct pm_signs_large_walk *w, const struct pm_rounded *rows, const int *order)
{
    const int n = rows->n, words = rows->words, gray = n - 1 - LOG_LANES;

    memset(w->far, 0, (size_t)((LINES + gray - PM_SIGNS_OWN) * w->line) * sizeof *w->far);
    w->here = 0;
    for (int k = 0; k < NEAR; k++)
        for (int at = n * words; at < w->line; at += words)
            w->near[k * w->line + at] = 1;
    for (int i = 0; i < n; i++)
        for (int word = 0; word < words; word++) {
            const double *const b = pm_rounded_at(rows, order[i], 0) + word;
            const int at = i * words + word;
            for (int j = PM_SIGNS_OWN; j < gray; j++) {
                w->far[at] += b[j * words];
                w->step[(j - PM_SIGNS_OWN) * w->line + at] = 2 * b[j * words];
            }
            for (int k = 0; k < NEAR; k++) {
                double sum = b[(n - 1) * words];
                for (int bit = 0; bit < LOG_LANES; bit++)
                    sum += k >> bit & 1 ? -b[(gray + bit) * words] : b[(gray + bit) * words];
                const int own = pm_gray((uint64_t)k / LANES) & 3;
                for (int bit = 0; bit < PM_SIGNS_OWN; bit++)
                    sum += own >> bit & 1 ? -b[bit * words] : b[bit * words];
                w->near[k * w->line + at] = sum;
            }
        }
}

pm_status pm_signs_large_add(double high[2], double low[2], struct pm_signs_large_room *room,
                             int level, const struct pm_rounded *rows, const int *order,
                             double start)
{
    const uint64_t chunk = UINT64_C(1) << PM_SIGNS_LOG_CHUNK;
    double sum[2][LANES] __attribute__((aligned(64))) = {{0}};

    room->walk.level = level;
    room->walk.start = start;
    fill(&room->walk, rows, order);
    for (uint64_t g = 0; g < room->blocks; g += chunk) {
        PM_TRY(pm_stack_go_on(room->b));
        room->rests(sum, &room->walk, g, g + chunk < room->blocks ? g + chunk : room->blocks);
    }
    for (int part = 0; part < room->walk.parts; part++)
        for (int lane = 0; lane < LANES; lane++)
            pm_dd_add(&high[part], &low[part], sum[part][lane]);
    return PM_OK;
}
