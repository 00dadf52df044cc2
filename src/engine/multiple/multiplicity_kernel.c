/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Glynn's formula for a matrix with equal lines (Shchesnovich, Asymptotic evaluation of bosonic
 * probability amplitudes, International Journal of Quantum Information 11, 2013, appendix).
 *
 * Let class j of equal columns have m_j columns.  Then a sign vector matters only by the number s_j
 * of minus signs in each class:
 *     per(A) = 2^-n sum over 0 <= s_j <= m_j of
 *              (-1)^(s_1 + ...) prod_j C(m_j, s_j) prod_i (sum_j (m_j - 2 s_j) a_ij)^(r_i),
 * where i runs over the classes of equal rows and r_i is the number of rows in class i.  There are
 * prod_j (m_j + 1) terms.  They are visited in the order of an odometer, in which s_0 changes
 * fastest.  The binomials of class 0 include the factor 2^-n. */
#include "engine/multiple/multiplicity.h"
#include "base/alloc.h"
#include "engine/walk.h"
#include "num/type.h"

/* Fills walk->dense: the entries a_ij, nr for each class j of signed lines, where nr is the number
 * of classes of product lines.  setup() also fills walk->table with the binomials C(m_j, 0 .. m_j),
 * class after class, and walk->index with the place in walk->table where each class begins. */
static void fill_dense(struct pm_walk *walk, const struct pm_multiplicity *choice)
{
    const struct pm_image *const a = walk->image;
    const bool rows = choice->by_rows;
    const int *const start = rows ? a->row_start : a->col_start;
    const int *const other = rows ? a->row_col : a->col_row;
    const T *const value = rows ? a->row_val : a->col_val;
    const int nr = choice->product_lines.count;
    T *const dense = walk->dense;

    for (int j = 0; j < choice->signed_lines.count; j++)
        for (int i = 0; i < nr; i++) {
            dense[j * nr + i] = t_zero();
            const int line = choice->signed_lines.member[j];
            for (int k = start[line]; k < start[line + 1]; k++)
                if (other[k] == choice->product_lines.member[i])
                    dense[j * nr + i] = value[k];
        }
}

static void fill_binomials(const struct pm_ring *ring, T *row, int m)
{
    for (int k = 0; k <= m; k++) {
        row[k] = t_one(ring);
        for (int s = k - 1; s > 0; s--)
            row[s] = t_add(ring, row[s], row[s - 1]);
    }
}

static pm_status setup(struct pm_walk *walk)
{
    const struct pm_multiplicity *const choice = walk->choice;
    const struct pm_classes *const lines = &choice->signed_lines;
    const struct pm_ring *const ring = &walk->image->ring;
    T *dense, *binomial;
    int *first;

    PM_NEW(dense, (size_t)lines->count * (size_t)choice->product_lines.count);
    walk->dense = dense;
    fill_dense(walk, choice);
    PM_NEW(first, lines->count + 1);
    walk->index = first;
    for (int j = 0; j < lines->count; j++)
        first[j + 1] = first[j] + lines->size[j] + 1;
    PM_NEW(binomial, first[lines->count]);
    walk->table = binomial;
    for (int j = 0; j < lines->count; j++)
        fill_binomials(ring, binomial + first[j], lines->size[j]);
    for (int s = 0; s <= lines->size[0]; s++)
        for (int k = 0; k < walk->image->rows; k++)
            binomial[s] = t_half(ring, binomial[s]);
    return PM_OK;
}

static T power(const struct pm_ring *ring, T x, int k)
{
    T result = x;

    for (unsigned bit = (1u << (31 - __builtin_clz((unsigned)k))) >> 1; bit > 0; bit >>= 1) {
        result = t_mul(ring, result, result);
        if ((unsigned)k & bit)
            result = t_mul(ring, result, x);
    }
    return result;
}

/* x[i] += factor times the entry of class j in row class i. */
static void sums_change(const struct pm_walk *walk, T *x, int j, int factor)
{
    const struct pm_multiplicity *const choice = walk->choice;
    const struct pm_ring *const ring = &walk->image->ring;
    const int nr = choice->product_lines.count;
    const T *const column = (const T *)walk->dense + j * nr;
    const T scale = t_small(ring, factor);

    for (int i = 0; i < nr; i++)
        x[i] = t_add(ring, x[i], t_mul(ring, scale, column[i]));
}

static T term(const struct pm_walk *walk, const T *x, const int *s)
{
    const struct pm_multiplicity *const choice = walk->choice;
    const struct pm_ring *const ring = &walk->image->ring;
    const T *const binomial = walk->table;
    T product = binomial[s[0]];

    for (int j = 1; j < choice->signed_lines.count; j++)
        product = t_mul(ring, product, binomial[walk->index[j] + s[j]]);
    for (int i = 0; i < choice->product_lines.count; i++)
        product = t_mul(ring, product, power(ring, x[i], choice->product_lines.size[i]));
    return product;
}

/* Moves s to the next term and updates the row sums x.  Returns the parity of the change of s_0 +
 * s_1 + ... */
static int step(const struct pm_walk *walk, T *x, int *s)
{
    const struct pm_multiplicity *const choice = walk->choice;
    const int *const size = choice->signed_lines.size;
    int parity = 0, j = 0;

    for (; j < choice->signed_lines.count - 1 && s[j] == size[j]; j++) {
        sums_change(walk, x, j, 2 * size[j]);
        parity ^= size[j] & 1;
        s[j] = 0;
    }
    sums_change(walk, x, j, -2);
    s[j]++;
    return parity ^ 1;
}

static pm_status unit(const struct pm_walk *walk, uint64_t first, uint64_t last,
                      struct pm_part *part)
{
    const struct pm_multiplicity *const choice = walk->choice;
    const struct pm_classes *const lines = &choice->signed_lines;
    const struct pm_ring ring = walk->image->ring;
    T *x = NULL;
    int *s = NULL, parity = 0;
    pm_status status = PM_OK;
    A sum = a_zero();

    PM_NEW_GOTO(status, x, choice->product_lines.count, done);
    PM_NEW_GOTO(status, s, lines->count, done);
    for (int i = 0; i < choice->product_lines.count; i++)
        x[i] = t_zero();
    for (int j = 0; j < lines->count; j++) {
        uint64_t rest = first;
        for (int k = 0; k < j; k++)
            rest /= (uint64_t)lines->size[k] + 1;
        s[j] = (int)(rest % ((uint64_t)lines->size[j] + 1));
        parity ^= s[j] & 1;
        sums_change(walk, x, j, lines->size[j] - 2 * s[j]);
    }
    for (uint64_t number = first;;) {
        if (parity)
            a_sub(&ring, &sum, term(walk, x, s));
        else
            a_add(&ring, &sum, term(walk, x, s));
        if (++number == last)
            break;
        parity ^= step(walk, x, s);
    }
    *part = a_part(&ring, sum);
done:
    PM_FREE(x, s);
    return status;
}

const struct pm_kernel PM_NAME(pm_multiplicity) = {setup, unit};
