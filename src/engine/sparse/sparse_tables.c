/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse walk over real and complex numbers: tables, error bound, units.
 *
 * A row that meets fast columns is divided by its entry in the first of them, where quotients stay
 * small; any other row by its largest entry, so that rows of equal entries become signs.  Rounded
 * row sums are exact (glynn/rounded.c).
 *
 * Bound.  With t_i, T_i, eta_i, u and v as in dense/patch.c, W_i = max(|T_i|, h_i) for any h_i, and
 * D the number of factors and sums of the whole program: a computed block is a sum of the products
 * prod T_i over its sign vectors, each times at most D factors 1 + d, |d| <= v, so it differs from
 * the sum of prod t_i by at most
 *
 *     sum over s of prod W_i(s) (exp(D v + sum_i eta_i / h_i) - 1),
 *
 * and the kernel computes the sum of prod W_i.  h_i is 2^-7 of the row's sum of moduli, hardly
 * more than |T_i| for most s, and eta_i / h_i some 2^-44; it is 0 where eta_i is 0: such a row's
 * zeros are true zeros.  In double-double, W_i = max(|Th_i|, h_i) and v = (4 or 20) u g, with
 * g = sum_i D_i / h_i + 4 D u and D_i as in dense/patch.c: tables are such pairs, too.  Numbers and
 * their range are those of the dense walk, but quotients stay below 2^10, so that even sums over
 * all sign vectors of 64 rows stay below 2^800. */
#include "engine/glynn/rounded.h"
#include "engine/sparse/sparse_walk.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "num/ball.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KERNELS(set)                                                                               \
    extern pm_sparse_strands pm_sparse_real_##set, pm_sparse_complex_##set,                        \
        pm_sparse_real_dd_##set, pm_sparse_complex_dd_##set;
