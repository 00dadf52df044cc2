/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A product over the rows that bounds a permanent and is nested: matchings are drawn column by
 * column, and the bounds of what can be left add up to at most the bound before.
 *
 * The columns 0, 1, ... take rows in turn.  Let h_i(c) be a factor of row i for the columns from c
 * on: 0 if it has no entry there, its value if it has one, and otherwise with x = a_ic / h_i(c + 1)
 *
 *     h_i(c) = h_i(c + 1) f(x),   f(x) = exp(x / e) for x <= e,   f(x) = x for x >= e.
 *
 * Then sum_(i in S) a_ic prod_(k in S - i) h_k(c + 1) <= prod_(i in S) h_i(c) for every set S of
 * rows, because the x of S have sum x_i <= prod f(x_i): let s be the sum of those below e, and P
 * the product of the others.  If there are none, s <= exp(s / e).  Else the sum of the others is at
 * most P, as all are at least 2, and P + s <= P (1 + s / e) <= P exp(s / e), as P >= e.  If a row
 * of S has h(c + 1) = 0, only its term is left, and two such rows leave none; the rest follows from
 * h(c)
 * >= h(c + 1).  For 0/1 matrices this is the bound of Huber (Exact sampling from perfect matchings
 * of dense regular bipartite graphs, Algorithmica 44, 2006).  By induction per(A[S, c..]) <=
 * prod h_i(c).
 *
 * A draw takes row i with probability x_i / s, s = sum x_i.  It multiplies these probabilities, and
 * the weight of the matching divided by its probability is prod_c s_c h_(i_c)(c + 1).  Its mean is
 * the permanent, and it is at most prod h_i(0), by the same inequality in every step.
 *
 * Columns may be multiplied by any y_j > 0.  A sum s_c near e loses least.  The best y is found by
 * a descent: log h_i is a function of the log y_j with derivatives w_ij >= 0 that add up to 1, and
 * at the best y their sums over the rows are 1 in each column.
 *
 * Some columns are tracked (tracked.c).  Then a draw takes a term of their sum first: which rows
 * take them, and how.  The other columns take the other rows as above, so that the weight over the
 * probability is the sum times a product that is at most 1.
 *
 * Cost: a step for each entry of the untracked columns, and one for each row and live column. */
#include "estimate/nested_bound.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/chance.h"
#include "num/mag.h"

#include <math.h>
#include <string.h>

enum { STEPS = 100 };

static const double ENOUGH = 1e-5; /* the last step gains less */

static const double E = 2.718281828459045;

/* ------------------------------------------------------------------- order of the columns */

/* Columns with few entries first: few rows depend on them. */
static int by_entries(const void *x, const void *y, void *of)
{
    const int *const start = of, a = *(const int *)x, b = *(const int *)y;
    const int more = (start[a + 1] - start[a]) - (start[b + 1] - start[b]);

    return more != 0 ? more : (a > b) - (a < b);
}

static pm_status list_columns(struct pm_nested *n)
{
    const struct pm_positive *const p = n->p;
    int entries = 0;

    PM_NEW(n->column, p->cols);
    for (int j = 0; j < p->cols; j++)
        if (!n->tracked.tracks[j]) {
            n->column[n->count++] = j;
            entries += p->start_col[j + 1] - p->start_col[j];
        }
    qsort_r(n->column, (size_t)n->count, sizeof *n->column, by_entries, p->start_col);
    PM_NEW(n->start, n->count + 1);
    PM_NEW(n->last, n->count);
    PM_NEW(n->row, entries);
    PM_NEW(n->of, entries);
    PM_NEW(n->chance, entries);
    PM_NEW(n->gain, entries);
    for (int c = 0; c < n->count; c++) {
        n->start[c + 1] = n->start[c];
        for (int l = p->start_col[n->column[c]]; l < p->start_col[n->column[c] + 1]; l++) {
            const int at = n->start[c + 1]++;
            n->of[at] = p->entry[l];
            n->row[at] = p->row_of[p->entry[l]];
        }
    }
    return PM_OK;
}

/* --------------------------------------------------------------------------- scaling */

struct scaling {
    double *weight; /* [rows] how often a row takes an untracked column */
    double *h;      /* [rows] */
    double *left;   /* [rows] */
    double *share;  /* [cols] */
    double *best;   /* [cols] */
};

