/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of U, which photons enter, and those of the lost photons B, are orthonormal together:
 * B* B = G = I - U* U.  B is the Cholesky factor of G with pivots, in double arithmetic, as many
 * rows as G has pivots above the roundings.
 *
 * What B is not exactly is E = G - B* B, and eps is its norm, in balls.  With a product state of n
 * photons, the probability of an output is the sum, over all words of n modes that give it, of the
 * means of products of n positive operators; each lost photon has the operator G instead of G - E,
 * and all operators of one photon add up to I - E.  So all changes add up to at most (1 + 2 eps)^n
 * - 1. */
#include "photons/losses.h"

#include "base/alloc.h"

#include <complex.h>
#include <math.h>

static const double LEAST = 0x1p-50;

static bool is_used(const struct pm_interferometer *u, int column)
{
    bool used = false;

    for (int k = 0; k < u->photons && !used; k++)
        used = u->enter[k] == column;
    return used;
}

/* z = entry (j, k) of I - M* M for the first rows of u->entry. */
static void find_product(acb_t z, const struct pm_interferometer *u, int j, int k, int rows)
{
    acb_t conjugate;

    acb_init(conjugate);
    acb_set_si(z, j == k);
    for (int i = 0; i < rows; i++) {
        acb_conj(conjugate, u->entry + i * u->inputs + j);
        acb_submul(z, conjugate, u->entry + i * u->inputs + k, PM_BALLS_FIRST);
    }
    acb_clear(conjugate);
}

/* g = I - U* U, with zeros for columns that no photon enters. */
static void find_lost(double complex *g, const struct pm_interferometer *u)
{
    const int n = u->inputs;
    acb_t z;

    acb_init(z);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
            if (!is_used(u, j) || !is_used(u, k))
                continue;
            find_product(z, u, j, k, u->modes);
            g[j * n + k] = arf_get_d(arb_midref(acb_realref(z)), ARF_RND_NEAR) +
                           I * arf_get_d(arb_midref(acb_imagref(z)), ARF_RND_NEAR);
        }
    acb_clear(z);
}

/* b[rows][n] with B* B = g, which is lost; the number of rows. */
static int factor(double complex *b, double complex *g, int n)
{
    int rows = 0;

    for (; rows < n; rows++) {
        double complex *const row = b + rows * n;
        int p = 0;
        for (int j = 1; j < n; j++)
            p = creal(g[j * n + j]) > creal(g[p * n + p]) ? j : p;
        const double pivot = creal(g[p * n + p]);
        if (!(pivot > LEAST))
            break;
        for (int j = 0; j < n; j++)
            row[j] = g[p * n + j] / sqrt(pivot);
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                g[j * n + k] -= conj(row[j]) * row[k];
    }
    return rows;
}

/* error = (1 + 2 eps)^n - 1; eps is at most the root of the sum of all squares of E. */
static void find_error(mag_t error, const struct pm_interferometer *u)
{
    mag_t size;
    acb_t e;

    mag_init(size);
    acb_init(e);
    mag_zero(error);
    for (int j = 0; j < u->inputs; j++)
        for (int k = 0; k < u->inputs; k++) {
            if (!is_used(u, j) || !is_used(u, k))
                continue;
            find_product(e, u, j, k, u->rows);
            acb_get_mag(size, e);
            mag_addmul(error, size, size);
        }
    mag_sqrt(error, error);
    mag_mul_2exp_si(error, error, 1);
    mag_log1p(error, error);
    mag_mul_ui(error, error, (ulong)u->photons);
    mag_expm1(error, error);
    acb_clear(e);
    mag_clear(size);
}

static void add_rows(struct pm_interferometer *u, const double complex *b, int rows)
{
    const slong before = (slong)u->modes * u->inputs, more = (slong)rows * u->inputs;
    const acb_ptr entry = _acb_vec_init(before + more);

    _acb_vec_set(entry, u->entry, before);
    for (slong at = 0; at < more; at++)
        acb_set_d_d(entry + before + at, creal(b[at]), cimag(b[at]));
    _acb_vec_clear(u->entry, before);
    u->entry = entry;
}

pm_status pm_losses_add(mag_t error, struct pm_interferometer *u)
{
    const size_t n = (size_t)u->inputs;
    double complex *g, *b = NULL;
    pm_status status = PM_OK;

    PM_NEW(g, n * n);
    PM_NEW_GOTO(status, b, n * n, done);
    find_lost(g, u);
    const int rows = factor(b, g, u->inputs);
    add_rows(u, b, rows);
    u->rows = u->modes + rows;
    find_error(error, u);
    if (mag_cmp_2exp_si(error, -10) > 0)
        status = pm_fail(PM_INPUT, "the interferometer makes photons");
done:
    PM_FREE(g, b);
    return status;
}
