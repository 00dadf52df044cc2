/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For each edge, the fraction of all matchings that contain it, for planar graphs and graphs on a
 * torus.  The sum over the matchings with an edge is K_uv times a cofactor of Kasteleyn's matrix K
 * (Kenyon, Local statistics of lattice dimers, Annales de l'Institut Henri Poincare, Probabilites
 * et Statistiques 33, 1997).  The fronts of the elimination give these products for all edges at
 * once (engine/planar/fronts_back.h).
 *
 * Modulo a prime, these sums are computed, and not quotients, so the prime may divide any of them.
 * Floating shares are quotients in ball arithmetic.  Cost: about four times that of the sum over
 * all matchings. */
#include "base/alloc.h"
#include "engine/planar/planar.h"
#include "engine/planar/planar_queries.h"
#include "engine/question.h"

#include <stdlib.h>

enum {
    AGAIN = 4, /* the cost, as a multiple of that of the sum over all matchings */
    /* memory of a real ball, as a multiple of that of a residue; a complex ball needs twice as
     * much */
    BALL = 16,
};

static void forget(void *choice)
{
    if (choice != NULL)
        pm_kasteleyn_clear(choice);
    free(choice);
}

static pm_status cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits)
{
    struct pm_kasteleyn *k;

    (void)limits;
    PM_NEW(k, 1);
    pm_status status = pm_kasteleyn_find(k, core->a, core->kind, core->around);
    if (status == PM_OK && k->fronts == NULL)
        status = pm_fail(PM_DOMAIN, "there is no perfect matching");
    if (status != PM_OK) {
        forget(k);
        return status;
    }
    const double bytes = k->fronts->bytes + k->fronts->kept + 16.0 * pm_matrix_nnz(core->a);
    *cost = (struct pm_cost){.steps = AGAIN * k->sheets * k->fronts->steps,
                             .bytes = bytes * (number == PM_MOD    ? 1
                                               : number == PM_REAL ? BALL
                                                                   : 2 * BALL),
                             .units = 1,
                             .choice = k};
    return PM_OK;
}

static pm_status shares(struct pm_part *part, const struct pm_core *core,
                        const struct pm_cost *cost, const struct pm_ring *ring,
                        const struct pm_limits *limits)
{
    const int nnz = pm_matrix_nnz(core->a);
    struct pm_image *image = NULL;
    uint64_t *residue = NULL;
    pm_status status;

    (void)limits;
    PM_TRY_GOTO(status, pm_image_new(&image, core->a, ring), done);
    PM_NEW_GOTO(status, residue, (size_t)nnz + 1, done);
    PM_TRY_GOTO(status, pm_fronts_shares(residue, cost->choice, image), done);
    for (int e = 0; e <= nnz; e++)
        part[e] = (struct pm_part){.word = {residue[e]}};
done:
    free(residue);
    pm_image_free(image);
    return status;
}

static pm_status any_shares(struct pm_value *share, const struct pm_core *core,
                            const struct pm_cost *cost, int bits, const struct pm_limits *limits)
{
    const struct pm_balls *const balls = core->a->im == NULL ? &pm_balls_real : &pm_balls_complex;

    (void)limits;
    return balls->shares(share, cost->choice, core->a, bits);
}

const struct pm_engine_query pm_planar_shares_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_REAL_BIT | PM_COMPLEX_BIT,
    .cost = cost,
    .forget = forget,
    .shares = shares,
    .any_shares = any_shares,
};
