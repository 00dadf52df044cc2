/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact permanents of small matrices of integers or Gaussian integers. */
#pragma once

#include "num/gauss.h"

enum {
    PM_INTEGERS_ROWS = 12, /* largest number of rows and of columns */
    PM_INTEGERS_COLS = 48,
};

/* A matrix and its permanent. */
struct pm_integers {
    int rows, cols; /* rows <= cols */
    fmpz *re, *im;  /* [rows][cols]; im NULL: all real */
    double bits;    /* both parts of the permanent have moduli below 2^bits */
    double widest;  /* the largest sum of the moduli of a line, or a little more */
    struct pm_gauss value;
};

/* Finds the value. */
pm_status pm_integers_solve(struct pm_integers *matrix);
