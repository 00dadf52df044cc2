/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Status codes and the message that explains a failure: one message per thread, kept until the
 * next failure of that thread.  A function that can fail returns pm_status and sets the message
 * through pm_fail; callers pass both on untouched, or add where they are with pm_fail_at. */
#ifndef PM_BASE_STATUS_H
#define PM_BASE_STATUS_H

#include "permatch.h"

/* Sets this thread's message and returns status, so that failing is one statement. */
pm_status pm_fail(pm_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "where: " (formatted) before this thread's message and returns status. */
pm_status pm_fail_at(pm_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The first failure among several threads, carried to the thread that reports it. */
struct pm_failure {
    pm_status status;
    char message[256];
};

/* Keeps a failure of this thread unless one is kept already (PM_OK is ignored).  Not atomic: call
 * it in a critical section. */
void pm_failure_keep(struct pm_failure *failure, pm_status status);

/* Makes the kept failure this thread's own and returns its status. */
pm_status pm_failure_raise(const struct pm_failure *failure);

/* Passes a failure on to the caller. */
#define PM_TRY(call)                                                                               \
    do {                                                                                           \
        const pm_status pm_try_status = (call);                                                    \
        if (pm_try_status != PM_OK)                                                                \
            return pm_try_status;                                                                  \
    } while (0)

/* The same in a function with one exit: stores the status and goes to `label`. */
#define PM_TRY_GOTO(status, call, label)                                                           \
    do {                                                                                           \
        (status) = (call);                                                                         \
        if ((status) != PM_OK)                                                                     \
            goto label;                                                                            \
    } while (0)

#endif
