/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a proof will need, without its answer: pm_proof_plan(). */
#include "base/argument.h"
#include "base/sized.h"
#include "plan/ask.h"
#include "plan/facility.h"
#include "proof/claims.h"
#include "proof/prover.h"

static void plan_steps(FILE *file, struct pm_prover *p)
{
    fprintf(file,
            "proof: %zu steps, %d messages; tables of %.3g bytes, all together %.3g, one of %d "
            "kept; predicted %.3g s\n",
            p->steps->count, pm_prover_messages(p), p->most, p->all + p->blocks->bytes, p->stride,
            p->steps->seconds * p->stride / (p->most > 1e6 ? p->threads : 1));
}

struct planning {
    FILE *file;
    struct pm_prover *p;
};

static void plan_leaves(FILE *file, const struct pm_proof_leaves *leaves)
{
    const double count = pm_proof_leaves_count(leaves);

    if (count > 1)
        fprintf(file, "proof: at most %.0f drawings, and no messages; predicted %.3g s\n", count,
                pm_proof_leaves_seconds(leaves));
    else
        fprintf(file, "proof: a drawing of the graph, and no messages\n");
}

static pm_status plan(void *context, struct pm_watched *watched)
{
    const struct planning *const planning = context;
    struct pm_prover *const p = planning->p;

    p->watched = watched;
    PM_TRY(pm_prover_plan(p));
    if (p->leaves != NULL)
        plan_leaves(planning->file, p->leaves);
    else
        plan_steps(planning->file, p);
    return PM_OK;
}

pm_status pm_proof_plan(char **text, const pm_problem *problem, pm_proved what,
                        const pm_options *options)
{
    struct pm_prover p = {0};
    struct pm_text out;
    pm_options own;
    pm_status status;

    PM_ARGUMENTS(text, problem);
    PM_TRY(pm_sized_options(&own, options));
    PM_TRY(pm_facility_check(PM_ASK_PROOF, &own));
    if (own.modulus == NULL && own.precision == PM_PRECISION_AUTO &&
        pm_ask_bits(problem, own.precision) != 0)
        return pm_fail(PM_INPUT, "the answer would be a floating number, and only an exact one can "
                                 "be proved: --exact computes it");
    own.checkpoint = NULL;
    PM_TRY_GOTO(status, pm_prover_open(&p, problem, what, &own), done);
    PM_TRY_GOTO(status, pm_claims_bits(&p.bits, &p.claims, p.statement), done);
    PM_TRY_GOTO(status, pm_text_open(&out), done);
    status = pm_watched_within(plan, &(struct planning){out.file, &p}, &own);
    status = pm_text_close(text, &out, status);
done:
    pm_prover_clear(&p);
    return status;
}
