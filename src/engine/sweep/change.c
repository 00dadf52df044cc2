/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves numbers when slots change places.  An exchange processes the vector in tiles.  Each tile is
 * copied, and its numbers are written back in their new order; the order is computed once for all
 * tiles with the same number of ones.  When a slot is added or removed, whole blocks move.  Each
 * change is one pass over the vector, whose time is mostly that of memory. */
#include "engine/sweep/change.h"

#include "base/alloc.h"
#include "base/bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    LINE = 64,       /* bytes of a cache line */
    PAGE = 2 << 20,  /* bytes of a huge page */
    PAGED = 4 * PAGE /* shorter vectors get no huge pages */
};

static const double MOST = 0x1p62; /* largest vector in bytes */

/* ----------------------------------------------------------------- the change */

/* Moves the bits of a state after the change to the places that they had before it. */
static uint64_t old_bits(const struct pm_sweep_change *change, uint64_t bits)
{
    uint64_t old = 0;
    for (; bits != 0; bits &= bits - 1) {
        const int from = change->from[__builtin_ctzll(bits)];
        old |= from >= 0 ? UINT64_C(1) << from : 0;
    }
    return old;
}

/* The same of all states below 2^low. */
static void old_bits_below(uint64_t below[1 << PM_SWEEP_LOW], const struct pm_sweep_change *change)
{
    below[0] = 0;
    for (uint64_t l = 1; l < UINT64_C(1) << change->shape.low; l++)
        below[l] = below[l & (l - 1)] | old_bits(change, l & -l);
}

/* The high places whose bits an exchange moves, as a mask; bit 0 is the lowest high place. */
static uint64_t moving_bits(const struct pm_sweep_change *change)
{
    const int low = change->shape.low;
    uint64_t moving = 0;
    for (int i = low; i < change->shape.width; i++)
        if (change->from[i] != i)
            moving |= UINT64_C(1) << (i - low);
    return moving;
}

/* The high place where PM_SWEEP_RISE inserts the new slot, or where PM_SWEEP_FALL removes one; the
 * lowest is 0. */
static int changed_place(const struct pm_sweep_change *change)
{
    int place = change->shape.low;
    while (place < change->shape.width && change->from[place] == place)
        place++;
    return place - change->shape.low;
}

/* ----------------------------------------------------------------- the vector */

pm_status pm_sweep_memory(char **memory, size_t bytes)
{
    *memory = pm_alloc_aligned(bytes >= PAGED ? PAGE : LINE, bytes + LINE);
    if (*memory != NULL && bytes >= PAGED)
        madvise(*memory, bytes, MADV_HUGEPAGE);
    return *memory != NULL ? PM_OK : PM_NOMEM;
}

pm_status pm_sweep_vector_init(struct pm_sweep_vector *vector, const struct pm_sweep_passes *passes,
                               size_t size, int threads)
{
    const struct pm_sweep_shape shape = {.states = passes->pass[0].shape.states};
    const double bytes = passes->room_numbers * (double)size;
    const size_t spare = (size_t)fmax(passes->copied, PM_SWEEP_PAD) * size;
    *vector = (struct pm_sweep_vector){.size = size, .threads = threads};
    if (bytes > MOST)
        return pm_fail(PM_NOMEM, "out of memory for %.3g bytes", bytes);
    vector->bytes = (size_t)bytes;
    pm_status status = pm_sweep_memory(&vector->number, vector->bytes);
    PM_THEN(status, pm_sweep_memory(&vector->spare, spare));
    PM_THEN(status, pm_sweep_frame_set(&vector->frame, &shape));
    if (status == PM_OK)
        memset(vector->number, 0, PM_SWEEP_PAD * size);
    else
        pm_sweep_vector_clear(vector);
    return status;
}

void pm_sweep_vector_clear(struct pm_sweep_vector *vector)
{
    PM_FREE(vector->number, vector->spare);
    PM_EACH(pm_sweep_frame_clear, &vector->frame, &vector->old);
    *vector = (struct pm_sweep_vector){.number = NULL};
}

double pm_sweep_vector_bytes(const struct pm_sweep_passes *passes, size_t size)
{
    return (passes->room_numbers + passes->copied) * (double)size +
           2 * sizeof(uint32_t) * passes->high + 0x1p20;
}

