/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The resources of this machine: memory as the system reports it, GPUs as the driver reports them.
 */
#include "plan/machine.h"

#include "base/clock.h"
#include "base/memory_left.h"
#include "base/status.h"

/* The memory limit if no memory is free.  It cannot be 0, which would mean no limit. */
static const uint64_t LEAST_MEMORY = 1 << 20;

/* Problems of fewer lines need no tables of a megabyte, and the files that tell it are not read
 * again for each of them so soon. */
enum { LINES_SMALL = 14 };
static const double ASKED_SECONDS = 1;

uint64_t pm_machine_memory(uint64_t asked, int lines)
{
    static _Thread_local struct {
        double when;
        uint64_t left;
    } last;

    if (asked > 0)
        return asked;
    const double now = pm_clock();
    if (last.left == 0 || lines > LINES_SMALL || now - last.when > ASKED_SECONDS) {
        last.when = now;
        last.left = pm_memory_of("").left;
    }
    return last.left > LEAST_MEMORY ? last.left / 4 * 3 : LEAST_MEMORY;
}

int pm_machine_gpus(struct pm_gpu *first, int most)
{
    struct pm_failure before = {.status = PM_OK};
    struct pm_gpus *gpus;

    if (first != NULL)
        *first = (struct pm_gpu){.arch = 0};
    if (most == 0)
        return 0;
    pm_failure_keep(&before, PM_UNABLE); /* a machine without GPUs leaves the message as it is */
    if (pm_gpus_usable(&gpus, most) != PM_OK) {
        (void)pm_failure_raise(&before);
        return 0;
    }
    const int count = gpus->count;
    if (first != NULL) {
        *first = gpus->gpu[0];
        first->cu = NULL;
        first->state = NULL;
    }
    pm_gpus_close(gpus);
    return count;
}
