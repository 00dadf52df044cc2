/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes exact numbers as text that this library reads back.  Integers are written in full,
 * fractions whose denominator has only the prime factors 2 and 5 as decimals, other fractions as
 * p/q. */
#pragma once

#include <flint/fmpq.h>
#include <stdio.h>

void pm_print_exact(FILE *out, const fmpq *x);
