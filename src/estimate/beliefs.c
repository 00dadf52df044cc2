/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Bethe permanent of a non-negative matrix: the maximum over the doubly stochastic matrices D
 * that are 0 where A is 0 of
 *
 *     F(D) = sum d_ij log(a_ij / d_ij) + (1 - d_ij) log(1 - d_ij),
 *
 * as a logarithm (Vontobel, The Bethe permanent of a nonnegative matrix, IEEE Transactions on
 * Information Theory 59, 2013).  The D of the maximum has the beliefs of belief propagation: with
 * messages x from rows to columns and y back,
 *
 *     x_ij = 1 / sum_(k != j) a_ik y_ik,   y_ij = 1 / sum_(k != i) a_kj x_kj,
 *     d_ij = a_ij x_ij y_ij / (1 + a_ij x_ij y_ij).
 *
 * Messages may run through the same values again and again.  Geometric means of old and new ones
 * settle.
 *
 * Where one matching has nearly all the weight, D may be this matching; then the messages grow for
 * ever, and D is rounded to it.
 *
 * Upper bound: F is a sum over the rows, and each row's part is concave where the row adds up to 1
 * (Vontobel).  So F lies below its tangent at any positive matrix p with such rows,
 *
 *     F(D) <= sum_ij log(1 - p_ij) + sum_ij d_ij g_ij,   g_ij = log(a_ij / (p_ij (1 - p_ij))),
 *
 * and with any v_j > 0 the last sum is at most sum_j log v_j + sum_i max_j (g_ij - log v_j), since
 * rows and columns of D add up to 1.  p are the beliefs, divided by their sums, and at the fixed
 * point v_j = sum_i a_ij x_ij makes all terms of a row equal, so that nothing is lost. */
#include "base/alloc.h"
#include "base/budget.h"
#include "estimate/bounds.h"

#include <math.h>

enum {
    ROUNDS = 400,     /* at most, for one of several bounds */
    PATIENCE = 10000, /* for the Bethe permanent itself */
    DAMPED = 8,       /* after ROUNDS, one round of so many */
};

static const double NEAR = 1e-11;      /* propagation ends when no message changes by more */
static const double FROZEN = 1e-100;   /* ... that belongs to a belief as near as this to 0 or 1 */
static const double LARGEST = 0x1p400; /* of messages */
static const double SMALL = 0x1p-60;   /* a belief off the matching that has nearly all */
static const double LEAST = 0x1p-1000; /* of beliefs in the upper bound */

/* The messages of both directions.  Element nnz + j is that between column j and each of the lower
 * rows. */
struct belief {
    const struct pm_positive *p;
    double *weight, *to_col, *to_row;
    double *sum; /* [cols] of weight to_col over each column */
    int *line;   /* the entries of one line */
    bool damped; /* a message is the geometric mean of the old and the new one */
};

/* For each of the line's entries, out = 1 / (sum of weight in over the others).  The last entry
 * stands for `times` equal ones, where it is one of the lower rows.  Returns the sum over all.
 * *most: at least the largest relative change of a message whose belief is not frozen. */
static double line_replies(double *most, double *out, const double *in, const struct belief *b,
                           int count, int times)
{
    const double *const weight = b->weight;
    const int *const line = b->line;
    double total = 0;

    for (int k = 0; k < count; k++)
        total += weight[line[k]] * in[line[k]] * (k == count - 1 ? times : 1);
    for (int k = 0; k < count; k++) {
        const double own = weight[line[k]] * in[line[k]];
        double rest = total - own;
        if (rest < 0.5 * total) { /* the difference would lose bits */
            rest = 0;
            for (int l = 0; l < count; l++)
                rest += weight[line[l]] * in[line[l]] *
                        ((l == count - 1 ? times : 1) - (l == k ? 1 : 0));
        }
        const double change = fabs(rest * out[line[k]] - 1);
        if ((own / total) * (rest / total) > FROZEN)
            *most = fmax(*most, change);
        const double reply = fmin(fmax(1 / rest, 1 / LARGEST), LARGEST);
        out[line[k]] = b->damped ? sqrt(reply * out[line[k]]) : reply;
    }
    return total;
}

