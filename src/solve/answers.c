/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an answer holds besides its value, and what the caller may ask it. */
#include "solve/solve.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/argument.h"
#include "num/exponential.h"
#include "num/mag.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ making */

pm_status pm_answer_new(struct pm_answer **out, int threads)
{
    PM_NEW(*out, 1);
    pm_value_init(&(*out)->value);
    (*out)->threads = threads;
    (*out)->ranks = 1;
    (*out)->predicted = HUGE_VAL;
    return PM_OK;
}

void pm_answer_free(pm_answer *answer)
{
    if (answer == NULL)
        return;
    pm_value_clear(&answer->value);
    PM_FREE(answer->engines, answer->reductions, answer->plan, answer->summary, answer->reasons);
    pm_plan_free(answer->planned);
    PM_FREE(answer->part, answer->units, answer);
}

/* Appends a word to a comma-separated list, unless the list has it. */
static pm_status list_add(char **list, const char *word)
{
    const size_t length = *list != NULL ? strlen(*list) : 0, more = strlen(word);

    for (const char *at = *list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, more) == 0 && (at[more] == ',' || at[more] == '\0'))
            return PM_OK;
    }
    char *const longer = pm_alloc(length + more + 2, 1);
    if (longer == NULL)
        return PM_NOMEM;
    if (length > 0) {
        memcpy(longer, *list, length);
        longer[length] = ',';
    }
    memcpy(longer + length + (length > 0), word, more + 1);
    free(*list);
    *list = longer;
    return PM_OK;
}

pm_status pm_answer_lists(struct pm_answer *answer, const struct pm_plan *plan)
{
    for (size_t k = 0; k < plan->reduction.cores; k++)
        PM_TRY(list_add(&answer->engines,
                        plan->way[k].engine != NULL ? plan->way[k].engine->name : "split"));
    for (size_t k = 0; k < plan->reduction.steps; k++)
        PM_TRY(list_add(&answer->reductions, plan->reduction.step[k].rule));
    if (answer->engines == NULL)
        PM_TRY(list_add(&answer->engines, ""));
    if (answer->reductions == NULL)
        PM_TRY(list_add(&answer->reductions, ""));
    return PM_OK;
}

pm_status pm_answer_texts(struct pm_answer *answer, const char *engine, const char *note)
{
    const size_t room = strlen(engine) + strlen(note) + sizeof "engine : \n";

    PM_NEW(answer->reductions, 1);
    PM_TRY(list_add(&answer->engines, engine));
    PM_NEW(answer->plan, room);
    snprintf(answer->plan, room, "engine %s: %s\n", engine, note);
    return PM_OK;
}

void pm_answer_numbers(struct pm_answer *answer, const struct pm_problem *problem,
                       const struct pm_ask *ask, const pm_options *options)
{
    const bool floating = ask->want == PM_WANT_FLOATING;

    answer->bits = floating ? ask->bits : 0;
    answer->digits = floating    ? pm_number_digits(ask->bits)
                     : ask->logs ? pm_number_digits(PM_LOGS_PROVED)
                                 : 0;
    answer->type =
        options->modulus != NULL ? PM_TYPE_MODULAR : pm_problem_type(problem, floating, true);
}

/* The relative error of an estimate becomes part of the bound: |value - answer| <= epsilon answer
 * <= epsilon / (1 - epsilon) value.  If entries are negative or complex, the engine has put its
 * error into the bound. */
void pm_answer_accuracy(struct pm_answer *answer, const struct pm_plan *plan)
{
    const double epsilon = plan->ask.accuracy.epsilon;
    bool draws = false, additive = false;

    for (size_t k = 0; k < plan->reduction.cores; k++)
        if (plan->way[k].engine != NULL && plan->way[k].engine->figures.draws) {
            draws = true;
            additive = additive || !pm_matrix_is_nonnegative(plan->reduction.core[k]);
        }
    if (!draws)
        return;
    answer->accuracy = plan->ask.accuracy;
    answer->type = additive ? PM_TYPE_ADDITIVE : PM_TYPE_ESTIMATE;
    answer->digits = 2 + (int)ceil(-log10(epsilon));
    if (!additive)
        answer->value.error =
            pm_mag_add(answer->value.error, pm_mag_mul(pm_mag_fmpq(answer->value.centre.re),
                                                       pm_mag_up(epsilon / (1 - epsilon), 0)));
}

/* x mod modulus, in 0 .. modulus - 1 (both parts). */
static pm_status reduce_fmpq(fmpq_t x, const fmpz_t modulus)
{
    fmpz_t residue;

    fmpz_init(residue);
    const int invertible = fmpq_mod_fmpz(residue, x, modulus);
    if (invertible)
        fmpq_set_fmpz(x, residue);
    fmpz_clear(residue);
    return invertible
               ? PM_OK
               : pm_fail(PM_DOMAIN, "the answer is a fraction whose denominator has a common "
                                    "factor with the modulus: it has no residue");
}

