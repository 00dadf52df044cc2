/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A random draw needs a part of the inverse Z = K^-1, at the rows and columns of the separator and
 * its neighbours.  This part is the inverse of a Schur complement, the last front of the
 * elimination (fronts_run.h).  The pairs drawn so far change Z by terms of rank one.  Cost, for
 * eight primes: that of the determinant, and s^3 products for a separator of s vertices. */
#define PM_TYPE mods
#include "base/alloc.h"
#include "engine/planar/separator.h"
#include "engine/planar/field_residues.h"
#include "engine/planar/fronts_run.h"

/* The present matrix is Z minus the sum over the terms of the products of `down` and `across`. */
struct pm_separator_pack {
    struct pm_image *image;
    T *z;  /* the needed part of Z: cols x rows numbers */
    T all; /* the sum over all matchings */
    /* the sums over the matchings with the pairs so far; and with these and the pair in question */
    T now, next;
    T *down, *across; /* for each column, and for each row: `room` numbers, one for each term */
};

static pm_status divides(void)
{
    return pm_fail(PM_UNABLE, "a prime of the computation divides a sum over matchings");
}

/* Takes the needed part of the inverse of the last front. */
static pm_status take_inverse(struct pm_separator_pack *p, const struct pm_separator *s,
                              const struct kept *last)
{
    const size_t size = (size_t)last->pivots;

    PM_NEW(p->z, (size_t)s->cols * (size_t)s->rows);
    for (size_t c = 0; c < size; c++)
        for (size_t r = 0; r < size; r++) {
            const int to = s->col_at[last->col[c]], from = s->row_at[last->row[r]];
            if (to >= 0 && from >= 0)
                p->z[(size_t)to * (size_t)s->rows + (size_t)from] = last->inverse[c * size + r];
        }
    return PM_OK;
}

/* Finds the sum over all matchings and the inverse. */
static pm_status eliminate(struct pm_separator_pack *p, const struct pm_separator *s)
{
    const struct field field = {&p->image->ring};
    const int last = s->fronts->count - 1;
    T rest = t_one(field.ring);
    struct job job = {
        .fronts = s->fronts,
        .field = &field,
        .entry_sign = s->signs.entry,
        .entry_col = p->image->row_col,
        .entry = p->image->row_val,
        .product = &p->all,
        .rest = &rest,
        .first_kept = last,
    };
    pm_status status;

    p->all = s->signs.term < 0 ? t_neg(field.ring, rest) : rest;
    PM_NEW_GOTO(status, job.kept, s->fronts->count, done);
    PM_TRY_GOTO(status, fronts_run(&job), done);
    p->all = t_mul(field.ring, p->all, rest);
    status = !is_unit(p->all) || last < 0 || job.kept[last].rest > 0
                 ? divides()
                 : take_inverse(p, s, &job.kept[last]);
done:
    job_clear(&job);
    return status;
}

static pm_status setup(struct pm_separator_pack **pack, const struct pm_separator *s,
                       const struct pm_ring *ring)
{
    struct pm_separator_pack *p;

    PM_NEW(*pack, 1);
    p = *pack;
    PM_TRY(pm_image_new(&p->image, s->a, ring));
    PM_NEW(p->down, (size_t)s->cols * (size_t)s->room);
    PM_NEW(p->across, (size_t)s->rows * (size_t)s->room);
    return eliminate(p, s);
}

static void clear(struct pm_separator_pack *pack)
{
    if (pack == NULL)
        return;
    pm_image_free(pack->image);
    free(pack->z);
    free(pack->down);
    free(pack->across);
    free(pack);
}

static void begin(struct pm_part *part, struct pm_separator_pack *pack)
{
    pack->now = pack->all;
    *part = t_part(&pack->image->ring, pack->all);
}

/* The present value of Z_vu, where v = col is a column and u = row a row of the matrix. */
static T entry_now(const struct pm_separator_pack *p, const struct pm_separator *s, int col,
                   int row)
{
    const size_t c = (size_t)s->col_at[col], r = (size_t)s->row_at[row], room = (size_t)s->room;

    return t_sub(&p->image->ring, p->z[c * (size_t)s->rows + r],
                 t_dot(&p->image->ring, p->down + c * room, p->across + r * room, s->terms));
}

static void sum(struct pm_part *part, struct pm_separator_pack *pack, const struct pm_separator *s,
                int k, int u, int v)
{
    const struct pm_ring *const ring = &pack->image->ring;
    const T weight = t_mul(ring, ((const T *)pack->image->row_val)[k], entry_now(pack, s, v, u));
    const T with = t_mul(ring, pack->now, weight);

    pack->next = s->signs.entry[k] < 0 ? t_neg(ring, with) : with;
    *part = t_part(ring, pack->next);
}

/* Adds a term: column `row` of the present Z times its row `col`, times `factor`. */
static void add_term(struct pm_separator_pack *p, const struct pm_separator *s, int term, int row,
                     int col, T factor)
{
    const size_t room = (size_t)s->room;

    for (int j = 0; j < s->n; j++)
        if (s->col_at[j] >= 0)
            p->down[(size_t)s->col_at[j] * room + (size_t)term] = entry_now(p, s, j, row);
    for (int i = 0; i < s->n; i++)
        if (s->row_at[i] >= 0)
            p->across[(size_t)s->row_at[i] * room + (size_t)term] =
                t_mul(&p->image->ring, entry_now(p, s, col, i), factor);
}

/* In a skew matrix, both rows and both columns u and v are removed. */
static pm_status take(struct pm_separator_pack *pack, const struct pm_separator *s, int u, int v)
{
    const struct pm_ring *const ring = &pack->image->ring;
    const T z = entry_now(pack, s, v, u);

    if (!is_unit(z))
        return divides();
    const T inverse = inverse_of(ring, z);
    pack->now = pack->next;
    add_term(pack, s, s->terms, u, v, inverse);
    if (pm_separator_is_skew(s))
        add_term(pack, s, s->terms + 1, v, u, t_neg(ring, inverse));
    return PM_OK;
}

extern const struct pm_separator_kernel PM_NAME(pm_separator_kernel);

const struct pm_separator_kernel PM_NAME(pm_separator_kernel) = {setup, clear, begin, sum, take};
