/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of titles names its columns in any order.  Commas, semicolons, tabs or blanks separate
 * them; between blanks, a title may also be a name, so that there only a few titles count. */
#include "read/edge_columns.h"

#include <string.h>

/* Titles of the two ends.  `sure`: no other text has such words. */
static const struct {
    const char *from, *to;
    bool sure;
} ends[] = {
    {"source", "target", true}, {"from", "to", true},      {"src", "dst", false},
    {"u", "v", false},          {"node1", "node2", false}, {"vertex1", "vertex2", false},
};

/* True if the line, cut by this separator, names both ends. */
static bool find(struct pm_edge_columns *c, const char *line, char separator, bool sure)
{
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        struct pm_cut cut = pm_cut_of(line, separator);
        const char *const titles[] = {ends[k].from, ends[k].to, "weight"};

        *c = (struct pm_edge_columns){.separator = separator, .at = {-1, -1, -1}};
        while ((!sure || ends[k].sure) && pm_cut_next(&cut))
            for (int i = 0; i < PM_COLUMNS; i++)
                if (pm_word_is(cut.word, titles[i])) {
                    c->twice = c->twice || c->at[i] >= 0;
                    c->at[i] = cut.count - 1;
                }
        c->count = cut.count;
        if (c->at[PM_COLUMN_FROM] >= 0 && c->at[PM_COLUMN_TO] >= 0)
            return true;
    }
    return false;
}

bool pm_edge_columns_find(struct pm_edge_columns *c, const char *line,
                          enum pm_edge_columns_trust trust)
{
    for (const char *d = ",;\t "; *d != '\0'; d++)
        if (strchr(line, *d) != NULL && find(c, line, *d, trust == PM_COLUMNS_SURE) &&
            (*d != ' ' || trust == PM_COLUMNS_ANY ||
             c->count == 2 + (c->at[PM_COLUMN_WEIGHT] >= 0)))
            return true;
    return false;
}
