/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches for the columns of the engine `orbits`.
 *
 * The group of a set is its stabiliser among all permutations of columns (model/columns.h).  A set
 * with a large group and few orbits of sign patterns is good.  Candidates are, in this order:
 *
 *     the orbits of the whole group,
 *     the smallest blocks of imprimitivity that contain the base, which is the first column of the
 *     longest orbit of the whole group, and another column (Atkinson,
 *     An algorithm for finding the blocks of a permutation group, Math. Comp. 29, 1975),
 *     sets that grow greedily: by the columns of one more row, by one more column, or by an orbit
 *     of the group of the set; each time by what leaves the largest group,
 *     unions of the orbits of the permutations that fix the base and another column.
 *
 * A set of k columns whose group has order g has at least 2^(k-1) / g orbits.  So most sets are not
 * looked at closely.  Sets of equal size with groups of equal order are taken for images of each
 * other. */
#include "engine/sparse/orbits.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/bits.h"
#include "base/sets.h"
#include "engine/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps of the search (half a nanosecond each): of BLISS, and of BLISS for each vertex and edge; of
 * each image of a pattern; of making a walk's program. */
static const double BLISS_STEPS = 4e5, BLISS_EACH = 400, IMAGE_STEPS = 6, PROGRAM_STEPS = 5e6;

/* Steps of the preparation: loading igraph takes some milliseconds. */
static const double PREPARE_STEPS = 1e6;

/* A set is better only if it saves this factor. */
static const double GAIN = 1.02;

enum { TRIED = 64, PARTS = 10 };

enum stage { PREPARE, WHOLE_ORBITS, BLOCKS, BY_ROWS, BY_COLUMNS, BY_ORBITS, UNIONS, DONE };

/* A set of columns that was looked at. */
struct tried {
    uint64_t set;
    double order;
};

struct looking {
    const struct pm_core *core;
    struct pm_pattern pattern;
    uint64_t met[64]; /* for each row, the columns of its entries of one value */
    struct pm_columns columns;
    struct pm_symmetry *whole; /* the group of all columns */
    int orbit[64];             /* the least column of each column's orbit, for the whole group */
    int most;                  /* columns of a set */
    int base;
    enum stage stage;
    int at;               /* the next candidate of the stage */
    uint64_t set;         /* the set that grows */
    uint64_t part[PARTS]; /* orbits for unions */
    int parts, next;      /* their number; the next union, a bit for each orbit */
    double saving;        /* of the best set: all patterns, divided by orbits */
    uint64_t best;        /* 0: none */
    double steps;         /* with the best set */
    struct tried tried[TRIED];
    int tries;
    double used;
    char why[120]; /* nothing was found */
};

static int list_columns(int *column, uint64_t set)
{
    int columns = 0;

    for (; set != 0; set &= set - 1)
        column[columns++] = __builtin_ctzll(set);
    return columns;
}

/* ---------------------------------------------------------------------- groups */

static pm_status stabiliser(struct pm_symmetry **group, double *order, struct looking *l,
                            uint64_t set, int fixed)
{
    const struct pm_coloured *const graph = &l->columns.graph;

    PM_TRY(pm_columns_keep(group, &l->columns, set, fixed));
    l->used += BLISS_STEPS + BLISS_EACH * (graph->vertices + (double)graph->edges);
    *order = strtod((*group)->order, NULL);
    return PM_OK;
}

/* Unites columns i and j; the least column of a class is its root.  False: they were united. */
static bool unite(int *parent, int i, int j)
{
    const int a = pm_set_root(parent, i), b = pm_set_root(parent, j);

    parent[a < b ? b : a] = a < b ? a : b;
    return a != b;
}

/* orbit[j] = the least column of the orbit of column j. */
static void find_orbits(int *orbit, const struct pm_symmetry *group)
{
    const int n = group->vertices;

    for (int j = 0; j < n; j++)
        orbit[j] = j;
    for (size_t k = 0; k < group->generators * (size_t)n; k++)
        unite(orbit, (int)(k % (size_t)n), group->image[k]);
    for (int j = 0; j < n; j++)
        orbit[j] = pm_set_root(orbit, j);
}

static uint64_t orbit_of(const int *orbit, int first, int n)
{
    uint64_t set = 0;

    for (int j = 0; j < n; j++)
        set |= (uint64_t)(orbit[j] == first) << j;
    return set;
}

/* ------------------------------------------------------------------ candidates */

/* Keeps the set if it is the best so far. */
static pm_status measure(struct looking *l, const struct pm_symmetry *group, uint64_t set)
{
    struct pm_orbits_choice *choice;
    int column[64];
    const int columns = list_columns(column, set);

    PM_NEW(choice, 1);
    const pm_status status = pm_sign_orbits_init(&choice->orbits, group, column, columns);
    l->used += ldexp(IMAGE_STEPS * (double)(group->generators + 1), columns - 1);
    const double saving = ldexp(1, columns - 1) / (double)choice->orbits.count;
    if (status == PM_OK && saving > GAIN * l->saving) {
        pm_orbits_choose(choice, &l->pattern, column, columns);
        l->used += PROGRAM_STEPS;
        const double steps = pm_orbits_steps(choice, &l->pattern);
        l->saving = saving;
        if (l->best == 0 || steps < l->steps) {
            l->best = set;
            l->steps = steps;
        }
    }
    pm_sign_orbits_clear(&choice->orbits);
    free(choice);
    return status;
}

