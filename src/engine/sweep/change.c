/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sweep/change.h"

#include "base/alloc.h"
#include "base/bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define LINE 64
#define HUGE ((size_t)2 << 20) /* bytes of a large page */
#define LONG ((size_t)1 << 15) /* numbers that are worth threads */

/* ----------------------------------------------------------------- the vector */

static pm_status take(char **memory, double numbers, size_t size)
{
    const double bytes = numbers * (double)size;
    const size_t line = bytes >= 4.0 * (double)HUGE ? HUGE : LINE;
    void *p = NULL;
    if (bytes > 0x1p62 || posix_memalign(&p, line, ((size_t)bytes + line - 1) / line * line) != 0)
        return pm_fail(PM_NOMEM, "out of memory for %.3g numbers", numbers);
    if (line == HUGE)
        (void)!madvise(p, (size_t)bytes, MADV_HUGEPAGE);
    *memory = p;
    return PM_OK;
}

pm_status pm_sweep_vector_init(struct pm_sweep_vector *vector, const struct pm_sweep_passes *passes,
                               size_t size, int threads)
{
    const struct pm_sweep_shape shape = {.states = passes->pass[0].shape.states};
    *vector = (struct pm_sweep_vector){.size = size, .threads = threads};
    pm_status status = take(&vector->number, passes->room_numbers, size);
    if (status == PM_OK)
        status = take(&vector->spare, fmax(passes->copied, PM_SWEEP_PAD), size);
    if (status == PM_OK)
        status = pm_sweep_frame_set(&vector->frame, &shape);
    if (status == PM_OK)
        memset(vector->number, 0, PM_SWEEP_PAD * size);
    else
        pm_sweep_vector_clear(vector);
    return status;
}

void pm_sweep_vector_clear(struct pm_sweep_vector *vector)
{
    free(vector->number);
    free(vector->spare);
    pm_sweep_frame_clear(&vector->frame);
    pm_sweep_frame_clear(&vector->old);
    *vector = (struct pm_sweep_vector){.number = NULL};
}

double pm_sweep_vector_bytes(const struct pm_sweep_passes *passes, size_t size)
{
    return (passes->room_numbers + passes->copied) * (double)size +
           2 * sizeof(uint32_t) * passes->high + 0x1p20;
}

/* ---------------------------------------------------------------- moving bits */

/* The old state of a new one: bits move by tables of high and low parts. */
struct mover {
    const struct pm_sweep_change *change;
    uint64_t *low; /* the old bits of every pattern of low bits */
};

static uint64_t old_bits(const struct pm_sweep_change *c, uint64_t bits)
{
    uint64_t old = 0;
    for (int i = 0; i < c->shape.width; i++)
        if (c->from[i] >= 0)
            old |= (bits >> i & 1) << c->from[i];
    return old;
}

/* dst[i] = src[at[i]]. */
#define GATHER(type)                                                                               \
    static void gather_##type(void *dst, const void *src, const uint16_t *at, size_t n)            \
    {                                                                                              \
        type *const d = dst;                                                                       \
        const type *const s = src;                                                                 \
        for (size_t i = 0; i < n; i++)                                                             \
            d[i] = s[at[i]];                                                                       \
    }
typedef struct {
    uint64_t word[2];
} pair;
typedef struct {
    uint64_t word[3];
} triple;
typedef struct {
    uint64_t word[5];
} quintuple;
GATHER(uint32_t)
GATHER(uint64_t)
GATHER(pair)
GATHER(triple)
GATHER(quintuple)

typedef void gatherer(void *dst, const void *src, const uint16_t *at, size_t n);

static gatherer *gatherer_of(size_t size)
{
    return size == 4    ? gather_uint32_t
           : size == 8  ? gather_uint64_t
           : size == 16 ? gather_pair
           : size == 24 ? gather_triple
                        : gather_quintuple;
}

/* ------------------------------------------------------------------- exchange */

/* An exchange is done in tiles: the states that agree in all high bits but those that move.  A tile
 * is copied, and its numbers come back in another order, the same for all tiles of one class. */
struct exchange {
    struct pm_sweep_vector *vector;
    gatherer *gather;
    uint64_t moving, others;          /* high bits: that move, that stay */
    int bits;                         /* that move */
    uint32_t *high;                   /* high bits of the blocks of a tile */
    uint16_t *at[PM_SWEEP_SLOTS + 1]; /* by ones among the other high bits: sources in the copy */
    size_t room;                      /* numbers of a tile, padded */
};

