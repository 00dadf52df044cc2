/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads a plan as lines of text:
 *
 *     plan MEMORY RULES
 *     core ROWS COLUMNS ENTRIES FINGERPRINT
 *     way NAME SECONDS GPUS ENGINE FORM NUMBERS BITS RINGS UNITS
 *     ...
 *     way NAME SECONDS GPUS split LEAVES PAPER ENGINE
 *     end
 *
 * The line `plan` has the memory limit in bytes, and the rules of the reduction.  There is a line
 * `core` for each core, in the order of the reduction.  The ways of the core follow; a way of an
 * engine is followed by the lines that the engine writes (engine.h).  NAME is the number of the
 * core, followed by one r for each earlier way of the core: a way with an r is the fallback of the
 * way before it.  FORM is "exact", "rounded" (exact, with rounded entries), "residue", "floating",
 * or a number of bits.  BITS is the bound of an exact answer.  More is explained
 * in permatch_formats(5). */
#include "base/alloc.h"
#include "base/status.h"
#include "base/stored.h"
#include "base/text.h"
#include "cuda/gpu.h"
#include "engine/abilities.h"
#include "engine/limits.h"
#include "model/bound.h"
#include "plan/branch.h"
#include "plan/trial.h"
#include "plan/named_edges.h"
#include "plan/plan_text.h"
#include "plan/plan.h"

#include "plan/machine.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 32 }; /* bytes for a word with its NUL */

/* The name of a number type as one word. */
static const char *number_word(char word[NAME], enum pm_number number)
{
    snprintf(word, NAME, "%s", pm_number_name(number));
    for (char *c = word; *c != '\0'; c++)
        *c = *c == ' ' ? '-' : *c;
    return word;
}

static pm_status core_hash(uint64_t *hash, const struct pm_plan *plan, size_t k)
{
    const struct pm_problem core = {
        .kind = plan->reduction.kind[k], .field = PM_FIELD_INTEGER, .a = plan->reduction.core[k]};

    return pm_problem_fingerprint(hash, &core);
}

/* ------------------------------------------------------------------ writing */

static const char *form_word(char word[NAME], const struct pm_way *way)
{
    if (way->any > 0)
        snprintf(word, NAME, "%d", way->any);
    else
        strcpy(word, way->prime != 0      ? "residue"
                     : way->fixed != NULL ? "rounded"
                     : way->exact         ? "exact"
                                          : "floating");
    return word;
}

static void write_way(FILE *file, const char *name, const struct pm_way *way)
{
    char form[NAME], numbers[NAME];

    fprintf(file, "way %s %a %d ", name, way->seconds, way->gpus);
    if (way->engine == NULL) {
        const struct pm_policy *const policy = &way->leaf->policy;
        fprintf(file, "split %.0f %d %s\n", way->leaves, policy->paper,
                policy->engine != NULL ? policy->engine->name : "-");
        return;
    }
    fprintf(file, "%s %s %s %a %.0f %" PRIu64 "\n", way->engine->name, form_word(form, way),
            number_word(numbers, way->number), way->bits, way->rings, way->cost.units);
    if (way->engine->more->write != NULL)
        way->engine->more->write(file, &way->cost);
}

pm_status pm_plan_write(FILE *file, const struct pm_plan *plan)
{
    const struct pm_reduction *const reduction = &plan->reduction;

    fprintf(file, "plan %" PRIu64 " ", plan->limits.memory);
    pm_rules_write(file, plan->rules);
    fputc('\n', file);
    for (size_t k = 0; k < reduction->cores; k++) {
        const struct pm_matrix *const a = reduction->core[k];
        char name[NAME];
        int used = snprintf(name, sizeof name, "%zu", k + 1);
        uint64_t hash;
        PM_TRY(core_hash(&hash, plan, k));
        fprintf(file, "core %d %d %d %016" PRIx64 "\n", a->rows, a->cols, pm_matrix_nnz(a), hash);
        for (const struct pm_way *way = &plan->way[k]; way != NULL; way = way->fallback) {
            write_way(file, name, way);
            used += snprintf(name + used, sizeof name - (size_t)used, "r");
        }
    }
    fputs("end\n", file);
    return PM_OK;
}

/* ------------------------------------------------------------------ reading */

struct reading {
    struct pm_plan *plan;
    const struct pm_rotation *around;
    char *rest;    /* the text that has not been read yet */
    uint64_t room; /* bytes of memory that the computation may use on this machine */
};

static bool line_begins(const char *line, const char *word)
{
    const size_t length = strlen(word);

    return line != NULL && strncmp(line, word, length) == 0 && line[length] == ' ';
}

static pm_status damaged(const char *what)
{
    return pm_fail(PM_INPUT, "%s is damaged", what);
}

