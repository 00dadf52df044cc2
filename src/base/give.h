/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a function that makes an object on the heap. */
#pragma once

#include "base/status.h"

/* Returns the status: gives the object to the caller in *out, or releases it after a failure. */
#define PM_GIVE(out, object, status, release)                                                      \
    do {                                                                                           \
        const pm_status pm_give_status = (status);                                                 \
        if (pm_give_status == PM_OK)                                                               \
            *(out) = (object);                                                                     \
        else                                                                                       \
            release(object);                                                                       \
        return pm_give_status;                                                                     \
    } while (0)
