/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a proof, which must be written exactly as permatch_proof(5) says. */
#include "proof_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_OF_A_COUNT = 17 };

enum verdict proof_fail(struct proof *proof, enum verdict verdict, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(proof->why, sizeof proof->why, format, list);
    va_end(list);
    return verdict;
}

/* Passes over a word if it comes next. */
bool proof_take_word(char **at, const char *word)
{
    const size_t length = strlen(word);

    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

/* The number of digits of a canonical integer without its sign; 0: there is none. */
size_t proof_digits(const char *at)
{
    const size_t count = strspn(at, "0123456789");

    return at[0] == '0' && count > 1 ? 0 : count;
}

bool proof_take_count(size_t *count, char **at)
{
    const size_t length = proof_digits(*at);

    if (length == 0 || length > DIGITS_OF_A_COUNT)
        return false;
    *count = strtoull(*at, at, 10);
    return true;
}

enum verdict proof_next_line(char **line, struct proof *p)
{
    NEED(p->at < p->lines, "the text ends too early");
    *line = p->line[p->at++];
    return FINE;
}

/* "NAME NUMBER": a number of lines to come. */
enum verdict proof_take_lines(size_t *count, struct proof *p, const char *name)
{
    char *at = NULL;

    TRY(proof_next_line(&at, p));
    NEED(proof_take_word(&at, name) && proof_take_word(&at, " ") && proof_take_count(count, &at) &&
             *at == '\0',
         "'%s NUMBER' is expected", name);
    NEED(*count <= p->lines - p->at, "more %s than lines", name);
    return FINE;
}

bool proof_may_stay(const struct proof *p, size_t v)
{
    if (p->ask != ASK_PERFECT)
        return true;
    if (p->columns < 0)
        return false;
    return v > p->rows ? p->rows < (size_t)p->columns : (size_t)p->columns < p->rows;
}

struct proof_edge *proof_find(const struct proof *p, size_t u, size_t v)
{
    size_t first = 0, end = p->edges;

    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        struct proof_edge *const e = &p->edge[middle];
        if (e->u == u && e->v == v)
            return e;
        if (e->u < u || (e->u == u && e->v < v))
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}
