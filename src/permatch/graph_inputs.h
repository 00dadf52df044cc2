/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Part of permatch.h: graphs, the problems that are made from them, and problems whose matchings
 * leave vertices without a partner. */
#pragma once

/* A graph or digraph: vertices, which may have names, and weighted edges or arcs. */
typedef struct pm_graph pm_graph;

/* A file with one graph, or a stream of many. */
typedef struct pm_graph_reader pm_graph_reader;

/* Options for reading graphs and matrices. */
typedef struct pm_graph_options {
    size_t size;        /* sizeof(pm_graph_options), as in pm_options */
    const char *format; /* a name from pm_format_name(); NULL: by content and file name */
    const char *as;     /* of molecules: "molecule", or "skeleton": if all bonds are single, double
                           ones are to be found; else a matrix is a "biadjacency" or an
                           "adjacency" matrix; NULL: adjacency if its file says symmetric or
                           `directed` is set, else biadjacency.  In a list of edges, "biadjacency"
                           means that equal names of a first and a second end are two vertices.  In
                           all graphs, "adjacency" means that an edge in both directions with equal
                           weights is one edge, unless `directed` asks for arcs and
                           these are arcs */
    bool directed;      /* if the format does not decide, lines are arcs, not edges */
    bool logs;          /* entries and weights are given by their natural logarithms; -inf is 0 */
    uint64_t memory;    /* limit in bytes for one graph, PM_NOMEM; 0: the memory of the machine */
    double seconds;     /* limit of processor time to read one, at least 1; PM_UNABLE; 0: none */
    bool undirected;    /* with `directed`: lines are edges, if the format does not decide, and each
                           is two opposite arcs; PM_INPUT: the input says that edges are directed */
    bool from_zero;     /* vertices without names are called 0, 1, ..., not 1, 2, ... */
    int powers; /* 1: weights are powers of one variable x, for pm_coefficients(): a number w
                   means x^w; but in a graph with a weight such as x^3 or 2*x^3, a number is
                   a coefficient, and coefficients and exponents are integers.  2: also for
                   pm_problem_factors().  3, 4: as 1 and 2 in a graph with a weight such as
                   2*x^3, else weights are numbers (pm_graph_has_variable()).  PM_INPUT:
                   complex weights, logarithms; PM_UNABLE: the exponents are too large
                   multiples of one number.  0: weights are numbers */
    const char *missing; /* for matrices: the number, as text, in the place of those that are
                            missing: NaN, NA, empty fields; NULL: they are refused.  The text must
                            live as long as the reader */
    const char *columns; /* for a table of edges: the titles of the columns of both ends, and
                            perhaps of the weights, with commas; NULL: those that it knows, such as
                            "source,target,weight" */
} pm_graph_options;

/* Opens a file of graphs; the path "-" is standard input.  *reader is the caller's, to be released
 * with pm_graph_close().  Errors: PM_INPUT (an unknown name in the options), PM_IO, PM_NOMEM. */
pm_status pm_graph_open(pm_graph_reader **reader, const char *path,
                        const pm_graph_options *options);

/* Opens `length` bytes of text in memory as pm_graph_open() opens a file.  The text remains the
 * caller's.  Messages use `name` as the name of the file.  Errors: those of pm_graph_open(). */
pm_status pm_graph_open_text(pm_graph_reader **reader, const char *name, const char *text,
                             size_t length, const pm_graph_options *options);

/* Reads the next graph.  It is the caller's, to be released with pm_graph_free(); it is NULL at the
 * end of the input.  The first call recognises the format.  It fails with PM_INPUT if the input is
 * blank or fits no format, or if it fits two formats.
 * Errors: PM_INPUT with file and line, PM_IO, PM_NOMEM, PM_UNABLE (the time limit; a packed input
 * that nothing here unpacks). */
pm_status pm_graph_next(pm_graph **graph, pm_graph_reader *reader);

/* True if the last call of pm_graph_next() or pm_problem_next() failed for one record of a stream
 * (a molecule, a line of graph6, a matrix in text or in an array of NumPy), and the next call reads
 * the record after it. */
bool pm_graph_goes_on(const pm_graph_reader *reader);

/* The title of that record.  NULL: the call did not fail, or the input gives none.  The reader owns
 * the string, up to the next call. */
const char *pm_graph_skipped_title(const pm_graph_reader *reader);
void pm_graph_close(pm_graph_reader *reader); /* NULL is fine */

/* The number that the input gives the graph by a line '%graph N' in an edge list; dimer writes such
 * lines for a range of sizes.  It is negative if there is no number, as where '%graph' stands
 * alone. */