/* The order for tiles with so many ones among the other bits. */
static pm_status order_tile(struct exchange *e, const struct pm_sweep_change *change, int ones)
{
    const struct pm_sweep_frame *const f = &e->vector->frame;
    const int low = f->shape.low;
    const uint32_t low_mask = (UINT32_C(1) << low) - 1;
    uint32_t base[1 << PM_SWEEP_SWAPS], numbers = 0;
    uint64_t moved[1 << PM_SWEEP_LOW];
    uint16_t *at;

    for (int b = 0; b < 1 << e->bits; b++) {
        base[b] = numbers;
        numbers += PM_SWEEP_PAD * (uint32_t)f->pads[ones + pm_popcount((uint64_t)b)];
    }
    PM_NEW(at, numbers);
    e->at[ones] = at;
    for (uint32_t l = 0; l <= low_mask; l++)
        moved[l] = old_bits(change, l);
    for (int b = 0; b < 1 << e->bits; b++) {
        const int pop = ones + pm_popcount((uint64_t)b), class = f->class[pop];
        const uint64_t above = old_bits(change, (uint64_t)e->high[b] << low);
        const uint16_t *const list = f->list + (class < 0 ? 0 : f->start[class]);
        for (uint32_t i = 0; i < f->count[pop]; i++) {
            const uint64_t old = above | moved[list[i]];
            uint32_t block = 0;
            uint64_t mask = e->moving;
            for (int k = 0; mask != 0; k++, mask &= mask - 1)
                block |= (uint32_t)((old >> low & mask & -mask) != 0) << k;
            at[base[b] + i] = (uint16_t)(base[block] + f->rank[old & low_mask]);
        }
        for (uint32_t i = f->count[pop]; i < PM_SWEEP_PAD * (uint32_t)f->pads[pop]; i++)
            at[base[b] + i] = (uint16_t)(base[b] + i);
    }
    return PM_OK;
}

static void exchange_tile(const struct exchange *e, uint64_t others, char *copy)
{
    const struct pm_sweep_vector *const v = e->vector;
    const struct pm_sweep_frame *const f = &v->frame;
    const int ones = pm_popcount(others), blocks = 1 << e->bits;
    const size_t pad = PM_SWEEP_PAD * v->size;
    size_t done = 0;

    for (int b = 0; b < blocks; b++) {
        const uint64_t h = others | e->high[b];
        const size_t pads = f->base[h + 1] - f->base[h];
        memcpy(copy + pad * done, v->number + pad * f->base[h], pad * pads);
        done += pads;
    }
    done = 0;
    for (int b = 0; b < blocks; b++) {
        const uint64_t h = others | e->high[b];
        const size_t pads = f->base[h + 1] - f->base[h];
        e->gather(v->number + pad * f->base[h], copy, e->at[ones] + PM_SWEEP_PAD * done,
                  PM_SWEEP_PAD * pads);
        done += pads;
    }
}

static pm_status exchange_begin(struct exchange *e, const struct pm_sweep_change *change)
{
    const struct pm_sweep_frame *const f = &e->vector->frame;
    const int low = f->shape.low;
    for (int i = low; i < f->shape.width; i++)
        if (change->from[i] != i)
            e->moving |= UINT64_C(1) << (i - low);
    e->bits = pm_popcount(e->moving);
    e->others = ((UINT64_C(1) << f->high) - 1) & ~e->moving;
    PM_NEW(e->high, 1 << e->bits);
    for (int b = 0; b < 1 << e->bits; b++)
        e->high[b] = (uint32_t)pm_sweep_deposit((uint64_t)b, e->moving);
    for (int ones = 0; ones <= f->high - e->bits; ones++) {
        size_t numbers = 0;
        for (int b = 0; b < 1 << e->bits; b++)
            numbers += PM_SWEEP_PAD * (size_t)f->pads[ones + pm_popcount((uint64_t)b)];
        e->room = numbers > e->room ? numbers : e->room;
        if (numbers > 0)
            PM_TRY(order_tile(e, change, ones));
    }
    return PM_OK;
}

