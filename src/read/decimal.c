/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass splits a number into parts: sign, digits, exponent or denominator.  Its value is digits
 * * 10^scale, or digits / denominator, in lowest terms. */
#include "read/decimal.h"

#include "base/alloc.h"
#include "num/exponential.h"
#include "read/word.h"

#include <stdlib.h>
#include <string.h>

enum {
    LARGEST_SCALE = 20000,
    LARGEST_EXPONENT = 100000000, /* larger exponents become this: no overflow, and still too
                                   * large */
    WORD_DIGITS = FLINT_BITS == 64 ? 19 : 9, /* a limb can hold that many nines */
};

/* z = the digits of `a` followed by those of `b`. */
static pm_status set_digits(fmpz_t z, struct pm_word a, struct pm_word b)
{
    if (a.length + b.length <= WORD_DIGITS) {
        ulong sum = 0;
        for (size_t k = 0; k < a.length; k++)
            sum = 10 * sum + (ulong)(a.text[k] - '0');
        for (size_t k = 0; k < b.length; k++)
            sum = 10 * sum + (ulong)(b.text[k] - '0');
        fmpz_set_ui(z, sum);
        return PM_OK;
    }
    char *copy;

    PM_NEW(copy, a.length + b.length + 1);
    memcpy(copy, a.text, a.length);
    memcpy(copy + a.length, b.text, b.length);
    fmpz_set_str(z, copy, 10);
    free(copy);
    return PM_OK;
}

/* value *= 10^scale. */
static void scale_by_ten(fmpq_t value, int64_t scale)
{
    fmpz_t power;

    fmpz_init_set_ui(power, 10);
    fmpz_pow_ui(power, power, (ulong)(scale < 0 ? -scale : scale));
    if (scale < 0)
        fmpq_div_fmpz(value, value, power);
    else
        fmpq_mul_fmpz(value, value, power);
    fmpz_clear(power);
}

static pm_status refuse(struct pm_word word, const char *what)
{
    char quote[PM_QUOTE_SIZE];

    return pm_fail(PM_INPUT, "%s %s", pm_word_quote(quote, word), what);
}

/* Reports whether the text is not finite or not a number at all. */
static pm_status refuse_text(struct pm_word word)
{
    const size_t sign = word.length > 0 && (word.text[0] == '-' || word.text[0] == '+');
    const struct pm_word name = {word.text + sign, word.length - sign};

    if (pm_word_is_minus_infinity(word))
        return refuse(word, "is not a finite number; --log-weights reads it as the logarithm of 0");
    return refuse(word, pm_word_among(name, "nan inf infinity") ? "is not a finite number"
                                                                : "is not a number");
}

pm_status pm_decimal_parse(fmpq_t value, const char *text, size_t length)
{
    const struct pm_word word = {text, length};
    pm_status status;
    struct pm_word_number p;
    int64_t exponent = 0;
    fmpq_t q;

    if (!pm_word_split(&p, word))
        return refuse_text(word);
    while (p.fraction.length > 0 && p.fraction.text[p.fraction.length - 1] == '0')
        p.fraction.length--;
    pm_word_integer(&exponent, p.exponent);
    exponent = exponent > LARGEST_EXPONENT    ? LARGEST_EXPONENT
               : exponent < -LARGEST_EXPONENT ? -LARGEST_EXPONENT
                                              : exponent;
    const int64_t scale = exponent - (int64_t)p.fraction.length;

    fmpq_init(q);
    PM_TRY_GOTO(status, set_digits(fmpq_numref(q), p.whole, p.fraction), done);
    if (p.bottom.length > 0) {
        PM_TRY_GOTO(status, set_digits(fmpq_denref(q), p.bottom, (struct pm_word){text, 0}), done);
        if (fmpz_is_zero(fmpq_denref(q))) {
            status = refuse(word, "divides by zero");
            goto done;
        }
        fmpq_canonicalise(q);
    } else if (scale != 0 && !fmpq_is_zero(q)) { /* 0e999999 is 0 */
        if (scale < -LARGEST_SCALE || scale > LARGEST_SCALE) {
            status = refuse(word, "has an exponent beyond 20000, too large for an exact value");
            goto done;
        }
        scale_by_ten(q, scale);
    }
    if (p.negative)
        fmpq_neg(q, q);
    fmpq_swap(value, q);
done:
    fmpq_clear(q);
    return status;
}

pm_status pm_weight_parse(fmpq_t value, const char *text, size_t length, bool logs)
{
    if (logs && pm_word_is_minus_infinity((struct pm_word){text, length})) {
        fmpq_zero(value);
        return PM_OK;
    }
    PM_TRY(pm_decimal_parse(value, text, length));
    return logs ? pm_exponential(value) : PM_OK;
}