int64_t pm_graph_index(const pm_graph *graph);

/* Makes a graph or digraph with `vertices` vertices from `count` edges.  Edge l joins from[l] and
 * to[l]; in a digraph it is an arc from from[l] to to[l].  Its weight is element l of `weights`, an
 * array with elements of type `entries`; if this is NULL, all weights are 1.  *graph is the
 * caller's, to be released with pm_graph_free().
 * Errors: PM_INPUT (a vertex out of range, a number that is not finite, a denominator 0),
 * PM_NOMEM. */
pm_status pm_graph_from_edges(pm_graph **graph, bool directed, int vertices, size_t count,
                              const int *from, const int *to, pm_entries entries,
                              const void *weights);

/* The numbers of vertices, of edges, and of loops.  Parallel edges and loops count as edges. */
int pm_graph_vertices(const pm_graph *graph);
size_t pm_graph_edges(const pm_graph *graph);
size_t pm_graph_loops(const pm_graph *graph);

/* True if some edges are arcs. */
bool pm_graph_is_directed(const pm_graph *graph);

/* True if the graph was read from a list of edges, for which pm_graph_options.as says whether its
 * two columns are two sides. */
bool pm_graph_is_listed(const pm_graph *graph);

/* True if weights are powers of a variable x, with coefficients (pm_graph_options.powers). */
bool pm_graph_has_variable(const pm_graph *graph);

/* True if the text of this length is a weight, as lists of edges have it.  It is a decimal number,
 * a quotient of integers, or a term such as x, 2*x^3 or -x^(-2); a number may be out of range. */
bool pm_graph_is_weight(const char *text, size_t length);

/* Counts the edges that join the same two vertices as an earlier edge; *opposite: some of them go
 * in the other direction.  Loops are not counted.  Errors: PM_NOMEM. */
pm_status pm_graph_parallel(size_t *parallel, bool *opposite, const pm_graph *graph);

/* *text = what was read, as pm_problem_account() says it. */
pm_status pm_graph_account(char **text, const pm_graph *graph);

/* Notes for the user about how the graph was read: one or more lines, without the last newline.
 * NULL if there are none.  The graph owns the string. */
const char *pm_graph_notes(const pm_graph *graph);

/* The title that the input gives the graph, as in streams of molecules; it is empty if others of
 * the stream may have one, and NULL if the input has no titles.  The graph owns the string. */
const char *pm_graph_title(const pm_graph *graph);

/* The name of vertex 0, 1, ..., or NULL if the file gives no names.  The graph owns the string. */
const char *pm_graph_vertex_name(const pm_graph *graph, int vertex);

/* The two ends of edge k = 0, 1, ..., in the order of the input. */
void pm_graph_edge(const pm_graph *graph, size_t k, int *from, int *to);

/* The position of a vertex in the plane, and the step from one vertex to another.  x points to the
 * right, y down.  On a torus, the step may differ from the difference of the positions.  Positions
 * come from the file or from pm_graph_lay_out().  Without positions the result is false. */
bool pm_graph_position(const pm_graph *graph, int vertex, double *x, double *y);
bool pm_graph_step(const pm_graph *graph, int from, int to, double *x, double *y);

/* The symbol of the element of a vertex, such as "C", of a graph that was read from a molecule;
 * else, or if there is no such vertex, NULL.  The graph owns the string. */
const char *pm_graph_atom(const pm_graph *graph, int vertex);

/* The charge of such an atom, as in the file; 0 of other vertices. */
int pm_graph_charge(const pm_graph *graph, int vertex);

/* Computes positions for a graph that has none, for pictures.  A planar graph without cut vertices,
 * of at most 5000 vertices, is drawn without crossings; others have at most 3000.  Errors:
 * PM_UNABLE (too large, igraph is missing, or the memory is used up), PM_NOMEM. */
pm_status pm_graph_lay_out(pm_graph *graph);
void pm_graph_free(pm_graph *graph); /* NULL is fine */

/* Writes the graph as text in a format that pm_graph_format_name() lists.  The string is the
 * caller's, to be released with free().  `number` is the number of the graph in the output, from 1.
 * In an edge list, a line '%graph N' is written before the graph if its input had a number, or if
 * `number` is above 1; '%graph' alone, if its input had that.
 * Errors: PM_INPUT (no such format), PM_UNABLE (the format cannot hold this graph, or not a second
 * graph; igraph is missing), PM_NOMEM. */
