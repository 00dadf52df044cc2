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