/* Makes PM_INPUT of the status with which an engine refuses what it read. */
static pm_status as_input(pm_status status)
{
    return status == PM_UNABLE || status == PM_DOMAIN ? pm_fail_at(PM_INPUT, "not possible here")
                                                      : status;
}

static pm_status find_number(enum pm_number *number, const char *word)
{
    char known[NAME];

    for (*number = 0; *number < PM_NUMBERS; (*number)++)
        if (strcmp(number_word(known, *number), word) == 0)
            return PM_OK;
    return pm_fail(PM_INPUT, "this version has no numbers '%s'", word);
}

static bool is_floating(enum pm_number number, bool complex_values)
{
    const unsigned wanted =
        complex_values ? PM_COMPLEX_BIT | PM_COMPLEX_DD_BIT : PM_REAL_BIT | PM_DD_BIT;

    return (wanted & 1u << number) != 0;
}

/* Sets the kind of numbers of a way from the word `form`.  Fails if such numbers cannot answer the
 * question.  *rounded is true if the entries are rounded. */
static pm_status read_form(struct pm_way *way, bool *rounded, const char *form,
                           const struct pm_ask *ask)
{
    const bool floats = ask->want == PM_WANT_FLOATING;
    char *end;

    *rounded = strcmp(form, "rounded") == 0;
    way->gaussian = ask->complex_values;
    if (ask->want == PM_WANT_RESIDUE) {
        way->exact = true;
        way->prime = ask->prime;
        return strcmp(form, "residue") == 0 && way->number == PM_MOD ? PM_OK : damaged("a residue");
    }
    way->exact = *rounded || strcmp(form, "exact") == 0;
    if (way->exact)
        return !is_floating(way->number, false) && !is_floating(way->number, true) &&
                       (floats || !*rounded)
                   ? PM_OK
                   : damaged("an exact way");
    if (!floats || !is_floating(way->number, ask->complex_values))
        return damaged("a floating way");
    if (strcmp(form, "floating") == 0)
        return PM_OK;
    const long bits = strtol(form, &end, 10);
    if (*end != '\0' || bits < 2 || bits > PM_PRECISION_MOST || way->engine->more->any == NULL)
        return pm_fail(PM_INPUT, "this version has no form '%s' of %s", form, way->engine->name);
    way->any = (int)bits;
    return PM_OK;
}

/* Seconds that are predicted again may differ by this relative difference, by another libm. */
static const double SECONDS_SLACK = 0.1;

/* No plan has more leaves than this (planning.c). */
static const double LEAVES_MOST = 1e6;

/* Another libm may round the bound of the permanent differently.  A relative difference up to this
 * is allowed. */
static const double BOUND_SLACK = 4e-15;

/* Checks that an exact way has enough bits for the answer, but not absurdly many, and the right
 * number of rings. */
static pm_status check_rings(const struct pm_way *way, const struct pm_matrix *a)
{
    double bound = 0, rings = 1;

    if (!way->exact || way->prime != 0)
        return way->rings == 1 ? PM_OK : damaged("the number of rings");
    PM_TRY(pm_bound_bits(&bound, a, way->kind));
    bound = fmax(bound, 0);
    if (!(way->bits >= bound * (1 - BOUND_SLACK) && way->bits <= 2 * bound + 64))
        return pm_fail(PM_INPUT, "%g bits are not what an answer below 2^%g takes", way->bits,
                       bound);
    if (way->number == PM_WRAP) {
        if (!pm_crt_wrap(way->bits, way->gaussian))
            return damaged("the number of rings");
    } else {
        rings = way->number == PM_MODS
                    ? pm_crt_count(way->bits, way->gaussian, PM_MODS)
                    : pm_crt_count_below(way->bits, way->gaussian, pm_way_prime_bits(way->engine));
    }
    return rings == way->rings
               ? PM_OK
               : pm_fail(PM_INPUT, "this version computes in %g rings, and not in %g", rings,
                         way->rings);
}

/* Reads the cost from the engine's lines, or calls cost() again if the engine has no such lines. */
static pm_status read_cost(struct reading *r, struct pm_way *way, const struct pm_core *core)
{
    const struct pm_engine *const engine = way->engine;
    struct pm_limits limits = pm_trial_limits(way, &r->plan->limits);

    limits.device = way->gpus > 0;
    PM_TRY(as_input(pm_trial_check(way, core)));
    PM_TRY(as_input(engine->more->read != NULL
                        ? engine->more->read(&way->cost, core, way->number, &limits, &r->rest)
                        : engine->cost(&way->cost, core, way->number, &limits)));
    pm_trial_predict(way);
    if (way->gpus > 0) {
        struct pm_gpu gpu;
        if (way->any > 0 || !pm_way_is_for_gpus(way))
            return pm_fail(PM_INPUT, "this version has no kernel of %s for GPUs", engine->name);
        pm_machine_gpus(&gpu, way->gpus);
        PM_TRY(pm_way_to_gpus(way, core, &limits, &gpu, way->gpus));
    }
    limits.memory = r->room;
    return way->gpus > 0 ? PM_OK /* the memory is a device's, which is asked when it is opened */
                         : pm_limits_allow(&limits, 0, way->cost.bytes);
}

