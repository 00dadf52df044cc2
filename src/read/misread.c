/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that fits a format that is read, but that more likely means something else: lists of
 * neighbours whose lines look like edges, rows of digits that look like one column of numbers, and
 * graph6 beside other words.  The user must decide (foreign.c). */
#include "read/formats.h"

#include <string.h>

/* ------------------------------------------------------------------ neighbours */

/* Lines of `words` numbers each; line i has the neighbours of vertex i. */
struct lists {
    const struct pm_sample *sample;
    int64_t first; /* the number of the first vertex */
    int words;
};

/* True if the line has this number. */
static bool lists_number(const struct lists *l, size_t line, int64_t wanted)
{
    int64_t number;

    for (int j = 0; j < l->words; j++)
        if (pm_word_integer(&number, l->sample->line[line].word[j]) && number == wanted)
            return true;
    return false;
}

/* Looks at one line: it has distinct numbers of other vertices, whose lines have its number.
 * *found += the numbers whose lines are in the sample. */
static bool fits_line(size_t *found, const struct lists *l, size_t line)
{
    const struct pm_sample *const s = l->sample;
    const int64_t self = (int64_t)line + l->first;
    int64_t number, other;

    if (s->line[line].words != l->words)
        return false;
    for (int j = 0; j < l->words; j++) {
        if (!pm_word_integer(&number, s->line[line].word[j]) || number < l->first || number == self)
            return false;
        for (int i = 0; i < j; i++)
            if (pm_word_integer(&other, s->line[line].word[i]) && other == number)
                return false;
        const bool inside = number - l->first < (int64_t)s->lines;
        if (inside ? !lists_number(l, (size_t)(number - l->first), self) : s->whole)
            return false;
        *found += inside;
    }
    return true;
}

/* Lines of two or three numbers, each with the neighbours of one vertex.  A triangle is the same
 * graph as a list of edges. */
static enum pm_fit neighbours_fit(const struct pm_sample *s, int64_t first)
{
    const struct lists l = {s, first, s->lines > 0 ? s->line->words : 0};
    size_t found = 0;

    if (s->lines < 4 || l.words < 2 || l.words > 3)
        return PM_FIT_NO;
    for (size_t k = 0; k < s->lines; k++)
        if (!fits_line(&found, &l, k))
            return PM_FIT_NO;
    return 2 * found >= s->lines * (size_t)l.words ? PM_FIT_SURE : PM_FIT_NO;
}

enum pm_fit pm_neighbours_from_0_fits(const struct pm_sample *s)
{
    return neighbours_fit(s, 0);
}

enum pm_fit pm_neighbours_from_1_fits(const struct pm_sample *s)
{
    return neighbours_fit(s, 1);
}

/* -------------------------------------------------------------- rows of digits */

static bool is_alone(const struct pm_sample_line *line, const char *letters)
{
    return line->words == 1 && strspn(line->word[0].text, letters) >= line->word[0].length;
}

/* True where every line is one word of these letters. */
static bool are_words(const struct pm_sample *s, const char *letters)
{
    for (size_t k = 0; k < s->lines; k++)
        if (!is_alone(s->line + k, letters))
            return false;
    return s->lines > 1 && !s->cut;
}

/* True for lines of as many letters each as there are lines; blank lines separate several matrices
 * of this kind. */
static bool are_square(const struct pm_sample *s, size_t first)
{
    size_t k = first;

    while (k < s->lines) {
        const size_t length = s->line[k].word[0].length;
        size_t rows = 1;
        for (; k + rows < s->lines && s->line[k + rows].word[0].length == length; rows++)
            if (rows % length == 0 && !pm_sample_has_gap(s, k + rows))
                return false;
        if (length < 2 || rows % length != 0 || (k > first && !pm_sample_has_gap(s, k)))
            return false;
        k += rows;
    }
    return s->whole && k > first;
}

static const char digits[] = "0123456789";

enum pm_fit pm_sized_digits_fits(const struct pm_sample *s)
{
    int64_t size;

    return are_words(s, digits) && pm_word_integer(&size, s->line->word[0]) &&
                   size == (int64_t)s->lines - 1 && size == (int64_t)s->line[1].word[0].length &&
                   are_square(s, 1)
               ? PM_FIT_SURE
               : PM_FIT_NO;
}

/* A number does not begin with 0.  A matrix may have as many digits in each row as it has rows. */
enum pm_fit pm_digit_rows_fits(const struct pm_sample *s)
{
    if (!are_words(s, digits) || pm_digits_fits(s) >= PM_FIT_LIKELY)
        return PM_FIT_NO;
    for (size_t k = 0; k < s->lines; k++)
        if (s->line[k].word[0].length > 1 && *s->line[k].word[0].text == '0')
            return PM_FIT_SURE;
    return are_square(s, 0) ? PM_FIT_SURE : PM_FIT_NO;
}

/* GAP prints 0 as a point.  Points below each other, with digits on both sides, are those of
 * decimal numbers. */
enum pm_fit pm_pointed_digits_fits(const struct pm_sample *s)
{
    bool pointed = false, decimal = true;

    if (!are_words(s, "01."))
        return PM_FIT_NO;
    const struct pm_word first = s->line->word[0];
    const size_t point = strcspn(first.text, ".");
    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_word word = s->line[k].word[0];
        const char *const at = memchr(word.text, '.', word.length);
        if (word.length != first.length)
            return PM_FIT_NO;
        pointed |= at != NULL;
        decimal = decimal && at == word.text + point && point > 0 && point + 1 < word.length &&
                  memchr(at + 1, '.', word.length - point - 1) == NULL;
    }
    return pointed && !decimal ? PM_FIT_SURE : PM_FIT_NO;
}

/* ------------------------------------------------------- graph6 and other words */

/* True if no name of a vertex is likely to have such a character; the first one may say the kind of
 * graph6. */
static bool is_odd(struct pm_word word)
{
    for (size_t k = 0; k < word.length; k++) {
        const char c = word.text[k];
        if ((k > 0 || (c != ':' && c != '&' && c != ';')) && (c < 'a' || c > 'z') &&
            (c < 'A' || c > 'Z') && c != '_')
            return true;
    }
    return false;
}

static bool is_graph(struct pm_word word)
{
    return word.length > 1 && pm_graph6_is_graph(word);
}

/* True if every line has a graph in this column and none in the other one, and some graph is no
 * likely name. */
static bool has_column(const struct pm_sample *s, int col)
{
    bool odd = false;

    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_word word = pm_sample_word(s->line + k, col);
        if (s->line[k].words < 2 || !is_graph(word) ||
            is_graph(pm_sample_word(s->line + k, 1 - col)))
            return false;
        odd |= is_odd(word);
    }
    return odd && !s->cut;
}

enum pm_fit pm_graph6_before_fits(const struct pm_sample *s)
{
    return has_column(s, 0) ? PM_FIT_SURE : PM_FIT_NO;
}

enum pm_fit pm_graph6_after_fits(const struct pm_sample *s)
{
    return has_column(s, 1) ? PM_FIT_SURE : PM_FIT_NO;
}

enum pm_fit pm_graph6_above_fits(const struct pm_sample *s)
{
    return s->lines > 1 && s->line->words == 1 && s->line->word[0].length > 2 &&
                   is_graph(s->line->word[0]) && is_odd(s->line->word[0]) &&
                   pm_edgelist_fits(s) >= PM_FIT_LIKELY && pm_graph6_fits(s) < PM_FIT_LIKELY
               ? PM_FIT_SURE
               : PM_FIT_NO;
}
