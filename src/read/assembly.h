/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matrix that a reader puts together entry by entry.  Errors have no place. */
#pragma once

#include "read/formats.h"

struct pm_assembly {
    struct pm_triplets triplets;
    pm_field field; /* of the entries so far */
    fmpq_t im, re;
};

/* Begins a matrix of rows x cols; its first field is `field`, or logarithms if the reader takes
 * them.  PM_INPUT, PM_NOMEM: it is too large.  Clear it also after a failure. */
pm_status pm_assembly_begin(struct pm_assembly *assembly, const struct pm_graph_reader *reader,
                            int64_t rows, int64_t cols, pm_field field);
void pm_assembly_clear(struct pm_assembly *assembly);

/* Adds the entry in `re` and `im`, with its row and column from 0.  PM_INPUT: there is no such
 * place. */
pm_status pm_assembly_add(struct pm_assembly *assembly, int64_t row, int64_t col);

/* The same with an entry as text; `im` may be empty. */
pm_status pm_assembly_words(struct pm_assembly *assembly, int64_t row, int64_t col,
                            struct pm_word re, struct pm_word im);

/* *problem = the matrix.  `mirrored`: the input lists one triangle. */
pm_status pm_assembly_finish(struct pm_problem **problem, struct pm_assembly *assembly,
                             bool mirrored);

/* *value = a number of a binary file: kind 'b' (bool), 'i', 'u' or 'f', of `size` bytes, perhaps in
 * the other byte order; or its exponential (binary.c). */
pm_status pm_binary_number(fmpq_t value, char kind, int size, bool swap, const unsigned char *at,
                           bool logs);

/* The bits of a number of `size` bytes. */
uint64_t pm_binary_bits(const unsigned char *at, int size, bool swap);
