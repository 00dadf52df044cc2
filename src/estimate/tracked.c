/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bound that counts some columns exactly.
 *
 * Let T be a set of columns.  The rows that take a column of T are any set R of |T| rows:
 *
 *     per(A) = sum over R of per(A[R, T]) per(A[not R, not T])
 *           <= sum over R of per(A[R, T]) prod over i not in R of f_i,
 *
 * if prod f_i bounds the second permanent for every R.  The sum is the permanent of the columns of
 * T and one more column, f, which any number of rows may take.  A sweep over the rows in some order
 * computes it: its states are the sets of those columns of T that have been taken, among the live
 * ones, from the first to the last row with an entry.  A step costs one product for each state and
 * entry.
 *
 * The order of rows is that of Cuthill and McKee (Proc. 24th National Conference of the ACM, 1969),
 * the best of a few starts, and then rows are moved one by one while no fewer columns are tracked.
 * Given the order, T is the largest set with at most `most` live columns at any time: whenever
 * there are more, the one that ends last is given up (the largest most-colourable set of intervals;
 * Carlisle and Lloyd, Discrete Applied Mathematics 59, 1995).
 *
 * A term of the sum is drawn from the last row to the first: the tables have the weights of all
 * that can precede a state.
 *
 * All numbers are non-negative, so that rounding is bounded by one factor, and what underflows by
 * a tiny addition to every state. */
#include "estimate/tracked.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/chance.h"
#include "num/mag.h"

#include <stdlib.h>
#include <string.h>

enum {
    STARTS = 8,
    MOVES = 20000, /* tries to move a row, by at most REACH places */
    REACH = 30,
    WIDEST = 26, /* live columns: 2^26 states take half a gigabyte in each table */
};

static const double MOVED_ENTRIES = 2e7; /* entries that are looked at in all tries */

/* What is needed to choose the order and T. */
struct choosing {
    struct pm_tracked *t;
    const struct pm_positive *p;
    int *place;              /* [rows] the place of each row */
    int *opens, *next;       /* [rows + 1] columns by first place: head of a list, and its rest */
    int *best_order;         /* [rows] */
    int live[WIDEST], lives; /* columns of the bits of a state */
    double products, bytes;  /* of a sweep */
};

/* ------------------------------------------------------------------- order of the rows */

/* Breadth first from `start`, and from the first row that is left where the graph ends. */
static void order_rows(struct choosing *c, int start)
{
    const struct pm_positive *const p = c->p;
    int *const order = c->t->order, *const first = c->t->first;
    int tail = 0, head = 0, unseen = 0;

    for (int i = 0; i < p->rows; i++)
        c->place[i] = -1;
    for (int j = 0; j < p->cols; j++)
        first[j] = -1;
    while (tail < p->rows) {
        while (head == tail && c->place[unseen] >= 0)
            unseen++;
        const int root = tail == 0 ? start : unseen;
        if (head == tail)
            c->place[order[tail] = root] = tail, tail++;
        const int row = order[head++];
        for (int k = p->a->start[row]; k < p->a->start[row + 1]; k++) {
            const int j = p->a->col[k];
            if (first[j] >= 0)
                continue;
            first[j] = c->place[row];
            for (int l = p->start_col[j]; l < p->start_col[j + 1]; l++) {
                const int other = p->row_of[p->entry[l]];
                if (c->place[other] < 0)
                    c->place[order[tail] = other] = tail, tail++;
            }
        }
    }
}

static void find_ends(struct choosing *c)
{
    const struct pm_positive *const p = c->p;
    int *const first = c->t->first, *const last = c->t->last;

    for (int i = 0; i < p->rows; i++)
        c->place[c->t->order[i]] = i;
    for (int i = 0; i <= p->rows; i++)
        c->opens[i] = -1;
    for (int j = 0; j < p->cols; j++) {
        first[j] = p->rows, last[j] = -1;
        for (int l = p->start_col[j]; l < p->start_col[j + 1]; l++) {
            const int at = c->place[p->row_of[p->entry[l]]];
            first[j] = at < first[j] ? at : first[j];
            last[j] = at > last[j] ? at : last[j];
        }
        c->next[j] = c->opens[first[j]];
        c->opens[first[j]] = j;
    }
}

