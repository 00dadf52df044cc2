/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a whole matrix: reductions, then a way for each core, and the text that says so. */
#include "plan/plan.h"

#include "base/alloc.h"
#include "base/text.h"
#include "engine/limits.h"
#include "plan/branch.h"
#include "plan/choice.h"

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
    *way = (struct pm_way){
        .seconds = leaves.seconds, .leaves = leaves.count, .gpus = planner->policy.leaf_gpus};
    PM_NEW(way->leaf, 1);
    *way->leaf = *planner;
    way->leaf->policy.limits.poll = NULL; /* who computes looks at a wish */
    way->leaf->policy.machine = NULL;
    return PM_OK;
}

/* As the paper: what is large is split, whatever it costs; GPUs compute the leaves if there are
 * any. */
static pm_status plan_paper(struct pm_way *way, const struct pm_matrix *core,
                            const struct pm_planner *planner, FILE *text)
{
    struct pm_planner split = *planner;
    bool complete;

    if (!pm_rules_have(planner->policy.rules, "split") || !pm_branch_large(core, planner))
        return pm_branch_leaf(way, core, planner);
    if (planner->policy.gpus > 0 && planner->policy.machine == NULL)
        split.policy.leaf_gpus = pm_policy_gpus(&planner->policy);
    return way_split(way, &complete, core, &split, PAPER_LEAVES, HUGE_VAL, text);
}

/* The best engine, or a split where that lowers the predicted time or is the only way. */
static pm_status plan_core(struct pm_way *way, const struct pm_core *wrapped,
                           const struct pm_planner *planner, FILE *text)
{
    const struct pm_matrix *const core = wrapped->a;
    struct pm_failure unable = {PM_OK, ""};
    struct pm_way split;
    bool complete;

    if (planner->policy.paper)
        return plan_paper(way, core, planner, text);
    const pm_status status = pm_way_find(way, wrapped, planner, text);
    if ((status != PM_OK && status != PM_UNABLE) || wrapped->kind != PM_PERMANENT ||
        !pm_rules_have(planner->policy.rules, "split") || !pm_branch_splits(core, planner) ||
        (status == PM_OK && way->seconds < SPLIT_SECONDS))
        return status;
    pm_failure_keep(&unable, status);
    const double limit = status == PM_OK ? way->seconds : HUGE_VAL;
    PM_TRY(way_split(&split, &complete, core, planner, SPLIT_LEAVES, limit, text));
    if (!complete || split.seconds >= limit) {
        pm_way_clear(&split);
        return pm_failure_raise(&unable);
    }
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
    if (pm_factor_hides(&reduction->factor, &plan->ask))
        plan->ask.want = PM_WANT_EXACT;
    return status;
}

/* What a plan is made of. */
struct making {
    struct pm_plan *plan;
    struct pm_planner planner;
    const struct pm_rotation *around; /* of the graph of the whole problem; NULL: none */
    const char *about;                /* what the reader noted of the problem; NULL: nothing */
    FILE *text;
};

static pm_status plan_cores(struct making *m)
{
    struct pm_plan *const plan = m->plan;
    const struct pm_reduction *const reduction = &plan->reduction;
    struct pm_planner planner = m->planner;
    pm_status status = PM_OK;

    planner.ask = plan->ask;
    if (reduction->cores > 1) /* their relative errors add up */
        planner.ask.epsilon /= (double)reduction->cores;
    for (size_t k = 0; status == PM_OK && k < reduction->cores; k++) {
        FILE *const shown = k < CORES_SHOWN ? m->text : NULL;
        const struct pm_core core = {
            .a = reduction->core[k], .kind = reduction->kind[k], .around = m->around};
        if (shown != NULL)
            fprintf(shown, "core %zu: %d x %d, %d entries%s\n", k + 1, core.a->rows, core.a->cols,
                    pm_matrix_nnz(core.a), core.kind == PM_HAFNIAN ? ", hafnian" : "");
        else if (k == CORES_SHOWN)
            fprintf(m->text, "... and %zu more cores\n", reduction->cores - k);
        status = plan_core(&plan->way[k], &core, &planner, shown);
        if (status == PM_OK && shown != NULL)
            describe_way(shown, &plan->way[k]);
    }
    return status;
}

