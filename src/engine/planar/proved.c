/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Pfaffian in double-double with a proved bound, where balls would need many bits: their radii
 * grow by a constant factor with each row that is eliminated.
 *
 * The elimination of K computes exactly the Pfaffian of K + R, with a bound of R
 * (proved_template.h).  If no singular value of K is below g, the singular values of K + t R, t in
 * [0, 1], are at least g - |R|.  The derivative of log |Pf(K + t R)| is tr((K + t R)^-1 R) / 2, so
 * the logarithms differ by at most |R|_* / (2 (g - |R|)), and the signs agree.  Here |R| is the
 * spectral norm, at most the largest sum of a row, and |R|_* the nuclear norm, at most the sum of
 * all entries.
 *
 * A second elimination proves g: that of the Hermitian matrix i K - s shows that i K - s + R' has
 * as many positive as negative eigenvalues.  So one half of the eigenvalues of i K exceeds s -
 * |R'|, and the other half is the negative of these (Rump, Verified bounds for singular values, BIT
 * 51, 2011, does so with positive definite matrices).  s is as large as necessary.
 *
 * First, rows and columns are scaled by powers of two such that the squares of the logarithms of
 * the entries have a small sum (Curtis and Reid, On the automatic scaling of matrices for Gaussian
 * elimination, J. Institute of Mathematics and its Applications 10, 1972). */
#include "engine/planar/proved.h"

#include "base/alloc.h"
#include "engine/isa/isa.h"

#include <math.h>

PM_ISA_TABLE(pm_proved_run, pm_proved_pfaffian_dd);
PM_ISA_TABLE(pm_proved_run, pm_proved_shift_complex_dd);

enum { PASSES = 40, ENTRY_BITS = 120, MOST_EXPONENT = 300, SUM_BITS = 128 };

/* The shift is TIMES as large as the changes of the first elimination.  All bits of a double are
 * proved, and not only the wanted ones, as far as EASY_SHIFT allows this. */
static const double TIMES = 32, MOST_SHIFT = 0.1, EASY_SHIFT = 0x1p-26;

/* ------------------------------------------------------------------ scales */

/* The entries m 2^e of the matrix, and the exponents of the scales of its lines. */
struct scaled {
    int nnz, lines;
    struct pm_dd *m;
    double *e;
    double *scale;
};

static void scaled_clear(struct scaled *x)
{
    PM_FREE(x->m, x->e, x->scale);
}

/* *m 2^*e = the number, with relative error at most 2^-105. */
static void split(struct pm_dd *m, double *e, const fmpq *number)
{
    double halves[2];
    fmpz_t down;
    arb_t x;

    arb_init(x);
    fmpz_init(down);
    arb_set_fmpq(x, number, ENTRY_BITS);
    fmpz_neg(down, ARF_EXPREF(arb_midref(x)));
    const bool some = !arb_is_zero(x);
    if (some)
        ball_halves(halves, arb_midref(x), down);
    *m = some ? pm_dd_fast(halves[0], halves[1]) : (struct pm_dd){0, 0};
    *e = some ? -(double)fmpz_get_si(down) : 0;
    fmpz_clear(down);
    arb_clear(x);
}

/* Makes the mean logarithm of the entries of each line 0, one line after another. */
static void scale_lines(struct scaled *x, const struct pm_matrix *a)
{
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < x->lines; i++) {
            double sum = 0;
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                sum += x->e[k] + x->scale[a->col[k]];
            x->scale[i] =
                a->start[i + 1] > a->start[i] ? -sum / (a->start[i + 1] - a->start[i]) : 0;
        }
    for (int i = 0; i < x->lines; i++)
        x->scale[i] = round(x->scale[i]);
}

/* Scales the entries: then they are m, without exponents. */
static pm_status scaled_new(struct scaled *x, const struct pm_matrix *a)
{
    x->nnz = pm_matrix_nnz(a);
    x->lines = a->rows;
    PM_NEW(x->m, x->nnz);
    PM_NEW(x->e, x->nnz);
    PM_NEW(x->scale, x->lines);
    for (int k = 0; k < x->nnz; k++)
        split(&x->m[k], &x->e[k], a->re + k);
    scale_lines(x, a);
    for (int i = 0; i < x->lines; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            const double e = x->e[k] + x->scale[i] + x->scale[a->col[k]];
            if (!(fabs(e) <= MOST_EXPONENT))
                return pm_fail(PM_UNABLE, "the weights differ too much for floating numbers");
            x->m[k] = pm_dd_scale(x->m[k], ldexp(1, (int)e));
        }
    return PM_OK;
}

/* ------------------------------------------------------------------ the proof */

/* Bounds of the changes of an elimination; infinite if it failed. */
struct changes {
    double norm, nuclear; /* the spectral norm and the nuclear norm */
};

