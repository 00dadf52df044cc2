/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for far edges as one of the searches in turns (engine/search_steps.h). */
#include "base/alloc.h"
#include "base/status.h"
#include "engine/planar/planar.h"
#include "engine/search_steps.h"

#include <math.h>
#include <stdlib.h>

struct looking {
    const struct pm_core *core;
    struct pm_adjacent graph;
    int *mate;
    bool perfect; /* mate[] is a perfect matching; otherwise the search is over */
    bool *marks;  /* the far edges, when they are found */
    struct pm_far_search *search;
    bool done, many; /* the far edges are found; they are too many */
};

static void looking_end(void *search)
{
    struct looking *const l = search;

    if (l == NULL)
        return;
    pm_far_search_free(l->search);
    pm_adjacent_clear(&l->graph);
    PM_FREE(l->mate, l->marks, l);
}

static pm_status begin(struct looking *l)
{
    const struct pm_matrix *const a = l->core->a;

    if (a->rows != a->cols || l->core->around != NULL || pm_matrix_nnz(a) > INT32_MAX / 4)
        return pm_fail(PM_UNABLE, "the graph is drawn on a surface, or not square");
    PM_TRY(pm_adjacent_new(&l->graph, a, l->core->kind));
    PM_TRY(pm_far_search_new(&l->search, &l->graph));
    PM_NEW(l->mate, l->graph.vertices);
    PM_NEW(l->marks, l->graph.start[l->graph.vertices]);
    return pm_match_perfect(l->mate, &l->perfect, &l->graph);
}

static pm_status looking_begin(void **search, const struct pm_core *core,
                               const struct pm_limits *limits)
{
    struct looking *l;

    (void)limits;
    PM_NEW(l, 1);
    l->core = core;
    PM_GIVE(search, l, begin(l), looking_end);
}

/* Sets the steps of what has been found. */
static pm_status tell(struct pm_found *found, struct looking *l)
{
    struct pm_kasteleyn k;

    pm_far_search_marks(l->marks, l->search);
    const pm_status status = pm_far_found(&k, l->core, l);
    if (status == PM_OK)
        found->steps = 1 + k.leaves * k.steps;
    pm_kasteleyn_clear(&k);
    return status;
}

static pm_status looking_go_on(struct pm_found *found, void *search, double steps)
{
    struct looking *const l = search;

    *found = (struct pm_found){.steps = 1, .done = true};
    if (!l->perfect)
        return PM_OK;
    found->steps = INFINITY;
    pm_status status = pm_far_search_go_on(&l->done, l->search, steps);
    found->used = pm_far_search_used(l->search);
    found->hope = l->core->a->rows * exp2(pm_far_search_expected(l->search));
    found->done = l->done;
    if (status == PM_OK && l->done)
        status = tell(found, l);
    if (status != PM_UNABLE)
        return status;
    l->done = false;
    l->many = found->done = true;
    return PM_OK;
}

const struct pm_engine_search pm_far_looking = {
    .begin = looking_begin, .go_on = looking_go_on, .end = looking_end, .whole = true};

static bool is_plane(const struct looking *l)
{
    int out = 0;

    for (int k = 0; k < l->graph.start[l->graph.vertices]; k++)
        out += l->marks[k];
    return out == 0;
}

pm_status pm_far_found(struct pm_kasteleyn *k, const struct pm_core *core, const void *search)
{
    const struct looking *const l = search;

    *k = (struct pm_kasteleyn){.fronts = NULL};
    if (!l->perfect)
        return PM_OK;
    if (!l->done)
        return pm_fail(PM_UNABLE, l->many ? PM_FAR_MANY : PM_FAR_LONG);
    if (is_plane(l))
        return pm_kasteleyn_find(k, core->a, core->kind, NULL, 0);
    PM_TRY(pm_kasteleyn_far(k, core->a, core->kind, l->mate, l->marks));
    return pm_balls_spread(&k->spread, core->a);
}

double pm_far_of_query(const struct pm_core *core, const struct pm_limits *limits)
{
    const double places = pm_matrix_nnz(core->a);
    const double size = core->kind == PM_HAFNIAN ? core->a->rows + places / 2
                                                 : core->a->rows + core->a->cols + places;

    return fmin(pm_search_share(limits->known), pm_far_alone(size));
}
