/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ParRyser, Algorithm 3 of the SUPerman paper, with the number formats of its table of precision.
 * Row sums are kept in double from a chunk's first subset to its last.  The mode gives the formats
 * of the product and of the chunk's partial sum: D is double and Q is double-double.  The sums of
 * chunks are added in double-double in every mode.  Lundow and Markstrom's parallel Ryser
 * (Efficient computation of permanents, with applications to Boson sampling and random matrices, J.
 * Comput. Phys. 455, 2022), which the paper also times, gives chunks of the Gray code to threads in
 * the same way; here it has double products and double-double sums.
 *
 * One loop serves all modes: `mode` is a constant where it is inlined.  It walks LANES chunks at
 * the same time; each chunk has the same operations as alone. */
#include "bench/modes.h"

#include "base/bits.h"

enum { LOG_CHUNK = 16, LOG_LANES = 3, LANES = 1 << LOG_LANES, MOST_ROWS = 64 };

/* One number for each chunk. */
typedef double V __attribute__((vector_size(LANES * sizeof(double))));

struct pair {
    V hi, lo;
};

#define INLINE static inline __attribute__((always_inline))

const char *paper_mode_name(enum paper_mode mode)
{
    static const char *const name[PAPER_MODES] = {"DD", "DQ(10)", "DQ(18)", "QQ", "Kahan"};

    return name[mode];
}

/* ------------------------------------------------------------------ additions */

/* num/dd.h and num/pair.h have these functions for single numbers. */
INLINE V two_sum(V a, V b, V *error)
{
    const V sum = a + b, other = sum - a;

    *error = (a - (sum - other)) + (b - other);
    return sum;
}

INLINE struct pair fast(V a, V b)
{
    const V s = a + b;

    return (struct pair){s, b - (s - a)};
}

INLINE V fma_all(V a, V b, V c)
{
    V r;

    for (int l = 0; l < LANES; l++)
        r[l] = __builtin_fma(a[l], b[l], c[l]);
    return r;
}

/* Dekker's addition of a double, with one renormalisation: 10 operations. */
INLINE struct pair add10(struct pair s, V x)
{
    V error;
    const V high = two_sum(s.hi, x, &error);

    return fast(high, s.lo + error);
}

/* The same with exact addition of the low parts and two renormalisations: 18 operations. */
INLINE struct pair add18(struct pair s, V x)
{
    V error, rest;
    const V high = two_sum(s.hi, x, &error);
    const V low = two_sum(s.lo, error, &rest);
    const struct pair sum = fast(high, low);

    return fast(sum.hi, sum.lo + rest);
}

INLINE struct pair add20(struct pair s, struct pair x)
{
    V high_error, low_error;
    const V high = two_sum(s.hi, x.hi, &high_error), low = two_sum(s.lo, x.lo, &low_error);
    const struct pair sum = fast(high, high_error + low);

    return fast(sum.hi, low_error + sum.lo);
}

/* Kahan's sum: s.lo is the correction for the next term. */
INLINE struct pair add_kahan(struct pair s, V x)
{
    const V y = x - s.lo, sum = s.hi + y;

    return (struct pair){sum, (sum - s.hi) - y};
}

INLINE struct pair add(enum paper_mode mode, struct pair s, struct pair x)
{
    switch (mode) {
    case PAPER_DD:
        return (struct pair){s.hi + x.hi, s.lo};
    case PAPER_DQ10:
        return add10(s, x.hi);
    case PAPER_DQ18:
        return add18(s, x.hi);
    case PAPER_KAHAN:
        return add_kahan(s, x.hi);
    default:
        return add20(s, x);
    }
}

/* ------------------------------------------------------------------ chunks */

/* p x: double-double times double if the mode requires it. */
INLINE struct pair times(enum paper_mode mode, struct pair p, V x)
{
    if (mode != PAPER_QQ)
        return (struct pair){p.hi * x, p.lo};
    const V high = p.hi * x, error = fma_all(p.hi, x, -high);

    return fast(high, error + p.lo * x);
}

