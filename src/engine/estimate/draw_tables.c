/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables are those of the matrix or of its transpose, whichever bound is smaller.  A wide
 * matrix gets rows of ones.  Draw number k has its own random numbers. */
#include "engine/estimate/draw_tables.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/status.h"
#include "estimate/bounds.h"
#include "base/chance.h"
#include "num/mag.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum {
    UNIT = 1024,      /* draws in a unit */
    UNIT_GUIDED = 32, /* ... these take milliseconds */
    LOOKS = 20,       /* draws that tell what a draw takes, ... */
};

static const double LOOK_MESSAGES = 1e7;    /* ... or fewer, which take so many messages */
static const double MESSAGE = 10;           /* steps for a message */
static const double LARGEST_DRAW = 0x1p400; /* of guided ones: squares stay finite */

void pm_draw_tables_free(void *tables)
{
    struct pm_draw_tables *const t = tables;

    if (t == NULL)
        return;
    pm_nested_clear(&t->n);
    pm_positive_clear(&t->p);
    pm_guided_clear(&t->g);
    pm_sign_draws_clear(&t->s);
    pm_matrix_free(t->a);
    free(t);
}

/* ----------------------------------------------------------------------------- tables */

static void count_steps(struct pm_draw_tables *t)
{
    const struct pm_nested *const n = &t->n;
    const struct pm_positive *const p = t->n.p;

    t->steps = n->start[n->count] + 4.0 * p->rows;
    for (int k = 0; k < pm_matrix_nnz(p->a); k++)
        t->steps += n->tracked.bit[k] >= 0 ? 10 : 0;
    for (int c = 0; c < n->count; c++) {
        const double terms = n->start[c + 1] - n->start[c];
        t->lost += 2 * terms * (terms + 2) * PM_BALL_U;
    }
    for (int i = 0; i < p->rows; i++) {
        const double terms = n->tracked.row[i].lives + 1;
        t->lost += 2 * terms * (terms + 2) * PM_BALL_U;
    }
}

pm_status pm_draw_tables_new(struct pm_draw_tables **out, const struct pm_matrix *a, bool owned,
                             double steps, double bytes)
{
    struct pm_draw_tables *t;
    pm_status status;
    arb_t x;

    PM_NEW(t, 1);
    t->unit = UNIT;
    if (owned)
        t->a = (struct pm_matrix *)a;
    PM_TRY_GOTO(status, pm_positive_init(&t->p, a), done);
    PM_TRY_GOTO(status, pm_nested_init(&t->n, &t->p, steps, bytes, steps > 0 ? INT_MAX : 0), done);
    arb_init(x);
    pm_draw_tables_log(x, t);
    pm_to_bits(x);
    t->bits = pm_end_above(x);
    arb_clear(x);
    count_steps(t);
done:
    PM_GIVE(out, t, status, pm_draw_tables_free);
}

pm_status pm_draw_tables_nested(struct pm_draw_tables **out, const struct pm_core *core)
{
    const struct pm_matrix *a = core->a;
    const bool square = a->rows == a->cols;
    struct pm_matrix *b = NULL;
    struct pm_draw_tables *other;

    if (!square) {
        PM_TRY(pm_matrix_pad(&b, a));
        a = b;
    }
    PM_TRY(pm_draw_tables_new(out, a, b != NULL, 0, 0));
    if (!square)
        return PM_OK;
    pm_status status = pm_matrix_transpose(&b, a);
    PM_THEN(status, pm_draw_tables_new(&other, b, true, 0, 0));
    if (status != PM_OK) {
        pm_draw_tables_free(*out);
        return status;
    }
    other->turned = true;
    const bool better = other->bits < (*out)->bits;
    pm_draw_tables_free(better ? *out : other);
    *out = better ? other : *out;
    return PM_OK;
}

/* The number of steps of a draw is that of a few draws, which are the same every time. */
static pm_status count_messages(struct pm_draw_tables *t)
{
    struct pm_guided_draw *d;
    pm_status status = PM_OK;
    uint64_t looks = 0;
    double value;

    PM_TRY(pm_guided_draw_new(&d, &t->g));
    while (status == PM_OK && looks < LOOKS && pm_guided_steps(d) < LOOK_MESSAGES) {
        uint64_t state = pm_chance_stream(0, looks++);
        status = pm_guided_draw(&value, d, &state);
        PM_THEN(status, pm_budget_ask());
    }
    t->steps = MESSAGE * (pm_guided_steps(d) / (double)looks + 2.0 * t->g.graph.vertices);
    pm_guided_draw_free(d);
    return status;
}

