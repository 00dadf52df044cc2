/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A logarithm has at most 15 digits, since it is computed in double. */
#include "logarithm.h"
#include "say.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIGITS = 15, DIGITS_MOST = 17 };

/* *value = the natural logarithm of the answer divided by `unit`, and *bound that of its error;
 * both are the caller's, and NULL if memory ran out.  with_sign: that of the modulus, after the
 * sign and a blank.  digits 0: those that are proved. */
static pm_status text_of(char **value, char **bound, const pm_answer *answer, double unit,
                         bool with_sign, int digits)
{
    double log_value, error;
    int sign = 0; /* is printed */
    char *text;

    const pm_status status = with_sign ? pm_answer_log_modulus(&sign, &log_value, &error, answer)
                                       : pm_answer_log(&log_value, &error, answer);
    if (status != PM_OK)
        return status;
    log_value /= unit;
    error = error / unit + (isfinite(log_value) ? fabs(log_value) * 2 * DBL_EPSILON : 0);
    if (digits == 0 && pm_answer_estimate(answer, NULL, NULL) > 0 && error > 0 && log_value != 0) {
        /* decimals are those of the error: 0.043 is that of 10 % */
        const double before = floor(log10(fabs(log_value))) + 1, after = ceil(-log10(error));
        digits = (int)fmin(fmax(before + after, 1), DIGITS);
    } else if (digits == 0) {
        const double proved = error > 0 ? floor(log10(fabs(log_value) / error)) : DIGITS;
        digits = proved >= DIGITS ? DIGITS : proved >= 1 ? (int)proved : 1;
    }
    if (asprintf(&text, "%.*g", digits < DIGITS_MOST ? digits : DIGITS_MOST, log_value) < 0)
        text = NULL;
    if (text != NULL && isfinite(log_value)) /* what the text rounds away */
        error += fabs(strtod(text, NULL) - log_value) * (1 + DBL_EPSILON);
    *value = text;
    if (with_sign && text != NULL) {
        if (asprintf(value, "%d %s", sign, text) < 0)
            *value = NULL;
        free(text);
    }
    /* two digits are rounded by at most a twentieth */
    if (asprintf(bound, "%.1e", error * 1.06) < 0)
        *bound = NULL;
    return PM_OK;
}

pm_status logarithm_if_asked(char **value, char **bound, const struct cli *cli,
                             const pm_answer *answer, double vertices)
{
    const bool is_log = cli->log10 || cli->per_vertex;
    pm_status status = is_log ? text_of(value, bound, answer, cli->log10 ? log(10) : vertices,
                                        cli->solve.is_signed, cli->digits)
                              : pm_answer_text(value, answer, cli->digits);
    if (status == PM_OK && !is_log)
        cli_imaginary(cli, value);
    if (status == PM_OK && !cli->json)
        cli_estimate(value, answer);
    return status == PM_OK && !is_log ? pm_answer_text_bound(bound, answer, cli->digits) : status;
}