static double round_of_messages(struct belief *b)
{
    const struct pm_positive *const p = b->p;
    const int nnz = pm_matrix_nnz(p->a);
    double most = 0;

    for (int i = 0; i < p->rows + (p->ones > 0); i++) {
        const int first = i < p->rows ? p->a->start[i] : nnz;
        const int count = i < p->rows ? p->a->start[i + 1] - first : p->cols;
        for (int k = 0; k < count; k++)
            b->line[k] = first + k;
        line_replies(&most, b->to_col, b->to_row, b, count, 1);
    }
    for (int j = 0; j < p->cols; j++) {
        int count = 0;
        for (int k = p->start_col[j]; k < p->start_col[j + 1]; k++)
            b->line[count++] = p->entry[k];
        if (p->ones > 0)
            b->line[count++] = nnz + j;
        const int times = p->ones > 0 ? p->ones : 1;
        b->sum[j] = line_replies(&most, b->to_row, b->to_col, b, count, times);
    }
    return most;
}

static pm_status propagate(double *near, struct belief *b, int rounds)
{
    const struct pm_positive *const p = b->p;
    const int nnz = pm_matrix_nnz(p->a), all = nnz + (p->ones > 0 ? p->cols : 0);
    bool fine = true;

    PM_NEW(b->weight, all);
    PM_NEW(b->to_col, all);
    PM_NEW(b->to_row, all);
    PM_NEW(b->sum, p->cols);
    PM_NEW(b->line, p->cols + 1);
    for (int k = 0; k < all; k++) {
        b->weight[k] = k < nnz ? p->value[k] * p->row[p->row_of[k]] * p->col[p->a->col[k]]
                               : p->one * p->col[k - nnz];
        b->to_col[k] = b->to_row[k] = 1;
    }
    for (int round = 0; round < rounds && !(round_of_messages(b) < NEAR); round++) {
        b->damped = round >= ROUNDS && round % DAMPED == 0;
        PM_TRY(pm_budget_ask());
    }
    for (int k = 0; k < all; k++) {
        const double x = b->weight[k] * b->to_col[k] * b->to_row[k];
        near[k] = (x < 1 ? x / (1 + x) : 1 / (1 + 1 / x)) * (k < nnz ? 1 : p->ones);
        fine = fine && isfinite(near[k]);
    }
    return fine ? PM_OK : pm_fail(PM_UNABLE, "belief propagation leaves the range of double");
}

pm_status pm_beliefs_near(double *near, double *sum, const struct pm_positive *p)
{
    struct belief b = {.p = p};
    const pm_status status = propagate(near, &b, sum != NULL ? PATIENCE : ROUNDS);

    for (int j = 0; j < p->cols && status == PM_OK && sum != NULL; j++)
        sum[j] = b.sum[j] / p->col[j];
    PM_FREE(b.weight, b.to_col, b.to_row, b.sum, b.line);
    return status;
}

/* ----------------------------------------------------------------------- upper bound */

/* x += the logarithm of the bound's factors of row i. */
static void add_row(arb_t x, const struct pm_positive *p, int i, const double *near,
                    const double *sum)
{
    const int first = p->a->start[i], end = p->a->start[i + 1];
    int largest = first;
    arb_t others, total, rest, product, most, y;

    PM_EACH(arb_init, others, total, rest, product, most, y);
    for (int k = first; k < end; k++)
        largest = near[k] > near[largest] ? k : largest;
    for (int k = first; k < end; k++) {
        arb_set_d(y, fmax(near[k], LEAST));
        if (k != largest)
            arb_add(others, others, y, PM_LOG_BITS);
    }
    arb_set_d(y, near[largest]);
    arb_add(total, others, y, PM_LOG_BITS);
    arb_one(product);
    for (int k = first; k < end; k++) { /* 1 - p = rest / total */
        arb_set_d(y, fmax(near[k], LEAST));
        if (k == largest)
            arb_set(rest, others);
        else
            arb_sub(rest, total, y, PM_LOG_BITS);
        arb_mul(y, y, rest, PM_LOG_BITS);
        arb_div(rest, rest, total, PM_LOG_BITS);
        arb_mul(product, product, rest, PM_LOG_BITS);
        arb_set_d(rest, sum[p->a->col[k]]);
        arb_mul(y, y, rest, PM_LOG_BITS);
        arb_set_d(rest, p->value[k]);
        arb_div(y, rest, y, PM_LOG_BITS);
        arb_max(most, most, y, PM_LOG_BITS);
    }
    arb_mul(product, product, most, PM_LOG_BITS);
    arb_mul(product, product, total, PM_LOG_BITS);
    arb_mul(product, product, total, PM_LOG_BITS);
    arb_log(product, product, PM_LOG_BITS);
    arb_add(x, x, product, PM_LOG_BITS);
    PM_EACH(arb_clear, others, total, rest, product, most, y);
}

