/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination modulo 4 and 8, for hafnians; a permanent is the hafnian of its bipartite graph
 * (after Valiant, The complexity of computing the permanent, 1979, section 4, who has permanents).
 *
 * If c times vertex p is added to vertex i, the hafnian grows by c times that of the matrix where i
 * is a copy of p.  There, matchings come in pairs: p and i change partners.  So this is 2 S, where
 * S is the sum over pairs j < k of a_pj a_pk times the hafnian without p, i, j and k, and it is
 * enough to know S modulo half the modulus.  The last vertex v has a neighbour p with an odd entry;
 * p is added to the other neighbours, so that v has p alone, and both go.  S is the coefficient of
 * e in the hafnian of B + e W, where B has no p and i, W_jk = a_pj a_pk, and e^2 = 0: so it is
 * found by elimination over such numbers.  Modulo 2 nothing has to be added.
 *
 * If no entry of v is odd, its row is a sum of multiples of 2 and of the e, and so is the hafnian:
 * each term needs less of the ring.
 *
 * A number x + e y + f z + e f w has 16 bits: x begins at bit 0, z at 3, y at 8, and w at 11.  Then
 * sums of two products are correct in these places, after what lies between has been masked.
 *
 * Cost: about n^5 / 900 steps modulo 4, and n^7 / 20000 modulo 8. */
#include "model/two_powers.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "model/triangle.h"

#include <stdlib.h>

/* The places of e and f; how deep matrices of smaller rings are nested. */
enum { FIRST = 8, SECOND = 3, DEPTH = 5 };

/* A ring is the mask of the bits of its numbers.  The lowest are 1, 3 or 7: modulo 2, 4 or 8. */
static unsigned lowest(unsigned mask)
{
    return mask & 7;
}

/* The entries of vertex i with the vertices before it. */
static uint16_t *row_of(uint16_t *a, int i)
{
    return a + pm_triangle(i);
}

static void set(uint16_t *to, unsigned x, unsigned mask)
{
    *to = (uint16_t)(x & mask);
}

static int odd_entry(const uint16_t *row, int n)
{
    while (n > 0 && !(row[n - 1] & 1))
        n--;
    return n - 1;
}

/* Exchanges vertex p with the last but one of n. */
static void exchange(uint16_t *a, int p, int n)
{
    const int q = n - 2;

    for (int j = 0; j < n && p != q; j++) {
        if (j == p || j == q)
            continue;
        uint16_t *const x = j < p ? row_of(a, p) + j : row_of(a, j) + p;
        uint16_t *const y = j < q ? row_of(a, q) + j : row_of(a, j) + q;
        PM_SWAP(*x, *y);
    }
}

static pm_status hafnian(unsigned *value, uint16_t *a, int n, unsigned mask);

/* to_k = row_k + e x p_k for all k < n; `old`: the bits of the ring without e. */
static void put_row(uint16_t *to, const uint16_t *row, const uint16_t *p, int n, unsigned x,
                    unsigned old, int shift)
{
    const uint16_t bits = (uint16_t)old, factor = (uint16_t)x;

#pragma omp simd
    for (int k = 0; k < n; k++)
        to[k] = (uint16_t)((row[k] & bits) | ((uint16_t)(factor * p[k]) & bits) << shift);
}

/* *sum = S modulo 2^twos for vertex i and p = n - 2. */
static pm_status sum_of_pairs(unsigned *sum, uint16_t *a, int n, int i, unsigned mask, int twos)
{
    const bool again = mask >> FIRST & 1;
    const int shift = again ? SECOND : FIRST;
    const unsigned low = (1U << twos) - 1, old = again ? low | low << FIRST : low;
    const uint16_t *const p = row_of(a, n - 2);
    uint16_t *const b = a + pm_triangle(n), *to = b;

    PM_TRY(pm_budget_ask());
    for (int j = 0; j < n; j++) {
        const uint16_t *const row = row_of(a, j);
        const unsigned x = j < n - 2 ? p[j] : row[n - 2];
        const int count = j < n - 2 ? j : n - 2, below = i < count ? i : count;
        if (j == i || j == n - 2)
            continue;
        put_row(to, row, p, below, x, old, shift);
        to += below;
        if (below < count) {
            put_row(to, row + i + 1, p + i + 1, count - i - 1, x, old, shift);
            to += count - i - 1;
        }
    }
    PM_TRY(hafnian(sum, b, n - 2, old | old << shift));
    *sum = *sum >> shift & old;
    return PM_OK;
}

/* Adds c times vertex p = n - 2 to vertex i. */
static void add(uint16_t *a, int n, int i, unsigned c, unsigned mask)
{
    uint16_t *const row = row_of(a, i);
    const uint16_t *const p = row_of(a, n - 2);

    for (int j = 0; j < i; j++)
        set(row + j, row[j] + c * p[j], mask);
    for (int j = i + 1; j < n - 2; j++)
        set(row_of(a, j) + i, row_of(a, j)[i] + c * p[j], mask);
}

/* The same for all i with all c_i. */
static void add_to_all(uint16_t *a, int n, const uint16_t *c, unsigned mask)
{
    const uint16_t *const p = row_of(a, n - 2);

    for (int i = 1; i < n - 2; i++) {
        uint16_t *const row = row_of(a, i);
        const uint16_t x = c[i], y = p[i], bits = (uint16_t)mask;
        if ((x | y) == 0)
            continue;
#pragma omp simd
        for (int j = 0; j < i; j++)
            row[j] = (uint16_t)(row[j] + x * p[j] + y * c[j]) & bits;
    }
}