static pm_status reduce_answer(struct pm_answer *answer, const char *text)
{
    fmpz_t modulus;
    pm_status status;

    fmpz_init(modulus);
    PM_TRY_GOTO(status, pm_ask_modulus(modulus, text), done);
    PM_TRY_GOTO(status, reduce_fmpq(answer->value.centre.re, modulus), done);
    status = reduce_fmpq(answer->value.centre.im, modulus);
done:
    fmpz_clear(modulus);
    return status;
}

pm_status pm_answer_finish(struct pm_answer *answer, const pm_options *options,
                           const struct pm_ask *ask)
{
    char *bound;

    if (ask->logs)
        pm_exponential_of_logs(&answer->value);
    if (options->strict && !pm_answer_within(answer, ask->epsilon)) {
        PM_TRY(pm_answer_bound(&bound, answer));
        pm_fail(PM_UNABLE,
                "the proved error, %s, is above epsilon = %g of the answer; a higher "
                "precision helps",
                bound, ask->epsilon);
        free(bound);
        return PM_UNABLE;
    }
    return options->modulus != NULL ? reduce_answer(answer, options->modulus) : PM_OK;
}

/* ------------------------------------------------------------------ of doubles */

static void set_scaled(fmpq_t x, double d, int64_t exponent)
{
    pm_gauss_part_finite(x, d);
    pm_gauss_part_shift(x, x, exponent);
}

pm_status pm_answer_of_doubles(pm_answer **answer, pm_entries entries, const double *value,
                               double bound, int64_t exponent)
{
    enum { FARTHEST = 1 << 27 };
    PM_ARGUMENTS(answer, value);
    const bool pair = entries == PM_ENTRIES_COMPLEX;
    struct pm_answer *made;

    if (!isfinite(value[0]) || (pair && !isfinite(value[1])) || !(bound >= 0))
        return pm_fail(PM_UNABLE, "the value was not found in 2^34 steps; ask for an exact answer");
    if (exponent > FARTHEST || exponent < -FARTHEST)
        return pm_fail(PM_UNABLE, "the value is near 2^%lld, and numbers up to 2^%d are taken here",
                       (long long)exponent, FARTHEST);
    PM_TRY(pm_answer_new(&made, 1));
    set_scaled(made->value.centre.re, value[0], exponent);
    set_scaled(made->value.centre.im, pair ? value[1] : 0, exponent);
    made->value.error = pm_mag_double(bound, exponent);
    made->bits = PM_PRECISION_DOUBLE;
    made->digits = pm_number_digits(made->bits);
    made->type = pair ? PM_TYPE_COMPLEX : PM_TYPE_REAL;
    PM_GIVE(answer, made, pm_answer_texts(made, "", "no plan"), pm_answer_free);
}

/* ------------------------------------------------------------------ asking */

bool pm_answer_within(const pm_answer *answer, double epsilon)
{
    return pm_answer_valued(answer) == PM_OK && pm_value_within(&answer->value, epsilon);
}

double pm_answer_estimate(const pm_answer *answer, double *delta, bool *proved)
{
    if (delta != NULL)
        *delta = answer->accuracy.delta;
    if (proved != NULL)
        *proved = !answer->accuracy.unproved;
    return answer->accuracy.epsilon;
}

double pm_answer_estimate_least(const pm_answer *answer)
{
    const bool estimate = answer->accuracy.epsilon > 0 && answer->accuracy.unproved;

    return estimate ? answer->least * M_LN2 : -HUGE_VAL;
}

/* The functions that only read an answer. */
#define TELL(type, name, what)                                                                     \
    type name(const pm_answer *answer)                                                             \
    {                                                                                              \
        return what;                                                                               \
    }
TELL(const char *, pm_answer_part, answer->part)
TELL(const char *, pm_answer_plan, answer->plan)
TELL(const char *, pm_answer_explanation,
     answer->reasons != NULL ? answer->reasons : pm_answer_summary(answer))
TELL(const char *, pm_answer_summary, answer->summary != NULL ? answer->summary : answer->plan)
TELL(int, pm_answer_bits, answer->bits)
TELL(const char *, pm_answer_type, pm_problem_type_name(answer->type))
TELL(const char *, pm_answer_engines, answer->engines)
TELL(const char *, pm_answer_reductions, answer->reductions)
TELL(const char *, pm_answer_checks, answer->checks)
TELL(double, pm_answer_seconds, answer->seconds)
TELL(int, pm_answer_ranks, answer->ranks)
TELL(const char *, pm_answer_gpu_refusal, answer->shares.refusal)
TELL(int, pm_answer_threads, answer->threads)
TELL(int, pm_answer_gpus, answer->gpus)
TELL(double, pm_answer_predicted, answer->predicted)

uint64_t pm_answer_rank_units(const pm_answer *answer, int rank)
{
    return answer->units != NULL ? answer->units[rank] : 0;
}

uint64_t pm_answer_units(const pm_answer *answer, bool gpus)
{
    return gpus ? answer->shares.devices : answer->shares.threads;
}

double pm_answer_spent(const pm_answer *answer, pm_phase phase)
{
    return answer->spent[phase];
}
