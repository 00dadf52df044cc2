/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk of a program (sparse/program.h), common to all floating matrices.  The file that
 * includes this has defined the sums (sums.h or dd.h) and a number type N of WORDS words, which
 * make PARTS parts, with
 *
 *     N n_load(const double *p); void n_store(double *p, N a);     words WIDTH apart
 *     N n_row(const double *x);                                    a row sum: words PM_LANES apart
 *     N n_low(N y, const double *low, int count, int k);           y + low[k], words `count` apart
 *     N n_one(), n_sub(a, b), n_times(a, b), n_times_plus(a, t), n_times_minus(a, t): a (t +- 1)
 *     V n_size(N a), n_size_plus(N t), n_size_minus(N t)           at least |a|, |t +- 1|
 *
 * Every operation is done twice: once for the products themselves, once for what they are at most,
 * with row sums replaced by bounds of their moduli and every subtraction by an addition. */
#ifndef PM_ENGINE_SPARSE_PROGRAM_KERNEL_H
#define PM_ENGINE_SPARSE_PROGRAM_KERNEL_H

#include "base/bits.h"
#include "engine/sparse/program.h"

/* Pairs of products that stay in registers. */
#ifdef PM_ISA_AVX512
enum { PAIRS = 8 / WORDS };
#else
enum { PAIRS = 4 / WORDS };
#endif

#define UNROLL _Pragma("GCC unroll 8")

/* What an operation works on: the lanes of one vector. */
struct lanes {
    const struct pm_sparse_walk *walk;
    double *x;     /* row sums */
    double *value; /* [entries][WORDS][WIDTH] */
    double *size;  /* [entries][WIDTH] */
};

static inline double *value_at(const struct lanes *l, int entry)
{
    return l->value + entry * (WORDS * WIDTH);
}

static inline double *size_at(const struct lanes *l, int entry)
{
    return l->size + entry * WIDTH;
}

static inline const double *row_at(const struct lanes *l, int row)
{
    return l->x + row * (WORDS * PM_LANES);
}

/* Pairs first .. first + pairs - 1 of an operation. */
KERNEL void values_pass(const struct lanes *l, const struct pm_operation *op, int first,
                        const int pairs)
{
    const struct pm_program *const program = l->walk->program;
    const int half = 1 << (op->scope - 1);
    const double *low = l->walk->low + op->low;
    N p[PAIRS], q[PAIRS];

    UNROLL for (int k = 0; k < pairs; k++) p[k] = q[k] = n_one();
    for (int t = op->table; t < op->tables; t++) {
        const struct pm_table *const table = &program->table[t];
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const double *const at = value_at(l, table->entry + 2 * table->pair[first + k]);
            p[k] = n_times(p[k], n_load(at));
            q[k] = n_times(q[k], n_load(at + WORDS * WIDTH));
        }
    }
    int row = op->row;
    for (; row < op->ones; row++, low += WORDS * half) {
        const N y = n_row(row_at(l, row));
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const N t = half == 1 ? y : n_low(y, low, half, first + k);
            p[k] = n_times_plus(p[k], t);
            q[k] = n_times_minus(q[k], t);
        }
    }
    for (; row < op->rows; row++, low += WORDS * 2 * half) {
        const N y = n_row(row_at(l, row));
        UNROLL for (int k = 0; k < pairs; k++)
        {
            p[k] = n_times(p[k], n_low(y, low, 2 * half, 2 * (first + k)));
            q[k] = n_times(q[k], n_low(y, low, 2 * half, 2 * (first + k) + 1));
        }
    }
    UNROLL for (int k = 0; k < pairs; k++)
    {
        if (op->sum) {
            n_store(value_at(l, op->entry + first + k), n_sub(p[k], q[k]));
        } else {
            n_store(value_at(l, op->entry + 2 * (first + k)), p[k]);
            n_store(value_at(l, op->entry + 2 * (first + k) + 1), q[k]);
        }
    }
}

/* The same of their bounds. */
KERNEL void sizes_pass(const struct lanes *l, const struct pm_operation *op, int first,
                       const int pairs)
{
    const struct pm_program *const program = l->walk->program;
    const int half = 1 << (op->scope - 1);
    const double *low = l->walk->low + op->low;
    V p[PAIRS], q[PAIRS];

    UNROLL for (int k = 0; k < pairs; k++) p[k] = q[k] = v_all(1);
    for (int t = op->table; t < op->tables; t++) {
        const struct pm_table *const table = &program->table[t];
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const double *const at = size_at(l, table->entry + 2 * table->pair[first + k]);
            p[k] = v_mul(p[k], v_load(at));
            q[k] = v_mul(q[k], v_load(at + WIDTH));
        }
    }
    int row = op->row;
    for (; row < op->ones; row++, low += WORDS * half) {
        const N y = n_row(row_at(l, row));
        const V least = v_all(l->walk->least[row]);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const N t = half == 1 ? y : n_low(y, low, half, first + k);
            p[k] = v_mul(p[k], v_max(n_size_plus(t), least));
            q[k] = v_mul(q[k], v_max(n_size_minus(t), least));
        }
    }
    for (; row < op->rows; row++, low += WORDS * 2 * half) {
        const N y = n_row(row_at(l, row));
        const V least = v_all(l->walk->least[row]);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const N plus = n_low(y, low, 2 * half, 2 * (first + k));
            const N minus = n_low(y, low, 2 * half, 2 * (first + k) + 1);
            p[k] = v_mul(p[k], v_max(n_size(plus), least));
            q[k] = v_mul(q[k], v_max(n_size(minus), least));
        }
    }
    UNROLL for (int k = 0; k < pairs; k++)
    {
        if (op->sum) {
            v_store(size_at(l, op->entry + first + k), v_add(p[k], q[k]));
        } else {
            v_store(size_at(l, op->entry + 2 * (first + k)), p[k]);
            v_store(size_at(l, op->entry + 2 * (first + k) + 1), q[k]);
        }
    }
}

