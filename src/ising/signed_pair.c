/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mean <s_u s_v> of one pair of spins in many models, which differ by the signs of couplings.
 * The graph, its drawing and the order of elimination are the same for all: only the weights
 * change.  With -K instead of K, the weight d (couplings.h) of domain walls becomes 1 / d, and that
 * of even sets -d.  A path from u to v changes the weights as in pair_means.c.  So each mean is the
 * quotient of two Pfaffians, or of two sums of some.
 *
 * The signs of a maximum likelihood decoder are those of errors (Dennis, Kitaev, Landahl and
 * Preskill, Topological quantum memory, Journal of Mathematical Physics 43, 2002). */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/threads.h"
#include "base/watched.h"
#include "engine/limits.h"
#include "engine/planar/planar.h"
#include "ising/spin_tree.h"
#include "num/arb_ball.h"
#include "query/call.h"

#include <math.h>

/* VARIANTS: of a weight: FLIPPED or not, on the PATH or not.  BITS: of the sums. */
enum { VARIANTS = 4, FLIPPED = 1, PATH = 2, BITS = 53, WORKING_BITS = 128 };

/* Products of balls in a second. */
static const double RATE = 5e7;

struct signed_pair {
    struct pm_query_call call;
    const struct pm_ising *model;
    int u, v;
    size_t count;
    const signed char *sign;
    double *mean, *bound;

    struct pm_kasteleyn k;
    bool *on_path; /* of each coupling */
    int *back;     /* the entry below the diagonal, or above, of each coupling */
    fmpq *weight;  /* VARIANTS of each coupling */
    arb_t factor;  /* of the sum with the weights of the path, but for signs of couplings */
};

/* ------------------------------------------------------------------ one model */

/* *sum = that with the entries of `a`. */
static pm_status find_sum(arb_t sum, const struct signed_pair *s, const struct pm_matrix *a)
{
    const struct pm_balls *const balls = s->k.sheets.imaginary ? &pm_balls_complex : &pm_balls_real;
    struct pm_value value;
    struct pm_part part;

    pm_value_init(&value);
    pm_status status =
        pm_proved_sum(&part, &s->k, a, ldexp(1, -BITS), s->call.planner.policy.limits.isa);
    PM_THEN(status, pm_value_set_part(&value, &part));
    if (status == PM_UNABLE)
        status = balls->value(&value, &s->k, a, BITS);
    if (status == PM_OK)
        ball_of_value(sum, &value, WORKING_BITS);
    pm_value_clear(&value);
    return status;
}

/* Sets the entries of `a` for these signs. */
static void set_entries(struct pm_matrix *a, const struct signed_pair *s, const signed char *sign,
                        bool path)
{
    for (int e = 0; e < s->model->c.edges; e++) {
        const int variant = (sign[e] < 0 ? FLIPPED : 0) | (path && s->on_path[e] ? PATH : 0);
        fmpq *const w = s->weight + VARIANTS * e + variant;
        fmpq_set(a->re + s->model->entry[e], w);
        fmpq_set(a->re + s->back[e], w);
    }
}

/* *mean and *bound = the ball x. */
static void deliver(double *mean, double *bound, arb_t x)
{
    mag_t most;
    arb_t centre;

    mag_init(most);
    arb_init(centre);
    *mean = fmax(-1, fmin(1, arf_get_d(arb_midref(x), ARF_RND_NEAR)));
    arb_set_d(centre, *mean);
    arb_sub(x, x, centre, WORKING_BITS);
    arb_get_mag(most, x);
    *bound = mag_get_d(most);
    arb_clear(centre);
    mag_clear(most);
}

/* The mean with these signs; `a` is a matrix of this thread. */
static pm_status find_mean(double *mean, double *bound, const struct signed_pair *s,
                           const signed char *sign, struct pm_matrix *a)
{
    const struct pm_couplings *const c = &s->model->c;
    bool minus = false;
    arb_t all, path;

    PM_EACH(arb_init, all, path);
    set_entries(a, s, sign, false);
    pm_status status = find_sum(all, s, a);
    set_entries(a, s, sign, true);
    PM_THEN(status, find_sum(path, s, a));
    for (int e = 0; e < c->edges && !c->walls; e++)
        minus ^= s->on_path[e] && sign[e] < 0;
    arb_mul(path, path, s->factor, WORKING_BITS);
    if (minus)
        arb_neg(path, path);
    PM_THEN(status, pm_spin_tree_mean(path, path, all, c, WORKING_BITS));
    if (status == PM_OK)
        deliver(mean, bound, path);
    PM_EACH(arb_clear, all, path);
    return status;
}

/* Threads take models side by side. */
static pm_status find_means(struct signed_pair *s, int threads)
{
    const size_t edges = (size_t)s->model->c.edges;
    struct pm_failure failure = {.status = PM_OK};

#pragma omp parallel num_threads(threads)
    {
        struct pm_matrix *a = NULL;
        const pm_status begun = pm_matrix_copy(&a, s->model->problem->a);
#pragma omp for schedule(dynamic)
        for (size_t k = 0; k < s->count; k++) {
            pm_status status = begun;
            if (failure.status == PM_OK)
                PM_THEN(status, pm_go_on(s->k.stop));
            if (failure.status == PM_OK)
                PM_THEN(status, find_mean(&s->mean[k], &s->bound[k], s, s->sign + k * edges, a));
            if (status != PM_OK)
#pragma omp critical(pm_ising_signed_pair)
                pm_failure_keep(&failure, status);
            pm_watched_done(s->call.watched, 1);
        }
        pm_matrix_free(a);
        pm_threads_ends_team();
    }
    return pm_failure_raise(&failure);
}

