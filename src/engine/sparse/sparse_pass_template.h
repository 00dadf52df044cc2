/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The products of an operation (sparse_program.h), over one kind of factor F.  A file that includes
 * this has included glynn/products.h, and has defined struct lanes, row_of(), PAIRS (pairs of
 * products that stay in registers), PASS(name), the name of a function for this kind, and
 *
 *     f_one()                1
 *     f_load(l, entry)       a value of an earlier operation, for f_times(p, value)
 *     f_row(l, row, p, t)    p times the row sum t
 *     f_plus(l, row, p, t)   p (t + 1)
 *     f_minus(l, row, p, t)  p (t - 1)
 *     f_apart(l, wanted, p, count)   if wanted, p[0 .. count - 1] become reduced products
 *     f_value(op, p)         the value of a product
 *     f_sum(x, y)            the sum over two signs; f_store(l, entry, x) stores it
 *
 * This file undefines them at its end. */

/* Computes pairs first .. first + pairs - 1 of an operation. */
KERNEL void PASS(pass)(const struct lanes *l, const struct pm_operation *op, int first,
                       const int pairs)
{
    const struct pm_program *const program = l->walk->program;
    const int half = 1 << (op->scope - 1);
    const double *low = l->walk->low + op->low;
    F p[PAIRS], q[PAIRS];
    int row = op->row;

    UNROLL for (int k = 0; k < pairs; k++) p[k] = q[k] = f_one();
    for (int t = op->table; t < op->tables; t++) {
        const struct pm_table *const table = &program->table[t];
        f_apart(l, table->apart, p, pairs);
        f_apart(l, table->apart, q, pairs);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const int entry = table->entry + 2 * table->pair[first + k];
            p[k] = f_times(p[k], f_load(l, entry));
            q[k] = f_times(q[k], f_load(l, entry + 1));
        }
    }
    for (; row < op->ones; row++, low += WORDS * half) {
        const N y = row_of(l, row);
        f_apart(l, program->apart[row], p, pairs);
        f_apart(l, program->apart[row], q, pairs);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            const N t = half == 1 ? y : n_plus(y, low + first + k, half);
            p[k] = f_plus(l, row, p[k], t);
            q[k] = f_minus(l, row, q[k], t);
        }
    }
    for (; row < op->rows; row++, low += WORDS * 2 * half) {
        const N y = row_of(l, row);
        f_apart(l, program->apart[row], p, pairs);
        f_apart(l, program->apart[row], q, pairs);
        UNROLL for (int k = 0; k < pairs; k++)
        {
            p[k] = f_row(l, row, p[k], n_plus(y, low + 2 * (first + k), 2 * half));
            q[k] = f_row(l, row, q[k], n_plus(y, low + 2 * (first + k) + 1, 2 * half));
        }
    }
    f_apart(l, op->reduce, p, pairs);
    f_apart(l, op->reduce, q, pairs);
    UNROLL for (int k = 0; k < pairs; k++)
    {
        if (op->sum) {
            f_store(l, op->entry + first + k, f_sum(f_value(op, p[k]), f_value(op, q[k])));
        } else {
            f_store(l, op->entry + 2 * (first + k), f_value(op, p[k]));
            f_store(l, op->entry + 2 * (first + k) + 1, f_value(op, q[k]));
        }
    }
}

static void PASS(passes)(const struct lanes *l, const struct pm_operation *op)
{
    const int pairs = 1 << (op->scope - 1);

    if (pairs == 1)
        PASS(pass)(l, op, 0, 1);
    else if (pairs == 2 && PAIRS >= 2)
        PASS(pass)(l, op, 0, 2);
    else if (pairs == 4 && PAIRS >= 4)
        PASS(pass)(l, op, 0, 4);
    else
        for (int first = 0; first < pairs; first += PAIRS)
            PASS(pass)(l, op, first, PAIRS);
}

/* An operation without fast columns. */
KERNEL void PASS(single)(const struct lanes *l, const struct pm_operation *op)
{
    const struct pm_program *const program = l->walk->program;
    F p = f_one();

    for (int t = op->table; t < op->tables; t++) {
        f_apart(l, program->table[t].apart, &p, 1);
        p = f_times(p, f_load(l, program->table[t].entry));
    }
    for (int row = op->row; row < op->rows; row++) {
        f_apart(l, program->apart[row], &p, 1);
        p = f_row(l, row, p, row_of(l, row));
    }
    f_apart(l, op->reduce, &p, 1);
    f_store(l, op->entry, f_value(op, p));
}

#undef F
#undef PASS
#undef f_one
#undef f_load
#undef f_times
#undef f_row
#undef f_plus
#undef f_minus
#undef f_apart
#undef f_value
#undef f_sum
#undef f_store
