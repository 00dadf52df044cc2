/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random partners for the vertices of a ring of a graph on a surface, one vertex after another.  An
 * edge is taken with the probability that the weight of all matchings with it and with the pairs so
 * far says.  This weight is counted like that of all matchings (surface.c), in the
 * graph without the other edges of these vertices.
 *
 * All this is done modulo as many primes as the number of matchings requires, so comparisons with
 * random numbers are comparisons of integers.  Cost of a draw: about two counts for each vertex of
 * the ring. */
#include "engine/planar/cut.h"

#include "base/alloc.h"
#include "model/bound.h"
#include "num/crt.h"
#include "num/random.h"

#include <stdlib.h>

struct draw {
    const struct pm_cut *cut;
    struct pm_matrix *left; /* the matrix with 0 for the edges that the pairs so far exclude */
    struct pm_crt_rings rings;
    struct pm_part *part;
    int *mate; /* belongs to the caller */
};

static void leave_edges(struct draw *d)
{
    const struct pm_matrix *const a = d->cut->a;
    const int shift = d->cut->kind == PM_HAFNIAN ? 0 : a->rows;

    PM_EACH_ENTRY(a, i, e) {
        const int u = d->mate[i], v = d->mate[shift + a->col[e]];
        if ((u < 0 && v < 0) || u == shift + a->col[e])
            fmpq_set(d->left->re + e, a->re + e);
        else
            fmpq_zero(d->left->re + e);
    }
}

static pm_status count_residue(struct pm_part *part, const struct draw *d,
                               const struct pm_ring *ring)
{
    struct pm_image *image;

    PM_TRY(pm_image_new(&image, d->left, ring));
    const pm_status status = pm_kasteleyn_sum(part, &d->cut->kasteleyn, image, 0, 1);
    pm_image_free(image);
    return status;
}

/* *sum = the weight of all matchings with the pairs so far. */
static pm_status count(struct pm_gauss *sum, struct draw *d)
{
    struct pm_failure failure = {.status = PM_OK};

    leave_edges(d);
#pragma omp parallel for schedule(dynamic) num_threads(d->cut->threads)
    for (int64_t r = 0; r < (int64_t)d->rings.count; r++) {
        const pm_status status = count_residue(&d->part[r], d, &d->rings.ring[r]);
        if (status != PM_OK)
#pragma omp critical(pm_planar_primes)
            pm_failure_keep(&failure, status);
    }
    PM_TRY(pm_failure_raise(&failure));
    return pm_crt_recover(sum, &d->rings, d->part);
}

/* Draws a partner for the vertex w.  *total is the weight of the matchings with the pairs so far;
 * it becomes that of those that also have the new pair. */
static pm_status draw_partner(struct draw *d, int w, fmpz_t total, uint64_t *state)
{
    const struct pm_adjacent *const graph = d->cut->graph;
    struct pm_gauss sum;
    fmpz_t below;
    pm_status status = PM_OK;

    pm_gauss_init(&sum);
    fmpz_init(below);
    pm_random_below(below, total, state);
    for (int k = graph->start[w]; k < graph->start[w + 1] && d->mate[w] < 0; k++) {
        const int x = graph->to[k];
        if (d->mate[x] >= 0)
            continue;
        d->mate[w] = x;
        d->mate[x] = w;
        PM_TRY_GOTO(status, count(&sum, d), done);
        if (fmpz_cmp(below, fmpq_numref(sum.re)) < 0)
            break;
        fmpz_sub(below, below, fmpq_numref(sum.re));
        d->mate[w] = d->mate[x] = -1;
    }
    if (d->mate[w] < 0)
        status = pm_fail(PM_WRONG, "the shares of a vertex's edges do not add up");
    fmpz_set(total, fmpq_numref(sum.re));
done:
    pm_gauss_clear(&sum);
    fmpz_clear(below);
    return status;
}

pm_status pm_cut_draw(int *mate, const struct pm_cut *cut, uint64_t *state)
{
    struct draw d = {.cut = cut, .mate = mate};
    struct pm_gauss total;
    double bits;
    pm_status status;

    pm_gauss_init(&total);
    PM_TRY_GOTO(status, pm_bound_bits(&bits, cut->a, cut->kind), done);
    PM_TRY_GOTO(status, pm_crt_new(&d.rings, bits, false, PM_MOD), done);
    PM_NEW_GOTO(status, d.part, d.rings.count, done);
    PM_TRY_GOTO(status, pm_matrix_copy(&d.left, cut->a), done);
    PM_TRY_GOTO(status, count(&total, &d), done);
    for (int k = 0; k < cut->length && status == PM_OK; k++)
        if (mate[cut->ring[k]] < 0)
            status = draw_partner(&d, cut->ring[k], fmpq_numref(total.re), state);
done:
    pm_matrix_free(d.left);
    free(d.part);
    pm_crt_clear(&d.rings);
    pm_gauss_clear(&total);
    return status;
}
