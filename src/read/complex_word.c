/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The imaginary part begins at the last sign that is neither the first character nor the sign of an
 * exponent. */
#include "read/complex_word.h"

#include <string.h>

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