/* Row sums of LANES chunks of `size` subsets, from number `first` on. */
static void start(V *x, const double *column, int n, uint64_t first, uint64_t size)
{
    for (int i = 0; i < n; i++) {
        double row = 0;
        for (int j = 0; j < n; j++)
            row += column[j * n + i];
        for (int l = 0; l < LANES; l++) {
            x[i][l] = column[(n - 1) * n + i] - row / 2;
            for (uint64_t rest = pm_gray(first + (uint64_t)l * size); rest != 0; rest &= rest - 1)
                x[i][l] += column[__builtin_ctzll(rest) * n + i];
        }
    }
}

/* Updates row sums: column `bit` is added in some chunks and subtracted in others. */
INLINE void move(V *x, const double *column, int n, const V *direction)
{
    for (int i = 0; i < n; i++)
        x[i] += *direction * column[i];
}

INLINE struct pair chunks(enum paper_mode mode, const double *column, int n, uint64_t first,
                          uint64_t size)
{
    const V zero = {0};
    struct pair sum = {zero, zero};
    V x[MOST_ROWS];

    start(x, column, n, first, size);
    for (uint64_t g = 0; g < size; g++) {
        if (g > 0) {
            const int bit = pm_gray_bit(g);
            V direction = zero + (pm_gray(g) >> bit & 1 ? 1 : -1);
            for (int l = 0; l < LANES && UINT64_C(2) << bit == size; l++)
                direction[l] = pm_gray(first + (uint64_t)l * size + g) >> bit & 1 ? 1 : -1;
            move(x, column + bit * n, n, &direction);
        }
        struct pair p = {x[0], zero};
        for (int i = 1; i < n; i++)
            p = times(mode, p, x[i]);
        if (g & 1)
            p = (struct pair){-p.hi, -p.lo};
        sum = add(mode, sum, p);
    }
    return sum;
}

/* The same with the instructions of this machine. */
typedef void walk(enum paper_mode mode, struct pair *sum, const double *column, int n,
                  uint64_t first, uint64_t size);

INLINE struct pair walk_mode(enum paper_mode mode, const double *column, int n, uint64_t first,
                             uint64_t size)
{
    switch (mode) {
    case PAPER_DD:
        return chunks(PAPER_DD, column, n, first, size);
    case PAPER_DQ10:
        return chunks(PAPER_DQ10, column, n, first, size);
    case PAPER_DQ18:
        return chunks(PAPER_DQ18, column, n, first, size);
    case PAPER_KAHAN:
        return chunks(PAPER_KAHAN, column, n, first, size);
    default:
        return chunks(PAPER_QQ, column, n, first, size);
    }
}

#define WALK(name, attribute)                                                                      \
    attribute static void name(enum paper_mode mode, struct pair *sum, const double *column,       \
                               int n, uint64_t first, uint64_t size)                               \
    {                                                                                              \
        *sum = walk_mode(mode, column, n, first, size);                                            \
    }

WALK(walk_portable, )
#if defined __x86_64__
WALK(walk_avx2, __attribute__((target("avx2,fma"))))
WALK(walk_avx512, __attribute__((target("avx512f,avx512dq,fma"))))
#endif

static walk *walk_here(void)
{
#if defined __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return walk_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return walk_avx2;
#endif
    return walk_portable;
}

struct pm_dd paper_permanent(enum paper_mode mode, const double *column, int n, int threads)
{
    const int columns = n - 1 - LOG_LANES; /* columns that the chunk's number does not determine */
    const uint64_t size = UINT64_C(1) << (columns < LOG_CHUNK ? columns : LOG_CHUNK);
    const uint64_t turns = (UINT64_C(1) << columns) / size;
    walk *const here = walk_here();
    struct pm_dd total = {0, 0};

#pragma omp parallel for ordered schedule(static, 1) num_threads(threads)
    for (uint64_t k = 0; k < turns; k++) {
        struct pair sum;
        here(mode, &sum, column, n, k * LANES * size, size);
#pragma omp ordered
        for (int l = 0; l < LANES; l++)
            total =
                pm_dd_sum(total, (struct pm_dd){sum.hi[l], mode == PAPER_KAHAN ? 0 : sum.lo[l]});
    }
    return pm_dd_scale(total, n % 2 ? 2 : -2);
}
