/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One matrix whose lines have multiplicities, as Glynn's formula takes it:
 *
 *     per = 1/d! 2^-N sum over 0 <= s_i <= m_i of
 *           prod_i (-1)^(s_i) C(m_i, s_i) prod_j x_j^(c_j),    x_j = sum_i (m_i - 2 s_i) a_ij
 *
 * i over the different lines of one side, the signed ones, j over those of the other; m_i and c_j
 * say how often they occur.  Both sides have N lines in all: the side that has fewer gets a line of
 * ones, d times.  prod (m_i + 1) terms; the side with less work in all is signed.  A term is the
 * same for s and m - s.  Source: Shchesnovich, International Journal of Quantum Information 11,
 * 2013, appendix.
 *
 * The minor of (i, j), one copy of line i and one of line j less, is
 *
 *     1/m_i 1/d! 2^-N sum ... (m_i - 2 s_i) x_j^(c_j - 1) prod over k != j of x_k^(c_k),
 *
 * since m_i c_j times it is the derivative by a_ij. */
#ifndef PM_BATCH_REPEATED_LINES_H
#define PM_BATCH_REPEATED_LINES_H

#include "batch/stack.h"

enum { PM_SIGNED, PM_FACTOR }; /* the two sides */

struct pm_lines {
    bool by_rows;  /* signed lines are rows of pm_batch.stack */
    int count[2];  /* different lines of each side */
    int *times[2]; /* how often each of them occurs: at least 1 */
    int *line[2];  /* the row or column of the stack; -1: the line of ones */
    int total;     /* N */
    int ones;      /* d */
    double terms;  /* how many, halved */
    double steps;  /* terms and factors in each */
    int memory[];
};

/* Room for the matrices of a call. */
pm_status pm_lines_new(struct pm_lines **lines, const struct pm_batch *b);

/* Of matrix k.  Errors: PM_INPUT (a multiplicity below 0). */
pm_status pm_lines_find(struct pm_lines *lines, const struct pm_batch *b, size_t k);

/* The place in the stack of what signed line i and factor line j have in common; false: it is 1. */
bool pm_lines_at(int *row, int *col, const struct pm_lines *lines, int i, int j);

/* The numbers 0 .. that s_i takes, i the last signed line being the halved one, and how often each
 * stands for two. */
int pm_lines_radix(const struct pm_lines *lines, int i);
static inline int pm_lines_pairs(const struct pm_lines *lines, int i, int s)
{
    return i == lines->count[PM_SIGNED] - 1 && 2 * s != lines->times[PM_SIGNED][i] ? 2 : 1;
}

#endif