#define PASSES(pass)                                                                               \
    static void pass##es(const struct lanes *l, const struct pm_operation *op)                     \
    {                                                                                              \
        const int pairs = 1 << (op->scope - 1);                                                    \
        if (pairs == 1)                                                                            \
            pass(l, op, 0, 1);                                                                     \
        else if (pairs == 2 && PAIRS >= 2)                                                         \
            pass(l, op, 0, 2);                                                                     \
        else if (pairs == 4 && PAIRS >= 4)                                                         \
            pass(l, op, 0, 4);                                                                     \
        else                                                                                       \
            for (int first = 0; first < pairs; first += PAIRS)                                     \
                pass(l, op, first, PAIRS);                                                         \
    }

PASSES(values_pass)
PASSES(sizes_pass)

/* An operation without fast columns; false where the bound is zero in all lanes. */
static bool single(const struct lanes *l, const struct pm_operation *op)
{
    const struct pm_program *const program = l->walk->program;
    N product = n_one();
    V size = v_all(1);

    for (int t = op->table; t < op->tables; t++) {
        product = n_times(product, n_load(value_at(l, program->table[t].entry)));
        size = v_mul(size, v_load(size_at(l, program->table[t].entry)));
    }
    for (int row = op->row; row < op->rows; row++) {
        const N y = n_row(row_at(l, row));
        product = n_times(product, y);
        size = v_mul(size, v_max(n_size(y), v_all(l->walk->least[row])));
    }
    n_store(value_at(l, op->entry), product);
    v_store(size_at(l, op->entry), size);
    return v_any(size);
}

/* Repeats what the columns `moved` have changed; false where the block is zero. */
static bool block(const struct lanes *l, uint64_t moved)
{
    const struct pm_program *const program = l->walk->program;

    for (int k = 0; k < program->operations; k++) {
        const struct pm_operation *const op = &program->operation[k];
        if (!(op->moved & moved) && !op->gate)
            continue;
        if (op->scope > 0) {
            values_passes(l, op);
            sizes_passes(l, op);
        } else if (!single(l, op) && op->gate) {
            return false;
        }
    }
    return true;
}

/* The Gray step of one column. */
static void move(const struct lanes *l, int column, bool minus)
{
    const struct pm_sparse_walk *const w = l->walk;
    const V direction = v_all(minus ? -1 : 1);

    for (int k = w->step_start[column]; k < w->step_start[column + 1]; k++)
        for (int word = 0; word < WORDS; word++) {
            double *const x = l->x + (w->step_row[k] * WORDS + word) * PM_LANES;
            v_store(x, v_fma(direction, v_all(w->step[k * WORDS + word]), v_load(x)));
        }
}

static void lanes_walk(struct pm_strands_sum *sum, int lane, const struct pm_sparse_walk *w,
                       double *x)
{
    double value[PM_ENTRIES * WORDS * WIDTH] __attribute__((aligned(64)));
    double size[PM_ENTRIES * WIDTH] __attribute__((aligned(64)));
    const struct lanes l = {w, x + lane, value, size};
    const long blocks = 1L << w->log_blocks;
    struct sums sums = sums_zero();
    V bound = v_all(0);
    uint64_t moved = ~UINT64_C(0);

    for (long g = 0; g < blocks; g++) {
        if (g > 0) {
            const int bit = pm_gray_bit((uint64_t)g);
            move(&l, bit, pm_gray((uint64_t)g) >> bit & 1);
            moved |= UINT64_C(1) << bit;
        }
        if (!block(&l, moved))
            continue;
        moved = 0;
        const double *const r = value_at(&l, w->program->result);
        V signed_r[WORDS];
        for (int word = 0; word < WORDS; word++) {
            const V here = v_load(r + word * WIDTH);
            signed_r[word] = g & 1 ? v_sub(v_all(0), here) : here;
        }
        sums_gather(&sums, signed_r);
        bound = v_add(bound, v_load(size_at(&l, w->program->result)));
    }
    sums_put(sum, lane, &sums);
    v_store(&sum->bound[lane], bound);
}

static void program_walk(struct pm_strands_sum *sum, const struct pm_sparse_walk *w, double *x)
{
    for (int lane = 0; lane < PM_LANES; lane += WIDTH)
        lanes_walk(sum, lane, w, x);
}

#endif
