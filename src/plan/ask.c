/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads precision, modulus and epsilon from the options.  A modulus that is not a prime below 2^62
 * asks for the exact answer, which is reduced at the end. */
#include "plan/ask.h"

#include "num/number.h"

#include <ctype.h>
#include <flint/ulong_extras.h>
#include <math.h>

pm_status pm_ask_modulus(fmpz_t modulus, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if (!isdigit((unsigned char)*c))
            return pm_fail(PM_INPUT, "modulus '%s' is no positive integer", text);
    if (*text == '\0' || fmpz_set_str(modulus, text, 10) != 0 || fmpz_cmp_ui(modulus, 2) < 0)
        return pm_fail(PM_INPUT, "modulus '%s': an integer of at least 2 is expected", text);
    return PM_OK;
}

/* A logarithm needs no more: a larger relative error would leave too few digits. */
static const double LOG_EPSILON = 1e-9;

int pm_ask_bits(const struct pm_problem *problem, pm_precision precision)
{
    const bool decimal = problem->field >= PM_FIELD_REAL;

    if (precision == PM_PRECISION_AUTO)
        return decimal ? PM_PRECISION_DOUBLE : 0;
    return precision == PM_PRECISION_EXACT ? 0 : (int)precision;
}

/* If the modulus is a prime below 2^62, 4 or 8, asks for the residue directly; modulo 2, 4 and 8 a
 * rule finds it (reduce/parity_rule.c).  For any other modulus, asks for the exact answer, which is
 * reduced at the end. */
static pm_status ask_modulo(struct pm_ask *ask, const char *text)
{
    fmpz_t modulus;

    fmpz_init(modulus);
    const pm_status status = pm_ask_modulus(modulus, text);
    ask->want = PM_WANT_EXACT;
    if (status == PM_OK && !ask->complex_values && fmpz_bits(modulus) <= 62 &&
        (n_is_prime(fmpz_get_ui(modulus)) || fmpz_equal_ui(modulus, 4) ||
         fmpz_equal_ui(modulus, 8))) {
        ask->want = PM_WANT_RESIDUE;
        ask->prime = fmpz_get_ui(modulus);
    }
    fmpz_clear(modulus);
    return status;
}

pm_status pm_ask_of(struct pm_ask *ask, const struct pm_problem *problem, const pm_options *options)
{
    const bool estimate = options->estimate > 0;
    const bool sized = options->logarithm && options->precision == PM_PRECISION_AUTO;
    const int bits =
        pm_ask_bits(problem, estimate || sized ? PM_PRECISION_DOUBLE : options->precision);
    const double epsilon = options->logarithm ? LOG_EPSILON : PM_USUAL_EPSILON;

    *ask = (struct pm_ask){
        .kind = problem->kind,
        .want = bits > 0 ? PM_WANT_FLOATING : PM_WANT_EXACT,
        .complex_values = problem->a->im != NULL,
        .logs = problem->field == PM_FIELD_LOGS,
        .bits = bits,
        .rounded = options->precision == PM_PRECISION_AUTO ||
                   pm_number_floating(bits, false) == PM_NUMBERS,
        .epsilon = options->epsilon == 0 ? epsilon : fmax(options->epsilon, 0),
        .accuracy = {.epsilon = options->estimate,
                     .delta = options->delta > 0 ? options->delta : PM_USUAL_DELTA,
                     .unproved = options->unproved,
                     .seed = options->seed},
        .timed = options->plan_only || options->plan_shown || options->seconds > 0,
    };
    if (estimate && (options->precision != PM_PRECISION_AUTO || options->modulus != NULL))
        return pm_fail(PM_INPUT, "an estimate has no precision and no modulus");
    if (!(options->estimate < 1 && options->delta < 1))
        return pm_fail(PM_INPUT, "an estimate and its delta are below 1");
    if (bits == 1 || bits < 0 || bits > PM_PRECISION_MOST)
        return pm_fail(PM_INPUT, "a precision of %d bits: 2 to %d are expected", bits,
                       PM_PRECISION_MOST);
    if (!(options->epsilon < 1))
        return pm_fail(PM_INPUT, "epsilon is %g: a relative error below 1 is expected",
                       options->epsilon);
    if (options->modulus == NULL)
        return PM_OK;
    if (ask->logs)
        return pm_fail(PM_INPUT, "weights that are given by logarithms have no residues");
    if (options->precision > PM_PRECISION_EXACT)
        return pm_fail(PM_INPUT, "a residue is exact: a modulus and a floating precision exclude "
                                 "each other");
    return ask_modulo(ask, options->modulus);
}
