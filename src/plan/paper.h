/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's preprocessing, counted: how many matrices are left, how large, and how long they
 * would take (the columns of its sparse table). */
#ifndef PM_PLAN_PAPER_H
#define PM_PLAN_PAPER_H

#include "model/problem.h"

struct pm_paper {
    double leaves, sum_n, sum_nnz;
    double work;    /* predicted steps */
    double seconds; /* predicted, one thread; HUGE_VAL where a leaf is beyond every walk */
    bool complete;  /* false: leaf_limit was met first */
};

/* dm: Dulmage-Mendelsohn blocks first; fm: splitting as Forbert and Marx, else each block is a
 * leaf. */
pm_status pm_paper_count(struct pm_paper *paper, const struct pm_problem *problem, bool dm, bool fm,
                         double leaf_limit);

#endif
