/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of work: ranges of them, and how many of them are done. */
#ifndef PM_SCHEDULE_RANGE_H
#define PM_SCHEDULE_RANGE_H

#include <stddef.h>
#include <stdint.h>

/* Units first .. first + count - 1 of a ring. */
struct pm_range {
    size_t ring;
    uint64_t first, count;
};

struct pm_tally {
    uint64_t total, done, free; /* units; those that are neither done nor free are out */
    uint64_t wanted;            /* that workers wait for: as many as they would take at once */
    double all_work, done_work; /* in total and in done, in average units */
};

#endif
