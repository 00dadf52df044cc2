/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matrix in text, row by row. */
#pragma once

#include "model/problem.h"
#include "read/word.h"

struct pm_text_rows {
    fmpq_t re, im;
    struct pm_triplets all; /* the rows so far */
    pm_field field;         /* integer if every number so far is written as an integer, and so on */
    int col;                /* numbers of the unfinished row */
};

void pm_text_rows_begin(struct pm_text_rows *rows, bool logs);
void pm_text_rows_clear(struct pm_text_rows *rows);

/* Appends a number to the row.  All fail without a line. */
pm_status pm_text_rows_add(struct pm_text_rows *rows, struct pm_word word);

/* Ends the row. */
pm_status pm_text_rows_end(struct pm_text_rows *rows);

/* *problem = the matrix. */
pm_status pm_text_rows_finish(struct pm_problem **problem, struct pm_text_rows *rows);
