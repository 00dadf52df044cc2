/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a reader within an array of NumPy. */
#pragma once

#include "read/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pm_npy_type {
    const char *name; /* as NumPy writes it, after the byte order */
    char kind;        /* 'b' bool, 'i' signed, 'u' unsigned, 'f' floating */
    int size, parts;  /* bytes of a number, and numbers of an entry */
};

struct pm_npy {
    const struct pm_npy_type *type;
    bool swap;          /* byte order differs from this machine's */
    bool logs;          /* numbers are logarithms */
    bool columns_first; /* the first index varies fastest (fortran_order) */
    int rows, cols;
    int64_t matrices, next; /* number of matrices in the array; the next one */
    bool listed;            /* set before: it has at most one dimension, of `matrices` numbers */
    int dimensions;
    size_t head;  /* bytes before the numbers */
    int64_t kept; /* number of matrices that `data` holds */
    unsigned char *data;
    size_t bytes;
};

/* Reads signature and dictionary of an array. */
pm_status pm_npy_head(struct pm_npy *npy, struct pm_source *source);