static pm_status read_engine(struct reading *r, struct pm_way *way, const struct pm_core *core,
                             const char *line)
{
    char name[NAME], form[NAME], numbers[NAME];
    const struct pm_ask ask = pm_ask_of_cores(&r->plan->ask);
    struct pm_core computed = *core;
    uint64_t units;
    bool rounded;
    int length = 0;

    if (sscanf(line, "%31s %31s %31s %la %la %" SCNu64 "%n", name, form, numbers, &way->bits,
               &way->rings, &units, &length) != 6 ||
        line[length] != '\0' || !isfinite(way->bits) || way->bits < 0)
        return damaged("a way");
    if ((way->engine = pm_engine_find(name)) == NULL)
        return pm_fail(PM_INPUT, "this version has no engine '%s'", name);
    way->kind = core->kind;
    way->epsilon = pm_plan_epsilon(r->plan);
    way->accuracy = pm_plan_accuracy(r->plan);
    PM_TRY(find_number(&way->number, numbers));
    PM_TRY(read_form(way, &rounded, form, &ask));
    if (rounded) {
        PM_TRY(pm_fixed_new(&way->fixed, core->a, core->kind, ask.bits));
        computed.a = way->fixed->a;
    }
    PM_TRY(check_rings(way, computed.a));
    PM_TRY(read_cost(r, way, &computed));
    return way->cost.units == units
               ? PM_OK
               : pm_fail(PM_INPUT,
                         "this version cuts the work in %" PRIu64 " units, and not in "
                         "%" PRIu64,
                         way->cost.units, units);
}

static pm_status read_split(struct reading *r, struct pm_way *way, const struct pm_core *core,
                            const char *line)
{
    const struct pm_plan *const plan = r->plan;
    const struct pm_engine *engine = NULL;
    char name[NAME];
    int paper, length = 0;

    if (sscanf(line, "%la %d %31s%n", &way->leaves, &paper, name, &length) != 3 ||
        line[length] != '\0' || way->gpus > 0 ||
        !(way->leaves >= 0 && way->leaves <= LEAVES_MOST) || core->kind != PM_PERMANENT ||
        core->a->rows != core->a->cols)
        return damaged("a split");
    if (strcmp(name, "-") != 0 && (engine = pm_engine_find(name)) == NULL)
        return pm_fail(PM_INPUT, "this version has no engine '%s'", name);
    PM_NEW(way->leaf, 1);
    *way->leaf = (struct pm_planner){
        .ask = pm_ask_of_cores(&plan->ask),
        .policy = {
            .rules = plan->rules, .engine = engine, .paper = paper != 0, .limits = plan->limits}};
    way->leaf->ask.epsilon = pm_plan_epsilon(plan);
    return pm_branch_recount(&way->seconds, core->a, way->leaf, way->leaves);
}

/* Seconds of a file are not believed, since they decide what is refused, saved and dealt out.  They
 * are predicted again.  Those of the file are kept if they are about the same, so that all machines
 * that share a run take the same decisions. */
static void judge_seconds(struct pm_way *way, double told)
{
    if (fabs(told - way->seconds) <= SECONDS_SLACK * way->seconds)
        way->seconds = told;
}

/* Reads the way in the next line, which must have this name. */
static pm_status read_way(struct reading *r, struct pm_way *way, const struct pm_core *core,
                          const char *name)
{
    const char *const line = pm_stored_next(&r->rest);
    char found[NAME], engine[NAME];
    int before = 0, behind = 0;
    double told;

    *way = (struct pm_way){.seconds = 0};
    if (line == NULL ||
        sscanf(line, "way %31s %la %d %n%31s %n", found, &told, &way->gpus, &before, engine,
               &behind) != 4 ||
        strcmp(found, name) != 0 || !isfinite(told) || told < 0 || way->gpus < 0 ||
        way->gpus > PM_GPUS_MOST)
        return damaged("a way");
    PM_TRY(strcmp(engine, "split") == 0 ? read_split(r, way, core, line + behind)
                                        : read_engine(r, way, core, line + before));
    judge_seconds(way, told);
    return PM_OK;
}

static pm_status named(pm_status status, const char *name)
{
    return status == PM_OK ? PM_OK : pm_fail_at(status, "way %s", name);
}

