// SPDX-License-Identifier: GPL-3.0-or-later
// Loop hafnians of a stack on a GPU.  A thread computes a matrix with the same operations as a lane
// of a vector on the CPU (src/engine/hafnian/walks_template.h), so both give the same bits.  It also
// reads and scales the matrix, which may be in the caller's memory of the device.
//
// Constants: PARTS, WORDS of a number; PAIRS, ODD: matrices have 2 PAIRS - ODD lines; LOOPED: some
// loop is not 0, or ODD; THREADS of a block.
#include "engine/hafnian/walks_template.h"
#include "engine/hafnian/walks_scale.h"

enum { ORDER = 2 * PAIRS - ODD };

// In the host's layout (src/engine/hafnian/walks_gpus.c): where the polynomials of a warp are, in
// doubles of each lane, and `all` of them.
struct layout {
    long long b[PM_HAF_PAIRS + 1], g[PM_HAF_PAIRS + 1], powers[PM_HAF_PAIRS + 1], work, all;
    int degree[PM_HAF_PAIRS + 1], stride;
};

struct given {
    const double *data, *loops; // loops: NULL, or ORDER numbers for each matrix
    long long matrix, row, col; // strides
    long long count;
};

enum failure { NONE, WRONG }; // WRONG: not finite, or not symmetric

struct answer {
    double high[2], low[2], size, radius;
    int exponent, failure;
};

static void put_number(double *cell, const double *z, int power)
{
    double scaled[PARTS];

    for (int k = 0; k < ALL; k++)
        cell[k * PM_HAF_LANES] = 0;
    for (int part = 0; part < PARTS; part++)
        cell[part * PM_HAF_LANES] = scaled[part] = pm_times_power(z[part], power);
    cell[WORDS * PM_HAF_LANES] = pm_modulus(scaled, PARTS);
}

static bool is_right(const struct pm_walks_entries *m)
{
    bool right = true;

    for (int i = 0; i < ORDER; i++)
        for (int part = 0; part < PARTS; part++) {
            for (int j = 0; j < ORDER; j++) {
                const double x = pm_walks_entry(m, i, j)[part];
                right = right && x - x == 0 && x == pm_walks_entry(m, j, i)[part];
            }
            const double loop = m->loop != 0 ? m->loop[i * PARTS + part] : 0;
            right = right && loop - loop == 0;
        }
    return right;
}

// The first state of a matrix, as pm_walks_fill() makes it: all pairs are neighbours.  Returns the
// exponent of its hafnian.
static int fill(double *b, double *g, bool *kept, const struct pm_walks_entries *m)
{
    const double zero[2] = {0, 0}, one[2] = {1, 0};
    int scale[ORDER + 1], all = 0;

    *kept = pm_walks_choose_scale(scale, m);
    scale[ORDER] = 0; // of the vertex that makes the order even
    for (int j = 0; j < 2 * PAIRS; j++) {
        double *const line = b + (j + LOOPED) * (j + LOOPED + 1) / 2 * CELL;
        for (int k = 0; k <= j; k++)
            put_number(line + (k + LOOPED) * CELL, j < ORDER ? pm_walks_entry(m, j, k) : zero,
                       -scale[j] - scale[k]);
        if (LOOPED)
            put_number(line,
                       j == ORDER     ? one
                       : m->loop != 0 ? m->loop + j * PARTS
                                      : zero,
                       -scale[j]);
        all += scale[j];
    }
    put_number(g, one, 0);
    return all;
}

// The sum over all weights, in the order of the CPU: bit r - 2 of a choice is the weight of the
// last of r pairs.
static struct number add_all(const struct pm_walks_walk *w)
{
    const struct state all = {w->b[PAIRS], w->g[PAIRS], 1, 1};
    const struct powers last = powers_of(w, 1);
    double *const cell = w->g[0];
    struct state state[PAIRS + 1];
    struct number part[PAIRS + 1];
    struct number x;

    state[PAIRS] = all;
    for (unsigned choice = 0; choice < 1u << (PAIRS - 1); choice++) {
        int r = PAIRS;
        if (choice > 0) {
            r = __ffs(choice) + 1;
            const struct powers powers = powers_of(w, r);
            const struct state next = {w->b[r - 1], w->g[r - 1], 0, w->degree[r - 1] + 1};
            find_powers(&powers, w, &state[r], r);
            state[r - 1] = next;
            accept(&state[r - 1], w, &state[r], &powers, r, 1, true);
            r--;
        }
        for (; r > 1; r--)
            state[r - 1] = state[r];
        find_powers(&last, w, &state[1], 1);
        finish(cell, w, &state[1]);
        x = get(cell);
        for (r = 2; r <= PAIRS; r++) {
            const bool first = (choice >> (r - 2) & 1) == 0;
            if (first)
                part[r] = sum_zero();
            add_multiple(&part[r], &x, first ? -1 : 1);
            if (first)
                break;
            put(cell, &part[r]);
            x = get(cell);
        }
    }
    return x;
}

static void solve(struct answer *out, const struct pm_walks_walk *w, const struct pm_walks_entries *m)
{
    if (!is_right(m)) {
        out->failure = WRONG;
        return;
    }
    out->failure = NONE;
    bool kept;
    out->exponent = fill(w->b[PAIRS], w->g[PAIRS], &kept, m);
    const struct number x = add_all(w);
    for (int k = 0; k < 2; k++) {
        out->high[k] = k < PARTS ? x.h[k] : 0;
        out->low[k] = DD && k < PARTS ? x.l[k] : 0;
    }
    out->size = kept ? x.size : 0x1p1000; // which the host takes for a missing answer
    out->radius = x.radius;
}

extern "C" __global__ void __launch_bounds__(THREADS)
    walk(struct answer *out, double *memory, struct layout layout, struct given given)
{
    const int lane = threadIdx.x % PM_HAF_LANES;
    const long long warps = (long long)gridDim.x * (THREADS / PM_HAF_LANES);
    const long long warp =
        (long long)blockIdx.x * (THREADS / PM_HAF_LANES) + threadIdx.x / PM_HAF_LANES;
    double *b[PAIRS + 1], *g[PAIRS + 1], *powers[PAIRS + 1];
    double *const own = memory + warp * layout.all * PM_HAF_LANES + lane;
    struct pm_walks_walk w = {PAIRS, 0, 0, layout.degree, LOOPED, false, false, layout.stride, b, g, powers};

    for (int r = 0; r <= PAIRS; r++) {
        b[r] = own + layout.b[r] * PM_HAF_LANES;
        g[r] = own + layout.g[r] * PM_HAF_LANES;
        powers[r] = own + layout.powers[r] * PM_HAF_LANES;
    }
    w.work = own + layout.work * PM_HAF_LANES;
    for (long long k = warp * PM_HAF_LANES + lane; k < given.count; k += warps * PM_HAF_LANES) {
        const struct pm_walks_entries m = {given.data + k * given.matrix * PARTS,
                                         given.loops != 0 ? given.loops + k * ORDER * PARTS : 0,
                                         given.row,
                                         given.col,
                                         ORDER,
                                         PARTS,
                                         0};
        solve(out + k, &w, &m);
    }
}
