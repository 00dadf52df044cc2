/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row for each facility lists the questions that do not have it, with the reason.  Everything
 * else works; tests/facilities.sh tries each pair.  The library and the programs refuse by this
 * table. */
#include "plan/facility.h"

#include "base/sized.h"
#include "model/variant.h"

#include <stddef.h>

#define Q(name) (1u << PM_ASK_##name)

enum {
    SHARES = Q(SHARES) | Q(FREE_SHARES) | Q(JOINT),
    LISTS = SHARES | Q(DRAWS) | Q(SIZES) | Q(LIST) | Q(MINORS) |
            Q(BEST),                           /* that are no single number */
    OTHERS = LISTS | Q(BOUNDS) | Q(STRUCTURE), /* than the answer itself */
    OWN = Q(PFAFFIAN),                         /* by one method of its own */
    STACKS = Q(GRADIENT) | Q(PATTERNS) | Q(TORONTONIAN),
};

/* The names are those of options of the programs; "+": of several, "=": with an argument.  With
 * "-", there is no such option. */
static const struct {
    const char *name, *what;
} questions[PM_QUESTIONS] = {
    [PM_ASK_VALUE] = {"-value", "the permanent or hafnian itself"},
    [PM_ASK_LOGARITHM] = {"log10 per-vertex", "its logarithm"},
    [PM_ASK_FREE] = {"unmatched", "the sum over the matchings with K free vertices"},
    [PM_ASK_SHARES] = {"marginals", "the share of every entry"},
    [PM_ASK_FREE_SHARES] = {"marginals+unmatched", "the same with K free vertices"},
    [PM_ASK_JOINT] = {"marginals=", "the shares of some entries, each and all together"},
    [PM_ASK_DRAWS] = {"sample", "random matchings"},
    [PM_ASK_SIZES] = {"matchings", "the matchings of every size"},
    [PM_ASK_LIST] = {"list", "all matchings"},
    [PM_ASK_MINORS] = {"minors", "all minors"},
    [PM_ASK_GRADIENT] = {"-gradient", "the derivatives of hafnians, by pm_minors()"},
    [PM_ASK_PATTERNS] = {"-patterns", "the hafnians of all copies below a cutoff, by pm_batch()"},
    [PM_ASK_TORONTONIAN] = {"-torontonian", "a torontonian, by pm_batch()"},
    [PM_ASK_PFAFFIAN] = {"-pfaffian", "a Pfaffian, by pm_problem_pfaffian() or pm_batch()"},
    [PM_ASK_BOUNDS] = {"bounds", "two proved bounds"},
    [PM_ASK_ESTIMATE] = {"estimate", "a mean of random draws"},
    [PM_ASK_STRUCTURE] = {"structure", "blocks, forbidden and forced entries, cores"},
    [PM_ASK_PROOF] = {"prove", "a proof of the answer"},
    [PM_ASK_BEST] = {"best", "the heaviest matchings"},
};

/* Sentences of several rows. */
static const char itself[] = "that is for the answer itself";
static const char stacks[] = "stacks have options of their own, in pm_stack";
static const char draws[] = "an estimate is one number of its own kind";
static const char units[] = "only the answer itself and --matchings have units of work that can be "
                            "audited";
static const char engines[] = "no engine computes these";
static const char alone[] = "one method of its own answers";
static const char skew[] =
    "equal rows of a skew-symmetric matrix make it singular, and its diagonal is 0";
static const char edges[] = "these know edges alone";

