/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's preprocessing, counted: how many matrices are left, how large, and how long they
 * would take (the columns of its sparse table). */
#ifndef PM_PLAN_PAPER_RULE_H
#define PM_PLAN_PAPER_RULE_H

#include "model/problem.h"

struct pm_paper {
    double leaves, sum_n, sum_nnz;
    double work;    /* predicted steps */
    double seconds; /* predicted, of all threads or GPUs; HUGE_VAL where a leaf is beyond all */
    bool complete;  /* false: leaf_limit was met first */
};

/* dm: Dulmage-Mendelsohn blocks first; fm: splitting as Forbert and Marx, else each block is a
 * leaf.  Of the options: the precision, and threads; leaves are computed by `gpus` GPUs, or, where
 * it is 0, by threads. */
pm_status pm_paper_count(struct pm_paper *paper, const struct pm_problem *problem, bool dm, bool fm,
                         const pm_options *options, int threads, int gpus, double leaf_limit);

#endif