/* *bits = the smaller one of it and the upper bound. */
static pm_status upper(double *bits, const struct pm_positive *p, const double *near,
                       const double *sum)
{
    pm_status status = PM_OK;
    arb_t x;

    arb_init(x);
    for (int i = 0; i < p->rows && status == PM_OK; i++) {
        add_row(x, p, i, near, sum);
        status = pm_budget_ask();
    }
    for (int j = 0; j < p->cols; j++)
        pm_add_log(x, sum[j], 1);
    pm_to_bits(x);
    arb_add_si(x, x, p->all, PM_LOG_BITS);
    if (arb_is_finite(x))
        *bits = fmin(*bits, pm_end_above(x));
    arb_clear(x);
    return status;
}

/* ----------------------------------------------------------------------- lower bound */

/* Makes D the matching of its entries above 1/2, if every row has one. */
static bool round_to_matching(struct pm_doubly *d)
{
    const int64_t half = INT64_C(1) << (PM_DOUBLY_BITS - 1);
    const int nnz = pm_matrix_nnz(d->p->a);
    int above = 0;

    for (int k = 0; k < nnz; k++)
        above += d->entry[k] > half;
    for (int k = 0; k < nnz && above == d->p->rows; k++)
        d->entry[k] = d->entry[k] > half ? 2 * half : 0;
    return above == d->p->rows;
}

/* The lower bound by D, and its beliefs, if it is larger than *bits. */
static pm_status lower(double *bits, double *beliefs, const struct pm_doubly *d)
{
    arb_t x;

    arb_init(x);
    const pm_status status = pm_lower_doubly(x, NULL, d);
    const double found = pm_end_below(x);
    arb_clear(x);
    if (status == PM_OK && found > *bits) {
        *bits = found;
        for (int k = 0; k < pm_matrix_nnz(d->p->a); k++)
            beliefs[k] = ldexp((double)d->entry[k], -PM_DOUBLY_BITS);
    }
    return status;
}

/* near[] and sum[] for the upper bound where D is a matching: with b_ij = a_ij over the matched
 * entry of row i, and v = 1 + b v, the beliefs off the matching are small multiples of b_ij v_j /
 * v_i. */
static pm_status near_matching(double *near, double *sum, const struct pm_doubly *d)
{
    const struct pm_positive *const p = d->p;
    double change = 1;

    for (int j = 0; j < p->cols; j++)
        sum[j] = 1;
    for (int round = 0; round < PATIENCE && change > NEAR; round++) {
        change = 0;
        for (int i = 0; i < p->rows; i++) {
            double total = 0;
            int own = 0;
            for (int k = p->a->start[i]; k < p->a->start[i + 1]; k++)
                if (d->entry[k] > 0)
                    own = k;
                else
                    total += p->value[k] * sum[p->a->col[k]];
            double *const v = &sum[p->a->col[own]];
            const double old = *v;
            *v = fmin(1 + total / p->value[own], LARGEST);
            change = fmax(change, fabs(*v / old - 1));
            for (int k = p->a->start[i]; k < p->a->start[i + 1]; k++)
                near[k] =
                    k == own ? 1 : SMALL * p->value[k] / p->value[own] * sum[p->a->col[k]] / *v;
        }
        PM_TRY(pm_budget_ask());
    }
    for (int j = 0; j < p->cols; j++)
        sum[j] = 1 / sum[j];
    return PM_OK;
}

static pm_status bethe(double ends[2], double *beliefs, const struct pm_positive *p, double *near,
                       double *sum)
{
    struct pm_doubly d;

    ends[0] = -HUGE_VAL;
    ends[1] = HUGE_VAL;
    PM_TRY(pm_beliefs_near(near, sum, p));
    PM_TRY(pm_doubly_init(&d, p, near));
    pm_status status = lower(&ends[0], beliefs, &d);
    PM_THEN(status, upper(&ends[1], p, near, sum));
    if (status == PM_OK && round_to_matching(&d)) {
        status = lower(&ends[0], beliefs, &d);
        PM_THEN(status, near_matching(near, sum, &d));
        PM_THEN(status, upper(&ends[1], p, near, sum));
    }
    pm_doubly_clear(&d);
    return status;
}

pm_status pm_beliefs_find(double ends[2], double *beliefs, const struct pm_matrix *a)
{
    double *near = NULL, *sum = NULL;
    struct pm_positive p;
    pm_status status;

    PM_TRY(pm_positive_init(&p, a));
    PM_NEW_GOTO(status, near, pm_matrix_nnz(a) + a->cols, done);
    PM_NEW_GOTO(status, sum, a->cols, done);
    status = bethe(ends, beliefs, &p, near, sum);
done:
    PM_FREE(near, sum);
    pm_positive_clear(&p);
    return status;
}
