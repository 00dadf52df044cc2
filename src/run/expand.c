/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expansion by one line after another: by the rows of a matrix, or by the vertices of a graph.
 *
 * A sum is kept for each set of columns (or later vertices) that the lines so far may have taken.
 * A column is forgotten after its last line, so a sparse matrix has few sets.  The next line is the
 * one that adds the fewest columns.  This is slower than every engine, and shares nothing with
 * them: its answers check theirs. */
#include "run/expand.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/keys.h"

#include <flint/ulong_extras.h>

enum { BITS = 64, MOST_ENTRIES = 4096, MOST_LINES = 512 };

/* ------------------------------------------------------------------- residues */

struct pm_residues pm_expand_residues_new(void)
{
    struct pm_residues to = {.p = (UINT64_C(1) << 61) + 1};

    do
        to.p -= 4;
    while (!n_is_prime(to.p));
    to.iota = n_sqrtmod(to.p - 1, to.p);
    return to;
}

/* False: the denominator has a factor of p, which is a prime or 4. */
static bool fraction_of(uint64_t *residue, uint64_t p, const fmpq *x)
{
    const uint64_t below = fmpz_fdiv_ui(fmpq_denref(x), p);

    if (n_gcd(below, p) != 1)
        return false;
    *residue = n_mulmod2(fmpz_fdiv_ui(fmpq_numref(x), p), n_invmod(below, p), p);
    return true;
}

bool pm_expand_residues_of(uint64_t *residue, const struct pm_residues *to, const fmpq *re,
                           const fmpq *im)
{
    uint64_t other;

    if (!fraction_of(residue, to->p, re))
        return false;
    if (im == NULL || fmpq_is_zero(im))
        return true;
    if (!fraction_of(&other, to->p, im))
        return false;
    *residue = n_addmod(*residue, n_mulmod2(to->iota, other, to->p), to->p);
    return true;
}

/* ----------------------------------------------------------------------- sums */

struct sums {
    struct pm_keys set;
    size_t room;
    uint64_t *sum; /* of each set */
};

static void sums_clear(struct sums *s)
{
    pm_keys_clear(&s->set);
    free(s->sum);
    *s = (struct sums){0};
}

static pm_status sums_add(struct sums *s, uint64_t set, uint64_t x, uint64_t p)
{
    size_t k;

    PM_TRY(pm_keys_number(&k, &s->set, set));
    PM_TRY(pm_alloc_grow((void **)&s->sum, &s->room, s->set.count, sizeof *s->sum));
    s->sum[k] = n_addmod(s->sum[k], x, p);
    return PM_OK;
}

/* ---------------------------------------------------------------------- lines */

struct expansion {
    const struct pm_residues *to;
    const struct pm_matrix *a;
    enum pm_kind kind;
    uint64_t *weight; /* residues of the entries */
    int *left;        /* by column: entries in lines that are left */
    int *bit;         /* by column: its bit, or -1 */
    bool *done;       /* by line */
    uint64_t used;    /* bits in use */
    double products;  /* how many are left */
    struct sums sums;
};

/* True if the column of an entry can be taken by its line: in a graph, neither the vertex itself
 * nor an earlier one. */
static bool is_open(const struct expansion *x, int line, int col)
{
    return x->kind == PM_PERMANENT || (col != line && !x->done[col]);
}

/* The line that adds the fewest columns. */
static int next_line(const struct expansion *x)
{
    int best = -1, fewest = INT32_MAX;

    for (int i = 0; i < x->a->rows; i++) {
        int more = 0;
        for (int e = x->a->start[i]; e < x->a->start[i + 1] && !x->done[i]; e++)
            if (is_open(x, i, x->a->col[e]))
                more += (x->bit[x->a->col[e]] < 0) - (x->left[x->a->col[e]] == 1);
        if (!x->done[i] && more < fewest) {
            best = i;
            fewest = more;
        }
    }
    return best;
}

/* Gives the line's columns bits; *closed = the bits of columns that have no later line. */
static pm_status open_columns(struct expansion *x, int line, uint64_t *closed)
{
    *closed = 0;
    for (int e = x->a->start[line]; e < x->a->start[line + 1]; e++) {
        const int col = x->a->col[e];
        if (!is_open(x, line, col))
            continue;
        if (x->bit[col] < 0) {
            if (pm_popcount(x->used) >= BITS - 1)
                return pm_fail(PM_UNABLE, "an expansion has too many columns at once");
            x->bit[col] = __builtin_ctzll(~x->used);
            x->used |= UINT64_C(1) << x->bit[col];
        }
        if (x->kind == PM_PERMANENT && --x->left[col] == 0)
            *closed |= UINT64_C(1) << x->bit[col];
    }
    return PM_OK;
}

