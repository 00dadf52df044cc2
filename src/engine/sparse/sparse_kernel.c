/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk of a program (sparse_program.h) over floating numbers.
 *
 * Every operation is done twice: for the products themselves, and for upper bounds of them, where
 * row sums are replaced by bounds of their moduli and subtractions by additions. */
#include "base/bits.h"
#include "engine/glynn/products.h"
#include "engine/sparse/sparse_program.h"

/* Number of pairs of products that stay in registers. */
#ifdef PM_ISA_AVX512
enum { PAIRS = 8 / WORDS };
#else
enum { PAIRS = 4 / WORDS };
#endif

/* The data of an operation, for the lanes of one vector. */
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

KERNEL N row_of(const struct lanes *l, int row)
{
    return n_load(l->x + row * (WORDS * PM_LANES), PM_LANES);
}

/* clang-format off */
#define F                        N
#define PASS(name)               value_##name
#define f_one()                  n_real(v_all(1))
#define f_load(l, entry)         n_load(value_at(l, entry), WIDTH)
#define f_times(p, value)        n_times(p, value)
#define f_row(l, row, p, t)      n_times(p, t)
#define f_plus(l, row, p, t)     n_times_plus(p, t)
#define f_minus(l, row, p, t)    n_times_minus(p, t)
#define f_apart(l, wanted, p, n) (void)0
#define f_value(op, p)           (p)
#define f_sum(x, y)              n_sub(x, y)
#define f_store(l, entry, x)     n_store(value_at(l, entry), WIDTH, x)
#include "engine/sparse/sparse_pass_template.h"

#define F                        V
#define PASS(name)               size_##name
#define f_one()                  v_all(1)
#define f_load(l, entry)         v_load(size_at(l, entry))
#define f_times(p, value)        v_mul(p, value)
#define f_row(l, row, p, t)      v_mul(p, v_max(n_size(t), v_all((l)->walk->least[row])))
#define f_plus(l, row, p, t)     f_row(l, row, p, n_shift(t, 1))
#define f_minus(l, row, p, t)    f_row(l, row, p, n_shift(t, -1))
#define f_apart(l, wanted, p, n) (void)0
#define f_value(op, p)           (p)
#define f_sum(x, y)              v_add(x, y)
#define f_store(l, entry, x)     v_store(size_at(l, entry), x)
#include "engine/sparse/sparse_pass_template.h"
/* clang-format on */

static void run_passes(const struct lanes *l, const struct pm_operation *op)
{
    value_passes(l, op);
    size_passes(l, op);
}

/* A product is zero where its bound is. */
static bool run_single(const struct lanes *l, const struct pm_operation *op)
{
    value_single(l, op);
    size_single(l, op);
    return v_any(v_load(size_at(l, op->entry)));
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
        const N r = n_load(value_at(&l, w->program->result), WIDTH);
        sums_gather(&sums, g & 1 ? n_negative(r) : r);
        bound = v_add(bound, v_load(size_at(&l, w->program->result)));
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