/* Predicted wall-clock time of all cores with so many threads; *gpus: some are on devices. */
static double plan_seconds(bool *gpus, const struct pm_plan *plan, int threads)
{
    double seconds = 0;

    *gpus = false;
    for (size_t k = 0; k < plan->reduction.cores; k++) {
        seconds += pm_way_seconds(&plan->way[k], threads);
        *gpus = *gpus || plan->way[k].gpus > 0;
    }
    return seconds;
}

/* Seconds, and the unit that fits where they are many. */
static void describe_time(const struct making *m)
{
    const struct pm_machine *const machine = m->planner.policy.machine;
    const struct pm_plan *const plan = m->plan;
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"minutes", 60}, {"hours", 3600}, {"days", 86400}, {"years", 31557600}};
    int unit = -1;
    bool gpus;

    if (machine == NULL) {
        const double one = plan_seconds(&gpus, plan, 1);
        fprintf(m->text, "predicted: %.3g s on %s\n", gpus ? plan->seconds : one,
                gpus ? "threads and GPUs" : "one thread");
        return;
    }
    while (unit + 1 < (int)(sizeof units / sizeof *units) &&
           plan->seconds >= 2 * units[unit + 1].seconds)
        unit++;
    fprintf(m->text, "predicted: %.3g s", plan->seconds);
    if (unit >= 0)
        fprintf(m->text, " (%.3g %s)", plan->seconds / units[unit].seconds, units[unit].name);
    fprintf(m->text, " on %s\n", machine->name);
}

static void describe_machine(FILE *text, const struct pm_machine *machine)
{
    fprintf(text, "machine: %s, %d node%s of %d cores and %d GPU%s, %.3g bytes; rates: %s\n",
            machine->name, machine->nodes, machine->nodes == 1 ? "" : "s", machine->cores,
            machine->gpus, machine->gpus == 1 ? "" : "s", (double)machine->memory, machine->source);
}

/* Plans, and says how; PM_UNABLE where that cannot be carried out. */
static pm_status plan_make(struct making *m, const struct pm_matrix *a)
{
    const struct pm_machine *const machine = m->planner.policy.machine;
    struct pm_plan *const plan = m->plan;
    bool gpus;

    if (machine != NULL)
        describe_machine(m->text, machine);
    if (m->about != NULL)
        fprintf(m->text, "%s\n", m->about);
    fprintf(m->text, "matrix: %d x %d, %d entries%s\n", a->rows, a->cols, pm_matrix_nnz(a),
            plan->ask.kind == PM_HAFNIAN ? ", hafnian" : "");
    describe_reduction(m->text, &plan->reduction, plan->ask.kind);
    PM_TRY(make_integral(plan));
    PM_NEW(plan->way, plan->reduction.cores);
    const pm_status status = plan_cores(m);
    plan->seconds = plan_seconds(&gpus, plan, machine != NULL ? 1 : plan->limits.threads);
    if (status == PM_OK)
        describe_time(m);
    else if (status == PM_UNABLE)
        fprintf(m->text, "  => unable: %s\n", pm_message());
    return status;
}

