/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `tree`: permanents and hafnians by merging tables along a tree.
 *
 * A matrix is a bipartite graph: rows and columns are its vertices, nonzeros its edges.  The
 * permanent is the sum over all perfect matchings of the product of their entries.  Divide the set
 * of edges into two parts.  A matching of one part covers some vertices.  A vertex that has all its
 * edges in that part must be covered by this matching.  A vertex that has edges in both parts is
 * *open* and may be covered or not.  The table of a part has, for each set S of open vertices (its
 * key), the sum over all matchings of the part that cover S and no other open vertex.  For a single
 * edge of value a it is {} -> 1, {row, column} -> a.  For the union of two disjoint parts X, Y
 *
 *     T(S) = sum of T_X(A) T_Y(B) over disjoint A, B with A + B = S + (vertices that close).
 *
 * A vertex closes at the union that first has all its edges.  It must be covered there, and is not
 * in the keys from then on.  The last table has one key, {}, and one value: the permanent.
 *
 * The difference (number of columns - number of rows) is the same for all keys of a table.  So at
 * most C(w, w/2) of the 2^w subsets of w open vertices are keys; often far fewer are reached.  The
 * cost depends only on the tree.  A tree that merges one row after another gives the frontier
 * (transfer matrix) method.  A tree that eliminates one vertex after another gives tree
 * decompositions, with n 2^width steps (Cifuentes and Parrilo, An efficient tree decomposition
 * method for permanents and mixed discriminants, Linear Algebra Appl. 493, 2016).  Trees over edges
 * contain both.  Here, local search improves them, guided by a prediction of the number of products
 * (merge_tree.c) that is right within a small factor.  If there are fewer rows than
 * columns, the columns need not be covered.
 *
 * None of this needs a bipartite graph.  For the hafnian of a symmetric matrix, the vertices are
 * those of any graph, and its edges are the nonzeros above the diagonal.  Then we only know that
 * the number of covered vertices is even.
 *
 * There are only additions and products, so every number type works, and nonnegative data have no
 * cancellation.  A step is one product of two table entries; other work is measured in steps as
 * well (merge_tree.h).  If the predicted tables exceed the memory, the plan slices them
 * (tree_slices.c); slices are the units of work.  If a slice still needs more memory,
 * it is sliced again during the run. */
#include "engine/search_steps.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/limits.h"
#include "engine/tree/stored_tree.h"
#include "engine/tree/tree_search.h"
#include "engine/tree/tree_queries.h"
#include "engine/tree/tree_kernels.h"
#include "engine/abilities.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const double MERGE_STEPS = 300.0; /* steps that a merge takes besides its products */
/* The memory is this many times the predicted size of tables that are not sliced, and of slices. */
static const double TIGHT = 1.5, LOOSE = 2.0;
/* A tree almost fits if slicing multiplies its steps by no more than this. */
enum { MANY = 3 };
static const double ROOM = 4.0;       /* a run may use this many times its predicted memory, ... */
static const double ROOM_BYTES = 1e6; /* ... and this many bytes more */

struct job {
    /* level[0] is the planned layout, which belongs to the plan; level[k] has finer slices and is
     * made when it is needed */
    struct pm_layout *level[PM_TREE_SLICES + 1];
    pthread_mutex_t lock;
    struct pm_image *image;
    struct pm_tree_use use;
    const char *set; /* name of the instruction set of the kernels */
};

static double entry_bytes(enum pm_number number, int width)
{
    return (double)((width > 64 ? 2 : 1) * sizeof(uint64_t) + pm_image_number_size(number));
}

/* The number of table entries that fit into the memory. */
static double room_of(const struct pm_limits *limits, enum pm_number number, int width)
{
    return pm_limits_memory(limits) / entry_bytes(number, width);
}

static double all_steps(const struct pm_layout *l)
{
    return ldexp(l->cost + MERGE_STEPS * l->edges, l->slices);
}

/* ----------------------------------------------------------------------- search */

struct looking {
    struct pm_tree_search *search; /* NULL: none is needed */
    /* the best tree when the search began to look for trees whose tables fit; NULL: it does not.
     * Sliced, it may take fewer steps than those. */
    struct pm_tree *before;
    /* number of table entries that fit if the values are residues modulo eight primes (PM_MODS) */
    double room;
};

static void looking_end(void *search)
{
    struct looking *const l = search;
    if (!l)
        return;
    pm_tree_free(l->before);
    pm_tree_search_free(l->search);
    free(l);
}

static pm_status looking_begin(void **search, const struct pm_core *core,
                               const struct pm_limits *limits)
{
    struct looking *l;
    PM_NEW(l, 1);
    l->room = room_of(limits, PM_MODS, 0);
    PM_GIVE(search, l,
            core->a->rows == 0 || pm_tree_is_zero(core)
                ? PM_OK
                : pm_tree_search_new(&l->search, core, false),
            looking_end);
}

