/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a whole matrix: reductions, then a way for each core, and the text that says so. */
#include "plan/plan.h"

#include "base/alloc.h"
#include "base/text.h"
#include "plan/branch.h"
#include "plan/machine.h"

#include <math.h>
#include <stdlib.h>

enum {
    CORES_SHOWN = 12,      /* cores that the text describes one by one */
    SPLIT_LEAVES = 20000,  /* leaves that deciding about a split may look at */
    PAPER_LEAVES = 200000, /* leaves that are counted for a plan as the paper's */
};

/* Deciding about a split pays only for cores that take longer than this. */
static const double SPLIT_SECONDS = 0.02;

/* *way = the split of a core, predicted by walking it up to `limit` leaves or `seconds`. */
static pm_status way_split(struct pm_way *way, bool *complete, const struct pm_matrix *core,
                           const struct pm_planner *planner, double limit, double seconds,
                           FILE *text)
{
    struct pm_leaves leaves;

    PM_TRY(pm_branch_count(&leaves, core, planner, true, limit, seconds));
    if (text != NULL && leaves.count > 0)
        fprintf(text, "    %-12s %s%.0f leaves, mean order %.4g, mean entries %.5g, %.3g s\n",
                "split", leaves.complete ? "" : "more than ", leaves.count,
                leaves.order / leaves.count, leaves.nnz / leaves.count, leaves.seconds);
    else if (text != NULL)
        fprintf(text, "    %-12s the first leaf is not reached in time\n", "split");
    *complete = leaves.complete;
    *way = (struct pm_way){.seconds = leaves.seconds, .leaves = leaves.count};
    return PM_OK;
}

/* As the paper: what is large is split, whatever it costs; GPUs compute the leaves if there are
 * any. */
static pm_status plan_paper(struct pm_way *way, const struct pm_matrix *core,
                            const struct pm_planner *planner, FILE *text)
{
    struct pm_planner split = *planner;
    bool complete;

    if (!pm_rules_have(planner->rules, "split") || !pm_branch_large(core, planner))
        return pm_branch_leaf(way, core, planner);
    if (planner->limits.gpus > 0 && planner->machine == NULL)
        split.leaf_gpus = pm_planner_gpus(planner);
    PM_TRY(way_split(way, &complete, core, &split, PAPER_LEAVES, HUGE_VAL, text));
    way->gpus = split.leaf_gpus;
    return PM_OK;
}

/* The best engine, or a split where that lowers the predicted time or is the only way. */
static pm_status plan_core(struct pm_way *way, const struct pm_matrix *core,
                           const struct pm_planner *planner, FILE *text)
{
    const struct pm_core wrapped = {.a = core, .kind = planner->kind, .around = planner->around};
    struct pm_failure unable = {PM_OK, ""};
    struct pm_way split;
    bool complete;

    if (planner->paper)
        return plan_paper(way, core, planner, text);
    const pm_status status = pm_way_find(way, &wrapped, planner, text);
    if ((status != PM_OK && status != PM_UNABLE) || planner->kind != PM_PERMANENT ||
        !pm_rules_have(planner->rules, "split") || !pm_branch_splits(core, planner) ||
        (status == PM_OK && way->seconds < SPLIT_SECONDS))
        return status;
    pm_failure_keep(&unable, status);
    const double limit = status == PM_OK ? way->seconds : HUGE_VAL;
    PM_TRY(way_split(&split, &complete, core, planner, SPLIT_LEAVES, limit, text));
    if (!complete || split.seconds >= limit)
        return pm_failure_raise(&unable);
    if (status == PM_OK)
        pm_way_clear(way);
    *way = split;
    return PM_OK;
}

static const char *const value_name[PM_KINDS] = {
    [PM_PERMANENT] = "permanent",
    [PM_HAFNIAN] = "hafnian",
};

/* What is done where a bound leaves too few digits. */
static void describe_rescues(FILE *text, const struct pm_way *way)
{
    char numbers[64];

    for (way = way->rescue; way != NULL; way = way->rescue) {
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

    if (way->gpus > 0 && pm_machine_gpus(name, way->gpus) > 0)
        fprintf(text, "     on %d GPU%s: %s\n", way->gpus, way->gpus == 1 ? "" : "s", name);
}

static void describe_way(FILE *text, const struct pm_way *way)
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
    describe_rescues(text, way);
}

static void describe_reduction(FILE *text, const struct pm_reduction *reduction, enum pm_kind kind)
{
    for (size_t k = 0; k < reduction->steps; k++)
        fprintf(text, "  %s: %s\n", reduction->step[k].rule, reduction->step[k].note);
    if (reduction->zero)
        fprintf(text, "  => the %s is 0\n", value_name[kind]);
    else if (reduction->cores == 0)
        fprintf(text, "  => nothing is left to compute\n");
}

/* Cores get integer entries.  Where that hides the residue, the answer is wanted exactly. */
static pm_status make_integral(struct pm_plan *plan)
{
    struct pm_reduction *const reduction = &plan->reduction;
    struct pm_gauss factor;
    pm_status status = PM_OK;

    pm_gauss_init(&factor);
    for (size_t k = 0; status == PM_OK && k < reduction->cores; k++) {
        status = pm_integral(&factor, &reduction->core[k], reduction->kind[k]);
        pm_gauss_mul(&reduction->factor, &reduction->factor, &factor);
    }
    pm_gauss_clear(&factor);
    if (pm_factor_hides(&reduction->factor, &plan->planner))
        plan->planner.want = PM_WANT_EXACT;
    return status;
}

