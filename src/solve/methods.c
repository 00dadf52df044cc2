/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which method answers for a problem.  Small ones need no plan (small.c).  For
 * copies of lines or of vertices, for loops, weights of cycles and Pfaffians (model/variant.h),
 * four methods need neither copies nor a plan: coefficients of products of powers
 * (engine/multiple/powers.c), looped.c, cycles.c and pfaffians.c.  They compute exactly; a floating
 * answer is the exact one, rounded. Where such a method takes long, or the options ask for a plan,
 * copies become lines, and loops become edges; the last two have no other way.  All others have a
 * plan. */
#include "base/clock.h"
#include "base/sized.h"
#include "base/threads.h"
#include "engine/multiple/powers.h"
#include "model/variant.h"
#include "plan/facility.h"
#include "plan/machine.h"
#include "solve/looped.h"
#include "solve/solve.h"

#include <limits.h>
#include <math.h>

/* Of expanded matrices of so many lines, pm_solve() knows better ways than FEW_STEPS. */
static const int SMALL_ORDER = 40;
static const double FEW_STEPS = 0x1p26, MANY_STEPS = 0x1p40;
static const double STEPS_PER_SECOND = 1e9;

/* A loop hafnian that takes longer is planned, too. */
static const double SHORT_SECONDS = 1;

struct copied {
    const struct pm_problem *problem;
    pm_options options;
    bool direct;              /* there is a method without copies; */
    double seconds, planning; /* what it takes, and what finding it took */
    struct pm_powers *powers; /* of repeated lines; NULL: there are none */
    pm_answer *answer;
};

/* ------------------------------------------------------------------ without copies */

/* True if the options leave the choice of the method to the library. */
static bool may_choose(const pm_options *options)
{
    pm_options others = *options;

    others.seconds = 0;
    return pm_solve_options_are_simple(&others) && others.estimate == 0;
}

static pm_status find_powers(struct copied *c)
{
    const struct pm_variant *const v = c->problem->variant;
    const int rows = pm_problem_rows(c->problem), cols = pm_problem_cols(c->problem),
              lines = rows > cols ? rows : cols;

    PM_TRY(pm_powers_new(&c->powers, pm_variant_matrix(c->problem), v->times[0], v->times[1],
                         lines <= SMALL_ORDER ? FEW_STEPS : MANY_STEPS,
                         (double)pm_machine_memory(c->options.memory, lines)));
    c->direct = c->powers != NULL;
    c->seconds = c->direct ? c->powers->steps / STEPS_PER_SECOND : 0;
    return PM_OK;
}

static pm_status find_method(struct copied *c)
{
    const double begin = pm_clock(), allowed = c->options.seconds;

    if (c->problem->variant->skew) {
        c->direct = true;
        return pm_facility_check(PM_ASK_PFAFFIAN, &c->options);
    }
    if (c->problem->variant->cycle != NULL) {
        const pm_options *const o = &c->options;
        c->direct = true;
        return !o->plan_only && o->engine == NULL && o->parts <= 1 && o->checkpoint == NULL
                   ? PM_OK
                   : pm_fail(PM_INPUT, "a weight of every cycle has one method, without plans, "
                                       "engines, parts and checkpoints");
    }
    if (!may_choose(&c->options))
        return PM_OK;
    if (c->problem->variant->looped) {
        PM_TRY(pm_looped_seconds(&c->seconds, c->problem));
        c->direct = isfinite(c->seconds);
    } else {
        PM_TRY(find_powers(c));
    }
    c->direct = c->direct && (allowed <= 0 || c->seconds <= allowed);
    c->planning = pm_clock() - begin;
    return PM_OK;
}

static pm_status find_value(void *context, struct pm_watched *watched)
{
    const struct copied *const c = context;
    struct pm_gauss *const value = &c->answer->value.centre;
    const double steps = c->powers != NULL ? c->powers->steps : 0;

    pm_watched_plan(watched, (uint64_t)steps, c->seconds, c->answer->plan);
    return c->powers != NULL
               ? pm_powers_value(value, c->powers, watched)
               : (c->problem->variant->skew ? pm_pfaffian_value
                  : c->problem->variant->cycle != NULL
                      ? pm_cycles_value
                      : pm_looped_value)(value, c->problem, c->answer->threads, watched);
}

static pm_status compute(struct copied *c)
{
    struct pm_ask ask;

    PM_TRY(pm_ask_of(&ask, c->problem, &c->options));
    if (ask.want == PM_WANT_RESIDUE)
        ask.want = PM_WANT_EXACT;
    PM_TRY(c->powers != NULL ? pm_answer_texts(c->answer, "multiplicity", c->powers->note)
           : c->problem->variant->skew
               ? pm_answer_texts(c->answer, "pfaffian", "exactly, from residues")
           : c->problem->variant->cycle != NULL
               ? pm_answer_texts(c->answer, "cycles", "characteristic polynomials, exactly")
               : pm_answer_texts(c->answer, "hafnian", "with loops or copies, exactly"));
    pm_answer_numbers(c->answer, c->problem, &ask, &c->options);
    PM_TRY(pm_watched_within(find_value, c, &c->options));
    return pm_answer_finish(c->answer, &c->options, &ask);
}

static pm_status without_copies(pm_answer **answer, struct copied *c)
{
    const double begin = pm_clock();

    PM_TRY(pm_answer_new(&c->answer, c->powers != NULL ? 1 : pm_threads(c->options.threads)));
    const pm_status status = compute(c);
    c->answer->spent[PM_PLANNING] = c->planning;
    c->answer->seconds = pm_clock() - begin + c->planning;
    PM_GIVE(answer, c->answer, status, pm_answer_free);
}

/* ------------------------------------------------------------------ with copies */

/* PM_UNABLE, also if it takes more than `most` seconds; 0: no limit. */
static pm_status with_copies(pm_answer **answer, const struct copied *c, double most)
{
    struct pm_problem *made = NULL;
    bool declined;

    if (c->problem->variant->a != NULL) /* copies are lines already, unless they are too many */
        return pm_solve_below(answer, &declined, c->problem, &c->options, most);
    PM_TRY(pm_variant_unfold(&made, c->problem, pm_machine_memory(c->options.memory, INT_MAX)));
    const pm_status status = pm_solve_below(answer, &declined, made, &c->options, most);
    pm_problem_free(made);
    return status;
}

static pm_status solve_copies(pm_answer **answer, const pm_problem *problem,
                              const pm_options *options)
{
    struct copied c = {.problem = problem};

    PM_TRY(pm_sized_options(&c.options, options));
    pm_status status = find_method(&c);
    if (status == PM_OK && !c.direct)
        status = with_copies(answer, &c, 0);
    else if (status == PM_OK) {
        const bool is_short = c.powers != NULL || c.seconds <= SHORT_SECONDS;
        status = is_short ? PM_UNABLE : with_copies(answer, &c, c.seconds);
        if (status == PM_UNABLE)
            status = without_copies(answer, &c);
    }
    pm_powers_free(c.powers);
    return status;
}

pm_status pm_solve_problem(pm_answer **answer, const pm_problem *problem, const pm_options *options)
{
    pm_answer *solved = NULL;
    pm_options asked;
    bool declined;

    if (problem->variant != NULL)
        return solve_copies(answer, problem, options);
    PM_TRY(pm_sized_options(&asked, options));
    PM_TRY(pm_solve_small(&solved, problem, &asked));
    if (solved == NULL)
        return pm_solve_below(answer, &declined, problem, options, 0);
    *answer = solved;
    return PM_OK;
}