static const struct {
    const char *name, *what;
    struct {
        unsigned questions;
        const char *refusal;
    } rule[7];
} facilities[PM_FACILITIES] = {
    [PM_WITH_LOG_WEIGHTS] = {"log-weights",
                             "entries by their logarithms",
                             {{STACKS, stacks},
                              {Q(PFAFFIAN), "negative entries have no logarithms"},
                              {Q(PROOF), "weights that are given by logarithms are rounded, and no "
                                         "exact numbers"}}},
    [PM_WITH_LOGARITHM] = {"log10 per-vertex",
                           "the logarithm of the answer",
                           {{OTHERS, itself},
                            {STACKS, stacks},
                            {Q(PROOF), "a proof is about exact numbers"}}},
    [PM_WITH_PRECISION] = {"precision exact",
                           "the arithmetic",
                           {{Q(ESTIMATE), draws}, {Q(STRUCTURE), itself}}},
    [PM_WITH_EPSILON] = {"epsilon",
                         "the relative error that is allowed",
                         {{Q(ESTIMATE), draws},
                          {Q(DRAWS) | Q(LIST) | Q(STRUCTURE) | Q(BEST),
                           "their numbers are exact, or rounded once"},
                          {Q(BOUNDS), itself}}},
    [PM_WITH_STRICT] = {"strict",
                        "no answer with a larger error",
                        {{Q(ESTIMATE), draws},
                         {Q(DRAWS) | Q(LIST) | Q(STRUCTURE) | Q(BEST),
                          "their numbers are exact, or rounded once"},
                         {Q(BOUNDS), itself},
                         {STACKS, stacks}}},
    [PM_WITH_MODULUS] = {"mod",
                         "the answer modulo a number",
                         {{OTHERS, itself},
                          {Q(LOGARITHM), "a residue has no size"},
                          {Q(ESTIMATE), draws},
                          {STACKS, stacks}}},
    [PM_WITH_ESTIMATE] = {"estimate unproved",
                          "random draws if exact methods take too long",
                          {{Q(JOINT), "joint shares are exact"},
                           {Q(FREE_SHARES), "shares with free vertices are computed"},
                           {OTHERS & ~(unsigned)Q(SHARES), draws},
                           {Q(PROOF) | OWN, draws},
                           {STACKS, stacks}}},
    [PM_WITH_ENGINE] = {"engine",
                        "the engine",
                        {{Q(LIST) | Q(BOUNDS) | Q(STRUCTURE) | Q(BEST), engines},
                         {OWN, alone},
                         {STACKS, stacks}}},
    [PM_WITH_REDUCTIONS] = {"reduce no-reduce",
                            "the rules that make the matrix smaller",
                            {{Q(SIZES), "the rules do not keep the sums of each size"},
                             {Q(LIST) | Q(BEST), "nothing is reduced for a list"},
                             {OWN, alone},
                             {STACKS, stacks}}},
    [PM_WITH_PAPER] = {"plan-rule",
                       "a plan like that of the SUPerman paper",
                       {{OTHERS, itself}, {Q(ESTIMATE), draws}, {OWN, alone}, {STACKS, stacks}}},
    [PM_WITH_GPUS] = {"gpus",
                      "a number of GPUs",
                      {{SHARES | Q(DRAWS) | Q(LIST) | Q(MINORS) | Q(BEST) | Q(BOUNDS) |
                            Q(STRUCTURE) | Q(GRADIENT) | Q(PATTERNS),
                        "there are no kernels for these"},
                       {OWN, alone}}},
    [PM_WITH_MEMORY] = {"memory", "a limit of memory", {{STACKS, stacks}}},
    [PM_WITH_SECONDS] = {"time", "a limit of time", {{STACKS, stacks}}},
    [PM_WITH_PLAN] = {"plan",
                      "only the plan",
                      {{Q(LIST) | Q(BEST) | Q(BOUNDS) | Q(STRUCTURE), "there is nothing to choose"},
                       {OWN, alone},
                       {STACKS, stacks}}},
    [PM_WITH_STORED_PLAN] = {"plan-file",
                             "the plan in a file",
                             {{OTHERS, itself}, {OWN, alone}, {STACKS, stacks}}},
    [PM_WITH_CHECKPOINT] = {"checkpoint",
                            "finished work is saved; since 1.0.0",
                            {{Q(BOUNDS) | Q(STRUCTURE) | Q(BEST),
                              "these have no pieces of work that can be saved"},
                             {OWN, alone},
                             {STACKS, "a stack is in memory, and its caller keeps the answers of "
                                      "some matrices before the others are asked for"}}},
    [PM_WITH_PARTS] = {"part",
                       "one part of the work",
                       {{OTHERS, itself},
                        {Q(PROOF), "a proof is about the whole answer"},
                        {OWN, alone},
                        {STACKS, stacks}}},
    [PM_WITH_RANKS] = {"-ranks", "processes of MPI", {{OWN, alone}, {STACKS, stacks}}},
    [PM_WITH_AUDIT] = {"audit",
                       "units are computed twice",
                       {{OTHERS & ~(unsigned)Q(SIZES), units}, {OWN, alone}, {STACKS, stacks}}},
    [PM_WITH_JSON] = {"json", "JSON", {{OWN | STACKS, "no program asks this"}}},
    [PM_WITH_FREE] =
        {"unmatched",
         "matchings with free vertices",
         {{Q(SIZES), "--matchings has all these sums"},
          {Q(MINORS) | Q(STRUCTURE) | Q(BEST),
           "only the sum, the shares, the list and random matchings have free vertices"},
          {Q(PROOF), "a proof is about all vertices of the graph"},
          {OWN, alone},
          {STACKS, stacks}}},
    [PM_WITH_LOOPS] =
        {"loops",
         "a vertex may be matched with itself",
         {{Q(FREE) | Q(SIZES),
           "if every vertex has a loop, divide the weight of each edge by the loops of "
           "its two ends, leave out --loops, and multiply each sum by all loops"},
          {SHARES | Q(DRAWS) | Q(LIST) | Q(BEST) | Q(MINORS), edges},
          {Q(STRUCTURE), itself},
          {Q(PFAFFIAN), skew}}},
    [PM_WITH_COPIES] = {"rows cols",
                        "repeated rows and columns",
                        {{Q(PROOF), "a proof is about the matrix without copies"},
                         {Q(TORONTONIAN), "these have no multiplicities"},
                         {Q(BEST), "exchanged copies would be other matchings"},
                         {Q(PFAFFIAN), skew}}},
};