/* Sets the steps of the best tree, and whether it is large.  A tree that does not fit needs about
 * as many slices as the times its tables exceed the memory, and each slice needs the steps of the
 * tree. */
static pm_status tell_tree(struct pm_found *found, const struct looking *l,
                           const struct pm_tree *tree)
{
    double keys;
    PM_TRY(pm_layout_peak(&keys, tree));
    const double slices = fmax(1, keys * TIGHT / l->room);
    found->large = slices > MANY;
    found->steps = (pm_tree_steps(tree) + MERGE_STEPS * tree->edges) * (l->before ? slices : 1);
    if (found->steps > PM_TREE_TOO_MANY)
        found->steps = INFINITY;
    return PM_OK;
}

static pm_status tell(struct pm_found *found, const struct looking *l)
{
    struct pm_found before = {.steps = INFINITY};
    if (l->before)
        PM_TRY(tell_tree(&before, l, l->before));
    PM_TRY(tell_tree(found, l, pm_tree_search_best(l->search)));
    found->used = pm_tree_search_used(l->search);
    found->steps = fmin(found->steps, before.steps);
    return PM_OK;
}

static pm_status looking_go_on(struct pm_found *found, void *search, double steps)
{
    struct looking *const l = search;
    *found = (struct pm_found){.steps = 1, .done = true};
    if (!l->search)
        return PM_OK;
    PM_TRY(pm_tree_search_go_on(&found->done, l->search, steps));
    return tell(found, l);
}

static pm_status looking_fit(struct pm_found *found, void *search)
{
    struct looking *const l = search;
    PM_TRY(pm_tree_copy(&l->before, pm_tree_search_best(l->search)));
    pm_tree_search_limit(l->search, l->room / LOOSE);
    found->done = false;
    return tell(found, l);
}

static const struct pm_engine_search tree_search = {looking_begin, looking_go_on, looking_fit,
                                                    looking_end, false};

/* ---------------------------------------------------------------------- layouts */

/* PM_UNABLE: one ring exceeds the time limit on all threads, even without slices, which add steps.
 */
static pm_status allow_slices(const struct pm_layout *l, enum pm_number number,
                              const struct pm_limits *limits)
{
    const double rate = pm_engine_tree.figures.rate[number] * fmax(limits->threads, 1);
    const double seconds = all_steps(l) / rate;

    return limits->seconds <= 0 || seconds <= limits->seconds
               ? PM_OK
               : pm_fail(PM_UNABLE, "at least %.3g s: %.3g steps, and slices of %.3g states",
                         seconds, all_steps(l), l->keys);
}

/* Makes the layout of a tree, with slices if its tables do not fit.  The caller must free it. */
static pm_status fit_tree(struct pm_layout **layout, const struct pm_tree *tree,
                          enum pm_number number, const struct pm_limits *limits)
{
    struct pm_layout *l = NULL;
    pm_status status = pm_layout_try(&l, tree);
    const double fit = status == PM_OK ? room_of(limits, number, l->width) : 0;
    if (status == PM_OK && l->keys > fit / TIGHT) {
        status = allow_slices(l, number, limits);
        PM_THEN(status, pm_layout_slice(l, fit / LOOSE));
    }
    PM_GIVE(layout, l, status, pm_layout_free);
}

/* *layout = the layout of a search's result with the fewest steps. */
static pm_status fit_best(struct pm_layout **layout, const struct looking *found,
                          enum pm_number number, const struct pm_limits *limits)
{
    struct pm_layout *last = NULL, *first = NULL;
    pm_status status = fit_tree(&last, pm_tree_search_best(found->search), number, limits);
    if (found->before && (status == PM_OK || status == PM_UNABLE)) {
        const pm_status other = fit_tree(&first, found->before, number, limits);
        status = other == PM_UNABLE ? status : other;
    }
    const bool is_first = first && (!last || all_steps(first) < all_steps(last));
    pm_layout_free(is_first ? last : first);
    PM_GIVE(layout, is_first ? first : last, status, pm_layout_free);
}

static pm_status make_layout(struct pm_layout **layout, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    const struct looking *looking = limits->search;
    struct pm_found found;
    void *own = NULL;
    pm_status status = PM_OK;
    if (!looking) {
        PM_TRY(looking_begin(&own, core, limits));
        looking = own;
        status = looking_fit(&found, own);
        PM_THEN(status, pm_search_alone(own, &tree_search, core,
                                        pm_engine_tree.figures.rate[number], limits));
    }
    PM_THEN(status, fit_best(layout, looking, number, limits));
    looking_end(own);
    return status;
}

