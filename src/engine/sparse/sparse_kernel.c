/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk of a program (sparse_program.h) over floating numbers.
 *
 * Every operation is done for the products themselves, and for upper bounds of them, where row sums
 * are replaced by bounds of their moduli and subtractions by additions. */
#include "base/bits.h"
#include "engine/glynn/products.h"
#include "engine/sparse/sparse_program.h"

/* Number of pairs of products that stay in registers. */
#ifdef PM_ISA_AVX512
enum { PAIRS = WORDS == PARTS ? 4 : 2 };
#else
enum { PAIRS = WORDS == 4 ? 1 : 2 };
#endif

/* The data of an operation, for the lanes of one vector. */
struct lanes {
    const struct pm_sparse_walk *walk;
    double *x;     /* row sums */
    double *value; /* [entries][WORDS][WIDTH] */
    double *size;  /* [entries][WIDTH] */
};

KERNEL N row_of(const struct lanes *l, int row)
{
    return n_load(l->x + row * (WORDS * PM_LANES), PM_LANES);
}

/* A product, and an upper bound of its modulus. */
struct product {
    N value;
    V size;
};

KERNEL struct product p_load(const struct lanes *l, int entry)
{
    return (struct product){n_load(l->value + entry * (WORDS * WIDTH), WIDTH),
                            v_load(l->size + entry * WIDTH)};
}

KERNEL void p_store(const struct lanes *l, int entry, struct product p)
{
    n_store(l->value + entry * (WORDS * WIDTH), WIDTH, p.value);
    v_store(l->size + entry * WIDTH, p.size);
}

KERNEL struct product p_times(struct product p, struct product value)
{
    return (struct product){n_times(p.value, value.value), v_mul(p.size, value.size)};
}

/* The product `value` of p and row sum t. */
KERNEL struct product p_row(const struct lanes *l, int row, struct product p, N value, N t)
{
    const V least = v_all(l->walk->least[row]);
    const V size = PARTS == 1 ? v_max_abs(t.w[0], least) : v_max(n_size(t), least);

    return (struct product){value, v_mul(p.size, size)};
}

KERNEL struct product p_sum(struct product x, struct product y)
{
    return (struct product){n_sub(x.value, y.value), v_add(x.size, y.size)};
}

/* clang-format off */
#define F                        struct product
#define PASS(name)               product_##name
#define f_one()                  ((struct product){n_real(v_all(1)), v_all(1)})
#define f_load(l, entry)         p_load(l, entry)
#define f_times(p, value)        p_times(p, value)
#define f_row(l, row, p, t)      p_row(l, row, p, n_times((p).value, t), t)
#define f_plus(l, row, p, t)     p_row(l, row, p, n_times_plus((p).value, t), n_shift(t, 1))
#define f_minus(l, row, p, t)    p_row(l, row, p, n_times_minus((p).value, t), n_shift(t, -1))
#define f_apart(l, wanted, p, n) (void)0
#define f_value(op, p)           (p)
#define f_sum(x, y)              p_sum(x, y)
#define f_store(l, entry, x)     p_store(l, entry, x)
#include "engine/sparse/sparse_pass_template.h"
/* clang-format on */

static void run_passes(const struct lanes *l, const struct pm_operation *op)
{
    product_passes(l, op);
}

/* A product is zero where its bound is. */
static bool run_single(const struct lanes *l, const struct pm_operation *op)
{
    product_single(l, op);
    return v_any(p_load(l, op->entry).size);
}

KERNEL V settle(const struct lanes *l, int column, int k, V sum)
{
    (void)l, (void)column, (void)k;
    return sum;
}

#include "engine/sparse/sparse_block_template.h"

static void lanes_walk(struct pm_strands_sum *sum, int lane, const struct pm_sparse_walk *w,
                       double *x)
{
    double value[PM_ENTRIES * WORDS * WIDTH] __attribute__((aligned(64)));
    double size[PM_ENTRIES * WIDTH] __attribute__((aligned(64)));
    const struct lanes l = {w, x + lane, value, size};
    const long blocks = 1L << w->log_blocks;
    struct sums sums;
    V bound = v_all(0);
    uint64_t moved = ~UINT64_C(0);

    sums_clear(&sums);
    for (long g = 0; g < blocks; g++) {
        if (!next_block(&l, g, &moved))
            continue;
        const struct product r = p_load(&l, w->program->result);
        sums_gather(&sums, g & 1 ? n_negative(r.value) : r.value);
        bound = v_add(bound, r.size);
    }
    for (int k = 0; k < PARTS; k++) {
        v_store(&sum->high[k][lane], sums.high[k]);
        v_store(&sum->low[k][lane], sums_low(&sums, k));
    }
    v_store(&sum->bound[lane], bound);
}

pm_sparse_strands NUMBER_NAME(pm_sparse);

void NUMBER_NAME(pm_sparse)(struct pm_strands_sum *sum, const struct pm_sparse_walk *w, double *x)
{
    for (int lane = 0; lane < PM_LANES; lane += WIDTH)
        lanes_walk(sum, lane, w, x);
}