/* The logarithm of the weighted bound, to be minimised; sets share[]. */
static double pass(const struct pm_nested *n, struct scaling *s)
{
    const struct pm_positive *const p = n->p;
    double bound = 0;

    for (int i = 0; i < p->rows; i++)
        s->h[i] = 0;
    for (int c = n->count - 1; c >= 0; c--)
        for (int at = n->start[c]; at < n->start[c + 1]; at++) {
            double *const h = &s->h[n->row[at]];
            const double a = p->value[n->of[at]] * n->y[n->column[c]];
            n->chance[at] = *h > 0 ? fmin(a / (E * *h), 1) : 1; /* x / e */
            *h = *h == 0 || a >= E * *h ? a : *h * exp(a / (E * *h));
        }
    for (int i = 0; i < p->rows; i++) {
        bound += s->h[i] > 0 ? s->weight[i] * log(s->h[i]) : 0;
        s->left[i] = s->weight[i];
    }
    for (int c = 0; c < n->count; c++) {
        double *const share = &s->share[n->column[c]];
        *share = 0;
        for (int at = n->start[c]; at < n->start[c + 1]; at++) {
            const double w = s->left[n->row[at]] * n->chance[at];
            *share += w;
            s->left[n->row[at]] -= w;
        }
        bound -= log(n->y[n->column[c]]);
    }
    return bound;
}

static pm_status improve(struct pm_nested *n, struct scaling *s)
{
    const size_t bytes = (size_t)n->p->cols * sizeof *n->y;
    double step = 1, least = HUGE_VAL;

    memcpy(s->best, n->y, bytes);
    for (int k = 0; k < STEPS && step > 0.01; k++) {
        const double now = pass(n, s);
        if (now < least) {
            const bool enough = least - now < ENOUGH;
            memcpy(s->best, n->y, bytes);
            least = now;
            if (enough)
                break;
        } else {
            step /= 2;
            memcpy(n->y, s->best, bytes);
            pass(n, s);
        }
        for (int c = 0; c < n->count; c++)
            n->y[n->column[c]] *= pow(fmax(s->share[n->column[c]], 1e-6), -step);
        PM_TRY(pm_budget_ask());
    }
    memcpy(n->y, s->best, bytes);
    return PM_OK;
}

/* ---------------------------------------------------------------------------- tables */

/* At least h f(a / h). */
static double next_factor(double h, double a, arb_t x, arb_t y)
{
    if (h == 0 || a >= 2.7182818284590456 * h) /* above e */
        return a;
    arb_set_d(x, a);
    arb_set_d(y, h);
    arb_div(x, x, y, 64);
    arb_const_e(y, 64);
    arb_div(x, x, y, 64);
    arb_exp(x, x, 64);
    arb_set_d(y, h);
    arb_mul(x, x, y, 64);
    return pm_end_above(x);
}

static pm_status fill_tables(struct pm_nested *n)
{
    const struct pm_positive *const p = n->p;
    pm_status status = PM_OK;
    arb_t x, y;

    PM_EACH(arb_init, x, y);
    for (int k = 0; k < pm_matrix_nnz(p->a); k++)
        n->entry[k] = pm_not_below(p->value[k] * n->y[p->a->col[k]]);
    for (int i = 0; i < p->rows; i++)
        n->factor[i] = 0;
    for (int c = n->count - 1; c >= 0 && status == PM_OK; c--) {
        status = pm_budget_ask();
        for (int at = n->start[c]; at < n->start[c + 1]; at++) {
            double *const h = &n->factor[n->row[at]];
            const double a = n->entry[n->of[at]];
            n->chance[at] = *h > 0 ? a / *h : 0;
            n->gain[at] = *h > 0 ? *h : a;
            *h = next_factor(*h, a, x, y);
        }
    }
    for (int at = 0; at < n->start[n->count]; at++)
        n->gain[at] /= n->factor[n->row[at]];
    PM_EACH(arb_clear, x, y);
    return status;
}

/* In each column, moves the entries that are the last ones of their rows behind the others. */
static void sort_last(struct pm_nested *n)
{
    for (int c = 0; c < n->count; c++) {
        int to = n->start[c];
        for (int at = to; at < n->start[c + 1]; at++)
            if (n->chance[at] > 0) {
                const int row = n->row[to], of = n->of[to];
                const double chance = n->chance[to], gain = n->gain[to];
                n->row[to] = n->row[at], n->row[at] = row;
                n->of[to] = n->of[at], n->of[at] = of;
                n->chance[to] = n->chance[at], n->chance[at] = chance;
                n->gain[to] = n->gain[at], n->gain[at] = gain;
                to++;
            }
        n->last[c] = to;
    }
}

static pm_status build(struct pm_nested *n, struct scaling *s, bool keep)
{
    const struct pm_positive *const p = n->p;

    PM_NEW(s->weight, p->rows);
    PM_NEW(s->h, p->rows);
    PM_NEW(s->left, p->rows);
    PM_NEW(s->share, p->cols);
    PM_NEW(s->best, p->cols);
    PM_NEW(n->y, p->cols);
    PM_NEW(n->entry, pm_matrix_nnz(p->a));
    PM_NEW(n->factor, p->rows);
    PM_TRY(list_columns(n));
    memcpy(n->y, p->col, (size_t)p->cols * sizeof *n->y);
    for (int k = 0; k < pm_matrix_nnz(p->a); k++)
        if (!n->tracked.tracks[p->a->col[k]])
            s->weight[p->row_of[k]] += p->value[k] * p->row[p->row_of[k]] * p->col[p->a->col[k]];
    PM_TRY(improve(n, s));
    PM_TRY(fill_tables(n));
    sort_last(n);
    return pm_tracked_sweep(&n->tracked, n->entry, n->factor, keep);
}