#define ROW(set)                                                                                   \
    {{pm_sparse_real_##set, pm_sparse_complex_##set},                                              \
     {pm_sparse_real_dd_##set, pm_sparse_complex_dd_##set}},

PM_ISA_EACH(KERNELS)

static const double SMALLEST_SHARE = 0x1p-10;
static const double LEAST = 0x1p-3; /* h_i */

/* A matrix on its way to tables. */
struct fill {
    struct pm_sparse *s;
    const struct pm_order *order;
    struct pm_rows rows;
    struct pm_rounded r;
    bool one[64]; /* by rows of the matrix */
};

static double size_of(const struct pm_rows *rows, int i, int j)
{
    double size = fabs(fmpq_get_d(&rows->part[0][i * rows->n + j]));

    if (rows->parts == 2)
        size += fabs(fmpq_get_d(&rows->part[1][i * rows->n + j]));
    return size;
}

/* Divides row k of the program by its entry in the first fast column, or by its largest. */
static void divide_row(struct fill *f, int k)
{
    const struct pm_program *const p = &f->s->program;
    const int i = p->row[k], first = p->met[k] != 0 ? __builtin_ctzll(p->met[k]) : p->n;
    int column = 0;
    double sum = 0;

    for (int j = 0; j < p->n; j++) {
        sum += size_of(&f->rows, i, j);
        if (size_of(&f->rows, i, j) > size_of(&f->rows, i, column))
            column = j;
    }
    if (first < p->fast)
        column = f->order->column[first];
    const double size = size_of(&f->rows, i, column);
    if (size > 0 && size >= SMALLEST_SHARE * sum) {
        pm_rows_divide(&f->rows, i, column);
        f->one[i] = first < p->fast;
    }
}

/* Rows of an operation with entry 1 in its first column come first. */
static void sort_rows(struct pm_program *p, const bool *one)
{
    for (struct pm_operation *op = p->operation; op < p->operation + p->operations; op++)
        for (int k = op->row; k < op->rows; k++)
            if (one[p->row[k]]) {
                pm_program_swap(p, k, op->ones);
                op->ones++;
            }
}

/* Room for tables. */
static pm_status tables_new(struct pm_sparse *s)
{
    struct pm_program *const p = &s->program;
    const int line = p->n * s->words, slow = p->n - 1 - p->fast - p->gray;
    const int low = pm_program_place_lows(p, s->words), steps = pm_program_steps(p);
    double *next;
    int *start;

    PM_NEW(next, low + steps * s->words + p->n + line + line * slow);
    s->memory = next;
    s->walk.low = next;
    next += low;
    s->walk.step = next;
    next += steps * s->words;
    s->walk.least = next;
    next += p->n;
    s->base = next;
    next += line;
    s->twice = next;
    PM_NEW(start, p->gray + 1 + steps);
    s->places = start;
    s->walk.step_start = start;
    s->walk.step_row = start + p->gray + 1;
    return PM_OK;
}

/* Sums of row k over the scope of its operation, the first column apart where its entry is 1. */
static void fill_low(const struct fill *f, const struct pm_operation *op, double *low, int k)
{
    const struct pm_program *const p = &f->s->program;
    const uint64_t met = p->met[k] & ((UINT64_C(1) << p->fast) - 1);
    const uint64_t columns = k < op->ones ? met & (met - 1) : met;
    const int count = 1 << pm_popcount(columns);

    for (int word = 0; word < f->s->words; word++)
        for (int v = 0; v < count; v++) {
            int bit = 0;
            for (uint64_t rest = columns; rest != 0; rest &= rest - 1, bit++) {
                const int j = f->order->column[__builtin_ctzll(rest)];
                low[word * count + v] += (v >> bit & 1 ? -1 : 1) * pm_rounded_at(&f->r, k, j)[word];
            }
        }
}

static void fill_lows(const struct fill *f)
{
    const struct pm_program *const p = &f->s->program;

    for (int o = 0; o < p->operations; o++) {
        const struct pm_operation *const op = &p->operation[o];
        double *low = (double *)f->s->walk.low + op->low;
        for (int k = op->row; k < op->rows && op->scope > 0; k++) {
            fill_low(f, op, low, k);
            low += (f->s->words << op->scope) >> (k < op->ones);
        }
    }
}

/* Gray-coded columns by their rows, lanes' and units' in full, and sums of all. */
static void fill_slow(const struct fill *f)
{
    struct pm_sparse *const s = f->s;
    const struct pm_program *const p = &s->program;
    int *const start = s->places, *const row = s->places + p->gray + 1;
    double *const step = (double *)s->walk.step;
    int steps = 0;

    for (int place = p->fast; place < p->n; place++) {
        const int j = f->order->column[place], above = place - p->fast - p->gray;
        if (above <= 0)
            start[place - p->fast] = steps;
        for (int k = 0; k < p->n; k++) {
            const double *const b = pm_rounded_at(&f->r, k, j);
            if (above < 0 && p->met[k] >> place & 1)
                row[steps] = k;
            for (int word = 0; word < s->words; word++) {
                s->base[k * s->words + word] += b[word];
                if (above < 0 && p->met[k] >> place & 1)
                    step[steps * s->words + word] = 2 * b[word];
                else if (above >= 0 && place < p->n - 1)
                    s->twice[(above * p->n + k) * s->words + word] = 2 * b[word];
            }
            steps += above < 0 && p->met[k] >> place & 1;
        }
    }
}

/* The exponent of the bound, and the error by underflow: 2^-1074 an operation, of which a unit has
 * fewer than 2^40, times the factors that follow. */
static void fill_bound(const struct fill *f)
{
    struct pm_sparse *const s = f->s;
    const struct pm_program *const p = &s->program;
    const int factors = p->n + p->tables + p->operations + 3;
    double entries = 0, g = factors * 4 * PM_BALL_U;
    int above = p->fast + 40;

    for (int k = 0; k < p->n; k++) {
        const double sum = f->r.sum[k], least = sum * LEAST;
        int e;
        if (f->r.eta[k] + f->r.second[k] > 0) {
            ((double *)s->walk.least)[k] = least;
            entries += f->r.eta[k] / least;
            g += f->r.second[k] / least;
        }
        frexp(sum, &e);
        above += e > 0 ? e : 0;
    }
    const double c =
        (entries + factors * (s->words == s->parts ? (s->parts == 1 ? 1 : 2 + 0x1p-50) * PM_BALL_U
                                                   : (s->parts == 1 ? 4 : 20) * PM_BALL_U * g)) *
        (1 + 2 * g);
    s->finish.share = c * (1 + c) * PM_UP;
    s->finish.floor = ldexp(1, above - 1074);
    s->exp = f->rows.exp - (p->n - 1) + pm_finish_factor(&s->finish, &f->rows.factor);
}

static pm_status fill(struct fill *f)
{
    struct pm_program *const p = &f->s->program;

    for (int k = 0; k < p->n; k++)
        divide_row(f, k);
    sort_rows(p, f->one);
    memcpy(f->rows.order, p->row, sizeof p->row);
    PM_TRY(pm_rounded_init(&f->r, &f->rows, f->s->words / f->s->parts));
    PM_TRY(tables_new(f->s));
    fill_lows(f);
    fill_slow(f);
    fill_bound(f);
    return PM_OK;
}

pm_status pm_sparse_new(struct pm_sparse **out, const struct pm_matrix *a, int parts, int layers,
                        const struct pm_sparse_choice *choice)
{
    pm_status status;
    struct pm_sparse *s;
    struct fill f = {.order = &choice->order};

    PM_NEW(s, 1);
    f.s = s;
    s->parts = parts;
    s->words = parts * layers;
    s->program = choice->program;
    s->walk.program = &s->program;
    s->walk.log_blocks = s->program.gray;
    PM_TRY_GOTO(status, pm_rows_load(&f.rows, a, parts), done);
    PM_TRY_GOTO(status, fill(&f), done);
    *out = s;
done:
    pm_rounded_clear(&f.r);
    pm_rows_clear(&f.rows);
    if (status != PM_OK)
        pm_sparse_free(s);
    return status;
}

void pm_sparse_free(struct pm_sparse *s)
{
    if (s != NULL) {
        free(s->memory);
        free(s->places);
    }
    free(s);
}

void pm_sparse_unit(struct pm_part *part, const struct pm_sparse *s, uint64_t unit)
{
    /* by set; in double, in double-double; real, complex */
    static pm_sparse_strands *const walk[][2][2] = {PM_ISA_EACH(ROW)};
    double x[64 * 4 * PM_LANES] __attribute__((aligned(64)));
    struct pm_strands_sum sum;

    pm_strands_begin(x, s->base, s->twice, s->program.n * s->words, unit);
    walk[s->isa->number][s->words > s->parts][s->parts - 1](&sum, &s->walk, x);
    *part = pm_total_part(pm_strands_end(&sum, &s->finish, s->parts, unit), s->exp);
}
