/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A random draw needs a part of the inverse Z = K^-1, at the rows and columns of the separator and
 * its neighbours.  Before the draws, everything is eliminated that is the same in all of them.
 * What remains is a small dense matrix.  Each draw takes its lines that are present, eliminates
 * those that are not needed, and inverts the rest.  The pairs drawn so far change Z by terms of
 * rank one.
 *
 * Cost: that of the determinant once, and about s^3 products for each draw, where s is the number
 * of lines of the dense matrix.
 *
 * A file that includes this has defined what fronts_template.h lists, and
 *     take_entries(entry, s, field, ring)   entry[] = the entries of s->a without signs, and *field
 *                                           = what the numbers need */
#pragma once

#include "base/alloc.h"
#include "engine/planar/fronts_template.h"
#include "engine/planar/separator.h"

struct pm_separator_pack {
    const struct pm_separator *s;
    struct field field;
    N *weight;           /* those of the edges of the separator */
    struct pm_rest rest; /* what the elimination leaves */
    N *product;          /* of the pivots of the elimination; and a second number */
    int *u, *v, pairs;   /* these pivots, as vertices */
    /* if all draws begin with the same vertices: how they begin; otherwise NULL */
    struct pm_separator_state *start;
};

enum { NUMBERS = 4 };

/* The present matrix is Z minus the sum over the terms of the products of `down` and `across`. */
struct pm_separator_state {
    const struct pm_separator_pack *pack;
    const struct pm_separator *s;
    N *z;   /* the needed part of Z: cols x rows numbers */
    N *now; /* NUMBERS numbers: at first, [0] is the sum over all matchings, up to a sign */
    N *down, *across; /* for each column, and for each row: `room` numbers, one for each term */
};

static pm_status divides(void)
{
    return pm_fail(PM_UNABLE, "a sum over matchings cannot be told from 0 with these numbers");
}

/* ------------------------------------------------------------------ before the draws */

static pm_status eliminate(struct pm_separator_pack *p, const struct pm_separator *s,
                           const N *entry)
{
    const struct field *const field = &p->field;
    struct job job = {
        .fronts = s->fronts,
        .field = field,
        .entry_sign = s->sign,
        .entry_col = s->a->col,
        .entry = entry,
        .product = p->product,
        .rest = p->product + 1,
        .leave_last = true,
    };

    n_one(field, job.product);
    n_one(field, job.rest);
    const pm_status status = fronts_run(&job, 1, 1);
    n_mul(field, job.product, job.product, job.rest);
    if (status == PM_OK)
        p->rest = job.stack[--job.depth];
    p->u = job.u;
    p->v = job.v;
    p->pairs = job.pairs;
    job.u = job.v = NULL;
    job_clear(&job);
    return status;
}

static pm_status eliminate_entries(struct pm_separator_pack *p, const struct pm_separator *s,
                                   const struct pm_ring *ring)
{
    const int nnz = pm_matrix_nnz(s->a);
    N *entry;

    PM_TRY(n_new(&p->weight, (size_t)s->weights));
    PM_TRY(n_new(&p->product, 2));
    PM_TRY(n_new(&entry, (size_t)nnz));
    pm_status status = take_entries(entry, s, &p->field, ring);
    for (int k = 0; k < nnz; k++)
        if (s->weight_at[k] >= 0)
            n_set(&p->weight[s->weight_at[k]], &entry[k]);
    if (status == PM_OK)
        status = eliminate(p, s, entry);
    n_free(entry, (size_t)nnz);
    return status;
}

/* ------------------------------------------------------------------ the inverse */

/* The lines of the dense matrix that are present, by their places in it: first those that are not
 * needed. */
struct lines {
    int *row, *col;
    int size, full; /* number of rows, also of columns; of those not needed, in both */
};

/* `vertex` is a number in the whole graph, or -1.  mate NULL: nothing is drawn yet. */
static bool is_present(int vertex, const int *mate)
{
    return vertex >= 0 && (mate == NULL || mate[vertex] < 0);
}

/* Lists the lines line[0 .. size - 1] that are present.  Returns the number of those that are not
 * needed. */
static int list_present(int *list, int *count, const int *line, int size, const int *at,
                        const int *vertex, const int *mate)
{
    int without = 0;

    *count = 0;
    for (int needed = 0; needed < 2; needed++) {
        for (int k = 0; k < size; k++) {
            if (is_present(vertex[line[k]], mate) && (at[line[k]] >= 0) == needed)
                list[(*count)++] = k;
        }
        without = needed ? without : *count;
    }
    return without;
}

