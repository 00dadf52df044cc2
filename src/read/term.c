/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights that are terms of a polynomial in x: x, x^3, 2*x^3, -x^(-2). */
#include "read/term.h"

#include "model/variable.h"
#include "read/decimal.h"

#include <string.h>

/* An empty part of a term, and a sign alone, stand for 1. */
static bool is_one(struct pm_word part)
{
    return part.length == 0 || (part.length == 1 && strchr("+-", *part.text) != NULL);
}

/* The coefficient and the exponent as text, each a number or 1.  False: it is no term. */
static bool split(struct pm_word part[2], struct pm_word word)
{
    const char *const x = word.length > 0 ? memchr(word.text, 'x', word.length) : NULL;
    struct pm_word_number number;

    if (x == NULL)
        return false;
    const size_t before = (size_t)(x - word.text), after = word.length - before - 1;
    part[0] = (struct pm_word){word.text, before};
    part[1] = (struct pm_word){x + 1, 0};
    if (after > 0) {
        part[1] = (struct pm_word){x + 2, after - 1};
        if (part[1].length > 2 && x[2] == '(' && word.text[word.length - 1] == ')')
            part[1] = (struct pm_word){x + 3, after - 3};
        if (x[1] != '^' || !pm_word_split(&number, part[1]))
            return false;
    }
    if (is_one(part[0]))
        return true;
    part[0].length--;
    return x[-1] == '*' && pm_word_split(&number, part[0]);
}

bool pm_term_is(struct pm_word word)
{
    struct pm_word part[2];

    return split(part, word);
}

bool pm_graph_is_weight(const char *text, size_t length)
{
    struct pm_word_number number;
    struct pm_word part[2];

    if (!split(part, (struct pm_word){text, length}))
        return pm_word_split(&number, (struct pm_word){text, length}) &&
               (number.bottom.length == 0 ||
                strspn(number.bottom.text, "0") < number.bottom.length);
    return (is_one(part[0]) || pm_word_is_integer(part[0])) &&
           (is_one(part[1]) || pm_word_is_integer(part[1]));
}

static pm_status parse(fmpq_t value, struct pm_word word)
{
    if (!is_one(word))
        return pm_decimal_parse(value, word.text, word.length);
    fmpq_set_si(value, word.length > 0 && *word.text == '-' ? -1 : 1, 1);
    return PM_OK;
}

/* A graph whose weights were numbers gets terms: these numbers are coefficients. */
static pm_status begin(struct pm_graph *graph)
{
    if (graph->weights == PM_WEIGHTS_TERMS)
        return PM_OK;
    graph->weights = PM_WEIGHTS_TERMS;
    for (size_t k = 0; k < graph->edge.count; k++)
        PM_TRY(pm_variable_pack(graph->edge.re + k, graph->edge.re + k, NULL));
    return PM_OK;
}

pm_status pm_term_read(fmpq_t weight, struct pm_graph *graph, struct pm_word word)
{
    struct pm_word part[2];
    fmpq_t exponent;

    if (!split(part, word)) {
        PM_TRY(pm_decimal_parse(weight, word.text, word.length));
        return graph->weights == PM_WEIGHTS_TERMS ? pm_variable_pack(weight, weight, NULL) : PM_OK;
    }
    if (graph->weights == PM_WEIGHTS_NUMBERS) {
        char quote[PM_QUOTE_SIZE];
        return pm_fail(
            PM_INPUT,
            "%s is not a number; weights such as 2*x^3 are for the sum as a polynomial, --powers",
            pm_word_quote(quote, word));
    }
    fmpq_init(exponent);
    pm_status status = begin(graph);
    PM_THEN(status, parse(weight, part[0]));
    PM_THEN(status, parse(exponent, part[1]));
    PM_THEN(status, pm_variable_pack(weight, weight, exponent));
    fmpq_clear(exponent);
    return status;
}
