/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of all programs: one table of options, so that an option means the same
 * everywhere. */
#pragma once

#include "permatch.h"

#include <stdbool.h>
#include <time.h>

/* Exit statuses of every program. */
enum cli_exit {
    CLI_ANSWERED = 0, /* zero is a valid answer */
    CLI_FAILED = 1,   /* input, input/output or memory */
    CLI_USAGE = 2,
    CLI_STOPPED = 3, /* on request; the run can be resumed */
    CLI_UNABLE = 4,  /* no method works within the limits */
    CLI_WRONG = 5,   /* a self-check failed */
};

/* The programs, as bits: an option says which of them have it. */
enum {
    CLI_PERM_MTX = 1u << 0,
    CLI_PM_BENCH = 1u << 1,
    CLI_COUNTMATCH = 1u << 2,
    CLI_CYCLECOVER = 1u << 3,
    CLI_DIMER = 1u << 4,
    CLI_PM_SUM = 1u << 5,
    CLI_PM_STATUS = 1u << 6,
    CLI_ISING = 1u << 7,
};

/* The names of a table, from k = 0 on; *what = a line that explains the name.  NULL past the
 * last. */
typedef const char *cli_names(int k, const char **what);

struct cli_program {
    const char *name;
    unsigned bit;
    const char *operands; /* as in the usage line: "[FILE]..." */
    const char *purpose;  /* a paragraph without newlines */
    const char *example;  /* lines "    $ COMMAND" and what it prints, without the last newline */
    const char *often;    /* the options of the first page of help, separated by blanks */
    cli_names *names;     /* the possible first operands; NULL: files */
    const char *page;     /* the page of help that explains them */
    void (*print_page)(void);
};

struct cli_row; /* arguments.h */

enum { CLI_ROWS = 128 }; /* room for so many options */

/* The values of all options and operands. */
struct cli {
    const struct cli_program *program;
    const struct cli_row *table; /* the table of options; it ends with a row without a name */
    bool given[CLI_ROWS];        /* of every option, by its row */
    pm_options solve;
    bool pattern, json, csv, verbose, explain;
    int plan; /* 1: a few lines, 2: in full; 0: compute */
    int digits;
    bool imaginary_j;        /* "1+2j", not "1+2i" */
    const char *format, *as; /* for graphs */
    bool undirected;         /* edges are two arcs where the input says nothing */
    int from;                /* the first vertex is called 0 or 1 where vertices have no names */
    bool log_weights;        /* the input has logarithms */
    const char *prove;       /* the file for a proof; NULL: none */
    const char *to_graph;    /* the format to write graphs in; NULL: none */
    const char *degree;      /* of all vertices of a subgraph, or a file of them; NULL: 1 */
    bool saturating, to_mtx, log10, per_vertex, no_loops;
    const char *cycle_weight; /* of every cycle; NULL: 1 */
    int min_length;           /* of cycles; 0: not given */
    const char *weights, *holes, *mask, *letters, *q, *couplings;
    const char *points, *distance;
    const char *beta, *temperature, *external; /* of an Ising model: lists of numbers, a field */
    bool thermal, heat, correlations, energies;
    const char *pairs;       /* a file */
    const char *rows, *cols; /* multiplicities of rows and columns */
    bool loops;              /* a loop matches its vertex alone */
    bool total;              /* sum over all sizes, not only perfect matchings */
    const char *monomer;     /* the weight of a free vertex in it; NULL: 1 */
    int unmatched; /* 1 + the number of vertices that stay free; -1: least; 0: none given */
    bool periodic, mirror;
    int twist;
    const char *bfile;     /* lines "n value": "" or the first n; NULL: no */
    struct fields *fields; /* the first columns of the table of --csv (fields.h) */
    const char *powers;    /* weights are exponents: "" or the form of a polynomial; NULL: no */
    const char *with;      /* edges that every matching has; NULL: none */
    const char *missing;   /* the number for entries that are missing; NULL: they are refused */
    const char *columns;   /* titles of columns of edges; NULL: known ones */
    const char *error;     /* of the entries: a number, or a file of a matrix; NULL: none */
    const char *marginals; /* shares instead of the permanent: "" of all, or of these edges */
    int matchings;         /* 1: lines 'k count', 2: one line; 0: not asked */
    bool minors, symmetry, bounds, structure, clar, entropies;
    int list;          /* list at most so many matchings; 0: none */
    int best;          /* the number of heaviest matchings; 0: none */
    int sample;        /* number of random matchings; 0: none */
    bool svg;          /* draw a picture */
    bool sdf;          /* write matchings as molecules */
    double progress;   /* seconds between lines about progress; 0: none */
    uint64_t asked;    /* a hash of the options, but for limits and long runs */
    double stop_after; /* seconds from `begun` on; 0: never */
    struct timespec begun;
    const char *const *operand;
    int operands;
};

/* Reads the command line.  False: the program must end with *status (0 after --help and --version,
 * 2 after a message on stderr). */
bool cli_start(struct cli *cli, const struct cli_program *program, int argc, char **argv,
               int *status);