/* The plan for a matrix (rows <= cols), by one set of rules. */
static pm_status plan_one(struct pm_plan **out, struct making *m, const struct pm_matrix *a,
                          unsigned rules)
{
    struct pm_plan *plan;
    struct pm_text text;
    pm_status status;

    PM_TRY(pm_poll(m->planner.policy.limits.poll)); /* the caller is heard from the beginning */
    PM_NEW(plan, 1);
    plan->ask = m->planner.ask;
    plan->limits = m->planner.policy.limits;
    plan->limits.poll = NULL; /* who computes by the plan looks at a wish */
    m->plan = plan;
    m->planner.policy.rules = rules;
    PM_TRY_GOTO(status, pm_reduce(&plan->reduction, a, plan->ask.kind, rules), fail);
    PM_TRY_GOTO(status, pm_text_open(&text), fail);
    m->text = text.file;
    plan->status = plan_make(m, a);
    PM_TRY_GOTO(status,
                pm_text_close(&plan->text, &text, plan->status == PM_UNABLE ? PM_OK : plan->status),
                fail);
    *out = plan;
    return PM_OK;
fail:
    pm_plan_free(plan);
    return status;
}

/* That of a graph with an embedding, which reductions may spoil, is the one without them where that
 * is quicker. */
static pm_status plan_best(struct pm_plan **out, struct making *m, const struct pm_matrix *a)
{
    struct pm_failure unable = {PM_OK, ""};
    struct pm_plan *plan, *other;

    PM_TRY(plan_one(&plan, m, a, m->planner.policy.rules));
    pm_failure_keep(&unable, plan->status);
    const pm_status status = plan_one(&other, m, a, 0);
    if (status != PM_OK) {
        pm_plan_free(plan);
        return status;
    }
    const bool better =
        other->status == PM_OK && (plan->status != PM_OK || other->seconds < plan->seconds);
    pm_plan_free(better ? plan : other);
    *out = better ? other : plan;
    pm_failure_raise(&unable);
    return PM_OK;
}

/* A described machine is for plans alone, and takes the place of the one at hand. */
static pm_status describe(struct pm_machine **machine, struct pm_policy *policy,
                          const pm_options *options)
{
    if (options->machine == NULL)
        return PM_OK;
    if (!options->plan_only)
        return pm_fail(PM_INPUT, "for a machine that is described there are only plans");
    PM_TRY(pm_machine_describe(machine, options->machine));
    policy->machine = *machine;
    policy->limits.threads = (*machine)->cores;
    if (options->memory == 0)
        policy->limits.memory = (*machine)->memory;
    return PM_OK;
}

/* Refuses what is predicted to take too long. */
static void check_time(struct pm_plan *plan)
{
    if (plan->status == PM_OK)
        plan->status = pm_limits_allow(&plan->limits, plan->seconds, 0);
}

pm_status pm_plan_new(struct pm_plan **out, const struct pm_problem *problem,
                      const pm_options *options, const struct pm_poll *poll)
{
    const bool whole = problem->around != NULL && !options->paper && options->reduce == NULL &&
                       options->no_reduce == NULL;
    struct making m = {.around = problem->around, .about = problem->note};
    struct pm_policy *const policy = &m.planner.policy;
    const struct pm_matrix *a = problem->a;
    struct pm_machine *machine = NULL;
    struct pm_matrix *turned = NULL;
    pm_status status;

    PM_TRY(pm_ask_of(&m.planner.ask, problem, options));
    PM_TRY(pm_policy_of(policy, problem->kind, options));
    policy->limits.poll = poll;
    PM_TRY_GOTO(status, describe(&machine, policy, options), done);
    if (problem->kind == PM_PERMANENT && a->rows > a->cols) {
        PM_TRY_GOTO(status, pm_matrix_transpose(&turned, a), done);
        a = turned;
    }
    status = whole ? plan_best(out, &m, a) : plan_one(out, &m, a, policy->rules);
    if (status == PM_OK)
        check_time(*out);
done:
    pm_matrix_free(turned);
    pm_machine_free(machine);
    return status;
}

pm_status pm_plan_matrix(struct pm_plan **plan, const struct pm_matrix *a, const struct pm_ask *ask,
                         const struct pm_limits *limits)
{
    struct making m = {.planner = {.ask = *ask, .policy = {.limits = *limits}}};
    unsigned rules;

    PM_TRY(pm_rules_parse(&rules, NULL, NULL));
    return plan_one(plan, &m, a, rules);
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
