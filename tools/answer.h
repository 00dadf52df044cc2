/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For all programs that compute: prints answers, plans and failures as the options say. */
#pragma once

#include "cli.h"

#include <limits.h>

/* A problem and its source. */
struct question {
    const char *file;
    pm_problem *problem;
    const pm_problem *asked;        /* the same, or with its free vertices (asked_problem.h) */
    pm_graph *graph;                /* NULL: none */
    const char *title;              /* that of a graph that cannot be read; NULL: none */
    pm_ising *model;                /* whose log Z is asked for; NULL: none */
    const char *at;                 /* its temperature, as it is given; NULL: none */
    int temperatures;               /* how many are asked for */
    const struct spin_pairs *pairs; /* with --pairs: whose means are asked for */
    double begun;                   /* when the question was read: watch_seconds(0) */
    long number;                    /* index of the graph in its file, from 1 */
    bool several;                   /* the file has more than one graph */
    pm_kept **kept;                 /* with --checkpoint: the answers of the file */
};

/* The file name to print before a message or an answer; NULL if there is only one file. */
const char *answer_label(const struct cli *cli, const char *file);

/* The number that the input gives the graph by '%graph N', else its place in the file. */
static inline long answer_number(const struct question *q)
{
    const int64_t index = q->graph != NULL ? pm_graph_index(q->graph) : -1;

    return index >= 0 ? (long)index : q->number;
}

/* The title of the graph; empty if only others of the file have one, NULL if none has. */
const char *answer_title(const struct question *q);

/* Where a message belongs: the file, and in a stream the number of the matrix or graph, and its
 * title. */
struct place {
    char text[PATH_MAX + 160];
};
struct place answer_place(const struct cli *cli, const struct question *q);

/* Prints an answer to the question.  Returns an exit status. */
int answer_print(const struct cli *cli, const struct question *question, const pm_answer *answer);

/* Prints a plan; after PM_UNABLE also why it cannot be carried out.  NULL: there is none, for the
 * reason in the message.  Returns an exit status. */
int answer_planned(const struct cli *cli, pm_status status, const struct question *question,
                   const pm_answer *answer);

/* Prints what failed on standard error, after the place of the question; with --json also prints an
 * object.  Returns the exit status. */
int answer_fail(const struct cli *cli, pm_status status, const struct question *q);

/* The same for a question that an option does not fit; the status is PM_INPUT. */
int answer_refuse(const struct cli *cli, const struct question *q, const char *message);

/* The same for what cannot be read; the message names the file and the place. */
int answer_unread(const struct cli *cli, pm_status status, const struct question *q,
                  const char *message);

/* Why a second graph or matrix of a file is refused; NULL: it is not. */
const char *answer_only_one(const struct cli *cli);

/* Prints a text, unless it is empty, and releases it; NULL: memory ran out.  If there are several
 * files, each line begins with the file; then follows the title of the graph, or its number if the
 * file has several.  Returns an exit status. */
int answer_line(const struct cli *cli, const struct question *q, char *text);

/* True if the next graph must be read before the current one is answered: answers of several lines
 * name the graph in each line, unless the file has only one. */
bool answer_looks_ahead(const struct cli *cli);
