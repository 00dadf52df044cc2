/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What public functions refuse in their arguments: PM_INPUT, with the names of the function and of
 * the argument.  The macros return from the function that uses them. */
#pragma once

#include "base/status.h"

/* Pointers that must not be NULL. */
#define PM_ARGUMENTS(...)                                                                          \
    PM_TRY(pm_argument_check(__func__, #__VA_ARGS__, (const void *const[]){__VA_ARGS__},           \
                             sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *)))

/* The same, if the condition is true: arrays that may be NULL if they are empty. */
#define PM_ARGUMENTS_IF(condition, ...)                                                            \
    do {                                                                                           \
        if (condition)                                                                             \
            PM_ARGUMENTS(__VA_ARGS__);                                                             \
    } while (0)

/* An integer that must be at least `least`. */
#define PM_AT_LEAST(least, argument)                                                               \
    PM_TRY(pm_argument_number(__func__, #argument, (long long)(argument), (least)))

/* The first NULL of pointer[]; `names` are the arguments, separated by commas. */
pm_status pm_argument_check(const char *function, const char *names, const void *const *pointer,
                            size_t count);

pm_status pm_argument_number(const char *function, const char *name, long long number,
                             long long least);
