/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matrix whose lines have multiplicities, in the form for Glynn's formula:
 *
 *     per = 1/d! 2^-N sum over 0 <= s_i <= m_i of
 *           prod_i (-1)^(s_i) C(m_i, s_i) prod_j x_j^(c_j),    x_j = sum_i (m_i - 2 s_i) a_ij
 *
 * where i goes over the different lines of one side, the signed ones, and j over those of the other
 * side; m_i and c_j are their multiplicities.  Both sides have N lines in total: the shorter side
 * gets a line of ones, d times.  There are prod (m_i + 1) terms; the signed side is the one with
 * less total work.  The terms of s and m - s are equal.  Source: Shchesnovich, International
 * Journal of Quantum Information 11, 2013, appendix.
 *
 * The minor of (i, j), with one copy less of line i and of line j, is
 *
 *     1/m_i 1/d! 2^-N sum ... (m_i - 2 s_i) x_j^(c_j - 1) prod over k != j of x_k^(c_k),
 *
 * since m_i c_j times the minor is the derivative of per by a_ij. */
#pragma once

#include "engine/stack.h"

enum { PM_SIGNED, PM_FACTOR }; /* the two sides */

struct pm_lines {
    bool by_rows;  /* signed lines are rows of pm_batch.stack */
    int count[2];  /* number of different lines of each side */
    int *times[2]; /* multiplicity of each: at least 1 */
    int *line[2];  /* row or column of the stack; -1: the line of ones */
    int total;     /* N */
    int ones;      /* d */
    double terms;  /* number of terms, halved */
    double steps;  /* number of terms times factors in each */
    int memory[];
};

/* Allocates memory for the matrices of a call. */
pm_status pm_repeated_lines_new(struct pm_lines **lines, const struct pm_batch *b);

/* Finds the lines of matrix k.  Errors: PM_INPUT (a multiplicity below 0). */
pm_status pm_repeated_lines_find(struct pm_lines *lines, const struct pm_batch *b, size_t k);

/* The place in the stack of the entry of signed line i and factor line j; false: the entry is 1. */
bool pm_repeated_lines_at(int *row, int *col, const struct pm_lines *lines, int i, int j);

/* The number of values 0, 1, ... of s_i; the last signed line takes only half of them.  And how
 * many of these stand for two. */
int pm_repeated_lines_radix(const struct pm_lines *lines, int i);
static inline int pm_lines_pairs(const struct pm_lines *lines, int i, int s)
{
    return i == lines->count[PM_SIGNED] - 1 && 2 * s != lines->times[PM_SIGNED][i] ? 2 : 1;
}

/* Computes the permanent or the minors of matrix k in balls, rounds them to double and delivers
 * them (multiple_balls.c): once with `bits` bits; for bits = 0 with more and more bits, until 56
 * are proved correct or the number is exact.  Errors: PM_UNABLE (more than 2^34 steps). */
pm_status pm_multiple_balls_work(const struct pm_batch *b, const struct pm_lines *lines, size_t k,
                                 int bits);
