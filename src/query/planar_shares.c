/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What part of all matchings those with each edge have, of planar graphs and of graphs on a torus:
 * K_uv times a cofactor of Kasteleyn's matrix K (Kenyon, Local statistics of lattice dimers,
 * Annales de l'Institut Henri Poincare, Probabilites et Statistiques 33, 1997), for all edges at
 * once from the fronts of its elimination (engine/planar/fronts_back.h).
 *
 * Exactly, these are sums over some of the matchings, so that the bound of the sum over all is good
 * for each of them, modulo as many primes as that takes; nothing is lost where a prime divides one.
 * Floating ones are quotients of balls.  Cost: about four times that of the sum. */
#include "query/planar.h"

#include "base/alloc.h"
#include "engine/limits.h"
#include "engine/planar/planar.h"
#include "num/crt.h"
#include "plan/bound.h"
#include "query/request.h"

#include <math.h>
#include <stdlib.h>

static const double AGAIN = 4;        /* times the steps of the sum alone */
static const double QUICK = 0.2;      /* seconds of an exact computation, which need not be less */
static const double RECOVER = 1.5e-8; /* seconds for a rational, times the square of the primes */
static const double BALL = 16;        /* times the bytes of a residue; at least bits / 16 */

struct shares {
    const struct pm_matrix *a;
    enum pm_kind kind;
    const struct pm_limits *limits;
    struct pm_kasteleyn k;
    double bits; /* of the sum, with entries made integers */
};

/* ------------------------------------------------------------------ limits */

static double steps_of(const struct shares *s)
{
    return AGAIN * s->k.sheets * s->k.fronts->steps;
}

static double primes_of(const struct shares *s)
{
    return pm_images_count(s->bits, s->a->im != NULL, PM_MOD);
}

/* PM_UNABLE where so many steps over those numbers, and bytes, are more than allowed. */
static pm_status check_limits(const struct shares *s, enum pm_number number, double steps,
                              double bytes)
{
    const struct pm_limits *const limits = s->limits;
    const double seconds = steps / pm_engine_find("planar")->rate[number] / limits->threads;

    return pm_limits_allow(limits, seconds, bytes);
}

/* Whether exact shares, to be rounded, are as quick as floating ones; on one thread, so that the
 * answer does not depend on how many there are. */
static bool exact_is_quick(const struct shares *s)
{
    const double *const rate = pm_engine_find("planar")->rate;
    const double shares = (double)pm_matrix_nnz(s->a) / (s->kind == PM_HAFNIAN ? 2 : 1);
    const double primes = primes_of(s);
    const double exact = primes * steps_of(s) / rate[PM_MOD] + RECOVER * shares * primes * primes;

    return exact <= fmax(QUICK, steps_of(s) / rate[s->a->im == NULL ? PM_REAL : PM_COMPLEX]);
}

static pm_status check_exact(const struct shares *s)
{
    const double primes = primes_of(s), fronts = s->k.fronts->bytes + s->k.fronts->kept;

    return check_limits(s, PM_MOD, primes * steps_of(s),
                        8 * primes * pm_matrix_nnz(s->a) + s->limits->threads * fronts);
}

/* ------------------------------------------------------------------ exact */