static pm_status exchange(struct pm_sweep_vector *v, const struct pm_sweep_change *change)
{
    struct exchange e = {.vector = v, .gather = gatherer_of(v->size)};
    char *copies = NULL;
    const int threads = pm_sweep_frame_room(&v->frame) >= LONG ? v->threads : 1;
    pm_status status;

    PM_TRY_GOTO(status, exchange_begin(&e, change), done);
    const size_t bytes = e.room * v->size;
    if ((copies = pm_alloc((size_t)threads, bytes)) == NULL) {
        status = PM_NOMEM;
        goto done;
    }
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (int k = 0; k < threads; k++) {
        const uint64_t tiles = UINT64_C(1) << pm_popcount(e.others);
        const uint64_t first = tiles * (uint64_t)k / (uint64_t)threads;
        const uint64_t end = tiles * (uint64_t)(k + 1) / (uint64_t)threads;
        uint64_t others = pm_sweep_deposit(first, e.others);
        for (uint64_t t = first; t < end; t++) {
            if (e.at[pm_popcount(others)] != NULL)
                exchange_tile(&e, others, copies + (size_t)k * bytes);
            others = ((others | ~e.others) + 1) & e.others;
        }
    }
done:
    for (int ones = 0; ones <= PM_SWEEP_SLOTS; ones++)
        free(e.at[ones]);
    free(e.high);
    free(copies);
    return status;
}

/* -------------------------------------------------------------- up, down, anew */

static pm_status keep_frame(struct pm_sweep_vector *v, const struct pm_sweep_shape *shape)
{
    pm_sweep_frame_clear(&v->old);
    v->old = v->frame;
    v->frame = (struct pm_sweep_frame){.base = NULL};
    return pm_sweep_frame_set(&v->frame, shape);
}

/* A new slot on top: all numbers stand together where its bit has its first value. */
static pm_status rise(struct pm_sweep_vector *v, const struct pm_sweep_change *change)
{
    PM_TRY(keep_frame(v, &change->shape));
    const size_t before = pm_sweep_frame_room(&v->old) * v->size;
    const size_t after = pm_sweep_frame_room(&v->frame) * v->size;
    if (change->fresh != 0) {
        memmove(v->number + (after - before), v->number, before);
        memset(v->number, 0, after - before);
    } else {
        memset(v->number + before, 0, after - before);
    }
    return PM_OK;
}

/* A high slot goes: runs of blocks come down. */
static pm_status fall(struct pm_sweep_vector *v, const struct pm_sweep_change *change)
{
    int place = v->frame.shape.low;
    while (place < change->shape.width && change->from[place] == place)
        place++;
    PM_TRY(keep_frame(v, &change->shape));
    const struct pm_sweep_frame *const f = &v->frame;
    const int bit = place - f->shape.low;
    const size_t run = (size_t)1 << bit, blocks = (size_t)1 << f->high;
    const size_t pad = PM_SWEEP_PAD * v->size, kept = change->kept != 0 ? run : 0;
    for (size_t h = 0; h < blocks; h += run)
        memmove(v->number + pad * f->base[h], v->number + pad * v->old.base[2 * h + kept],
                pad * (f->base[h + run] - f->base[h]));
    return PM_OK;
}

static pm_status remake(struct pm_sweep_vector *v, const struct pm_sweep_change *change)
{
    PM_TRY(keep_frame(v, &change->shape));
    const struct pm_sweep_frame *const f = &v->frame, *const g = &v->old;
    const uint64_t low_mask = (UINT64_C(1) << g->shape.low) - 1;
    uint64_t fresh = 0;
    for (int i = 0; i < f->shape.width; i++)
        fresh |= (uint64_t)(change->from[i] < 0) << i;
    memset(v->spare, 0, pm_sweep_frame_room(f) * v->size);
    for (uint64_t h = 0; h < UINT64_C(1) << f->high; h++) {
        const int ones = pm_popcount(h);
        for (uint32_t i = 0; i < f->count[ones]; i++) {
            const uint64_t s = h << f->shape.low | f->list[f->start[f->class[ones]] + i];
            if ((s & fresh) != change->fresh)
                continue;
            const uint64_t old = old_bits(change, s) | change->kept;
            const size_t from =
                PM_SWEEP_PAD * (size_t)g->base[old >> g->shape.low] + g->rank[old & low_mask];
            memcpy(v->spare + (PM_SWEEP_PAD * (size_t)f->base[h] + i) * v->size,
                   v->number + from * v->size, v->size);
        }
    }
    memcpy(v->number, v->spare, pm_sweep_frame_room(f) * v->size);
    return PM_OK;
}

pm_status pm_sweep_change(struct pm_sweep_vector *vector, const struct pm_sweep_change *change)
{
    static pm_status (*const moves[])(struct pm_sweep_vector *, const struct pm_sweep_change *) = {
        [PM_SWEEP_EXCHANGE] = exchange,
        [PM_SWEEP_RISE] = rise,
        [PM_SWEEP_FALL] = fall,
        [PM_SWEEP_REMAKE] = remake,
    };
    return change->move == PM_SWEEP_STAY ? PM_OK : moves[change->move](vector, change);
}
