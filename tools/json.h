/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer as one line of JSON.  Only json.c and json_structure.c use jansson. */
#pragma once

#include "cli.h"
#include "listed.h"
#include "shown_bounds.h"

struct question;

/* The result; value and bound are NULL if only the plan was asked for. */
struct json_answer {
    const char *file;
    const pm_problem *problem; /* NULL: the answer is that of parts */
    const char *const *part;   /* their files */
    int parts;
    const pm_graph *graph;   /* NULL: none */
    long number;             /* index of the graph in its file */
    const char *scale;       /* "log10", ... if the value is not the answer itself; else NULL */
    const char *quantity;    /* the name that physicists use; or NULL */
    const char *temperature; /* of an Ising model, or its `inverse`, as it is given; NULL: none */
    bool inverse;
    const pm_answer *answer;
    const char *value, *bound;
    bool total;          /* over all sizes of matchings */
    int unmatched;       /* 1 + the number of free vertices; 0: not asked */
    const char *modulus; /* for a residue; NULL: none */
    const char *error;   /* if there is only a plan: why it cannot be carried out; NULL: it can */
    const struct shown_bounds *bounds; /* beside an unproved estimate; NULL: none */
};

/* A failure.  file NULL: unknown. */
struct json_failure {
    const char *file;
    const char *what;  /* "graph" or "matrix": what the file contains */
    long number;       /* index of the graph or matrix; 0: the whole file */
    const char *title; /* of the graph; NULL: none */
    pm_status status;
    const char *message;
};

/* The failure as a line, as below. */
char *json_failure_line(const struct json_failure *f);

/* The object without a newline, to be released with free(); NULL: out of memory. */
char *json_answer_line(const struct json_answer *a);

/* The progress of a run, as above. */
char *json_progress_line(const char *file, const pm_progress *progress);

/* Shares, minors, numbers of matchings, or (values NULL) random matchings. */
struct json_query {
    const struct question *q;
    const struct cli *cli; /* says how to print values */
    const pm_values *values;
    const struct listed *list; /* of shares and random matchings; NULL: values by size, or minors */
    const int *partner;        /* as in pm_sample() */
    size_t count;
    uint64_t seed;
    const char *rest; /* a bound of what the heaviest matchings leave; NULL: others were asked */
};

/* As above. */
char *json_query_line(const struct json_query *a);

/* Proved bounds, as above. */
char *json_bounds_line(const struct cli *cli, const struct question *q,
                       const struct shown_bounds *b);

/* The automorphism group of a graph, as above: its order, the names of the vertices, and for each
 * generator the images of the vertices. */
char *json_symmetry_line(const char *file, const pm_graph *graph, long number,
                         const pm_symmetry *symmetry);

/* The structure of a problem, as above. */
char *json_structure_line(const struct question *q, const pm_structure *s);

/* One matching of a list: only partner[]. */
char *json_matching_line(const struct json_query *a);