/* Residues of all sums for every prime, one prime behind the other. */
static pm_status find_residues(uint64_t *residue, const struct shares *s,
                               const struct pm_images *images)
{
    const size_t sums = (size_t)pm_matrix_nnz(s->a) + 1;
    struct pm_failure failure = {PM_OK, ""};

#pragma omp parallel for schedule(dynamic) num_threads(s->limits->threads)
    for (int64_t r = 0; r < (int64_t)images->count; r++) {
        struct pm_image *image;
        pm_status status = pm_image_new(&image, s->a, &images->ring[r]);
        if (status == PM_OK) {
            status = pm_fronts_shares(residue + (size_t)r * sums, &s->k, image);
            pm_image_free(image);
        }
        if (status != PM_OK)
#pragma omp critical(pm_planar_shares)
            pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}

/* *sum = number e of the sums whose residues these are; part[] has room for them. */
static pm_status recover(struct pm_gauss *sum, struct pm_part *part, const uint64_t *residue,
                         const struct shares *s, const struct pm_images *images, int e)
{
    for (size_t r = 0; r < images->count; r++)
        part[r] =
            (struct pm_part){.word = {residue[r * ((size_t)pm_matrix_nnz(s->a) + 1) + (size_t)e]}};
    return pm_images_recover(sum, images, part);
}

static pm_status find_quotients(struct pm_value *share, const uint64_t *residue,
                                const struct shares *s, const struct pm_images *images)
{
    struct pm_part *part;
    struct pm_gauss total;
    pm_status status;

    PM_NEW(part, images->count);
    pm_gauss_init(&total);
    PM_TRY_GOTO(status, recover(&total, part, residue, s, images, pm_matrix_nnz(s->a)), done);
    if (pm_gauss_is_zero(&total)) {
        status = pm_fail(PM_DOMAIN, "the weights of the matchings add up to 0, and so edges have "
                                    "no share in them");
        goto done;
    }
    for (int i = 0; i < s->a->rows; i++)
        for (int e = s->a->start[i]; e < s->a->start[i + 1]; e++) {
            if (s->kind == PM_HAFNIAN && s->a->col[e] < i) {
                pm_value_set(&share[e], &share[pm_matrix_entry(s->a, s->a->col[e], i)]);
                continue;
            }
            share[e].error = pm_mag_double(0, 0);
            PM_TRY_GOTO(status, recover(&share[e].centre, part, residue, s, images, e), done);
            pm_gauss_div(&share[e].centre, &share[e].centre, &total);
        }
done:
    pm_gauss_clear(&total);
    free(part);
    return status;
}

static pm_status exact_shares(struct pm_value *share, const struct shares *s)
{
    const size_t sums = (size_t)pm_matrix_nnz(s->a) + 1;
    struct pm_images images = {0};
    uint64_t *residue = NULL;
    pm_status status;

    PM_TRY(check_exact(s));
    PM_TRY_GOTO(status, pm_images_new(&images, s->bits, s->a->im != NULL, PM_MOD), done);
    PM_NEW_GOTO(status, residue, sums * images.count, done);
    PM_TRY_GOTO(status, find_residues(residue, s, &images), done);
    status = find_quotients(share, residue, s, &images);
done:
    free(residue);
    pm_images_clear(&images);
    return status;
}

/* ------------------------------------------------------------------ floating */

static pm_status floating_shares(struct pm_value *share, const struct shares *s, int bits)
{
    const bool real = s->a->im == NULL;
    const struct pm_fronts *const fronts = s->k.fronts;
    const double ball = fmax(BALL, bits / 16.0);
    const double bytes = ball * (fronts->bytes + fronts->kept + 16.0 * pm_matrix_nnz(s->a));

    PM_TRY(check_limits(s, real ? PM_REAL : PM_COMPLEX, steps_of(s), real ? bytes : 2 * bytes));
    return (real ? &pm_balls_real : &pm_balls_complex)->shares(share, &s->k, s->a, bits);
}

/* ------------------------------------------------------------------ the whole */

static pm_status find_shares(struct pm_value *share, const struct shares *s,
                             const struct pm_request *request)
{
    const bool may_be_exact = request->rounded || request->bits == 0;
    const bool quick = may_be_exact && exact_is_quick(s);
    pm_status status = PM_UNABLE;

    if (request->bits > 0 && !quick)
        status = floating_shares(share, s, request->bits);
    return status == PM_UNABLE && may_be_exact ? exact_shares(share, s) : status;
}

pm_status pm_planar_shares(struct pm_value *share, const struct pm_matrix *a, enum pm_kind kind,
                           const struct pm_rotation *around, const struct pm_request *request)
{
    struct shares s = {.kind = kind, .limits = &request->limits};
    struct pm_matrix *whole;
    pm_status status;

    PM_TRY_GOTO(status, pm_kasteleyn_find(&s.k, a, kind, around), done);
    PM_TRY_GOTO(status, pm_matrix_integers(&whole, a), done);
    s.a = whole;
    status = pm_bound_bits(&s.bits, whole, kind);
    if (status == PM_OK && s.k.fronts == NULL)
        status = pm_fail(PM_DOMAIN, "there is no perfect matching");
    s.bits = fmax(s.bits, 0);
    if (status == PM_OK)
        status = find_shares(share, &s, request);
    pm_matrix_free(whole);
done:
    pm_kasteleyn_clear(&s.k);
    return status;
}
