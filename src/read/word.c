/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words are compared byte by byte, by ASCII rules in every locale. */
#include "read/word.h"

#include "base/printable.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || ('\t' <= c && c <= '\r');
}

static bool is_digit(char c)
{
    return '0' <= c && c <= '9';
}

static char lower(char c)
{
    return 'A' <= c && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

struct pm_word pm_word_next(const char **line)
{
    const char *at = *line;

    while (is_blank(*at))
        at++;
    const char *const first = at;
    while (*at != '\0' && !is_blank(*at))
        at++;
    *line = at;
    return (struct pm_word){first, (size_t)(at - first)};
}

struct pm_word pm_word_trim(struct pm_word word)
{
    for (; word.length > 0 && is_blank(*word.text); word.length--)
        word.text++;
    while (word.length > 0 && is_blank(word.text[word.length - 1]))
        word.length--;
    return word;
}

bool pm_word_in_columns(struct pm_word *word, const char *line, size_t first, size_t width)
{
    const char *const at = line + strnlen(line, first);
    size_t k = 0;

    *word = pm_word_trim((struct pm_word){at, strnlen(at, width)});
    while (k < word->length && !is_blank(word->text[k]))
        k++;
    return k == word->length;
}

bool pm_word_is(struct pm_word word, const char *name)
{
    for (size_t k = 0; k < word.length; k++)
        if (name[k] == '\0' || lower(word.text[k]) != lower(name[k]))
            return false;
    return name[word.length] == '\0';
}

bool pm_word_is_integer(struct pm_word word)
{
    const size_t sign = word.length > 0 && (word.text[0] == '-' || word.text[0] == '+');

    for (size_t k = sign; k < word.length; k++)
        if (!is_digit(word.text[k]))
            return false;
    return word.length > sign;
}

bool pm_word_integer(int64_t *value, struct pm_word word)
{
    if (!pm_word_is_integer(word))
        return false;
    const bool negative = word.text[0] == '-';
    int64_t sum = 0;

    for (size_t k = !is_digit(word.text[0]); k < word.length; k++) {
        const int digit = word.text[k] - '0';
        if (__builtin_mul_overflow(sum, 10, &sum) ||
            __builtin_add_overflow(sum, negative ? -digit : digit, &sum)) {
            sum = negative ? INT64_MIN : INT64_MAX;
            break;
        }
    }
    *value = sum;
    return true;
}

/* Takes a character of the set at *at. */
static bool take(struct pm_word word, size_t *at, const char *set)
{
    const bool taken =
        *at < word.length && word.text[*at] != '\0' && strchr(set, word.text[*at]) != NULL;

    *at += taken;
    return taken;
}

static struct pm_word take_digits(struct pm_word word, size_t *at)
{
    const char *const first = word.text + *at;

    while (*at < word.length && is_digit(word.text[*at]))
        ++*at;
    return (struct pm_word){first, (size_t)(word.text + *at - first)};
}

bool pm_word_split(struct pm_word_number *n, struct pm_word word)
{
    size_t at = 0;

    const struct pm_word none = {word.text, 0};

    *n = (struct pm_word_number){word.length > 0 && *word.text == '-', none, none, none, none};
    take(word, &at, "+-");
    n->whole = take_digits(word, &at);
    if (n->whole.length > 0 && take(word, &at, "/")) {
        n->bottom = take_digits(word, &at);
        return n->bottom.length > 0 && at == word.length;
    }
    n->fraction = (struct pm_word){word.text + at, 0};
    if (take(word, &at, "."))
        n->fraction = take_digits(word, &at);
    if (n->whole.length + n->fraction.length == 0)
        return false;
    /* Fortran writes double precision with the letter D. */
    if (take(word, &at, "eEdD")) {
        const size_t first = at;
        take(word, &at, "+-");
        if (take_digits(word, &at).length == 0)
            return false;
        n->exponent = (struct pm_word){word.text + first, at - first};
    }
    return at == word.length;
}

bool pm_word_is_number(struct pm_word word)
{
    struct pm_word_number number;

    return pm_word_split(&number, word) || pm_word_is_minus_infinity(word);
}

bool pm_word_is_minus_infinity(struct pm_word word)
{
    return pm_word_is(word, "-inf") || pm_word_is(word, "-infinity");
}

bool pm_word_is_missing(struct pm_word word)
{
    size_t sign = 0;

    take(word, &sign, "+-");
    return pm_word_among((struct pm_word){word.text + sign, word.length - sign},
                         "nan inf infinity na n/a null none");
}

bool pm_word_among(struct pm_word word, const char *list)
{
    for (struct pm_word one = pm_word_next(&list); one.length > 0; one = pm_word_next(&list))
        if (one.length == word.length && strncasecmp(one.text, word.text, one.length) == 0)
            return true;
    return false;
}

bool pm_word_ends(const char *path, const char *list)
{
    const char *end = path + strlen(path);

    for (int round = 0; round < 2; round++) {
        const char *dot = end;
        while (dot > path && strchr("./", dot[-1]) == NULL)
            dot--;
        const struct pm_word ending = {dot, (size_t)(end - dot)};
        if (dot == path || dot[-1] == '/')
            return false;
        if (round > 0 || !pm_word_among(ending, "gz bz2 xz zst zip"))
            return pm_word_among(ending, list);
        end = dot - 1;
    }
    return false;
}

bool pm_word_same(struct pm_word a, struct pm_word b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* ------------------------------------------------------------- complex numbers */

/* The imaginary part begins at the last sign that is neither the first character nor the sign of an
 * exponent. */
static bool is_sign(char c)
{
    return c == '+' || c == '-';
}

static struct pm_word without_parentheses(struct pm_word word)
{
    if (word.length > 2 && word.text[0] == '(' && word.text[word.length - 1] == ')')
        return (struct pm_word){word.text + 1, word.length - 2};
    return word;
}

/* The length of the real part, 0 if there is none. */
static size_t real_length(struct pm_word word)
{
    for (size_t k = word.length; k-- > 1;)
        if (is_sign(word.text[k]) && strchr("eEdD", word.text[k - 1]) == NULL)
            return k > 1 && is_sign(word.text[k - 1]) ? k - 1 : k;
    return 0;
}

bool pm_word_complex(struct pm_complex_word *parts, struct pm_word word)
{
    word = without_parentheses(word);
    *parts = (struct pm_complex_word){.re = word};
    if (word.length == 0 || strchr("ij", word.text[word.length - 1]) == NULL)
        return pm_word_is_number(word);
    word.length--;
    const size_t real = real_length(word);
    parts->re.length = real;
    parts->im = (struct pm_word){word.text + real, word.length - real};
    if (parts->im.length > 1 && parts->im.text[0] == '+' && is_sign(parts->im.text[1])) {
        parts->im.text++;
        parts->im.length--;
    }
    return pm_word_is_number(parts->im) && (real == 0 || pm_word_is_number(parts->re));
}

const char *pm_word_quote(char quote[PM_QUOTE_SIZE], struct pm_word word)
{
    enum { SHOWN = PM_QUOTE_SIZE - (int)sizeof "'...'" };
    char shown[SHOWN + 1];
    const char *const end = word.length > 0 ? memchr(word.text, '\n', word.length) : NULL;
    const size_t line = end != NULL ? (size_t)(end - word.text) : word.length;
    const size_t length = pm_printable(shown, sizeof shown, word.text, line, PM_PRINTABLE_LINES);

    snprintf(quote, PM_QUOTE_SIZE, "'%s%s'", shown,
             length > SHOWN || line < word.length ? "..." : "");
    return quote;
}
