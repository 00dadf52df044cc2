/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers that a proof claims: integers, the answers for the scaled entries. */
#pragma once

#include "proof/proved_problem.h"

#include <stdio.h>

struct pm_claims {
    size_t count;
    fmpz *re, *im;
};

/* Reads values as pm_answer_text() and pm_values_text() write them.  PM_INPUT: a text is no exact
 * number, or no possible answer.  *claims must be zeroed, and cleared even after a failure. */
pm_status pm_claims_read(struct pm_claims *claims, const struct pm_proved_problem *statement,
                         const char *const *values, size_t count);
void pm_claims_clear(struct pm_claims *claims);

/* What permatch_proof(5) calls B: the bits of the longest number that the proof is about; without
 * claims, of the value.  PM_UNABLE: verifiers refuse such long numbers, or such a scale. */
pm_status pm_claims_bits(size_t *bits, const struct pm_claims *claims,
                         const struct pm_proved_problem *statement);

/* Writes the lines of a proof. */
void pm_claims_write(FILE *file, const struct pm_claims *claims);
