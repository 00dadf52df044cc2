/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inclusion and exclusion over the rows of an m x n matrix, m <= n.
 *
 * per(A) is the coefficient of y_1 ... y_m in prod_j (1 + sum_i a_ij y_i), and so
 *     per(A) = sum over R of {1..m} of (-1)^(m-|R|) e_m(s_1(R), ..., s_n(R)),
 * where s_j(R) = sum_{i in R} a_ij, and e_m is the elementary symmetric polynomial of degree m
 * (polarisation; for m = n this is Ryser's formula, Combinatorial Mathematics, 1963, chapter 2).
 * e_m is computed column by column, with only those degrees that can still reach m: about m (n - m
 * + 1) products for each of 2^m terms, in Gray code order. */
#include "base/alloc.h"
#include "base/bits.h"
#include "engine/classic/columns.h"
#include "engine/walk.h"

#include <stdlib.h>

/* e_m of s[0..n); e is working memory for m + 1 values. */
static T elementary(const struct pm_ring *ring, T *e, const T *s, int m, int n)
{
    e[0] = t_one(ring);
    for (int k = 1; k <= m; k++)
        e[k] = t_zero();
    for (int j = 0; j < n; j++) {
        const int high = j + 1 < m ? j + 1 : m;
        const int low = m - (n - 1 - j) > 1 ? m - (n - 1 - j) : 1;
        for (int k = high; k >= low; k--)
            e[k] = t_add(ring, e[k], t_mul(ring, e[k - 1], s[j]));
    }
    return e[m];
}

static pm_status unit(const struct pm_walk *walk, uint64_t first, uint64_t last,
                      struct pm_part *part)
{
    const struct pm_image *const a = walk->image;
    const struct pm_ring ring = a->ring;
    const int m = a->rows, n = a->cols;
    const T *const dense = walk->dense;
    T *s;
    A sum = a_zero();

    PM_NEW(s, n + m + 1);
    for (int j = 0; j < n; j++) {
        s[j] = t_zero();
        for (int i = 0; i < m; i++)
            if (pm_gray(first) >> i & 1)
                s[j] = t_add(&ring, s[j], dense[j * m + i]);
    }
    for (uint64_t g = first; g < last; g++) {
        if (g > first) {
            const int i = pm_gray_bit(g);
            const bool in = pm_gray(g) >> i & 1;
            for (int j = 0; j < n; j++)
                s[j] = in ? t_add(&ring, s[j], dense[j * m + i])
                          : t_sub(&ring, s[j], dense[j * m + i]);
        }
        const T term = elementary(&ring, s + n, s, m, n);
        if ((g + (uint64_t)m) & 1)
            a_sub(&ring, &sum, term);
        else
            a_add(&ring, &sum, term);
    }
    *part = a_part(&ring, sum);
    free(s);
    return PM_OK;
}

const struct pm_kernel PM_NAME(pm_ryser_wide) = {pm_dense_fill, unit};
