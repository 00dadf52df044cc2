/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The suites of pm-bench: one function and one file each, one row each in the table of pm_bench.c.
 */
#ifndef PM_BENCH_BENCH_H
#define PM_BENCH_BENCH_H

#include "bench/print_table.h"
#include "tools/cli.h"

enum { BENCH_ORDERS = 16 };

/* The names of the cases that words choose, by number; NULL past the end. */
typedef const char *bench_names(int k);

/* What the command line asks of a suite. */
struct bench {
    const struct cli *cli;
    const char *suite;
    pm_options options; /* to solve with: those given, and the limit */
    double limit;       /* --time, else the suite's own; 0: none */
    int threads, gpus;  /* threads at least 1; GPUs that are asked for by number, else 0 */
    int order[BENCH_ORDERS], orders;
    const char *const *word; /* the other operands: a directory, or words for cases */
    int words;
    bench_names *names; /* of all cases */
};

/* Prints the tables; returns an exit status. */
typedef int bench_suite(const struct bench *b);
bench_suite bench_accuracy, bench_batch, bench_cuda, bench_default, bench_dense, bench_graded,
    bench_graphs, bench_known, bench_lattices, bench_placements, bench_predict, bench_scaling,
    bench_sparse, bench_sweep, bench_tree;

bench_names bench_accuracy_name, bench_batch_name, bench_cuda_name, bench_graphs_name,
    bench_known_name, bench_lattices_name, bench_sweep_name;

/* Whether no word is given, or one that is this name, or one that stands in it and is no name. */
bool bench_asked(const struct bench *b, const char *name);

/* The exit status of a suite that ends with this one; says why where it is not PM_OK. */
int bench_end(const struct bench *b, pm_status status);

/* The directory with the matrices of the SuiteSparse collection (NAME.mtx): the operand, else the
 * environment's PM_DATA, else NULL after a message on stderr. */
const char *bench_directory(const struct bench *b);

/* What tables may take. */
struct bench_time {
    double end;   /* of them all, by pm_clock() */
    double share; /* seconds of a row */
    int skipped;  /* rows */
};

/* Whether a row that is predicted to take so long once its kernel is compiled may begin; else ends
 * the row with the reason why it is skipped. */
bool bench_begins(struct bench_time *time, struct table *t, double seconds);

/* Runs all files NAME.mtx of a directory, by name; the worst exit status. */
typedef int bench_file(void *context, const char *name, const char *path);
int bench_files(const struct bench *b, const char *directory, bench_file *run, void *context);

/* The matrices of `known`: order, entries, and the rules that it names (NULL: all). */
int bench_known_order(int k);
int bench_known_entry(int k, int i, int j);
const char *bench_known_rules(int k);

/* The table of the tree engine, and its row for one problem; returns an exit status. */
extern const struct table_column bench_tree_columns[];
int bench_tree_row(struct table *t, const struct bench *b, const char *name,
                   const pm_problem *problem);

/* The perfect matchings of a lattice of tools/lattice.c: "grid-8x8", perhaps with weights of its
 * directions. */
pm_status bench_lattice(pm_problem **problem, int *vertices, const char *name,
                        const char *const weight[2]);

#endif
