/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operations of a sweep that depend on the number type.  All others are in sweep_run.c. */
#pragma once

#include "engine/sweep/shape.h"
#include "engine/sweep/pass.h"
#include "model/image.h"
#include "num/part.h"

/* A pass to be carried out on a vector. */
struct pm_sweep_walk {
    const struct pm_ring *ring;
    const struct pm_sweep_frame *frame;
    const struct pm_sweep_pass *pass;
    const struct pm_sweep_action *action; /* of the pass */
    const void *weight;                   /* of the actions, in the kernel's own format */
    void *number;
};

/* Additional data of a backward walk, for one thread.  The pass's vector stays. */
struct pm_sweep_back {
    void *derivative; /* of the answer by the numbers after the pass; then by those before it */
    void *room;       /* working memory: copies of the blocks of a tile that the pass changes */
    void *sum;        /* for each action: the derivative by its weight is added */
};

struct pm_sweep_kernel {
    size_t size;   /* bytes of a number */
    size_t weight; /* bytes of a weight */
    size_t sum;    /* bytes of a sum; 0 is a sum whose bytes are all 0 */
    double room;   /* numbers may grow or shrink by this power of two before they are scaled */

    /* Computes the weights of all actions.  Over a field, vertices are scaled so that passing a
     * slot on needs no product; then the answer must be multiplied by *factor. */
    pm_status (*weigh)(void *weight, struct pm_part *factor, const struct pm_sweep_passes *passes,
                       const struct pm_order_graph *graph, const struct pm_image *image);

    /* Sets the first number of a vector to 1. */
    void (*begin)(void *number, const struct pm_ring *ring);

    /* Processes tiles first .. end - 1 of a pass, numbered by the high bits outside the window. */
    void (*walk)(const struct pm_sweep_walk *walk, uint64_t first, uint64_t end);

    /* The same tiles in a backward walk (sweep_back.h). */
    void (*back)(const struct pm_sweep_walk *walk, const struct pm_sweep_back *back, uint64_t first,
                 uint64_t end);

    /* Adds up `count` sums, `apart` bytes apart, and multiplies by a weight and the factor. */
    struct pm_part (*share)(const void *sum, size_t count, size_t apart, const void *weight,
                            const struct pm_part *factor, const struct pm_ring *ring);

    /* Floating numbers: by which power of two an action may enlarge or shrink numbers; the exponent
     * for scaling; and all numbers times 2^-exp: true if some were too small for that and were
     * raised.  NULL: numbers never need scaling. */
    double (*growth)(const void *weight, size_t action);
    int (*top)(const void *number, size_t count);
    bool (*shrink)(void *number, size_t count, int exp);

    /* The first number, times the factor. */
    struct pm_part (*end)(const void *number, const struct pm_part *factor,
                          const struct pm_ring *ring);
};

/* The kernel for numbers of a ring; set: instruction set (pm_isa_chosen()).  Residues modulo primes
 * below 2^PM_SWEEP_PRIME_BITS have four bytes, others eight.  On a Xeon with AVX-512 the king's
 * graph of 22 x 22 takes 0.37 s modulo a prime of 31 bits, and 1.51 s modulo one of 61 bits.  So
 * integers are computed from the former, which give twice as many bits in the same time. */
#define PM_SWEEP_PRIME_BITS 31
const struct pm_sweep_kernel *pm_sweep_kernel_of(const struct pm_ring *ring, const char *set);

/* The kernel for the moduli of real entries, in single precision.  It has no backward walk. */
const struct pm_sweep_kernel *pm_sweep_kernel_of_moduli(const char *set);
