/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes blocks of the graded walk (graded_nodes.h).  A block has 16 sign vectors
 * and is computed in one of three grades: single precision, double precision, or compensated.  For
 * any width of vectors, every number is computed by the same expression. */
#include "engine/graded/graded_nodes.h"
#include "engine/isa/vector.h"
#include "engine/isa/vector_single.h"

enum { LANES = PM_GRADED_LANES, LOW = PM_GRADED_LOW };

/* ------------------------------------------------------------------ pairs of products */

/* Products over rows, for pairs of sign vectors that differ only in the sign of the pivot column.
 * A row that has been divided by its pivot takes two fused multiply-adds and one addition for each
 * pair.  The vectors may have either precision.
 *
 * The columns that are free in a block, except the pivot, are unrolled.  low[s] is the signed sum
 * of the unrolled columns for pattern s, y is the row sum without them, and `pivot` is the pivot's
 * entry (in rows that are divided by it, it is 1).  EACH(DO) does DO(s) for PASS patterns.  The two
 * products p and q of each pattern stay in registers; AVX-512 has 32 registers, other sets 16.
 * Each pass starts both products at `sign`. */
#ifdef PM_ISA_AVX512
enum { PASS = 8 };
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#else
enum { PASS = 4 };
#define EACH(DO) DO(0) DO(1) DO(2) DO(3)
#endif

/* PAIR_OP is the function `name` for vectors of the type of a; PAIR_ALL fills a vector with x. */
#define PAIR_OP(name, a) _Generic((a), V : v_##name, VF : f_##name)
#define PAIR_ALL(x)      _Generic((x), double : v_all, float : f_all)(x)

#define START(s) __typeof__(sign) p##s = sign, q##s = sign;
#define ROW_ONE(s)                                                                                 \
    {                                                                                              \
        const __typeof__(y) t = PAIR_OP(add, y)(y, PAIR_ALL(low[s]));                              \
        p##s = PAIR_OP(fma, y)(p##s, t, p##s);                                                     \
        q##s = PAIR_OP(fms, y)(q##s, t, q##s);                                                     \
    }
#define ROW_ZERO(s)                                                                                \
    {                                                                                              \
        const __typeof__(y) t = PAIR_OP(add, y)(y, PAIR_ALL(low[s]));                              \
        p##s = PAIR_OP(mul, y)(p##s, t);                                                           \
        q##s = PAIR_OP(mul, y)(q##s, t);                                                           \
    }
#define ROW_ANY(s)                                                                                 \
    {                                                                                              \
        const __typeof__(y) t = PAIR_OP(add, y)(y, PAIR_ALL(low[s]));                              \
        p##s = PAIR_OP(mul, y)(p##s, PAIR_OP(add, y)(t, pivot));                                   \
        q##s = PAIR_OP(mul, y)(q##s, PAIR_OP(sub, y)(t, pivot));                                   \
    }
#define GAP(s) p##s = PAIR_OP(sub, p##s)(p##s, q##s);

/* The signed sum of p0, p1, ..., which EACH(GAP) has set to the differences of p and q. */
#ifdef PM_ISA_AVX512
#define PAIR_SUM(sub) sub(sub(sub(p0, p1), sub(p2, p3)), sub(sub(p4, p5), sub(p6, p7)))
#else
#define PAIR_SUM(sub) sub(sub(p0, p1), sub(p2, p3))
#endif

/* ------------------------------------------------------------------ single precision */

#define SHRINK(s)                                                                                  \
    p##s = f_mul(p##s, shrink);                                                                    \
    q##s = f_mul(q##s, shrink);
#define ROW_SHRINKS()                                                                              \
    if (single->shrink[i] != 1) {                                                                  \
        const VF shrink = f_all(single->shrink[i]);                                                \
        EACH(SHRINK)                                                                               \
    }

