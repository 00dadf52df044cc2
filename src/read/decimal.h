/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text, converted exactly: integers, decimals with exponents ("-1.5e-3"), quotients
 * "p/q".  A word that is not a finite number is an error.  So is an exponent beyond +-20000, since
 * the exact value could need too much memory. */
#pragma once

#include "read/refuse.h"

#include <flint/fmpq.h>

/* *value = the number in text[0..length).  PM_INPUT with a message that quotes the text and names
 * the fault ("'nan' is not a finite number", "'1.2.3' is not a number"). */
pm_status pm_decimal_parse(fmpq_t value, const char *text, size_t length);

/* The same; if `logs`, the text is the natural logarithm of the value, "-inf" of 0. */
pm_status pm_weight_parse(fmpq_t value, const char *text, size_t length, bool logs);
