/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes a unit of the graded walk: the nodes below one root, level by level and sixteen at a
 * time.
 *
 * Children that pass their test wait in the group of their level.  As soon as this group is full,
 * its own children are tested.  So every level needs only one group.  At the end, partly filled
 * groups are processed, from the root down. */
#include "base/bits.h"
#include "base/stop.h"
#include "engine/graded/graded_walk.h"

#include <math.h>
#include <string.h>

enum {
    LANES = PM_GRADED_LANES,
    FAN = PM_GRADED_FAN,
    FLUSH = 1 << 20, /* number of groups of blocks after which the sums in doubles are added to
                      * integers, so that they stay exact */
};

double pm_graded_steps(const struct pm_graded_shares *shares)
{
    double steps = PM_GRADED_TEST_WORK * shares->tested -
                   (PM_GRADED_WORK[PM_GRADE_PLAIN] - PM_GRADED_WHOLE_WORK) * shares->whole;

    for (int g = 0; g < PM_GRADES; g++)
        steps += PM_GRADED_WORK[g] * shares->blocks[g];
    return steps;
}

/* Nodes of one kind that wait until there are sixteen. */
struct queue {
    struct pm_graded_group group;
    uint64_t path[LANES]; /* patterns on the way from the root, the last one in the lowest bits */
    int fill;
};

struct walk {
    const struct pm_graded *d;
    struct pm_graded_sums sums;
    struct queue node[PM_GRADED_LEVELS]; /* node[l]: nodes of level l, whose children will be
                                          * tested */
    struct queue plain, fine;            /* blocks in double precision, without and with
                                          * compensation */
    struct queue whole;                  /* nodes that are computed whole */
    struct {
        struct pm_graded_near near;
        int fill;
    } single; /* blocks in single precision */
    struct pm_graded_test test[PM_GRADED_LEVELS];
    double plain_sum[2][LANES] __attribute__((aligned(64)));
    /* sums of the digits of compensated blocks */
    double digit[PM_GRADED_LIMBS][LANES] __attribute__((aligned(64)));
    double rest[PM_GRADED_ROWS]; /* rounding errors of the root's row sums */
    int groups;                  /* number of groups of blocks in double precision since the last
                                  * flush() */
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
    for (int lane = 0; lane < LANES; lane++)
        w->plain_sum[1][lane] /= PM_GRADED_SECOND;
    for (int k = 0; k < 2; k++)
        w->sums.plain[k] += drain(w->plain_sum[k]);
    for (int k = 0; k < PM_GRADED_LIMBS; k++)
        w->sums.limb[k] += drain(w->digit[k]);
    w->groups = 0;
}

/* ------------------------------------------------------------------ blocks */

static void count_groups(struct walk *w, int count)
{
    w->groups += count;
    if (w->groups >= FLUSH)
        flush(w);
}

static void run_fine(struct walk *w, struct queue *queue)
{
    const struct pm_graded *const d = w->d;
    double rest[PM_GRADED_ROWS * LANES] __attribute__((aligned(64))) = {0};

    d->kernels->rest(rest, d->level, d->levels, w->rest, queue->path, queue->fill);
    d->kernels->fine(w->digit, &d->leaf, &queue->group, rest);
    w->sums.blocks[PM_GRADE_FINE] += queue->fill;
    count_groups(w, 1);
}

static void run_plain(struct walk *w, struct queue *queue)
{
    w->d->kernels->leaf(w->plain_sum, &w->d->leaf, &queue->group);
    w->sums.blocks[PM_GRADE_PLAIN] += queue->fill;
    count_groups(w, 1);
}

static void run_whole(struct walk *w, struct queue *queue)
{
    const struct pm_graded *const d = w->d;

    d->kernels->whole(w->plain_sum, &d->leaf, &queue->group);
    w->sums.whole += queue->fill;
    w->sums.blocks[PM_GRADE_PLAIN] += queue->fill * FAN;
    count_groups(w, FAN);
}

static void run_single(struct walk *w)
{
    w->sums.single += w->d->kernels->single(&w->d->single, &w->single.near);
    w->sums.blocks[PM_GRADE_SINGLE] += w->single.fill;
    w->single.fill = 0;
}

/* ------------------------------------------------------------------ nodes */

static void run_nodes(struct walk *w, int l);

/* Processes the group of a queue.  Afterwards the queue is empty. */
static void run(struct walk *w, struct queue *queue)
{
    if (pm_stop_wanted(w->d->stop)) {
        queue->fill = 0;
        return;
    }
    if (queue == &w->fine)
        run_fine(w, queue);
    else if (queue == &w->plain)
        run_plain(w, queue);
    else if (queue == &w->whole)
        run_whole(w, queue);
    else
        run_nodes(w, (int)(queue - w->node));
    queue->fill = 0;
}

