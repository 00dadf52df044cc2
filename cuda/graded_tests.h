// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the graded walk on a GPU: a lane bounds the eight children of its node (the bounds are
// those of src/engine/graded/blocks.h), and survivors wait in the queues of their warp.  Part of
// graded.cu, which says what waits where.

// ------------------------------------------------------------------ queues

// Queues the codes of lanes where `chosen`.
DEVICE void push(struct warp *k, int queue, unsigned code, int chosen)
{
    const unsigned mask = __ballot_sync(ALL, chosen);
    const unsigned place = k->waiting[queue] + (unsigned)__popc(mask & ((1u << k->lane) - 1));

    if (chosen)
        k->nodes->wait[queue][place] = (unsigned short)code;
    k->waiting[queue] += (unsigned)__popc(mask);
}

// Takes up to 32 codes, *count of them.  Other lanes get 0.
DEVICE unsigned pop(struct warp *k, int queue, unsigned *count)
{
    unsigned code = 0;

    *count = k->waiting[queue] < PM_WARP ? k->waiting[queue] : PM_WARP;
    k->waiting[queue] -= *count;
    __syncwarp(ALL);
    if (k->lane < *count)
        code = k->nodes->wait[queue][k->waiting[queue] + k->lane];
    __syncwarp(ALL);
    return code;
}

// ------------------------------------------------------------------ tests

// x[s] = y + sum s of a table, of whose row half is given.
DEVICE void spread(float x[FAN], float y, const float half[HALF])
{
    const float4 a = *(const float4 *)half;

    x[0] = y + a.x;
    x[1] = y + a.y;
    x[2] = y + a.z;
    x[3] = y + a.w;
    x[4] = y - a.w;
    x[5] = y - a.z;
    x[6] = y - a.y;
    x[7] = y - a.x;
}

// What the row sums of a node `depth` levels below the group are made of.
struct rows {
    const double *y, *table[DEPTH];
};

DEVICE struct rows rows_of(const struct warp *k, const int depth, unsigned code)
{
    struct rows r;

    r.y = k->y + (code >> 3 * depth);
    for (int d = 0; d < DEPTH; d++)
        r.table[d] = &k->t->table[d][0][d < depth ? code >> 3 * (depth - 1 - d) & 7 : 0];
    return r;
}

DEVICE double row_sum(const struct rows *r, const int depth, int i)
{
    double y = r->y[i * PM_WARP];

    for (int d = 0; d < depth; d++)
        y += r->table[d][i * FAN];
    return y;
}

// Bounds of the children of nodes `depth` levels below the group, 0 in lanes without one; keeps the
// row sums if `keep`.
DEVICE void bounds(float b[FAN], const struct warp *k, const int depth, unsigned code, int mine,
                   const int keep)
{
    const struct pm_warp_walk *const w = k->w;
    const struct tables *const t = k->t;
    const struct rows r = rows_of(k, depth, code);
    int i = 0;

#pragma unroll 8
    for (int s = 0; s < FAN; s++)
        b[s] = mine ? w->start[k->from - 1 - depth] : 0;
#pragma unroll 1
    for (int run = 0; run < w->tests.count; run++) {
        const int end = w->tests.end[run];
        const float shrink = w->tests.shrink[run];
#pragma unroll 4
        for (; i < end; i++) {
            const float y = (float)row_sum(&r, depth, i), gap = t->gap[depth][i];
            float x[FAN];
            if (keep)
                k->nodes->x[i][k->lane] = y;
            spread(x, y, t->near[depth][i]);
#pragma unroll 8
            for (int s = 0; s < FAN; s++)
                b[s] *= fabsf(x[s]) + gap;
        }
#pragma unroll 8
        for (int s = 0; s < FAN; s++)
            b[s] *= shrink;
    }
}

