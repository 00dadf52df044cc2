/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An upper bound that counts some columns exactly.
 *
 * Let T be a set of columns.  The rows that take a column of T are any set R of |T| rows:
 *
 *     per(A) = sum over R of per(A[R, T]) per(A[not R, not T])
 *           <= sum over R of per(A[R, T]) prod over i not in R of s_i,
 *
 * where s_i is Soules' factor of row i without the columns of T.  The sum is the permanent of the
 * columns of T and one more column, s, which any number of rows may take.  A sweep over the rows in
 * some order computes it: its states are the sets of those columns of T that have been taken, among
 * the live ones, from the first to the last row with an entry.  A step costs one product for each
 * state and entry.
 *
 * The order of rows is that of Cuthill and McKee (Proc. 24th National Conference of the ACM, 1969),
 * the best of a few starts.  Given the order, T is the largest set with at most `most` live columns
 * at any time: whenever there are more, the one that ends last is given up (the largest
 * most-colourable set of intervals; Carlisle and Lloyd, Discrete Applied Mathematics 59, 1995).
 *
 * All numbers are non-negative, so that rounding is bounded by one factor, and what underflows by
 * a tiny addition to every state. */
#include "base/alloc.h"
#include "estimate/bounds.h"
#include "num/mag.h"

#include <stdlib.h>
#include <string.h>

enum {
    STARTS = 8,
    WIDEST = 26, /* live columns: 2^26 states take a gigabyte in two tables */
};

struct tracked {
    struct pm_soules *s;
    const struct pm_positive *p;
    int *order, *place;      /* [rows] rows in order; the place of each row */
    int *first, *last;       /* [cols] places of the first and last row with an entry */
    int *opens, *next;       /* [rows + 1] columns by first place: head of a list, and its rest */
    bool *tracks;            /* [cols] */
    int *best_order;         /* [rows] */
    int live[WIDEST], lives; /* columns of the bits of a state */
    int widest;              /* the largest number of them */
    double *table, *fresh;
    int64_t exp; /* the table's numbers are so many powers of two too small */
    double roundings;
};

/* ------------------------------------------------------------------- order of the rows */

/* Breadth first from `start`, and from the first row that is left where the graph ends. */
static void order_rows(struct tracked *t, int start)
{
    const struct pm_positive *const p = t->p;
    int tail = 0, head = 0, unseen = 0;

    for (int i = 0; i < p->rows; i++)
        t->place[i] = -1;
    for (int j = 0; j < p->cols; j++)
        t->first[j] = -1;
    while (tail < p->rows) {
        while (head == tail && t->place[unseen] >= 0)
            unseen++;
        const int root = tail == 0 ? start : unseen;
        if (head == tail)
            t->place[t->order[tail] = root] = tail, tail++;
        const int row = t->order[head++];
        for (int k = p->a->start[row]; k < p->a->start[row + 1]; k++) {
            const int j = p->a->col[k];
            if (t->first[j] >= 0)
                continue;
            t->first[j] = t->place[row];
            for (int l = p->start_col[j]; l < p->start_col[j + 1]; l++) {
                const int other = p->row_of[p->entry[l]];
                if (t->place[other] < 0)
                    t->place[t->order[tail] = other] = tail, tail++;
            }
        }
    }
}

static void find_ends(struct tracked *t)
{
    const struct pm_positive *const p = t->p;

    for (int i = 0; i < p->rows; i++)
        t->place[t->order[i]] = i;
    for (int i = 0; i <= p->rows; i++)
        t->opens[i] = -1;
    for (int j = 0; j < p->cols; j++) {
        t->first[j] = p->rows, t->last[j] = -1;
        for (int l = p->start_col[j]; l < p->start_col[j + 1]; l++) {
            const int at = t->place[p->row_of[p->entry[l]]];
            t->first[j] = at < t->first[j] ? at : t->first[j];
            t->last[j] = at > t->last[j] ? at : t->last[j];
        }
        t->next[j] = t->opens[t->first[j]];
        t->opens[t->first[j]] = j;
    }
}

/* Chooses T for at most `most` live columns.  Returns the number of products. */
static double choose(struct tracked *t, int most)
{
    const struct pm_positive *const p = t->p;
    double products = 0;

    t->lives = t->widest = 0;
    memset(t->tracks, 0, (size_t)p->cols * sizeof *t->tracks);
    for (int i = 0; i < p->rows; i++) {
        int kept = 0, longest = 0;
        for (int j = t->opens[i]; j >= 0; j = t->next[j]) {
            t->tracks[t->live[t->lives++] = j] = true;
            if (t->lives <= most)
                continue;
            for (int k = longest = 0; k < t->lives; k++)
                longest = t->last[t->live[k]] > t->last[t->live[longest]] ? k : longest;
            t->tracks[t->live[longest]] = false;
            t->live[longest] = t->live[--t->lives];
        }
        t->widest = t->lives > t->widest ? t->lives : t->widest;
        products += ldexp(p->a->start[t->order[i] + 1] - p->a->start[t->order[i]] + 1, t->lives);
        for (int k = 0; k < t->lives; k++)
            if (t->last[t->live[k]] > i)
                t->live[kept++] = t->live[k];
        t->lives = kept;
    }
    return products;
}

static int count_tracked(const struct tracked *t)
{
    int count = 0;

    for (int j = 0; j < t->p->cols; j++)
        count += t->tracks[j];
    return count;
}

