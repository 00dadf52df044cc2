/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matrix that a reader puts together entry by entry. */
#pragma once

#include "read/formats.h"

/* What an entry a + bi off the diagonal also means on the other side of it: re a + im b i, where
 * both are 1 or -1.  0: nothing. */
struct pm_mirror {
    int re, im;
};

#define PM_NO_MIRROR ((struct pm_mirror){0, 0})

struct pm_assembly {
    struct pm_triplets triplets;
    pm_field field; /* of the entries so far */
    struct pm_mirror mirror;
    fmpq_t re, im; /* the next entry; at first 0 */
};

/* Adds all entries.  Errors need no place. */
typedef pm_status pm_assembly_fill(struct pm_assembly *assembly, void *context);

/* *problem = a matrix of rows x cols that fill() has filled.  Its first field is `field`, or
 * logarithms if the reader takes them.  Errors have a place.  PM_INPUT, PM_NOMEM: it is too
 * large. */
pm_status pm_assembly_make(struct pm_problem **problem, const struct pm_graph_reader *reader,
                           int64_t rows, int64_t cols, pm_field field, struct pm_mirror mirror,
                           pm_assembly_fill *fill, void *context);

/* Adds the entry in `re` and `im`, with its row and column from 0.  PM_INPUT: there is no such
 * place. */
pm_status pm_assembly_add(struct pm_assembly *assembly, int64_t row, int64_t col);

/* The same with an entry as text; `im` may be empty. */
pm_status pm_assembly_words(struct pm_assembly *assembly, int64_t row, int64_t col,
                            struct pm_word re, struct pm_word im);