/* Whether a set of that size with a group of that order was looked at; or, if order is 0, the set
 * itself. */
static bool is_old(const struct looking *l, uint64_t set, double order)
{
    bool old = false;

    for (int k = 0; k < l->tries && k < TRIED; k++)
        old = old || (order == 0 ? l->tried[k].set == set
                                 : l->tried[k].order == order &&
                                       pm_popcount(l->tried[k].set) == pm_popcount(set));
    return old;
}

static pm_status consider(struct looking *l, uint64_t set)
{
    const int columns = pm_popcount(set);
    struct pm_symmetry *group;
    pm_status status = PM_OK;
    double order;

    if (columns < 2 || columns > l->most || is_old(l, set, 0))
        return PM_OK;
    PM_TRY(stabiliser(&group, &order, l, set, -1));
    if (fmin(order, ldexp(1, columns - 1)) > GAIN * l->saving && !is_old(l, set, order))
        status = measure(l, group, set);
    l->tried[l->tries++ % TRIED] = (struct tried){set, order};
    pm_symmetry_free(group);
    return status;
}

/* The smallest block with columns i and j: pairs that a permutation makes from united
 * columns are united, too. */
static uint64_t block_of(const struct pm_symmetry *group, int i, int j)
{
    const int n = group->vertices;
    int parent[64], pair[64][2] = {{i, j}}, pairs = 1;

    for (int k = 0; k < n; k++)
        parent[k] = k;
    unite(parent, i, j);
    for (int done = 0; done < pairs; done++)
        for (size_t g = 0; g < group->generators; g++) {
            const int *const image = group->image + g * (size_t)n;
            const int a = image[pair[done][0]], b = image[pair[done][1]];
            if (unite(parent, a, b)) {
                pair[pairs][0] = a;
                pair[pairs++][1] = b;
            }
        }
    for (int k = 0; k < n; k++)
        parent[k] = pm_set_root(parent, k);
    return orbit_of(parent, parent[i], n);
}

static pm_status orbits_of(int *orbit, struct looking *l, uint64_t set, int fixed)
{
    struct pm_symmetry *group;
    double order;

    PM_TRY(stabiliser(&group, &order, l, set, fixed));
    find_orbits(orbit, group);
    pm_symmetry_free(group);
    return PM_OK;
}

/* Lists the orbits of the permutations that fix the base and column j; none if there are too many,
 * or if a permutation that fixes the base maps j to an earlier column. */
static pm_status find_parts(struct looking *l, int j)
{
    const int n = l->columns.columns;
    int orbit[64];

    l->parts = 0;
    PM_TRY(orbits_of(orbit, l, UINT64_C(1) << l->base, -1));
    if (orbit[j] != j || j == l->base)
        return PM_OK;
    PM_TRY(orbits_of(orbit, l, UINT64_C(1) << l->base, j));
    for (int k = 0; k < n && l->parts >= 0; k++)
        if (orbit[k] == k && l->parts == PARTS)
            l->parts = -1;
        else if (orbit[k] == k && k != l->base)
            l->part[l->parts++] = orbit_of(orbit, k, n);
    l->parts = l->parts < 0 ? 0 : l->parts;
    return PM_OK;
}

/* The next union of parts and the base. */
static pm_status consider_union(struct looking *l)
{
    uint64_t set = UINT64_C(1) << l->base;

    if (l->next == 0)
        PM_TRY(find_parts(l, l->at));
    for (int k = 0; k < l->parts; k++)
        set |= l->next >> k & 1 ? l->part[k] : 0;
    l->next++;
    if (l->next >> l->parts != 0) {
        l->next = 0;
        l->at++;
    }
    return consider(l, set);
}

/* ---------------------------------------------------------------------- growth */

/* The set with addition number k of the stage; the same set: there is none, or it is too large. */
static uint64_t add(const struct looking *l, const int *orbit, int k)
{
    const uint64_t more = l->set | (l->stage == BY_ROWS     ? l->met[k]
                                    : orbit[k] != k         ? 0
                                    : l->stage == BY_ORBITS ? orbit_of(orbit, k, l->columns.columns)
                                                            : UINT64_C(1) << k);

    return pm_popcount(more) <= l->most ? more : l->set;
}

/* Lets the set grow once; *grown: it did. */
static pm_status grow(bool *grown, struct looking *l)
{
    struct pm_symmetry *group;
    double most = 0, order;
    uint64_t best = l->set;
    int orbit[64];

    PM_TRY(orbits_of(orbit, l, l->set, -1));
    for (int k = 0; k < l->columns.columns; k++) {
        const uint64_t more = add(l, orbit, k);
        if (more == l->set)
            continue;
        PM_TRY(stabiliser(&group, &order, l, more, -1));
        pm_symmetry_free(group);
        if (order > most) {
            most = order;
            best = more;
        }
    }
    *grown = best != l->set;
    l->set = best;
    return consider(l, best);
}

