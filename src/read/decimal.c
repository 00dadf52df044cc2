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

struct digits {
    const char *text;
    size_t count;
};

struct parts {
    bool negative;
    struct digits whole, fraction, bottom; /* whole.fraction, whole / bottom */
    bool quotient;
    int64_t exponent;
};

struct cursor {
    const char *at, *end;
};

static bool skip_one_of(struct cursor *c, const char *set, char *found)
{
    if (c->at == c->end || *c->at == '\0' || strchr(set, *c->at) == NULL)
        return false;
    *found = *c->at++;
    return true;
}

static struct digits skip_digits(struct cursor *c)
{
    const char *const first = c->at;

    while (c->at < c->end && '0' <= *c->at && *c->at <= '9')
        c->at++;
    return (struct digits){first, (size_t)(c->at - first)};
}

/* Reads the exponent after its letter: [sign] digits. */
static bool split_exponent(int64_t *exponent, struct cursor *c)
{
    char sign = '+';

    skip_one_of(c, "+-", &sign);
    const struct digits d = skip_digits(c);
    int64_t sum = 0;

    for (size_t k = 0; k < d.count && sum < LARGEST_EXPONENT; k++)
        sum = 10 * sum + (d.text[k] - '0');
    *exponent = sign == '-' ? -sum : sum;
    return d.count > 0;
}

/* Splits [sign] digits [. digits] [e exponent], or [sign] digits / digits; false for other text. */
static bool split(struct parts *p, const char *text, size_t length)
{
    struct cursor c = {text, text + length};
    char found;

    *p = (struct parts){.whole.text = text, .fraction.text = text, .bottom.text = text};
    if (skip_one_of(&c, "+-", &found))
        p->negative = found == '-';
    p->whole = skip_digits(&c);
    if (p->whole.count > 0 && skip_one_of(&c, "/", &found)) {
        p->quotient = true;
        p->bottom = skip_digits(&c);
        return p->bottom.count > 0 && c.at == c.end;
    }
    if (skip_one_of(&c, ".", &found))
        p->fraction = skip_digits(&c);
    if (p->whole.count + p->fraction.count == 0)
        return false;
    /* Fortran writes double precision with the letter D. */
    if (skip_one_of(&c, "eEdD", &found) && !split_exponent(&p->exponent, &c))
        return false;
    return c.at == c.end;
}

/* z = the digits of `a` followed by those of `b`. */
static pm_status set_digits(fmpz_t z, struct digits a, struct digits b)
{
    if (a.count + b.count <= WORD_DIGITS) {
        ulong sum = 0;
        for (size_t k = 0; k < a.count; k++)
            sum = 10 * sum + (ulong)(a.text[k] - '0');
        for (size_t k = 0; k < b.count; k++)
            sum = 10 * sum + (ulong)(b.text[k] - '0');
        fmpz_set_ui(z, sum);
        return PM_OK;
    }
    char *copy;

    PM_NEW(copy, a.count + b.count + 1);
    memcpy(copy, a.text, a.count);
    memcpy(copy + a.count, b.text, b.count);
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
    struct parts p;
    fmpq_t q;

    if (!split(&p, text, length))
        return refuse_text(word);
    while (p.fraction.count > 0 && p.fraction.text[p.fraction.count - 1] == '0')
        p.fraction.count--;
    const int64_t scale = p.exponent - (int64_t)p.fraction.count;

    fmpq_init(q);
    PM_TRY_GOTO(status, set_digits(fmpq_numref(q), p.whole, p.fraction), done);
    if (p.quotient) {
        PM_TRY_GOTO(status, set_digits(fmpq_denref(q), p.bottom, (struct digits){text, 0}), done);
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
