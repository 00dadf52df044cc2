/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of any precision by exact arithmetic.  Rows and columns are scaled by powers of two so
 * that the largest entries are near 2^b.  Entries are rounded to integers.  The permanent of these
 * integers is computed exactly by the engine that is fastest modulo primes.  That takes about n b /
 * 62 rings.  If the engine has vectors for residues, this is faster than one run in numbers of b
 * bits.  And cancellation adds no error to that of the entries.
 *
 * Entries are rounded away from zero, so no entry becomes 0, and moduli only grow: |A| <= |A'| and
 * |a - a'| <= c, where c = 1, or 2 if complex.  Replacing the rows of A one after another by those
 * of A' gives
 *
 *     |per A - per A'| <= sum over i of per(|A'| with row i all c, where A has entries)
 *                      <= n c 2^(1-b) per M,   m_ij = max(|a'_ij|, 2^(b-1)),
 *
 * since a row of c is at most c 2^(1-b) times that row of M. The same holds for hafnians, with
 * vertices instead of rows, since they are linear in the edges of a vertex. */
#include "plan/fixed.h"

#include "base/alloc.h"
#include "base/status.h"
#include "model/balance.h"
#include "model/bound.h"
#include "num/gauss.h"

#include <math.h>
#include <stdlib.h>

/* x = 2^shift x, rounded away from zero to an integer.  Returns true if that changed the value. */
static bool round_away(fmpq_t x, int64_t shift)
{
    fmpz_t whole;

    pm_gauss_part_shift(x, x, shift);
    if (fmpz_is_one(fmpq_denref(x)))
        return false;
    fmpz_init(whole);
    if (fmpq_sgn(x) > 0)
        fmpz_cdiv_q(whole, fmpq_numref(x), fmpq_denref(x));
    else
        fmpz_fdiv_q(whole, fmpq_numref(x), fmpq_denref(x));
    fmpq_set_fmpz(x, whole);
    fmpz_clear(whole);
    return true;
}

/* Scales the entries of f->a and rounds them to integers of about `bits` bits.  *inexact becomes
 * true if some entry changes. */
static pm_status round_entries(struct pm_fixed *f, bool *inexact, enum pm_kind kind, int bits)
{
    struct pm_matrix *const a = f->a;
    const bool symmetric = kind == PM_HAFNIAN;
    int64_t *row = NULL, *col = NULL;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, row, a->rows, done);
    PM_NEW_GOTO(status, col, a->cols, done);
    PM_TRY_GOTO(status, symmetric ? pm_balance_symmetric(row, a) : pm_balance(row, col, a), done);
    f->entry_bits = bits;
    f->exp = -(int64_t)bits * (symmetric ? a->rows / 2 : a->rows);
    for (int i = 0; i < a->rows; i++)
        f->exp += row[i];
    for (int j = 0; j < a->cols; j++)
        f->exp += col[j];
    PM_EACH_ENTRY(a, i, k) {
        const int64_t shift = bits - row[i] - (symmetric ? row : col)[a->col[k]];
        *inexact |= round_away(a->re + k, shift);
        if (a->im != NULL)
            *inexact |= round_away(a->im + k, shift);
    }
done:
    PM_FREE(row, col);
    return status;
}

/* *bits = a number with per(M) < 2^bits, where M is the matrix of the error bound above. */
static pm_status spread_bits(double *bits, const struct pm_fixed *f, enum pm_kind kind)
{
    struct pm_matrix *m;
    fmpz_t least;

    PM_TRY(pm_matrix_moduli(&m, f->a));
    fmpz_init(least);
    fmpz_setbit(least, (ulong)f->entry_bits - 1);
    for (int k = 0; k < pm_matrix_nnz(m); k++)
        if (fmpz_cmp(fmpq_numref(m->re + k), least) < 0)
            fmpz_set(fmpq_numref(m->re + k), least);
    const pm_status status = pm_bound_bits(bits, m, kind);
    fmpz_clear(least);
    pm_matrix_free(m);
    return status;
}

/* Makes f->a, a rounded copy of `a`.  *lost = the number of bits by which the error bound is too
 * large. */
static pm_status fixed_try(struct pm_fixed *f, double *lost, const struct pm_matrix *a,
                           enum pm_kind kind, int bits)
{
    bool inexact = false;
    double spread;

    *lost = 0;
    PM_TRY(pm_matrix_copy(&f->a, a));
    PM_TRY(round_entries(f, &inexact, kind, bits));
    PM_TRY(pm_bound_bits(&f->bits, f->a, kind));
    if (!inexact || isinf(f->bits)) /* no entry has changed, or the permanent is 0 */
        return PM_OK;
    PM_TRY(spread_bits(&spread, f, kind));
    /* 0.001 covers the rounding errors of this line */
    const double error = spread + log2(a->rows * (a->im != NULL ? 2.0 : 1.0)) + 1.001 - bits;
    f->error = pm_mag_double(exp2(error - floor(error)), (int64_t)floor(error));
    *lost = fmax(0, ceil(error - f->bits + bits));
    return PM_OK;
}

pm_status pm_fixed_new(struct pm_fixed **out, const struct pm_matrix *a, enum pm_kind kind,
                       int bits)
{
    struct pm_fixed *fixed;
    double lost;

    PM_NEW(fixed, 1);
    pm_status status = fixed_try(fixed, &lost, a, kind, bits);
    if (status == PM_OK && lost > 0) {
        pm_matrix_free(fixed->a);
        *fixed = (struct pm_fixed){.a = NULL};
        status = fixed_try(fixed, &lost, a, kind, bits + (int)lost + 1);
    }
    PM_GIVE(out, fixed, status, pm_fixed_free);
}

void pm_fixed_free(struct pm_fixed *fixed)
{
    if (fixed != NULL)
        pm_matrix_free(fixed->a);
    free(fixed);
}
