/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number formats that the SUPerman paper compares. */
#pragma once

#include "num/dd.h"

enum paper_mode {
    PAPER_DD,    /* double products, double sums */
    PAPER_DQ10,  /* double products; double-double sums, with an addition of 10 operations */
    PAPER_DQ18,  /* the same with 18 operations */
    PAPER_QQ,    /* double-double products and sums */
    PAPER_KAHAN, /* double products, Kahan's compensated sums */
    PAPER_MODES
};

/* The name of the mode in the paper. */
const char *paper_mode_name(enum paper_mode mode);

/* The permanent of the n x n matrix `column` (by columns; 5 <= n <= 62). */
struct pm_dd paper_permanent(enum paper_mode mode, const double *column, int n, int threads);
