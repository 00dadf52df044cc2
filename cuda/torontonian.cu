// SPDX-License-Identifier: GPL-3.0-or-later
// Torontonians of a stack on a GPU.  A thread computes a matrix, with the operations of
// src/engine/torontonian/torontonian_kernel.c in their order: up to 12 modes both give the same bits.
//
// Constants: MODES with two rows each; LOOPED: 1 if there are loops, else 0.
enum { APART = 32 }; // the numbers of a warp's matrices interleave
#include "engine/torontonian/torontonian_terms.h"

enum { BLOCK = 2, ROWS = MODES * BLOCK + LOOPED };

// In the host's layout (src/engine/torontonian/torontonian_gpus.c).
struct answer {
    struct pm_dd value;
    double size, most;
};

// The rows that are left with so many modes.
static int rows_of(int left)
{
    return left * BLOCK + LOOPED;
}

// The sum over all sets of modes: bit left - 1 of a set says whether the first of the modes that
// are left is included.
static void add_all(struct answer *out, const struct lanes *given, double scale,
                    struct lanes *memory)
{
    const struct lanes *state[MODES + 1];
    struct lanes *level[MODES + 1], det[MODES + 1];
    struct pm_dd factorial[PM_TORONTONIAN_DEGREE + 1], part[MODES + 1], x = {0, 0};
    double sizes[MODES + 1], size = 0, most = 0;
    int stride[MODES + 1];

    pm_torontonian_factorials(factorial);
    level[0] = memory;
    for (int left = 1; left <= MODES; left++)
        level[left] = level[left - 1] + rows_of(left - 1) * rows_of(left - 1) * APART;
    state[MODES] = given;
    stride[MODES] = ROWS;
    det[MODES].hi = 1;
    det[MODES].lo = 0;
    for (unsigned set = 0; set < 1u << MODES; set++) {
        int left = MODES;
        if (set > 0) {
            left = __ffs(set);
            const int n = rows_of(left);
            det[left - 1] = det[left];
            pm_torontonian_eliminate(level[left], &det[left - 1], state[left], stride[left], n,
                                     BLOCK);
            left--;
            state[left] = level[left + 1] + BLOCK * (n + 1) * APART;
            stride[left] = n;
        }
        for (; left > 0; left--) {
            det[left - 1] = det[left];
            state[left - 1] = state[left] + BLOCK * (stride[left] + 1) * APART;
            stride[left - 1] = stride[left];
        }
        struct lanes corner = {0, 0};
        if (LOOPED)
            corner = *state[0];
        const struct lanes term =
            pm_torontonian_term(&most, factorial, BLOCK, scale, corner, det[0]);
        x.hi = term.hi;
        x.lo = term.lo;
        size = x.hi;
        for (left = 1; left <= MODES && (set >> (left - 1) & 1) != 0; left++) {
            x = pm_dd_sum(x, pm_dd_neg(part[left]));
            size = size + sizes[left];
        }
        if (left <= MODES) {
            part[left] = x;
            sizes[left] = size;
        }
    }
    out->value = x;
    out->size = size;
    out->most = most;
}

// given[warp][ROWS ROWS + 1][lane]: the matrices, and for each the scale of its loops.
extern "C" __global__ void __launch_bounds__(THREADS)
    walk(struct answer *out, struct lanes *memory, const struct lanes *given, long long each,
         long long count)
{
    const long long lane = threadIdx.x % APART;
    const long long warps = (long long)gridDim.x * (THREADS / APART);
    const long long warp = (long long)blockIdx.x * (THREADS / APART) + threadIdx.x / APART;

    for (long long group = warp; group * APART + lane < count; group += warps) {
        const struct lanes *const m = given + group * (ROWS * ROWS + 1) * APART + lane;
        add_all(out + group * APART + lane, m, m[ROWS * ROWS * APART].hi,
                memory + warp * each * APART + lane);
    }
}
