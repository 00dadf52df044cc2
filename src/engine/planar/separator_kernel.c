/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws modulo eight primes at once (separator_template.h), for an instruction set.  A pivot must
 * be a unit modulo all of them. */
#define PM_TYPE mods
#include "engine/planar/field_residues.h"
#include "engine/planar/separator.h"

#include <string.h>

static pm_status take_entries(N *entry, const struct pm_separator *s, struct field *field,
                              const struct pm_ring *ring)
{
    struct pm_image *image;

    field->ring = ring;
    PM_TRY(pm_image_new(&image, s->a, ring));
    memcpy(entry, image->row_val, (size_t)image->nnz * sizeof *entry);
    pm_image_free(image);
    return PM_OK;
}

#include "engine/planar/separator_template.h"

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
    const struct pm_ring *const ring = p->pack->field.ring;
    const int lines = s->border + (u >= 0);
    T sum = t_zero();
    bool minus = false;

    if (col == lines)
        return t_one(ring);
    for (int row = 0; row < lines; row++) {
        if (!(rows >> row & 1))
            continue;
        T entry;
        entry_now(&entry, p, s, terms, line_of(s, col, v), line_of(s, row, u));
        const T product =
            t_mul(ring, entry, minor_of(p, s, terms, u, v, rows & ~(1u << row), col + 1));
        sum = minus ? t_sub(ring, sum, product) : t_add(ring, sum, product);
        minus = !minus;
    }
    return sum;
}

/* The same for a skew matrix: the Pfaffian of minus Z at the lines of the border, and u and v. */
static T pfaffian_of(const struct pm_separator_state *p, const struct pm_separator *s, int terms,
                     int u, int v)
{
    const struct pm_ring *const ring = p->pack->field.ring;
    const int b = s->n - 2, c = s->n - 1;
    T border, first, second;

    entry_now(&border, p, s, terms, c, b);
    if (u < 0)
        return border;
    entry_now(&first, p, s, terms, v, u);
    const T apart = t_mul(ring, first, border);
    entry_now(&first, p, s, terms, b, u);
    entry_now(&second, p, s, terms, c, v);
    const T one = t_mul(ring, first, second);
    entry_now(&first, p, s, terms, c, u);
    entry_now(&second, p, s, terms, b, v);
    return t_add(ring, t_sub(ring, apart, one), t_mul(ring, first, second));
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
    const struct pm_ring *const ring = pack->field.ring;

    PM_TRY(state_new(out, pack, s, mate));
    const T rest = without_border(*out, s, 0, -1, -1); /* 1 without a border */
    *part = t_part(ring, t_mul(ring, *(*out)->now, rest));
    return PM_OK;
}

static void negate(struct pm_separator_state *state)
{
    *state->now = t_neg(state->pack->field.ring, *state->now);
}

/* now[1] = the sum over the matchings with the pairs so far and the one in question. */
static void sum(struct pm_part *part, struct pm_separator_state *state,
                const struct pm_separator *s, int terms, int k, int u, int v)
{
    const struct pm_ring *const ring = state->pack->field.ring;
    T with = t_mul(ring, state->now[0], state->pack->weight[s->weight_at[k]]);

    share_of(&state->now[1], state, terms, k, u, v);
    state->now[1] = t_mul(ring, state->now[0], state->now[1]);
    with = s->sign[k] < 0 ? t_neg(ring, with) : with;
    *part = t_part(ring, s->border > 0 ? t_mul(ring, with, without_border(state, s, terms, u, v))
                                       : state->now[1]);
}

static pm_status take_sum(struct pm_separator_state *state, const struct pm_separator *s,
                          const int *left, int terms, int u, int v)
{
    state->now[0] = state->now[1];
    return take(state, s, left, terms, u, v);
}

extern const struct pm_separator_kernel PM_NAME(pm_separator_kernel);

const struct pm_separator_kernel PM_NAME(pm_separator_kernel) = {
    .setup = setup,
    .clear = clear,
    .begin = begin,
    .end = state_free,
    .take = take_sum,
    .negate = negate,
    .sum = sum,
};
