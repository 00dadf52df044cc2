/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass finds the shape of a line, and one its fields. */
#include "read/edge_line.h"

#include "read/term.h"

#include <string.h>

/* Splits '(u,v)'. */
static void split_pair(struct pm_edge_line *e, char *word, size_t length)
{
    struct pm_cut cut = pm_cut_of(word + 1, ',');

    word[length - 1] = '\0';
    for (e->ends = 0; e->ends < 2 && pm_cut_next(&cut); e->ends++)
        e->end[e->ends] = cut.word;
    e->marked = true;
}

void pm_edge_line_cut(struct pm_edge_line *e, char *line, bool powers)
{
    struct pm_cut cut = pm_cut_of(line, ' ');

    *e = (struct pm_edge_line){.direction = PM_UNSAID};
    const bool pair = *pm_shape_of(e->shape, line, ' ') == PM_CLASS_PAIR;
    while (pm_cut_next(&cut) && e->more.length == 0) {
        if (cut.count == 1 && pair)
            split_pair(e, line + (cut.word.text - line), cut.word.length);
        else if (cut.count == 2 && (cut.class == PM_CLASS_ARROW || cut.class == PM_CLASS_LINE)) {
            e->marked = true;
            e->direction = cut.class == PM_CLASS_ARROW ? PM_DIRECTED : PM_UNDIRECTED;
        } else if (e->ends < 2)
            e->end[e->ends++] = pm_cut_name(&cut, line);
        else
            *(e->weight.length == 0 ? &e->weight : &e->more) = cut.word;
    }
    e->inside = cut.inside;
    const bool lone = e->weight.length == 1 && *e->shape == PM_CLASS_NAME;
    if ((powers || !lone) && pm_term_is(e->weight))
        e->shape[strlen(e->shape) - 1] = PM_CLASS_REAL;
}