/* Adds to `next` what a set with sum `sum` becomes when the line takes a column. */
static pm_status add_set(struct expansion *x, struct sums *next, int line, uint64_t set,
                         uint64_t sum, uint64_t closed)
{
    for (int e = x->a->start[line]; e < x->a->start[line + 1]; e++) {
        const int col = x->a->col[e];
        if (!is_open(x, line, col) || set >> x->bit[col] & 1)
            continue;
        x->products--;
        PM_TRY(sums_add(next, (set | UINT64_C(1) << x->bit[col]) & ~closed,
                        n_mulmod2(sum, x->weight[e], x->to->p), x->to->p));
    }
    return PM_OK;
}

static pm_status add_line(struct expansion *x, int line)
{
    const bool graph = x->kind == PM_HAFNIAN;
    struct sums next = {.room = 0};
    uint64_t closed;

    PM_TRY(open_columns(x, line, &closed));
    const uint64_t own = graph && x->bit[line] >= 0 ? UINT64_C(1) << x->bit[line] : 0;
    pm_status status = PM_OK;
    for (size_t k = 0; k < x->sums.set.count && status == PM_OK && x->products >= 0; k++) {
        const uint64_t set = x->sums.set.key[k];
        if (x->sums.sum[k] == 0)
            continue;
        status = set & own ? sums_add(&next, set & ~own, x->sums.sum[k], x->to->p)
                           : add_set(x, &next, line, set, x->sums.sum[k], closed);
    }
    sums_clear(&x->sums);
    x->sums = next;
    x->used &= ~(closed | own);
    x->done[line] = true;
    if (status == PM_OK && x->products < 0)
        return pm_fail(PM_UNABLE, "an expansion takes too long");
    return status;
}

/* A graph may have left over vertices; a matrix cannot have rows that took nothing. */
static pm_status expand(uint64_t *residue, struct expansion *x)
{
    PM_TRY(sums_add(&x->sums, 0, 1, x->to->p));
    for (int k = 0; k < x->a->rows; k++)
        PM_TRY(add_line(x, next_line(x)));
    *residue = 0;
    for (size_t k = 0; k < x->sums.set.count; k++)
        *residue = n_addmod(*residue, x->sums.sum[k], x->to->p);
    return PM_OK;
}

static pm_status expand_rows(uint64_t *residue, const struct pm_residues *to,
                             const struct pm_matrix *a, enum pm_kind kind, double products)
{
    struct expansion x = {.to = to, .a = a, .kind = kind, .products = products};
    pm_status status;

    PM_NEW_GOTO(status, x.weight, pm_matrix_nnz(a) + 1, done);
    PM_NEW_GOTO(status, x.left, a->cols + 1, done);
    PM_NEW_GOTO(status, x.bit, a->cols + 1, done);
    PM_NEW_GOTO(status, x.done, a->rows + 1, done);
    for (int j = 0; j < a->cols; j++)
        x.bit[j] = -1;
    status = PM_OK;
    for (int e = 0; e < pm_matrix_nnz(a) && status == PM_OK; e++) {
        x.left[a->col[e]]++;
        if (!pm_expand_residues_of(&x.weight[e], to, a->re + e, pm_matrix_im(a, e)))
            status = pm_fail(PM_UNABLE, "the prime divides a denominator");
    }
    PM_THEN(status, expand(residue, &x));
done:
    sums_clear(&x.sums);
    PM_FREE(x.weight, x.left, x.bit, x.done);
    return status;
}

pm_status pm_expand(uint64_t *residue, const struct pm_residues *to, const struct pm_matrix *a,
                    enum pm_kind kind, double products)
{
    struct pm_matrix *turned;

    if (pm_matrix_nnz(a) > MOST_ENTRIES || a->rows > MOST_LINES || a->cols > MOST_LINES)
        return pm_fail(PM_UNABLE, "the matrix is too large for an expansion");
    if (a->rows <= a->cols)
        return expand_rows(residue, to, a, kind, products);
    PM_TRY(pm_matrix_transpose(&turned, a));
    const pm_status status = expand_rows(residue, to, turned, kind, products);
    pm_matrix_free(turned);
    return status;
}
