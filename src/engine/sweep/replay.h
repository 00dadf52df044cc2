/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks compiled passes against the operations that they stand for. */
#ifndef PM_ENGINE_SWEEP_REPLAY_H
#define PM_ENGINE_SWEEP_REPLAY_H

#include "engine/sweep/pass.h"

/* Follows the slots through all passes, and demands that every action and every change is what the
 * first `count` operations of the program ask for, in their order, at places that the pass can
 * reach.  PM_WRONG with the pass and the reason: the passes would compute something else. */
pm_status pm_sweep_replay(const struct pm_sweep_passes *passes, const struct pm_sweep_graph *graph,
                          const struct pm_sweep_program *program, size_t count);

#endif
