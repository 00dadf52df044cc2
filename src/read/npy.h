/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a reader within an array of NumPy. */
#pragma once

#include "read/numbers.h"

struct pm_npy {
    struct pm_numbers numbers, im; /* their type; where they are is known once they are read */
    bool columns_first;            /* the first index varies fastest (fortran_order) */
    int dimensions;
    int64_t size[4]; /* of each of them */
    size_t head;     /* bytes before the numbers */
    int64_t matrices, next;
    unsigned char *data;
    size_t bytes; /* that are read at once */
};

/* Says where the numbers are. */
void pm_npy_place(struct pm_npy *npy, const unsigned char *at);

/* Reads signature and dictionary of an array. */
pm_status pm_npy_head(struct pm_npy *npy, struct pm_source *source);
