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
    const char *missing; /* the number for those that are missing; NULL: they are refused */
    fmpq_t re, im;       /* the next entry; at first 0 */
};

/* Begins with a matrix of rows x cols.  Its first field is `field`, or logarithms if the reader
 * takes them.  PM_INPUT, PM_NOMEM: it is too large.  It can be cleared whatever the status. */
pm_status pm_assembly_begin(struct pm_assembly *assembly, const struct pm_graph_reader *reader,
                            int64_t rows, int64_t cols, pm_field field, struct pm_mirror mirror);
void pm_assembly_clear(struct pm_assembly *assembly);

/* *problem = the matrix. */
pm_status pm_assembly_finish(struct pm_problem **problem, struct pm_assembly *assembly);

/* Adds all entries. */
typedef pm_status pm_assembly_fill(struct pm_assembly *assembly, void *context);

/* The same in one step: fill() adds the entries. */
pm_status pm_assembly_make(struct pm_problem **problem, const struct pm_graph_reader *reader,
                           int64_t rows, int64_t cols, pm_field field, struct pm_mirror mirror,
                           pm_assembly_fill *fill, void *context);

/* Adds the entry in `re` and `im`, with its row and column from 0.  PM_INPUT: there is no such
 * place. */
pm_status pm_assembly_add(struct pm_assembly *assembly, int64_t row, int64_t col);

/* The same with an entry as text; `im` may be empty. */
pm_status pm_assembly_words(struct pm_assembly *assembly, int64_t row, int64_t col,
                            struct pm_word re, struct pm_word im);

/* The word for an entry, or what stands for it if it is missing. */
struct pm_word pm_assembly_filled(const struct pm_assembly *assembly, struct pm_word word);

/* The same for the parts of a complex entry, which is missing if one of them is; im is empty: none.
 */
void pm_assembly_fill_parts(const struct pm_assembly *assembly, struct pm_word *re,
                            struct pm_word *im);

/* What stands for no entry, for messages. */
const char *pm_assembly_none(const struct pm_assembly *assembly);

/* The same with a word, a real or a complex number, which makes the matrix complex.  Errors name
 * the place. */
pm_status pm_assembly_word(struct pm_assembly *assembly, int64_t row, int64_t col,
                           struct pm_word word);

/* PM_INPUT: row number `row`, from 0, has another number of entries than the one before. */
pm_status pm_assembly_check_row(int64_t row, int64_t cols, int64_t before);
