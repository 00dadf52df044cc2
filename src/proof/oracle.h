/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prime and the challenges of a proof, which are hashes of all text before them
 * (permatch_proof(5)). */
#pragma once

#include "base/status.h"
#include "proof/field.h"

#include <flint/fmpz.h>
#include <stddef.h>

enum {
    PM_ORACLE_BYTES = 32, /* of a hash */
    PM_PROOF_DIGITS = 31, /* hexadecimal digits of a residue */
};

struct pm_oracle {
    uint8_t hash[PM_ORACLE_BYTES];
    struct pm_field field;
    fmpz_t p, root; /* root^2 = -1 */
};

/* Hashes the head of a proof, whose numbers have so many bits, and finds its prime.  *oracle must
 * be cleared. */
void pm_oracle_init(struct pm_oracle *oracle, const char *head, size_t length, size_t bits);
void pm_oracle_clear(struct pm_oracle *oracle);

/* The challenge after a line of text, which ends with a newline. */
pm_residue pm_oracle_draw(struct pm_oracle *oracle, const char *line, size_t length);

/* The residue of a Gaussian integer; im NULL: 0. */
pm_residue pm_oracle_residue(const struct pm_oracle *oracle, const fmpz_t re, const fmpz *im);

/* Writes a residue as PM_PROOF_DIGITS digits and a NUL. */
void pm_oracle_digits(char *text, pm_residue x);
