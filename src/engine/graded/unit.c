/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit of the graded walk: the nodes below one root, level by level and eight at a time.
 *
 * Children that survive their test queue up in the group of their level; as soon as it is full its
 * own children are tested, so every level holds one group.  What is left in part-filled groups
 * goes last, from the root down. */
#include "base/bits.h"
#include "engine/graded/graded.h"
#include "num/ball.h"

#include "model/round.h"

#include <math.h>
#include <string.h>

enum {
    LANES = PM_GRADED_LANES,
    FAN = PM_GRADED_FAN,
    FULL = (1 << LANES) - 1,
    FLUSH = 1 << 20, /* groups after which exact sums of doubles go into integers */
};

/* Nodes that wait. */
struct queue {
    struct pm_graded_group group;
    uint64_t path[LANES]; /* patterns on the way from the root, the last one lowest */
    int fill;
};

struct walk {
    const struct pm_graded *d;
    struct pm_graded_tally tally;
    struct queue node[PM_GRADED_LEVELS]; /* [l]: children of node[l] are of level l - 1 */
    struct queue plain, fine;            /* blocks */
    struct pm_graded_test test[PM_GRADED_LEVELS];
    double sum[2][LANES] __attribute__((aligned(64)));
    double rest[PM_GRADED_ROWS]; /* of the root: what was rounded off its row sums */
    int groups;                  /* since the last flush */
    int64_t plain_sum[2];        /* the same, flushed */
    int64_t skipped[PM_GRADED_LEVELS], kept, fine_bound;
    int64_t limb[PM_GRADED_LIMBS];
};

/* ------------------------------------------------------------------ sums */

static int64_t drain(double *lanes)
{
    int64_t sum = 0;

    for (int lane = 0; lane < LANES; lane++) {
        sum += (int64_t)lanes[lane];
        lanes[lane] = 0;
    }
    return sum;
}

static void flush(struct walk *w)
{
    for (int l = 0; l < w->d->levels; l++)
        w->skipped[l] += drain(w->test[l].skipped);
    w->kept += drain(w->test[0].kept);
    for (int lane = 0; lane < LANES; lane++)
        w->sum[1][lane] /= PM_GRADED_SECOND;
    w->plain_sum[0] += drain(w->sum[0]);
    w->plain_sum[1] += drain(w->sum[1]);
    w->groups = 0;
}

/* Adds x, |x| <= 2^30, to the limbs: 30 bits each, the first of integers. */
static void limbs_add(int64_t *limb, double x)
{
    for (int k = 0; k < PM_GRADED_LIMBS; k++) {
        const double digit = rint(x);
        limb[k] += (int64_t)digit;
        x = (x - digit) * 0x1p30;
    }
}

/* ------------------------------------------------------------------ blocks */

/* What was rounded off the row sums of waiting blocks. */
static void rest_sums(double *rest, const struct walk *w, const struct queue *queue)
{
    const struct pm_graded *const d = w->d;

    for (int lane = 0; lane < LANES; lane++) {
        double sum[PM_GRADED_ROWS];
        uint64_t path = lane < queue->fill ? queue->path[lane] : 0;
        memcpy(sum, w->rest, sizeof sum);
        for (int l = 0; l < d->levels; l++, path /= FAN) {
            const double *const part = d->level[l].rest + path % FAN * (uint64_t)d->n;
            for (int k = 0; k < d->n; k++)
                sum[k] += part[k];
        }
        for (int k = 0; k < d->n; k++)
            rest[k * LANES + lane] = sum[k];
    }
}

static void run_fine(struct walk *w, struct queue *queue)
{
    double rest[PM_GRADED_ROWS * LANES] __attribute__((aligned(64)));
    double high[LANES] __attribute__((aligned(64))), low[LANES] __attribute__((aligned(64)));

    rest_sums(rest, w, queue);
    w->d->kernels->fine(high, low, &w->d->leaf, &queue->group, rest);
    for (int lane = 0; lane < queue->fill; lane++) {
        limbs_add(w->limb, high[lane]);
        limbs_add(w->limb, low[lane]);
    }
    w->tally.fine += (uint64_t)queue->fill;
}

static void run_plain(struct walk *w, struct queue *queue)
{
    w->d->kernels->leaf(w->sum, &w->d->leaf, &queue->group);
    w->tally.plain += (uint64_t)queue->fill;
}

