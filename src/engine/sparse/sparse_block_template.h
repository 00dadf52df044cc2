/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block after block of a sparse walk, along the Gray code.  A file that includes this has defined
 * struct lanes, and
 *
 *     run_passes(l, op)       an operation with fast columns
 *     bool run_single(l, op)  an operation without them; false if its product is zero in all lanes
 *     V settle(l, column, k, sum)   a row sum after step k, a step of that Gray-coded column */

/* Repeats what depends on the columns `moved`; false if the block is zero. */
static bool block(const struct lanes *l, uint64_t moved)
{
    const struct pm_program *const program = l->walk->program;

    for (int k = 0; k < program->operations; k++) {
        const struct pm_operation *const op = &program->operation[k];
        if (!(op->moved & moved) && !op->gate)
            continue;
        if (op->scope > 0)
            run_passes(l, op);
        else if (!run_single(l, op) && op->gate)
            return false;
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
            const V sum = v_fma(direction, v_all(w->step[k * WORDS + word]), v_load(x));
            v_store(x, settle(l, column, k, sum));
        }
}

/* Block g, the next one; false if it is zero.  *moved = the columns that have changed their signs
 * since the last block that was not; all bits before the first one. */
static bool next_block(const struct lanes *l, long g, uint64_t *moved)
{
    if (g > 0) {
        const int bit = pm_gray_bit((uint64_t)g);
        move(l, bit, pm_gray((uint64_t)g) >> bit & 1);
        *moved |= UINT64_C(1) << bit;
    }
    if (!block(l, *moved))
        return false;
    *moved = 0;
    return true;
}
