// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the graded walk on a GPU.  A lane bounds the eight children of its node (the bounds are
// those of src/engine/graded/graded_nodes.h), and nodes that pass wait in the queues of their
// warp.  Part of graded.cu, which explains the queues.

// ------------------------------------------------------------------ queues

// A queue whose number is known only at run time, since registers cannot be indexed.
struct queue {
    unsigned short *code;
    unsigned waiting;
};

DEVICE struct queue queue_open(const struct warp *k, int number)
{
    struct queue queue = {k->nodes->wait[number], 0};

#pragma unroll
    for (int q = 0; q < QUEUES; q++)
        queue.waiting = q == number ? k->waiting[q] : queue.waiting;
    return queue;
}

DEVICE void queue_close(struct warp *k, int number, const struct queue *queue)
{
#pragma unroll
    for (int q = 0; q < QUEUES; q++)
        k->waiting[q] = q == number ? queue->waiting : k->waiting[q];
}

// Adds the codes of lanes where `chosen` is true.
DEVICE void push(struct queue *queue, unsigned lane, unsigned code, int chosen)
{
    const unsigned mask = __ballot_sync(ALL, chosen);

    if (chosen)
        queue->code[queue->waiting + (unsigned)__popc(mask & ((1u << lane) - 1))] =
            (unsigned short)code;
    queue->waiting += (unsigned)__popc(mask);
}

// Takes up to 32 codes, *count of them, and leaves `rest`.  Other lanes get 0.
DEVICE unsigned pop(struct warp *k, int number, unsigned rest, unsigned *count)
{
    struct queue queue = queue_open(k, number);
    unsigned code = 0;

    *count = queue.waiting - rest < PM_WARP ? queue.waiting - rest : PM_WARP;
    queue.waiting -= *count;
    queue_close(k, number, &queue);
    __syncwarp(ALL);
    if (k->lane < *count)
        code = queue.code[queue.waiting + k->lane];
    __syncwarp(ALL);
    return code;
}

// ------------------------------------------------------------------ row sums

// Pointers to the row sums of a node: those of its ancestor in the group, and up to three
// tables.
struct rows {
    const double *y, *table[DEPTH];
};

// For a node `depth` levels below the group, where depth <= most.
DEVICE struct rows rows_of(const struct warp *k, const int most, int depth, unsigned code)
{
    struct rows r;

    r.y = k->y + (code >> 3 * depth);
    for (int d = 0; d < DEPTH; d++)
        r.table[d] = d < most && d < depth ? &k->row->table[d][code >> 3 * (depth - 1 - d) & 7]
                                           : &k->row->zero;
    return r;
}

// Row sum i; the ancestor's row sum is `far`.
DEVICE double row_from(const struct rows *r, const int most, double far, int i)
{
    for (int d = 0; d < most; d++)
        far += r->table[d][i * STRIDE];
    return far;
}

// Moves on by `count` rows.
DEVICE void rows_step(struct rows *r, const int most, const int count)
{
    r->y += count * PM_WARP;
    for (int d = 0; d < most; d++)
        r->table[d] += count * STRIDE;
}

DEVICE double row_sum(const struct rows *r, const int most, int i)
{
    return row_from(r, most, r->y[i * PM_WARP], i);
}

// Loads the ancestors' row sums of the next rows.  These loads are slow, so they start early: the
// barrier keeps compilers from moving them to where the values are used.  After the last row, any
// values are loaded.
DEVICE void far_load(double far[], const struct rows *r, int i, const int count)
{
#pragma unroll
    for (int j = 0; j < count; j++)
        far[j] = r->y[(i + j) * PM_WARP];
    asm volatile("" ::: "memory");
}

// x[s] = y + sum s of a table; only half of the table's row is given.
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

// Gives the blocks of the queue SINGLE whose parents are in `x` codes that do not need it.
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

// The sign of a node `depth` levels below an ancestor; bit k of `parity` is the sign of ancestor
// k.
DEVICE int is_minus(unsigned parity, int depth, unsigned code)
{
    const unsigned signs = code & ((1u << 3 * depth) - 1);

    return ((parity >> (code >> 3 * depth)) + (unsigned)__popc(signs)) & 1;
}

// Records the node whose row sums each lane puts into `x`: `depth` levels below the group.
DEVICE void settle_on(struct warp *k, int depth, unsigned code)
{
    k->last = code;
    k->last_parity = __ballot_sync(ALL, is_minus(k->parity, depth, code));
}

// ------------------------------------------------------------------ tests

DEVICE void bound_row(float b[FAN], float *keep, const float near[HALF], float y, float gap)
{
    float x[FAN];

    *keep = y;
    spread(x, y, near);
#pragma unroll 8
    for (int s = 0; s < FAN; s++)
        b[s] *= fabsf(x[s]) + gap;
}

DEVICE void times_all(float b[FAN], float factor)
{
#pragma unroll 8
    for (int s = 0; s < FAN; s++)
        b[s] *= factor;
}

