// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of the graded walk in each grade: single, plain and compensated.  A lane is a block; its
// operations are those of src/engine/graded/graded_nodes.h.  Part of graded.cu.

// Multiplies p and q by the factors of row i, or of another row of the same kind, in either
// precision.
#define MULTIPLY(p, q, x, pivot, i, FMA)                                                           \
    do {                                                                                           \
        if ((i) < ONES) {                                                                          \
            (p) = FMA(p, x, p);                                                                    \
            (q) = FMA(q, x, -(q));                                                                 \
        } else if ((i) < ZEROS) {                                                                  \
            (p) *= (x);                                                                            \
            (q) *= (x);                                                                            \
        } else {                                                                                   \
            (p) *= (x) + (pivot);                                                                  \
            (q) *= (x) - (pivot);                                                                  \
        }                                                                                          \
    } while (0)

// ------------------------------------------------------------------ single precision

// Row i, or another row of the same kind, of blocks whose row sums there are y.
DEVICE void single_row(float p[LOW], float q[LOW], const struct row *row, float y, int i)
{
    float x[LOW];

    spread(x, y, row->single_low);
#pragma unroll 8
    for (int s = 0; s < LOW; s++)
        MULTIPLY(p[s], q[s], x[s], row->single_pivot, i, fmaf);
}

// Pointers to the row sums of a block whose parent is in `x`.
struct near_rows {
    const float *x, *leaf;
};

// `code`: the parent's lane and the pattern below it.
DEVICE struct near_rows near_of(const struct warp *k, unsigned code)
{
    const struct near_rows r = {&k->nodes->x[0][code >> 3], &k->row->leaf[code & 7]};

    return r;
}

DEVICE float near_sum(const struct near_rows *r, int i)
{
    return r->x[i * PM_WARP] + r->leaf[i * SINGLE_STRIDE];
}

// Multiplies products by the factors of all rows.
DEVICE void single_rows(float p[LOW], float q[LOW], const struct warp *k, unsigned code)
{
    struct near_rows near = near_of(k, code);
    const struct row *row = k->row;
    const float *shrink = k->w->single_shrink;

#pragma unroll 1
    for (int i = 0; i < ONES; i += RUN) {
        const int whole = ONES % RUN == 0 || i + RUN <= ONES;
        const float factor = *shrink++;
#pragma unroll
        for (int j = 0; j < RUN; j++)
            if (whole || j < ONES % RUN)
                single_row(p, q, row + j, near_sum(&near, j), 0);
        if (factor != 1) {
            times_all(p, factor);
            times_all(q, factor);
        }
        near.x += RUN * PM_WARP;
        near.leaf += RUN * SINGLE_STRIDE;
        row += RUN;
    }
    near = near_of(k, code);
#pragma unroll 1
    for (int i = ONES; i < N; i++) {
        const float factor = *shrink++;
        single_row(p, q, k->row + i, near_sum(&near, i), i);
        if (factor != 1) {
            times_all(p, factor);
            times_all(q, factor);
        }
    }
}

// Computes up to 32 blocks whose parents are in `x`.
DEVICE void run_single(struct warp *k)
{
    const struct pm_warp_walk *const w = k->w;
    unsigned count;
    const unsigned code = pop(k, SINGLE, k->old, &count);
    const float start = k->lane >= count                    ? 0
                        : is_minus(k->last_parity, 1, code) ? -w->single_start
                                                            : w->single_start;
    float p[LOW], q[LOW];

#pragma unroll 8
    for (int s = 0; s < LOW; s++)
        p[s] = q[s] = start;
    single_rows(p, q, k, code);
#pragma unroll 8
    for (int s = 0; s < LOW; s++)
        p[s] -= q[s];
    const float v = ((p[0] - p[1]) - (p[2] - p[3])) - ((p[4] - p[5]) - (p[6] - p[7]));
    k->single += __float2ll_rn(v * w->single_finish);
    k->blocks[PM_GRADE_SINGLE] += count;
}

