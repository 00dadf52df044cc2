/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The suites of pm-bench: each has a function, a file, and a row in the table of pm_bench.c. */
#pragma once

#include "bench/print_table.h"
#include "model/problem.h"
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
bench_suite bench_accuracy, bench_batch, bench_estimate, bench_rates, bench_sparse;

bench_names bench_batch_name, bench_estimate_name, bench_rates_name;

/* True if no word is given, or one is this name, or one is a part of this name and not itself a
 * name. */
bool bench_asked(const struct bench *b, const char *name);

/* The exit status of a suite that ends with this status; prints the reason if it is not PM_OK. */
int bench_end(const struct bench *b, pm_status status);

/* The directory with the matrices of the SuiteSparse collection (NAME.mtx): the operand, else the
 * environment variable PM_DATA, else NULL after a message on stderr. */
const char *bench_directory(const struct bench *b);

/* Random numbers in 0 .. below - 1, the same on every machine. */
long bench_draw(uint64_t *state, long below);

/* Sets the next entry, row by row; false if the place is empty.  *im is 0 before. */
typedef bool bench_entry(fmpq *re, fmpq *im, int i, int j, void *context);

pm_status bench_matrix(struct pm_matrix **a, int n, bool complex_values, bench_entry *entry,
                       void *context);

/* Makes a problem that owns the matrix; frees the matrix on failure. */
pm_status bench_problem(pm_problem **problem, struct pm_matrix *a);

/* The perfect matchings of an n x n grid; with `king`, of a king's moves on it. */
pm_status bench_grid(pm_problem **problem, int n, bool king);

/* What the plan of a problem says, for the sum of all cores. */
struct bench_plan {
    double cores, leaves;  /* leaves: of splits; a core that is not split is one */
    double order, entries; /* sums over the leaves */
    double steps;          /* of all rings */
    double seconds;        /* predicted; INFINITY: it cannot be carried out */
};

pm_status bench_plan(struct bench_plan *plan, const pm_problem *problem, const pm_options *options);
