/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits a word that is a complex number, such as "1.5-2i", "(1e-3+2j)" or "-3i". */
#pragma once

#include "read/word.h"

/* The two parts of a number, each as pm_decimal_parse() reads it.  A part that is missing has
 * length 0; it is zero. */
struct pm_complex_word {
    struct pm_word re, im;
};

/* True if the word is a real number, or a complex number whose imaginary part has digits before its
 * i or j.  The word may be in parentheses.  NumPy writes "(1+-2j)" for 1 - 2i. */
bool pm_word_complex(struct pm_complex_word *parts, struct pm_word word);
