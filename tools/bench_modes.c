/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ParRyser, the SUPerman paper's Algorithm 3, with the variables of its table of precision: row
 * sums run in double from a chunk's first subset to its last; the product and the chunk's partial
 * sum have the two formats that a mode names, D for double and Q for double-double; the chunks'
 * sums are added in double-double in every mode.
 *
 * One loop serves all modes: `mode` is a constant where it is inlined. */
#include "bench_modes.h"

#include "base/bits.h"

enum { LOG_CHUNK = 16, MOST_ROWS = 64 }; /* log2 of the subsets in a chunk */

const char *paper_mode_name(enum paper_mode mode)
{
    static const char *const name[PAPER_MODES] = {"DD", "DQ(10)", "DQ(18)", "QQ", "Kahan"};

    return name[mode];
}

/* Dekker's addition of a double, one renormalisation: 10 operations. */
static inline struct pm_dd add10(struct pm_dd s, double x)
{
    double error;
    const double high = pm_two_sum(s.hi, x, &error);

    return pm_dd_fast(high, s.lo + error);
}

/* The low parts are added exactly as well, and there are two renormalisations: 18 operations. */
static inline struct pm_dd add18(struct pm_dd s, double x)
{
    double error, rest;
    const double high = pm_two_sum(s.hi, x, &error);
    const double low = pm_two_sum(s.lo, error, &rest);
    const struct pm_dd sum = pm_dd_fast(high, low);

    return pm_dd_fast(sum.hi, sum.lo + rest);
}

/* s.lo is what the next term has to make up for. */
static inline struct pm_dd add_kahan(struct pm_dd s, double x)
{
    const double y = x - s.lo, sum = s.hi + y;

    return (struct pm_dd){sum, (sum - s.hi) - y};
}

static inline __attribute__((always_inline)) struct pm_dd add(enum paper_mode mode, struct pm_dd s,
                                                              struct pm_dd x)
{
    switch (mode) {
    case PAPER_DD:
        return (struct pm_dd){s.hi + x.hi, 0};
    case PAPER_DQ10:
        return add10(s, x.hi);
    case PAPER_DQ18:
        return add18(s, x.hi);
    case PAPER_KAHAN:
        return add_kahan(s, x.hi);
    default:
        return pm_dd_sum(s, x);
    }
}

static inline __attribute__((always_inline)) struct pm_dd product(enum paper_mode mode,
                                                                  const double *x, int n)
{
    struct pm_dd p = {x[0], 0};

    for (int i = 1; i < n; i++)
        if (mode == PAPER_QQ)
            p = pm_dd_mul(p, (struct pm_dd){x[i], 0});
        else
            p.hi *= x[i];
    return p;
}

/* Subsets first .. last - 1 in Gray-code order. */
static inline __attribute__((always_inline)) struct pm_dd
chunk(enum paper_mode mode, const double *column, int n, uint64_t first, uint64_t last)
{
    double x[MOST_ROWS];
    struct pm_dd sum = {0, 0};

    for (int i = 0; i < n; i++) {
        double row = 0;
        for (int j = 0; j < n; j++)
            row += column[j * n + i];
        x[i] = column[(n - 1) * n + i] - row / 2;
        for (uint64_t rest = pm_gray(first); rest != 0; rest &= rest - 1)
            x[i] += column[__builtin_ctzll(rest) * n + i];
    }
    for (uint64_t g = first; g < last; g++) {
        if (g > first) {
            const int j = pm_gray_bit(g);
            const double sign = pm_gray(g) >> j & 1 ? 1 : -1;
            for (int i = 0; i < n; i++)
                x[i] += sign * column[j * n + i];
        }
        const struct pm_dd p = product(mode, x, n);
        sum = add(mode, sum, g & 1 ? pm_dd_neg(p) : p);
    }
    return mode == PAPER_KAHAN ? (struct pm_dd){sum.hi, 0} : sum;
}

static struct pm_dd chunk_of(enum paper_mode mode, const double *column, int n, uint64_t first,
                             uint64_t last)
{
    switch (mode) {
    case PAPER_DD:
        return chunk(PAPER_DD, column, n, first, last);
    case PAPER_DQ10:
        return chunk(PAPER_DQ10, column, n, first, last);
    case PAPER_DQ18:
        return chunk(PAPER_DQ18, column, n, first, last);
    case PAPER_KAHAN:
        return chunk(PAPER_KAHAN, column, n, first, last);
    default:
        return chunk(PAPER_QQ, column, n, first, last);
    }
}

struct pm_dd paper_permanent(enum paper_mode mode, const double *column, int n, int threads)
{
    const uint64_t terms = UINT64_C(1) << (n - 1);
    const uint64_t size = terms < UINT64_C(1) << LOG_CHUNK ? terms : UINT64_C(1) << LOG_CHUNK;
    struct pm_dd total = {0, 0};

#pragma omp parallel for ordered schedule(static, 1) num_threads(threads)
    for (uint64_t k = 0; k < terms / size; k++) {
        const struct pm_dd sum = chunk_of(mode, column, n, k * size, (k + 1) * size);
#pragma omp ordered
        total = pm_dd_sum(total, sum);
    }
    return pm_dd_scale(total, n % 2 ? 2 : -2);
}
