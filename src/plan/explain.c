/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the contents of a plan; computes nothing. */
#include "plan/explain.h"

#include "plan/machine.h"

enum { CORES_SHOWN = 12 }; /* number of cores that the text describes one by one */

static const char *const value_name[PM_KINDS] = {
    [PM_PERMANENT] = "permanent",
    [PM_HAFNIAN] = "hafnian",
};

/* Describes the fallbacks: what is done if too few digits are correct. */
static void describe_fallbacks(FILE *text, const struct pm_way *way)
{
    char numbers[64];

    for (way = way->fallback; way != NULL; way = way->fallback) {
        fprintf(text, "     with too few digits: %s, ", way->engine->name);
        if (way->exact)
            fprintf(text, "exact, %g ring%s", way->rings, way->rings == 1 ? "" : "s");
        else
            fprintf(text, "%s", pm_way_numbers(numbers, way));
        fprintf(text, ", %.3g s\n", way->seconds);
    }
}

static void describe_gpus(FILE *text, const struct pm_way *way)
{
    char name[80];

    if (way->gpus > 0 && pm_machine_gpus(name, NULL, way->gpus) > 0)
        fprintf(text, "     on %d GPU%s: %s\n", way->gpus, way->gpus == 1 ? "" : "s", name);
}

void pm_explain_way(FILE *text, const struct pm_way *way)
{
    char numbers[64];

    if (way->engine == NULL) {
        fprintf(text, "  => split, %.0f leaves, %.3g s\n", way->leaves, pm_way_seconds(way, 1));
        describe_gpus(text, way);
        return;
    }
    fprintf(text, "  => %s", way->engine->name);
    if (way->cost.note[0] != '\0')
        fprintf(text, " (%s)", way->cost.note);
    if (way->fixed != NULL)
        fprintf(text, ", entries of %d bits", way->fixed->entry_bits);
    if (way->exact)
        fprintf(text, ", exact, at most %.0f bits, %g ring%s", way->bits, way->rings,
                way->rings == 1 ? "" : "s");
    else
        fprintf(text, ", %s with error bound", pm_way_numbers(numbers, way));
    fprintf(text, ", %.3g steps, %.3g s, %.3g bytes\n", way->cost.steps * way->rings,
            pm_way_seconds(way, 1), way->cost.bytes);
    describe_gpus(text, way);
    describe_fallbacks(text, way);
}

void pm_explain_problem(FILE *text, const struct pm_plan *plan, const struct pm_matrix *a,
                        const char *about)
{
    const struct pm_reduction *const reduction = &plan->reduction;
    const enum pm_kind kind = plan->ask.kind;

    if (about != NULL)
        fprintf(text, "%s\n", about);
    fprintf(text, "matrix: %d x %d, %d entries%s\n", a->rows, a->cols, pm_matrix_nnz(a),
            kind == PM_HAFNIAN ? ", hafnian" : "");
    for (size_t k = 0; k < reduction->steps; k++)
        fprintf(text, "  %s: %s\n", reduction->step[k].rule, reduction->step[k].note);
    if (reduction->zero)
        fprintf(text, "  => the %s is 0\n", value_name[kind]);
    else if (reduction->cores == 0)
        fprintf(text, "  => nothing is left to compute\n");
}

FILE *pm_explain_core(FILE *text, const struct pm_plan *plan, size_t k)
{
    const struct pm_matrix *const core = plan->reduction.core[k];

    if (k < CORES_SHOWN)
        fprintf(text, "core %zu: %d x %d, %d entries%s\n", k + 1, core->rows, core->cols,
                pm_matrix_nnz(core), plan->reduction.kind[k] == PM_HAFNIAN ? ", hafnian" : "");
    else if (k == CORES_SHOWN)
        fprintf(text, "... and %zu more cores\n", plan->reduction.cores - k);
    return k < CORES_SHOWN ? text : NULL;
}

void pm_explain_time(FILE *text, const struct pm_plan *plan)
{
    bool gpus;
    const double one = pm_plan_seconds(&gpus, plan, 1);
    const double seconds = gpus ? plan->seconds : one;
    double more = 0;

    for (size_t k = 0; k < plan->reduction.cores; k++)
        if (plan->way[k].fallback != NULL)
            more += pm_way_seconds(plan->way[k].fallback, gpus ? plan->limits.threads : 1);
    fprintf(text, "predicted: %.3g s on %s", seconds, gpus ? "threads and GPUs" : "one thread");
    if (more > 0)
        fprintf(text, ", %.3g s with too few digits", seconds + more);
    fputs("\n", text);
}