/* Leaves p = n - 2 as the only neighbour of n - 1; *more = what the hafnian loses. */
static pm_status join(unsigned *more, uint16_t *a, int n, unsigned mask)
{
    uint16_t *const v = row_of(a, n - 1);
    const unsigned unit = v[n - 2], inverse = (unit * unit & mask) * unit & mask;
    const unsigned minus = lowest(mask) * inverse & mask;

    *more = 0;
    for (int i = 0; i < n - 2; i++) {
        const unsigned x = v[i];
        unsigned sum;
        int twos = 0; /* 2 x S needs S modulo this power */
        while (x << (twos + 1) & mask)
            twos++;
        if (twos > 0) {
            PM_TRY(sum_of_pairs(&sum, a, n, i, mask, twos));
            *more += 2 * (x * inverse & mask) * sum & mask;
        }
        if (lowest(mask) > 1) {
            add(a, n, i, x * minus & mask, mask);
            v[i] = 0;
        } else {
            set(v + i, x * minus, mask);
        }
    }
    if (lowest(mask) == 1)
        add_to_all(a, n, v, mask);
    return PM_OK;
}

/* *value += g times the hafnian of n vertices where the entries x of the last one are replaced by
 * (x >> shift) & part; the ring of this has `mask`. */
static pm_status add_part(unsigned *value, uint16_t *a, int n, int shift, unsigned part,
                          unsigned mask, unsigned g)
{
    uint16_t *const b = a + pm_triangle(n);
    unsigned any = 0, x;

    for (size_t k = 0; k < pm_triangle(n - 1); k++)
        set(b + k, a[k], mask);
    for (size_t k = pm_triangle(n - 1); k < pm_triangle(n); k++) {
        set(b + k, (unsigned)a[k] >> shift, part);
        any |= b[k];
    }
    if (any) {
        PM_TRY(hafnian(&x, b, n, mask));
        *value += x * g;
    }
    return PM_OK;
}

/* The hafnian of n vertices, where no entry of the last one is odd. */
static pm_status divide(unsigned *value, uint16_t *a, int n, unsigned mask)
{
    const unsigned low = lowest(mask), half = low >> 1;
    const unsigned first = mask & (low << FIRST | low << (FIRST + SECOND)),
                   second = mask & (low << SECOND | low << (FIRST + SECOND));

    *value = 0;
    if (half)
        PM_TRY(add_part(value, a, n, 1, half, mask & mask >> 1, 2));
    if (first)
        PM_TRY(add_part(value, a, n, FIRST, mask & ~first, mask & ~first, 1U << FIRST));
    if (second)
        PM_TRY(add_part(value, a, n, SECOND, low, mask & ~second, 1U << SECOND));
    return PM_OK;
}

/* The matrix is changed, and what follows it, for DEPTH in all, is room. */
static pm_status hafnian(unsigned *value, uint16_t *a, int n, unsigned mask)
{
    unsigned sum = 0, factor = 1, more;

    for (; n > 0; n -= 2) {
        const uint16_t *const v = row_of(a, n - 1);
        const int p = odd_entry(v, n - 1);
        if (p < 0) {
            PM_TRY(divide(&more, a, n, mask));
            sum += factor * more;
            factor = 0;
            break;
        }
        exchange(a, p, n);
        PM_TRY(join(&more, a, n, mask));
        sum = (sum + factor * more) & mask;
        factor = factor * v[n - 2] & mask;
    }
    *value = (sum + factor) & mask;
    return PM_OK;
}

static pm_status fill(uint16_t *a, const struct pm_matrix *m, enum pm_kind kind, unsigned mask)
{
    const int shift = kind == PM_HAFNIAN ? 0 : m->rows;

    PM_EACH_ENTRY(m, i, e) {
        const int j = m->col[e] + shift;
        const ulong below = fmpz_fdiv_ui(fmpq_denref(m->re + e), 8); /* its own inverse */
        if (below % 2 == 0)
            return pm_fail(PM_UNABLE, "an entry has an even denominator");
        if (i < j)
            set(row_of(a, j) + i, (unsigned)(fmpz_fdiv_ui(fmpq_numref(m->re + e), 8) * below),
                mask);
    }
    return PM_OK;
}

/* The steps of the head. */
static double steps_of(double n, int modulus)
{
    const double n4 = n * n * n * n;

    return modulus == 4 ? n4 * n / 900 : n4 * n * n * n / 20000;
}

pm_status pm_two_powers(int *residue, const struct pm_matrix *m, enum pm_kind kind, int modulus,
                        double steps)
{
    const int n = kind == PM_HAFNIAN ? m->rows : m->rows + m->cols;
    const unsigned mask = (unsigned)modulus - 1;
    unsigned value = 0;
    uint16_t *a;

    if (m->rows != m->cols || m->im != NULL)
        return pm_fail(PM_UNABLE, "modulo %d the matrix must be real and square", modulus);
    if (steps_of(n, modulus) > steps)
        return pm_fail(PM_UNABLE, "the elimination modulo %d takes too long", modulus);
    PM_NEW(a, DEPTH * pm_triangle(n) + 1);
    pm_status status = fill(a, m, kind, mask);
    if (n % 2 == 0)
        PM_THEN(status, hafnian(&value, a, n, mask));
    *residue = (int)value;
    free(a);
    return status;
}
