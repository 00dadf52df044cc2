/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which parts of an elimination several sets of signs share.  The sets of a surface differ only
 * along some curves.  Take the rows and columns that a front and all fronts below it eliminate, and
 * those of its border.  If the entries of two sets among them differ only by signs of whole rows
 * and columns, as in each part of the torus that is a disk, then so do the rests that the front
 * passes on, and their determinants or Pfaffians differ at most in the sign.
 *
 * The signs of the rows and columns follow from the entries: an entry that is not the same in both
 * sets wants different signs for its row and its column, any other the same sign.  What the entries
 * below a front want is known from its children.
 *
 * Two sets x and y reverse the edges that some of the curves cross (surface.c).  The curves of one
 * of them but not of both, x ^ y, tell how they differ.  So each set is compared with the first
 * one, which has number 0. */
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
    bool *same;    /* for each front: the sets are alike there */
    bool *opposed; /* ... and their determinants or Pfaffians have opposite signs */
    bool *turned;  /* as in struct pm_switching */
    bool *empty;   /* for each line of each border: it has no entries there */
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

/* The comparisons of all sets with the first one, for each front. */
struct compared {
    bool **same, **opposed;
    bool **minus; /* the wrong sign of what each set uses */
};

static void compared_clear(struct compared *all, int sets)
{
    for (int d = 0; d < sets && all->minus != NULL; d++)
        PM_FREE(all->same[d], all->opposed[d], all->minus[d]);
    PM_FREE(all->same, all->opposed, all->minus);
}

static pm_status compared_fill(struct compared *all, struct pm_switching *alike,
                               struct comparing *c, const struct pm_signs *signs)
{
    const struct pm_fronts *const f = c->fronts;

    PM_NEW(all->same, alike->sets);
    PM_NEW(all->opposed, alike->sets);
    PM_NEW(all->minus, alike->sets);
    for (int d = 0; d < alike->sets; d++) {
        PM_NEW(alike->of[d], f->count);
        PM_NEW(alike->turned[d], 2 * (size_t)f->border_start[f->count]);
        PM_NEW(all->same[d], f->count);
        PM_NEW(all->opposed[d], f->count);
        PM_NEW(all->minus[d], f->count);
        c->same = all->same[d];
        c->opposed = all->opposed[d];
        c->turned = alike->turned[d];
        for (int s = 0; s < f->count; s++)
            compare_front(c, s, signs[d].entry, signs[0].entry);
    }
    return PM_OK;
}

/* Notes which set each set uses in front s, and the sign of that. */
static void note_front(struct pm_switching *alike, struct compared *all, int s,
                       const struct pm_fronts *f)
{
    for (int x = 0; x < alike->sets; x++) {
        int y = x;
        for (int d = 1; d < alike->sets; d++)
            y = all->same[d][s] && (x ^ d) < y ? x ^ d : y;
        alike->of[x][s] = (unsigned char)y;
        bool minus = y != x && (all->opposed[x ^ y][s] ^ all->minus[y][s]);
        for (int k = f->children[s], child = s - 1; k-- > 0 && y == x; child -= f->tree[child])
            minus ^= all->minus[x][child];
        all->minus[x][s] = minus;
        alike->minus[x] ^= f->border_start[s] == f->border_start[s + 1] && minus;
    }
}

pm_status pm_switching_find(struct pm_switching *alike, const struct pm_fronts *fronts,
                            const struct pm_sheets *sheets, const struct pm_matrix *a)
{
    const size_t lines = 2 * (size_t)fronts->n;
    struct comparing c = {.fronts = fronts, .a = a};
    struct compared all = {.same = NULL};
    pm_status status;

    alike->sets = pm_sheets_count(sheets);
    PM_NEW_GOTO(status, alike->of, alike->sets, done);
    PM_NEW_GOTO(status, alike->turned, alike->sets, done);
    PM_NEW_GOTO(status, alike->minus, alike->sets, done);
    PM_NEW_GOTO(status, c.at, lines, done);
    PM_NEW_GOTO(status, c.up, lines, done);
    PM_NEW_GOTO(status, c.opposite, lines, done);
    PM_NEW_GOTO(status, c.weight, lines, done);
    PM_NEW_GOTO(status, c.empty, 2 * (size_t)fronts->border_start[fronts->count], done);
    PM_TRY_GOTO(status, compared_fill(&all, alike, &c, sheets->signs), done);
    for (int s = 0; s < fronts->count; s++)
        note_front(alike, &all, s, fronts);
    status = PM_OK;
done:
    PM_FREE(c.at, c.up, c.opposite, c.weight, c.empty);
    compared_clear(&all, alike->sets);
    return status;
}

void pm_switching_clear(struct pm_switching *alike)
{
    for (int x = 0; x < alike->sets && alike->minus != NULL; x++)
        PM_FREE(alike->of[x], alike->turned[x]);
    PM_FREE(alike->of, alike->turned, alike->minus);
}