/* Moves the row at one place to another place. */
static void move(int *order, int from, int to)
{
    const int row = order[from];

    memmove(order + (from < to ? from : to + 1), order + (from < to ? from + 1 : to),
            sizeof *order * (size_t)abs(to - from));
    order[to] = row;
}

/* Chooses T for at most `most` live columns. */
static void choose_columns(struct choosing *c, int most)
{
    const struct pm_positive *const p = c->p;
    struct pm_tracked *const t = c->t;

    c->lives = t->count = 0;
    c->products = c->bytes = 0;
    memset(t->tracks, 0, (size_t)p->cols * sizeof *t->tracks);
    for (int i = 0; i < p->rows; i++) {
        int kept = 0, longest = 0;
        for (int j = c->opens[i]; j >= 0 && most > 0; j = c->next[j]) {
            t->tracks[c->live[c->lives++] = j] = true;
            t->count++;
            if (c->lives <= most)
                continue;
            for (int k = longest = 0; k < c->lives; k++)
                longest = t->last[c->live[k]] > t->last[c->live[longest]] ? k : longest;
            t->tracks[c->live[longest]] = false;
            t->count--;
            c->live[longest] = c->live[--c->lives];
        }
        c->products += ldexp(p->a->start[t->order[i] + 1] - p->a->start[t->order[i]] + 1, c->lives);
        for (int k = 0; k < c->lives; k++)
            if (t->last[c->live[k]] > i)
                c->live[kept++] = c->live[k];
        c->lives = kept;
        c->bytes += ldexp(sizeof(double), kept);
    }
}

/* Moves rows to other places, one after another, and keeps what tracks no fewer columns. */
static void move_rows(struct choosing *c, int live)
{
    const int rows = c->p->rows;
    const double moves = fmin(MOVES, MOVED_ENTRIES / pm_matrix_nnz(c->p->a));
    int *const order = c->t->order;
    uint64_t state = 1;
    int best;

    find_ends(c);
    choose_columns(c, live);
    best = c->t->count;
    for (int k = 0; k < moves && best < c->p->cols; k++) {
        const int from = (int)(pm_chance(&state) * rows);
        const int near = (int)(pm_chance(&state) * 2 * REACH) - REACH;
        const int to = from + near < 0 ? 0 : from + near >= rows ? rows - 1 : from + near;
        move(order, from, to);
        find_ends(c);
        choose_columns(c, live);
        if (c->t->count < best)
            move(order, to, from);
        else
            best = c->t->count;
    }
}

/* Keeps the order that tracks most columns with 16 live ones; then chooses the number of live ones
 * for so many products and bytes. */
static void choose_all(struct choosing *c, double steps, double bytes, int most)
{
    const int rows = c->p->rows;
    int best = -1;

    for (int k = 0; k < STARTS; k++) {
        order_rows(c, (int)((int64_t)k * rows / STARTS));
        order_rows(c, c->t->order[rows - 1]); /* the end of the first order is far out */
        find_ends(c);
        choose_columns(c, 16);
        if (c->t->count > best) {
            best = c->t->count;
            memcpy(c->best_order, c->t->order, (size_t)rows * sizeof *c->best_order);
        }
    }
    memcpy(c->t->order, c->best_order, (size_t)rows * sizeof *c->best_order);
    most = most < WIDEST ? most : WIDEST - 1;
    if (most > 0)
        move_rows(c, most);
    find_ends(c);
    most = most < WIDEST ? most : WIDEST - 1;
    do
        choose_columns(c, most--);
    while ((c->products > steps || c->bytes > bytes) && most >= 0);
}

