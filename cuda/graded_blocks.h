// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of the graded walk in each grade, single, plain and compensated: a lane is a block, and
// its operations are those of src/engine/graded/blocks.h.  Part of graded.cu.

// ------------------------------------------------------------------ single precision

// What the row sums of a block are made of: a node in `x`, or one two levels below the group; and
// the table on the way from there.
struct near_rows {
    struct rows far;
    const float *x, *leaf;
};

DEVICE float near_sum(const struct near_rows *r, int i, const int near)
{
    return (near ? r->x[i * PM_WARP] : (float)row_sum(&r->far, 2, i)) + r->leaf[i * FAN];
}

// Rows i .. end - 1, all of one kind.
DEVICE void single_rows(float p[LOW], float q[LOW], const struct tables *t,
                        const struct near_rows *r, int i, int end, const int near)
{
    float x[LOW];

    if (i < ONES) {
#pragma unroll 4
        for (; i < end; i++) {
            spread(x, near_sum(r, i, near), t->single_low[i]);
#pragma unroll 8
            for (int s = 0; s < LOW; s++) {
                p[s] = fmaf(p[s], x[s], p[s]);
                q[s] = fmaf(q[s], x[s], -q[s]);
            }
        }
    } else if (i < ZEROS) {
#pragma unroll 1
        for (; i < end; i++) {
            spread(x, near_sum(r, i, near), t->single_low[i]);
#pragma unroll 8
            for (int s = 0; s < LOW; s++) {
                p[s] *= x[s];
                q[s] *= x[s];
            }
        }
    } else {
#pragma unroll 1
        for (; i < end; i++) {
            const float pivot = t->single_pivot[i];
            spread(x, near_sum(r, i, near), t->single_low[i]);
#pragma unroll 8
            for (int s = 0; s < LOW; s++) {
                p[s] *= x[s] + pivot;
                q[s] *= x[s] - pivot;
            }
        }
    }
}

// Up to 32 blocks; `near`: whose parents are all in `x`.
DEVICE void run_single(struct warp *k, const int near)
{
    const struct pm_warp_walk *const w = k->w;
    unsigned count;
    const unsigned code = pop(k, SINGLE, &count);
    const unsigned odd = near ? (k->last_parity >> (code >> 3)) + (unsigned)__popc(code & 7)
                              : (k->parity >> (code >> 9)) + (unsigned)__popc(code & 511);
    const struct near_rows r = {rows_of(k, 2, code >> 3), &k->nodes->x[0][code >> 3 & 31],
                                &k->t->leaf[0][code & 7]};
    const float start = k->lane >= count ? 0 : odd & 1 ? -w->single_start : w->single_start;
    float p[LOW], q[LOW];

    k->old = k->old < k->waiting[SINGLE] ? k->old : k->waiting[SINGLE];
#pragma unroll 8
    for (int s = 0; s < LOW; s++)
        p[s] = q[s] = start;
#pragma unroll 1
    for (int run = 0, i = 0; run < w->single.count; i = w->single.end[run++]) {
        const float shrink = w->single.shrink[run];
        single_rows(p, q, k->t, &r, i, w->single.end[run], near);
#pragma unroll 8
        for (int s = 0; s < LOW; s++) {
            p[s] *= shrink;
            q[s] *= shrink;
        }
    }
#pragma unroll 8
    for (int s = 0; s < LOW; s++)
        p[s] -= q[s];
    const float v = ((p[0] - p[1]) - (p[2] - p[3])) - ((p[4] - p[5]) - (p[6] - p[7]));
    k->single += __float2ll_rn(v * w->single_finish);
    k->blocks[PM_GRADE_SINGLE] += count;
}

// ------------------------------------------------------------------ plain blocks

// `start` with the sign of a block; 0 for a lane without one.
DEVICE double signed_start(const struct warp *k, double start, unsigned code, int mine)
{
    const unsigned odd = (k->parity >> (code >> 9)) + (unsigned)__popc(code & 511);

    return !mine ? 0 : odd & 1 ? -start : start;
}

