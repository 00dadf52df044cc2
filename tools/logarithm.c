/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A logarithm has at most 15 digits, since it is computed in double. */
#include "logarithm.h"
#include "say.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIGITS = 15, DIGITS_MOST = 17 };

pm_status logarithm_text(char **value, char **bound, const pm_answer *answer, double unit,
                         int digits)
{
    double log_value, error;

    const pm_status status = pm_answer_log(&log_value, &error, answer);
    if (status != PM_OK)
        return status;
    log_value /= unit;
    error = error / unit + (isfinite(log_value) ? fabs(log_value) * 2 * DBL_EPSILON : 0);
    if (digits == 0) {
        const double proved = error > 0 ? floor(log10(fabs(log_value) / error)) : DIGITS;
        digits = proved >= DIGITS ? DIGITS : proved >= 1 ? (int)proved : 1;
    }
    if (asprintf(value, "%.*g", digits < DIGITS_MOST ? digits : DIGITS_MOST, log_value) < 0)
        *value = NULL;
    if (*value != NULL && isfinite(log_value)) /* what the text rounds away */
        error += fabs(strtod(*value, NULL) - log_value) * (1 + DBL_EPSILON);
    /* two digits are rounded by at most a twentieth */
    if (asprintf(bound, "%.1e", error * 1.06) < 0)
        *bound = NULL;
    return PM_OK;
}

pm_status logarithm_if_asked(char **value, char **bound, const struct cli *cli,
                             const pm_answer *answer, double vertices)
{
    if (cli->log10 || cli->per_vertex)
        return logarithm_text(value, bound, answer, cli->log10 ? log(10) : vertices, cli->digits);
    const pm_status status = pm_answer_text(value, answer, cli->digits);
    if (status == PM_OK)
        cli_imaginary(cli, value);
    if (status == PM_OK && !cli->json)
        cli_estimate(value, answer);
    return status == PM_OK ? pm_answer_text_bound(bound, answer, cli->digits) : status;
}
