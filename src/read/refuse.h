/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How readers refuse an input. */
#pragma once

#include "base/status.h"

/* Returns PM_INPUT with the message (as pm_fail()) if the condition holds. */
#define PM_REFUSE_IF(condition, ...)                                                               \
    do {                                                                                           \
        if (condition)                                                                             \
            return pm_fail(PM_INPUT, __VA_ARGS__);                                                 \
    } while (0)