// Computes bounds of the children of nodes `depth` levels below the group, and leaves the nodes'
// row sums in `x`; lanes without a node get 0.
DEVICE void bounds(float b[FAN], const struct warp *k, int depth, unsigned code, int mine)
{
    const struct pm_warp_walk *const w = k->w;
    struct rows r = rows_of(k, DEPTH - 1, depth, code);
    const float *near = k->row->near[depth], *gap = &k->row->gap[depth];
    float *x = &k->nodes->x[0][k->lane];
    const float *shrink = w->test_shrink;
    double far[RUN];

#pragma unroll 8
    for (int s = 0; s < FAN; s++)
        b[s] = mine ? w->start[k->from - 1 - depth] : 0;
    far_load(far, &r, 0, RUN);
#pragma unroll 1
    for (int i = 0; i < N; i += RUN) {
        const int whole = N % RUN == 0 || i + RUN <= N;
        const float factor = *shrink++;
        float y[RUN];
#pragma unroll
        for (int j = 0; j < RUN; j++)
            y[j] = (float)row_from(&r, DEPTH - 1, far[j], j);
        far_load(far, &r, RUN, RUN);
#pragma unroll
        for (int j = 0; j < RUN; j++)
            if (whole || j < N % RUN)
                bound_row(b, x + j * PM_WARP, near + j * SINGLE_STRIDE, y[j],
                          gap[j * SINGLE_STRIDE]);
        if (factor != 1)
            times_all(b, factor);
        rows_step(&r, DEPTH - 1, RUN);
        x += RUN * PM_WARP;
        near += RUN * SINGLE_STRIDE;
        gap += RUN * SINGLE_STRIDE;
    }
}

// b times a power of two, rounded to an integer.  It is below 2^22, since bounds up to an edge are
// measured in units of their sum.
DEVICE int units(float b, float scale)
{
    const float integer = 0x1.8p23f; // adding this rounds to integers

    return __float_as_int(fmaf(b, scale, integer)) - __float_as_int(integer);
}

// Queues blocks for compensated computation.
DEVICE void push_fine(struct warp *k, float b, unsigned code, int chosen)
{
    struct queue queue = queue_open(k, FINE);

    k->fine_bound += chosen ? __float2ll_rn(b * k->w->fine_scale) : 0;
    push(&queue, k->lane, code, chosen);
    queue_close(k, FINE, &queue);
}

// Sorts the children of each lane's node by their grade (graded_nodes.h), and adds up their
// bounds.  Nodes of the first and the last grade are kept.
DEVICE void sort(struct warp *k, const float b[FAN], int depth, unsigned code, int target,
                 int blocks)
{
    const struct pm_warp_walk *const w = k->w;
    const int level = k->from - 1 - depth, other = blocks ? PLAIN : WHOLE;
    const float *const edge = w->edge[level], *const scale = w->scale[level];
    struct queue keep = queue_open(k, target), plain = queue_open(k, other);
    int skip_sum = 0, single_sum = 0, plain_sum = 0;

#pragma unroll 8
    for (unsigned s = 0; s < FAN; s++) {
        const int single = b[s] > edge[PM_GRADE_SKIP], high = b[s] > edge[PM_GRADE_SINGLE];
        const int fine = b[s] > edge[PM_GRADE_PLAIN];
        const int bound = units(b[s], fine     ? 0
                                      : high   ? scale[PM_GRADE_PLAIN]
                                      : single ? scale[PM_GRADE_SINGLE]
                                               : scale[PM_GRADE_SKIP]);

        skip_sum += single ? 0 : bound;
        single_sum += single && !high ? bound : 0;
        push(&keep, k->lane, (blocks ? k->lane : code) * FAN + s,
             single && (!high || (fine && !blocks)));
        if (__ballot_sync(ALL, high) == 0)
            continue;
        plain_sum += high ? bound : 0;
        push(&plain, k->lane, code * FAN + s, high && !fine);
        if (blocks && __ballot_sync(ALL, fine) != 0)
            push_fine(k, b[s], code * FAN + s, fine);
    }
    queue_close(k, target, &keep);
    queue_close(k, other, &plain);
#pragma unroll
    for (int d = 0; d < DEPTH; d++)
        k->skipped[d] += d == depth ? skip_sum : 0;
    k->single_bound += single_sum;
    k->plain_bound += blocks ? plain_sum : 0;
    k->whole_bound += blocks ? 0 : plain_sum;
}

// Tests the children of nodes `depth` levels below the group, and queues those that pass.  `last`:
// these are the last of the stage; `blocks`: the stage ends with blocks.
DEVICE void test(struct warp *k, int depth, int last, int blocks)
{
    unsigned count = k->count, code = k->lane;
    float b[FAN];

    if (blocks)
        settle(k);
    if (depth > 0)
        code = pop(k, depth - 1, 0, &count);
    const int mine = k->lane < count;
    code = mine ? code : 0;
    settle_on(k, depth, code);
    bounds(b, k, depth, code, mine);
#pragma unroll
    for (int d = 0; d < DEPTH; d++)
        k->tested[d] += d == depth ? FAN * count : 0;
    sort(k, b, depth, code, last ? SURVIVORS : depth, last && blocks);
}
