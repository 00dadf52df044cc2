/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which minors of a square matrix have no terms, from the places of its entries.
 *
 * Let a maximum matching of rows and columns be given.  If it is perfect, minor (i, j) has a term
 * if and only if the row that is matched with column j reaches row i: from a row one goes to the
 * rows that are matched with the columns of its entries.  For then the rows on the way take each
 * other's columns.  If one row and one column are free, it is so if the free row reaches row i and
 * the free column reaches column j, where columns go on in the same way; no row of the first way is
 * matched with a column of the second one, else the matching would not be maximum.  Source: Dulmage
 * and Mendelsohn, Coverings of bipartite graphs, Canadian Journal of Mathematics 10, 1958. */
#include "engine/dense/minors_walk.h"

enum { MOST = 64 };

/* Sides 0, rows, and 1, columns. */
struct places {
    int n;
    uint64_t line[2][MOST];    /* the other side's lines that have an entry with this one */
    int partner[2][MOST];      /* -1: free */
    uint64_t follows[2][MOST]; /* the lines of the same side that one goes to */
};

/* Matches a row with a column that was not tried, along an alternating path. */
static bool match(struct places *p, int row, uint64_t *tried)
{
    for (uint64_t left; (left = p->line[0][row] & ~*tried) != 0;) {
        const int col = __builtin_ctzll(left);
        *tried |= UINT64_C(1) << col;
        if (p->partner[1][col] >= 0 && !match(p, p->partner[1][col], tried))
            continue;
        p->partner[0][row] = col;
        p->partner[1][col] = row;
        return true;
    }
    return false;
}

static uint64_t reached(const struct places *p, int side, int from)
{
    uint64_t seen = UINT64_C(1) << from, left = seen;

    while (left != 0) {
        const uint64_t more = p->follows[side][__builtin_ctzll(left)] & ~seen;
        left &= left - 1;
        left |= more;
        seen |= more;
    }
    return seen;
}

static void find_follows(struct places *p)
{
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < p->n; k++) {
            p->follows[side][k] = 0;
            for (uint64_t rest = p->line[side][k]; rest != 0; rest &= rest - 1) {
                const int next = p->partner[1 - side][__builtin_ctzll(rest)];
                p->follows[side][k] |= next >= 0 ? UINT64_C(1) << next : 0;
            }
        }
}

void pm_minors_zeros(uint64_t *zeros, const uint64_t *entries, int n)
{
    const uint64_t all = UINT64_MAX >> (64 - n);
    struct places p = {.n = n};
    int free_row = -1, count = 0, free_col = 0;

    for (int i = 0; i < n; i++) {
        p.line[0][i] = entries[i];
        p.partner[0][i] = p.partner[1][i] = -1;
        zeros[i] = all;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p.line[1][j] |= (entries[i] >> j & 1) << i;
    for (int i = 0; i < n && count < 2; i++) {
        uint64_t tried = 0;
        if (!match(&p, i, &tried)) {
            free_row = i;
            count++;
        }
    }
    if (count > 1)
        return;
    find_follows(&p);
    while (count == 1 && p.partner[1][free_col] >= 0)
        free_col++;
    const uint64_t rows = count == 1 ? reached(&p, 0, free_row) : 0;
    const uint64_t cols = count == 1 ? reached(&p, 1, free_col) : 0;
    for (int i = 0; i < n && count == 1; i++)
        zeros[i] = rows >> i & 1 ? all & ~cols : all;
    for (int j = 0; j < n && count == 0; j++) {
        const uint64_t reach = reached(&p, 0, p.partner[1][j]);
        for (int i = 0; i < n; i++)
            zeros[i] &= ~((reach >> i & 1) << j);
    }
}
