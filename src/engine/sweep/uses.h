/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which operations of a sweep (order.h) need each slot. */
#ifndef PM_ENGINE_SWEEP_USES_H
#define PM_ENGINE_SWEEP_USES_H

#include "engine/sweep/order.h"

#include <stdint.h>

#define PM_SWEEP_NEVER SIZE_MAX

struct pm_sweep_uses {
    size_t *all;
    size_t **first; /* [i]: the operations that need the slot that operation i opens, ascending,
                     * then PM_SWEEP_NEVER */
};

/* *uses must be zeroed; it must be cleared even after a failure. */
pm_status pm_sweep_uses_init(struct pm_sweep_uses *uses, const struct pm_sweep_program *program,
                             int vertices);
void pm_sweep_uses_clear(struct pm_sweep_uses *uses);

#endif
