/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modulo 2, a permanent is a determinant and a hafnian is a Pfaffian (model/parity.c); modulo 4
 * they are found by elimination (model/modulo_4.c).  These are no equations of numbers: the planner
 * applies the rules only for an answer modulo 2 or 4. */
#include "model/modulo_4.h"
#include "model/parity.h"
#include "reduce/rewrite.h"

#include <stdio.h>

/* Steps on machine words: some minutes; modulo 4 a quarter of one, since larger sparse graphs have
 * quicker engines. */
static const double MOST_STEPS = 1e12, MOST_STEPS_4 = 1e11;

static pm_status apply(struct pm_rewrite *rewrite, const struct pm_matrix *a, enum pm_kind kind,
                       int modulo)
{
    int residue;

    if (a->im != NULL)
        return PM_OK;
    const pm_status status = modulo == 2 ? pm_parity(&residue, a, kind, MOST_STEPS)
                                         : pm_modulo_4(&residue, a, kind, MOST_STEPS_4);
    if (status == PM_UNABLE && !pm_lacks_memory())
        return PM_OK;
    PM_TRY(status);
    rewrite->changed = true;
    rewrite->zero = residue == 0;
    pm_gauss_set_si(&rewrite->factor, residue);
    snprintf(rewrite->note, sizeof rewrite->note, "%d x %d: %s modulo %d is %d", a->rows, a->cols,
             modulo == 4          ? "the answer"
             : kind == PM_HAFNIAN ? "the Pfaffian"
                                  : "the determinant",
             modulo, residue);
    return PM_OK;
}

pm_status pm_parity_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_PERMANENT, 2);
}

pm_status pm_parity_graph_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_HAFNIAN, 2);
}

pm_status pm_parity_4_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_PERMANENT, 4);
}

pm_status pm_parity_graph_4_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_HAFNIAN, 4);
}