/* Predicts the cost.  If `rest` is NULL, searches for a tree; otherwise reads the layout from
 * it. */
static pm_status tree_read(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                           const struct pm_limits *limits, char **rest)
{
    struct pm_layout *l = NULL;
    *cost = (struct pm_cost){.units = 1, .steps = 1};

    if (core->a->rows == 0 || pm_tree_is_zero(core))
        return PM_OK; /* the answer is 1 or 0, and needs no table */
    const pm_status status =
        rest == NULL ? make_layout(&l, core, number, limits) : pm_tree_read(&l, core, rest);
    if (status != PM_OK) {
        pm_layout_free(l);
        return status;
    }
    cost->choice = l;
    cost->units = (uint64_t)1 << l->slices;
    cost->steps = all_steps(l);
    const double entry = entry_bytes(number, l->width);
    cost->bytes = fmin(pm_limits_memory(limits), ROOM * entry * l->keys + ROOM_BYTES);
    snprintf(cost->note, sizeof cost->note, "width %d, %.3g steps, %.3g states%s", l->width,
             l->cost * (double)cost->units, l->keys, l->slices ? ", sliced" : "");
    return PM_OK;
}

static pm_status tree_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                           const struct pm_limits *limits)
{
    return tree_read(cost, core, number, limits, NULL);
}

static void tree_close(void *job)
{
    struct job *const j = job;

    for (int k = 1; k <= PM_TREE_SLICES; k++)
        pm_layout_free(j->level[k]);
    pthread_mutex_destroy(&j->lock);
    pm_image_free(j->image);
    free(j);
}

static pm_status tree_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                           const struct pm_ring *ring, const struct pm_limits *limits)
{
    struct job *j;

    PM_NEW(j, 1);
    pthread_mutex_init(&j->lock, NULL);
    j->level[0] = cost->choice;
    j->use.threads = limits->threads > 1 ? limits->threads : 1;
    j->use.stop = limits->stop;
    j->use.memory = (uint64_t)cost->bytes;
    j->set = limits->isa;
    PM_GIVE(job, j, pm_core_image(&j->image, core, ring), tree_close);
}

/* *finer = the layout of level + 1, whose slices are finer.  It belongs to the job. */
static pm_status refine(const struct pm_layout **finer, struct job *j, int level)
{
    pm_status status = PM_OK;

    pthread_mutex_lock(&j->lock);
    if (j->level[level + 1] == NULL)
        status = pm_layout_refine(&j->level[level + 1], j->level[level]);
    *finer = j->level[level + 1];
    pthread_mutex_unlock(&j->lock);
    return status;
}

/* Computes a unit in the slices of `level`.  If it needs more memory than planned, it is computed
 * in finer slices.  Whether this happens depends only on the plan, so the bits of the result are
 * always the same. */
static pm_status run_unit(struct job *j, int level, uint64_t unit, struct pm_part *part)
{
    const struct pm_layout *const layout = j->level[level], *finer;
    const struct pm_ring *const ring = &j->image->ring;
    const pm_status status = pm_tree_kernels_of(ring->number, layout->width, j->set)
                                 ->run(part, layout, j->image, unit, &j->use);

    if (status != PM_UNABLE)
        return status;
    PM_TRY(refine(&finer, j, level));
    for (uint64_t k = 0; k < UINT64_C(1) << (finer->slices - layout->slices); k++) {
        struct pm_part more = {.exp = 0};
        PM_TRY(run_unit(j, level + 1, unit | k << layout->slices, k ? &more : part));
        if (k)
            pm_part_add(ring, part, &more);
    }
    return PM_OK;
}

static pm_status tree_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    struct job *const j = job;

    for (uint64_t unit = first; unit < first + count; unit++, part++) {
        if (j->level[0])
            PM_TRY(run_unit(j, 0, unit, part));
        else
            *part = pm_image_constant(j->image);
    }
    return PM_OK;
}

static const struct pm_engine_more more = {
    .search = &tree_search,
    .forget = pm_layout_free,
    .write = pm_tree_write,
    .read = tree_read,
    .query = {[PM_SHARES] = &pm_tree_shares_query,
              [PM_DRAWS] = &pm_tree_draws_query,
              [PM_SIZES] = &pm_tree_sizes_query},
};

const struct pm_engine pm_engine_tree = {
    .name = "tree",
    .what = "tables merged along a tree of the graph: sparse and structured matrices",
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_WRAP_BIT | PM_FLOATING_BITS | PM_MODS_BIT,
    .figures = {.steady = true, .rate = PM_TREE_RATES},
    .cost = tree_cost,
    .open = tree_open,
    .work = tree_work,
    .close = tree_close,
    .more = &more,
};
