/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tables of the tree engine tell besides the permanent.
 *
 * Shares of entries (tree_outside.h) and random matchings (tree_sample.h) take all tables at once.
 *
 * Matchings of every size: where no vertex need be covered and every entry is multiplied by z, the
 * last table holds the matching generating polynomial sum_k m_k z^k (Heilmann and Lieb, Theory of
 * monomer-dimer systems, 1972) at z: its values at 0 .. n, modulo as many primes as the bound
 * m_k <= prod_i (1 + sum_j |a_ij|) asks for, give the numbers by interpolation and remaindering. */
#include "engine/tree/queries.h"

#include "base/alloc.h"
#include "engine/tree/tree_search.h"
#include "engine/tree/tree_kernels.h"
#include "num/random.h"

#include <flint/fmpz_vec.h>
#include <flint/nmod_poly.h>
#include <flint/ulong_extras.h>

#include <math.h>
#include <stdlib.h>

static const double MOST_STEPS = 1e15;

enum { PASSES = 3 }; /* of shares: up, and down to both children */

/* Tables may outgrow their prediction so many times. */
static const double SPARE = 3;

bool pm_tree_is_zero(const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;
    const bool general = core->kind == PM_HAFNIAN;

    for (int i = 0; i < a->rows; i++) {
        const int first = a->start[i], count = a->start[i + 1] - first;
        if (count == 0 || (general && count == 1 && a->col[first] == i))
            return true;
    }
    return general && a->rows % 2 != 0;
}

/* ------------------------------------------------------------------ layouts */

static double entry_bytes(enum pm_number number)
{
    return (double)(2 * sizeof(uint64_t) + pm_number_size(number));
}

/* Keys of all tables of a tree. */
static double all_keys(const struct pm_tree *tree)
{
    double keys = 0;

    for (int x = 0; x < tree->nodes; x++)
        keys += tree->node[x].keys;
    return keys;
}

pm_status pm_tree_plan(struct pm_layout **layout, const struct pm_core *core, enum pm_number number,
                       const struct pm_limits *limits, bool keep, bool loose)
{
    const double memory = limits->memory != 0 ? (double)limits->memory : 0x1p34;
    const double most = memory / entry_bytes(number) / SPARE;
    struct pm_layout *l = NULL;
    struct pm_tree *tree;

    PM_TRY(pm_tree_search(&tree, core, most, loose, limits->poll));
    const double steps = pm_tree_steps(tree), keys = keep ? all_keys(tree) : 0;
    const int width = pm_tree_width(tree);
    pm_status status =
        width > PM_TREE_BITS || steps > MOST_STEPS || keys > most
            ? pm_fail(PM_UNABLE, "width %d, %.3g steps, %.3g states", width, steps, keys)
            : pm_layout_new(&l, tree);
    pm_tree_free(tree);
    if (status == PM_OK && l->keys > most) {
        status = pm_fail(PM_UNABLE, "width %d, %.3g steps, %.3g states at once", width, l->cost,
                         l->keys);
        pm_layout_free(l);
    } else if (status == PM_OK) {
        *layout = l;
    }
    return status;
}

static void forget(void *choice)
{
    pm_layout_free(choice);
}

/* What shares and random matchings cost, whose tables are all kept. */
static pm_status kept_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                           const struct pm_limits *limits, int passes)
{
    struct pm_layout *layout;

    if (pm_tree_is_zero(core))
        return pm_fail(PM_DOMAIN, "there is no perfect matching");
    PM_TRY(pm_tree_plan(&layout, core, number, limits, true, false));
    *cost = (struct pm_cost){.steps = passes * layout->cost,
                             .each = layout->edges,
                             .bytes = SPARE * entry_bytes(number) * all_keys(layout->tree),
                             .units = 1,
                             .choice = layout};
    snprintf(cost->note, sizeof cost->note, "width %d, %.3g steps", layout->width, layout->cost);
    return PM_OK;
}

static struct pm_tree_use use_of(const struct pm_limits *limits)
{
    return (struct pm_tree_use){.memory = limits->memory != 0 ? limits->memory : UINT64_MAX / 4,
                                .threads = limits->threads > 0 ? limits->threads : 1,
                                .stop = limits->stop,
                                .few = PM_TREE_USUAL};
}

/* What a ring knows of a core. */
static pm_status image_of(struct pm_image **image, const struct pm_core *core,
                          const struct pm_ring *ring)
{
    return (core->kind == PM_HAFNIAN ? pm_image_symmetric : pm_image_new)(image, core->a, ring);
}

/* ------------------------------------------------------------------- shares */

static pm_status shares_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    return kept_cost(cost, core, number, limits, PASSES);
}

static pm_status shares(struct pm_part *part, const struct pm_core *core,
                        const struct pm_cost *cost, const struct pm_ring *ring,
                        const struct pm_limits *limits)
{
    const struct pm_layout *const layout = cost->choice;
    struct pm_tree_use use = use_of(limits);
    struct pm_image *image;

    PM_TRY(image_of(&image, core, ring));
    const pm_status status =
        pm_tree_kernels_of(ring->number, layout->width, NULL)->shares(part, layout, image, &use);
    pm_image_free(image);
    return status;
}

