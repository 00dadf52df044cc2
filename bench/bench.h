/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subcommands of pm-bench: one function each, one row each in the table of pm_bench.c. */
#ifndef PM_BENCH_BENCH_H
#define PM_BENCH_BENCH_H

#include "tools/cli.h"

struct pm_matrix;

/* `operand` is what follows the subcommand's name, `count` of them.  Returns an exit status. */
int bench_accuracy(const struct cli *cli, int count, const char *const *operand);
int bench_cuda(const struct cli *cli, int count, const char *const *operand);
int bench_dense(const struct cli *cli, int count, const char *const *operand);
pm_status bench_thin(void); /* the second half of bench_dense() */
int bench_engines(const struct cli *cli, int count, const char *const *operand);
int bench_graded(const struct cli *cli, int count, const char *const *operand);
pm_status bench_graded_gpu(int count, const int *order); /* the same with --gpus */
int bench_graphs(const struct cli *cli, int count, const char *const *operand);
int bench_known(const struct cli *cli, int count, const char *const *operand);
int bench_lattices(const struct cli *cli, int count, const char *const *operand);
int bench_placements(const struct cli *cli, int count, const char *const *operand);
int bench_scaling(const struct cli *cli, int count, const char *const *operand);
int bench_sparse(const struct cli *cli, int count, const char *const *operand);
int bench_tree(const struct cli *cli, int count, const char *const *operand);

/* What bench_graded() computes: of the last, whose rows have but one large entry, nothing can be
 * skipped. */
enum bench_graded_kind { BENCH_RANDOM, BENCH_ONES, BENCH_DIAGONAL, BENCH_GRADED_KINDS };
extern const char *const bench_graded_name[BENCH_GRADED_KINDS];
pm_status bench_graded_matrix(struct pm_matrix **a, int n, enum bench_graded_kind kind);

/* The largest error that a case is asked for; 0: no such case. */
double bench_graded_epsilon(enum bench_graded_kind kind, int which);

/* The head of a table of the tree engine, and the line of one problem. */
void bench_tree_head(void);
int bench_tree_row(const struct cli *cli, const char *name, const pm_problem *problem);

/* The directory with the matrices of the SuiteSparse collection (NAME.mtx): the operand, else the
 * environment's PM_DATA, else NULL after a message on stderr. */
const char *bench_directory(const struct cli *cli, int count, const char *const *operand);

#endif
