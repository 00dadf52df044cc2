/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dense strands modulo a prime.  Products are reduced once for a whole group of rows (struct
 * pm_dense_residues).  Inside a group, a row costs as much as in real arithmetic.  A block of 2^4
 * pairs adds up to at most 2^5 7p/8 < 2^53 and is reduced once. */
#include "base/bits.h"
#include "engine/dense/dense_walk.h"
#include "engine/isa/vector_mod.h"

/* Eight chains of products.  A reduction takes 20 cycles, so fewer chains would have to wait.  With
 * 16 registers, some constants are read from memory. */
enum { PASS = 4 };
#define EACH(DO) DO(0) DO(1) DO(2) DO(3)

/* a, b: products so far; p, q: of this group. */
#define START(s) V a##s = sign, b##s = sign, p##s, q##s;
#define FIRST_ONE(s)                                                                               \
    {                                                                                              \
        const V t = v_add(y, v_all(low[s]));                                                       \
        p##s = v_add(t, one);                                                                      \
        q##s = v_sub(t, one);                                                                      \
    }
#define FIRST_ZERO(s) p##s = q##s = v_add(y, v_all(low[s]));
#define FIRST_ANY(s)                                                                               \
    p##s = v_add(y, v_all(low[s]));                                                                \
    q##s = v_add(y, v_all(low[PM_BLOCK + (s)]));
#define NEXT_ONE(s)                                                                                \
    {                                                                                              \
        const V t = v_add(y, v_all(low[s]));                                                       \
        p##s = v_fma(p##s, t, p##s);                                                               \
        q##s = v_fms(q##s, t, q##s);                                                               \
    }
#define NEXT_ZERO(s)                                                                               \
    {                                                                                              \
        const V t = v_add(y, v_all(low[s]));                                                       \
        p##s = v_mul(p##s, t);                                                                     \
        q##s = v_mul(q##s, t);                                                                     \
    }
#define NEXT_ANY(s)                                                                                \
    p##s = v_mul(p##s, v_add(y, v_all(low[s])));                                                   \
    q##s = v_mul(q##s, v_add(y, v_all(low[PM_BLOCK + (s)])));
#define REDUCE(s)                                                                                  \
    a##s = times(prime_of(w), a##s, p##s);                                                         \
    b##s = times(prime_of(w), b##s, q##s);
#define GAP(s) a##s = v_sub(a##s, b##s);
/* The groups before w->end: products of their rows, reduced once. */
#define GROUPS(end, FIRST, NEXT)                                                                   \
    for (; k < w->end; k++) {                                                                      \
        y = row_sum(w, x, i, step, direction, move, false);                                        \
        EACH(FIRST)                                                                                \
        low += 2 * PM_BLOCK;                                                                       \
        for (i++; i < w->row[k + 1]; i++, low += 2 * PM_BLOCK) {                                   \
            y = row_sum(w, x, i, step, direction, move, false);                                    \
            EACH(NEXT)                                                                             \
        }                                                                                          \
        EACH(REDUCE)                                                                               \
    }

KERNEL struct prime prime_of(const struct pm_dense_residues *w)
{
    return (struct prime){w->p, w->inverse};
}

/* wide: the sum is reduced after the step. */
KERNEL V row_sum(const struct pm_dense_residues *w, double *x, int i, const double *step,
                 V direction, bool move, bool wide)
{
    V y = v_load(x + i * PM_LANES);

    if (move) {
        y = v_fma(direction, v_all(step[i]), y);
        y = wide ? reduce(prime_of(w), y) : y;
        v_store(x + i * PM_LANES, y);
    }
    return y;
}

KERNEL V pass(const struct pm_dense_residues *w, double *x, int first, V sign, const double *step,
              V direction, bool move)
{
    const V one = v_all(1);
    const double *low = w->low + first;
    int k = 0, i = 0;
    V y;

    EACH(START)
    GROUPS(ones, FIRST_ONE, NEXT_ONE)
    GROUPS(zeros, FIRST_ZERO, NEXT_ZERO)
    GROUPS(exact, FIRST_ANY, NEXT_ANY)
    for (; k < w->groups; k++, i++, low += 2 * PM_BLOCK) {
        y = row_sum(w, x, i, step, direction, move, true);
        EACH(FIRST_ANY)
        EACH(REDUCE)
    }
    EACH(GAP)
    a0 = v_sub(a0, a1);
    a0 = v_sub(a0, v_sub(a2, a3));
    return a0;
}

/* Walks the lanes x[...][0 .. WIDTH - 1]. */
static void lanes_walk(double *out, const struct pm_dense_residues *w, double *x)
{
    const long blocks = 1L << w->log_blocks;
    V sum = v_all(0);

    for (long g = 0; g < blocks; g++) {
        const int bit = g == 0 ? 0 : pm_gray_bit((uint64_t)g);
        const bool minus = pm_gray((uint64_t)g) >> bit & 1;
        const double *const step = w->step + (long)bit * w->n;
        const V sign = v_all(g & 1 ? -1 : 1);
        V r = pass(w, x, 0, sign, step, v_all(g == 0 ? 0 : minus ? -1 : 1), true);
        for (int k = 1; k < PM_BLOCK / PASS; k++) {
            const V next = pass(w, x, k * PASS, sign, step, sign, false);
            r = pm_popcount((uint64_t)k) & 1 ? v_sub(r, next) : v_add(r, next);
        }
        sum = reduce(prime_of(w), v_add(sum, r));
    }
    v_store(out, sum);
}

pm_dense_residues_walk ISA_NAME(pm_dense_walk_mod);

void ISA_NAME(pm_dense_walk_mod)(double sum[PM_LANES], const struct pm_dense_residues *w, double *x)
{
    for (int lane = 0; lane < PM_LANES; lane += WIDTH)
        lanes_walk(sum + lane, w, x + lane);
}
