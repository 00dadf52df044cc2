/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan in at most twelve lines: what is computed, the reductions, the chosen way, its time and
 * memory, the second best, and what would help where it takes long. */
#include "plan/plan_text.h"

#include "base/size_text.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Nothing needs help that takes less. */
static const double LONG_SECONDS = 10;

/* "reductions: dm, degree (3 times); 2 cores are left, number 2 takes longest: 12 x 12, 40 entries"
 */
static void print_reductions(FILE *text, const struct pm_plan *plan, size_t longest)
{
    const struct pm_reduction *const r = &plan->reduction;

    fputs("reductions: ", text);
    for (size_t k = 0, times; k < r->steps; k += times) {
        for (times = 1;
             k + times < r->steps && strcmp(r->step[k].rule, r->step[k + times].rule) == 0;)
            times++;
        fprintf(text, k > 0 ? ", %s" : "%s", r->step[k].rule);
        if (times > 1)
            fprintf(text, " (%zu times)", times);
    }
    if (r->steps == 0)
        fputs("none", text);
    if (r->cores == 1)
        fputs("; one core is left", text);
    else if (r->cores > 1)
        fprintf(text, "; %zu cores are left, number %zu takes longest", r->cores, longest + 1);
    fputs(r->cores > 0 ? ": " : "\n", text);
    if (r->cores > 0)
        pm_plan_text_of_shape(text, r->core[longest], r->kind[longest]);
    if (r->zero)
        fprintf(text, "=> the answer is 0: %s\n", r->steps > 0 ? r->step[r->steps - 1].note : "");
    else if (r->cores == 0)
        fputs("=> nothing is left to compute\n", text);
}

static void print_way(FILE *text, const struct pm_way *way, int threads)
{
    if (way->engine == NULL) {
        fprintf(text, "=> split, %.0f leaves: the permanents of smaller matrices are added up\n",
                way->leaves);
        return;
    }
    fprintf(text, "=> %s%s%s%s: %s\n", way->engine->name, way->cost.note[0] ? " (" : "",
            way->cost.note, way->cost.note[0] ? ")" : "", way->engine->what);
    fputs("numbers: ", text);
    pm_plan_text_of_numbers(text, way);
    pm_plan_text_of_fallbacks(text, "\nwith too few digits: ", way, "", threads);
    putc('\n', text);
}

/* The estimates that were not asked for. */
static const char *estimates(const struct pm_ask *ask)
{
    if (ask->kind != PM_PERMANENT || ask->accuracy.unproved)
        return "";
    return ask->accuracy.epsilon > 0
               ? "--unproved; "
               : "--estimate=0.1, a mean of random draws, or with --unproved if that takes long; ";
}

/* What the user can change, by what the plan shows. */
static void print_help(FILE *text, const struct pm_plan *plan, const struct pm_way *way)
{
    const struct pm_lacked_text advice = pm_lacked_advice(&plan->lacked);
    const bool found = plan->status == PM_OK;
    bool gpus;

    if (found && plan->seconds <= LONG_SECONDS)
        return;
    fputs("would help: ", text);
    if (plan->ask.want == PM_WANT_EXACT &&
        (plan->ask.prime == 2 || plan->ask.prime == 4 || plan->ask.prime == 8))
        fprintf(text, "--mod=%" PRIu64 " of entries with odd denominators%s; ", plan->ask.prime,
                plan->ask.prime > 2 ? " in square blocks" : "");
    if (found && way->exact && way->rings > 1 && plan->ask.want != PM_WANT_RESIDUE)
        fprintf(text, "--mod=P, which takes %.3g s; ",
                pm_way_seconds(way, plan->limits.threads) / way->rings);
    if (found && way->gpus == 0 && plan->limits.threads < 16)
        fprintf(text, "16 threads, which take %.3g s; ", pm_plan_seconds(&gpus, plan, 16));
    if (found && way->engine != NULL && way->gpus == 0 && pm_way_gpus_pay(way))
        fputs(plan->lacked.why[0] != '\0' ? "a larger GPU; " : "a GPU; ", text);
    if (advice.text[0] != '\0')
        fprintf(text, "%s; ", advice.text);
    else if (!found && pm_lacks_memory())
        fputs("more --memory; ", text);
    fprintf(text, "%s--bounds, two proved bounds in about a second\n", estimates(&plan->ask));
}

static void print_summary(FILE *text, const struct pm_plan *plan, const struct pm_matrix *a,
                          const char *about)
{
    const size_t cores = plan->reduction.cores;
    const struct pm_way *way = NULL;
    const size_t longest = pm_plan_longest(plan);
    double bytes = 0;

    for (size_t k = 0; k < cores; k++)
        bytes = fmax(bytes, plan->way[k].cost.bytes);
    if (about != NULL)
        fprintf(text, "%.*s\n", (int)strcspn(about, "\n"), about);
    fputs("matrix: ", text);
    pm_plan_text_of_shape(text, a, plan->ask.kind);
    print_reductions(text, plan, longest);
    if (plan->status != PM_OK) {
        fputs("=> no way within these limits\n", text);
    } else {
        if (cores > 0)
            print_way(text, way = &plan->way[longest], plan->limits.threads);
        if (way != NULL && way->second != NULL)
            fprintf(text, "second best: %s, %.3g s\n", way->second,
                    pm_way_second_seconds(way, plan->limits.threads));
        if (way != NULL && bytes > 0)
            fprintf(text, "memory: %s\n", pm_size_text((uint64_t)fmin(bytes, 1e18)).text);
    }
    print_help(text, plan, way);
    if (plan->status == PM_OK)
        pm_full_time(text, plan);
    pm_full_idle(text, plan);
}

pm_status pm_plan_summarize(struct pm_plan *plan, const struct pm_matrix *a, const char *about)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    print_summary(text.file, plan, a, about);
    return pm_text_close(&plan->summary, &text, PM_OK);
}