// Puts the parents of the last 32 waiting blocks into `x`.  This takes longer than computing a warp
// of blocks.  So at least ENOUGH blocks are computed, with idle lanes, before their parents are
// dropped.
DEVICE void recall(struct warp *k)
{
    settle(k);
    const unsigned n = k->waiting[SINGLE], first = n < PM_WARP ? 0 : n - PM_WARP;
    unsigned short *const wait = &k->nodes->wait[SINGLE][first];
    const int mine = k->lane < n - first;
    const unsigned code = mine ? wait[k->lane] : 0;
    const struct rows r = rows_of(k, DEPTH - 1, DEPTH - 1, code >> 3);

    if (mine)
        wait[k->lane] = (unsigned short)(k->lane * FAN + (code & 7));
    k->old = first;
    settle_on(k, DEPTH - 1, code >> 3);
#pragma unroll 4
    for (int i = 0; i < N; i++)
        k->nodes->x[i][k->lane] = (float)row_sum(&r, DEPTH - 1, i);
    __syncwarp(ALL);
}

// ------------------------------------------------------------------ plain blocks

// `start` with the sign of a block; 0 for a lane without one.
DEVICE double signed_start(const struct warp *k, double start, unsigned code, int mine)
{
    return !mine ? 0 : is_minus(k->parity, DEPTH, code) ? -start : start;
}

// x[s] = y + sum s of a table; only half of the table's row is given.
DEVICE void spread_plain(double x[LOW], double y, const double half[HALF])
{
    const double2 a = ((const double2 *)half)[0], b = ((const double2 *)half)[1];

    x[0] = y + a.x;
    x[1] = y + a.y;
    x[2] = y + b.x;
    x[3] = y + b.y;
    x[4] = y - b.y;
    x[5] = y - b.x;
    x[6] = y - a.y;
    x[7] = y - a.x;
}

// Row i, or another row of the same kind, of blocks whose row sums there are y.
DEVICE void plain_row(double p[LOW], double q[LOW], const struct row *row, double y, int i)
{
    double x[LOW];

    spread_plain(x, y, row->low);
#pragma unroll 8
    for (int s = 0; s < LOW; s++)
        MULTIPLY(p[s], q[s], x[s], row->pivot, i, fma);
}

DEVICE void plain_block(struct warp *k, unsigned code, int mine)
{
    const double start = signed_start(k, k->w->plain_start, code, mine);
    struct rows rows = rows_of(k, DEPTH, DEPTH, code);
    const struct row *row = k->row;
    double p[LOW], q[LOW], far[RUN];

#pragma unroll 8
    for (int s = 0; s < LOW; s++)
        p[s] = q[s] = start;
    far_load(far, &rows, 0, RUN);
#pragma unroll 1
    for (int i = 0; i < ONES; i += RUN) {
        const int whole = ONES % RUN == 0 || i + RUN <= ONES;
        double y[RUN];
#pragma unroll
        for (int j = 0; j < RUN; j++)
            y[j] = row_from(&rows, DEPTH, far[j], j);
        far_load(far, &rows, RUN, RUN);
#pragma unroll
        for (int j = 0; j < RUN; j++)
            if (whole || j < ONES % RUN)
                plain_row(p, q, row + j, y[j], 0);
        rows_step(&rows, DEPTH, RUN);
        row += RUN;
    }
    rows = rows_of(k, DEPTH, DEPTH, code);
#pragma unroll 1
    for (int i = ONES; i < N; i++)
        plain_row(p, q, k->row + i, row_sum(&rows, DEPTH, i), i);
#pragma unroll 8
    for (int s = 0; s < LOW; s++)
        p[s] -= q[s];
    const double r = ((p[0] - p[1]) - (p[2] - p[3])) - ((p[4] - p[5]) - (p[6] - p[7]));
    const double high = (r + INTEGER) - INTEGER;
    k->plain[0] += rounded(r);
    k->plain[1] += __double_as_longlong((r - high) + INTEGER * 0x1p-31) -
                   __double_as_longlong(INTEGER * 0x1p-31);
}