/* Keeps the order that tracks most columns with 16 live ones; then chooses the number of live ones
 * for so many products. */
static pm_status choose_all(struct tracked *t, double steps)
{
    const int rows = t->p->rows;
    int best = -1, most = WIDEST - 1;

    for (int k = 0; k < STARTS; k++) {
        order_rows(t, (int)((int64_t)k * rows / STARTS));
        order_rows(t, t->order[rows - 1]); /* the end of the first order is far out */
        find_ends(t);
        choose(t, 16);
        if (count_tracked(t) > best) {
            best = count_tracked(t);
            memcpy(t->best_order, t->order, (size_t)rows * sizeof *t->order);
        }
    }
    memcpy(t->order, t->best_order, (size_t)rows * sizeof *t->order);
    find_ends(t);
    while (choose(t, most) > steps && most > 1)
        most--;
    PM_NEW(t->table, (size_t)1 << t->widest);
    PM_NEW(t->fresh, (size_t)1 << t->widest);
    return PM_OK;
}

/* ------------------------------------------------------------------------------ the sweep */

/* fresh = s table, and for each tracked entry in bit k: fresh[with k] += a table[without k]. */
static void step(struct tracked *t, int row)
{
    const struct pm_positive *const p = t->p;
    const size_t states = (size_t)1 << t->lives;
    const double untracked = pm_soules_row(t->s, row, t->tracks);

    for (size_t x = 0; x < states; x++)
        t->fresh[x] = t->table[x] * untracked + PM_BALL_TINY;
    for (int k = p->a->start[row]; k < p->a->start[row + 1]; k++) {
        int bit = 0;
        if (!t->tracks[p->a->col[k]])
            continue;
        while (t->live[bit] != p->a->col[k])
            bit++;
        const size_t one = (size_t)1 << bit;
        const double a = pm_soules_entry(t->s, k);
        for (size_t block = 0; block < states; block += 2 * one)
            for (size_t x = block; x < block + one; x++)
                t->fresh[x + one] += t->table[x] * a;
        t->roundings += 2;
    }
    t->roundings += 2;
    double *const old = t->table;
    t->table = t->fresh;
    t->fresh = old;
}

/* Keeps the states where the column of this bit is taken; the bit goes. */
static void close_bit(struct tracked *t, int bit)
{
    const size_t states = (size_t)1 << t->lives, one = (size_t)1 << bit;

    for (size_t block = 0, to = 0; block < states; block += 2 * one, to += one)
        memmove(t->table + to, t->table + block + one, one * sizeof *t->table);
    t->lives--;
    memmove(t->live + bit, t->live + bit + 1, (size_t)(t->lives - bit) * sizeof *t->live);
}

/* Divides by the power of two of the largest number. */
static void normalise(struct tracked *t)
{
    double most = 0;

    for (size_t x = 0; x < (size_t)1 << t->lives; x++)
        most = fmax(most, t->table[x]);
    const int exp = pm_exponent(most);
    for (size_t x = 0; x < (size_t)1 << t->lives; x++)
        t->table[x] = pm_times_power(t->table[x], -exp);
    t->exp += exp;
}

static pm_status sweep(struct tracked *t, const int *stop)
{
    t->lives = 0;
    t->table[0] = 1;
    for (int i = 0; i < t->p->rows; i++) {
        for (int j = t->opens[i]; j >= 0; j = t->next[j])
            if (t->tracks[j]) {
                memset(t->table + ((size_t)1 << t->lives), 0,
                       sizeof *t->table * ((size_t)1 << t->lives));
                t->live[t->lives++] = j;
            }
        step(t, t->order[i]);
        for (int k = t->lives - 1; k >= 0; k--)
            if (t->last[t->live[k]] == i)
                close_bit(t, k);
        normalise(t);
        PM_TRY(pm_go_on(stop));
    }
    return PM_OK;
}

static pm_status run(arb_t x, struct tracked *t, double steps, const int *stop)
{
    const struct pm_positive *const p = t->p;

    PM_NEW(t->order, p->rows);
    PM_NEW(t->place, p->rows);
    PM_NEW(t->best_order, p->rows);
    PM_NEW(t->opens, p->rows + 1);
    PM_NEW(t->first, p->cols);
    PM_NEW(t->last, p->cols);
    PM_NEW(t->next, p->cols);
    PM_NEW(t->tracks, p->cols);
    PM_TRY(choose_all(t, steps));
    PM_TRY(sweep(t, stop));
    arb_const_log2(x, PM_LOG_BITS);
    arb_mul_si(x, x, t->exp, PM_LOG_BITS);
    pm_add_log(x, t->table[0] * (1 + pm_gamma(t->roundings + 2)), 1);
    return PM_OK;
}

pm_status pm_tracked_log(arb_t x, struct pm_soules *s, double steps, const int *stop)
{
    struct tracked t = {.s = s, .p = s->p};

    if (s->p->ones > 0)
        return pm_fail(PM_UNABLE, "columns are tracked only in square matrices");
    const pm_status status = run(x, &t, steps, stop);
    free(t.order);
    free(t.place);
    free(t.best_order);
    free(t.opens);
    free(t.first);
    free(t.last);
    free(t.next);
    free(t.tracks);
    free(t.table);
    free(t.fresh);
    return status;
}
