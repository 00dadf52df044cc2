/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a plan is as it is, in sentences, one on each line. */
#include "plan/plan_text.h"

#include "base/text.h"

#include <string.h>

/* A ratio of times below this is no reason. */
static const double ALIKE = 1.05;

static void say_problem(FILE *text, const struct pm_plan *plan, const struct pm_matrix *a,
                        const char *about)
{
    if (about != NULL)
        fprintf(text, "Input: %.*s.\n", (int)strcspn(about, "\n"), about);
    fprintf(text, "The answer is the %s of a %d x %d matrix with %d entries, ",
            pm_kind_names[plan->ask.kind], a->rows, a->cols, pm_matrix_nnz(a));
    if (plan->ask.accuracy.epsilon > 0)
        fprintf(text, "if need be as an estimate with a relative error of %g.\n",
                plan->ask.accuracy.epsilon);
    else if (plan->ask.want == PM_WANT_FLOATING)
        fprintf(text, "as a number of %d bits with a proved error bound.\n", plan->ask.bits);
    else
        fprintf(text, "%s.\n",
                plan->ask.want == PM_WANT_RESIDUE ? "as a residue" : "as an exact number");
}

/* What each rule did, once for each rule. */
static void say_rules(FILE *text, const struct pm_reduction *r)
{
    for (const struct pm_rule *rule = pm_rules; rule->name != NULL; rule++) {
        const struct pm_step *const step = pm_reduce_step(r, rule);
        if (step != NULL)
            fprintf(text, "Rule %s (%s): %s.\n", rule->name, rule->what, step->note);
    }
    if (r->steps == 0)
        fputs("No rule makes the matrix smaller.\n", text);
}

static void say_engine(FILE *text, const struct pm_way *way, int threads)
{
    const double takes = pm_way_seconds(way, threads);
    const double other = pm_way_second_seconds(way, threads);
    const double ratio = other / takes;

    if (way->engine == NULL)
        fprintf(text, "It is split into %.0f smaller matrices, whose permanents are added up",
                way->leaves);
    else
        fprintf(text, "Engine %s computes it: %s%s%s%s", way->engine->name, way->engine->what,
                way->cost.note[0] ? " (" : "", way->cost.note, way->cost.note[0] ? ")" : "");
    fprintf(text, ".\nThis is predicted to take %s",
            pm_plan_text_of_time(takes, threads, way->gpus > 0).text);
    if (way->second == NULL)
        fputs("; nothing else that can compute it was found to come near.\n", text);
    else if (ratio > ALIKE)
        fprintf(text, "; the second best, %s, would take %.3g s, %.3g times as long.\n",
                way->second, other, ratio);
    else
        fprintf(text, "; %s would take about as long.\n", way->second);
}

static void say_numbers(FILE *text, const struct pm_way *way, int threads)
{
    char numbers[64];

    if (way->engine == NULL)
        return;
    if (way->prime != 0)
        fputs("One run modulo this prime is enough.\n", text);
    else if (way->exact && way->number == PM_WRAP)
        fprintf(text,
                "The answer is proved to be below 2^%.0f, so arithmetic modulo 2^128 is "
                "exact.\n",
                way->bits);
    else if (way->exact && way->rings == 1)
        fprintf(text,
                "The answer is proved to be below 2^%.0f, so one run modulo a prime is exact.\n",
                way->bits);
    else if (way->exact)
        fprintf(text,
                "The answer is proved to be below 2^%.0f, so %g runs in %s arithmetic, joined by "
                "the Chinese remainder theorem, are exact.\n",
                way->bits, way->rings, pm_way_numbers(numbers, way));
    else
        fprintf(text, "Numbers are %s; all roundings are in the proved error bound.\n",
                pm_way_numbers(numbers, way));
    pm_plan_text_of_fallbacks(text, "If this bound leaves too few digits, this follows: ", way,
                              ".\n", threads);
}

static void say_all(FILE *text, const struct pm_plan *plan, const struct pm_matrix *a,
                    const char *about)
{
    const struct pm_reduction *const r = &plan->reduction;
    const size_t longest = pm_plan_longest(plan);

    say_problem(text, plan, a, about);
    say_rules(text, r);
    if (r->zero || r->cores == 0) {
        fputs(r->zero ? "So the answer is 0.\n" : "So nothing is left to compute.\n", text);
        return;
    }
    if (plan->status != PM_OK)
        return;
    const struct pm_matrix *const core = r->core[longest];
    if (r->cores > 1)
        fprintf(text,
                "%zu cores are left, whose values are multiplied.  Number %zu takes longest: ",
                r->cores, longest + 1);
    else
        fputs("One core is left: ", text);
    fprintf(text, "%d x %d with %d entries%s.\n", core->rows, core->cols, pm_matrix_nnz(core),
            r->kind[longest] == PM_HAFNIAN ? ", of which the hafnian is wanted" : "");
    say_engine(text, &plan->way[longest], plan->limits.threads);
    say_numbers(text, &plan->way[longest], plan->limits.threads);
}

pm_status pm_plan_explain(struct pm_plan *plan, const struct pm_matrix *a, const char *about)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    say_all(text.file, plan, a, about);
    return pm_text_close(&plan->reasons, &text, PM_OK);
}
