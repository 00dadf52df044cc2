/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem of monomers and dimers: the weight of a monomer is given as text, as in the formats. */
#include "base/argument.h"
#include "base/printable.h"
#include "model/problem.h"
#include "read/decimal.h"

#include <string.h>

pm_status pm_problem_monomers(pm_problem **out, const pm_problem *problem, const char *weight)
{
    fmpq_t w;

    PM_ARGUMENTS(out, problem);
    PM_ARGUMENTS(weight);
    fmpq_init(w);
    pm_status status = pm_decimal_parse(w, weight, strlen(weight));
    if (status == PM_OK && fmpq_is_zero(w))
        status =
            pm_fail(PM_INPUT, "monomers of weight 0 are no monomers: leave the weight out, and "
                              "the perfect matchings are counted");
    if (status == PM_OK)
        status = pm_total_weighted(out, problem, w);
    fmpq_clear(w);
    return status;
}
