/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modulo 2, a permanent is a determinant and a hafnian is a Pfaffian (model/parity.c).  This is no
 * equation of numbers: the planner applies the rule only for an answer modulo 2. */
#include "model/parity.h"
#include "reduce/rewrite.h"

#include <stdio.h>

/* Steps on machine words: some minutes. */
static const double MOST_STEPS = 1e12;

static pm_status apply(struct pm_rewrite *rewrite, const struct pm_matrix *a, enum pm_kind kind)
{
    int parity;

    if (a->im != NULL)
        return PM_OK;
    const pm_status status = pm_parity(&parity, a, kind, MOST_STEPS);
    if (status == PM_UNABLE && !pm_lacks_memory())
        return PM_OK;
    PM_TRY(status);
    rewrite->changed = true;
    rewrite->zero = parity == 0;
    snprintf(rewrite->note, sizeof rewrite->note, "%d x %d: %s modulo 2 is %d", a->rows, a->cols,
             kind == PM_HAFNIAN ? "the Pfaffian" : "the determinant", parity);
    return PM_OK;
}

pm_status pm_parity_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_PERMANENT);
}

pm_status pm_parity_graph_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_HAFNIAN);
}
