/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer as one line of JSON; the only part that knows jansson. */
#ifndef PM_TOOLS_JSON_H
#define PM_TOOLS_JSON_H

#include "cli.h"
#include "listed.h"

/* What was computed; value and bound are NULL when only the plan was asked for. */
struct json_answer {
    const char *file;
    const pm_problem *problem;
    const pm_graph *graph; /* NULL: none */
    long number;           /* of the graph in its file */
    const char *scale;     /* the value is not the answer itself, but its "log10", ...; or NULL */
    const char *quantity;  /* what physicists call it; or NULL */
    const pm_answer *answer;
    const char *value, *bound;
    bool total;          /* over all sizes */
    const char *modulus; /* of a residue; NULL: none */
    const char *error;   /* why the plan, all that there is, cannot be carried out; NULL: it can */
};

/* What failed.  file NULL: it is not known. */
struct json_failure {
    const char *file;
    const char *what; /* "graph" or "matrix": what the file holds many of */
    long number;      /* of that one; 0: all of the file */
    pm_status status;
    const char *message;
};

/* As below. */
char *json_failure_line(const struct json_failure *f);

/* The object without a newline, to be released with free(); NULL when memory is out. */
char *json_answer_line(const struct json_answer *a);

/* How far the run of a checkpoint is; as above. */
char *json_progress_line(const char *file, const pm_progress *progress);

/* Shares, minors, numbers of matchings, or (values NULL) random matchings. */
struct json_more {
    const char *file;
    const pm_problem *problem;
    const pm_graph *graph; /* NULL: none */
    long number;           /* of the graph in its file */
    const pm_values *values;
    const struct cli *cli;     /* how values are printed */
    const struct listed *list; /* of shares, and of random matchings; NULL: values by size, or
                                  minors */
    const int *partner;        /* as pm_sample() has them */
    size_t count;
    uint64_t seed;
};

/* As above. */
char *json_more_line(const struct json_more *a);

/* The automorphism group of a graph: its order, the names of the vertices, and for each generator
 * where it takes them; as above. */
char *json_symmetry_line(const char *file, const pm_graph *graph, long number,
                         const pm_symmetry *symmetry);

/* One matching of a list: partner[] alone. */
char *json_matching_line(const struct json_more *a);

#endif
