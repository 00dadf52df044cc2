/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries that the tables of the tree engine can answer.
 *
 * Shares of entries (tree_outside_template.h) and random matchings (tree_sample_template.h) need
 * all tables in memory.  If no vertex must be covered, the value of the last table is the sum over
 * matchings of all sizes.  The sums over the matchings of every size follow from several such
 * values (engine/sizes.h). */
#include "engine/tree/tree_queries.h"

#include "base/alloc.h"
#include "engine/limits.h"
#include "engine/sizes.h"
#include "engine/tree/tree_search.h"
#include "engine/tree/tree_kernels.h"
#include "num/random.h"
#include "engine/engine_query.h"

#include <flint/fmpz_vec.h>

static const double MOST_STEPS = 1e15;

/* passes for shares: one up, and two down, since the outside of both children is computed */
enum { PASSES = 3 };

/* A leaf or a merge takes at least as long as so many steps: 0.7 us for a path of 400 vertices. */
static const double LEAST_STEPS = 200;

/* In a draw, a node takes so many steps besides those of the scan. */
static const double DRAW_STEPS = 25;

/* Tables may be larger than predicted by this factor. */
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
    return (double)(2 * sizeof(uint64_t) + pm_image_number_size(number));
}

/* The number of keys of all tables of a tree. */
static double all_keys(const struct pm_tree *tree)
{
    double keys = 0;

    for (int x = 0; x < tree->nodes; x++)
        keys += tree->node[x].keys;
    return keys;
}

/* Makes a layout without slices for `core`, which must have at least one edge.  If `keep` is true,
 * all tables must fit into memory at once.  If `loose` is true, the layout is for sums over all
 * matchings.  PM_UNABLE: it does not fit; the message has the predicted size. */
static pm_status plan(struct pm_layout **layout, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits, bool keep, bool loose)
{
    const double most = pm_limits_memory(limits) / entry_bytes(number) / SPARE;
    struct pm_layout *l = NULL;
    struct pm_tree_search *search;

    PM_TRY(pm_tree_search_alone(&search, core, most, loose, number, limits));
    const struct pm_tree *const tree = pm_tree_search_best(search);
    const double steps = pm_tree_steps(tree), keys = keep ? all_keys(tree) : 0;
    const int width = pm_tree_width(tree);
    pm_status status =
        width > PM_TREE_BITS || steps > MOST_STEPS || keys > most
            ? pm_fail(PM_UNABLE, "width %d, %.3g steps, %.3g states", width, steps, keys)
            : pm_layout_new(&l, tree);
    pm_tree_search_free(search);
    if (status == PM_OK && l->keys > most) {
        status = pm_fail(PM_UNABLE, "width %d, %.3g steps, %.3g states at once", width, l->cost,
                         l->keys);
        pm_layout_free(l);
    } else if (status == PM_OK) {
        *layout = l;
    }
    return status;
}

/* The cost of shares or random matchings, which keep all tables; passes: the number of times that
 * the steps of the layout are made. */
static pm_status kept_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                           const struct pm_limits *limits, int passes)
{
    struct pm_layout *layout;

    if (pm_tree_is_zero(core))
        return pm_fail(PM_DOMAIN, "there is no perfect matching");
    PM_TRY(plan(&layout, core, number, limits, true, false));
    *cost = (struct pm_cost){.steps = passes * layout->cost,
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
                                .stop = limits->stop};
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
    const struct pm_tree_use use = use_of(limits);
    struct pm_image *image;

    PM_TRY(pm_core_image(&image, core, ring));
    const pm_status status =
        pm_tree_kernels_of(ring->number, layout->width, NULL)->shares(part, layout, image, &use);
    pm_image_free(image);
    return status;
}

const struct pm_engine_query pm_tree_shares_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_WRAP_BIT | PM_FLOATING_BITS | PM_MODS_BIT,
    .cost = shares_cost,
    .forget = pm_layout_free,
    .shares = shares,
};

/* ------------------------------------------------------------------- draws */

struct draws {
    struct pm_layout *layout;
    enum pm_number number;
};

static void draws_forget(void *choice)
{
    struct draws *const d = choice;

    if (d != NULL)
        pm_layout_free(d->layout);
    free(d);
}

