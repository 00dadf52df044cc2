/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which parts of an elimination several sets of signs share.  The four sets of a torus differ only
 * along two curves.  Take the rows and columns that a front and all fronts below it eliminate, and
 * those of its border.  If the entries of two sets among them differ only by signs of whole rows
 * and columns, as in each part of the torus that is a disk, then so do the rests that the front
 * passes on, and their determinants or Pfaffians differ at most in the sign.
 *
 * The signs of the rows and columns follow from the entries: an entry that is not the same in both
 * sets wants different signs for its row and its column, any other the same sign.  What the entries
 * below a front want is known from its children. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>
#include <string.h>

/* The comparison of two sets of signs.  A line is a row or a column. */
struct comparing {
    const struct pm_fronts *fronts;
    const struct pm_matrix *a;
    int *at; /* for each row of the matrix, then each column: its line in the current front */
    /* for each line of the front: a line that depends on it, up to a line that depends on itself;
     * whether their signs are opposite; and number of lines that depend on this one */
    int *up;
    bool *opposite;
    int *weight;
    bool *same;     /* for each front: the sets are alike there */
    bool *opposed;  /* ... and their determinants or Pfaffians have opposite signs */
    bool *turned;   /* as in struct pm_switching */
    bool *empty;    /* for each line of each border: it has no entries there */
    bool *minus[4]; /* for each set and front: the sign of what pm_alike.of[] says is used */
};

static int root_of(const struct comparing *c, int line, bool *opposite)
{
    while (c->up[line] != line) {
        *opposite ^= c->opposite[line];
        line = c->up[line];
    }
    return line;
}

/* Makes the signs of two lines equal or opposite.  Returns false if they are already otherwise. */
static bool tie(struct comparing *c, int x, int y, bool opposite)
{
    int above = root_of(c, x, &opposite), below = root_of(c, y, &opposite);

    if (above == below)
        return !opposite;
    if (c->weight[above] < c->weight[below]) {
        const int line = above;
        above = below;
        below = line;
    }
    c->up[below] = above;
    c->opposite[below] = opposite;
    c->weight[above] += c->weight[below];
    return true;
}

/* The place of column j in c->at[]. */
static int column(const struct comparing *c, int j)
{
    return c->fronts->skew ? j : c->fronts->n + j;
}

/* Numbers the lines of front s: rows, then columns, in both cases its own, then those of its
 * border. In a skew matrix, a row and its column are one line. */
static void number_lines(struct comparing *c, int s)
{
    const struct pm_fronts *const f = c->fronts;
    const int own = f->own_start[s + 1] - f->own_start[s], first = f->border_start[s];
    const int size = own + f->border_start[s + 1] - first;

    for (int k = 0; k < size; k++) {
        const int row = k < own ? f->own_row[f->own_start[s] + k] : f->border_row[first + k - own];
        const int col = k < own ? f->own_col[f->own_start[s] + k] : f->border_col[first + k - own];
        c->at[column(c, col)] = f->skew ? k : size + k;
        c->at[row] = k;
    }
    for (int line = 0; line < 2 * size; line++) {
        c->up[line] = line;
        c->opposite[line] = false;
        c->weight[line] = 1;
    }
}

/* The line of row k of the borders (side 0) or of column k (side 1). */
static int border_line(const struct comparing *c, int k, int side)
{
    return side == 0 ? c->at[c->fronts->border_row[k]] : c->at[column(c, c->fronts->border_col[k])];
}

/* Ties those lines in the border of a child that have entries. */
static bool tie_child(struct comparing *c, int child)
{
    const int last = 2 * c->fronts->border_start[child + 1];
    int first = 2 * c->fronts->border_start[child];
    bool same = true;

    while (first < last && c->empty[first])
        first++;
    for (int k = first; k < last; k++)
        if (!c->empty[k])
            same &= tie(c, border_line(c, first / 2, first % 2), border_line(c, k / 2, k % 2),
                        c->turned[first] ^ c->turned[k]);
    return same;
}

static bool tie_entries(struct comparing *c, int s, const signed char *x, const signed char *y)
{
    const struct pm_fronts *const f = c->fronts;
    bool same = true;

    for (int k = f->entry_start[s]; k < f->entry_start[s + 1]; k++) {
        const int e = f->entry[k];
        if (x[e] != 0)
            same &= tie(c, c->at[f->entry_row[k]], c->at[column(c, c->a->col[e])], x[e] != y[e]);
    }
    return same;
}

/* Reads the signs of the lines of front s.  Returns false if its own lines are not all tied, so
 * that their signs are not known. */
