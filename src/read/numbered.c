/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers are judged as they are read, and none is kept. */
#include "read/numbered.h"

static const struct pm_numbered_line unread = {
    .whole = true, .counted = true, .rising = true, .decimals = true, .crossing = -1};

void pm_numbered_begin(struct pm_numbered *numbered)
{
    *numbered = (struct pm_numbered){.row = unread, .col = unread, .none = unread};
}

/* Takes a number of the line. */
static void add_inside(struct pm_numbered_line *line, struct pm_word word)
{
    int64_t number = 0;

    line->whole = line->whole && pm_word_integer(&number, word);
    line->rising = line->rising && (line->count == 0 || number > line->last);
    line->counted =
        line->counted && (line->count == 0 ? number == 0 || number == 1 : number == line->last + 1);
    line->last = number;
    line->count++;
}

/* Takes a number of the rest of the table. */
static void add_outside(struct pm_numbered_line *line, bool decimal, int row)
{
    line->decimals = line->decimals && decimal;
    line->crossings += decimal && line->crossing < row;
    if (decimal)
        line->crossing = row;
}

void pm_numbered_add(struct pm_numbered *numbered, struct pm_word word, int row, int col)
{
    const bool decimal = !pm_word_is_integer(word);

    numbered->rows = row + 1;
    add_outside(&numbered->none, decimal, row);
    if (row == 0)
        add_inside(&numbered->row, word);
    else
        add_outside(&numbered->row, decimal, row);
    if (col == 0)
        add_inside(&numbered->col, word);
    else
        add_outside(&numbered->col, decimal, row);
}

/* `rows`: those that have numbers outside the line. */
static enum pm_named named(const struct pm_numbered_line *line, int rows)
{
    const bool every = rows > 0 && line->crossings == rows;

    if (!line->whole || line->count < 2 || !every)
        return PM_NAMED_NO;
    if (line->counted && line->count > 2)
        return PM_NAMED_LIKELY;
    return line->rising || line->decimals ? PM_NAMED_PERHAPS : PM_NAMED_NO;
}

enum pm_named pm_numbered_row(const struct pm_numbered *numbered)
{
    return named(&numbered->row, numbered->rows - 1);
}

enum pm_named pm_numbered_col(const struct pm_numbered *numbered)
{
    return named(&numbered->col, numbered->rows);
}

bool pm_numbered_is_decimal(const struct pm_numbered *numbered)
{
    return numbered->none.crossings == numbered->rows;
}
