/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs of values that the reference computed.  A wrong value has none.  With PM_PROOFS=FOLDER,
 * the proofs are left there for the verifiers (proof.sh). */
#include "compare.h"

#include <flint/fmpq.h>
#include <stdlib.h>
#include <string.h>

/* The value as pm_answer_text() writes it. */
static char *text_of(const struct pm_gauss *value)
{
    char *const re = fmpq_get_str(NULL, 10, value->re), *const im =
                                                            fmpq_get_str(NULL, 10, value->im);
    const size_t room = strlen(re) + strlen(im) + 3;
    char *const text = malloc(room);

    snprintf(text, room,
             fmpq_is_zero(value->im) ? "%s"
             : im[0] == '-'          ? "%s%si"
                                     : "%s+%si",
             re, im);
    PM_EACH(flint_free, re, im);
    return text;
}

static pm_status prove(char **proof, const pm_problem *problem, const struct pm_gauss *value,
                       const struct manner *manner)
{
    const pm_options options = {.threads = manner->threads, .memory = manner->memory};
    char *const text = text_of(value);
    const pm_status status =
        pm_prove(proof, problem, PM_PROVE_VALUE, (const char *const *)&text, 1, &options);

    free(text);
    return status;
}

static bool leave(const char *proof, const struct manner *manner)
{
    const char *const folder = getenv("PM_PROOFS");
    char path[4200];

    if (folder == NULL)
        return true;
    snprintf(path, sizeof path, "%s/%016llx.proof", folder, (unsigned long long)manner->seed);
    FILE *const file = fopen(path, "w");
    const bool written = file != NULL && fputs(proof, file) >= 0;
    return file != NULL && fclose(file) == 0 && written;
}

enum verdict ask_proof(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const bool saturating = manner->saturating && x->kind == INSTANCE_GRAPH;
    char *proof = NULL, *none = NULL;
    enum verdict verdict = UNABLE;
    pm_problem *problem = NULL;
    struct pm_gauss truth;
    pm_status status;

    pm_gauss_init(&truth);
    if (value_of(&truth, x, saturating ? REFERENCE_SATURATING : REFERENCE_FULL)) {
        status = instance_problem(&problem, x, saturating);
        PM_THEN(status, prove(&proof, problem, &truth, manner));
        if (status != PM_OK) {
            verdict = refused(story, status, manner);
        } else {
            fmpz_add(fmpq_numref(truth.re), fmpq_numref(truth.re), fmpq_denref(truth.re));
            const pm_status wrong = prove(&none, problem, &truth, manner);
            verdict = wrong == PM_WRONG && leave(proof, manner) ? RIGHT : WRONG;
            snprintf(story, STORY, "the value plus 1 is proved, or no proof can be written: %s",
                     pm_message());
        }
    }
    pm_gauss_clear(&truth);
    pm_problem_free(problem);
    PM_FREE(proof, none);
    return verdict;
}
