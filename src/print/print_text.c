/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers as text.  Exact numbers are printed in full; or, if the user asks for a number of digits,
 * correctly rounded by MPFR.  Floating numbers are printed with as many digits as the error bound
 * supports, rounded from the exact centre. */
#include "solve/solve.h"
#include "query/values.h"

#include "base/argument.h"
#include "base/text.h"
#include "model/round.h"

#include <flint/fmpz.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

static double mag_log10(struct pm_mag x)
{
    return log10(x.m) + (double)x.e * log10(2);
}

enum { MOST_DIGITS = 1000000 }; /* of those that are asked for: more take minutes and gigabytes */

/* The number of digits of a part that the error allows; the last one may be wrong by one. */
static int supported_digits(const fmpq *part, struct pm_mag error, int most)
{
    if (pm_mag_is_zero(error))
        return most;
    if (fmpq_is_zero(part))
        return 0;
    const double digits = floor(mag_log10(pm_mag_fmpq(part)) - mag_log10(error));
    return digits < 0 ? 0 : digits > most ? most : (int)digits;
}

/* Makes a binary number with more bits than so many digits. */
static void round_part(mpfr_t rounded, const fmpq *part, int digits)
{
    mpq_t q;

    mpq_init(q);
    mpfr_init2(rounded, 64 + 4 * (mpfr_prec_t)digits);
    fmpq_get_mpq(q, part);
    mpfr_set_q(rounded, q, MPFR_RNDN);
    mpq_clear(q);
}

/* Prints one part with `digits` significant digits, without trailing zeros; "0" if there is
 * none. */
static void print_floating(FILE *out, const fmpq *part, int digits)
{
    mpfr_t rounded;

    if (digits == 0 || fmpq_is_zero(part)) {
        fputs("0", out);
        return;
    }
    round_part(rounded, part, digits);
    mpfr_fprintf(out, "%.*Rg", digits, rounded);
    mpfr_clear(rounded);
}

/* How far that is from the part. */
static struct pm_mag floating_error(const fmpq *part, int digits)
{
    mpfr_t rounded;
    mpfr_exp_t exp;
    fmpq_t printed;
    fmpz_t power;

    if (digits == 0 || fmpq_is_zero(part))
        return pm_mag_fmpq(part);
    fmpq_init(printed);
    fmpz_init_set_ui(power, 10);
    round_part(rounded, part, digits);
    char *const text = mpfr_get_str(NULL, &exp, 10, (size_t)digits, rounded, MPFR_RNDN);
    fmpz_set_str(fmpq_numref(printed), text, 10);
    exp -= (mpfr_exp_t)strspn(text, "-0123456789") - (*text == '-');
    fmpz_pow_ui(power, power, (ulong)labs(exp));
    if (exp < 0)
        fmpq_div_fmpz(printed, printed, power);
    else
        fmpq_mul_fmpz(printed, printed, power);
    fmpq_sub(printed, printed, part);
    const struct pm_mag error = pm_mag_fmpq(printed);
    mpfr_free_str(text);
    mpfr_clear(rounded);
    fmpz_clear(power);
    fmpq_clear(printed);
    return error;
}

static void print_exact(FILE *out, const fmpq *part)
{
    char *const text = fmpq_get_str(NULL, 10, part);

    fputs(text, out);
    flint_free(text);
}

/* How to print a value. */
struct style {
    int most;    /* largest number of digits; 0: exact */
    int digits;  /* the wanted number; 0: exact, or as many as the error allows, up to `most` */
    bool proved; /* no more than the error allows, whatever is wanted */
};

static int digits_of(const fmpq *part, struct pm_mag error, struct style style)
{
    if (style.most == 0 || (style.digits > 0 && !style.proved))
        return style.digits;
    return supported_digits(part, error, style.digits > 0 ? style.digits : style.most);
}

/* Prints a part with its sign; a plus only if `plus`. */
static void print_part(FILE *out, const fmpq *part, struct pm_mag error, struct style style,
                       bool plus)
{
    const int digits = digits_of(part, error, style);

    if (plus && (fmpq_sgn(part) >= 0 || (style.most > 0 && digits == 0)))
        putc('+', out);
    if (style.most == 0 && digits <= 0)
        print_exact(out, part);
    else
        print_floating(out, part, digits);
}