/* ---------------------------------------------------------------- moving bits */

/* dst[i] = src[at[i]]. */
#define GATHER(type)                                                                               \
    static void gather_##type(void *dst, const void *src, const uint16_t *at, size_t n)            \
    {                                                                                              \
        type *const d = dst;                                                                       \
        const type *const s = src;                                                                 \
        _Pragma("GCC unroll 8") for (size_t i = 0; i < n; i++) d[i] = s[at[i]];                    \
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

/* The old bits of a pattern of new ones: the block of the tile, and the low bits. */
struct source {
    uint16_t block, low;
};

/* An exchange is done in tiles: the states that agree in all high bits except those that move.  A
 * tile is copied, and its numbers are written back in another order, the same for all tiles of a
 * class.  The blocks of the copy are separated by a cache line.  Otherwise, reading many blocks at
 * the same place would use the same set of the cache. */
struct exchange {
    struct pm_sweep_vector *vector;
    gatherer *gather;
    uint64_t moving, others;          /* high bits: those that move, those that stay */
    int bits;                         /* number of bits that move */
    uint32_t *high;                   /* high bits of the blocks of a tile */
    uint16_t *at[PM_SWEEP_SLOTS + 1]; /* by number of ones among the other high bits: sources in the
                                       * copy */
    size_t room;                      /* numbers of a copy */
    struct source below[1 << PM_SWEEP_LOW]; /* of the low bits */
};

static struct source source_of(const struct exchange *e, int low, uint64_t old)
{
    return (struct source){(uint16_t)pm_sweep_extract(old >> low, e->moving),
                           (uint16_t)(old & ((UINT64_C(1) << low) - 1))};
}

/* Computes the order for tiles with `ones` ones among the other bits. */
static pm_status order_tile(struct exchange *e, const struct pm_sweep_change *change, int ones)
{
    const struct pm_sweep_frame *const f = &e->vector->frame;
    uint32_t base[1 << PM_SWEEP_LOW], copy[1 << PM_SWEEP_LOW], numbers = 0;
    uint16_t *at;

    for (int b = 0; b < 1 << e->bits; b++) {
        base[b] = numbers;
        copy[b] = numbers + PM_SWEEP_PAD * (uint32_t)b;
        numbers += PM_SWEEP_PAD * (uint32_t)f->pads[ones + pm_popcount((uint64_t)b)];
    }
    PM_NEW(at, numbers);
    e->at[ones] = at;
    for (int b = 0; b < 1 << e->bits; b++) {
        const int pop = ones + pm_popcount((uint64_t)b), class = f->class[pop];
        const struct source above =
            source_of(e, f->shape.low, old_bits(change, (uint64_t)e->high[b] << f->shape.low));
        const uint16_t *const list = f->list + (class < 0 ? 0 : f->start[class]);
        for (uint32_t i = 0; i < f->count[pop]; i++) {
            const struct source s = e->below[list[i]];
            at[base[b] + i] = (uint16_t)(copy[above.block | s.block] + f->rank[above.low | s.low]);
        }
        for (uint32_t i = f->count[pop]; i < PM_SWEEP_PAD * (uint32_t)f->pads[pop]; i++)
            at[base[b] + i] = (uint16_t)(copy[b] + i);
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
        memcpy(copy + pad * (done + (size_t)b), v->number + pad * f->base[h], pad * pads);
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
    uint64_t below[1 << PM_SWEEP_LOW];
    e->moving = moving_bits(change);
    e->bits = pm_popcount(e->moving);
    e->others = ((UINT64_C(1) << f->high) - 1) & ~e->moving;
    PM_NEW(e->high, 1 << e->bits);
    for (int b = 0; b < 1 << e->bits; b++)
        e->high[b] = (uint32_t)pm_sweep_deposit((uint64_t)b, e->moving);
    old_bits_below(below, change);
    for (uint64_t l = 0; l < UINT64_C(1) << f->shape.low; l++)
        e->below[l] = source_of(e, f->shape.low, below[l]);
    for (int ones = 0; ones <= f->high - e->bits; ones++) {
        size_t numbers = 0;
        for (int b = 0; b < 1 << e->bits; b++)
            numbers += PM_SWEEP_PAD * (size_t)f->pads[ones + pm_popcount((uint64_t)b)];
        const size_t room = numbers + (PM_SWEEP_PAD << e->bits);
        e->room = room > e->room ? room : e->room;
        if (numbers > 0)
            PM_TRY(order_tile(e, change, ones));
    }
    return PM_OK;
}

static pm_status exchange(struct pm_sweep_vector *v, const struct pm_sweep_change *change)
{
    struct exchange e = {.vector = v, .gather = gatherer_of(v->size)};
    char *copies = NULL;
    const int threads = pm_sweep_frame_room(&v->frame) >= PM_SWEEP_LONG ? v->threads : 1;
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
    PM_FREE(e.high, copies);
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

/* Adds a high slot: runs of blocks move up, the last one first, with zeros between them. */
static pm_status rise(struct pm_sweep_vector *v, const struct pm_sweep_change *change)
{
    PM_TRY(keep_frame(v, &change->shape));
    const struct pm_sweep_frame *const f = &v->frame, *const old = &v->old;
    const size_t run = (size_t)1 << changed_place(change), pad = PM_SWEEP_PAD * v->size;
    const size_t kept = change->fresh != 0 ? run : 0;
    for (size_t h = (size_t)1 << old->high; h > 0;) {
        h -= run;
        const size_t to = 2 * h + kept, none = 2 * h + run - kept;
        memmove(v->number + pad * f->base[to], v->number + pad * old->base[h],
                pad * (old->base[h + run] - old->base[h]));
        memset(v->number + pad * f->base[none], 0, pad * (f->base[none + run] - f->base[none]));
    }
    return PM_OK;
}

/* Removes a high slot: runs of blocks move down. */
static pm_status fall(struct pm_sweep_vector *v, const struct pm_sweep_change *change)
{
    PM_TRY(keep_frame(v, &change->shape));
    const struct pm_sweep_frame *const f = &v->frame;
    const size_t run = (size_t)1 << changed_place(change), blocks = (size_t)1 << f->high;
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
    uint64_t fresh = 0, below[1 << PM_SWEEP_LOW];
    for (int i = 0; i < f->shape.width; i++)
        fresh |= (uint64_t)(change->from[i] < 0) << i;
    old_bits_below(below, change);
    memset(v->spare, 0, pm_sweep_frame_room(f) * v->size);
    for (uint64_t h = 0; h < UINT64_C(1) << f->high; h++) {
        const int ones = pm_popcount(h);
        const uint64_t above = old_bits(change, h << f->shape.low) | change->kept;
        for (uint32_t i = 0; i < f->count[ones]; i++) {
            const uint16_t l = f->list[f->start[f->class[ones]] + i];
            if (((h << f->shape.low | l) & fresh) != change->fresh)
                continue;
            const uint64_t old = above | below[l];
            const size_t from =
                PM_SWEEP_PAD * (size_t)g->base[old >> g->shape.low] + g->rank[old & low_mask];
            char *const to = v->spare + (PM_SWEEP_PAD * (size_t)f->base[h] + i) * v->size;
            if (v->size == sizeof(uint32_t)) /* residues: a move of known size is faster */
                memcpy(to, v->number + from * sizeof(uint32_t), sizeof(uint32_t));
            else
                memcpy(to, v->number + from * v->size, v->size);
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

pm_status pm_sweep_change_back(struct pm_sweep_vector *vector, const struct pm_sweep_change *change,
                               const struct pm_sweep_shape *before)
{
    static const enum pm_sweep_move backwards[] = {
        [PM_SWEEP_STAY] = PM_SWEEP_STAY,     [PM_SWEEP_EXCHANGE] = PM_SWEEP_EXCHANGE,
        [PM_SWEEP_RISE] = PM_SWEEP_FALL,     [PM_SWEEP_FALL] = PM_SWEEP_RISE,
        [PM_SWEEP_REMAKE] = PM_SWEEP_REMAKE,
    };
    struct pm_sweep_change back = {.move = backwards[change->move],
                                   .shape = *before,
                                   .fresh = change->kept,
                                   .kept = change->fresh};
    memset(back.from, -1, sizeof back.from);
    for (int i = 0; i < change->shape.width; i++)
        if (change->from[i] >= 0)
            back.from[change->from[i]] = (int8_t)i;
    return pm_sweep_change(vector, &back);
}
