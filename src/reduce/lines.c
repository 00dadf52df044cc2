/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `lines`: rows that are multiples of one another become equal; then, if the matrix is square,
 * columns.  The ratios go into the factor, since the permanent is linear in every line.  For m
 * equal lines, an engine can use multiplicities: a factor (m + 1) of its cost instead of 2^m
 * (compare Ryser's formula with repeated columns: Minc, Permanents, 1978).
 *
 * The first row of a class represents it.  Dividing columns by numbers does not change which rows
 * are proportional or equal.  So one pass over rows and one over columns are enough.  With fewer
 * rows than columns, a column may stay unused and cannot be scaled.
 *
 * Classes are found by hashing.  The first hash is of the places of the entries; it separates
 * almost all lines of a sparse matrix.  The second is of the entries divided by the line's first
 * entry, modulo a 62-bit prime.  Lines of equal hash are compared exactly.  Cost: almost linear in
 * the entries. */
#include "reduce/rewrite.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/splitmix.h"
#include "model/convert.h"
#include "num/crt.h"
#include "num/type_mod.h"

#include <flint/ulong_extras.h>
#include <stdio.h>
#include <stdlib.h>

struct key {
    uint64_t hash;
    int row;
};

static int key_compare(const void *x, const void *y)
{
    const struct key *const a = x, *const b = y;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

static uint64_t hash_places(const struct pm_matrix *a, int i)
{
    uint64_t hash = (uint64_t)(a->start[i + 1] - a->start[i]);

    for (int k = a->start[i]; k < a->start[i + 1]; k++)
        hash = pm_random_mix(hash ^ (uint64_t)a->col[k]);
    return hash;
}

/* Entry k as a residue; 0 where its residue does not exist. */
static T entry_residue(const struct pm_ring *ring, const struct pm_matrix *a, int k)
{
    T x;

    return pm_convert_mod.entry(&x, ring, a->re + k, pm_matrix_im(a, k), 0) == PM_OK ? x : 0;
}

static uint64_t hash_ratios(uint64_t hash, const struct pm_matrix *a, int i,
                            const struct pm_ring *ring)
{
    const T first = a->start[i] < a->start[i + 1] ? entry_residue(ring, a, a->start[i]) : 0;

    if (first == 0)
        return hash;
    const T inverse = t_from_residue(ring, n_invmod(t_to_residue(ring, first), ring->p));
    for (int k = a->start[i] + 1; k < a->start[i + 1]; k++)
        hash = pm_random_mix(hash ^ t_mul(ring, entry_residue(ring, a, k), inverse));
    return hash;
}

/* True where row s is *ratio times row r. */
static bool is_multiple(struct pm_gauss *ratio, const struct pm_matrix *a, int r, int s)
{
    const int count = a->start[r + 1] - a->start[r];
    struct pm_gauss x, y;
    bool same = count > 0 && count == a->start[s + 1] - a->start[s];

    PM_EACH(pm_gauss_init, &x, &y);
    for (int t = 0; same && t < count; t++) {
        const int k = a->start[r] + t, l = a->start[s] + t;
        pm_entry_get(&x, a, k);
        pm_entry_get(&y, a, l);
        if (t == 0)
            pm_gauss_div(ratio, &y, &x);
        pm_gauss_mul(&x, &x, ratio);
        same = a->col[k] == a->col[l] && pm_gauss_equal(&x, &y);
    }
    PM_EACH(pm_gauss_clear, &x, &y);
    return same;
}

static void copy_row(struct pm_matrix *a, int to, int from)
{
    for (int k = a->start[to], l = a->start[from]; k < a->start[to + 1]; k++, l++)
        pm_matrix_put(a, k, a->col[k], a, l);
}

/* Rows key[0..count) have the same hash.  Each is replaced by the first row of which it is a
 * multiple.  The representatives of classes are moved to the front; there is one, unless hashes
 * collide. */
static pm_status unify_run(struct pm_matrix *a, struct key *key, int count,
                           struct pm_product *product)
{
    pm_status status = PM_OK;
    struct pm_gauss ratio;
    int heads = 0;

    pm_gauss_init(&ratio);
    for (int t = 0; t < count; t++) {
        int h = 0;
        while (h < heads && !is_multiple(&ratio, a, key[h].row, key[t].row))
            h++;
        if (h == heads) {
            key[heads++] = key[t];
            continue;
        }
        if (pm_gauss_is_one(&ratio))
            continue;
        copy_row(a, key[t].row, key[h].row);
        PM_TRY_GOTO(status, pm_rewrite_product_add(product, ratio.re, ratio.im), done);
    }
done:
    pm_gauss_clear(&ratio);
    return status;
}

static int run_length(const struct key *key, int count)
{
    int length = 1;

    while (length < count && key[length].hash == key->hash)
        length++;
    return length;
}

/* Makes proportional rows equal, in place. */
static pm_status unify_rows(struct pm_matrix *a, struct pm_product *product,
                            const struct pm_ring *ring)
{
    pm_status status = PM_OK;
    struct key *key;

    PM_NEW(key, a->rows);
    for (int i = 0; i < a->rows; i++)
        key[i] = (struct key){hash_places(a, i), i};
    pm_alloc_sort(key, (size_t)a->rows, sizeof *key, key_compare);
    for (int t = 0, run; t < a->rows; t += run) {
        run = run_length(key + t, a->rows - t);
        for (int u = t; run > 1 && u < t + run; u++) {
            PM_TRY_GOTO(status, pm_budget_ask(), done);
            key[u].hash = hash_ratios(key[u].hash, a, key[u].row, ring);
        }
        pm_alloc_sort(key + t, (size_t)run, sizeof *key, key_compare);
        for (int u = t, same; u < t + run; u += same) {
            same = run_length(key + u, t + run - u);
            if (same > 1)
                PM_TRY_GOTO(status, unify_run(a, key + u, same, product), done);
        }
    }
done:
    free(key);
    return status;
}

pm_status pm_lines_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    pm_status status;
    struct pm_matrix *b = NULL, *turned = NULL;
    struct pm_product product;
    struct pm_crt_rings rings = {0}; /* for hashing: one prime that has a square root of -1 */
    size_t rows;

    pm_rewrite_product_init(&product);
    PM_TRY_GOTO(status, pm_crt_new(&rings, 1, true, PM_MOD), done);
    PM_TRY_GOTO(status, pm_matrix_copy(&b, a), done);
    PM_TRY_GOTO(status, unify_rows(b, &product, rings.ring), done);
    rows = product.count;
    if (a->rows == a->cols) {
        PM_TRY_GOTO(status, pm_matrix_transpose(&turned, b), done);
        PM_TRY_GOTO(status, unify_rows(turned, &product, rings.ring), done);
    }
    if (product.count == 0)
        goto done;
    if (turned != NULL) {
        pm_matrix_free(b);
        b = NULL;
        PM_TRY_GOTO(status, pm_matrix_transpose(&b, turned), done);
    }
    pm_matrix_drop_zero_im(b);
    PM_TRY_GOTO(status, pm_rewrite_push(rewrite, b), done);
    b = NULL;
    pm_rewrite_product_take(&rewrite->factor, &product);
    rewrite->changed = true;
    snprintf(rewrite->note, sizeof rewrite->note,
             "%d x %d: %zu rows and %zu columns made equal to others", a->rows, a->cols, rows,
             product.count - rows);
done:
    PM_EACH(pm_matrix_free, b, turned);
    pm_crt_clear(&rings);
    pm_rewrite_product_clear(&product);
    return status;
}
