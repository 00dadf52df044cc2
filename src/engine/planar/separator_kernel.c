/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A random draw needs a part of the inverse Z = K^-1, at the rows and columns of the separator and
 * its neighbours.  Before the draws, everything is eliminated that is the same in all of them.
 * What remains is a small dense matrix.  Each draw takes its lines that are present, eliminates
 * those that are not needed, and inverts the rest.  The pairs drawn so far change Z by terms of
 * rank one.
 *
 * Cost, for eight primes: that of the determinant once, and about s^3 products for each draw, where
 * s is the number of lines of the dense matrix. */
#define PM_TYPE mods
#include "base/alloc.h"
#include "engine/planar/separator.h"
#include "engine/planar/field_residues.h"
#include "engine/planar/fronts_template.h"

struct pm_separator_pack {
    const struct pm_ring *ring;
    T *weight;           /* those of the edges of the separator */
    struct pm_rest rest; /* what the elimination leaves */
    T product;           /* of the pivots of the elimination */
    int *u, *v, pairs;   /* these pivots, as vertices */
    /* if all draws begin with the same vertices: how they begin; otherwise NULL */
    struct pm_separator_state *start;
};

/* The present matrix is Z minus the sum over the terms of the products of `down` and `across`. */
struct pm_separator_state {
    const struct pm_separator_pack *pack;
    T *z; /* the needed part of Z: cols x rows numbers */
    /* the sums over the matchings with the pairs so far; and with these and the pair in question */
    T now, next;
    T *down, *across; /* for each column, and for each row: `room` numbers, one for each term */
};

static pm_status divides(void)
{
    return pm_fail(PM_UNABLE, "a prime of the computation divides a sum over matchings");
}

/* ------------------------------------------------------------------ before the draws */

static pm_status eliminate(struct pm_separator_pack *p, const struct pm_separator *s,
                           const struct pm_image *image)
{
    const struct field field = {.ring = p->ring};
    T rest = t_one(field.ring);
    struct job job = {
        .fronts = s->fronts,
        .field = &field,
        .entry_sign = s->sign,
        .entry_col = image->row_col,
        .entry = image->row_val,
        .product = &p->product,
        .rest = &rest,
        .leave_last = true,
    };

    p->product = rest;
    const pm_status status = fronts_run(&job, 1, 1);
    p->product = t_mul(field.ring, p->product, rest);
    if (status == PM_OK)
        p->rest = job.stack[--job.depth];
    p->u = job.u;
    p->v = job.v;
    p->pairs = job.pairs;
    job.u = job.v = NULL;
    job_clear(&job);
    return status;
}

static pm_status eliminate_image(struct pm_separator_pack *p, const struct pm_separator *s)
{
    struct pm_image *image;

    PM_NEW(p->weight, s->weights);
    PM_TRY(pm_image_new(&image, s->a, p->ring));
    for (int k = 0; k < image->nnz; k++)
        if (s->weight_at[k] >= 0)
            p->weight[s->weight_at[k]] = ((const T *)image->row_val)[k];
    const pm_status status = eliminate(p, s, image);
    pm_image_free(image);
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
            f->line[i][j] = from[l->col[j]];
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
                state->z[to * s->rows + from] = kept.inverse[c * kept.pivots + r];
        }
    status = order_sign(&sign, job, s, mate);
    if (sign < 0)
        state->now = t_neg(job->field->ring, state->now);
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
    const struct field field = {.ring = pack->ring};
    struct job job = {
        .fronts = s->fronts, .field = &field, .product = &state->now, .pairs = pack->pairs};
    pm_status status;

    state->now = pack->product;
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

/* The present value of Z_vu, where v = col is a column and u = row a row of the matrix. */
static T entry_now(const struct pm_separator_state *p, const struct pm_separator *s, int terms,
                   int col, int row)
{
    const size_t c = (size_t)s->col_at[col], r = (size_t)s->row_at[row], room = (size_t)s->room;
    const struct pm_ring *const ring = p->pack->ring;

    return t_sub(ring, p->z[c * (size_t)s->rows + r],
                 t_dot(ring, p->down + c * room, p->across + r * room, terms));
}

/* Row and column `line` of the border, or, before it, row u and column v; -1: there are only those
 * of the border. */
static int line_of(const struct pm_separator *s, int line, int u)
{
    return u >= 0 && line == 0 ? u : s->n - s->border + line - (u >= 0);
}

/* The minor of Z at such rows and columns, by its first column of K that is left. */
static T minor_of(const struct pm_separator_state *p, const struct pm_separator *s, int terms,
                  int u, int v, unsigned rows, int col)
{
    const struct pm_ring *const ring = p->pack->ring;
    const int lines = s->border + (u >= 0);
    T sum = t_zero();
    bool minus = false;

    if (col == lines)
        return t_one(ring);
    for (int row = 0; row < lines; row++) {
        if (!(rows >> row & 1))
            continue;
        const T product =
            t_mul(ring, entry_now(p, s, terms, line_of(s, col, v), line_of(s, row, u)),
                  minor_of(p, s, terms, u, v, rows & ~(1u << row), col + 1));
        sum = minus ? t_sub(ring, sum, product) : t_add(ring, sum, product);
        minus = !minus;
    }
    return sum;
}

