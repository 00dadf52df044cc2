/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact numbers as text that this library reads back: integers in full, a fraction whose
 * denominator is a product of twos and fives as the decimal number that it is, others as p/q. */
#ifndef PM_PRINT_EXACT_H
#define PM_PRINT_EXACT_H

#include <flint/fmpq.h>
#include <stdio.h>

void pm_print_exact(FILE *out, const fmpq *x);

#endif