pm_status pm_graph_text(char **text, const pm_graph *graph, const char *format, long number);

/* Writes the Kekule structure of a molecule as a record of an SDF file: the molecule with its
 * places and with a double bond between any two vertices u and partner[u]; -1 for a vertex without
 * one, which gets a charge or an unpaired electron.  The string is the caller's, to be released
 * with free().  Errors: PM_DOMAIN (the graph is not read from a molecule; no atom is left for a
 * charge), PM_NOMEM. */
pm_status pm_graph_kekule(char **text, const pm_graph *graph, const int *partner);

/* Names and one-line descriptions of the formats in which graphs can be written.  The arguments are
 * those of pm_engine_name(). */
const char *pm_graph_format_name(int i, const char **what);

/* The automorphisms of a graph: the permutations of its vertices that keep its edges, their weights
 * (for parallel edges, the sum of the weights), and the directions of arcs. */
typedef struct pm_symmetry pm_symmetry;

/* Finds the automorphisms of a graph by BLISS (Junttila and Kaski, Engineering an efficient
 * canonical labeling tool for large and sparse graphs, ALENEX 2007).  *symmetry is the caller's, to
 * be released with pm_symmetry_free(); the graph may be released before.
 * Errors: PM_UNABLE (igraph, which contains BLISS, is not installed), PM_NOMEM. */
pm_status pm_graph_symmetry(pm_symmetry **symmetry, const pm_graph *graph);

/* The order of the group of automorphisms, as a decimal number; the number of generators; and the
 * image of a vertex under generator 0, 1, ....  The string is owned by *symmetry. */
const char *pm_symmetry_order(const pm_symmetry *symmetry);
size_t pm_symmetry_generators(const pm_symmetry *symmetry);
int pm_symmetry_image(const pm_symmetry *symmetry, size_t generator, int vertex);
void pm_symmetry_free(pm_symmetry *symmetry); /* NULL is fine */

/* Reads matrices from a file or a stream in any matrix format.  These functions work like
 * pm_graph_open(), pm_graph_next() and pm_graph_close(), with the same errors.  The options `as`
 * and `directed` have no effect.  A file in a graph format fails with PM_INPUT. */
pm_status pm_problem_open(pm_problem_reader **reader, const char *path,
                          const pm_graph_options *options);
pm_status pm_problem_next(pm_problem **problem, pm_problem_reader *reader);
void pm_problem_close(pm_problem_reader *reader); /* NULL is fine */

/* Names and one-line descriptions of the input formats.  The arguments are those of
 * pm_engine_name(). */
const char *pm_format_name(int i, const char **what);

/* The name of the format that is called so: by its name, or by an ending of file names, such as
 * "g6" for graph6.  NULL: none is. */
const char *pm_format_called(const char *word);

/* Makes a problem that asks for the sum over the perfect matchings of a graph.  The weight of a
 * matching is the product of its edge weights.  Directions and loops are ignored, and parallel
 * edges are added up.  With `saturating`, which needs a bipartite graph, the matchings that
 * saturate the smaller side of every component are counted (the smaller side of the matrix, if the
 * input was a biadjacency matrix).  *problem is the caller's; the graph may be released before.
 * Errors: PM_DOMAIN (saturating, but not bipartite), PM_NOMEM. */
pm_status pm_problem_matchings(pm_problem **problem, const pm_graph *graph, bool saturating);

/* Makes a graph without loops for matchings in which a vertex with a loop may be matched alone,
 * with the weight of its loops.  The sum over the perfect matchings of the new graph is the sum
 * over these matchings.  It has four more vertices for each vertex with a loop.  *out is the
 * caller's, to be released with pm_graph_free().  Errors: PM_INPUT (too many vertices), PM_NOMEM.
 */
pm_status pm_graph_match_loops(pm_graph **out, const pm_graph *graph);

/* Makes a problem that asks for the subgraphs in which vertex v has degree[v] edges, for all v: the
 * sum of the products of their weights.  Loops are ignored; parallel edges are edges of their own.
 * The problem asks for perfect matchings (Tutte, Canadian J. Math. 6, 1954); a subgraph is the
 * matched pairs of rows and columns that both have a vertex.  Shares and draws work so, too;
 * numbers by size, totals, free vertices, lists, structures and proofs are refused with PM_UNABLE.
 * Errors: PM_INPUT (a negative degree, too many vertices), PM_NOMEM. */
pm_status pm_problem_factors(pm_problem **problem, const pm_graph *graph, const int *degree);