const char *pm_question_name(int question, const char **what)
{
    if (question < 0 || question >= PM_QUESTIONS)
        return NULL;
    *what = questions[question].what;
    return questions[question].name;
}

const char *pm_facility_name(int facility, const char **what)
{
    if (facility < 0 || facility >= PM_FACILITIES)
        return NULL;
    *what = facilities[facility].what;
    return facilities[facility].name;
}

const char *pm_facility_refusal(pm_question question, pm_facility facility)
{
    for (int k = 0; k < (int)(sizeof facilities->rule / sizeof *facilities->rule); k++)
        if (facilities[facility].rule[k].questions >> question & 1)
            return facilities[facility].rule[k].refusal;
    return NULL;
}

/* True if the options ask for the facility. */
static bool is_asked(pm_facility facility, const pm_options *o)
{
    const bool asked[PM_FACILITIES] = {
        [PM_WITH_LOGARITHM] = o->logarithm,
        [PM_WITH_PRECISION] = o->precision != PM_PRECISION_AUTO,
        [PM_WITH_EPSILON] = o->epsilon != 0,
        [PM_WITH_STRICT] = o->strict,
        [PM_WITH_MODULUS] = o->modulus != NULL,
        [PM_WITH_ESTIMATE] = o->estimate > 0,
        [PM_WITH_ENGINE] = o->engine != NULL,
        [PM_WITH_REDUCTIONS] = o->reduce != NULL || o->no_reduce != NULL,
        [PM_WITH_PAPER] = o->paper,
        [PM_WITH_GPUS] = o->gpus > 0,
        [PM_WITH_MEMORY] = o->memory > 0,
        [PM_WITH_SECONDS] = o->seconds > 0,
        [PM_WITH_PLAN] = o->plan_only,
        [PM_WITH_STORED_PLAN] = o->plan_file != NULL || o->plan_to != NULL,
        [PM_WITH_CHECKPOINT] = o->checkpoint != NULL,
        [PM_WITH_PARTS] = o->parts > 1,
        [PM_WITH_RANKS] = o->team != NULL && pm_team_size(o->team) > 1,
        [PM_WITH_AUDIT] = o->audit > 0,
    };

    return asked[facility];
}

pm_status pm_facility_check(pm_question question, const pm_options *options)
{
    const char *refusal, *what;

    for (int f = 0; f < PM_FACILITIES; f++)
        if (is_asked((pm_facility)f, options) &&
            (refusal = pm_facility_refusal(question, (pm_facility)f)) != NULL)
            return pm_fail(PM_INPUT, "the option for %s does not apply here: %s",
                           (pm_facility_name(f, &what), what), refusal);
    return PM_OK;
}

static pm_status check_problem(pm_question question, const struct pm_problem *problem)
{
    const char *const free_vertices = pm_facility_refusal(question, PM_WITH_FREE);
    const char *const copies = pm_facility_refusal(question, PM_WITH_COPIES);

    PM_TRY(pm_variant_check(problem));
    if (problem->base != NULL && free_vertices != NULL)
        return pm_fail(PM_INPUT, "free vertices do not apply here: %s", free_vertices);
    return problem->variant != NULL && copies != NULL
               ? pm_fail(PM_INPUT, "repeated lines do not apply here: %s", copies)
               : PM_OK;
}

pm_status pm_facility_options(pm_options *own, pm_question question,
                              const struct pm_problem *problem, const pm_options *given)
{
    PM_TRY(pm_sized_options(own, given));
    if (own->plan_only && pm_facility_refusal(question, PM_WITH_PLAN) == NULL)
        return pm_fail(PM_INPUT, "pm_question_plan() makes the plan of a question");
    PM_TRY(pm_facility_check(question, own));
    return check_problem(question, problem);
}
