/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the result of the SUPerman paper's preprocessing: how many matrices remain, their sizes
 * and their predicted time (the columns of its table of sparse matrices). */
#ifndef PM_PLAN_PAPER_RULE_H
#define PM_PLAN_PAPER_RULE_H

#include "model/problem.h"

struct pm_paper {
    double leaves, sum_n, sum_nnz;
    double work;    /* predicted number of steps */
    double seconds; /* predicted for all threads or GPUs; HUGE_VAL where no engine can compute a
                     * leaf */
    bool complete;  /* false: leaf_limit stopped the count */
};

/* dm: first split into Dulmage-Mendelsohn blocks.  fm: split as Forbert and Marx; otherwise each
 * block is a leaf.  Only precision and threads of the options are used.  `gpus` GPUs compute the
 * leaves, or threads if it is 0. */
pm_status pm_paper_count(struct pm_paper *paper, const struct pm_problem *problem, bool dm, bool fm,
                         const pm_options *options, int threads, int gpus, double leaf_limit);

#endif