/* Finds the bits of all states. */
static void lay_out(struct choosing *c)
{
    const struct pm_positive *const p = c->p;
    struct pm_tracked *const t = c->t;

    c->lives = 0;
    memset(t->bit, -1, (size_t)pm_matrix_nnz(p->a));
    for (int i = 0; i < p->rows; i++) {
        struct pm_tracked_row *const row = &t->row[i];
        int kept = 0;
        for (int j = c->opens[i]; j >= 0; j = c->next[j])
            if (t->tracks[j])
                c->live[c->lives++] = j, row->opens++;
        row->lives = c->lives;
        for (int k = p->a->start[t->order[i]]; k < p->a->start[t->order[i] + 1]; k++)
            for (int bit = 0; bit < c->lives; bit++)
                if (c->live[bit] == p->a->col[k])
                    t->bit[k] = (signed char)bit;
        for (int bit = 0; bit < c->lives; bit++)
            if (t->last[c->live[bit]] == i)
                row->closes |= UINT32_C(1) << bit;
            else
                c->live[kept++] = c->live[bit];
        c->lives = kept;
    }
}

static pm_status find_columns(struct choosing *c, double steps, double bytes, int most)
{
    const struct pm_positive *const p = c->p;

    PM_NEW(c->t->tracks, p->cols);
    PM_NEW(c->t->order, p->rows);
    PM_NEW(c->t->first, p->cols);
    PM_NEW(c->t->last, p->cols);
    PM_NEW(c->t->bit, pm_matrix_nnz(p->a));
    PM_NEW(c->t->row, p->rows);
    PM_NEW(c->t->table, p->rows + 1);
    PM_NEW(c->place, p->rows);
    PM_NEW(c->opens, p->rows + 1);
    PM_NEW(c->next, p->cols);
    PM_NEW(c->best_order, p->rows);
    choose_all(c, steps, bytes, most);
    lay_out(c);
    return PM_OK;
}

pm_status pm_tracked_init(struct pm_tracked *t, const struct pm_positive *p, double steps,
                          double bytes, int most)
{
    struct choosing c = {.t = t, .p = p};

    *t = (struct pm_tracked){.p = p};
    if (p->ones > 0)
        return pm_fail(PM_UNABLE, "columns are tracked only in square matrices");
    const pm_status status = find_columns(&c, steps, bytes, most);
    PM_FREE(c.place, c.opens, c.next, c.best_order);
    if (status != PM_OK)
        pm_tracked_clear(t);
    return status;
}

void pm_tracked_clear(struct pm_tracked *t)
{
    for (int i = 0; t->table != NULL && i <= t->p->rows; i++)
        free(t->table[i]);
    PM_FREE(t->tracks, t->order, t->first, t->last, t->bit, t->row, t->table);
    *t = (struct pm_tracked){.p = NULL};
}

/* ------------------------------------------------------------------------------ the sweep */

static int states_before(const struct pm_tracked_row *row)
{
    return 1 << (row->lives - row->opens);
}

/* fresh = f table, and for each tracked entry in bit k: fresh[with k] += a table[without k]. */
static void step(struct pm_tracked *t, double *fresh, int place)
{
    const struct pm_matrix *const a = t->p->a;
    const struct pm_tracked_row *const row = &t->row[place];
    const int i = t->order[place], states = 1 << row->lives, before = states_before(row);
    const double *const table = t->table[place];

    for (int x = 0; x < before; x++)
        fresh[x] = table[x] * t->factor[i] + PM_BALL_TINY;
    for (int x = before; x < states; x++)
        fresh[x] = PM_BALL_TINY;
    for (int k = a->start[i]; k < a->start[i + 1]; k++) {
        if (t->bit[k] < 0)
            continue;
        const int one = 1 << t->bit[k], run = one < before ? one : before;
        for (int block = 0; block < before; block += 2 * one)
            for (int x = block; x < block + run; x++)
                fresh[x + one] += table[x] * t->entry[k];
        t->roundings += 2;
    }
    t->roundings += 2;
}