static pm_status lines_new(struct lines *l, const struct pm_rest *rest,
                           const struct pm_separator *s, const int *mate)
{
    int columns;

    *l = (struct lines){.row = NULL};
    PM_NEW(l->row, rest->size);
    PM_NEW(l->col, rest->size);
    const int rows =
        list_present(l->row, &l->size, rest->row, rest->size, s->row_at, s->vertex, mate);
    const int cols = list_present(l->col, &columns, rest->col, rest->size, s->col_at,
                                  s->vertex + (s->skew ? 0 : s->n), mate);
    l->full = rows < cols ? rows : cols;
    return columns == l->size ? PM_OK : pm_fail(PM_DOMAIN, "there is no perfect matching");
}

static void lines_clear(struct lines *l)
{
    free(l->row);
    free(l->col);
}

/* Makes the front of the given lines of `rest`, in which `full` may be eliminated, and eliminates
 * them. */
static pm_status run_front(struct front *f, struct job *job, const struct pm_rest *rest,
                           const struct lines *l)
{
    PM_TRY(front_new(f, job->fronts->skew, l->full, l->size - l->full));
    for (int i = 0; i < l->size; i++) {
        const N *const from = rest_row(rest, l->row[i]);
        f->row[i] = rest->row[l->row[i]];
        f->col[i] = rest->col[l->col[i]];
        for (int j = 0; j < l->size; j++)
            n_set(&f->line[i][j], &from[l->col[j]]);
    }
    find_pivots(job, f);
    record(job, f);
    return PM_OK;
}

/* Makes *left what the lines that are not needed leave. */
static pm_status leave(struct pm_rest *left, struct job *job, const struct pm_rest *rest,
                       const struct lines *l)
{
    struct front f = {.size = 0};
    pm_status status = run_front(&f, job, rest, l);

    if (status == PM_OK)
        status = front_rest(left, &f, job->field);
    front_clear(&f);
    return status;
}

/* Inverts the matrix `left`. */
static pm_status invert(struct kept *kept, struct job *job, const struct pm_rest *left)
{
    struct lines all = {.size = left->size, .full = left->size};
    struct front f = {.size = 0};
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, all.row, left->size, done);
    PM_NEW_GOTO(status, all.col, left->size, done);
    for (int k = 0; k < left->size; k++)
        all.row[k] = all.col[k] = k;
    PM_TRY_GOTO(status, run_front(&f, job, left, &all), done);
    status = f.done < f.size ? divides() : keep_front(kept, &f, job->field);
done:
    front_clear(&f);
    lines_clear(&all);
    return status;
}

/* *sign = that of the order of the pivots among the vertices that are present. */
static pm_status order_sign(int *sign, const struct job *job, const struct pm_separator *s,
                            const int *mate)
{
    int *rank, count = 0;

    PM_NEW(rank, s->graph.vertices);
    for (int v = 0; v < s->graph.vertices; v++)
        if (is_present(s->vertex[v], mate))
            rank[v] = count++;
    for (int k = 0; k < job->pairs; k++) {
        job->u[k] = rank[job->u[k]];
        job->v[k] = rank[job->v[k]];
    }
    free(rank);
    return 2 * job->pairs == count ? pm_pairs_sign(sign, job->pairs, job->u, job->v) : divides();
}

/* Finds the sum over all matchings and the needed part of the inverse. */
static pm_status find_inverse(struct pm_separator_state *state, struct job *job,
                              const struct pm_separator *s, const int *mate)
{
    const struct pm_separator_pack *const p = state->pack;
    struct pm_rest left = {0};
    struct lines lines = {.row = NULL};
    struct kept kept = {.pivots = 0};
    int sign = 1;
    pm_status status;

    PM_TRY_GOTO(status, lines_new(&lines, &p->rest, s, mate), done);
    PM_TRY_GOTO(status, leave(&left, job, &p->rest, &lines), done);
    PM_TRY_GOTO(status, invert(&kept, job, &left), done);
    for (int c = 0; c < kept.pivots; c++)
        for (int r = 0; r < kept.pivots; r++) {
            const int to = s->col_at[kept.col[c]], from = s->row_at[kept.row[r]];
            if (to >= 0 && from >= 0)
                n_set(&state->z[to * s->rows + from], &kept.inverse[c * kept.pivots + r]);
        }
    status = order_sign(&sign, job, s, mate);
    if (sign < 0)
        n_neg(job->field, state->now);
done:
    kept_clear(&kept);
    rest_clear(&left);
    lines_clear(&lines);
    return status;
}

static pm_status find_start(struct pm_separator_state *state, const struct pm_separator *s,
                            const int *mate)
{
    const struct pm_separator_pack *const pack = state->pack;
    struct job job = {
        .fronts = s->fronts, .field = &pack->field, .product = state->now, .pairs = pack->pairs};
    pm_status status;

    n_set(state->now, pack->product);
    PM_NEW(job.u, s->n);
    PM_NEW_GOTO(status, job.v, s->n, done);
    memcpy(job.u, pack->u, (size_t)pack->pairs * sizeof *job.u);
    memcpy(job.v, pack->v, (size_t)pack->pairs * sizeof *job.v);
    status = find_inverse(state, &job, s, mate);
done:
    free(job.u);
    free(job.v);
    return status;
}

