/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The minors of a line, with alternating signs, form a vector that is orthogonal to all other
 * lines.  Eliminating these other lines gives the minor without the one column that remains, and
 * back substitution gives the vector (Cramer's rule).  If two columns remain, all minors are 0.
 * The same holds for Pfaffians, where two lines are eliminated at a time (Parlett and Reid, BIT 10,
 * 1970).  Cost: size^3 / 3 products. */
#define PM_TYPE mod
#include "engine/planar/minors.h"

#include "num/dot.h"

#include <flint/ulong_extras.h>
#include <string.h>

static T inverse_of(const struct pm_ring *ring, T x)
{
    return t_from_residue(ring, n_invmod(t_to_residue(ring, x), ring->p));
}

/* Computes the minors from the null vector m->null, whose element f is 1, and from the minor
 * without column f, `of_f`.  Both are proportional except for alternating signs. */
static void spread(uint64_t *minor, const struct pm_minors *m, T of_f, int f, int columns)
{
    for (int j = 0; j < columns; j++) {
        const T x = t_mul(m->ring, m->null[j], of_f);
        minor[j] = (j + f) % 2 ? t_neg(m->ring, x) : x;
    }
}

/* True if order[0 .. count - 1], distinct numbers, are an odd permutation of their sorted order. */
static bool is_odd(const int *order, int count)
{
    bool odd = false;

    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            odd ^= order[j] > order[i];
    return odd;
}

/* ------------------------------------------------------------------ determinants */

/* Eliminates rows 0 .. n - 2 of the working matrix, which has n columns. order[t] = the column of
 * row t's pivot; order[n - 1] = the remaining column.  *product = the product of the pivots.
 * Returns false if two columns remain. */
static bool eliminate(T *product, const struct pm_minors *m, int n)
{
    const struct pm_ring *const ring = m->ring;

    *product = t_one(ring);
    for (int j = 0; j < n; j++)
        m->order[j] = j;
    for (int t = 0; t + 1 < n; t++) {
        const T *const row = m->work + (size_t)t * (size_t)n;
        int p = t;
        while (p < n && t_is_zero(row[m->order[p]]))
            p++;
        if (p == n)
            return false;
        const int pivot = m->order[p];
        m->order[p] = m->order[t];
        m->order[t] = pivot;
        *product = t_mul(ring, *product, row[pivot]);
        const T inverse = inverse_of(ring, row[pivot]);
        for (int i = t + 1; i + 1 < n; i++) {
            T *const other = m->work + (size_t)i * (size_t)n;
            if (t_is_zero(other[pivot]))
                continue;
            const T factor = t_mul(ring, other[pivot], inverse);
            for (int k = t + 1; k < n; k++) {
                const int j = m->order[k];
                other[j] = t_sub(ring, other[j], t_mul(ring, factor, row[j]));
            }
        }
    }
    return true;
}

void pm_minors_of_line(uint64_t *minor, const struct pm_minors *m, int line, bool column)
{
    const struct pm_ring *const ring = m->ring;
    const int n = m->size;
    T product;

    for (int i = 0; i + 1 < n; i++)
        for (int j = 0; j < n; j++) {
            const int from = i + (i >= line);
            m->work[(size_t)i * (size_t)n + (size_t)j] =
                m->a[column ? (size_t)j * (size_t)n + (size_t)from
                            : (size_t)from * (size_t)n + (size_t)j];
        }
    if (!eliminate(&product, m, n)) {
        memset(minor, 0, (size_t)n * sizeof *minor);
        return;
    }
    const int f = m->order[n - 1];
    m->null[f] = t_one(ring);
    for (int t = n - 1; t-- > 0;) {
        const T *const row = m->work + (size_t)t * (size_t)n;
        T sum = t_zero();
        for (int k = t + 1; k < n; k++)
            sum = t_add(ring, sum, t_mul(ring, row[m->order[k]], m->null[m->order[k]]));
        m->null[m->order[t]] = t_neg(ring, t_mul(ring, sum, inverse_of(ring, row[m->order[t]])));
    }
    spread(minor, m, is_odd(m->order, n - 1) ? t_neg(ring, product) : product, f, n);
}

/* ------------------------------------------------------------------ Pfaffians */

/* Exchanges rows s and t, and columns s and t, of the working matrix. */
static void swap_lines(const struct pm_minors *m, int n, int s, int t)
{
    for (int j = 0; j < n; j++) {
        T *const x = m->work + (size_t)s * (size_t)n + (size_t)j;
        T *const y = m->work + (size_t)t * (size_t)n + (size_t)j;
        const T z = *x;
        *x = *y;
        *y = z;
    }
    for (int i = 0; i < n; i++) {
        T *const row = m->work + (size_t)i * (size_t)n;
        const T z = row[s];
        row[s] = row[t];
        row[t] = z;
    }
    const int line = m->order[s];
    m->order[s] = m->order[t];
    m->order[t] = line;
}

/* Eliminates lines t and t + 1 from all later lines. */
static void eliminate_pair(const struct pm_minors *m, int n, int t)
{
    const struct pm_ring *const ring = m->ring;
    const T *const u = m->work + (size_t)t * (size_t)n, *const v = u + n;
    const T inverse = inverse_of(ring, u[t + 1]);

    for (int i = t + 2; i < n; i++) {
        T *const row = m->work + (size_t)i * (size_t)n;
        const T x = t_mul(ring, row[t + 1], inverse), y = t_mul(ring, row[t], inverse);
        if (t_is_zero(x) && t_is_zero(y))
            continue;
        for (int j = t + 2; j < n; j++)
            row[j] = t_sub(ring, row[j], t_sub(ring, t_mul(ring, x, u[j]), t_mul(ring, y, v[j])));
    }
}

/* Eliminates lines in pairs from a matrix of n lines, where n is odd; the remaining line becomes
 * the last one.  *product = the Pfaffian of the other lines in their final order.  Returns false if
 * three lines remain. */
static bool eliminate_pairs(T *product, const struct pm_minors *m, int n)
{
    bool left = false;

    *product = t_one(m->ring);
    for (int t = 0; t + 1 < n;) {
        const T *const row = m->work + (size_t)t * (size_t)n;
        int p = t + 1;
        while (p < n && t_is_zero(row[p]))
            p++;
        if (p == n && left)
            return false;
        if (p ==
            /* The line has only zeros now.  It is moved to the end, and is processed again
             * there. */
            n) {
            left = true;
            swap_lines(m, n, t, n - 1);
            continue;
        }
        if (p != t + 1)
            swap_lines(m, n, p, t + 1);
        *product = t_mul(m->ring, *product, row[t + 1]);
        eliminate_pair(m, n, t);
        t += 2;
    }
    return true;
}

/* m->null = the vector that is orthogonal to the eliminated lines; elements are at the lines'
 * original places.  The element of the remaining line is 1. */
static void solve_pairs(const struct pm_minors *m, int n)
{
    const struct pm_ring *const ring = m->ring;

    m->null[m->order[n - 1]] = t_one(ring);
    for (int t = n - 3; t >= 0; t -= 2) {
        const T *const u = m->work + (size_t)t * (size_t)n, *const v = u + n;
        const T inverse = inverse_of(ring, u[t + 1]);
        T of_u = t_zero(), of_v = t_zero();
        for (int j = t + 2; j < n; j++) {
            const T x = m->null[m->order[j]];
            of_u = t_add(ring, of_u, t_mul(ring, u[j], x));
            of_v = t_add(ring, of_v, t_mul(ring, v[j], x));
        }
        m->null[m->order[t + 1]] = t_neg(ring, t_mul(ring, of_u, inverse));
        m->null[m->order[t]] = t_mul(ring, of_v, inverse);
    }
}

void pm_minors_of_pair(uint64_t *minor, const struct pm_minors *m, int line)
{
    const int size = m->size, n = size - 1;
    T product;

    for (int i = 0; i < n; i++) {
        m->order[i] = i;
        for (int j = 0; j < n; j++)
            m->work[(size_t)i * (size_t)n + (size_t)j] =
                m->a[(size_t)(i + (i >= line)) * (size_t)size + (size_t)(j + (j >= line))];
    }
    if (!eliminate_pairs(&product, m, n)) {
        memset(minor, 0, (size_t)size * sizeof *minor);
        return;
    }
    solve_pairs(m, n);
    const bool odd = is_odd(m->order, n - 1);
    spread(minor, m, odd ? t_neg(m->ring, product) : product, m->order[n - 1], n);
    memmove(minor + line + 1, minor + line, (size_t)(n - line) * sizeof *minor);
    minor[line] = t_zero();
}