const struct pm_engine_query pm_tree_shares_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_WRAP_BIT | PM_FLOATING_BITS | PM_MODS_BIT,
    .cost = shares_cost,
    .forget = forget,
    .shares = shares,
};

/* ------------------------------------------------------------------- draws */

static pm_status draws_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    return kept_cost(cost, core, number, limits, 1);
}

static pm_status draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                      const struct pm_cost *cost, const struct pm_limits *limits)
{
    const struct pm_ring ring = pm_ring_of(PM_WRAP);
    const struct pm_layout *const layout = cost->choice;
    struct pm_tree_use use = use_of(limits);
    struct pm_image *image;

    PM_TRY(image_of(&image, core, &ring));
    const pm_status status = pm_tree_kernels_of(PM_WRAP, layout->width, NULL)
                                 ->sample(entry, count, pm_random_word(state), layout, image, &use);
    pm_image_free(image);
    return status;
}

const struct pm_engine_query pm_tree_draws_query = {
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_WRAP_BIT,
    .cost = draws_cost,
    .forget = forget,
    .draw = draw,
};

/* ------------------------------------------------------------------- sizes */

/* Bits of the bound on the coefficients, sign included; entries may be beyond a double's range. */
static double bound_bits(const struct pm_matrix *a)
{
    double bits = 2;
    fmpz_t sum, modulus;

    fmpz_init(sum);
    fmpz_init(modulus);
    for (int i = 0; i < a->rows; i++) {
        fmpz_one(sum);
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            fmpz_abs(modulus, fmpq_numref(&a->re[e]));
            fmpz_add(sum, sum, modulus);
        }
        bits += fmpz_dlog(sum) / M_LN2 + 1e-9;
    }
    fmpz_clear(modulus);
    fmpz_clear(sum);
    return bits;
}

enum { PRIME_BITS = 61 }; /* primes are above 2^this */

/* The polynomial modulo p, from its values at 0 .. degree. */
static pm_status interpolate(nmod_poly_t poly, const struct pm_core *core,
                             const struct pm_layout *layout, uint64_t p,
                             const struct pm_limits *limits)
{
    pm_tree_kernel *const run = pm_tree_kernels_of(PM_MOD, layout->width, NULL)->run;
    const struct pm_ring ring = pm_ring_mod(p);
    const int degree = pm_core_size(core);
    struct pm_tree_use use = use_of(limits);
    struct pm_image *image = NULL;
    mp_limb_t *point = NULL;
    pm_status status;

    PM_TRY_GOTO(status, image_of(&image, core, &ring), done);
    PM_NEW_GOTO(status, point, 2 * ((size_t)degree + 1), done);
    point[degree + 1] = 1;
    for (int z = 1; z <= degree; z++) {
        struct pm_part part = {.exp = 0};
        use.scale = (uint32_t)z;
        PM_TRY_GOTO(status, run(&part, layout, image, 0, &use), done);
        point[z] = (mp_limb_t)z;
        point[degree + 1 + z] = part.word[0];
    }
    nmod_poly_interpolate_nmod_vec(poly, point, point + degree + 1, degree + 1);
done:
    free(point);
    pm_image_free(image);
    return status;
}

static pm_status sizes(fmpz *sum, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits)
{
    const int degree = pm_core_size(core);
    const double bits = bound_bits(core->a);
    uint64_t p = UINT64_C(1) << PRIME_BITS;
    pm_status status = PM_OK;
    fmpz_t product;

    _fmpz_vec_zero(sum, degree + 1);
    if (cost->choice == NULL) {
        fmpz_one(&sum[0]);
        return PM_OK;
    }
    fmpz_init_set_ui(product, 1);
    while ((double)fmpz_bits(product) <= bits + 1 && status == PM_OK) {
        nmod_poly_t poly;
        p = n_nextprime(p, 1);
        nmod_poly_init(poly, p);
        status = interpolate(poly, core, cost->choice, p, limits);
        for (int k = 0; k <= degree && status == PM_OK; k++)
            fmpz_CRT_ui(&sum[k], &sum[k], product, nmod_poly_get_coeff_ui(poly, k), p, 1);
        nmod_poly_clear(poly);
        fmpz_mul_ui(product, product, p);
    }
    fmpz_clear(product);
    return status;
}

static pm_status sizes_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    struct pm_layout *layout;

    *cost = (struct pm_cost){.steps = 1, .units = 1};
    if (pm_matrix_nnz(core->a) == 0)
        return PM_OK;
    PM_TRY(pm_tree_plan(&layout, core, number, limits, false, true));
    const double runs = pm_core_size(core) * (floor((bound_bits(core->a) + 1) / PRIME_BITS) + 1);
    cost->steps = layout->cost * runs;
    cost->bytes = SPARE * entry_bytes(number) * layout->keys;
    cost->choice = layout;
    return PM_OK;
}

const struct pm_engine_query pm_tree_sizes_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT,
    .cost = sizes_cost,
    .forget = forget,
    .sizes = sizes,
};
