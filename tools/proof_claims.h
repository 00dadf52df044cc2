/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check of a proof's messages. */
#pragma once

#include "proof_file.h"

/* Goes from the claim about the whole problem back to the claim that the number of an empty table
 * is 1. */
enum verdict proof_check(struct proof *proof);

/* The same for a planar graph: the square of the Pfaffian is that of the claimed number. */
enum verdict proof_check_plane(struct proof *proof, const mpz_t claim, const mpz_t prime);
