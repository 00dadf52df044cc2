/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distance of two words counts letters that are changed, inserted, deleted or exchanged with
 * the next letter. */
#include "spelling.h"

#include <string.h>

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* The number of such changes that turn the `length` letters of `word` into `name`.  Names have
 * fewer than ROOM letters.  Lowrance and Wagner, J. ACM 22 (1975) 177, without insertions between
 * exchanged letters. */
static int distance(const char *word, size_t length, const char *name)
{
    enum { ROOM = 64 };
    const size_t width = strlen(name);
    int row[3][ROOM] = {{0}}; /* the current row, the previous one, and the one before it */

    if (width >= ROOM)
        return ROOM;
    for (size_t i = 0; i <= length; i++) {
        memmove(row[1], row[0], 2 * sizeof row[0]);
        row[0][0] = (int)i;
        for (size_t j = 1; j <= width; j++) {
            row[0][j] = row[0][j - 1] + 1;
            if (i == 0)
                continue;
            const int changed = row[1][j - 1] + (word[i - 1] != name[j - 1]);
            row[0][j] = least_of(row[0][j], least_of(row[1][j] + 1, changed));
            if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1])
                row[0][j] = least_of(row[0][j], row[2][j - 2] + 1);
        }
    }
    return row[0][width];
}

void cli_spelling_compare(struct cli_spelling *near, const char *name)
{
    const int most = near->length < 3 ? 0 : near->length < 6 ? 1 : 2;
    const int d = distance(near->word, near->length, name);

    if (d <= most && (near->name == NULL || d < near->distance)) {
        near->name = name;
        near->distance = d;
    }
}
