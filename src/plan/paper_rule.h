/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts what the SUPerman paper's preprocessing leaves: the number of matrices, their sizes and
 * their predicted time (the columns of the paper's table of sparse matrices). */
#ifndef PM_PLAN_PAPER_RULE_H
#define PM_PLAN_PAPER_RULE_H

#include "model/problem.h"

struct pm_paper {
    double leaves, sum_n, sum_nnz;
    double work; /* predicted number of steps */
    /* predicted for all threads or GPUs; HUGE_VAL if no engine can compute some leaf */
    double seconds;
    bool complete; /* false: leaf_limit has stopped the count */
};

/* Fills *paper. dm: the matrix is first divided into Dulmage-Mendelsohn blocks. fm: the blocks are
 * split as by Forbert and Marx; otherwise each block is a leaf.  Of the options, those about the
 * answer are used (pm_ask_of()).  `gpus` GPUs compute the leaves, or `threads` threads if gpus is
 * 0.  At most about `leaf_limit` leaves of a block are counted. */
pm_status pm_paper_count(struct pm_paper *paper, const struct pm_problem *problem, bool dm, bool fm,
                         const pm_options *options, int threads, int gpus, double leaf_limit);

#endif