/* ------------------------------------------------------------------ nodes */

static void run_nodes(struct walk *w, int l);

/* Does what a full group is there for; its lanes are free again. */
static void run(struct walk *w, struct queue *queue)
{
    if (queue == &w->fine)
        run_fine(w, queue);
    else if (queue == &w->plain)
        run_plain(w, queue);
    else
        run_nodes(w, (int)(queue - w->node));
    queue->fill = 0;
}

/* Queues the `count` children of node[l + 1] that `code` lists. */
static void push(struct walk *w, struct queue *queue, int l, const uint8_t *code, int count)
{
    const struct queue *const parent = &w->node[l + 1];

    while (count > 0) {
        const int room = LANES - queue->fill, taken = count < room ? count : room;
        uint8_t place[LANES] = {0};
        memcpy(place + queue->fill, code, (size_t)taken);
        w->d->kernels->fill(&queue->group, &w->d->level[l], &parent->group, place,
                            ((1u << taken) - 1) << queue->fill);
        for (int k = 0; k < taken; k++)
            queue->path[queue->fill + k] = parent->path[code[k] & 7] * FAN + (code[k] >> 3);
        queue->fill += taken;
        code += taken;
        count -= taken;
        if (queue->fill == LANES)
            run(w, queue);
    }
}

/* Lists the bits of masks as codes. */
static int list(uint8_t *code, const uint8_t *mask, const uint8_t *but, int fan)
{
    int count = 0;

    for (int s = 0; s < fan; s++)
        for (unsigned m = mask[s] & ~(unsigned)but[s]; m != 0; m &= m - 1)
            code[count++] = (uint8_t)(s << 3 | __builtin_ctz(m));
    return count;
}

/* Tests all children of node[l]. */
static void run_nodes(struct walk *w, int l)
{
    static const uint8_t none[FAN] = {0};
    const struct pm_graded *const d = w->d;
    const struct pm_graded_level *const level = &d->level[l - 1];
    struct pm_graded_test *const test = &w->test[l - 1];
    uint8_t code[FAN * LANES];

    d->kernels->test(test, level, &w->node[l].group);
    w->tally.tested[l - 1] += (uint64_t)(w->node[l].fill * level->fan);
    if (l > 1) {
        push(w, &w->node[l - 1], l - 1, code, list(code, test->keep, none, level->fan));
        return;
    }
    const int fine = list(code, test->fine, none, level->fan);
    for (int k = 0; k < fine; k++)
        w->fine_bound += 1 + (int64_t)(test->bound[code[k] >> 3][code[k] & 7] /
                                       (PM_GRADED_LIMIT / d->limit[0]) / d->largest * 0x1p28);
    push(w, &w->fine, 0, code, fine);
    push(w, &w->plain, 0, code, list(code, test->keep, test->fine, level->fan));
    if (++w->groups == FLUSH)
        flush(w);
}

/* Runs a part-filled group. */
static void finish(struct walk *w, struct queue *queue)
{
    if (queue->fill == 0)
        return;
    for (int lane = queue->fill; lane < LANES; lane++) {
        for (int k = 0; k < w->d->n; k++)
            queue->group.y[k][lane] = 0;
        queue->group.sign[lane] = 0;
    }
    run(w, queue);
}

static void open_root(struct walk *w, uint64_t unit)
{
    const struct pm_graded *const d = w->d;
    struct queue *const root = &w->node[d->levels];

    for (int k = 0; k < d->n; k++) {
        double y = d->base[k], rest = d->rest[k];
        for (uint64_t bits = unit; bits != 0; bits &= bits - 1) {
            y -= d->twice[__builtin_ctzll(bits) * d->n + k];
            rest -= d->twice_rest[__builtin_ctzll(bits) * d->n + k];
        }
        const double whole = rint(rest / d->grid[k]) * d->grid[k];
        root->group.y[k][0] = y + whole;
        w->rest[k] = rest - whole;
    }
    root->group.sign[0] = pm_popcount(unit) & 1 ? -1 : 1;
    root->path[0] = 0;
    root->fill = 1;
}

/* ------------------------------------------------------------------ the part */