/* ------------------------------------------------------------------ what all have in common */

/* The variants of the weight of a coupling. */
static void set_variants(fmpq *w, const fmpq *d, bool walls)
{
    fmpq *const turned = w + (walls ? FLIPPED : PATH), *const minus = w + (walls ? PATH : FLIPPED);

    fmpq_set(w, d);
    fmpq_inv(turned, d);
    fmpq_neg(minus, d);
    fmpq_neg(w + (FLIPPED | PATH), turned);
}

static pm_status begin(struct signed_pair *s)
{
    const struct pm_couplings *const c = &s->model->c;
    const struct pm_matrix *const a = s->model->problem->a;

    PM_NEW(s->back, c->edges);
    PM_NEW(s->weight, VARIANTS * (size_t)c->edges);
    arb_one(s->factor);
    for (int e = 0; e < VARIANTS * c->edges; e++)
        fmpq_init(s->weight + e);
    for (int e = 0; e < c->edges; e++) {
        const int at = s->model->entry[e];
        s->back[e] = pm_matrix_entry(a, a->col[at], pm_matrix_row_of(a, (size_t)at));
        set_variants(s->weight + VARIANTS * e, s->model->weight + e, c->walls);
        if (!s->on_path[e])
            continue;
        if (c->walls)
            arb_neg(s->factor, s->factor);
        else {
            arb_mul_fmpz(s->factor, s->factor, fmpq_numref(s->model->weight + e), WORKING_BITS);
            arb_div_fmpz(s->factor, s->factor, fmpq_denref(s->model->weight + e), WORKING_BITS);
        }
    }
    return pm_kasteleyn_find(&s->k, a, PM_HAFNIAN, s->model->problem->around,
                             pm_far_alone(a->rows + pm_matrix_nnz(a) / 2));
}

/* All means, for a path from u to v. */
static pm_status find_all(struct signed_pair *s)
{
    struct pm_limits *const limits = &s->call.planner.policy.limits;

    PM_TRY(begin(s));
    s->k.stop = limits->stop;
    s->k.threads = 1;
    const double seconds = 2 * (double)s->count * s->k.leaves * s->k.steps / RATE / limits->threads;
    PM_TRY(pm_limits_allow(limits, seconds, 32 * s->k.fronts->bytes * limits->threads));
    pm_watched_plan(s->call.watched, s->count, seconds, "planar");
    return find_means(s, limits->threads);
}

static pm_status answer(struct pm_query_call *call)
{
    struct signed_pair *const s = (struct signed_pair *)call;
    const struct pm_couplings *const c = &s->model->c;
    struct pm_spin_tree tree;
    bool joined = false;
    pm_status status;

    PM_NEW(s->on_path, c->edges);
    PM_TRY_GOTO(status, pm_spin_tree_new(&tree, c), done);
    joined = pm_spin_tree_path(s->on_path, &tree, c, s->u, s->v < 0 ? c->spins - 1 : s->v);
    if (joined && s->u != s->v) {
        status = find_all(s);
        goto done;
    }
    for (size_t k = 0; k < s->count; k++) { /* without a path, either spin can be turned alone */
        s->mean[k] = joined;
        s->bound[k] = 0;
    }
done:
    pm_spin_tree_clear(&tree);
    return status;
}

pm_status pm_ising_signed_pair(double *mean, double *bound, const pm_ising *model, int u, int v,
                               size_t count, const signed char *sign, const pm_options *options)
{
    PM_ARGUMENTS(model);
    PM_ARGUMENTS_IF(count > 0, mean, bound, sign);
    struct signed_pair s = {.call = {.question = PM_ASK_SHARES,
                                     .answer = answer,
                                     .problem = model->problem,
                                     .options = options},
                            .model = model,
                            .u = u,
                            .v = v,
                            .count = count,
                            .sign = sign,
                            .mean = mean,
                            .bound = bound};

    PM_TRY(pm_spin_tree_check(&model->c, 0, u, v));
    for (size_t k = 0; k < count * (size_t)model->c.edges; k++)
        if (sign[k] != 1 && sign[k] != -1)
            return pm_fail(PM_INPUT, "sign %zu of model %zu is %d, and must be 1 or -1",
                           k % (size_t)model->c.edges, k / (size_t)model->c.edges, sign[k]);
    arb_init(s.factor);
    const pm_status status = pm_query_run(&s.call);
    for (int e = 0; s.weight != NULL && e < VARIANTS * model->c.edges; e++)
        fmpq_clear(s.weight + e);
    pm_kasteleyn_clear(&s.k);
    arb_clear(s.factor);
    PM_FREE(s.on_path, s.back, s.weight);
    return status;
}