/* x with bits `closes` inserted, all set: the state in which the columns that end were taken. */
static uint32_t reopened(uint32_t x, uint32_t closes)
{
    for (; closes != 0; closes &= closes - 1) {
        const uint32_t one = closes & -closes;
        x = ((x & ~(one - 1)) << 1) | one | (x & (one - 1));
    }
    return x;
}

/* The table after a row: of the states where all columns that end were taken, divided by the power
 * of two of the largest number. */
static void close_row(struct pm_tracked *t, double *to, const double *fresh, int place)
{
    const struct pm_tracked_row *const row = &t->row[place];
    const int states = 1 << (row->lives - __builtin_popcount(row->closes));
    double most = 0;

    for (int x = 0; x < states; x++)
        most = fmax(most, to[x] = fresh[reopened((uint32_t)x, row->closes)]);
    const int exp = pm_exponent(most);
    for (int x = 0; x < states; x++)
        to[x] = pm_times_power(to[x], -exp);
    t->exp += exp;
}

static pm_status sweep(struct pm_tracked *t, double *fresh, bool keep)
{
    for (int i = 0; i < t->p->rows; i++) {
        const struct pm_tracked_row *const row = &t->row[i];
        free(t->table[i + 1]);
        t->table[i + 1] = NULL;
        PM_NEW(t->table[i + 1], (size_t)1 << (row->lives - __builtin_popcount(row->closes)));
        step(t, fresh, i);
        close_row(t, t->table[i + 1], fresh, i);
        if (!keep && i > 0) {
            free(t->table[i]);
            t->table[i] = NULL;
        }
        PM_TRY(pm_budget_ask());
    }
    return PM_OK;
}

pm_status pm_tracked_sweep(struct pm_tracked *t, const double *entry, const double *factor,
                           bool keep)
{
    double *fresh;
    int widest = 0;

    for (int i = 0; i < t->p->rows; i++)
        widest = t->row[i].lives > widest ? t->row[i].lives : widest;
    t->entry = entry;
    t->factor = factor;
    t->exp = 0;
    t->roundings = 0;
    if (t->table[0] == NULL)
        PM_NEW(t->table[0], 1);
    t->table[0][0] = 1;
    PM_NEW(fresh, (size_t)1 << widest);
    const pm_status status = sweep(t, fresh, keep);
    free(fresh);
    return status;
}

void pm_tracked_log(arb_t x, const struct pm_tracked *t)
{
    arb_const_log2(x, PM_LOG_BITS);
    arb_mul_si(x, x, t->exp, PM_LOG_BITS);
    pm_add_log(x, t->table[t->p->rows][0] * (1 + pm_gamma(t->roundings + 2)), 1);
}

/* --------------------------------------------------------------------------------- draws */

bool pm_tracked_draw(int *taken, const struct pm_tracked *t, uint64_t *state)
{
    const struct pm_matrix *const a = t->p->a;
    double weight[WIDEST + 1];
    int entry[WIDEST + 1];
    uint32_t x = 0;

    for (int place = t->p->rows - 1; place >= 0; place--) {
        const struct pm_tracked_row *const row = &t->row[place];
        const int i = t->order[place];
        const uint32_t before = (uint32_t)states_before(row);
        int count = 0;
        x = reopened(x, row->closes);
        if (x < before)
            weight[count] = t->table[place][x] * t->factor[i], entry[count++] = -1;
        for (int k = a->start[i]; k < a->start[i + 1] && row->lives > 0; k++)
            if (t->bit[k] >= 0 && x >> t->bit[k] & 1) {
                const uint32_t from = x ^ UINT32_C(1) << t->bit[k];
                if (from < before)
                    weight[count] = t->table[place][from] * t->entry[k], entry[count++] = k;
            }
        const int k = pm_chance_pick(weight, count, state);
        if (k < 0)
            return false;
        taken[i] = entry[k];
        x ^= entry[k] >= 0 ? UINT32_C(1) << t->bit[entry[k]] : 0;
    }
    return true;
}
