/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk of a program (sparse_program.h) over floating numbers.  A file that includes this has
 * defined, in enums, PARTS and WORDS (glynn/products.h), and WALK, the kernel's name without that
 * of the instruction set.
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

/* Computes pairs first .. first + pairs - 1 of an operation. */
KERNEL void values_pass(const struct lanes *l, const struct pm_operation *op, int first,
                        const int pairs)
{
    const struct pm_program *const program = l->walk->program;
    const int half = 1 << (op->scope - 1);
    const double *low = l->walk->low + op->low;
    N p[PAIRS], q[PAIRS];

    UNROLL for (int k = 0; k < pairs; k++) p[k] = q[k] = n_real(v_all(1));
    for (int t = op->table; t < op->tables; t++) {
        const struct pm_table *const table = &program->table[t];
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const double *const at = value_at(l, table->entry + 2 * table->pair[first + k]);
            p[k] = n_times(p[k], n_load(at, WIDTH));
            q[k] = n_times(q[k], n_load(at + WORDS * WIDTH, WIDTH));
        }
    }
    int row = op->row;
    for (; row < op->ones; row++, low += WORDS * half) {
        const N y = row_of(l, row);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const N t = half == 1 ? y : n_plus(y, low + first + k, half);
            p[k] = n_times_plus(p[k], t);
            q[k] = n_times_minus(q[k], t);
        }
    }
    for (; row < op->rows; row++, low += WORDS * 2 * half) {
        const N y = row_of(l, row);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            p[k] = n_times(p[k], n_plus(y, low + 2 * (first + k), 2 * half));
            q[k] = n_times(q[k], n_plus(y, low + 2 * (first + k) + 1, 2 * half));
        }
    }
    UNROLL for (int k = 0; k < pairs; k++)
    {
        if (op->sum) {
            n_store(value_at(l, op->entry + first + k), WIDTH, n_sub(p[k], q[k]));
        } else {
            n_store(value_at(l, op->entry + 2 * (first + k)), WIDTH, p[k]);
            n_store(value_at(l, op->entry + 2 * (first + k) + 1), WIDTH, q[k]);
        }
    }
}

/* The same for their bounds. */
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
        const N y = row_of(l, row);
        const V least = v_all(l->walk->least[row]);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const N t = half == 1 ? y : n_plus(y, low + first + k, half);
            p[k] = v_mul(p[k], v_max(n_size(n_shift(t, 1)), least));
            q[k] = v_mul(q[k], v_max(n_size(n_shift(t, -1)), least));
        }
    }
    for (; row < op->rows; row++, low += WORDS * 2 * half) {
        const N y = row_of(l, row);
        const V least = v_all(l->walk->least[row]);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const N plus = n_plus(y, low + 2 * (first + k), 2 * half);
            const N minus = n_plus(y, low + 2 * (first + k) + 1, 2 * half);
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

/* An operation without fast columns; false if the bound is zero in all lanes. */
static bool single(const struct lanes *l, const struct pm_operation *op)
{
    const struct pm_program *const program = l->walk->program;
    N product = n_real(v_all(1));
    V size = v_all(1);

    for (int t = op->table; t < op->tables; t++) {
        product = n_times(product, n_load(value_at(l, program->table[t].entry), WIDTH));
        size = v_mul(size, v_load(size_at(l, program->table[t].entry)));
    }
    for (int row = op->row; row < op->rows; row++) {
        const N y = row_of(l, row);
        product = n_times(product, y);
        size = v_mul(size, v_max(n_size(y), v_all(l->walk->least[row])));
    }
    n_store(value_at(l, op->entry), WIDTH, product);
    v_store(size_at(l, op->entry), size);
    return v_any(size);
}

/* Repeats what depends on the columns `moved`; false if the block is zero. */
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

/* The Gray code step of one column. */
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
    struct sums sums;
    V bound = v_all(0);
    uint64_t moved = ~UINT64_C(0);

    sums_clear(&sums);
    for (long g = 0; g < blocks; g++) {
        if (g > 0) {
            const int bit = pm_gray_bit((uint64_t)g);
            move(&l, bit, pm_gray((uint64_t)g) >> bit & 1);
            moved |= UINT64_C(1) << bit;
        }
        if (!block(&l, moved))
            continue;
        moved = 0;
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

pm_sparse_strands ISA_NAME(WALK);

void ISA_NAME(WALK)(struct pm_strands_sum *sum, const struct pm_sparse_walk *w, double *x)
{
    for (int lane = 0; lane < PM_LANES; lane += WIDTH)
        lanes_walk(sum, lane, w, x);
}

#undef PASSES
#undef WALK
