/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of numbers in binary files, for NumPy, SciPy and MATLAB. */
#pragma once

#include "read/assembly.h"

struct pm_numbers {
    char kind;               /* 'b' bool, 'i' signed, 'u' unsigned, 'f' floating */
    int size, step;          /* bytes of a number, and from one to the next */
    bool swap;               /* the byte order is not this machine's */
    const unsigned char *at; /* the first number */
    uint64_t count;
    const struct pm_numbers *im; /* the imaginary parts; NULL: the numbers are real */
};

/* Number k, which is an integer, or the bits of another one. */
int64_t pm_numbers_integer(const struct pm_numbers *numbers, uint64_t k);

/* The field of a matrix of such numbers. */
pm_field pm_numbers_field(const struct pm_numbers *numbers);

/* Adds number k as an entry. */
pm_status pm_numbers_add(struct pm_assembly *assembly, const struct pm_numbers *numbers, uint64_t k,
                         int64_t row, int64_t col);

/* Adds all entries: that of row i and column j is number i * down + j * right. */
pm_status pm_numbers_full(struct pm_assembly *assembly, const struct pm_numbers *numbers,
                          uint64_t down, uint64_t right);

/* Adds entries that are listed by rows (or by columns): those of row i are the numbers start[i] up
 * to start[i + 1], without the last, and their columns are place[k].  PM_INPUT: the lists do not
 * fit together. */
pm_status pm_numbers_compressed(struct pm_assembly *assembly, const struct pm_numbers *numbers,
                                const struct pm_numbers *start, const struct pm_numbers *place,
                                bool by_rows);
