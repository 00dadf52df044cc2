/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks in balls of Arb: exact entries, the numbers of bits that are tried one after another, and
 * answers as the nearest doubles. */
#pragma once

#include "engine/stack.h"
#include "num/arb.h"

enum { PM_BALLS_FIRST = 128 }; /* number of bits to try first; it is then doubled */

/* Entry (row, col) of matrix k, exactly. */
pm_status pm_stack_balls_entry(acb_t z, const struct pm_batch *b, size_t k, int row, int col);

/* All entries of matrix k, row by row.  PM_INPUT: it is not symmetric. */
pm_status pm_stack_balls_symmetric(acb_ptr z, const struct pm_batch *b, size_t k);

/* The number of bits that is asked for; 0: as many as the answer needs. */
static inline int pm_balls_fixed(const struct pm_batch *b)
{
    const int precision = (int)b->stack.precision;

    return precision > PM_PRECISION_EXACT ? precision : 0;
}

/* True if z[] must be computed again, with *bits doubled.  False if all numbers are exact, or have
 * 56 correct bits; where the number of bits is fixed (not 0), if their bounds are in the range of
 * doubles, or they have a correct bit.  Zeros must be computed exactly. */
bool pm_stack_balls_again(slong *bits, int fixed, acb_srcptr z, size_t count);

/* Divides by the root of the product of the factorials of all multiplicities of matrix k, if
 * normalized values are wanted. */
void pm_stack_balls_normalize(acb_t z, const struct pm_batch *b, size_t k, slong bits);

/* Delivers a ball as the nearest doubles, and a bound that covers the ball. */
void pm_stack_balls_deliver(const struct pm_batch *b, size_t place, acb_srcptr z);