pm_status pm_nested_init(struct pm_nested *n, const struct pm_positive *p, double steps,
                         double bytes, int most)
{
    struct scaling s = {.h = NULL};

    *n = (struct pm_nested){.p = p};
    pm_status status = pm_tracked_init(&n->tracked, p, steps, bytes, most);
    PM_THEN(status, build(n, &s, isfinite(bytes)));
    PM_FREE(s.weight, s.h, s.left, s.share, s.best);
    if (status != PM_OK)
        pm_nested_clear(n);
    return status;
}

void pm_nested_clear(struct pm_nested *n)
{
    if (n->tracked.p != NULL)
        pm_tracked_clear(&n->tracked);
    PM_FREE(n->y, n->entry, n->factor, n->column, n->start, n->last, n->row, n->of, n->chance,
            n->gain);
    *n = (struct pm_nested){.p = NULL};
}

void pm_nested_log(arb_t x, const struct pm_nested *n)
{
    arb_t y;

    pm_tracked_log(x, &n->tracked);
    for (int j = 0; j < n->p->cols; j++)
        pm_add_log(x, n->y[j], -1);
    arb_init(y);
    arb_const_log2(y, PM_LOG_BITS);
    arb_addmul_si(x, y, n->p->all, PM_LOG_BITS);
    arb_clear(y);
}

/* A draw has two roundings more for each row: of its factor or entry, and of their sum. */
double pm_nested_loose(const struct pm_nested *n)
{
    return pm_gamma(2 * (n->tracked.roundings + 4.0 * n->p->rows + 4.0 * n->count) + 4);
}

/* ----------------------------------------------------------------------------- draws */

enum { GROUP = 4 }; /* terms of a sum that are added first */

pm_status pm_nested_draw_init(struct pm_nested_draw *d, const struct pm_nested *n)
{
    *d = (struct pm_nested_draw){.taken = NULL};
    PM_NEW(d->taken, n->p->rows);
    PM_NEW(d->alive, n->p->rows);
    PM_NEW(d->sum, n->p->rows / GROUP + 1);
    return PM_OK;
}

void pm_nested_draw_clear(struct pm_nested_draw *d)
{
    PM_FREE(d->taken, d->alive, d->sum);
}

/* The entry that column c takes, among those that are not the last ones of their rows: -1 if there
 * is none.  *sum = the sum of the chances. */
static int pick(double *sum, const struct pm_nested_draw *d, const struct pm_nested *n, int c,
                uint64_t *state)
{
    const double *const chance = n->chance;
    const int *const row = n->row;
    const int end = n->last[c];
    int groups = 0, at = n->start[c];

    *sum = 0;
    for (; at + GROUP <= end; at += GROUP)
        *sum += d->sum[groups++] =
            (chance[at] * d->alive[row[at]] + chance[at + 1] * d->alive[row[at + 1]]) +
            (chance[at + 2] * d->alive[row[at + 2]] + chance[at + 3] * d->alive[row[at + 3]]);
    for (int rest = at; rest < end; rest++)
        *sum += chance[rest] * d->alive[row[rest]];
    double left = pm_chance(state) * *sum;
    int found = -1, group = 0;
    for (at = n->start[c]; group < groups && left >= d->sum[group]; at += GROUP)
        left -= d->sum[group++];
    for (; at < end && (found < 0 || left >= 0); at++)
        if (d->alive[row[at]] > 0) {
            left -= chance[at];
            found = at;
        }
    return found;
}

double pm_nested_draw(struct pm_nested_draw *d, const struct pm_nested *n, uint64_t *state)
{
    double weight = 1;

    if (!pm_tracked_draw(d->taken, &n->tracked, state))
        return 0;
    for (int i = 0; i < n->p->rows; i++)
        d->alive[i] = d->taken[i] < 0;
    for (int c = 0; c < n->count; c++) {
        int at = -1;
        double sum = 1;
        for (int k = n->last[c]; k < n->start[c + 1]; k++)
            if (d->alive[n->row[k]] > 0) {
                if (at >= 0)
                    return 0; /* two rows have this column left, and no other one */
                at = k;
            }
        if (at < 0 && (at = pick(&sum, d, n, c, state)) < 0)
            return 0;
        weight *= sum * n->gain[at];
        d->alive[n->row[at]] = 0;
        d->taken[n->row[at]] = n->of[at];
    }
    return weight;
}
