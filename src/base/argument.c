/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments that no public function takes: NULL where something must be, negative counts and
 * limits, numbers that are none. */
#include "base/argument.h"

#include <string.h>

pm_status pm_argument_check(const char *function, const char *names, const void *const *pointer,
                            size_t count)
{
    size_t k = 0;

    while (k < count && pointer[k] != NULL)
        k++;
    if (k == count)
        return PM_OK;
    for (; k > 0; k--)
        names = strchr(names, ',') + 2;
    return pm_fail(PM_INPUT, "%s(): %.*s is NULL", function, (int)strcspn(names, ","), names);
}

pm_status pm_argument_number(const char *function, const char *name, long long number,
                             long long least)
{
    return number >= least ? PM_OK
                           : pm_fail(PM_INPUT, "%s(): %s is %lld; at least %lld is expected",
                                     function, name, number, least);
}
