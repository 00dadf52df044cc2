/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of graphs: with a random matching, the shares of their edges, or a state of spins. */
#pragma once

#include "answer.h"

struct picture {
    const pm_problem *problem;
    pm_graph *graph;
    const int *partner;            /* a matching, as in pm_sample(); NULL: none */
    const double *share;           /* by entries of the problem; NULL: none */
    const pm_structure *structure; /* NULL: none */
    const signed char *spin;       /* of each vertex; there is no problem then; NULL: none */
};

/* The text of a picture, to be released with free(); NULL after a failure. */
char *picture_draw(pm_status *status, const struct picture *picture);

/* *share = the shares of all entries as doubles, which the caller must free. */
pm_status picture_shares(double **share, const pm_problem *problem, const pm_options *options);

/* Answers --svg with a random matching, the shares of all edges, or the structure.  Returns an exit
 * status, after a message if it is not 0. */
int picture_answer(const struct cli *cli, const struct question *q);

/* The same for the perfect matchings of a graph. */
int picture_of_graph(const struct cli *cli, const char *name, pm_graph *graph);
