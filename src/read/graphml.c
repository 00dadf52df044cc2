/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognises GraphML and GML; igraph.c reads them. */
#include "read/formats.h"
#include "read/beginning.h"

#include <string.h>

enum pm_fit pm_graphml_fits(const struct pm_sample *s)
{
    if (s->binary || s->lines == 0 || s->line->word[0].text[0] != '<')
        return PM_FIT_NO;
    for (size_t k = 0; k < s->lines; k++)
        if (strstr(s->line[k].text, "<graphml") != NULL)
            return PM_FIT_SURE;
    return PM_FIT_NO;
}

/* The signature is "graph [", perhaps with a line end before the bracket. */
enum pm_fit pm_gml_fits(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_sample_line *const line = s->line + k;
        const struct pm_word second =
            line->words > 1 || k + 1 == s->lines ? pm_sample_word(line, 1) : line[1].word[0];
        if (pm_word_is(line->word[0], "graph") && second.length > 0 && second.text[0] == '[')
            return PM_FIT_SURE;
        if (pm_word_is(line->word[0], "graph["))
            return PM_FIT_SURE;
    }
    return PM_FIT_NO;
}
