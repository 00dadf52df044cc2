/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With Q^-1 = K for x and p, in blocks X (x, x), Y (x, p) and P (p, p), the Q function is
 * exp(-|z|^2) times a power series in z* and z, and its coefficients are the density matrix:
 *
 *     A = [ -(X - P - i (Y + Y')) / 2      1 - (X + P - i (Y' - Y)) / 2 ]
 *         [ 1 - (X + P + i (Y' - Y)) / 2   -(X - P + i (Y + Y')) / 2    ],
 *     l = [ (k_x - i k_p) / sqrt 2, (k_x + i k_p) / sqrt 2 ],  k = K mean,
 *
 * with the factor exp(-mean K mean / 2) / sqrt(det Q).  With Q in place of K, the same matrix is
 * minus the covariances of a* and a, normally ordered; with the means in place of k, l has theirs.
 *
 * Numbers of the caller are doubles.  So for some s, M = 2^s (covariance + hbar / 2) and 2^s hbar
 * are integers, K = 2^s hbar adj(M) / det M, and 2 det M times the parts of K and of A are
 * integers: what is smaller than 1 / (2 det M) is 0.
 *
 * Sources: Bjorklund, Gupt and Quesada, ACM Journal of Experimental Algorithmics 24, 2019; Quesada
 * et al., Physical Review A 100, 022341, 2019; moments: Cardin and Quesada, arXiv:2212.06067. */
#include "photons/gaussian_form.h"

#include <math.h>

void pm_gaussian_form_init(struct pm_gaussian_form *f, int modes)
{
    const slong size = 2 * (slong)modes;

    f->modes = modes;
    f->a = _acb_vec_init(size * size);
    f->l = _acb_vec_init(size);
    arb_init(f->factor);
}

void pm_gaussian_form_clear(struct pm_gaussian_form *f)
{
    const slong size = 2 * (slong)f->modes;

    arb_clear(f->factor);
    _acb_vec_clear(f->l, size);
    _acb_vec_clear(f->a, size * size);
}

/* a at rows j and k of x, for the mode j and the conjugate, or not, mode k; m is K or Q. */
static void set_block(struct pm_gaussian_form *f, const arb_mat_t m, int j, int k)
{
    const int modes = f->modes, size = 2 * modes;
    const slong bits = f->bits;
    const arb_srcptr x = arb_mat_entry(m, j, k), p = arb_mat_entry(m, j + modes, k + modes);
    const arb_srcptr y = arb_mat_entry(m, j, k + modes), turned = arb_mat_entry(m, j + modes, k);
    const acb_ptr same = f->a + (j + modes) * size + k + modes,
                  cross = f->a + (j + modes) * size + k;

    arb_sub(acb_realref(same), p, x, bits);
    arb_add(acb_imagref(same), y, turned, bits);
    arb_neg(acb_imagref(same), acb_imagref(same));
    acb_mul_2exp_si(same, same, -1);
    acb_conj(f->a + j * size + k, same);
    arb_add(acb_realref(cross), x, p, bits);
    arb_sub(acb_imagref(cross), turned, y, bits);
    acb_mul_2exp_si(cross, cross, -1);
    acb_neg(cross, cross);
    if (j == k)
        acb_add_ui(cross, cross, 1, bits);
    acb_conj(f->a + j * size + k + modes, cross);
}

/* The lower triangle counts, so that balls are the same on both sides. */
static void set_matrix(struct pm_gaussian_form *f, const arb_mat_t m)
{
    const int size = 2 * f->modes;

    for (int j = 0; j < f->modes; j++)
        for (int k = 0; k < f->modes; k++)
            set_block(f, m, j, k);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < i; j++)
            acb_set(f->a + j * size + i, f->a + i * size + j);
}

/* l of k[2 modes] for x and p. */
static void set_loops(struct pm_gaussian_form *f, arb_srcptr k)
{
    const int m = f->modes;
    arb_t root;

    arb_init(root);
    arb_sqrt_ui(root, 2, f->bits);
    for (int i = 0; i < m; i++) {
        arb_div(acb_realref(f->l + m + i), k + i, root, f->bits);
        arb_div(acb_imagref(f->l + m + i), k + m + i, root, f->bits);
        acb_conj(f->l + i, f->l + m + i);
    }
    arb_clear(root);
}

