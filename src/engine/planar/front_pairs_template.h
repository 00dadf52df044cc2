/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of pivots of a skew or Hermitian front in floating arithmetic, by rook pivoting (Higham,
 * Accuracy and Stability of Numerical Algorithms, 2nd edition 2002, section 9.1).  A row is brought
 * up to date when it is looked at, and all rows are after each PM_PANEL pivots.  This is a part of
 * fronts_template.h. */
#pragma once

#include "engine/planar/front_template.h"

#include "base/stop.h"

/* Subtracts from rows row .. last - 1, that are not of the border, the contributions of all pivots.
 */
static void advance_rows(const struct field *field, struct front *f, int row, int last)
{
    for (int i = row; i < last; i++)
        solve_row(field, f, i, f->solved[i]);
    update_rows(f, row, last, f->done, f->size, false);
    mark_rows(f, row, last);
}

/* The row with the number of column j among rows first .. rows - 1, advanced; or `rows`. */
static int partner_row(const struct field *field, struct front *f, int first, int rows, int j)
{
    const int r = j < f->full ? place_in(f->row, first, rows, f->col[j]) : rows;

    if (r < rows)
        advance_rows(field, f, r, r + 1);
    return r;
}

/* Looks for an entry that is the best one of its row and almost so of its column.  Moves its row to
 * place t.  Returns its column, or f->full if it is small beside its row and column, or in a row
 * that is delayed. */
static int choose_pair(const struct field *field, struct front *f, int rows)
{
    const int t = f->done;

    advance_rows(field, f, t, t + 1);
    for (int j = choose_pivot(f, t);;) {
        const int r = partner_row(field, f, t + 1, rows, j);
        if (r == rows)
            return f->full;
        const int next = choose_pivot(f, r);
        if (next < f->full && n_is_larger(&f->line[r][next], &f->line[t][j]) &&
            place_in(f->row, t, rows, f->col[next]) < rows) {
            swap_rows(f, t, r);
            j = next;
            continue;
        }
        for (int c = t; c < f->size && f->full < f->size; c++)
            if (!n_is_stable(&f->line[t][j], &f->line[t][c]) ||
                !n_is_stable(&f->line[t][j], &f->line[r][c]))
                return f->full;
        return j;
    }
}

/* Finds pairs of pivots of a skew front.  After PM_PANEL pivots, all rows are advanced together. */
static void find_pivots(const struct job *job, struct front *f)
{
    const struct field *const field = job->field;

    for (int rows = f->full, panel = PM_PANEL; f->done < rows && !pm_stop_wanted(job->stop);) {
        const int t = f->done, j = choose_pair(field, f, rows);
        if (j == f->full) {
            swap_rows(f, t, --rows);
            continue;
        }
        const int u = f->row[t], v = f->col[j];
        take_pivot(field, f, j);
        swap_rows(f, t + 1, place_in(f->row, t + 1, rows, v));
        n_own(field, f, &f->line[t + 1][t], t);
        take_pivot(field, f, place_in(f->col, t + 1, f->full, u));
        n_pair(field, f, t);
        if (f->done >= panel) {
            advance_rows(field, f, f->done, f->full);
            panel += PM_PANEL;
        }
    }
}

/* Computes the rows of the rest after all pivots have been found. */
static void finish_rows(const struct field *field, struct front *f)
{
    advance_rows(field, f, f->done, f->full);
    for (int i = f->full; i < f->size; i++)
        solve_row(field, f, i, 0);
    update_rows(f, f->full, f->size, f->done, f->full, false);
    update_rows(f, f->full, f->size, f->full, f->size, true);
    mark_rows(f, f->full, f->size);
}