static bool read_lines(struct comparing *c, int s)
{
    const struct pm_fronts *const f = c->fronts;
    bool same = true, opposite = false;
    const int whole = root_of(c, c->at[f->own_row[f->own_start[s]]], &opposite);

    for (int k = f->own_start[s]; k < f->own_start[s + 1]; k++) {
        same = root_of(c, c->at[f->own_row[k]], &c->opposed[s]) == whole && same;
        if (!f->skew)
            same = root_of(c, c->at[column(c, f->own_col[k])], &c->opposed[s]) == whole && same;
    }
    for (int k = 2 * f->border_start[s]; k < 2 * f->border_start[s + 1]; k++) {
        c->turned[k] = false;
        c->empty[k] = root_of(c, border_line(c, k / 2, k % 2), &c->turned[k]) != whole;
    }
    return same;
}

/* Compares two sets of signs in front s and below. */
static void compare_front(struct comparing *c, int s, const signed char *x, const signed char *y)
{
    const struct pm_fronts *const f = c->fronts;
    bool same = true;

    number_lines(c, s);
    c->opposed[s] = false;
    for (int k = f->children[s], child = s - 1; k-- > 0; child -= f->tree[child]) {
        same = same && c->same[child] && tie_child(c, child);
        c->opposed[s] ^= c->opposed[child];
    }
    same = same && tie_entries(c, s, x, y);
    c->same[s] = same && read_lines(c, s);
}

/* Notes for front s that set x uses set y, if it is like it.  Sets that are like a third one are
 * alike, so both use the same sets below. */
static void note_front(struct pm_switching *alike, struct comparing *c, int s, int x, int y)
{
    const struct pm_fronts *const f = c->fronts;
    const size_t first = 2 * (size_t)f->border_start[s], last = 2 * (size_t)f->border_start[s + 1];

    if (!c->same[s] || alike->of[x][s] != x || alike->of[y][s] != y)
        return;
    alike->of[x][s] = (signed char)y;
    memcpy(alike->turned[x] + first, c->turned + first, last - first);
    c->minus[x][s] = c->opposed[s] ^ c->minus[y][s];
}

/* Finds to which sets the set x is similar. */
static pm_status find_like(struct pm_switching *alike, struct comparing *c,
                           const struct pm_signs *signs, int x)
{
    const struct pm_fronts *const f = c->fronts;

    PM_NEW(alike->of[x], f->count);
    PM_NEW(alike->turned[x], 2 * (size_t)f->border_start[f->count]);
    PM_NEW(c->minus[x], f->count);
    memset(alike->of[x], x, (size_t)f->count);
    for (int y = 0; y < x; y++)
        for (int s = 0; s < f->count; s++) {
            compare_front(c, s, signs[x].entry, signs[y].entry);
            note_front(alike, c, s, x, y);
        }
    for (int s = 0; s < f->count; s++) {
        for (int k = f->children[s], child = s - 1; k-- > 0; child -= f->tree[child])
            c->minus[x][s] ^= alike->of[x][s] == x && c->minus[x][child];
        alike->minus[x] ^= f->border_start[s] == f->border_start[s + 1] && c->minus[x][s];
    }
    return PM_OK;
}

pm_status pm_switching_find(struct pm_switching *alike, const struct pm_fronts *fronts,
                            const struct pm_signs *signs, int sets, const struct pm_matrix *a)
{
    struct comparing c = {.fronts = fronts, .a = a};
    const size_t lines = 2 * (size_t)fronts->n;
    pm_status status;

    PM_NEW_GOTO(status, c.at, lines, done);
    PM_NEW_GOTO(status, c.up, lines, done);
    PM_NEW_GOTO(status, c.opposite, lines, done);
    PM_NEW_GOTO(status, c.weight, lines, done);
    PM_NEW_GOTO(status, c.same, fronts->count, done);
    PM_NEW_GOTO(status, c.opposed, fronts->count, done);
    PM_NEW_GOTO(status, c.turned, 2 * (size_t)fronts->border_start[fronts->count], done);
    PM_NEW_GOTO(status, c.empty, 2 * (size_t)fronts->border_start[fronts->count], done);
    status = PM_OK;
    for (int x = 0; x < sets && status == PM_OK; x++)
        status = find_like(alike, &c, signs, x);
done:
    PM_FREE(c.at, c.up, c.opposite, c.weight, c.same, c.opposed, c.turned, c.empty);
    PM_FREE(c.minus[0], c.minus[1], c.minus[2], c.minus[3]);
    return status;
}

void pm_switching_clear(struct pm_switching *alike)
{
    for (int x = 0; x < 4; x++)
        PM_FREE(alike->of[x], alike->turned[x]);
}