/* ------------------------------------------------------------------ states and packs */

/* *x = the present value of Z_vu, where v = col is a column and u = row a row of the matrix. */
static void entry_now(N *x, const struct pm_separator_state *p, const struct pm_separator *s,
                      int terms, int col, int row)
{
    const size_t c = (size_t)s->col_at[col], r = (size_t)s->row_at[row], room = (size_t)s->room;

    n_set(x, &p->z[c * (size_t)s->rows + r]);
    n_minus_dot(&p->pack->field, x, p->down + c * room, p->across + r * room, terms);
}

static pm_status state_new(struct pm_separator_state **out, const struct pm_separator_pack *pack,
                           const struct pm_separator *s, const int *mate)
{
    const size_t size = (size_t)s->cols * (size_t)s->rows;
    struct pm_separator_state *state;

    PM_NEW(*out, 1);
    state = *out;
    *state = (struct pm_separator_state){.pack = pack, .s = s};
    PM_TRY(n_new(&state->z, size));
    PM_TRY(n_new(&state->now, NUMBERS));
    PM_TRY(n_new(&state->down, (size_t)s->cols * (size_t)s->room));
    PM_TRY(n_new(&state->across, (size_t)s->rows * (size_t)s->room));
    if (pack->start == NULL)
        return find_start(state, s, mate);
    n_set(state->now, pack->start->now);
    for (size_t k = 0; k < size; k++)
        n_set(&state->z[k], &pack->start->z[k]);
    return PM_OK;
}

static void state_free(struct pm_separator_state *state)
{
    if (state == NULL)
        return;
    const size_t rows = (size_t)state->s->rows, cols = (size_t)state->s->cols;
    const size_t room = (size_t)state->s->room;
    n_free(state->z, cols * rows);
    n_free(state->now, NUMBERS);
    n_free(state->down, cols * room);
    n_free(state->across, rows * room);
    free(state);
}

static pm_status setup(struct pm_separator_pack **pack, const struct pm_separator *s,
                       const struct pm_ring *ring)
{
    PM_NEW(*pack, 1);
    (*pack)->s = s;
    PM_TRY(eliminate_entries(*pack, s, ring));
    if (!s->closed)
        return PM_OK;
    struct pm_separator_state *start = NULL;
    const pm_status status = state_new(&start, *pack, s, NULL);
    (*pack)->start = start;
    return status;
}

static void clear(struct pm_separator_pack *pack)
{
    if (pack == NULL)
        return;
    n_free(pack->weight, (size_t)pack->s->weights);
    n_free(pack->product, 2);
    rest_clear(&pack->rest);
    state_free(pack->start);
    PM_FREE(pack->u, pack->v);
    free(pack);
}

/* ------------------------------------------------------------------ pairs */

/* *x = Z_vu times entry k of row u and column v. */
static void share_of(N *x, const struct pm_separator_state *state, int terms, int k, int u, int v)
{
    const struct pm_separator *const s = state->s;
    const struct field *const field = &state->pack->field;

    entry_now(x, state, s, terms, v, u);
    n_mul(field, x, x, &state->pack->weight[s->weight_at[k]]);
    if (s->sign[k] < 0)
        n_neg(field, x);
}

/* Adds a term: column `row` of the present Z times its row `col`, times `factor`.  Only lines v of
 * left[v] > 0 are needed from now on. */
static void add_term(struct pm_separator_state *p, const int *left, int terms, int term, int row,
                     int col, const N *factor)
{
    const struct pm_separator *const s = p->s;
    const size_t room = (size_t)s->room;
    const int *const left_col = left + (s->skew ? 0 : s->n);

    for (int j = 0; j < s->n; j++)
        if (left_col[j] > 0)
            entry_now(&p->down[(size_t)s->col_at[j] * room + (size_t)term], p, s, terms, j, row);
    for (int i = 0; i < s->n; i++) {
        if (left[i] <= 0)
            continue;
        N *const x = &p->across[(size_t)s->row_at[i] * room + (size_t)term];
        entry_now(x, p, s, terms, col, i);
        n_mul(&p->pack->field, x, x, factor);
    }
}

/* In a skew matrix, both rows and both columns u and v are removed. */
static pm_status take(struct pm_separator_state *state, const struct pm_separator *s,
                      const int *left, int terms, int u, int v)
{
    const struct field *const field = &state->pack->field;
    N *const z = &state->now[NUMBERS - 2], *const inverse = &state->now[NUMBERS - 1];

    entry_now(z, state, s, terms, v, u);
    if (!n_is_pivot(z))
        return divides();
    n_invert(field, inverse, z);
    add_term(state, left, terms, terms, u, v, inverse);
    if (s->skew) {
        n_neg(field, inverse);
        add_term(state, left, terms, terms + 1, v, u, inverse);
    }
    return PM_OK;
}
