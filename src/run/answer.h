/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pm_solve() returns. */
#ifndef PM_RUN_ANSWER_H
#define PM_RUN_ANSWER_H

#include "num/value.h"
#include "plan/plan.h"

struct pm_answer {
    struct pm_value value;
    int digits; /* 0: an exact answer; else floating, exact or not, printed with so many at most */
    const char *type;
    char *engines, *reductions;
    char *plan;
    double seconds;
    int threads;
};

#endif
