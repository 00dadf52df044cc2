/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Square tables list their states, sorted by class: 8 bytes for every subset.  For the others, a
 * state's rank among those of its class is the state itself, or the state without its lowest bit.
 */
#include "proof/table_layout.h"

#include "base/alloc.h"
#include "base/status.h"

#include <math.h>
#include <stdlib.h>

/* The number of classes that states of so many bits have. */
static int classes_of(enum pm_order_class states, int bits)
{
    return states == PM_ORDER_SQUARE ? bits + 1 : states == PM_ORDER_EVEN ? 2 : 1;
}

enum { LOW = 8 }; /* bits whose ones are looked up */

/* Sorts the states of square tables by the number of their ones. */
static pm_status sort(struct pm_proof_bits *b)
{
    const uint32_t states = (uint32_t)(((uint64_t)1 << b->count) - 1); /* the last one */
    uint8_t ones[1 << LOW];
    size_t next[PM_PROOF_WIDTH + 1];

    PM_NEW(b->rank, (size_t)states + 1);
    PM_NEW(b->list, (size_t)states + 1);
    for (int c = 0; c <= b->count; c++)
        next[c] = b->start[c];
    for (uint32_t low = 0; low < UINT32_C(1) << LOW; low++)
        ones[low] = (uint8_t)__builtin_popcount((low ^ b->rows) & ((1 << LOW) - 1));
    for (uint32_t high = 0; high <= states >> LOW; high++) {
        const int more = __builtin_popcount(high ^ b->rows >> LOW);
        for (uint32_t low = 0; low < UINT32_C(1) << LOW && (high << LOW | low) <= states; low++) {
            const uint32_t s = high << LOW | low;
            const int class = more + ones[low];
            b->rank[s] = (uint32_t)(next[class] - b->start[class]);
            b->list[next[class]++] = s;
        }
    }
    return PM_OK;
}

/* Where the classes begin: binomial coefficients. */
static pm_status count_classes(struct pm_proof_bits *b)
{
    size_t members = 1;

    PM_NEW(b->start, b->count + 2);
    for (int c = 0; c <= b->count; c++) {
        b->start[c + 1] = b->start[c] + members;
        members = members * (size_t)(b->count - c) / (size_t)(c + 1);
    }
    return PM_OK;
}

static pm_status init_bits(struct pm_proof_bits *b, enum pm_order_class states, const int *vertex,
                           int count, const bool *column)
{
    b->count = count;
    PM_NEW(b->vertex, count);
    for (int k = 0; k < count; k++) {
        b->vertex[k] = vertex[k];
        if (states == PM_ORDER_SQUARE && !column[vertex[k]])
            b->rows |= UINT32_C(1) << k;
    }
    return states == PM_ORDER_SQUARE ? count_classes(b) : PM_OK;
}

static size_t members(const struct pm_proof_layout *l, const struct pm_proof_bits *b, int class)
{
    if (l->states == PM_ORDER_SQUARE)
        return class < 0 || class > b->count ? 0 : b->start[class + 1] - b->start[class];
    if (l->states == PM_ORDER_FREE)
        return (size_t)1 << b->count;
    return b->count > 0 ? (size_t)1 << (b->count - 1) : class == 0;
}

size_t pm_proof_height(const struct pm_proof_layout *layout, int class)
{
    return members(layout, &layout->x, pm_proof_class_other(layout, class));
}

pm_status pm_proof_layout_new(struct pm_proof_layout **layout, enum pm_order_class states, int ones,
                              const int *vertex, int x, int y, const bool *column)
{
    struct pm_proof_layout *l;
    pm_status status;

    PM_NEW(l, 1);
    l->states = states;
    l->ones = ones;
    PM_TRY_GOTO(status, init_bits(&l->x, states, vertex, x, column), done);
    PM_TRY_GOTO(status, init_bits(&l->y, states, vertex + x, y, column), done);
    l->classes = classes_of(states, y);
    for (int k = 0; k < y; k++)
        l->class_of_none += l->y.rows >> k & 1;
    l->class_mask = states == PM_ORDER_SQUARE ? 0xffff : states == PM_ORDER_EVEN ? 1 : 0;
    PM_NEW_GOTO(status, l->first, l->classes, done);
    PM_NEW_GOTO(status, l->width, l->classes, done);
    for (int c = 0; c < l->classes; c++) {
        l->first[c] = l->length;
        l->width[c] = members(l, &l->y, c);
        l->length += l->width[c] * pm_proof_height(l, c);
    }
done:
    PM_GIVE(layout, l, status, pm_proof_layout_free);
}

pm_status pm_proof_layout_list(struct pm_proof_layout *l)
{
    if (l->states != PM_ORDER_SQUARE || l->y.list != NULL)
        return PM_OK;
    PM_TRY(sort(&l->x));
    return sort(&l->y);
}

double pm_proof_layout_list_bytes(const struct pm_proof_layout *l)
{
    return l->states == PM_ORDER_SQUARE ? 2 * sizeof(uint32_t) * exp2(l->y.count) : 0;
}

static void clear_bits(struct pm_proof_bits *b)
{
    PM_FREE(b->vertex, b->rank, b->list, b->start);
}

void pm_proof_layout_free(struct pm_proof_layout *layout)
{
    if (layout == NULL)
        return;
    clear_bits(&layout->x);
    clear_bits(&layout->y);
    PM_FREE(layout->first, layout->width, layout);
}

int pm_proof_bit_of(const struct pm_proof_layout *l, int vertex)
{
    for (int k = 0; k < l->y.count; k++)
        if (l->y.vertex[k] == vertex)
            return k;
    for (int k = 0; k < l->x.count; k++)
        if (l->x.vertex[k] == vertex)
            return PM_PROOF_WIDTH + k;
    return -1;
}

/* The image of one vertex. */
static uint64_t image_of(const struct pm_proof_layout *to, int vertex)
{
    const int bit = pm_proof_bit_of(to, vertex);
    uint64_t class = 0;

    if (bit >= 0 && bit < PM_PROOF_WIDTH)
        class = to->y.rows >> bit & 1 ? UINT64_C(0xffff) : UINT64_C(1);
    return bit < 0 ? 0 : (UINT64_C(1) << bit) + (class << 48);
}

void pm_proof_map_bits(struct pm_proof_map *map, const uint64_t image[PM_PROOF_WIDTH])
{
    for (int byte = 0; byte < 4; byte++) {
        map->part[byte][0] = 0;
        for (int s = 1; s < 256; s++)
            map->part[byte][s] =
                map->part[byte][s & (s - 1)] + image[8 * byte + __builtin_ctz((unsigned)s)];
    }
}

void pm_proof_map_init(struct pm_proof_map *map, const int *vertex, int count,
                       const struct pm_proof_layout *to)
{
    uint64_t image[PM_PROOF_WIDTH] = {0};

    for (int k = 0; k < count; k++)
        image[k] = image_of(to, vertex[k]);
    pm_proof_map_bits(map, image);
}
