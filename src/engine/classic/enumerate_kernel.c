/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Enumeration of transversals (Mittal and Al-Kurdi, Efficient computation of the permanent of a
 * sparse matrix, International Journal of Computer Mathematics 77, 2001).  Rows are matched one
 * after another, shortest first, each to a free column in which it has an entry.  The products of
 * the entries of all complete assignments are added.  Cost: the number of partial assignments.
 *
 * A unit is one combination of choices in the first rows; its number is in mixed radix. */
#include "base/alloc.h"
#include "base/stop.h"
#include "engine/walk.h"
#include "num/type.h"

#include <stdlib.h>
#include <string.h>

/* walk->index: the rows, shortest first. */
static pm_status setup(struct pm_walk *walk)
{
    const struct pm_image *const a = walk->image;
    int *first, *order;

    PM_NEW(order, a->rows);
    walk->index = order;
    PM_NEW(first, a->cols + 2);
    for (int i = 0; i < a->rows; i++)
        first[a->row_start[i + 1] - a->row_start[i] + 1]++;
    for (int degree = 0; degree <= a->cols; degree++)
        first[degree + 1] += first[degree];
    for (int i = 0; i < a->rows; i++)
        order[first[a->row_start[i + 1] - a->row_start[i]]++] = i;
    free(first);
    return PM_OK;
}

/* Depth-first search with an explicit stack: level l uses entry at[l] of its row. */
struct search {
    const struct pm_walk *walk;
    bool *used; /* columns */
    int *at;    /* by level: index of the entry in use */
    T *product; /* by level: product of the entries of earlier levels */
};

static pm_status search_new(struct search *search, const struct pm_walk *walk)
{
    const int m = walk->image->rows, n = walk->image->cols;

    *search = (struct search){.walk = walk};
    if ((search->used = pm_alloc((size_t)n, sizeof *search->used)) == NULL ||
        (search->at = pm_alloc((size_t)m, sizeof *search->at)) == NULL ||
        (search->product = pm_alloc((size_t)m + 1, sizeof *search->product)) == NULL)
        return PM_NOMEM;
    return PM_OK;
}

static void search_clear(struct search *search)
{
    PM_FREE(search->used, search->at, search->product);
}

/* Uses entry k at `level`; false if its column is already used. */
static bool match_take(struct search *search, int level, int k)
{
    const struct pm_image *const a = search->walk->image;
    const int j = a->row_col[k];

    if (search->used[j])
        return false;
    search->used[j] = true;
    search->at[level] = k;
    search->product[level + 1] =
        t_mul(&a->ring, search->product[level], ((const T *)a->row_val)[k]);
    return true;
}

/* Makes the choices of unit number `unit` in the first rows.  Returns the level reached, or -1 if
 * they conflict. */
static int take_prefix(struct search *search, uint64_t unit)
{
    const struct pm_image *const a = search->walk->image;
    uint64_t choices = search->walk->terms;
    int level = 0;

    while (choices > 1) {
        const int i = search->walk->index[level];
        const uint64_t degree = (uint64_t)(a->row_start[i + 1] - a->row_start[i]);
        if (!match_take(search, level, a->row_start[i] + (int)(unit % degree)))
            return -1;
        unit /= degree;
        choices /= degree;
        level++;
    }
    return level;
}

enum { LOOK_AFTER = 1 << 16 }; /* number of entries tried between checks of the stop flag */

/* Adds all completions of the choices above level `base`. */
static pm_status search_run(A *sum, struct search *search, int base)
{
    const struct pm_image *const a = search->walk->image;
    const int *const order = search->walk->index;
    int level = base, k = base < a->rows ? a->row_start[order[base]] : 0;

    if (base == a->rows) {
        a_add(&a->ring, sum, search->product[base]);
        return PM_OK;
    }
    for (unsigned tried = 0;; tried++) {
        if (tried % LOOK_AFTER == 0)
            PM_TRY(pm_go_on(search->walk->stop));
        if (k == a->row_start[order[level] + 1]) {
            if (level-- == base)
                return PM_OK;
            search->used[a->row_col[search->at[level]]] = false;
            k = search->at[level] + 1;
        } else if (!match_take(search, level, k)) {
            k++;
        } else if (level + 1 < a->rows) {
            level++;
            k = a->row_start[order[level]];
        } else {
            a_add(&a->ring, sum, search->product[level + 1]);
            search->used[a->row_col[k]] = false;
            k++;
        }
    }
}

static pm_status unit(const struct pm_walk *walk, uint64_t first, uint64_t last,
                      struct pm_part *part)
{
    struct search search;
    const struct pm_ring ring = walk->image->ring;
    A sum = a_zero();
    pm_status status = search_new(&search, walk);

    for (uint64_t number = first; status == PM_OK && number < last; number++) {
        memset(search.used, 0, (size_t)walk->image->cols * sizeof *search.used);
        search.product[0] = t_one(&ring);
        const int level = take_prefix(&search, number);
        if (level >= 0)
            status = search_run(&sum, &search, level);
    }
    *part = a_part(&ring, sum);
    search_clear(&search);
    return status;
}

const struct pm_kernel PM_NAME(pm_enumerate) = {setup, unit};