/* The same for a skew matrix: the Pfaffian of minus Z at the lines of the border, and u and v. */
static T pfaffian_of(const struct pm_separator_state *p, const struct pm_separator *s, int terms,
                     int u, int v)
{
    const struct pm_ring *const ring = p->pack->ring;
    const int b = s->n - 2, c = s->n - 1;
    const T border = entry_now(p, s, terms, c, b);

    if (u < 0)
        return border;
    const T apart = t_mul(ring, entry_now(p, s, terms, v, u), border);
    const T one = t_mul(ring, entry_now(p, s, terms, b, u), entry_now(p, s, terms, c, v));
    const T other = t_mul(ring, entry_now(p, s, terms, c, u), entry_now(p, s, terms, b, v));
    return t_add(ring, t_sub(ring, apart, one), other);
}

/* What the determinant or Pfaffian is multiplied by if the border is removed, and row u and column
 * v, or vertices u and v, if u >= 0 (Jacobi); 1 if there is no border. */
static T without_border(const struct pm_separator_state *p, const struct pm_separator *s, int terms,
                        int u, int v)
{
    if (s->skew && s->border > 0)
        return pfaffian_of(p, s, terms, u, v);
    return minor_of(p, s, terms, u, v, (1u << (s->border + (u >= 0))) - 1, 0);
}

static pm_status begin(struct pm_separator_state **out, struct pm_part *part,
                       const struct pm_separator_pack *pack, const struct pm_separator *s,
                       const int *mate)
{
    const size_t size = (size_t)s->cols * (size_t)s->rows;
    struct pm_separator_state *state;

    PM_NEW(*out, 1);
    state = *out;
    state->pack = pack;
    PM_NEW(state->z, size);
    PM_NEW(state->down, (size_t)s->cols * (size_t)s->room);
    PM_NEW(state->across, (size_t)s->rows * (size_t)s->room);
    if (pack->start == NULL) {
        PM_TRY(find_start(state, s, mate));
    } else {
        state->now = pack->start->now;
        memcpy(state->z, pack->start->z, size * sizeof *state->z);
    }
    const T rest = without_border(state, s, 0, -1, -1); /* 1 without a border */
    *part = t_part(pack->ring, t_mul(pack->ring, state->now, rest));
    return PM_OK;
}

static void end(struct pm_separator_state *state)
{
    if (state == NULL)
        return;
    free(state->z);
    free(state->down);
    free(state->across);
    free(state);
}

static pm_status setup(struct pm_separator_pack **pack, const struct pm_separator *s,
                       const struct pm_ring *ring)
{
    struct pm_separator_state *start = NULL;
    struct pm_part part;

    PM_NEW(*pack, 1);
    (*pack)->ring = ring;
    PM_TRY(eliminate_image(*pack, s));
    if (!s->closed)
        return PM_OK;
    const pm_status status = begin(&start, &part, *pack, s, NULL);
    (*pack)->start = start;
    return status;
}

static void clear(struct pm_separator_pack *pack)
{
    if (pack == NULL)
        return;
    free(pack->weight);
    rest_clear(&pack->rest);
    end(pack->start);
    free(pack->u);
    free(pack->v);
    free(pack);
}

static void negate(struct pm_separator_state *state)
{
    state->now = t_neg(state->pack->ring, state->now);
}

/* ------------------------------------------------------------------ pairs */

static void sum(struct pm_part *part, struct pm_separator_state *state,
                const struct pm_separator *s, int terms, int k, int u, int v)
{
    const struct pm_ring *const ring = state->pack->ring;
    const T z = entry_now(state, s, terms, v, u);
    const T weight = t_mul(ring, state->now, state->pack->weight[s->weight_at[k]]);
    const T with = s->sign[k] < 0 ? t_neg(ring, weight) : weight;

    state->next = t_mul(ring, with, z);
    *part = t_part(ring, s->border > 0 ? t_mul(ring, with, without_border(state, s, terms, u, v))
                                       : state->next);
}

/* Adds a term: column `row` of the present Z times its row `col`, times `factor`.  Only lines v of
 * left[v] > 0 are needed from now on. */
static void add_term(struct pm_separator_state *p, const struct pm_separator *s, const int *left,
                     int terms, int term, int row, int col, T factor)
{
    const size_t room = (size_t)s->room;
    const int *const left_col = left + (s->skew ? 0 : s->n);

    for (int j = 0; j < s->n; j++)
        if (left_col[j] > 0)
            p->down[(size_t)s->col_at[j] * room + (size_t)term] = entry_now(p, s, terms, j, row);
    for (int i = 0; i < s->n; i++)
        if (left[i] > 0)
            p->across[(size_t)s->row_at[i] * room + (size_t)term] =
                t_mul(p->pack->ring, entry_now(p, s, terms, col, i), factor);
}

/* In a skew matrix, both rows and both columns u and v are removed. */
static pm_status take(struct pm_separator_state *state, const struct pm_separator *s,
                      const int *left, int terms, int u, int v)
{
    const struct pm_ring *const ring = state->pack->ring;
    const T z = entry_now(state, s, terms, v, u);

    if (!is_unit(z))
        return divides();
    const T inverse = inverse_of(ring, z);
    state->now = state->next;
    add_term(state, s, left, terms, terms, u, v, inverse);
    if (s->skew)
        add_term(state, s, left, terms, terms + 1, v, u, t_neg(ring, inverse));
    return PM_OK;
}

extern const struct pm_separator_kernel PM_NAME(pm_separator_kernel);

const struct pm_separator_kernel PM_NAME(pm_separator_kernel) = {setup,  clear, begin, end,
                                                                 negate, sum,   take};