pm_status pm_draw_tables_guided(struct pm_draw_tables **out, const struct pm_core *core)
{
    const struct pm_matrix *a = core->a;
    struct pm_draw_tables *t;
    pm_status status = PM_OK;

    PM_NEW(t, 1);
    if (core->kind == PM_PERMANENT && a->rows != a->cols) {
        PM_TRY_GOTO(status, pm_matrix_pad(&t->a, a), done);
        a = t->a;
    }
    PM_TRY_GOTO(status, pm_guided_init(&t->g, a, core->kind), done);
    t->bits = (double)(t->g.about + t->g.exp);
    t->unit = UNIT_GUIDED;
    status = count_messages(t);
done:
    PM_GIVE(out, t, status, pm_draw_tables_free);
}

pm_status pm_draw_tables_signs(struct pm_draw_tables **out, const struct pm_core *core)
{
    struct pm_draw_tables *t;

    PM_NEW(t, 1);
    const pm_status status = pm_sign_draws_init(&t->s, core->a, HUGE_VAL);
    t->unit = UNIT;
    t->lost = t->s.loose;
    if (status == PM_OK)
        t->steps =
            pm_matrix_nnz(t->s.b) * (core->a->im != NULL ? 2.0 : 1.0) * (t->s.repeats ? 2.0 : 1.0) +
            4.0 * core->a->rows;
    PM_GIVE(out, t, status, pm_draw_tables_free);
}

void pm_draw_tables_log(arb_t x, const struct pm_draw_tables *t)
{
    if (t->s.b != NULL)
        pm_sign_draws_log(x, &t->s);
    else if (t->g.graph.start == NULL)
        pm_nested_log(x, &t->n);
    else {
        arb_const_log2(x, PM_LOG_BITS);
        arb_mul_si(x, x, t->g.about + t->g.exp, PM_LOG_BITS);
    }
}

double pm_draw_tables_loose(const struct pm_draw_tables *t)
{
    return t->s.b != NULL             ? 0
           : t->g.graph.start == NULL ? pm_nested_loose(&t->n)
                                      : pm_guided_loose(&t->g);
}

/* ----------------------------------------------------------------------------- draws */

static pm_status add(struct pm_pilot *sums, double x, double most)
{
    if (!(x >= 0 && x <= most))
        return pm_fail(PM_UNABLE, "a draw needs numbers beyond the range of double");
    sums->sum += x;
    sums->squares += x * x;
    sums->largest = fmax(sums->largest, x);
    sums->group[(uint64_t)sums->draws % PM_GROUPS] += x;
    sums->draws++;
    return PM_OK;
}

static pm_status add_nested(struct pm_pilot *sums, const struct pm_draw_tables *t, uint64_t seed,
                            uint64_t first, uint64_t end)
{
    struct pm_nested_draw d;

    pm_status status = pm_nested_draw_init(&d, &t->n);
    for (uint64_t k = first; k < end && status == PM_OK; k++) {
        uint64_t state = pm_chance_stream(seed, k);
        status = add(sums, pm_nested_draw(&d, &t->n, &state), 1 + t->lost);
    }
    pm_nested_draw_clear(&d);
    return status;
}

static pm_status add_guided(struct pm_pilot *sums, const struct pm_draw_tables *t, uint64_t seed,
                            uint64_t first, uint64_t end)
{
    struct pm_guided_draw *d;

    PM_TRY(pm_guided_draw_new(&d, &t->g));
    pm_status status = PM_OK;
    for (uint64_t k = first; k < end && status == PM_OK; k++) {
        uint64_t state = pm_chance_stream(seed, k);
        double value;
        status = pm_guided_draw(&value, d, &state);
        PM_THEN(status, add(sums, value, LARGEST_DRAW));
    }
    pm_guided_draw_free(d);
    return status;
}

static pm_status add_signs(struct pm_pilot *sums, const struct pm_draw_tables *t, uint64_t seed,
                           uint64_t first, uint64_t end)
{
    double *z;

    PM_NEW(z, 2 * (size_t)t->s.b->cols);
    for (uint64_t k = first; k < end; k++) {
        uint64_t state = pm_chance_stream(seed, k);
        double x[2];
        pm_sign_draws_next(x, z, &t->s, &state);
        sums->sum += x[0];
        sums->im += x[1];
        sums->draws++;
    }
    free(z);
    return PM_OK;
}

pm_status pm_draw_tables_add(struct pm_pilot *sums, const struct pm_draw_tables *t, uint64_t seed,
                             uint64_t first, uint64_t end)
{
    return (t->s.b != NULL             ? add_signs
            : t->g.graph.start == NULL ? add_nested
                                       : add_guided)(sums, t, seed, first, end);
}