/* The signed sum over PASS patterns of the unrolled columns, from pattern `first` on. */
KERNEL VF single_pass(const struct pm_graded_single *single, const struct pm_graded_near *group,
                      int lane, int first)
{
    VF sign = f_mul(f_all(single->start), f_load(group->sign + lane));
    const float *low = single->low + first;
    int i = 0;

    EACH(START)
    for (; i < single->ones; i++, low += LOW) {
        const VF y = f_load(group->x[i] + lane);
        EACH(ROW_ONE)
        ROW_SHRINKS()
    }
    for (; i < single->zeros; i++, low += LOW) {
        const VF y = f_load(group->x[i] + lane);
        EACH(ROW_ZERO)
        ROW_SHRINKS()
    }
    for (; i < single->n; i++, low += LOW) {
        const VF y = f_load(group->x[i] + lane), pivot = f_all(single->pivot[i]);
        EACH(ROW_ANY)
        ROW_SHRINKS()
    }
    EACH(GAP)
    return PAIR_SUM(f_sub);
}

int64_t ISA_NAME(pm_graded_single)(const struct pm_graded_single *single,
                                   const struct pm_graded_near *group)
{
    int64_t sum = 0;

    for (int lane = 0; lane < LANES; lane += SINGLE_WIDTH) {
        VF r = single_pass(single, group, lane, 0);
        for (int first = PASS; first < LOW; first += PASS)
            r = f_sub(r, single_pass(single, group, lane, first));
        sum += f_total(f_mul(r, f_all(single->finish)));
    }
    return sum;
}

/* ------------------------------------------------------------------ plain blocks */

/* Adding and subtracting this rounds numbers below 2^51 to integers. */
#define INTEGER 0x1.8p52

KERNEL V v_round(V x, double grid)
{
    return v_sub(v_add(x, v_all(INTEGER * grid)), v_all(INTEGER * grid));
}

/* The signed sum over PASS patterns of the unrolled columns; low[0] belongs to the first one. */
KERNEL V plain_pass(const struct pm_graded_leaf *leaf, const struct pm_graded_group *group,
                    int lane, const double *low, double start)
{
    V sign = v_mul(v_all(start), v_widen(group->sign + lane));
    int i = 0;

    EACH(START)
    for (; i < leaf->ones; i++, low += LOW) {
        const V y = v_load(group->y[i] + lane);
        EACH(ROW_ONE)
    }
    for (; i < leaf->zeros; i++, low += LOW) {
        const V y = v_load(group->y[i] + lane);
        EACH(ROW_ZERO)
    }
    for (; i < leaf->n; i++, low += LOW) {
        const V y = v_load(group->y[i] + lane), pivot = v_all(leaf->pivot[i]);
        EACH(ROW_ANY)
    }
    EACH(GAP)
    return PAIR_SUM(v_sub);
}

/* Adds the blocks of a group if low = leaf->low.  With a part of leaf->child_low as `low`, it adds
 * one child of each node of the group. */
