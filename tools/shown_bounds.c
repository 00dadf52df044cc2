/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library gives logarithms.  A power of ten is printed as m.mmmmme+XX, rounded outwards. */
#include "shown_bounds.h"

#include "arguments.h"
#include "asked_problem.h"
#include "say.h"
#include "watch.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What the bounds beside a refusal may take, and the prediction of an estimate. */
static const double BOUNDS_SECONDS = 3, LOOK_SECONDS = 0.4;

static const double ROUNDING =
    1e-10; /* covers the rounding of logarithms up to 10^5, and of pow() */

void bounds_power(char *text, double x, bool upper)
{
    double exp = floor(x), m = 1;

    if (isinf(x)) {
        snprintf(text, BOUND_TEXT, "%s", x < 0 ? "0" : "inf");
        return;
    }
    if (x != exp)
        m = pow(10, x - exp) * (upper ? 1 + ROUNDING : 1 - ROUNDING);
    m = (upper ? ceil(m * 1e5) : floor(m * 1e5)) / 1e5;
    if (m >= 10)
        m /= 10, exp++;
    else if (m < 1)
        m = 9.99999, exp--;
    snprintf(text, BOUND_TEXT, "%.5fe%+03.0f", m, exp);
}

/* Those of the user's options that bounds have: the answer that they stand beside may have others.
 */
static pm_options options_of(const struct cli *cli)
{
    pm_options options = PM_OPTIONS_DEFAULT;

    options.reduce = cli->solve.reduce;
    options.no_reduce = cli->solve.no_reduce;
    options.seconds = cli->solve.seconds;
    options.memory = cli->solve.memory;
    options.threads = cli->solve.threads;
    return options;
}

void bounds_decimal(char *text, double x, bool upper)
{
    const double unit = 0.6e-12; /* more than what the digits round */

    if (x != floor(x))
        x = nextafter(upper ? x + unit : x - unit, upper ? HUGE_VAL : -HUGE_VAL);
    snprintf(text, BOUND_TEXT, "%.12f", fmax(x, 0));
}

static pm_status find(struct shown_bounds *b, const pm_problem *problem, const pm_options *options)
{
    const pm_status status = pm_bounds(b->log10, b->method, problem, options);

    for (int side = 0; side < 2 && status == PM_OK; side++)
        bounds_power(b->text[side], b->log10[side], side == 1);
    return status;
}

pm_status bounds_find(struct shown_bounds *b, const struct cli *cli, const struct question *q)
{
    const pm_options options = options_of(cli);

    return find(b, q->asked, &options);
}

pm_status bounds_of_shares(double *bounds, const struct cli *cli, const struct question *q)
{
    const pm_options options = options_of(cli);

    return pm_share_bounds(bounds + 2, bounds, q->asked, &options);
}

/* Says what an estimate takes, after a pilot of at most LOOK_SECONDS. */
static void estimate_say(const struct cli *cli, const char *file, const pm_problem *problem,
                         bool unproved)
{
    const char *const name = unproved ? "--estimate=0.05 --unproved" : "--estimate=0.1";
    pm_options options = PM_OPTIONS_DEFAULT;
    pm_answer *answer = NULL;
    double end;

    options.estimate = unproved ? 0.05 : 0.1;
    options.unproved = unproved;
    options.engine = "estimate";
    options.reduce = cli->solve.reduce;
    options.no_reduce = cli->solve.no_reduce;
    options.threads = 1;
    options.gpus = PM_GPUS_NONE; /* draws have no kernel */
    options.memory = cli->solve.memory;
    options.plan_only = true;
    watch_limit(&options, &end, LOOK_SECONDS);
    const pm_status status = pm_solve(&answer, problem, &options);
    if (status == PM_OK)
        cli_say(cli, file, "%s takes about %.3g s on one thread", name,
                pm_answer_predicted(answer));
    else if (status == PM_UNABLE)
        cli_say(cli, file, "%s: %s", name, pm_message());
    else if (status == PM_STOPPED && !watch_ends())
        cli_say(cli, file, "%s may work; its prediction alone takes longer than %g s", name,
                LOOK_SECONDS);
    pm_answer_free(answer);
}

static bool excludes_estimates(const struct cli *cli)
{
    return cli->matchings > 0 || cli->solve.modulus != NULL || cli->prove != NULL ||
           cli->solve.precision != PM_PRECISION_AUTO || cli->solve.unproved;
}

/* Says the bounds of the problem, and what its estimates take. */
static void say(const struct cli *cli, const char *place, const struct question *q,
                const pm_problem *problem)
{
    struct shown_bounds b;
    pm_options options = options_of(cli);
    double end;

    options.seconds = 0;
    /* what the plan has left of the time, and of a second more, is for two looks, and for this */
    const double left = cli->solve.seconds > 0
                            ? cli->solve.seconds + 1 - watch_seconds(q->begun) - 2 * LOOK_SECONDS
                            : BOUNDS_SECONDS;
    const double seconds = fmin(BOUNDS_SECONDS, fmax(LOOK_SECONDS, left));
    const char *const total = cli->matchings > 0 ? "--total " : "";
    if (left < -2 * LOOK_SECONDS) {
        cli_say(cli, place, "the time is over; %s--bounds is not tried", total);
        return;
    }
    watch_limit(&options, &end, seconds);
    const pm_status status = find(&b, problem, &options);
    if (status == PM_STOPPED && !watch_ends())
        cli_say(cli, place, "%s--bounds takes longer than %g s", total, seconds);
    if (status != PM_OK || (isinf(b.log10[0]) && isinf(b.log10[1])))
        return;
    cli_say(cli, place, "%s%s lies between %s and %s (%s--bounds)",
            pm_problem_is_nonnegative(problem) ? "" : "the modulus of ",
            cli->matchings > 0           ? "the sum over all sizes"
            : cli->solve.modulus != NULL ? "the number itself"
                                         : "the answer",
            b.text[0], b.text[1], total);
    if (cli->matchings > 0)
        cli_say(cli, place, "--unmatched=K computes one size, which may be possible");
    if (b.log10[0] == -HUGE_VAL || excludes_estimates(cli))
        return;
    if (!pm_problem_is_symmetric(problem) && cli->solve.estimate == 0)
        estimate_say(cli, place, problem, false);
    estimate_say(cli, place, problem, true);
}

void bounds_say(const struct cli *cli, const char *place, const struct question *q)
{
    struct cli asked = *cli;
    pm_problem *wider = NULL;

    asked.total = cli->total || cli->matchings > 0;
    if (cli_row_of(cli, "bounds", strlen("bounds")) == NULL)
        return; /* the program prints another number than this sum, as ising does */
    if (asked_sum(&wider, &asked, q) == PM_OK)
        say(cli, place, q, wider != NULL ? wider : q->problem);
    pm_problem_free(wider);
}