// Computes up to 32 blocks.  If fewer than `least` wait, computes all blocks of as many nodes; a
// lane is a block then, too, so that few nodes fill warps.
DEVICE void run_plain(struct warp *k, unsigned least)
{
    const int whole = k->waiting[PLAIN] < least;
    const int each = whole ? 3 * k->w->whole : 0; // log2 of the blocks of a node
    unsigned count;
    const unsigned code = pop(k, whole ? WHOLE : PLAIN, 0, &count);
    const unsigned blocks = count << each;

#pragma unroll 1
    for (unsigned first = 0; first < blocks; first += PM_WARP) {
        const unsigned block = first + k->lane, below = block & ((1u << each) - 1);
        const unsigned node = __shfl_sync(ALL, code, (int)(block >> each));
        plain_block(k, node << each | below, block < blocks);
    }
    k->blocks[PM_GRADE_PLAIN] += blocks;
    k->whole += whole ? count : 0;
}

// ------------------------------------------------------------------ compensated blocks

DEVICE double times(double *e, double p, double t, double r)
{
    const double product = p * t;

    *e = fma(*e, t, fma(p, r, fma(p, t, -product)));
    return product;
}

DEVICE void gather(double *high, double *low, double x)
{
    double error;

    *high = pm_two_sum(*high, x, &error);
    *low += error;
}

// The rounding errors of the row sums of the group's nodes: exact sums.
DEVICE void fill_rests(struct warp *k)
{
    const struct pm_warp_walk *const w = k->w;

    if (k->rests)
        return;
    k->rests = 1;
    for (int i = 0; i < N; i++) {
        double rest = w->root_rest[k->unit * (unsigned)N + i];
        unsigned path = k->path;
        for (int l = k->from; l < LEVELS; l++, path /= FAN)
            rest += w->level_rest[(l * FAN + path % FAN) * N + i];
        k->rest[i * PM_WARP + k->lane] = rest;
    }
    __syncwarp(ALL);
}

// Half of the sign vectors of a block: those with unrolled columns first .. first + 3.  Row sums
// and their rounding errors are exact in any order.
DEVICE void half_fine(double *high, double *low, const struct warp *k, unsigned code, int first,
                      double start)
{
    const struct pm_warp_walk *const w = k->w;
    const struct rows rows = rows_of(k, DEPTH, DEPTH, code);
    double p[HALF], q[HALF], e[HALF], f[HALF];

#pragma unroll 4
    for (int s = 0; s < HALF; s++) {
        p[s] = __popc((unsigned)(first + s)) & 1 ? -start : start;
        q[s] = -p[s];
        e[s] = f[s] = 0;
    }
#pragma unroll 1
    for (int i = 0; i < N; i++) {
        const double y = row_sum(&rows, DEPTH, i), pivot = w->pivot[i], off = w->off[i];
        const double rest = k->rest[i * PM_WARP + (code >> 9)] +
                            w->level_rest[(2 * FAN + (code >> 6 & 7)) * N + i] +
                            w->level_rest[(FAN + (code >> 3 & 7)) * N + i] +
                            w->level_rest[(code & 7) * N + i];
        const double up = y + pivot, down = y - pivot, rest_up = rest + off, rest_down = rest - off;
#pragma unroll 4
        for (int s = 0; s < HALF; s++) {
            const double part = w->low[i * LOW + first + s], r = w->low_rest[i * LOW + first + s];
            p[s] = times(&e[s], p[s], up + part, rest_up + r);
            q[s] = times(&f[s], q[s], down + part, rest_down + r);
        }
    }
#pragma unroll 4
    for (int s = 0; s < HALF; s++) {
        gather(high, low, p[s]);
        gather(high, low, q[s]);
        *low += e[s] + f[s];
    }
}

DEVICE void run_fine(struct warp *k)
{
    struct pm_graded_sums *const sums = &k->w->sums[k->unit];
    unsigned count;
    const unsigned code = pop(k, FINE, 0, &count);
    const double start = signed_start(k, k->w->fine_start, code, k->lane < count);
    double high = 0, low = 0;

    fill_rests(k);
#pragma unroll 1
    for (int first = 0; first < LOW; first += LOW / 2)
        half_fine(&high, &low, k, code, first, start);
#pragma unroll 1
    for (int digit = 0; digit < PM_GRADED_LIMBS; digit++) {
        const double h = (high + INTEGER) - INTEGER, l = (low + INTEGER) - INTEGER;
        add(k, &sums->limb[digit], rounded(high) + rounded(low));
        high = (high - h) * 0x1p30;
        low = (low - l) * 0x1p30;
    }
    k->blocks[PM_GRADE_FINE] += count;
}