/* At each node, the smaller one of the tables of its children is scanned. */
static double steps_of_draw(const struct pm_layout *l)
{
    double steps = 0;

    for (int i = 0; i < l->steps; i++)
        if (l->step[i].left >= 0)
            steps += DRAW_STEPS + l->tree->node[l->step[l->step[i].right].edge].keys;
    return steps;
}

static pm_status draws_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    struct draws *d;

    PM_NEW(d, 1);
    d->number = number;
    pm_status status = kept_cost(cost, core, number, limits, 1);
    if (status == PM_OK) {
        d->layout = cost->choice;
        cost->each = steps_of_draw(d->layout);
        cost->choice = d;
    } else {
        free(d);
    }
    return status;
}

/* In a general graph, gives the second vertex of each pair the entry of its own row. */
static void mirror(int *entry, const struct pm_matrix *a)
{
    for (int i = 0; i < a->rows; i++) {
        const int j = a->col[entry[i]];
        if (j > i)
            entry[j] = pm_matrix_entry(a, j, i);
    }
}

static pm_status draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                      const struct pm_cost *cost, const struct pm_limits *limits)
{
    const struct draws *const d = cost->choice;
    const struct pm_ring ring = pm_number_ring_of(d->number);
    const struct pm_tree_use use = use_of(limits);
    struct pm_image *image;

    PM_TRY(pm_core_image(&image, core, &ring));
    const pm_status status =
        pm_tree_kernels_of(d->number, d->layout->width, NULL)
            ->sample(entry, count, pm_random_word(state), d->layout, image, &use);
    for (size_t k = 0; k < count && core->kind == PM_HAFNIAN && status == PM_OK; k++)
        mirror(entry + k * (size_t)core->a->rows, core->a);
    pm_image_free(image);
    return status;
}

const struct pm_engine_query pm_tree_draws_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_WRAP_BIT | PM_DD_BIT,
    .cost = draws_cost,
    .forget = draws_forget,
    .draw = draw,
};

/* ------------------------------------------------------------------- sizes */

enum { PRIME_BITS = 62 }; /* primes are below 2 to this power */

struct values {
    const struct pm_layout *layout;
    struct pm_tree_use use;
};

static pm_status value(struct pm_part *part, const void *self, const struct pm_image *image)
{
    const struct values *const v = self;

    return pm_tree_kernels_of(PM_MOD, v->layout->width, NULL)
        ->run(part, v->layout, image, 0, &v->use);
}

static pm_status sizes(fmpz *sum, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits)
{
    const int at_once = pm_sizes_at_once(core, cost, limits);
    struct values v = {cost->choice, use_of(limits)};

    v.use.threads /= at_once;
    v.use.memory /= (uint64_t)at_once;
    if (cost->choice != NULL)
        return pm_sizes_add_up(sum, core, PRIME_BITS, value, &v, at_once);
    _fmpz_vec_zero(sum, pm_core_size(core) + 1);
    fmpz_one(&sum[0]);
    return PM_OK;
}

static pm_status residues(uint64_t *count, const struct pm_core *core, const struct pm_cost *cost,
                          uint64_t p, const struct pm_limits *limits)
{
    const struct values v = {cost->choice, use_of(limits)};

    if (cost->choice != NULL)
        return pm_sizes_modulo(count, core, value, &v, p);
    for (int k = 0; k <= pm_core_size(core); k++)
        count[k] = k == 0;
    return PM_OK;
}

static pm_status sizes_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    struct pm_layout *layout;

    *cost = (struct pm_cost){.steps = 1, .units = 1};
    if (pm_matrix_nnz(core->a) == 0)
        return PM_OK;
    PM_TRY(plan(&layout, core, number, limits, false, true));
    const double value = layout->cost + LEAST_STEPS * layout->steps;
    cost->steps = value * pm_sizes_values(core, PRIME_BITS);
    cost->peak = value * pm_core_size(core);
    cost->bytes = SPARE * entry_bytes(number) * layout->keys;
    cost->choice = layout;
    return PM_OK;
}

const struct pm_engine_query pm_tree_sizes_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT,
    .cost = sizes_cost,
    .forget = pm_layout_free,
    .sizes = sizes,
    .residues = residues,
};
