/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Structures of the caller that begin with their size.  A caller that was compiled with an older
 * header has fewer members, and one with a newer header has more.  So every public function copies
 * such a structure before it reads a member. */
#pragma once

#include "base/status.h"

/* Copies the caller's options; NULL: the defaults.  PM_INPUT: the size is too small, a member is
 * set that this version does not have, or a number is out of its range. */
pm_status pm_sized_options(pm_options *own, const pm_options *given);

/* The number of GPUs that the options allow. */
int pm_sized_options_gpus(const pm_options *options);

pm_status pm_sized_graph_options(pm_graph_options *own, const pm_graph_options *given);

/* Copies the caller's description of a stack and sets the strides that the caller left out.
 * PM_INPUT: as above; a negative shape; no data; strides that are not declared. */
pm_status pm_sized_stack(pm_stack *own, const pm_stack *given);

pm_status pm_sized_sparse(pm_sparse *own, const pm_sparse *given);

/* Whether it asks for permanents of its matrices. */
static inline bool pm_stack_has_permanents(const pm_stack *stack)
{
    return stack->kind == PM_STACK_PERMANENTS && stack->right == NULL && stack->loops == NULL &&
           stack->cutoff == 0;
}
