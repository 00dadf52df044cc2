/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Status codes, and the message that explains a failure.  Each thread has one message and keeps it
 * until its next failure.  A function that can fail returns pm_status and sets the message with
 * pm_fail().  Callers pass both on unchanged, or use pm_fail_at() to add where the failure
 * happened.  Also here: PM_EACH and PM_SWAP, for code of every folder. */
#pragma once

#include "permatch.h"

/* Sets this thread's message and returns status, so that one statement can report a failure. */
pm_status pm_fail(pm_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for work that the memory does not allow: PM_UNABLE.  pm_lacks_memory() is true as long
 * as this is the thread's message, also with "where: " before it. */
pm_status pm_fail_memory(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool pm_lacks_memory(void);

/* The same for what cannot be if the program and the machine are right: PM_WRONG.  The message says
 * what is wrong, and what to do. */
pm_status pm_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* PM_NOMEM, "out of memory". */
pm_status pm_no_memory(void);

/* Puts "where: " (formatted) before this thread's message and returns status. */
pm_status pm_fail_at(pm_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

enum { PM_MESSAGE_SIZE = 1024 }; /* longer messages are cut */

/* The first failure among several threads, kept for the thread that will report it. */
struct pm_failure {
    pm_status status;
    bool memory; /* pm_lacks_memory() */
    char message[PM_MESSAGE_SIZE];
};

/* Keeps this thread's failure unless one is already kept.  PM_OK is ignored.  Not atomic: call it
 * in a critical section. */
void pm_failure_keep(struct pm_failure *failure, pm_status status);

/* Makes the kept failure this thread's failure, and returns its status. */
pm_status pm_failure_raise(const struct pm_failure *failure);

/* Returns a failure to the caller. */
#define PM_TRY(call)                                                                               \
    do {                                                                                           \
        const pm_status pm_try_status = (call);                                                    \
        if (pm_try_status != PM_OK)                                                                \
            return pm_try_status;                                                                  \
    } while (0)

/* The same for a function with one exit: stores the status and goes to `label`. */
#define PM_TRY_GOTO(status, call, label)                                                           \
    do {                                                                                           \
        (status) = (call);                                                                         \
        if ((status) != PM_OK)                                                                     \
            goto label;                                                                            \
    } while (0)

/* The next step of a function that has one exit without a label: nothing after a failure. */
#define PM_THEN(status, call) ((status) = (status) == PM_OK ? (call) : (status))

/* Calls function(x) for each of the arguments, which have one type: PM_EACH(fmpz_init, x, y). */
#define PM_EACH(function, first, ...)                                                              \
    do {                                                                                           \
        __typeof__(*(first)) *const pm_each[] = {first, __VA_ARGS__};                              \
        for (size_t pm_e = 0; pm_e < sizeof pm_each / sizeof *pm_each; pm_e++)                     \
            function(pm_each[pm_e]);                                                               \
    } while (0)

/* Exchanges the values of two variables.  Each is evaluated twice: no side effects. */
#define PM_SWAP(x, y)                                                                              \
    do {                                                                                           \
        const __typeof__(x) pm_swap = (x);                                                         \
        (x) = (y);                                                                                 \
        (y) = pm_swap;                                                                             \
    } while (0)

/* The end of a function that makes an object on the heap: gives it to the caller in *out, or
 * releases it after a failure, and returns the status. */
#define PM_GIVE(out, object, status, release)                                                      \
    do {                                                                                           \
        const pm_status pm_give_status = (status);                                                 \
        if (pm_give_status == PM_OK)                                                               \
            *(out) = (object);                                                                     \
        else                                                                                       \
            release(object);                                                                       \
        return pm_give_status;                                                                     \
    } while (0)
