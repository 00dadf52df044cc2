/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sweep does with numbers of one type.  All else is the same for all (sweep_run.c). */
#ifndef PM_ENGINE_SWEEP_KERNEL_H
#define PM_ENGINE_SWEEP_KERNEL_H

#include "engine/sweep/frame.h"
#include "engine/sweep/passes.h"
#include "model/image.h"
#include "num/part.h"

/* A pass to be carried out on a vector. */
struct pm_sweep_walk {
    const struct pm_ring *ring;
    const struct pm_sweep_frame *frame;
    const struct pm_sweep_pass *pass;
    const struct pm_sweep_action *action; /* those of the pass */
    const void *weight;                   /* theirs, of the kernel's own kind */
    void *number;
};

/* What a walk backwards needs besides, for one thread.  The pass's vector is used up. */
struct pm_sweep_back {
    void *derivative; /* of the answer by the numbers after the pass; then by those before it */
    void *kept;       /* room for the numbers of a tile that the pass overwrites */
    void *sum;        /* of each action: the derivative by its weight is added */
};

struct pm_sweep_kernel {
    size_t size;   /* bytes of a number */
    size_t weight; /* bytes of a weight */
    size_t sum;    /* bytes of a sum; 0 where all its bytes are */
    double room;   /* powers of two that numbers may grow or shrink by before they are scaled */

    /* The weights of all actions.  Over a field vertices are scaled so that slots are inherited
     * without a product; *factor is what the answer has to be multiplied by then. */
    pm_status (*weigh)(void *weight, struct pm_part *factor, const struct pm_sweep_passes *passes,
                       const struct pm_sweep_graph *graph, const struct pm_image *image);

    /* The first number of a vector becomes 1. */
    void (*begin)(void *number, const struct pm_ring *ring);

    /* Tiles first .. end - 1 of a pass, numbered by the high bits outside of the window. */
    void (*walk)(const struct pm_sweep_walk *walk, uint64_t first, uint64_t end);

    /* The same tiles backwards (sweep_back.h). */
    void (*back)(const struct pm_sweep_walk *walk, const struct pm_sweep_back *back, uint64_t first,
                 uint64_t end);

    /* The sum of `count` sums that are so many bytes apart, times a weight and the factor. */
    struct pm_part (*share)(const void *sum, size_t count, size_t apart, const void *weight,
                            const struct pm_part *factor, const struct pm_ring *ring);

    /* Floating numbers: by how many powers of two an action may make numbers larger or smaller; the
     * exponent for all to be scaled by; all numbers times 2^-exp, true where some were too small
     * for that and are larger now.  NULL: numbers keep their size. */
    double (*growth)(const void *weight, size_t action);
    int (*top)(const void *number, size_t count);
    bool (*shrink)(void *number, size_t count, int exp);

    /* The first number, times the factor. */
    struct pm_part (*end)(const void *number, const struct pm_part *factor,
                          const struct pm_ring *ring);
};

/* The kernel for numbers of a ring; set: of instructions (pm_isa_chosen()).  Residues modulo primes
 * below 2^PM_SWEEP_PRIME_BITS have four bytes, others eight.  On a Xeon with AVX-512 the king's
 * graph of 22 x 22 takes 0.37 s modulo a prime of 31 bits and 1.51 s modulo one of 61: integers
 * are put together of the former, which give twice as many bits in the same time. */
#define PM_SWEEP_PRIME_BITS 31
const struct pm_sweep_kernel *pm_sweep_kernel_of(const struct pm_ring *ring, const char *set);

/* The kernel for the moduli of real entries, in single precision.  It does not go backwards. */
const struct pm_sweep_kernel *pm_sweep_kernel_of_moduli(const char *set);

#endif