// x[s] = y + sum s of a table, of whose row half is given.
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

DEVICE void plain_block(struct warp *k, unsigned code, int mine)
{
    const struct tables *const t = k->t;
    const double start = signed_start(k, k->w->plain_start, code, mine);
    const struct rows rows = rows_of(k, 3, code);
    double p[LOW], q[LOW], x[LOW];

#pragma unroll 8
    for (int s = 0; s < LOW; s++)
        p[s] = q[s] = start;
#pragma unroll 3
    for (int i = 0; i < ONES; i++) {
        spread_plain(x, row_sum(&rows, 3, i), t->low[i]);
#pragma unroll 8
        for (int s = 0; s < LOW; s++) {
            p[s] = fma(p[s], x[s], p[s]);
            q[s] = fma(q[s], x[s], -q[s]);
        }
    }
#pragma unroll 1
    for (int i = ONES; i < ZEROS; i++) {
        spread_plain(x, row_sum(&rows, 3, i), t->low[i]);
#pragma unroll 8
        for (int s = 0; s < LOW; s++) {
            p[s] *= x[s];
            q[s] *= x[s];
        }
    }
#pragma unroll 1
    for (int i = ZEROS; i < N; i++) {
        spread_plain(x, row_sum(&rows, 3, i), t->low[i]);
#pragma unroll 8
        for (int s = 0; s < LOW; s++) {
            p[s] *= x[s] + t->pivot[i];
            q[s] *= x[s] - t->pivot[i];
        }
    }
#pragma unroll 8
    for (int s = 0; s < LOW; s++)
        p[s] -= q[s];
    const double r =
        ((p[0] - p[1]) - (p[2] - p[3])) - ((p[4] - p[5]) - (p[6] - p[7]));
    const double high = (r + INTEGER) - INTEGER;
    k->plain[0] += rounded(r);
    k->plain[1] += __double_as_longlong((r - high) + INTEGER * 0x1p-31) -
                 __double_as_longlong(INTEGER * 0x1p-31);
}

// Up to 32 blocks, or, where fewer than `least` wait, all of as many nodes: a lane is a block then,
// too, so that few nodes fill warps.
DEVICE void run_plain(struct warp *k, unsigned least)
{
    const int whole = k->waiting[PLAIN] < least;
    const int each = whole ? 3 * k->w->whole : 0; // log2 of the blocks of a node
    unsigned count;
    const unsigned code = whole ? pop(k, WHOLE, &count) : pop(k, PLAIN, &count);
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

// What was rounded off the row sums of the group's nodes: exact sums.
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
            rest += w->level_rest[(l * N + i) * FAN + path % FAN];
        k->rest[i * PM_WARP + k->lane] = rest;
    }
    __syncwarp(ALL);
}

// Half of the sign vectors of a block: those with unrolled columns first .. first + 3.  Row sums, and
// what was rounded off them, are exact in any order.
DEVICE void half_fine(double *high, double *low, const struct warp *k, unsigned code, int first,
                      double start)
{
    const struct pm_warp_walk *const w = k->w;
    const struct rows rows = rows_of(k, 3, code);
    double p[HALF], q[HALF], e[HALF], f[HALF];

#pragma unroll 4
    for (int s = 0; s < HALF; s++) {
        p[s] = __popc((unsigned)(first + s)) & 1 ? -start : start;
        q[s] = -p[s];
        e[s] = f[s] = 0;
    }
#pragma unroll 1
    for (int i = 0; i < N; i++) {
        const double y = row_sum(&rows, 3, i), pivot = w->pivot[i], off = w->off[i];
        const double rest = k->rest[i * PM_WARP + (code >> 9)] +
                            w->level_rest[(2 * N + i) * FAN + (code >> 6 & 7)] +
                            w->level_rest[(N + i) * FAN + (code >> 3 & 7)] +
                            w->level_rest[i * FAN + (code & 7)];
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
    const unsigned code = pop(k, FINE, &count);
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