/* Bound of the error of the sum, in units of 2^exp; a rounding to a multiple of a unit is off by no
 * more than half, and counts as a whole one. */
static double error_bound(const struct walk *w)
{
    const struct pm_graded *const d = w->d;
    const struct pm_graded_tally *const tally = &w->tally;
    const double plain = (double)tally->plain, fine = (double)tally->fine;
    double error = 0;

    for (int l = 0; l < d->levels; l++)
        error +=
            ((double)w->skipped[l] + (double)tally->tested[l]) * (d->limit[l] / PM_GRADED_LIMIT);
    error += ((double)w->kept + plain) * (d->split / PM_GRADED_LIMIT) * d->share;
    error += (double)w->fine_bound * 0x1p-28 * d->largest * d->fine_share;
    error += plain * PM_GRADED_SECOND * (d->split / PM_GRADED_TOP);
    error += fine * ldexp(d->largest / PM_GRADED_TOP, 2 - 30 * (PM_GRADED_LIMBS - 1));
    return error * (1 + 0x1p-40);
}

/* The sum as an integer times 2^*exp. */
static void collect(fmpz_t sum, int64_t *exp, const struct walk *w)
{
    const struct pm_graded *const d = w->d;
    int split, largest;
    fmpz_t part;

    frexp(d->split / PM_GRADED_TOP, &split); /* of plain integers: 2^(split - 1) */
    frexp(d->largest / PM_GRADED_TOP, &largest);
    *exp = (split < largest ? split : largest) - 1 - 30 * (PM_GRADED_LIMBS - 1) - 31;
    fmpz_init(part);
    fmpz_zero(sum);
    for (int k = 0; k < PM_GRADED_LIMBS; k++) {
        fmpz_set_si(part, w->limb[k]);
        fmpz_mul_2exp(part, part, (ulong)(largest - 1 - 30 * k - *exp));
        fmpz_add(sum, sum, part);
    }
    for (int k = 0; k < 2; k++) {
        fmpz_set_si(part, w->plain_sum[k]);
        fmpz_mul_2exp(part, part, (ulong)(split - 1 - 31 * k - *exp));
        fmpz_add(sum, sum, part);
    }
    fmpz_clear(part);
    *exp += d->exp;
}

/* *part = the sum times the factor, in double-double. */
static void set_part(struct pm_part *part, const struct walk *w)
{
    const struct pm_graded *const d = w->d;
    double gap, off, size;
    int64_t exp;
    fmpq_t x, high;
    mpq_t q;

    fmpq_init(x);
    fmpq_init(high);
    mpq_init(q);
    collect(fmpq_numref(x), &exp, w);
    fmpz_mul(fmpq_numref(x), fmpq_numref(x), d->factor);
    const int64_t down = (int64_t)fmpz_bits(fmpq_numref(x));
    *part = (struct pm_part){.exp = exp + d->shift + down};
    part->re[0] = pm_round(&gap, x, -down);
    mpq_set_d(q, part->re[0]);
    fmpq_set_mpq(high, q);
    fmpq_mul_2exp(high, high, (ulong)down);
    fmpq_sub(x, x, high);
    part->re[1] = pm_round(&off, x, -down);
    size = fabs(part->re[0]) * (1 + 0x1p-40);
    /* the error in units of 2^exp times the factor, as the value is */
    part->err = ldexp(error_bound(w) * fmpz_get_d(d->factor), (int)(d->exp - exp - down));
    part->err = pm_up(part->err * (1 + d->rounding) + off + size * (d->rounding + d->factor_error));
    mpq_clear(q);
    fmpq_clear(high);
    fmpq_clear(x);
}

void pm_graded_unit(struct pm_part *part, struct pm_graded_tally *tally, const struct pm_graded *d,
                    uint64_t unit)
{
    struct walk w;

    memset(&w, 0, sizeof w);
    w.d = d;
    open_root(&w, unit);
    for (int l = d->levels; l > 0; l--)
        finish(&w, &w.node[l]);
    finish(&w, &w.plain);
    finish(&w, &w.fine);
    flush(&w);
    set_part(part, &w);
    tally->plain += w.tally.plain;
    tally->fine += w.tally.fine;
    for (int l = 0; l < d->levels; l++)
        tally->tested[l] += w.tally.tested[l];
}