KERNEL void plain_blocks(double sum[2][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                         const struct pm_graded_group *group, const double *low, double start)
{
    for (int lane = 0; lane < LANES; lane += WIDTH) {
        V r = plain_pass(leaf, group, lane, low, start);
        for (int first = PASS; first < LOW; first += PASS)
            r = v_sub(r, plain_pass(leaf, group, lane, low + first, start));
        const V high = v_round(r, 1), rest = v_round(v_sub(r, high), PM_GRADED_SECOND);
        v_store(sum[0] + lane, v_add(v_load(sum[0] + lane), high));
        v_store(sum[1] + lane, v_add(v_load(sum[1] + lane), rest));
    }
}

void ISA_NAME(pm_graded_leaf)(double sum[2][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                              const struct pm_graded_group *group)
{
    plain_blocks(sum, leaf, group, leaf->low, leaf->start);
}

static double signed_start(const struct pm_graded_leaf *leaf, int pattern)
{
    return __builtin_parity((unsigned)pattern) ? -leaf->start : leaf->start;
}

void ISA_NAME(pm_graded_whole)(double sum[2][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                               const struct pm_graded_group *group)
{
    const double *low = leaf->child_low;

    for (int s = 0; s < PM_GRADED_FAN; s++, low += leaf->n * LOW)
        plain_blocks(sum, leaf, group, low, signed_start(leaf, s));
}

/* ------------------------------------------------------------------ compensated blocks */

/* Multiplies p + *e by t + r.  Returns p t rounded; *e gets the rest, with the rounding error of p
 * t (Ogita, Rump & Oishi, Accurate sum and dot product, SIAM J. Scientific Computing 26, 2005, for
 * products as for sums). */
KERNEL V times(V *e, V p, V t, V r)
{
    const V product = v_mul(p, t);

    *e = v_fma(*e, t, v_fma(p, r, v_fms(p, t, product)));
    return product;
}

/* Number of patterns at the same time: two products of each stay in registers, with their
 * errors. */
#ifdef PM_ISA_AVX512
enum { ABREAST = 4 };
#else
enum { ABREAST = 1 };
#endif

/* Adds the products of ABREAST patterns of the unrolled columns, from pattern `first` on.  The sums
 * of columns and of their rounding errors are exact, whatever the order of additions. */
KERNEL void fine_pass(V *sum, V *tail, const struct pm_graded_leaf *leaf,
                      const struct pm_graded_group *group, const double *rest, int lane, int first)
{
    const V sign = v_mul(v_all(leaf->fine_start), v_widen(group->sign + lane));
    V p[ABREAST], q[ABREAST], e[ABREAST], f[ABREAST];

    for (int s = 0; s < ABREAST; s++) {
        p[s] = __builtin_parity((unsigned)(first + s)) ? v_sub(v_all(0), sign) : sign;
        q[s] = v_sub(v_all(0), p[s]);
        e[s] = f[s] = v_all(0);
    }
    for (int i = 0; i < leaf->n; i++) {
        const V y = v_load(group->y[i] + lane), r = v_load(rest + i * LANES + lane);
        const V pivot = v_all(leaf->pivot[i]), off = v_all(leaf->off[i]);
        const V up = v_add(y, pivot), down = v_sub(y, pivot);
        const V rest_up = v_add(r, off), rest_down = v_sub(r, off);
#pragma GCC unroll 4
        for (int s = 0; s < ABREAST; s++) {
            const V part = v_all(leaf->low[i * LOW + first + s]);
            const V off_part = v_all(leaf->rest[i * LOW + first + s]);
            p[s] = times(&e[s], p[s], v_add(up, part), v_add(rest_up, off_part));
            q[s] = times(&f[s], q[s], v_add(down, part), v_add(rest_down, off_part));
        }
    }
    for (int s = 0; s < ABREAST; s++) {
        v_gather(sum, tail, p[s]);
        v_gather(sum, tail, q[s]);
        *tail = v_add(*tail, v_add(e[s], f[s]));
    }
}

/* Adds the digits of x, |x| <= 2^30.  The first digit is an integer; each further digit is one of
 * 30 more bits. */
KERNEL void add_digits(double digit[PM_GRADED_LIMBS][LANES], int lane, V x)
{
    for (int k = 0; k < PM_GRADED_LIMBS; k++) {
        const V whole = v_round(x, 1);
        v_store(digit[k] + lane, v_add(v_load(digit[k] + lane), whole));
        x = v_mul(v_sub(x, whole), v_all(0x1p30));
    }
}

void ISA_NAME(pm_graded_fine)(double digit[PM_GRADED_LIMBS][LANES],
                              const struct pm_graded_leaf *leaf,
                              const struct pm_graded_group *group, const double *rest)
{
    for (int lane = 0; lane < LANES; lane += WIDTH) {
        V sum = v_all(0), tail = v_all(0);
        for (int first = 0; first < LOW; first += ABREAST)
            fine_pass(&sum, &tail, leaf, group, rest, lane, first);
        add_digits(digit, lane, sum);
        add_digits(digit, lane, tail);
    }
}

/* Returns the rounding errors of the row sums of one node, for rows first .. first + WIDTH - 1. */
KERNEL V rest_rows(const struct pm_graded_level *level, const double *root, uint64_t path,
                   int levels, int first)
{
    V sum = v_load_any(root + first);

    for (int l = 0; l < levels; l++, path /= PM_GRADED_FAN) {
        const double *const part = level[l].rest + path % PM_GRADED_FAN * (unsigned)level->n;
        sum = v_add(sum, v_load_any(part + first));
    }
    return sum;
}

void ISA_NAME(pm_graded_rest)(double *rest, const struct pm_graded_level *level, int levels,
                              const double *root, const uint64_t *path, int count)
{
    double sum[PM_GRADED_ROWS] __attribute__((aligned(64)));
    const int n = level->n;

    for (int lane = 0; lane < count; lane++) {
        for (int k = 0; k < n; k += WIDTH)
            v_store(sum + k, rest_rows(level, root, path[lane], levels, k));
        for (int k = 0; k < n; k++)
            rest[k * LANES + lane] = sum[k];
    }
}