// The blocks of the queue SINGLE whose parents are in `x` get codes that do without it.
DEVICE void settle(struct warp *k)
{
    unsigned short *const wait = &k->nodes->wait[SINGLE][k->old];
    const int mine = k->lane < k->waiting[SINGLE] - k->old;

    __syncwarp(ALL);
    const unsigned code = mine ? wait[k->lane] : 0;
    const unsigned parent = __shfl_sync(ALL, k->last, (int)(code >> 3));
    if (mine)
        wait[k->lane] = (unsigned short)(parent * FAN + (code & 7));
    k->old = k->waiting[SINGLE];
    __syncwarp(ALL);
}

// b times a power of two, rounded to an integer: below 2^22, as bounds up to an edge are in units
// of their sum.
DEVICE int units(float b, float scale)
{
    const float integer = 0x1.8p23f; // adding this rounds to integers

    return __float_as_int(fmaf(b, scale, integer)) - __float_as_int(integer);
}

// Sorts one child of each lane by its grade; `code` of its parent.
DEVICE void sort_block(struct warp *k, float b, unsigned code, unsigned s)
{
    const struct pm_warp_walk *const w = k->w;
    const int above = b > w->blocks_edge[PM_GRADE_SKIP];
    const int plain = b > w->blocks_edge[PM_GRADE_SINGLE];
    const int fine = b > w->blocks_edge[PM_GRADE_PLAIN];
    const int bound = units(b, !above  ? w->scale[PM_GRADE_SKIP]
                               : !plain ? w->scale[PM_GRADE_SINGLE]
                               : !fine  ? w->scale[PM_GRADE_PLAIN]
                                        : 0);

    k->skipped[DEPTH - 1] += above ? 0 : bound;
    k->single_bound += above && !plain ? bound : 0;
    push(k, SINGLE, k->lane * FAN + s, above && !plain);
    if (__ballot_sync(ALL, plain) == 0)
        return;
    k->plain_bound += plain ? bound : 0;
    if (fine)
        k->fine_bound += __float2ll_rn(b * w->scale[PM_GRADE_FINE]);
    push(k, PLAIN, code * FAN + s, plain && !fine);
    push(k, FINE, code * FAN + s, fine);
}

// The same for nodes that have children.  In the last stage, all blocks below them may be computed,
// without a test.
DEVICE void sort_node(struct warp *k, const int depth, const int last, int target, float b,
                      unsigned code, unsigned s)
{
    const struct pm_warp_walk *const w = k->w;
    const int level = k->from - 1 - depth, above = b > w->edge[level];
    const int whole = last && level == w->whole && b > w->whole_edge[0] && !(b > w->whole_edge[1]);

    k->skipped[depth] += above ? 0 : units(b, w->skip_scale[level]);
    push(k, target, code * FAN + s, above && !whole);
    if (!last || __ballot_sync(ALL, whole) == 0)
        return;
    k->whole_bound += whole ? units(b, w->whole_scale) : 0;
    push(k, WHOLE, code * FAN + s, whole);
}

// Tests the children of nodes `depth` levels below the group, and queues the survivors; `last`: of
// the stage that ends with blocks.
DEVICE void test(struct warp *k, const int depth, const int last, int target)
{
    const int blocks = last && depth == DEPTH - 1;
    unsigned count = k->count, code = k->lane;
    float b[FAN];

    if (blocks)
        settle(k);
    if (depth > 0)
        code = pop(k, depth - 1, &count);
    const int mine = k->lane < count;
    code = mine ? code : 0;
    bounds(b, k, depth, code, mine, blocks);
    k->tested[depth] += FAN * count;
    if (blocks) {
        k->last = code;
        k->last_parity = __ballot_sync(
            ALL, ((k->parity >> (code >> 3 * depth)) + (unsigned)__popc(code & 63)) & 1);
    }
#pragma unroll 8
    for (unsigned s = 0; s < FAN; s++) {
        if (blocks)
            sort_block(k, b[s], code, s);
        else
            sort_node(k, depth, last, target, b[s], code, s);
    }
}
