/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands of the sparse walk modulo a prime.  A product is kept as two numbers: `a`, reduced; and
 * `p`, exact and below 2^50, which is multiplied into `a` where the program says so. */
enum { PARTS = 1, WORDS = 1 };

#include "base/bits.h"
#include "engine/glynn/products.h"
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

struct product {
    V a, p;
};

static inline double *value_at(const struct lanes *l, int entry)
{
    return l->value + entry * WIDTH;
}

KERNEL N row_of(const struct lanes *l, int row)
{
    return n_load(l->x + row * PM_LANES, PM_LANES);
}

/* Multiplies the products so far into reduced ones, if this is wanted. */
KERNEL void set_apart(const struct lanes *l, bool wanted, struct product *x, const int count)
{
    if (!wanted)
        return;
    UNROLL for (int k = 0; k < count; k++)
    {
        x[k].a = times(l->prime, x[k].a, x[k].p);
        x[k].p = v_all(1);
    }
}

KERNEL struct product product_of(V a, V p)
{
    const struct product x = {a, p};
    return x;
}

/* clang-format off */
#define F                            struct product
#define PASS(name)                   residue_##name
#define f_one()                      product_of(v_all(1), v_all(1))
#define f_load(l, entry)             v_load(value_at(l, entry))
#define f_times(x, value)            product_of((x).a, v_mul((x).p, value))
#define f_row(l, row, x, t)          product_of((x).a, v_mul((x).p, (t).w[0]))
#define f_plus(l, row, x, t)         product_of((x).a, v_fma((x).p, (t).w[0], (x).p))
#define f_minus(l, row, x, t)        product_of((x).a, v_fms((x).p, (t).w[0], (x).p))
#define f_apart(l, wanted, x, count) set_apart(l, wanted, x, count)
#define f_value(op, x)               ((op)->reduce ? (x).a : (x).p)
#define f_sum(x, y)                  v_sub(x, y)
#define f_store(l, entry, x)         v_store(value_at(l, entry), x)
#include "engine/sparse/sparse_pass_template.h"
/* clang-format on */

static void run_passes(const struct lanes *l, const struct pm_operation *op)
{
    residue_passes(l, op);
}

static bool run_single(const struct lanes *l, const struct pm_operation *op)
{
    residue_single(l, op);
    return v_any(v_load(value_at(l, op->entry)));
}

KERNEL V settle(const struct lanes *l, int column, int k, V sum)
{
    return k < l->walk->step_wide[column] ? sum : reduce(l->prime, sum);
}

#include "engine/sparse/sparse_block_template.h"

static void lanes_walk(double *out, const struct pm_sparse_walk *w, double *x)
{
    double value[PM_ENTRIES * WIDTH] __attribute__((aligned(64)));
    const struct lanes l = {w, {w->p, w->inverse}, x, value};
    const long blocks = 1L << w->log_blocks;
    uint64_t moved = ~UINT64_C(0);
    V sum = v_all(0);

    for (long g = 0; g < blocks; g++) {
        if (!next_block(&l, g, &moved))
            continue;
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