static bool is_complex(const struct pm_value *value, enum pm_type type)
{
    return type == PM_TYPE_COMPLEX || type == PM_TYPE_GAUSSIAN || !fmpq_is_zero(value->centre.im);
}

static pm_status value_text(char **text, const struct pm_value *value, enum pm_type type,
                            struct style style)
{
    struct pm_text buffer;

    if (style.digits > MOST_DIGITS)
        return pm_fail(PM_INPUT, "%d digits are wanted; at most %d are written", style.digits,
                       MOST_DIGITS);
    PM_TRY(pm_text_open(&buffer));
    print_part(buffer.file, value->centre.re, value->error, style, false);
    if (is_complex(value, type)) {
        print_part(buffer.file, value->centre.im, value->error, style, true);
        putc('i', buffer.file);
    }
    return pm_text_close(text, &buffer, PM_OK);
}

static struct style style_of(const pm_answer *answer, int digits)
{
    const bool residue = answer->type == PM_TYPE_MODULAR;

    if (digits == 0 && answer->accuracy.epsilon > 0)
        digits =
            answer->digits; /* those of the relative error, although its bound supports fewer */
    return (struct style){answer->digits, residue ? 0 : digits, answer->proved};
}

pm_status pm_answer_text(char **text, const pm_answer *answer, int digits)
{
    PM_ARGUMENTS(text, answer);
    PM_AT_LEAST(0, digits);
    PM_TRY(pm_answer_valued(answer));
    return value_text(text, &answer->value, answer->type, style_of(answer, digits));
}

pm_status pm_values_text(char **text, const pm_values *values, size_t k, int digits)
{
    PM_ARGUMENTS(text, values);
    PM_AT_LEAST(0, digits);
    if (k >= values->count)
        return pm_fail(PM_INPUT, "%s(): value %zu of %zu, counted from 0", __func__, k,
                       values->count);
    if (digits == 0 && values->type == PM_TYPE_ESTIMATE)
        digits = values->digits; /* as for an answer that is an estimate */
    return value_text(text, &values->value[k], values->type,
                      (struct style){values->digits, digits, values->proved});
}

static pm_status bound_text(char **text, struct pm_mag error)
{
    struct pm_text buffer;

    PM_TRY(pm_text_open(&buffer));
    FILE *const out = buffer.file;
    if (pm_mag_is_zero(error)) {
        fputs("0", out);
    } else {
        mpfr_t bound;
        mpfr_init2(bound, 53);
        mpfr_set_d(bound, error.m, MPFR_RNDU);
        mpfr_mul_2si(bound, bound, (long)error.e, MPFR_RNDU);
        mpfr_fprintf(out, "%.1RUe", bound);
        mpfr_clear(bound);
    }
    return pm_text_close(text, &buffer, PM_OK);
}

pm_status pm_answer_bound(char **text, const pm_answer *answer)
{
    PM_ARGUMENTS(text, answer);
    PM_TRY(pm_answer_valued(answer));
    return bound_text(text, answer->value.error);
}

pm_status pm_answer_text_bound(char **text, const pm_answer *answer, int digits)
{
    PM_ARGUMENTS(text, answer);
    PM_AT_LEAST(0, digits);
    PM_TRY(pm_answer_valued(answer));
    const struct pm_value *const value = &answer->value;
    const fmpq *const part[2] = {value->centre.re, value->centre.im};
    const struct style style = style_of(answer, digits);
    struct pm_mag error = value->error;

    for (int k = 0; k < 2 && (style.most > 0 || style.digits > 0); k++)
        error = pm_mag_add(error, floating_error(part[k], digits_of(part[k], value->error, style)));
    return bound_text(text, error);
}

/* log x = log(p) - log(q), with enough extra bits for the cancellation, unless x is within 2^-64 of
 * 1. */
static double log_of(const fmpq *x)
{
    mpfr_t p, q;
    mpz_t part;

    mpz_init(part);
    mpfr_init2(p, 192);
    mpfr_init2(q, 192);
    fmpz_get_mpz(part, fmpq_numref(x));
    mpfr_set_z(p, part, MPFR_RNDN);
    fmpz_get_mpz(part, fmpq_denref(x));
    mpfr_set_z(q, part, MPFR_RNDN);
    mpfr_div(p, p, q, MPFR_RNDN);
    mpfr_log(p, p, MPFR_RNDN);
    const double value = mpfr_get_d(p, MPFR_RNDN);
    PM_EACH(mpfr_clear, p, q);
    mpz_clear(part);
    return value;
}