static pm_status plan_cores(struct pm_plan *plan, FILE *text)
{
    struct pm_reduction *const reduction = &plan->reduction;
    struct pm_planner planner = plan->planner; /* of a core, which has its own kind */
    pm_status status = PM_OK;

    if (reduction->cores > 1) /* their relative errors add up */
        planner.limits.epsilon /= (double)reduction->cores;
    for (size_t k = 0; k < reduction->cores; k++) {
        FILE *const shown = k < CORES_SHOWN ? text : NULL;
        planner.kind = reduction->kind[k];
        const struct pm_matrix *const core = reduction->core[k];
        if (shown != NULL)
            fprintf(shown, "core %zu: %d x %d, %d entries%s\n", k + 1, core->rows, core->cols,
                    pm_matrix_nnz(core), planner.kind == PM_HAFNIAN ? ", hafnian" : "");
        else if (k == CORES_SHOWN)
            fprintf(text, "... and %zu more cores\n", reduction->cores - k);
        status = plan_core(&plan->way[k], core, &planner, shown);
        if (status != PM_OK)
            break;
        if (shown != NULL)
            describe_way(shown, &plan->way[k]);
        plan->seconds +=
            planner.limits.threads * pm_way_seconds(&plan->way[k], planner.limits.threads);
        plan->gpus = plan->gpus || plan->way[k].gpus > 0;
    }
    return status;
}

/* Seconds, and the unit that fits where they are many. */
static void describe_time(FILE *text, const struct pm_plan *plan)
{
    const struct pm_machine *const machine = plan->planner.machine;
    const double seconds = plan->seconds;
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"minutes", 60}, {"hours", 3600}, {"days", 86400}, {"years", 31557600}};
    int unit = -1;

    if (machine == NULL) {
        const int threads = plan->gpus ? plan->planner.limits.threads : 1;
        fprintf(text, "predicted: %.3g s on %s\n", seconds / threads,
                plan->gpus ? "threads and GPUs" : "one thread");
        return;
    }
    while (unit + 1 < (int)(sizeof units / sizeof *units) && seconds >= 2 * units[unit + 1].seconds)
        unit++;
    fprintf(text, "predicted: %.3g s", seconds);
    if (unit >= 0)
        fprintf(text, " (%.3g %s)", seconds / units[unit].seconds, units[unit].name);
    fprintf(text, " on %s\n", machine->name);
}

static void describe_machine(FILE *text, const struct pm_machine *machine)
{
    fprintf(text, "machine: %s, %d node%s of %d cores and %d GPU%s, %.3g bytes; rates: %s\n",
            machine->name, machine->nodes, machine->nodes == 1 ? "" : "s", machine->cores,
            machine->gpus, machine->gpus == 1 ? "" : "s", (double)machine->memory, machine->source);
}

/* Plans, and says how; PM_UNABLE where that cannot be carried out. */
static pm_status plan_make(struct pm_plan *plan, FILE *text, const struct pm_matrix *a)
{
    const struct pm_planner *const planner = &plan->planner;

    if (planner->machine != NULL)
        describe_machine(text, planner->machine);
    if (planner->about != NULL)
        fprintf(text, "%s\n", planner->about);
    fprintf(text, "matrix: %d x %d, %d entries%s\n", a->rows, a->cols, pm_matrix_nnz(a),
            planner->kind == PM_HAFNIAN ? ", hafnian" : "");
    describe_reduction(text, &plan->reduction, planner->kind);
    PM_TRY(make_integral(plan));
    PM_NEW(plan->way, plan->reduction.cores);
    const pm_status status = plan_cores(plan, text);
    if (status == PM_OK)
        describe_time(text, plan);
    else if (status == PM_UNABLE)
        fprintf(text, "  => unable: %s\n", pm_message());
    return status;
}

pm_status pm_plan_new(struct pm_plan **out, const struct pm_matrix *a,
                      const struct pm_planner *planner)
{
    struct pm_plan *plan;
    struct pm_text text;
    pm_status status;

    PM_NEW(plan, 1);
    plan->planner = *planner;
    PM_TRY_GOTO(status, pm_reduce(&plan->reduction, a, planner->kind, planner->rules), fail);
    PM_TRY_GOTO(status, pm_text_open(&text), fail);
    plan->status = plan_make(plan, text.file, a);
    plan->planner.limits.poll = NULL; /* who computes by the plan looks at a wish */
    PM_TRY_GOTO(status,
                pm_text_close(&plan->text, &text, plan->status == PM_UNABLE ? PM_OK : plan->status),
                fail);
    *out = plan;
    return PM_OK;
fail:
    pm_plan_free(plan);
    return status;
}

void pm_plan_free(struct pm_plan *plan)
{
    if (plan == NULL)
        return;
    for (size_t k = 0; plan->way != NULL && k < plan->reduction.cores; k++)
        pm_way_clear(&plan->way[k]);
    free(plan->way);
    pm_reduction_clear(&plan->reduction);
    free(plan->text);
    free(plan);
}