/* Returns how many of `count` codes fit into the lanes from `fill` on.  *mask = the set of these
 * lanes. */
static int lanes_take(unsigned *mask, int fill, int count)
{
    const int room = LANES - fill, taken = count < room ? count : room;

    *mask = ((1u << taken) - 1) << fill;
    return taken;
}

/* Adds the `count` children of node[l + 1] that `code` lists to the queue. */
static void push(struct walk *w, struct queue *queue, int l, const uint8_t *code, int count)
{
    const struct queue *const parent = &w->node[l + 1];

    while (count > 0) {
        unsigned mask;
        const int taken = lanes_take(&mask, queue->fill, count);
        w->d->kernels->fill(&queue->group, &w->d->level[l], &parent->group, code, mask);
        for (int k = 0; k < taken; k++)
            queue->path[queue->fill + k] = parent->path[code[k] & 15] * FAN + (code[k] >> 4);
        queue->fill += taken;
        code += taken;
        count -= taken;
        if (queue->fill == LANES)
            run(w, queue);
    }
}

/* The same for children of node[1] that are blocks in single precision. */
static void push_single(struct walk *w, const uint8_t *code, int count)
{
    while (count > 0) {
        unsigned mask;
        const int taken = lanes_take(&mask, w->single.fill, count);
        w->d->kernels->fill_near(&w->single.near, &w->d->level[0], &w->test[0].near, code, mask);
        w->single.fill += taken;
        code += taken;
        count -= taken;
        if (w->single.fill == LANES)
            run_single(w);
    }
}

/* Tests all children of node[l]. */
static void run_nodes(struct walk *w, int l)
{
    static const uint16_t none[FAN] = {0};
    const struct pm_graded *const d = w->d;
    const struct pm_graded_level *const level = &d->level[l - 1];
    struct pm_graded_test *const test = &w->test[l - 1];
    int (*const list)(uint8_t *, const uint16_t *, const uint16_t *) = d->kernels->list;
    uint8_t code[PM_GRADED_CODES];

    d->kernels->test(test, level, &w->node[l].group);
    w->sums.tested[l - 1] += w->node[l].fill * level->fan;
    if (l > 1) {
        uint16_t whole[FAN];
        for (int s = 0; s < FAN; s++)
            whole[s] = test->above[1][s] & (uint16_t)~test->above[2][s];
        push(w, &w->node[l - 1], l - 1, code, list(code, test->above[0], whole));
        push(w, &w->whole, l - 1, code, list(code, whole, none));
        return;
    }
    push_single(w, code, list(code, test->above[0], test->above[1]));
    push(w, &w->plain, 0, code, list(code, test->above[1], test->above[2]));
    push(w, &w->fine, 0, code, list(code, test->above[2], none));
}

static void clear_lanes(struct pm_graded_group *group, int n, int first)
{
    for (int lane = first; lane < LANES; lane++) {
        for (int k = 0; k < n; k++)
            group->y[k][lane] = 0;
        group->sign[lane] = 0;
    }
}

/* Processes a partly filled group. */
static void finish(struct walk *w, struct queue *queue)
{
    if (queue->fill == 0)
        return;
    clear_lanes(&queue->group, w->d->n, queue->fill);
    run(w, queue);
}

static void finish_single(struct walk *w)
{
    for (int lane = w->single.fill; lane < LANES; lane++) {
        for (int k = 0; k < w->d->n; k++)
            w->single.near.x[k][lane] = 0;
        w->single.near.sign[lane] = 0;
    }
    if (w->single.fill > 0)
        run_single(w);
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

void pm_graded_sums(struct pm_graded_sums *sums, const struct pm_graded *d, uint64_t unit)
{
    struct walk w;

    memset(&w, 0, sizeof w);
    w.d = d;
    open_root(&w, unit);
    for (int l = d->levels; l > 0; l--)
        finish(&w, &w.node[l]);
    finish_single(&w);
    finish(&w, &w.plain);
    finish(&w, &w.whole);
    finish(&w, &w.fine);
    flush(&w);
    for (int l = 0; l < d->levels; l++)
        w.sums.skipped[l] = w.test[l].sum[PM_GRADE_SKIP];
    for (int g = PM_GRADE_SINGLE; g < PM_GRADES; g++)
        w.sums.bound[g] = w.test[0].sum[g];
    w.sums.whole_bound = d->whole > 0 ? w.test[d->whole].sum[PM_GRADE_PLAIN] : 0;
    *sums = w.sums;
}
