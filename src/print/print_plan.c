/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a plan as a JSON object; permatch_json(5) has the schema. */
#include "plan/plan.h"
#include "base/argument.h"
#include "solve/solve.h"

#include <jansson.h>
#include <math.h>

/* Adds the members to the object and releases them; members NULL (memory ran out) is a failure. */
static int add(json_t *object, json_t *members)
{
    const int bad = members == NULL || json_object_update(object, members) != 0;

    json_decref(members);
    return bad;
}

/* null for numbers that are not finite, since JSON has none. */
static json_t *number_of(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

/* [{"rule": "dm", "note": "..."}, ...] */
static json_t *steps_of(const struct pm_reduction *reduction)
{
    json_t *const list = json_array();

    for (size_t k = 0; k < reduction->steps; k++) {
        const struct pm_step *const step = &reduction->step[k];
        if (json_array_append_new(
                list, json_pack("{s:s, s:s}", "rule", step->rule, "note", step->note)) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* Adds the numbers in which a way computes, and its cost. */
static int add_engine(json_t *object, const struct pm_way *way)
{
    char text[64];
    int bad = add(object,
                  json_pack("{s:s, s:s, s:s}", "engine", way->engine->name, "note", way->cost.note,
                            "numbers", way->exact ? "exact" : pm_way_numbers(text, way)));

    if (way->exact)
        bad |= add(object, json_pack("{s:f, s:f}", "bits", way->bits, "rings", way->rings));
    return bad |
           add(object, json_pack("{s:o, s:o}", "steps", number_of(way->cost.steps * way->rings),
                                 "bytes", number_of(way->cost.bytes)));
}

static int add_way(json_t *object, const struct pm_way *way)
{
    int bad;

    if (way->engine == NULL && way->leaf == NULL) /* no engine can */
        return add(object, json_pack("{s:n}", "engine"));
    bad = way->engine != NULL
              ? add_engine(object, way)
              : add(object, json_pack("{s:s, s:f}", "engine", "split", "leaves", way->leaves));
    if (way->gpus > 0)
        bad |= add(object, json_pack("{s:i}", "gpus", way->gpus));
    return bad | add(object, json_pack("{s:o}", "seconds", number_of(pm_way_seconds(way, 1))));
}

static json_t *core_of(const struct pm_plan *plan, size_t k)
{
    const struct pm_matrix *const core = plan->reduction.core[k];
    json_t *const object =
        json_pack("{s:i, s:i, s:i, s:s}", "rows", core->rows, "cols", core->cols, "nnz",
                  pm_matrix_nnz(core), "kind", pm_kind_names[plan->reduction.kind[k]]);

    if (object != NULL && add_way(object, &plan->way[k]) == 0)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *cores_of(const struct pm_plan *plan)
{
    json_t *const list = json_array();

    for (size_t k = 0; k < plan->reduction.cores; k++)
        if (json_array_append_new(list, core_of(plan, k)) != 0) {
            json_decref(list);
            return NULL;
        }
    return list;
}

pm_status pm_answer_plan_json(char **text, const pm_answer *answer)
{
    PM_ARGUMENTS(text, answer);
    const struct pm_plan *const plan = answer->planned;
    json_t *object;
    char *line = NULL;

    if (plan == NULL && !answer->only_texts)
        return pm_fail(PM_DOMAIN,
                       "the answer has a plan object only if nothing but the plan was asked for");
    object = plan == NULL
                 ? json_pack("{s:[], s:b, s:[{s:s}], s:o, s:s}", "steps", "zero", 0, "cores",
                             "engine", answer->engines, "seconds", number_of(answer->predicted),
                             "text", answer->plan)
                 : json_pack("{s:o, s:b, s:o, s:o, s:s}", "steps", steps_of(&plan->reduction),
                             "zero", plan->reduction.zero, "cores", cores_of(plan), "seconds",
                             number_of(plan->seconds), "text", answer->plan);
    if (object != NULL)
        line = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6));
    json_decref(object);
    if (line == NULL)
        return pm_fail(PM_NOMEM, "out of memory printing a plan");
    *text = line;
    return PM_OK;
}
