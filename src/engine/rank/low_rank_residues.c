/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The permanent of a matrix of low rank modulo a prime (low_rank.h). */
#include "base/alloc.h"
#include "base/stop.h"
#include "base/status.h"
#include "engine/rank/low_rank.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>

void pm_rank_residues_free(struct pm_rank_residues *r)
{
    if (r == NULL)
        return;
    PM_FREE(r->left, r->right, r->pivot, r);
}

static T inverse(const struct pm_ring *ring, T x)
{
    return t_from_residue(ring, n_invmod(t_to_residue(ring, x), ring->p));
}

/* Processes row i of A, which is in v[n] and is overwritten: computes row i of `left`, and appends
 * a row to `right` if the rest of v is not 0. */
static pm_status take_row(struct pm_rank_residues *r, int i, T *v)
{
    const struct pm_ring *const ring = &r->ring;
    T *const left = r->left + (size_t)i * (size_t)r->most;
    int pivot = 0;

    for (int t = 0; t < r->rank; t++) {
        const T *const right = r->right + (size_t)t * (size_t)r->n;
        const T x = left[t] = v[r->pivot[t]];
        for (int j = r->pivot[t]; j < r->n && !t_is_zero(x); j++)
            v[j] = t_sub(ring, v[j], t_mul(ring, x, right[j]));
    }
    while (pivot < r->n && t_is_zero(v[pivot]))
        pivot++;
    if (pivot == r->n)
        return PM_OK;
    if (r->rank == r->most)
        return pm_fail(PM_UNABLE, "the rank is above %d", r->most);
    T *const right = r->right + (size_t)r->rank * (size_t)r->n;
    const T scale = inverse(ring, v[pivot]);
    left[r->rank] = v[pivot];
    r->pivot[r->rank++] = pivot;
    for (int j = pivot; j < r->n; j++)
        right[j] = t_mul(ring, v[j], scale);
    return PM_OK;
}

static pm_status residues_take(struct pm_rank_residues *r, const struct pm_image *a)
{
    const T *const value = a->row_val;
    pm_status status = PM_OK;
    T *v;

    PM_NEW(v, r->n);
    for (int i = 0; i < r->n && status == PM_OK; i++) {
        for (int j = 0; j < r->n; j++)
            v[j] = t_zero();
        for (int k = a->row_start[i]; k < a->row_start[i + 1]; k++)
            v[a->row_col[k]] = value[k];
        status = take_row(r, i, v);
    }
    free(v);
    return status;
}

pm_status pm_rank_residues_new(struct pm_rank_residues **out, const struct pm_image *image,
                               int most)
{
    const size_t count = (size_t)image->rows * (size_t)most;
    pm_status status;
    struct pm_rank_residues *r;

    PM_NEW(r, 1);
    r->ring = image->ring;
    r->n = image->rows;
    r->most = most;
    PM_NEW_GOTO(status, r->left, count, done);
    PM_NEW_GOTO(status, r->right, count, done);
    PM_NEW_GOTO(status, r->pivot, most, done);
    PM_TRY_GOTO(status, residues_take(r, image), done);
done:
    PM_GIVE(out, r, status, pm_rank_residues_free);
}

/* Multiplies a product by one more form.  c: the e->count coefficients of the product of `degree`
 * forms.  The coefficients of the form are form[0], form[step], ... */
static void multiply(T *c, const struct pm_exponents *e, const T *form, int step, int degree,
                     const struct pm_ring *ring)
{
    const int vars = e->rank - 1;

    for (long at = pm_exponents_of_degree(e, degree + 1) - 1; at >= 0; at--) {
        T sum = t_mul(ring, c[at], form[vars * step]);
        for (int t = 0; t < vars; t++)
            if (e->less[at * vars + t] >= 0)
                sum = t_add(ring, sum, t_mul(ring, c[e->less[at * vars + t]], form[t * step]));
        c[at] = sum;
    }
}

static T add_up(const struct pm_exponents *e, const T *left, const T *right, const T *factorial,
                const struct pm_ring *ring)
{
    T sum = t_zero();

    for (long at = 0; at < e->count; at++) {
        T term = t_mul(ring, left[at], right[at]);
        for (int t = 0; t < e->rank; t++)
            term = t_mul(ring, term, factorial[e->exponent[at * e->rank + t]]);
        sum = t_add(ring, sum, term);
    }
    return sum;
}

pm_status pm_rank_residues_sum(T *sum, const struct pm_rank_residues *r, const int *stop)
{
    const struct pm_ring *const ring = &r->ring;
    pm_status status;
    struct pm_exponents *e = NULL;
    T *left = NULL, *right = NULL, *factorial = NULL;

    PM_TRY_GOTO(status, pm_exponents_new(&e, r->n, r->rank > 0 ? r->rank : 1, stop), done);
    PM_NEW_GOTO(status, left, e->count, done);
    PM_NEW_GOTO(status, right, e->count, done);
    PM_NEW_GOTO(status, factorial, r->n + 1, done);
    left[0] = right[0] = factorial[0] = t_one(ring);
    for (int i = 0; i < r->n; i++) {
        PM_TRY_GOTO(status, pm_go_on(stop), done);
        multiply(left, e, r->left + (size_t)i * (size_t)r->most, 1, i, ring);
        multiply(right, e, r->right + i, r->n, i, ring);
        factorial[i + 1] = t_mul(ring, factorial[i], t_small(ring, i + 1));
    }
    *sum = add_up(e, left, right, factorial, ring);
done:
    PM_FREE(left, right, factorial);
    pm_exponents_free(e);
    return status;
}
