/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modulo 2, signs do not matter.  So the permanent of a square matrix is its determinant, and the
 * hafnian is the Pfaffian, whose square is the determinant of the matrix without its diagonal
 * (Valiant, The complexity of computing the permanent, 1979, section 4).
 *
 * The permanent of a matrix A with m rows and more columns is the sum of its m x m minors.  For
 * even m this is the Pfaffian of A S A^T, where S is skew-symmetric with ones above the diagonal
 * (Ishikawa and Wakayama, Minor summation formula of Pfaffians, Linear and Multilinear Algebra 39,
 * 1995).  Modulo 2, A S A^T = r r^T + A A^T with the vector r of the row sums.  For odd m, a row
 * and a column are added, whose only entry is a common 1.
 *
 * Gaussian integers are reduced modulo 1 + i: x + iy becomes x + y modulo 2.  The determinant takes
 * m^2 n / 64 steps by elimination of rows of bits. */
#include "model/parity.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/budget.h"

struct bits {
    int rows, cols;
    size_t words; /* of a row */
    uint64_t *row;
};

static pm_status bits_new(struct bits *b, int rows, int cols)
{
    *b = (struct bits){.rows = rows, .cols = cols, .words = ((size_t)cols + 63) / 64};
    PM_NEW(b->row, (size_t)rows * b->words + 1);
    return PM_OK;
}

static uint64_t *row_of(const struct bits *b, int i)
{
    return b->row + (size_t)i * b->words;
}

static bool get(const struct bits *b, int i, int j)
{
    return row_of(b, i)[j / 64] >> (j % 64) & 1;
}

static void flip(const struct bits *b, int i, int j)
{
    row_of(b, i)[j / 64] ^= UINT64_C(1) << (j % 64);
}

/* *odd = whether the fraction is odd; false: its denominator is even. */
static bool odd_of(bool *odd, const fmpq *x)
{
    *odd = x != NULL && fmpz_is_odd(fmpq_numref(x));
    return x == NULL || fmpz_is_odd(fmpq_denref(x));
}

/* The entries modulo 2, with the shorter side as rows. */
static pm_status bits_of(struct bits *b, const struct pm_matrix *a, enum pm_kind kind)
{
    const bool turned = a->rows > a->cols;

    PM_EACH_ENTRY(a, i, e) {
        bool re, im;
        if (!odd_of(&re, a->re + e) || !odd_of(&im, pm_matrix_im(a, e)))
            return pm_fail(PM_UNABLE, "an entry has an even denominator");
        if (re != im && (kind != PM_HAFNIAN || i != a->col[e]))
            flip(b, turned ? a->col[e] : i, turned ? i : a->col[e]);
    }
    return PM_OK;
}

/* *odd = 1 if the determinant of the square matrix is odd, otherwise 0.  Changes the matrix. */
static pm_status determinant(int *odd, const struct bits *b)
{
    *odd = 0;
    for (int k = 0; k < b->rows; k++) {
        PM_TRY(pm_budget_ask());
        int pivot = k;
        while (pivot < b->rows && !get(b, pivot, k))
            pivot++;
        if (pivot == b->rows)
            return PM_OK;
        uint64_t *const top = row_of(b, k), *const other = row_of(b, pivot);
        for (size_t w = 0; w < b->words && pivot > k; w++)
            PM_SWAP(top[w], other[w]);
        for (int i = pivot + 1; i < b->rows; i++) {
            const uint64_t mask = get(b, i, k) ? ~UINT64_C(0) : 0;
            for (size_t w = (size_t)k / 64; w < b->words; w++)
                row_of(b, i)[w] ^= top[w] & mask;
        }
    }
    *odd = 1;
    return PM_OK;
}

/* *sum = r r^T + A A^T; the matrix has an even number of rows. */
static pm_status minor_sums(struct bits *sum, const struct bits *a)
{
    PM_TRY(bits_new(sum, a->rows, a->rows));
    for (int i = 0; i < a->rows; i++) {
        PM_TRY(pm_budget_ask());
        for (int j = 0; j < i; j++) {
            int both = 0, of_i = 0, of_j = 0;
            for (size_t w = 0; w < a->words; w++) {
                const uint64_t x = row_of(a, i)[w], y = row_of(a, j)[w];
                both ^= pm_popcount(x & y);
                of_i ^= pm_popcount(x);
                of_j ^= pm_popcount(y);
            }
            if ((both ^ (of_i & of_j)) & 1) {
                flip(sum, i, j);
                flip(sum, j, i);
            }
        }
    }
    return PM_OK;
}

pm_status pm_parity(int *parity, const struct pm_matrix *a, enum pm_kind kind, double steps)
{
    const int m = a->rows < a->cols ? a->rows : a->cols, n = a->rows < a->cols ? a->cols : a->rows;
    const int more = m < n && m % 2;
    struct bits b = {.row = NULL}, sum = {.row = NULL};
    pm_status status;

    if ((double)m * m * ((double)n / 64 + 1) > steps)
        return pm_fail(PM_UNABLE, "the determinant modulo 2 takes too long");
    PM_TRY_GOTO(status, bits_new(&b, m + more, n + more), done);
    PM_TRY_GOTO(status, bits_of(&b, a, kind), done);
    if (more)
        flip(&b, m, n);
    if (m < n)
        PM_TRY_GOTO(status, minor_sums(&sum, &b), done);
    status = determinant(parity, m < n ? &sum : &b);
done:
    PM_FREE(b.row, sum.row);
    return status;
}
