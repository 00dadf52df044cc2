/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares of a block by the tree engine: exact ones from several rings and Chinese remainders.  The
 * terms of a_ij per(minor) are some of those of the permanent, so that the bound of the permanent,
 * which holds for the sum of the terms' moduli, is good for every share. */
#include "query/shares.h"

#include "base/alloc.h"
#include "engine/tree/more.h"
#include "num/crt.h"
#include "plan/bound.h"

#include <stdlib.h>

enum { PASSES = 3 };             /* up, and down to both children */
static const double QUICK = 1e8; /* steps of an exact computation in place of a floating one */

pm_status pm_shares_plan(struct pm_layout **layout, const struct pm_matrix *a,
                         enum pm_number number, const struct pm_limits *limits)
{
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    const pm_status status = pm_tree_plan(layout, &core, number, limits, true, false);

    return status == PM_UNABLE
               ? pm_fail_at(status, "a block of %d x %d needs larger tables than can be had",
                            a->rows, a->cols)
               : status;
}

/* part[e] for all entries, part[nnz]: the permanent, over one ring. */
static pm_status over_ring(struct pm_part *part, const struct pm_layout *layout,
                           const struct pm_matrix *a, const struct pm_ring *ring,
                           const struct pm_limits *limits)
{
    struct pm_tree_use use = {
        .memory = limits->memory, .threads = limits->threads, .few = PM_TREE_USUAL};
    struct pm_image *image;

    PM_TRY(pm_image_new(&image, a, ring));
    const pm_status status =
        pm_tree_kernels_of(ring->number, layout->width, NULL)->shares(part, layout, image, &use);
    pm_image_free(image);
    return status;
}

static pm_status over_rings(struct pm_gauss *share, const struct pm_images *images,
                            const struct pm_layout *layout, const struct pm_matrix *a,
                            const struct pm_limits *limits)
{
    pm_status status = PM_OK;
    const size_t shares = (size_t)pm_matrix_nnz(a) + 1;
    struct pm_part *part = NULL, *of_one = NULL;

    if (shares > SIZE_MAX / images->count)
        return pm_fail(PM_NOMEM, "%zu shares over %zu rings", shares, images->count);
    PM_NEW_GOTO(status, part, shares * images->count, done);
    PM_NEW_GOTO(status, of_one, images->count, done);
    for (size_t r = 0; r < images->count; r++)
        PM_TRY_GOTO(status, over_ring(part + r * shares, layout, a, &images->ring[r], limits),
                    done);
    for (size_t e = 0; e < shares; e++) {
        for (size_t r = 0; r < images->count; r++)
            of_one[r] = part[r * shares + e];
        PM_TRY_GOTO(status, pm_images_recover(&share[e], images, of_one), done);
    }
done:
    free(part);
    free(of_one);
    return status;
}

/* Integers as they are, or one prime, or several at once. */
static enum pm_number exact_number(double bits, bool gaussian)
{
    return pm_images_wrap(bits, gaussian)                ? PM_WRAP
           : pm_images_count(bits, gaussian, PM_MOD) > 1 ? PM_MODS
                                                         : PM_MOD;
}

pm_status pm_shares_exact(struct pm_gauss *share, const struct pm_matrix *a,
                          const struct pm_limits *limits)
{
    pm_status status;
    struct pm_images images = {0};
    struct pm_layout *layout = NULL;
    const bool gaussian = a->im != NULL;
    double bits;

    PM_TRY(pm_bound_bits(&bits, a, PM_PERMANENT));
    const enum pm_number number = exact_number(bits, gaussian);
    PM_TRY(pm_images_new(&images, bits, gaussian, number));
    PM_TRY_GOTO(status, pm_shares_plan(&layout, a, number, limits), done);
    PM_TRY_GOTO(status,
                pm_request_time(limits, number, PASSES * layout->cost * (double)images.count),
                done);
    status = over_rings(share, &images, layout, a, limits);
done:
    pm_layout_free(layout);
    pm_images_clear(&images);
    return status;
}

bool pm_shares_are_slow(const struct pm_matrix *a, const struct pm_limits *limits)
{
    struct pm_layout *layout = NULL;
    const pm_status status = pm_shares_plan(&layout, a, PM_WRAP, limits);
    const bool slow = status != PM_OK || PASSES * layout->cost > QUICK;

    pm_layout_free(layout);
    return slow;
}

/* ------------------------------------------------------------------ quotients */

