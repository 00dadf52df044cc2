/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of pm_solve(), and solving in a session. */
#pragma once

#include "base/watched.h"
#include "num/value.h"
#include "plan/plan.h"
#include "run/check.h"
#include "schedule/range.h"

struct pm_answer {
    struct pm_value value;
    int digits;  /* 0: exact; else printed as a floating number with at most this many digits */
    bool proved; /* no more digits are printed than are proved, whatever is wanted */
    int bits;    /* 0: exact; else the precision of a floating answer */
    struct pm_accuracy accuracy; /* of an estimate; epsilon 0: it is none */
    double least;                /* of such: log2 of what pm_answer_estimate_least() says */
    enum pm_type type;
    char *engines, *reductions;
    char checks[PM_CHECK_NAMES];    /* made on the value, separated by commas */
    char *plan, *summary, *reasons; /* summary, reasons NULL: the plan is short */
    struct pm_plan *planned;        /* the plan, if only that was asked for; else NULL */
    bool only_texts;                /* this is the plan of something that has no struct pm_plan */
    char *part; /* the result of a run for a part, which pm_sum() adds up; else NULL */
    double seconds, spent[PM_PHASES];
    double predicted; /* by the plan, on one thread; HUGE_VAL: no engine can, or there is no plan */
    double reference; /* of only_texts: the time on the reference machine, for choices */
    int threads, gpus, ranks;
    uint64_t *units; /* number of units that each rank has computed; NULL: there is one rank */
    struct pm_shares shares; /* of this rank's units */
};

struct pm_session;

/* True if the options ask for nothing that only a plan can give: an engine, rules, devices, limits,
 * checkpoints, parts, ranks, a plan to be shown. */
bool pm_solve_options_are_simple(const pm_options *options);

/* PM_DOMAIN: the answer has no value, since only a plan or a part was asked for. */
static inline pm_status pm_answer_valued(const struct pm_answer *answer)
{
    return answer->planned != NULL || answer->only_texts || answer->part != NULL
               ? pm_fail(PM_DOMAIN, "the answer is a plan or a part, and has no value")
               : PM_OK;
}

/* An answer without a value, of this machine alone. */
pm_status pm_answer_new(struct pm_answer **answer, int threads);

/* The engines and reductions of a plan; and its accuracy, if it draws. */
pm_status pm_answer_lists(struct pm_answer *answer, const struct pm_plan *plan);
void pm_answer_accuracy(struct pm_answer *answer, const struct pm_plan *plan);

/* The texts of an answer that one engine computed without a plan. */
pm_status pm_answer_texts(struct pm_answer *answer, const char *engine, const char *note);

/* The numbers of the answer: what its type is called, its bits and digits. */
void pm_answer_numbers(struct pm_answer *answer, const struct pm_problem *problem,
                       const struct pm_ask *ask, const pm_options *options);

/* A value that is known: its residue, or a refusal where it is too vague. */
pm_status pm_answer_finish(struct pm_answer *answer, const pm_options *options,
                           const struct pm_ask *ask);

/* Checks the value, before it is reduced by a modulus (run/check.h).  plan NULL: there is none. */
pm_status pm_solve_check_answer(struct pm_answer *answer, const struct pm_problem *problem,
                                const struct pm_ask *ask, const struct pm_plan *plan,
                                struct pm_session *session);

/* The time of pm_clock() at which planning ends at the latest, or both ways of a question together,
 * if so many seconds are allowed from `begun` on; 0: there is no limit. */
double pm_solve_until(double begun, double seconds);

/* pm_solve(), also for a problem with free vertices as it stands. */
pm_status pm_solve_problem(pm_answer **answer, const pm_problem *problem,
                           const pm_options *options);

/* *answer = NULL if the problem is not small, or if the options ask for what needs a plan. */
pm_status pm_solve_small(pm_answer **answer, const pm_problem *problem, const pm_options *options);

/* *value = the sum over cycle covers with a weight of every cycle. */
pm_status pm_cycles_value(struct pm_gauss *value, const struct pm_problem *problem, int threads,
                          const struct pm_watched *watched);

/* *value = the Pfaffian that the problem asks for. */
pm_status pm_pfaffian_value(struct pm_gauss *value, const struct pm_problem *problem, int threads,
                            const struct pm_watched *watched);

/* The same as pm_solve_problem(), unless its plan takes more than `most` seconds, or there is none:
 * then it is PM_UNABLE, *declined is true, and the caller's watch does not see the plan.  most 0:
 * no limit. */
pm_status pm_solve_below(pm_answer **answer, bool *declined, const pm_problem *problem,
                         const pm_options *options, double most);

/* pm_solve() in a session, with options for planning. */
pm_status pm_solve_session(pm_answer **answer, const pm_problem *problem, const pm_options *options,
                           struct pm_session *session);
