/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of FLINT's integers and rational numbers that the readers call, by GMP: pm-verify
 * is linked with these, and not with FLINT.  A number has the form that FLINT 2 gives it
 * (flint/fmpz.h): a small integer is itself, and a large one is a pointer to an mpz_t, with the
 * bits that COEFF_IS_MPZ() tests.  A rational number is an fmpz for each of its parts. */
#include "permatch.h"

#include <flint/fmpq.h>
#include <stdlib.h>

/* Weights by their logarithms (num/exponential.h): proofs have none, so no reader calls this. */
pm_status pm_exponential(fmpq_t x);

pm_status pm_exponential(fmpq_t x)
{
    (void)x;
    return PM_WRONG;
}

void flint_free(void *memory)
{
    free(memory);
}

void _fmpz_clear_mpz(fmpz f)
{
    mpz_clear(COEFF_TO_PTR(f));
    free(COEFF_TO_PTR(f));
}

__mpz_struct *_fmpz_promote(fmpz_t f)
{
    if (!COEFF_IS_MPZ(*f)) {
        __mpz_struct *const x = malloc(sizeof *x);
        if (x == NULL)
            abort(); /* as GMP does */
        mpz_init(x);
        *f = PTR_TO_COEFF(x);
    }
    return COEFF_TO_PTR(*f);
}

/* ------------------------------------------------------------------------ integers */

/* f = x, which is cleared. */
static void give(fmpz_t f, mpz_t x)
{
    if (mpz_fits_slong_p(x) && mpz_get_si(x) >= COEFF_MIN && mpz_get_si(x) <= COEFF_MAX)
        fmpz_set_si(f, mpz_get_si(x));
    else
        mpz_set(_fmpz_promote(f), x);
    mpz_clear(x);
}

static void take(mpz_t x, const fmpz_t f)
{
    mpz_init(x);
    if (COEFF_IS_MPZ(*f))
        mpz_set(x, COEFF_TO_PTR(*f));
    else
        mpz_set_si(x, *f);
}

int fmpz_sgn(const fmpz_t f)
{
    return COEFF_IS_MPZ(*f) ? mpz_sgn(COEFF_TO_PTR(*f)) : (*f > 0) - (*f < 0);
}

mp_size_t fmpz_size(const fmpz_t f)
{
    return COEFF_IS_MPZ(*f) ? (mp_size_t)mpz_size(COEFF_TO_PTR(*f)) : *f != 0;
}

int fmpz_equal(const fmpz_t f, const fmpz_t g)
{
    return *f == *g || (COEFF_IS_MPZ(*f) && COEFF_IS_MPZ(*g) &&
                        mpz_cmp(COEFF_TO_PTR(*f), COEFF_TO_PTR(*g)) == 0);
}

int fmpz_fprint(FILE *file, const fmpz_t f)
{
    mpz_t x;

    take(x, f);
    const size_t length = mpz_out_str(file, 10, x);
    mpz_clear(x);
    return (int)length;
}

void fmpz_set(fmpz_t f, const fmpz_t g)
{
    mpz_t x;

    take(x, g);
    give(f, x);
}

void fmpz_set_d(fmpz_t f, double d)
{
    mpz_t x;

    mpz_init_set_d(x, d);
    give(f, x);
}

int fmpz_set_str(fmpz_t f, const char *text, int base)
{
    mpz_t x;

    if (mpz_init_set_str(x, text, base) != 0) {
        mpz_clear(x);
        return -1;
    }
    give(f, x);
    return 0;
}

void fmpz_abs(fmpz_t f, const fmpz_t g)
{
    mpz_t x;

    take(x, g);
    mpz_abs(x, x);
    give(f, x);
}

void fmpz_lcm(fmpz_t f, const fmpz_t g, const fmpz_t h)
{
    mpz_t x, y;

    take(x, g);
    take(y, h);
    mpz_lcm(x, x, y);
    mpz_clear(y);
    give(f, x);
}

void fmpz_pow_ui(fmpz_t f, const fmpz_t g, ulong exponent)
{
    mpz_t x;

    take(x, g);
    mpz_pow_ui(x, x, exponent);
    give(f, x);
}

/* ---------------------------------------------------------------- rational numbers */

static void give_q(fmpq_t f, mpq_t x)
{
    give(fmpq_numref(f), mpq_numref(x));
    give(fmpq_denref(f), mpq_denref(x));
}