/* |log(x + e) - log(x)| <= 2 q, q = |e| / |x| < 1/2; and the rounding of `log`, whose error is less
 * than 2^-180 before it is rounded to double.  The logarithm of 1 is exact. */
static double log_error(const fmpq *x, struct pm_mag error, double log)
{
    struct pm_mag bound;
    fmpq_t inverse;

    fmpq_init(inverse);
    fmpq_set(inverse, x);
    fmpq_inv(inverse, inverse);
    bound = pm_mag_mul(error, pm_mag_fmpq(inverse));
    fmpq_clear(inverse);
    if (!pm_mag_is_less(bound, (struct pm_mag){0.5, 0}))
        return HUGE_VAL;
    bound = pm_mag_add(bound, bound);
    if (!fmpq_is_one(x))
        bound =
            pm_mag_add(bound, pm_mag_add(pm_mag_double(fabs(log), -52), pm_mag_double(1, -180)));
    return pm_mag_get_double(bound);
}

pm_status pm_answer_log_modulus(int *sign, double *log, double *error, const pm_answer *answer)
{
    PM_ARGUMENTS(answer);
    PM_TRY(pm_answer_valued(answer));
    const struct pm_gauss *const x = &answer->value.centre;

    if (is_complex(&answer->value, answer->type) && !fmpq_is_zero(x->im))
        return pm_fail(PM_DOMAIN, "the answer is complex: it has no real logarithm; its text has "
                                  "any exponent");
    const int signum = fmpq_sgn(x->re);
    fmpq_t modulus;
    fmpq_init(modulus);
    fmpq_abs(modulus, x->re);
    const double value = signum == 0 ? -HUGE_VAL : log_of(modulus);
    const double wide = signum == 0 ? 0 : log_error(modulus, answer->value.error, value);
    fmpq_clear(modulus);
    if (!pm_mag_is_zero(answer->value.error) && (signum == 0 || isinf(wide)))
        return pm_fail(PM_UNABLE,
                       "the error of the answer may be as large as the answer, so that no "
                       "logarithm is proved; exact numbers or a higher precision help");
    if (sign != NULL)
        *sign = signum;
    if (error != NULL)
        *error = wide;
    if (log != NULL)
        *log = value;
    return PM_OK;
}

pm_status pm_answer_log(double *log, double *error, const pm_answer *answer)
{
    int sign;

    PM_TRY(pm_answer_log_modulus(&sign, log, error, answer));
    return sign >= 0 ? PM_OK : pm_fail(PM_DOMAIN, "the answer is negative: it has no logarithm");
}

double pm_values_log(const pm_values *values, size_t k)
{
    const struct pm_gauss *const x = &values->value[k].centre;

    if (!fmpq_is_zero(x->im) || fmpq_sgn(x->re) < 0)
        return NAN;
    return fmpq_is_zero(x->re) ? -HUGE_VAL : log_of(x->re);
}

static void value_double(const struct pm_value *value, double *re, double *im)
{
    double error;

    *re = pm_round(&error, value->centre.re, 0);
    if (im != NULL)
        *im = pm_round(&error, value->centre.im, 0);
}

void pm_answer_double(const pm_answer *answer, double *re, double *im)
{
    value_double(&answer->value, re, im);
    if (pm_answer_valued(answer) != PM_OK)
        *re = NAN;
}

/* |x - d|; d is finite */
static struct pm_mag distance(const fmpq *x, double d)
{
    fmpq_t difference;

    fmpq_init(difference);
    pm_gauss_part_finite(difference, d);
    fmpq_sub(difference, x, difference);
    const struct pm_mag size = pm_mag_fmpq(difference);
    fmpq_clear(difference);
    return size;
}

double pm_answer_double_bound(const pm_answer *answer)
{
    const struct pm_value *const value = &answer->value;
    double re, im;

    value_double(value, &re, &im);
    if (pm_answer_valued(answer) != PM_OK || !isfinite(re) || !isfinite(im))
        return HUGE_VAL;
    return pm_mag_get_double(
        pm_mag_add(value->error,
                   pm_mag_hypot(distance(value->centre.re, re), distance(value->centre.im, im))));
}

void pm_values_double(const pm_values *values, size_t k, double *re, double *im)
{
    value_double(&values->value[k], re, im);
}
