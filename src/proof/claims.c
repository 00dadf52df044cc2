/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer is a sum of products of k entries.  So it times scale^k is the answer for the scaled
 * entries. */
#include "proof/claims.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

/* What the verifiers accept: of the longest number; of the scale, times vertices, times values. */
enum { MOST_BITS = 1 << 20, MOST_SCALED_BITS = 1 << 22 };

/* x = a rational number that is written in `length` bytes. */
static bool read_part(fmpq_t x, const char *text, size_t length)
{
    char *const copy = strndup(text + (*text == '+'), length - (*text == '+'));
    const bool fine = copy != NULL && fmpq_set_str(x, copy, 10) == 0;

    free(copy);
    return fine;
}

/* Where the imaginary part of "a+bi" begins. */
static size_t imaginary_at(const char *text, size_t length)
{
    while (length > 0 && text[length] != '+' && text[length] != '-')
        length--;
    return length;
}

static bool read_value(fmpq_t re, fmpq_t im, const char *text)
{
    const size_t length = strlen(text);

    PM_EACH(fmpq_zero, re, im);
    if (length == 0)
        return false;
    if (text[length - 1] != 'i')
        return read_part(re, text, length);
    const size_t at = imaginary_at(text, length - 1);
    return (at == 0 || read_part(re, text, at)) && read_part(im, text + at, length - 1 - at);
}

/* x times scale^k, which must be an integer. */
static bool scale(fmpz_t out, fmpq_t x, const fmpz_t factor)
{
    fmpq_mul_fmpz(x, x, factor);
    fmpz_set(out, fmpq_numref(x));
    return fmpz_is_one(fmpq_denref(x));
}

/* The number of entries in a product of value k. */
static unsigned long factors_of(const struct pm_proved_problem *s, size_t k)
{
    if (s->what != PM_PROVE_VALUE)
        return k;
    return s->cols < 0 ? (unsigned long)s->vertices / 2
                       : (unsigned long)(s->rows < s->cols ? s->rows : s->cols);
}

pm_status pm_claims_read(struct pm_claims *claims, const struct pm_proved_problem *statement,
                         const char *const *values, size_t count)
{
    const size_t most = statement->what == PM_PROVE_SIZES ? (size_t)statement->vertices / 2 + 1 : 1;
    fmpq_t re, im;
    fmpz_t factor;
    bool fine = count >= 1 && count <= most;

    if (!fine)
        return pm_fail(PM_INPUT, "%zu numbers to prove, where there can be 1 to %zu", count, most);
    PM_NEW(claims->re, count);
    PM_NEW(claims->im, count);
    claims->count = count;
    PM_EACH(fmpq_init, re, im);
    fmpz_init(factor);
    for (size_t k = 0; k < count && fine; k++) {
        fmpz_pow_ui(factor, statement->scale, factors_of(statement, k));
        fine = read_value(re, im, values[k]) && scale(claims->re + k, re, factor) &&
               scale(claims->im + k, im, factor);
        if (!fine)
            pm_fail(PM_INPUT,
                    "'%.60s' is no exact answer to this problem; only an exact one can be "
                    "proved: --exact computes it",
                    values[k]);
    }
    PM_EACH(fmpq_clear, re, im);
    fmpz_clear(factor);
    return fine ? PM_OK : PM_INPUT;
}

static void add_modulus(fmpz_t sum, const fmpz *re, const fmpz *im)
{
    fmpz_t part;

    fmpz_init(part);
    fmpz_abs(part, re);
    fmpz_add(sum, sum, part);
    if (im != NULL) {
        fmpz_abs(part, im);
        fmpz_add(sum, sum, part);
    }
    fmpz_clear(part);
}

pm_status pm_claims_bits(size_t *bits, const struct pm_claims *claims,
                         const struct pm_proved_problem *s)
{
    size_t problem = 0, most = 0;
    fmpz *sum;

    PM_NEW(sum, s->vertices + 1);
    for (int e = 0; e < s->edges; e++)
        for (int end = 0; end < (s->u[e] < s->v[e] ? 2 : 1); end++)
            add_modulus(sum + (end == 0 ? s->u : s->v)[e], s->re + e,
                        s->im != NULL ? s->im + e : NULL);
    for (int v = 0; v < s->vertices; v++) {
        problem += fmpz_bits(sum + v);
        fmpz_clear(sum + v);
    }
    for (size_t k = 0; k < claims->count; k++) {
        fmpz *const value = sum + s->vertices;
        fmpz_zero(value);
        add_modulus(value, claims->re + k, claims->im + k);
        most = fmpz_bits(value) > most ? fmpz_bits(value) : most;
    }
    fmpz_clear(sum + s->vertices);
    free(sum);
    *bits = 1 + (size_t)s->vertices + (problem > most ? problem : most);
    const double values = claims->count > 0 ? (double)claims->count : 1;
    if (*bits > MOST_BITS)
        return pm_fail(PM_UNABLE, "a number of %zu bits has no proof; %d bits are possible", *bits,
                       MOST_BITS);
    if (!fmpz_is_one(s->scale) &&
        (double)fmpz_bits(s->scale) * s->vertices * values > MOST_SCALED_BITS)
        return pm_fail(PM_UNABLE,
                       "a proof needs integers, and the denominators are too long for it");
    return PM_OK;
}

void pm_claims_clear(struct pm_claims *claims)
{
    for (size_t k = 0; k < claims->count; k++) {
        PM_EACH(fmpz_clear, claims->re + k, claims->im + k);
    }
    PM_FREE(claims->re, claims->im);
}

void pm_claims_write(FILE *file, const struct pm_claims *claims)
{
    fprintf(file, "values %zu\n", claims->count);
    for (size_t k = 0; k < claims->count; k++) {
        fmpz_fprint(file, claims->re + k);
        if (!fmpz_is_zero(claims->im + k)) {
            fputc(',', file);
            fmpz_fprint(file, claims->im + k);
        }
        fputc('\n', file);
    }
}