static void take_q(mpq_t x, const fmpq_t f)
{
    take(mpq_numref(x), fmpq_numref(f));
    take(mpq_denref(x), fmpq_denref(f));
}

/* out = f and g by an operation of GMP. */
static void combine(fmpq_t out, const fmpq_t f, const fmpq_t g,
                    void (*operation)(mpq_ptr, mpq_srcptr, mpq_srcptr))
{
    mpq_t x, y;

    take_q(x, f);
    take_q(y, g);
    operation(x, x, y);
    mpq_clear(y);
    give_q(out, x);
}

void fmpq_add(fmpq_t out, const fmpq_t f, const fmpq_t g)
{
    combine(out, f, g, mpq_add);
}

void fmpq_sub(fmpq_t out, const fmpq_t f, const fmpq_t g)
{
    combine(out, f, g, mpq_sub);
}

void fmpq_mul(fmpq_t out, const fmpq_t f, const fmpq_t g)
{
    combine(out, f, g, mpq_mul);
}

void fmpq_div(fmpq_t out, const fmpq_t f, const fmpq_t g)
{
    combine(out, f, g, mpq_div);
}

/* out and a product by an operation. */
static void accumulate(fmpq_t out, const fmpq_t f, const fmpq_t g,
                       void (*operation)(mpq_ptr, mpq_srcptr, mpq_srcptr))
{
    fmpq_t product;

    fmpq_init(product);
    fmpq_mul(product, f, g);
    combine(out, out, product, operation);
    fmpq_clear(product);
}

void fmpq_addmul(fmpq_t out, const fmpq_t f, const fmpq_t g)
{
    accumulate(out, f, g, mpq_add);
}

void fmpq_submul(fmpq_t out, const fmpq_t f, const fmpq_t g)
{
    accumulate(out, f, g, mpq_sub);
}

/* out = f and an integer by an operation. */
static void scale(fmpq_t out, const fmpq_t f, const fmpz_t g,
                  void (*operation)(mpq_ptr, mpq_srcptr, mpq_srcptr))
{
    fmpq_t whole;

    fmpq_init(whole);
    fmpz_set(fmpq_numref(whole), g);
    combine(out, f, whole, operation);
    fmpq_clear(whole);
}

void fmpq_mul_fmpz(fmpq_t out, const fmpq_t f, const fmpz_t g)
{
    scale(out, f, g, mpq_mul);
}

void fmpq_div_fmpz(fmpq_t out, const fmpq_t f, const fmpz_t g)
{
    scale(out, f, g, mpq_div);
}

void fmpq_mul_2exp(fmpq_t out, const fmpq_t f, flint_bitcnt_t exponent)
{
    mpq_t x;

    take_q(x, f);
    mpq_mul_2exp(x, x, exponent);
    give_q(out, x);
}

void fmpq_div_2exp(fmpq_t out, const fmpq_t f, flint_bitcnt_t exponent)
{
    mpq_t x;

    take_q(x, f);
    mpq_div_2exp(x, x, exponent);
    give_q(out, x);
}

int fmpq_cmp(const fmpq_t f, const fmpq_t g)
{
    mpq_t x, y;

    take_q(x, f);
    take_q(y, g);
    const int order = mpq_cmp(x, y);
    mpq_clear(x);
    mpq_clear(y);
    return order;
}

void fmpq_canonicalise(fmpq_t f)
{
    mpq_t x;

    take_q(x, f);
    mpq_canonicalize(x);
    give_q(f, x);
}

void fmpq_set_si(fmpq_t f, slong p, ulong q)
{
    fmpz_set_si(fmpq_numref(f), p);
    fmpz_set_ui(fmpq_denref(f), q);
    fmpq_canonicalise(f);
}

void fmpq_set_ui(fmpq_t f, ulong p, ulong q)
{
    fmpz_set_ui(fmpq_numref(f), p);
    fmpz_set_ui(fmpq_denref(f), q);
    fmpq_canonicalise(f);
}

/* For text NULL, the caller must release the result. */
char *fmpq_get_str(char *text, int base, const fmpq_t f)
{
    mpq_t x;

    take_q(x, f);
    char *const out = mpq_get_str(text, base, x);
    mpq_clear(x);
    return out;
}
