/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands of the sparse walk modulo a prime.  A product is kept as two numbers: `a`, reduced; and
 * `p` (`q` for the other sign of the first column), exact and below 2^50, which is multiplied into
 * `a` where the program says so. */
#include "base/bits.h"
#include "engine/isa/vector_mod.h"
#include "engine/sparse/sparse_program.h"

/* Number of pairs of products that stay in registers. */
#ifdef PM_ISA_AVX512
enum { PAIRS = 4 };
#else
enum { PAIRS = 2 };
#endif

struct lanes {
    const struct pm_sparse_walk *walk;
    struct prime prime;
    double *x, *value; /* [n][PM_LANES], [entries][WIDTH] */
};

static inline double *value_at(const struct lanes *l, int entry)
{
    return l->value + entry * WIDTH;
}

/* Multiplies the product so far into a reduced product. */
KERNEL void set_apart(const struct lanes *l, V *a, V *p, V *b, V *q, const int pairs)
{
    UNROLL for (int k = 0; k < pairs; k++)
    {
        a[k] = times(l->prime, a[k], p[k]);
        b[k] = times(l->prime, b[k], q[k]);
        p[k] = q[k] = v_all(1);
    }
}

KERNEL void pass(const struct lanes *l, const struct pm_operation *op, int first, const int pairs)
{
    const struct pm_program *const program = l->walk->program;
    const int half = 1 << (op->scope - 1);
    const double *low = l->walk->low + op->low;
    V a[PAIRS], b[PAIRS], p[PAIRS], q[PAIRS];

    UNROLL for (int k = 0; k < pairs; k++) a[k] = b[k] = p[k] = q[k] = v_all(1);
    for (int t = op->table; t < op->tables; t++) {
        const struct pm_table *const table = &program->table[t];
        if (table->apart)
            set_apart(l, a, p, b, q, pairs);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const double *const at = value_at(l, table->entry + 2 * table->pair[first + k]);
            p[k] = v_mul(p[k], v_load(at));
            q[k] = v_mul(q[k], v_load(at + WIDTH));
        }
    }
    int row = op->row;
    for (; row < op->ones; row++, low += half) {
        const V y = v_load(l->x + row * PM_LANES);
        if (program->apart[row])
            set_apart(l, a, p, b, q, pairs);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const V t = half == 1 ? y : v_add(y, v_all(low[first + k]));
            p[k] = v_fma(p[k], t, p[k]);
            q[k] = v_fms(q[k], t, q[k]);
        }
    }
    for (; row < op->rows; row++, low += 2 * half) {
        const V y = v_load(l->x + row * PM_LANES);
        if (program->apart[row])
            set_apart(l, a, p, b, q, pairs);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            p[k] = v_mul(p[k], v_add(y, v_all(low[2 * (first + k)])));
            q[k] = v_mul(q[k], v_add(y, v_all(low[2 * (first + k) + 1])));
        }
    }
    if (op->reduce)
        set_apart(l, a, p, b, q, pairs);
    UNROLL for (int k = 0; k < pairs; k++)
    {
        const V plus = op->reduce ? a[k] : p[k], minus = op->reduce ? b[k] : q[k];
        if (op->sum) {
            v_store(value_at(l, op->entry + first + k), v_sub(plus, minus));
        } else {
            v_store(value_at(l, op->entry + 2 * (first + k)), plus);
            v_store(value_at(l, op->entry + 2 * (first + k) + 1), minus);
        }
    }
}

static void passes(const struct lanes *l, const struct pm_operation *op)
{
    const int pairs = 1 << (op->scope - 1);

    if (pairs == 1)
        pass(l, op, 0, 1);
    else if (pairs == 2)
        pass(l, op, 0, 2);
    else
        for (int first = 0; first < pairs; first += PAIRS)
            pass(l, op, first, PAIRS);
}

/* An operation without fast columns; false if the product is zero in all lanes. */
static bool single(const struct lanes *l, const struct pm_operation *op)
{
    const struct pm_program *const program = l->walk->program;
    V a = v_all(1), p = v_all(1);

    for (int t = op->table; t < op->tables; t++) {
        if (program->table[t].apart) {
            a = times(l->prime, a, p);
            p = v_all(1);
        }
        p = v_mul(p, v_load(value_at(l, program->table[t].entry)));
    }
    for (int row = op->row; row < op->rows; row++) {
        if (program->apart[row]) {
            a = times(l->prime, a, p);
            p = v_all(1);
        }
        p = v_mul(p, v_load(l->x + row * PM_LANES));
    }
    if (op->reduce)
        p = times(l->prime, a, p);
    v_store(value_at(l, op->entry), p);
    return v_any(p);
}

/* Repeats what depends on the columns `moved`; false if the block is zero. */
static bool block(const struct lanes *l, uint64_t moved)
{
    const struct pm_program *const program = l->walk->program;

    for (int k = 0; k < program->operations; k++) {
        const struct pm_operation *const op = &program->operation[k];
        if (!(op->moved & moved) && !op->gate)
            continue;
        if (op->scope > 0)
            passes(l, op);
        else if (!single(l, op) && op->gate)
            return false;
    }
    return true;
}

/* The Gray code step of one column. */
static void move(const struct lanes *l, int column, bool minus)
{
    const struct pm_sparse_walk *const w = l->walk;
    const V direction = v_all(minus ? -1 : 1);

    for (int k = w->step_start[column]; k < w->step_start[column + 1]; k++) {
        double *const x = l->x + w->step_row[k] * PM_LANES;
        const V sum = v_fma(direction, v_all(w->step[k]), v_load(x));
        v_store(x, k < w->step_wide[column] ? sum : reduce(l->prime, sum));
    }
}

static void lanes_walk(double *out, const struct pm_sparse_walk *w, double *x)
{
    double value[PM_ENTRIES * WIDTH] __attribute__((aligned(64)));
    const struct lanes l = {w, {w->p, w->inverse}, x, value};
    const long blocks = 1L << w->log_blocks;
    uint64_t moved = ~UINT64_C(0);
    V sum = v_all(0);

    for (long g = 0; g < blocks; g++) {
        if (g > 0) {
            const int bit = pm_gray_bit((uint64_t)g);
            move(&l, bit, pm_gray((uint64_t)g) >> bit & 1);
            moved |= UINT64_C(1) << bit;
        }
        if (!block(&l, moved))
            continue;
        moved = 0;
        const V r = v_load(value_at(&l, w->program->result));
        sum = reduce(l.prime, g & 1 ? v_sub(sum, r) : v_add(sum, r));
    }
    v_store(out, sum);
}

pm_sparse_residues ISA_NAME(pm_sparse_mod);

void ISA_NAME(pm_sparse_mod)(double sum[PM_LANES], const struct pm_sparse_walk *w, double *x)
{
    for (int lane = 0; lane < PM_LANES; lane += WIDTH)
        lanes_walk(sum + lane, w, x + lane);
}