/* *degree = one degree for each vertex: `degrees` is the number of all, or the path of a file with
 * lines 'vertex degree'.  The array is the caller's, to be released with free().  Errors: PM_INPUT
 * with file and line, PM_IO, PM_NOMEM. */
pm_status pm_graph_degrees(int **degree, const pm_graph *graph, const char *degrees);

/* Gives every cycle of a cover the weight of this number as text: the sum becomes the
 * alpha-permanent of the matrix.  With -1 it is the determinant times (-1)^n.  Only pm_solve()
 * answers for it, exactly, for at most 24 vertices; a floating answer is the exact one, rounded.
 * "x" is a variable, and pm_coefficients() has the sums by the number of cycles; entries are then
 * integers.  Errors: PM_INPUT (neither a number nor "x"; "x" and fractions), PM_UNABLE (no digraph
 * and no square real matrix; cycles of at least 3 vertices), PM_NOMEM. */
pm_status pm_problem_cycle_weight(pm_problem *problem, const char *weight);

/* Makes a problem that asks for the cycle covers of a digraph: sets of disjoint directed cycles
 * that contain all vertices.  An edge of an undirected graph is two arcs.  Each cycle has at least
 * `least` vertices.  1 allows loops; 2 does not.  3 also excludes cycles of two opposite arcs; each
 * such pair of arcs adds two rows and columns to the matrix, and pm_marginals(), pm_matchings() and
 * pm_sample() then fail with PM_UNABLE.
 * Errors: PM_INPUT (least < 1), PM_UNABLE (no method for this `least`), PM_NOMEM. */
pm_status pm_problem_cycle_covers(pm_problem **problem, const pm_graph *graph, int least);

/* Makes a problem whose answer is the sum over the matchings of all sizes, including the empty
 * matching.  The weight of a matching is the product of its entries.  For a graph without weights
 * the sum is the Hosoya index (Hosoya, Bulletin of the Chemical Society of Japan 44, 1971).  The
 * new problem has a larger matrix.  *out is the caller's; `problem` may be released before.
 * Errors: PM_UNABLE (cycles of at least 3 vertices), PM_NOMEM. */
pm_status pm_problem_total(pm_problem **out, const pm_problem *problem);

/* Makes a problem whose answer is the sum of pm_problem_total(), in which each vertex without a
 * partner, or each such row and column, has a weight: a number as in the input formats, such as
 * "2", "0.5" or "1/3".  If graph, whose problem it is, is not NULL, weights may be the path of a
 * file with lines 'vertex weight', all above 0.  These are the coverings of a graph by monomers and
 * dimers.
 *
 * Of both problems, pm_marginals() gives the shares of the entries of `problem`, then those of its
 * free lines, as for pm_problem_unmatched(); pm_sample() and pm_list() have matchings of `problem`,
 * in which the partner of a free line is -1; and pm_bounds() has proved bounds of any size.
 * Errors: PM_INPUT (no number, or 0; with file and line), PM_IO, and those of pm_problem_total().
 */
pm_status pm_problem_monomers(pm_problem **out, const pm_problem *problem, const pm_graph *graph,
                              const char *weights);

/* For pm_problem_unmatched(): as few as possible. */
enum { PM_UNMATCHED_LEAST = -1 };

/* Makes a problem whose answer is the sum over the matchings that leave exactly `free_vertices`
 * vertices without a partner; for a matrix, rows and columns together.  PM_UNMATCHED_LEAST: those
 * of all largest matchings.  With 1 these are the near-perfect matchings.  The new problem has a
 * larger matrix, and the work may grow like 2^free_vertices.  If pm_matchings() is predicted to
 * take less time, pm_solve() takes its sum of this size; a floating answer is then the exact one,
 * rounded.  Entries that are complex, and options that pm_matchings() does not have, exclude this:
 * engine, reduce, no_reduce, paper, estimate, audit, checkpoint, plan_file, plan_to, parts, a
 * number of GPUs and several ranks.
 *
 * pm_marginals() gives the shares of the entries of `problem`, then those of its free lines: one
 * for each row, then, unless the problem is symmetric, one for each column.  In pm_list(),
 * matchings are those of `problem`, and the partner of a free line is -1; likewise in pm_sample().
 * pm_question_plan() and pm_bounds() take the new problem, too.  *out is the caller's; `problem`
 * may be released before. Errors: PM_INPUT (free_vertices < -1), PM_UNABLE (cycles of at least 3
 * vertices), PM_NOMEM. */
pm_status pm_problem_unmatched(pm_problem **out, const pm_problem *problem, int free_vertices);