/* The larger of two numbers; infinite if y is none. */
static double larger(double x, double y)
{
    return y >= 0 ? fmax(x, y) : HUGE_VAL;
}

static struct changes measure(const struct pm_proved *p)
{
    const double start = p->failed ? HUGE_VAL : 0;
    struct changes all = {start, start};

    for (int i = 0; i < p->a->rows; i++) {
        all.norm = larger(all.norm, p->change[i]);
        all.nuclear = larger(all.nuclear, all.nuclear + p->change[i]);
    }
    all.norm *= PM_UP_LONGEST;
    all.nuclear *= PM_UP_LONGEST;
    return all;
}

static pm_status eliminate(struct changes *changes, struct pm_proved *p, pm_proved_run *run)
{
    PM_NEW(p->change, p->a->rows);
    p->failed = false;
    p->steps = 0;
    const pm_status status = run(p);
    *changes = measure(p);
    free(p->change);
    return p->failed && status == PM_UNABLE ? PM_OK : status;
}

static void add_relative_error(arb_t x, double error)
{
    arb_t factor;
    mag_t radius;

    arb_init(factor);
    mag_init(radius);
    arb_one(factor);
    mag_set_d(radius, error);
    arb_add_error_mag(factor, radius);
    arb_mul(x, x, factor, SUM_BITS);
    arb_clear(factor);
    mag_clear(radius);
}

static pm_status too_short(void)
{
    return pm_fail(PM_UNABLE, "double-double numbers do not prove the wanted digits");
}

/* *error = a bound of the logarithm's error, if the changes of the elimination were these and no
 * singular value is below about `shift`; or infinite, if that is not proved. */
static pm_status find_error(double *error, struct pm_proved *p, const struct changes *changes,
                            double shift)
{
    struct changes again;

    *error = HUGE_VAL;
    p->shift = fmax(shift, TIMES * changes->norm);
    if (!(p->shift < MOST_SHIFT))
        return PM_OK;
    PM_TRY(eliminate(&again, p, pm_proved_shift_complex_dd_sets[p->set]));
    const double gap = (p->shift * PM_DOWN - again.norm) * PM_DOWN - changes->norm;
    if (gap > 0)
        *error = changes->nuclear / (2 * gap * PM_DOWN) * PM_UP;
    return PM_OK;
}

/* Finds p->pfaffian, of the scaled matrix, with about this relative error, at most twice. */
static pm_status prove(struct pm_proved *p, double wanted)
{
    struct changes changes;
    double error;

    PM_TRY(eliminate(&changes, p, pm_proved_pfaffian_dd_sets[p->set]));
    const double least = 2 * changes.nuclear / wanted;
    const double easy = fmin(2 * changes.nuclear / PM_BALL_U, EASY_SHIFT);
    PM_TRY(find_error(&error, p, &changes, fmax(least, easy)));
    if (!(error <= wanted) && least < easy)
        PM_TRY(find_error(&error, p, &changes, least));
    if (!(error <= fmin(wanted, 1))) /* exp(e) - 1 <= e (1 + e) */
        return too_short();
    add_relative_error(p->pfaffian, error * (1 + error) * PM_UP); /* exp(error) - 1 */
    return PM_OK;
}

/* Multiplies x by the factors of the scales, by which the Pfaffian was multiplied before. */
static void undo(arb_t x, const struct scaled *scaled)
{
    double sum = 0; /* an integer */

    for (int i = 0; i < scaled->lines; i++)
        sum += scaled->scale[i];
    arb_mul_2exp_si(x, x, -(slong)sum);
}

pm_status pm_proved_sum(struct pm_part *part, const struct pm_kasteleyn *k,
                        const struct pm_matrix *a, double error, const char *isa)
{
    struct scaled scaled = {.m = NULL};
    struct pm_proved p = {.k = k, .a = a, .set = pm_isa_number(isa)};
    arb_t pfaffian;

    if (!k->fronts->skew || k->far != NULL || k->sheets.rank > 0 || a->im != NULL)
        return pm_fail(PM_UNABLE, "this is tried with planar graphs only");
    arb_init(pfaffian);
    arb_one(pfaffian);
    p.pfaffian = pfaffian;
    pm_status status = scaled_new(&scaled, a);
    p.entry = scaled.m;
    PM_THEN(status, prove(&p, error));
    if (status == PM_OK) {
        undo(pfaffian, &scaled);
        if (k->sheets.signs[0].turns / 2 % 2 != 0)
            arb_neg(pfaffian, pfaffian);
        *part = ball_part(pfaffian, NULL);
    }
    scaled_clear(&scaled);
    arb_clear(pfaffian);
    return status;
}