/* Begins the next set that grows: from nothing, or from the base and another column. */
static void restart(struct looking *l)
{
    l->set = l->stage == BY_ORBITS && l->at < l->columns.columns
                 ? UINT64_C(1) << l->base | UINT64_C(1) << l->at
                 : 0;
}

/* The columns of the most frequent value that is in at most half of all places. */
static pm_status find_met(struct looking *l)
{
    const struct pm_matrix *const a = l->core->a;
    const int nnz = pm_matrix_nnz(a), classes = l->columns.classes;
    int *count, class = 0;

    PM_NEW(count, classes);
    for (int k = 0; k < nnz; k++)
        count[l->columns.class[k]]++;
    for (int c = 1; c < classes; c++)
        if (2 * count[c] <= a->rows * a->cols &&
            (count[c] > count[class] || 2 * count[class] > a->rows * a->cols))
            class = c;
    PM_EACH_ENTRY(a, i, k)
        l->met[i] |= (uint64_t)(l->columns.class[k] == class) << a->col[k];
    free(count);
    return PM_OK;
}

static pm_status prepare(struct looking *l)
{
    double order;
    int longest = 0;

    PM_TRY(pm_columns_init(&l->columns, l->core->a));
    if (l->columns.differ)
        return pm_fail(PM_UNABLE, "no two columns are alike");
    PM_TRY(stabiliser(&l->whole, &order, l, 0, -1));
    find_orbits(l->orbit, l->whole);
    for (int j = 0; j < l->columns.columns; j++) {
        const int size = pm_popcount(orbit_of(l->orbit, j, l->columns.columns));
        if (size > longest) {
            longest = size;
            l->base = j;
        }
    }
    return longest > 1 ? find_met(l)
                       : pm_fail(PM_UNABLE, "no permutation of columns keeps the matrix");
}

/* Prepares the search; or looks at the next candidate. */
static pm_status go_on_once(struct looking *l)
{
    const int n = l->columns.columns;
    bool grown = false;

    if (l->stage == PREPARE) {
        const pm_status status = prepare(l);
        if (status == PM_UNABLE)
            snprintf(l->why, sizeof l->why, "%s", pm_message());
        l->stage = status == PM_OK ? WHOLE_ORBITS : DONE;
        l->used += PREPARE_STEPS;
        return status == PM_UNABLE ? PM_OK : status;
    }
    if (l->at >= n) {
        l->stage++;
        l->at = 0;
        restart(l);
        return PM_OK;
    }
    if (l->stage == WHOLE_ORBITS)
        return consider(l, orbit_of(l->orbit, l->at++, n));
    if (l->stage == BLOCKS)
        return consider(l, block_of(l->whole, l->base, l->at++));
    if (l->stage == UNIONS)
        return consider_union(l);
    PM_TRY(grow(&grown, l));
    if (grown)
        return PM_OK;
    l->at = l->stage == BY_ORBITS ? l->at + 1 : n;
    restart(l);
    return PM_OK;
}

/* ------------------------------------------------------------------ the search */

static void looking_end(void *search)
{
    struct looking *const l = search;

    if (l == NULL)
        return;
    pm_columns_clear(&l->columns);
    pm_symmetry_free(l->whole);
    free(l);
}

static pm_status looking_begin(void **search, const struct pm_core *core,
                               const struct pm_limits *limits)
{
    struct pm_pattern pattern;
    struct looking *l;

    PM_TRY(pm_sparse_pattern_init(&pattern, core->a));
    PM_NEW(l, 1);
    *l = (struct looking){.core = core,
                          .pattern = pattern,
                          .saving = 1,
                          .most = pm_orbits_most(pattern.n),
                          .stage = PREPARE,
                          .why = "no columns with few orbits were found"};
    while (l->most > 0 && ldexp(PM_PATTERN_BYTES, l->most - 1) > pm_limits_memory(limits))
        l->most--;
    *search = l;
    return PM_OK;
}

static pm_status looking_go_on(struct pm_found *found, void *search, double steps)
{
    struct looking *const l = search;
    const double end = l->used + steps;

    while (l->used < end && l->stage < DONE) {
        PM_TRY(pm_budget_ask());
        PM_TRY(go_on_once(l));
    }
    found->used = l->used;
    found->steps = l->best != 0 ? l->steps : INFINITY;
    found->done = l->stage == DONE;
    return PM_OK;
}

const struct pm_engine_search pm_orbits_looking = {looking_begin, looking_go_on, NULL, looking_end,
                                                   false};

int pm_orbits_found(int *column, const void *search)
{
    const struct looking *const l = search;

    if (l->best == 0)
        pm_fail(PM_UNABLE, "%s", l->why);
    return list_columns(column, l->best);
}
