/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program of the mirror is compiled up to X, with a mark at A.  A run copies the vector A, goes
 * on to X, and adds up the products of X with A.  Numbers of A are looked up: a state of X names
 * the vertices on the right that are covered; their images are not covered in A, and have their
 * bits at other places. */
#include "engine/sweep/middle.h"

#include "base/alloc.h"
#include "base/bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

pm_status pm_sweep_middle_new(struct pm_sweep_middle **middle, bool *open,
                              const struct pm_order_graph *graph, const int *sequence)
{
    struct pm_sweep_mirror *mirror;
    struct pm_sweep_middle *m;

    *middle = NULL;
    PM_TRY(pm_sweep_mirror_new(&mirror, open, graph, sequence));
    if (mirror == NULL)
        return PM_OK;
    if ((m = pm_alloc(1, sizeof *m)) == NULL) {
        pm_sweep_mirror_free(mirror);
        return PM_NOMEM;
    }
    m->mirror = mirror;
    m->mark[0].operation = mirror->half;
    m->mark[1].operation = mirror->end;
    const pm_status status =
        pm_sweep_passes_until(&m->passes, m->mark, 2, mirror->graph, mirror->program);
    if (status == PM_OK)
        *middle = m;
    else
        pm_sweep_middle_free(m);
    return status == PM_UNABLE ? PM_OK : status;
}

void pm_sweep_middle_free(struct pm_sweep_middle *middle)
{
    if (middle == NULL)
        return;
    pm_sweep_passes_free(middle->passes);
    pm_sweep_mirror_free(middle->mirror);
    free(middle);
}

double pm_sweep_middle_bytes(const struct pm_sweep_middle *middle, size_t size)
{
    const struct pm_sweep_shape *const a = &middle->mark[0].shape;

    return pm_sweep_vector_bytes(middle->passes, size) + pm_sweep_shape_room(a) * (double)size +
           sizeof(uint32_t) * ldexp(1, a->width - a->low);
}

double pm_sweep_middle_products(const struct pm_sweep_middle *middle)
{
    const struct pm_sweep_shape *const x = &middle->mark[1].shape;

    return pm_order_states(x->states, x->width, x->ones);
}

bool pm_sweep_middle_fits(const struct pm_ring *ring)
{
    return ring->number == PM_MOD && ring->p >> PM_SWEEP_PRIME_BITS == 0;
}

/* ------------------------------------------------------------------ the product */

/* Both vectors. */
struct both {
    const struct pm_sweep_frame *a, *x;
    const uint32_t *a_number, *x_number;
    uint64_t image[PM_SWEEP_SLOTS];    /* the bit in A for each place in X */
    uint64_t flips;                    /* the bits of A for the state 0 of X */
    uint64_t below[1 << PM_SWEEP_LOW]; /* the bits of A for low bits of X */
    uint64_t p;
};

/* The bits of A for some bits of X. */
static uint64_t image_of(const struct both *b, uint64_t bits)
{
    uint64_t image = 0;

    for (; bits != 0; bits &= bits - 1)
        image |= b->image[__builtin_ctzll(bits)];
    return image;
}

static void set_images(struct both *b, const struct pm_sweep_middle *m)
{
    const struct pm_sweep_mark *const a = &m->mark[0], *const x = &m->mark[1];

    for (int i = 0; i < x->shape.width; i++) {
        int k = 0;
        while (m->mirror->image[a->vertex[k]] != x->vertex[i])
            k++;
        b->image[i] = UINT64_C(1) << k;
    }
    const uint64_t all = (UINT64_C(1) << x->shape.width) - 1;
    b->flips = a->uncovered ^ image_of(b, all ^ x->uncovered);
    for (uint64_t l = 0; l < UINT64_C(1) << x->shape.low; l++)
        b->below[l] = image_of(b, l);
}

/* The sum for a block of X.  At most 2^PM_SWEEP_LOW halves of products do not overflow. */
static uint64_t multiply_block(const struct both *b, uint64_t h)
{
    const struct pm_sweep_frame *const a = b->a, *const x = b->x;
    const uint64_t above = image_of(b, h << x->shape.low) ^ b->flips;
    const uint64_t low_mask = (UINT64_C(1) << a->shape.low) - 1;
    const int ones = pm_popcount(h), class = x->class[ones];
    const uint16_t *const list = x->list + (class < 0 ? 0 : x->start[class]);
    const uint32_t *const number = b->x_number + PM_SWEEP_PAD * (size_t)x->base[h];
    uint64_t low = 0, high = 0;

    for (uint32_t i = 0; i < x->count[ones]; i++) {
        const uint64_t s = above ^ b->below[list[i]];
        const size_t at = PM_SWEEP_PAD * (size_t)a->base[s >> a->shape.low] + a->rank[s & low_mask];
        const uint64_t product = (uint64_t)number[i] * b->a_number[at];
        low += product & UINT32_MAX;
        high += product >> 32;
    }
    return (low % b->p + (high % b->p << 32) % b->p) % b->p;
}

/* A sum of residues does not depend on the order. */
static uint64_t multiply(const struct both *b, int threads)
{
    uint64_t sum = 0;

#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1) reduction(+ : sum)
    for (uint64_t h = 0; h < UINT64_C(1) << b->x->high; h++)
        sum += multiply_block(b, h);
    return sum % b->p;
}

/* -------------------------------------------------------------------- the sweep */

/* The vector A. */
struct copy {
    char *number;
    struct pm_sweep_frame frame;
};

static pm_status copy_vector(struct copy *copy, const struct pm_sweep_vector *v)
{
    const size_t bytes = pm_sweep_frame_room(&v->frame) * v->size;
    PM_TRY(pm_sweep_memory(&copy->number, bytes));
    memcpy(copy->number, v->number, bytes);
    return pm_sweep_frame_set(&copy->frame, &v->frame.shape);
}

static pm_status run(struct pm_part *part, struct copy *copy, struct pm_sweep_state *s,
                     const struct pm_sweep_middle *m)
{
    const struct pm_sweep_pass *const last = &m->passes->pass[m->passes->count - 1];

    for (size_t i = 0; i < m->passes->count; i++) {
        if (i == m->mark[0].pass)
            PM_TRY(copy_vector(copy, &s->vector));
        PM_TRY(pm_sweep_state_pass(s, i));
    }
    struct both b = {.a = &copy->frame,
                     .x = &s->vector.frame,
                     .a_number = (const uint32_t *)(const void *)copy->number,
                     .x_number = (const uint32_t *)(const void *)s->vector.number,
                     .p = s->ring->p};
    set_images(&b, m);
    const uint64_t sum = multiply(&b, pm_sweep_state_threads(s, last));
    *part = (struct pm_part){.word = {sum * s->factor.word[0] % s->ring->p}};
    return PM_OK;
}

pm_status pm_sweep_middle_run(struct pm_part *part, const struct pm_sweep_middle *middle,
                              const struct pm_image *image, const struct pm_sweep_use *use)
{
    struct copy copy = {.number = NULL};
    struct pm_sweep_state s;

    PM_TRY(pm_sweep_state_init(&s, middle->passes, middle->mirror->graph, image, use));
    const pm_status status = run(part, &copy, &s, middle);
    free(copy.number);
    pm_sweep_frame_clear(&copy.frame);
    pm_sweep_state_clear(&s);
    return status;
}