/* The exponent of the lowest bit of x that is 1; 0 for 0. */
static slong lowest_bit(double x)
{
    int exponent;
    const int64_t digits = (int64_t)ldexp(fabs(frexp(x, &exponent)), 53);

    return digits == 0 ? 0 : exponent - 53 + __builtin_ctzll((uint64_t)digits);
}

/* *unit = at most 1 / (2 det M). */
static void find_unit(mag_t unit, const pm_gaussian *state, const arb_mat_t cholesky, slong bits)
{
    const slong size = 2 * (slong)state->modes;
    slong low = lowest_bit(state->hbar);
    arb_t d;

    for (slong at = 0; at < size * size; at++) {
        const slong bit = lowest_bit(state->covariance[at]);
        low = bit < low ? bit : low;
    }
    arb_init(d);
    arb_set_d(d, state->hbar);
    arb_pow_ui(d, d, (ulong)size, bits);
    for (slong i = 0; i < size; i++)
        for (int twice = 0; twice < 2; twice++)
            arb_mul(d, d, arb_mat_entry(cholesky, i, i), bits);
    arb_mul_2exp_si(d, d, size * (1 - low) + 1);
    arb_inv(d, d, bits);
    arb_get_mag_lower(unit, d);
    arb_clear(d);
}

/* Balls of parts of K or A that are below the unit become 0. */
static void set_zeros(arb_ptr x, slong count, const mag_t unit)
{
    mag_t size;

    mag_init(size);
    for (slong k = 0; k < count; k++) {
        arb_get_mag(size, x + k);
        if (mag_cmp(size, unit) < 0)
            arb_zero(x + k);
    }
    mag_clear(size);
}

/* The factor, and l, for Cholesky's factor of Q and its inverse. */
static void set_vacuum(struct pm_gaussian_form *f, const arb_mat_t cholesky,
                       const arb_mat_t inverse, arb_srcptr mean)
{
    const int size = 2 * f->modes;
    const arb_ptr k = _arb_vec_init(size);

    for (int i = 0; i < size; i++)
        arb_dot(k + i, NULL, 0, arb_mat_entry(inverse, i, 0), 1, mean, 1, size, f->bits);
    arb_dot(f->factor, NULL, 0, k, 1, mean, 1, size, f->bits);
    arb_mul_2exp_si(f->factor, f->factor, -1);
    arb_neg(f->factor, f->factor);
    arb_exp(f->factor, f->factor, f->bits);
    for (int i = 0; i < size; i++)
        arb_div(f->factor, f->factor, arb_mat_entry(cholesky, i, i), f->bits);
    set_loops(f, k);
    _arb_vec_clear(k, size);
}

pm_status pm_gaussian_form_density(struct pm_gaussian_form *f, const pm_gaussian *state, slong bits)
{
    const int size = 2 * f->modes;
    struct pm_gaussian_state s;
    arb_mat_t cholesky, inverse;
    mag_t unit;

    mag_init(unit);
    f->bits = bits;
    pm_gaussian_take(&s, state, bits);
    arb_mat_init(cholesky, size, size);
    arb_mat_init(inverse, size, size);
    const bool positive = arb_mat_cho(cholesky, s.q, bits);
    if (positive) {
        arb_mat_inv_cho_precomp(inverse, cholesky, bits);
        find_unit(unit, state, cholesky, bits);
        for (int i = 0; i < size; i++)
            set_zeros(arb_mat_entry(inverse, i, 0), size, unit);
        set_matrix(f, inverse);
        for (slong at = 0; at < (slong)size * size; at++) {
            set_zeros(acb_realref(f->a + at), 1, unit);
            set_zeros(acb_imagref(f->a + at), 1, unit);
        }
        set_vacuum(f, cholesky, inverse, s.mean);
    }
    PM_EACH(arb_mat_clear, inverse, cholesky);
    pm_gaussian_clear(&s);
    mag_clear(unit);
    return positive ? PM_OK : PM_UNABLE;
}

void pm_gaussian_form_moments(struct pm_gaussian_form *f, const pm_gaussian *state, slong bits)
{
    const int size = 2 * f->modes;
    struct pm_gaussian_state s;

    f->bits = bits;
    pm_gaussian_take(&s, state, bits);
    set_matrix(f, s.q);
    _acb_vec_neg(f->a, f->a, (slong)size * size);
    set_loops(f, s.mean);
    arb_one(f->factor);
    pm_gaussian_clear(&s);
}