/* Reads the way of a core and its fallbacks. */
static pm_status read_ways(struct reading *r, size_t k, const struct pm_problem *problem)
{
    const struct pm_core core = {
        .a = r->plan->reduction.core[k], .kind = r->plan->reduction.kind[k], .around = r->around};
    struct pm_way *way = &r->plan->way[k];
    char name[NAME];
    int used = snprintf(name, sizeof name, "%zu", k + 1);

    PM_TRY(named(read_way(r, way, &core, name), name));
    PM_TRY(pm_named_edges(way, &core, problem));
    while (line_begins(r->rest, "way")) {
        if (way->engine == NULL || used + 1 >= NAME)
            return damaged("a way");
        strcpy(name + used++, "r");
        PM_NEW(way->fallback, 1);
        way = way->fallback;
        PM_TRY(named(read_way(r, way, &core, name), name));
    }
    return PM_OK;
}

/* Checks that the reduction gives the core that the plan names. */
static pm_status read_core(struct reading *r, size_t k)
{
    const struct pm_matrix *const a = r->plan->reduction.core[k];
    const char *const line = pm_stored_next(&r->rest);
    char text[128];
    uint64_t hash;

    PM_TRY(core_hash(&hash, r->plan, k));
    snprintf(text, sizeof text, "core %d %d %d %016" PRIx64, a->rows, a->cols, pm_matrix_nnz(a),
             hash);
    return line != NULL && strcmp(line, text) == 0
               ? PM_OK
               : pm_fail(PM_INPUT, "this version reduces the problem otherwise: core %zu", k + 1);
}

static pm_status read_head(struct reading *r)
{
    const char *const line = pm_stored_next(&r->rest);
    int length = 0;

    if (line == NULL ||
        sscanf(line, "plan %" SCNu64 " %n", &r->plan->limits.memory, &length) != 1 || length == 0)
        return damaged("the plan");
    return pm_rules_parse(&r->plan->rules, line + length, NULL);
}

static pm_status read_cores(struct reading *r, const struct pm_problem *problem, FILE *text)
{
    struct pm_plan *const plan = r->plan;

    for (size_t k = 0; k < plan->reduction.cores; k++) {
        PM_TRY(read_core(r, k));
        PM_TRY(read_ways(r, k, problem));
        pm_full_way(pm_full_core(text, plan, k), plan, k);
    }
    const char *const last = pm_stored_next(&r->rest);
    return last != NULL && strcmp(last, "end") == 0 && *r->rest == '\0'
               ? PM_OK
               : pm_fail(PM_INPUT, "there is a line '%.20s' that no plan has",
                         last != NULL ? last : "");
}

/* Reads all lines except the first one, and writes the text about the plan. */
static pm_status read_plan(struct reading *r, const struct pm_problem *problem,
                           const struct pm_matrix *a)
{
    struct pm_plan *const plan = r->plan;
    struct pm_text text;
    bool gpus;

    PM_TRY(pm_plan_reduce(plan, a));
    PM_TRY(pm_text_open(&text));
    pm_full_problem(text.file, plan, a, problem->note);
    pm_status status = read_cores(r, problem, text.file);
    plan->reference = pm_plan_reference(plan, plan->limits.threads);
    plan->seconds = pm_plan_seconds(&gpus, plan, plan->limits.threads);
    if (status == PM_OK)
        pm_full_time(text.file, plan);
    PM_TRY(pm_text_close(&plan->text, &text, status));
    return pm_plan_summarize(plan, a, problem->note);
}

pm_status pm_plan_read(struct pm_plan **out, const struct pm_problem *problem,
                       const pm_options *options, const char *text)
{
    const struct pm_matrix *a = problem->a;
    struct reading r = {.around = problem->around};
    struct pm_matrix *turned = NULL;
    struct pm_policy policy;
    char *copy = NULL;
    pm_status status;

    PM_NEW(r.plan, 1);
    PM_TRY_GOTO(status, pm_ask_of(&r.plan->ask, problem, options), done);
    PM_TRY_GOTO(status, pm_policy_of(&policy, problem, options), done);
    PM_TRY_GOTO(status, (copy = strdup(text)) != NULL ? PM_OK : pm_no_memory(), done);
    r.rest = copy;
    r.plan->limits = policy.limits;
    PM_TRY_GOTO(status, read_head(&r), done);
    r.room = options->memory > 0 ? options->memory : r.plan->limits.memory;
    if (problem->kind == PM_PERMANENT && a->rows > a->cols) {
        PM_TRY_GOTO(status, pm_matrix_transpose(&turned, a), done);
        a = turned;
    }
    PM_TRY_GOTO(status, read_plan(&r, problem, a), done);
    r.plan->limits.memory = r.room;
    r.plan->status = pm_plan_allow(r.plan, r.plan->reference);
done:
    pm_matrix_free(turned);
    free(copy);
    PM_GIVE(out, r.plan, status, pm_plan_free);
}
