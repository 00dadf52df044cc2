/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints all contents of a plan (--plan=full); computes nothing. */
#include "plan/plan_text.h"

#include "plan/machine.h"
#include "plan/rates.h"

#include <inttypes.h>

enum { CORES_SHOWN = 12 }; /* number of cores that the text describes one by one */

void pm_plan_text_of_shape(FILE *text, const struct pm_matrix *a, enum pm_kind kind)
{
    fprintf(text, "%d x %d, %d entries%s\n", a->rows, a->cols, pm_matrix_nnz(a),
            kind == PM_HAFNIAN ? ", hafnian" : "");
}

void pm_plan_text_of_numbers(FILE *text, const struct pm_way *way)
{
    char numbers[64];

    if (way->exact)
        fprintf(text, "exact, at most %.0f bits, %g %s ring%s", way->bits, way->rings,
                pm_way_numbers(numbers, way), way->rings == 1 ? "" : "s");
    else
        fprintf(text, "%s with error bound", pm_way_numbers(numbers, way));
}

void pm_plan_text_of_fallbacks(FILE *text, const char *begin, const struct pm_way *way,
                               const char *end, int threads)
{
    for (const struct pm_way *next = way->fallback; next != NULL; next = next->fallback) {
        fprintf(text, "%s%s, ", next == way->fallback ? begin : "; ", next->engine->name);
        pm_plan_text_of_numbers(text, next);
        fprintf(text, ", %.3g s%s", pm_way_seconds(next, threads),
                next->fallback == NULL ? end : "");
    }
}

static void describe_gpus(FILE *text, const struct pm_way *way)
{
    struct pm_gpu gpu;

    if (way->gpus > 0 && pm_machine_gpus(&gpu, way->gpus) > 0)
        fprintf(text, "     on %d GPU%s: %s\n", way->gpus, way->gpus == 1 ? "" : "s", gpu.name);
}

void pm_full_way(FILE *text, const struct pm_plan *plan, size_t k)
{
    if (text == NULL)
        return;
    const struct pm_way *const way = &plan->way[k];
    const int threads = plan->limits.threads;
    const double seconds = pm_way_predicted(way, threads, plan->ask.timed);
    if (way->engine == NULL) {
        fprintf(text, "  => split, %.0f leaves, %.3g s\n", way->leaves, seconds);
        describe_gpus(text, way);
        return;
    }
    fprintf(text, "  => %s", way->engine->name);
    if (way->cost.note[0] != '\0')
        fprintf(text, " (%s)", way->cost.note);
    if (way->fixed != NULL)
        fprintf(text, ", entries of %d bits", way->fixed->entry_bits);
    fputs(", ", text);
    pm_plan_text_of_numbers(text, way);
    fprintf(text, ", %.3g steps, %.3g s, %.3g bytes\n", way->cost.steps * way->rings, seconds,
            way->cost.bytes);
    describe_gpus(text, way);
    pm_plan_text_of_fallbacks(text, "     with too few digits: ", way, "\n", threads);
}

void pm_full_problem(FILE *text, const struct pm_plan *plan, const struct pm_matrix *a,
                     const char *about)
{
    const struct pm_reduction *const reduction = &plan->reduction;
    const enum pm_kind kind = plan->ask.kind;

    if (text == NULL)
        return;
    if (about != NULL)
        fprintf(text, "%s\n", about);
    fputs("matrix: ", text);
    pm_plan_text_of_shape(text, a, kind);
    for (size_t k = 0; k < reduction->steps; k++)
        fprintf(text, "  %s: %s\n", reduction->step[k].rule, reduction->step[k].note);
    if (reduction->zero && pm_ask_has_residue_rule(&plan->ask))
        fprintf(text, "  => the %s is 0 modulo %" PRIu64 "\n", pm_kind_names[kind],
                plan->ask.prime);
    else if (reduction->zero)
        fprintf(text, "  => the %s is 0\n", pm_kind_names[kind]);
    else if (reduction->cores == 0)
        fprintf(text, "  => nothing is left to compute\n");
}

FILE *pm_full_core(FILE *text, const struct pm_plan *plan, size_t k)
{
    if (text != NULL && k < CORES_SHOWN) {
        fprintf(text, "core %zu: ", k + 1);
        pm_plan_text_of_shape(text, plan->reduction.core[k], plan->reduction.kind[k]);
    } else if (text != NULL && k == CORES_SHOWN)
        fprintf(text, "... and %zu more cores\n", plan->reduction.cores - k);
    return k < CORES_SHOWN ? text : NULL;
}

struct pm_time_text pm_plan_text_of_time(double seconds, int threads, bool gpus)
{
    struct pm_time_text time;
    const int used = snprintf(time.text, sizeof time.text, "%.3g s on ", seconds);

    snprintf(time.text + used, sizeof time.text - (size_t)used,
             gpus           ? "threads and GPUs"
             : threads == 1 ? "one thread"
                            : "%d threads",
             threads);
    return time;
}

void pm_full_time(FILE *text, const struct pm_plan *plan)
{
    if (text == NULL)
        return;
    const int threads = plan->limits.threads;
    bool gpus;
    const double seconds = pm_plan_seconds(&gpus, plan, threads);
    double most = 0; /* with all fallbacks */
    double check, allowed;
    bool exact = true;

    for (size_t k = 0; k < plan->reduction.cores; k++) {
        most += pm_way_most(&plan->way[k], threads);
        exact = exact && plan->way[k].exact;
    }
    const bool checked = !gpus && pm_plan_is_checked(&check, &allowed, plan, exact);
    const double reference = pm_plan_planning(plan) + (checked ? check : 0);
    const double besides = reference * pm_rates_times(NULL, PM_MOD, false, 1);
    fprintf(text, "predicted: %s", pm_plan_text_of_time(besides + seconds, threads, gpus).text);
    if (most > seconds)
        fprintf(text, ", %.3g s with too few digits", besides + most);
    if (!gpus && pm_rates_known())
        fprintf(text, "; this machine takes %.2g times the reference time",
                (besides + seconds) / (reference + pm_plan_reference(plan, threads)));
    putc('\n', text);
}

/* The reason is the memory of a device if an engine needed more, and else a property of the way
 * that takes longest. */
void pm_full_idle(FILE *text, const struct pm_plan *plan)
{
    bool gpus;

    if (text == NULL || !plan->lacked.asked || plan->reduction.cores == 0)
        return;
    const struct pm_way *const way = &plan->way[pm_plan_longest(plan)];
    pm_plan_seconds(&gpus, plan, 1);
    if (gpus || (plan->status != PM_OK && plan->lacked.why[0] == '\0'))
        return;
    fputs("GPUs: not used; ", text);
    if (plan->lacked.why[0] != '\0')
        fputs(plan->lacked.why, text);
    else if (!pm_way_is_long(way) && (way->engine == NULL || !way->engine->figures.draws))
        fputs("the work is too short", text);
    else if (way->engine != NULL && way->engine->more->gpu == NULL)
        fprintf(text, "%s has no kernel for them", way->engine->name);
    else if (way->engine != NULL && !pm_way_is_for_gpus(way))
        fprintf(text, "%s has no kernel for such numbers, or too few units of work",
                way->engine->name);
    else
        fputs("threads take no longer", text);
    putc('\n', text);
}
