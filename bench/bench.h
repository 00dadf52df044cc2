/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The suites of pm-bench: each has a function, a file, and a row in the table of pm_bench.c. */
#ifndef PM_BENCH_BENCH_H
#define PM_BENCH_BENCH_H

#include "bench/print_table.h"
#include "tools/cli.h"

enum { BENCH_ORDERS = 16 };

/* The names of the cases that words can choose, by number; NULL past the end. */
typedef const char *bench_names(int k);

/* The input of a suite from the command line. */
struct bench {
    const struct cli *cli;
    const char *suite;
    pm_options options; /* options for solving: those given, and the limit */
    double limit;       /* --time, else the suite's own; 0: none */
    int threads, gpus;  /* threads >= 1; number of GPUs that were asked for, else 0 */
    int order[BENCH_ORDERS], orders;
    const char *const *word; /* the other operands: a directory, or words that choose cases */
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

/* True if no word is given, or one is this name, or one is a part of this name and not itself a
 * name. */
bool bench_asked(const struct bench *b, const char *name);

/* The exit status of a suite that ends with this status; prints the reason if it is not PM_OK. */
int bench_end(const struct bench *b, pm_status status);

/* The directory with the matrices of the SuiteSparse collection (NAME.mtx): the operand, else the
 * environment variable PM_DATA, else NULL after a message on stderr. */
const char *bench_directory(const struct bench *b);

/* Limits for the time of tables. */
struct bench_time {
    double end;   /* time when all must end, by pm_clock() */
    double share; /* seconds for a row */
    int skipped;  /* number of skipped rows */
};

/* True if a row with this predicted time (with a compiled kernel) may begin; else ends the row with
 * the reason why it is skipped. */
bool bench_begins(struct bench_time *time, struct table *t, double seconds);

/* Runs all files NAME.mtx of a directory, by name; returns the worst exit status. */
typedef int bench_file(void *context, const char *name, const char *path);
int bench_files(const struct bench *b, const char *directory, bench_file *run, void *context);

/* The matrices of `known`: order, entries, and the rules to use (NULL: all). */
int bench_known_order(int k);
int bench_known_entry(int k, int i, int j);
const char *bench_known_rules(int k);

/* The table of the tree engine, and its row for one problem; the latter returns an exit status. */
extern const struct table_column bench_tree_columns[];
int bench_tree_row(struct table *t, const struct bench *b, const char *name,
                   const pm_problem *problem);

/* The perfect matchings of a lattice of tools/lattice.c, such as "grid-8x8", optionally with
 * weights of its directions. */
pm_status bench_lattice(pm_problem **problem, int *vertices, const char *name,
                        const char *const weight[2]);

#endif