static pm_status exact_shares(struct pm_value *share, const struct pm_matrix *a,
                              const struct pm_limits *limits)
{
    pm_status status;
    const int nnz = pm_matrix_nnz(a);
    struct pm_gauss *sum;

    PM_NEW(sum, (size_t)nnz + 1);
    for (int e = 0; e <= nnz; e++)
        pm_gauss_init(&sum[e]);
    PM_TRY_GOTO(status, pm_shares_exact(sum, a, limits), done);
    if (pm_gauss_is_zero(&sum[nnz])) {
        status = pm_fail(PM_DOMAIN, "the permanent is 0, and so entries have no share in it");
        goto done;
    }
    for (int e = 0; e < nnz; e++) {
        pm_gauss_div(&sum[e], &sum[e], &sum[nnz]);
        pm_value_set_gauss(&share[e], &sum[e]);
    }
done:
    for (int e = 0; e <= nnz; e++)
        pm_gauss_clear(&sum[e]);
    free(sum);
    return status;
}

/* *inverse = 1 / l for a number 0 < l <= |y|; false where 0 is within the bound. */
static bool inverse_of_least(struct pm_mag *inverse, const struct pm_value *y)
{
    fmpq_t least, im;

    fmpq_init(least);
    fmpq_init(im);
    fmpq_abs(least, y->centre.re);
    fmpq_abs(im, y->centre.im);
    if (fmpq_cmp(least, im) < 0)
        fmpq_swap(least, im);
    if (!pm_mag_is_zero(y->error)) {
        pm_mag_get_fmpq(im, y->error);
        fmpq_sub(least, least, im);
    }
    const bool apart = fmpq_sgn(least) > 0;
    if (apart) {
        fmpq_inv(least, least);
        *inverse = pm_mag_fmpq(least);
    }
    fmpq_clear(least);
    fmpq_clear(im);
    return apart;
}

/* x /= y, where 1 / |y| <= inverse: |x/y - X/Y| = |(x - X) - (y - Y) X/Y| / |y| for centres X, Y.
 */
static void divide(struct pm_value *x, const struct pm_value *y, struct pm_mag inverse)
{
    pm_gauss_div(&x->centre, &x->centre, &y->centre);
    const struct pm_mag quotient = pm_mag_add(pm_mag_fmpq(x->centre.re), pm_mag_fmpq(x->centre.im));
    x->error = pm_mag_mul(pm_mag_add(x->error, pm_mag_mul(quotient, y->error)), inverse);
}

static pm_status floating_shares(struct pm_value *share, const struct pm_layout *layout,
                                 const struct pm_matrix *a, const struct pm_ring *ring,
                                 const struct pm_limits *limits)
{
    pm_status status;
    const int nnz = pm_matrix_nnz(a);
    struct pm_part *part;
    struct pm_value total;
    struct pm_mag inverse;

    PM_NEW(part, (size_t)nnz + 1);
    pm_value_init(&total);
    PM_TRY_GOTO(status, pm_request_time(limits, ring->number, PASSES * layout->cost), done);
    PM_TRY_GOTO(status, over_ring(part, layout, a, ring, limits), done);
    PM_TRY_GOTO(status, pm_value_set_part(&total, &part[nnz], 0), done);
    if (!inverse_of_least(&inverse, &total)) {
        status = pm_fail(PM_UNABLE, "the bound of the error does not tell the permanent from 0; "
                                    "ask for exact shares");
        goto done;
    }
    for (int e = 0; e < nnz; e++) {
        PM_TRY_GOTO(status, pm_value_set_part(&share[e], &part[e], 0), done);
        divide(&share[e], &total, inverse);
    }
done:
    pm_value_clear(&total);
    free(part);
    return status;
}

pm_status pm_shares_of_one(struct pm_value *share, const struct pm_matrix *a,
                           const struct pm_request *request)
{
    const enum pm_number number = pm_number_floating(request->bits, a->im != NULL);
    const struct pm_ring ring = pm_ring_of(number);
    const struct pm_limits *const limits = &request->limits;
    const bool may_be_exact = request->rounded;
    struct pm_layout *layout;
    double bits;

    if (number == PM_NUMBERS) /* 0 bits, or as many as no floating type has */
        return exact_shares(share, a, limits);
    PM_TRY(pm_bound_bits(&bits, a, PM_PERMANENT));
    PM_TRY(pm_shares_plan(&layout, a, ring.number, limits));
    const double rings = pm_images_count(bits, a->im != NULL, exact_number(bits, a->im != NULL));
    const bool quick = may_be_exact && PASSES * layout->cost * rings <= QUICK;
    pm_status status = quick ? PM_OK : floating_shares(share, layout, a, &ring, limits);
    pm_layout_free(layout);
    /* Where it fails, its range or its digits, the exact way remains. */
    if (quick || (may_be_exact && status == PM_UNABLE))
        status = exact_shares(share, a, limits);
    return status;
}
