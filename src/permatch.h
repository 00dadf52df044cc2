/* SPDX-License-Identifier: GPL-3.0-or-later */
/* permatch: exact counting and weighing of perfect matchings.
 *
 * This is the whole public interface of the library.  The caller reads or builds a problem
 * (pm_problem).  pm_solve() reduces it, makes a plan, computes, and returns an answer (pm_answer).
 * Other functions read the value, the plan and further figures from the answer.  The library does
 * not print and does not exit.  Several threads may call all functions at the same time, but while
 * one thread changes an object, no other thread may use it.  A process may fork while no other
 * thread computes; its child may call all functions.  A call that fails leaves its outputs
 * unchanged, unless its comment says otherwise; pm_message() has the reason.  Every function that
 * returns a status fails with PM_INPUT if a pointer is NULL where its comment does not allow it, if
 * a count, a size or a number of threads is negative, or if a time is negative or NaN.
 *
 * The permanent of an m x n matrix A with m <= n is the sum over all injections s of the rows into
 * the columns of prod_i a[i][s(i)] (Minc, Permanents, 1978, section 1.1).  For m > n it is the
 * permanent of the transpose.  The permanent of the 0 x 0 matrix is 1.  The hafnian of a symmetric
 * matrix is the sum, over all perfect matchings of its graph, of the products of their entries.
 * It does not depend on the diagonal. */
#ifndef PERMATCH_H
#define PERMATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a call. */
typedef enum {
    PM_OK,
    PM_INPUT,   /* the input is not valid: the message gives file, line and error */
    PM_DOMAIN,  /* the question has no answer for this input (a marginal if the permanent is 0) */
    PM_UNABLE,  /* no method can compute this within the limits: the message has the prediction */
    PM_NOMEM,   /* there is not enough memory */
    PM_IO,      /* reading or writing a file failed */
    PM_STOPPED, /* stopped on request; the finished work is saved */
    PM_WRONG,   /* a self-check failed: two results that must be equal differ */
} pm_status;

/* The reason why the last call of this thread failed: one line without a newline.  The library owns
 * the string.  It is valid until the next failure in this thread. */
const char *pm_message(void);

/* Releases memory that other libraries keep for the threads that computed.  After it, a tool such
 * as valgrind finds no memory leak at the end of the program.  Call it last, while no other call
 * runs.  The library may be used again afterwards.  Does not fail. */
void pm_cleanup(void);

/* The name of a status, such as "OK" or "INPUT": a static string. */
const char *pm_status_name(pm_status status);

/* The library's version, "MAJOR.MINOR.PATCH": a static string. */
const char *pm_version(void);

/* The arithmetic of a computation. */
typedef enum {
    PM_PRECISION_AUTO,  /* exact for pattern and integer input, floating for real and complex */
    PM_PRECISION_EXACT, /* integers and rationals (Gaussian for complex input) */
    PM_PRECISION_DOUBLE = 53,    /* floating: products in double, sums in double-double */
    PM_PRECISION_DD = 106,       /* floating: products and sums in double-double */
    PM_PRECISION_MOST = 1000000, /* a number from 2 to this: floating with this number of bits */
} pm_precision;

/* ------------------------------------------------------------------ watching */

/* The progress of a run. */
typedef struct pm_progress {
    double share;         /* the fraction of the work that is done, 0 to 1, by predicted times */
    uint64_t done, total; /* units of work that are done, and units that are known so far */
    double rate;          /* units per second */
    double spent, left;   /* seconds used by all processes; predicted rest, HUGE_VAL: unknown */
    uint64_t part, parts; /* the part of a run that this is; 1 of 1: the whole run */
    const char *warning;  /* a problem that does not stop the run; NULL: nothing new */
    bool planning;        /* the plan is not finished yet: there is nothing to save */
    const char *plan;     /* the plan as text, as in pm_answer_plan(), in the one call between
                             planning and computing; `left` is then the predicted time; else NULL */
} pm_progress;

/* A request to a run: what it does next. */
typedef enum {
    PM_GO_ON,
    PM_SAVE, /* write the checkpoint now and continue */
    PM_STOP, /* write the checkpoint and stop: pm_solve() fails with PM_STOPPED */
} pm_request;

/* A function of the caller that watches a run.  It is called by the thread that called pm_solve():
 * at the beginning, several times per second during long planning and computing, and once with the
 * finished plan.  For the other ranks see pm_team_serve().  Queries, such as pm_marginals(), and
 * functions for stacks, such as pm_batch(), call it in the same way.  Except pm_matchings(), they
 * have no plan, no units and no checkpoint, and PM_STOP makes them fail with PM_STOPPED. */
typedef pm_request pm_watch(void *watcher, const pm_progress *progress);

/* ------------------------------------------------------------------ problems */

/* A matrix, and what to compute of it.  The entries are exact: rational or Gaussian rational. */
typedef struct pm_problem pm_problem;

/* The type of the numbers in the input.  It decides the type of the answer, unless
 * pm_options.precision asks for another type.  The reader sets it. */
typedef enum {
    PM_FIELD_PATTERN, /* all entries are 1: the answer is an exact integer */
    PM_FIELD_INTEGER, /* the answer is an exact integer */
    PM_FIELD_REAL,    /* decimals: a floating answer with an error bound, or exact on request */
    PM_FIELD_COMPLEX, /* complex decimals: likewise */
    PM_FIELD_LOGS,    /* weights whose logarithms are given, rounded to 192 bits: a floating answer,
                         whose bound contains this rounding */
} pm_field;

/* A file with one matrix, or a stream of many. */
typedef struct pm_graph_reader pm_problem_reader;

/* Reads a Matrix Market file (NIST, Matrix Market exchange formats: coordinate and array; real,
 * integer, complex, pattern; general, symmetric, skew-symmetric, hermitian).  The path "-" is
 * standard input.  gzip is recognised by the content.  Decimal text is kept exactly (0.91 is
 * 91/100).  Repeated entries are added up, and zeros are dropped.
 * *problem is the caller's, to be released with pm_problem_free().
 * Errors: PM_INPUT with file and line, PM_IO, PM_NOMEM. */
pm_status pm_problem_read_mtx(pm_problem **problem, const char *path);

/* Makes a problem from `count` entries.  Entry k is in row rows[k], from 0 to m-1, and in column
 * cols[k], from 0 to n-1.  Its value is values[k], a decimal number as text ("0.91", "-1e300",
 * "2/3").  For PM_FIELD_COMPLEX it is "re im", separated by a space; for PM_FIELD_LOGS the natural
 * logarithm, "-inf" of 0.  If values is NULL, all entries are 1.  Repeated entries are added up.
 * The arrays remain the caller's. Errors: PM_INPUT (an index out of range, text that is no number),
 * PM_NOMEM. */
pm_status pm_problem_new(pm_problem **problem, pm_field field, int m, int n, size_t count,
                         const int *rows, const int *cols, const char *const *values);

/* The type of the elements of an array. */
typedef enum {
    PM_ENTRIES_REAL,    /* double */
    PM_ENTRIES_COMPLEX, /* pairs of doubles: real, imaginary part */
    PM_ENTRIES_INTEGER, /* int64_t */
    PM_ENTRIES_MPZ,     /* mpz_t of GMP */
    PM_ENTRIES_MPQ,     /* mpq_t of GMP */
} pm_entries;

/* GPUs of this machine, opened by pm_gpus_usable(). */
typedef struct pm_gpus pm_gpus;

/* `count` matrices of the same shape, in an array of the caller.  Entry (i, j) of matrix k is
 * element k matrix_stride + i row_stride + j col_stride; strides count elements and may be 0 or
 * negative.  If `strided` is not set, the strides must be 0; the matrices then follow each other,
 * and each matrix is stored row by row.
 *
 * `size` is sizeof(pm_stack).  So a later version knows which members the caller has.  0 stands for
 * the members of version 1.0.
 *
 * The other members are for pm_batch(), pm_minors(), pm_rank(), pm_loop_hafnian() and
 * pm_hafnian_gradient().  Row i of matrix k stands for row_times[k rows + i] equal rows, and column
 * j for col_times[k cols + j] equal columns.  0 leaves out the row or column.  If an array is NULL,
 * all multiplicities are 1.  The equal rows and columns are not stored.
 *
 * The precision of the results, which are rounded to double: PM_PRECISION_DOUBLE computes in double
 * arithmetic.  PM_PRECISION_EXACT computes exactly.  PM_PRECISION_DD, or a number of bits, computes
 * in balls of this number of bits.  With PM_PRECISION_AUTO, the relative error of a value is at
 * most `epsilon`: it is computed in double arithmetic; if its bound is larger, in double-double; if
 * this does not suffice, in balls, with more and more bits.
 *
 * If `normalized` is set, values are divided by sqrt(prod row_times! prod col_times!).  For a
 * unitary matrix they are then the amplitudes of boson sampling (Scheel, arXiv:quant-ph/0406127,
 * 2004).  The multiplicities of rows and columns must have the same sum.
 *
 * GPUs help pm_batch(), pm_loop_hafnian() and pm_torontonian() with many matrices.  These also take
 * matrices in the memory of a GPU, if they are not strided; pm_loop_hafnian() reads them there, the
 * others copy them. */
typedef struct pm_stack {
    size_t size;
    pm_entries entries;
    const void *data;
    size_t count;
    int rows, cols;
    ptrdiff_t matrix_stride, row_stride, col_stride;
    bool strided;
    const int *row_times, *col_times;
    pm_precision precision;
    bool normalized;
    pm_gpus *gpus;   /* GPUs that may be used; NULL: none */
    pm_watch *watch; /* watches functions for stacks; NULL: nothing does */
    void *watcher;   /* its first argument */
    double epsilon;  /* the relative error that PM_PRECISION_AUTO allows; 0: 1e-12 */
    int device;      /* d > 0: `data`, and loops, are in the memory of the d-th of these GPUs */
} pm_stack;

/* Makes a problem that asks for the hafnian of a symmetric matrix: the sum over the perfect
 * matchings of the graph with this adjacency matrix.  The diagonal is ignored.  *problem is a new
 * object; `matrix` may be released.  Errors: PM_INPUT (not square, not symmetric), PM_NOMEM. */
pm_status pm_problem_hafnian(pm_problem **problem, const pm_problem *matrix);

/* Replaces every entry by 1.  The permanent is then the number of perfect matchings of the
 * bipartite graph.  Does not fail. */
pm_status pm_problem_to_pattern(pm_problem *problem);

/* Repeats rows and columns: row i becomes row_times[i] equal rows, and column j becomes
 * col_times[j] equal columns.  0 leaves out the row or column.  If an array is NULL, all
 * multiplicities are 1.  pm_solve() finds equal rows and columns, and the engine `multiplicity`
 * uses them.  Errors: PM_INPUT (a negative multiplicity), PM_UNABLE (a problem that was made from a
 * graph; too many entries), PM_NOMEM. */
pm_status pm_problem_repeat(pm_problem *problem, const int *row_times, const int *col_times);

/* Writes the matrix as text in the Matrix Market format.  pm_problem_read_mtx() reads it back
 * exactly.  The text says symmetric if pm_problem_is_symmetric() is true.  The string is the
 * caller's, to be released with free().  Errors: PM_NOMEM. */
pm_status pm_problem_mtx(char **text, const pm_problem *problem);

/* The row and the column of entry k = 0, 1, ..., both counted from 0.  Entries are ordered by rows,
 * and within a row by columns. */
void pm_problem_entry(const pm_problem *problem, size_t k, int *row, int *col);

/* The numbers of rows, columns and nonzero entries of the matrix. */
int pm_problem_rows(const pm_problem *problem);
int pm_problem_cols(const pm_problem *problem);
size_t pm_problem_entries(const pm_problem *problem);

/* The vertex of the graph that belongs to a row or column, counted from 0.  If the problem was not
 * made from a graph, it is the number of the row or column itself.  It is -1 for a row or column
 * that was added only to make the matrix square. */
int pm_problem_row_vertex(const pm_problem *problem, int row);
int pm_problem_col_vertex(const pm_problem *problem, int col);

/* True if the problem asks for the hafnian, which counts the perfect matchings of a graph that is
 * not bipartite.  The matrix is then symmetric and has two entries for each edge. */
bool pm_problem_is_symmetric(const pm_problem *problem);

/* True if every entry is 1, so that the answer is a count. */
bool pm_problem_is_pattern(const pm_problem *problem);

/* Releases a problem; NULL is fine. */
void pm_problem_free(pm_problem *problem);

/* These functions make problems from arrays, which remain the caller's.  A double keeps its exact
 * binary value.  The field is PM_FIELD_PATTERN without values, PM_FIELD_INTEGER for int64_t and
 * mpz_t, PM_FIELD_COMPLEX for pairs of doubles, and PM_FIELD_REAL otherwise.  *problem is the
 * caller's, to be released with pm_problem_free().
 * Errors of all: PM_INPUT (an index out of range, a number that is not finite, a denominator 0),
 * PM_NOMEM. */

/* Makes a problem from matrix k of a stack. */
pm_status pm_problem_dense(pm_problem **problem, const pm_stack *stack, size_t k);

/* Makes a problem from an m x n matrix in compressed sparse rows.  Row i has the entries start[i]
 * to start[i + 1] - 1.  Entry l is in column col[l] and has value l of `values`; if this is NULL,
 * all entries are 1.  The array start has m + 1 elements and begins with 0.  Repeated entries are
 * added up. */
pm_status pm_problem_csr(pm_problem **problem, pm_entries entries, int m, int n, const int *start,
                         const int *col, const void *values);

/* Makes a problem from `count` entries of an m x n matrix, in any order.  Entry l is in row row[l]
 * and column col[l], counted from 0, and has value l of `values`; if this is NULL, all entries are
 * 1.  Repeated entries are added up. */
pm_status pm_problem_triplets(pm_problem **problem, pm_entries entries, int m, int n, size_t count,
                              const int *row, const int *col, const void *values);

/* -------------------------------------------------------------------- graphs */

/* A graph or digraph: vertices, which may have names, and weighted edges or arcs. */
typedef struct pm_graph pm_graph;

/* A file with one graph, or a stream of many. */
typedef struct pm_graph_reader pm_graph_reader;

/* Options for reading graphs and matrices. */
typedef struct pm_graph_options {
    size_t size;        /* sizeof(pm_graph_options), as in pm_options */
    const char *format; /* a name from pm_format_name(); NULL: by content and file name */
    const char *as;     /* of molecules: "molecule", or "skeleton": only its bonds are given; else a
                           matrix is a "biadjacency" or an "adjacency" matrix; NULL: adjacency if
                           its file says symmetric or `directed` is set, else biadjacency */
    bool directed;      /* if the format does not decide, lines are arcs, not edges */
    bool logs;          /* entries and weights are given by their natural logarithms; -inf is 0 */
    uint64_t memory;    /* limit in bytes for one graph, PM_NOMEM; 0: the memory of the machine */
    double seconds;     /* limit of processor time to read one, at least 1; PM_UNABLE; 0: none */
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

/* True if the last call failed for one record of a stream, of molecules or in graph6, and the next
 * call reads the record after it. */
bool pm_graph_goes_on(const pm_graph_reader *reader);
void pm_graph_close(pm_graph_reader *reader); /* NULL is fine */

/* The number that the input gives the graph by a line '%graph N' in an edge list; dimer writes such
 * lines for a range of sizes.  It is negative if there is no number. */
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

/* Counts the edges that join the same two vertices as an earlier edge, in either direction.  Loops
 * are not counted.  Errors: PM_NOMEM. */
pm_status pm_graph_parallel(size_t *parallel, const pm_graph *graph);

/* Notes for the user about how the graph was read: one or more lines, without the last newline.
 * NULL if there are none.  The graph owns the string. */
const char *pm_graph_notes(const pm_graph *graph);

/* The title that the input gives the graph, as in streams of molecules; NULL: none.  The graph owns
 * the string. */
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

/* Computes positions for a graph that has none, for pictures of small graphs.
 * Errors: PM_UNABLE (too large), PM_NOMEM. */
pm_status pm_graph_lay_out(pm_graph *graph);
void pm_graph_free(pm_graph *graph); /* NULL is fine */

/* Writes the graph as text in a format that pm_graph_format_name() lists.  The string is the
 * caller's, to be released with free().  `number` is the number of the graph in the output, from 1.
 * In an edge list, a line '%graph N' is written before the graph if its input had a number, or if
 * `number` is above 1.
 * Errors: PM_INPUT (no such format), PM_UNABLE (the format cannot hold this graph, or not a second
 * graph; igraph is missing), PM_NOMEM. */
pm_status pm_graph_text(char **text, const pm_graph *graph, const char *format, long number);

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
 * new problem has a larger matrix.  *total is the caller's; `problem` may be released before.
 * Errors: PM_UNABLE (cycles of at least 3 vertices), PM_NOMEM. */
pm_status pm_problem_total(pm_problem **total, const pm_problem *problem);

/* Makes a problem whose answer is the sum over the matchings that leave exactly `free_vertices`
 * vertices without a partner; for a matrix, rows and columns together.  With 1 these are the
 * near-perfect matchings.  The new problem has a larger matrix, and the work may grow like
 * 2^free_vertices.  *out is the caller's; `problem` may be released before.
 * Errors: PM_INPUT (free_vertices < 0), PM_UNABLE (cycles of at least 3 vertices), PM_NOMEM. */
pm_status pm_problem_unmatched(pm_problem **out, const pm_problem *problem, int free_vertices);

/* ------------------------------------------------------------------- options */

/* The ranks that mpirun started together. */
typedef struct pm_team pm_team;

/* Options: what to compute, and how.  Start with PM_OPTIONS_DEFAULT and set what you need. */
typedef struct pm_options {
    size_t size; /* sizeof(pm_options), so that a later version knows which members the caller has;
                    0: the members of version 1.0 */
    pm_precision precision;
    const char *modulus;   /* decimal text of a number > 1: the answer modulo it; NULL: none */
    const char *engine;    /* the engine for every core, by name; NULL: the planner chooses */
    const char *reduce;    /* the rules to apply, comma-separated, or "all", "none"; NULL: all */
    const char *no_reduce; /* the rules to leave out, comma-separated, or "all"; NULL: none */
    bool paper;            /* plan as the SUPerman paper does: Dulmage-Mendelsohn, splitting while
                              the smallest degree is at most 4 and n > 30, then sparyser if the
                              density is below 0.30, else ryser */
    int threads;           /* the number of threads; 0: the default of OpenMP */
    int gpus;              /* 0: all GPUs, if this is faster; n: n GPUs, PM_UNABLE if there are
                              fewer; PM_GPUS_NONE: no GPU */
    uint64_t memory;       /* limit in bytes for tables; 0: a fraction of the free memory */
    double seconds;        /* PM_UNABLE if the predicted time, or planning, is longer; 0: none */
    double epsilon;        /* the relative error that a floating answer of a non-negative matrix
                              may have; terms that are proved to change it by less may be skipped.
                              0: 1e-12; negative: no term is skipped.  A floating answer of any
                              matrix with a larger error is computed again with more bits, if this
                              is predicted to take less than a minute */
    bool strict;           /* PM_UNABLE if the proved error of the answer is above epsilon */
    double estimate;       /* what exact methods cannot compute may be the mean of random draws,
                              with a relative error of at most this, except with probability
                              delta; 0: no draws.  With negative or complex entries the error is in
                              units of a power of the matrix' norm.  Only without `modulus` and with
                              PM_PRECISION_AUTO */
    double delta;          /* 0: 0.05 */
    bool unproved;         /* the draws themselves tell the error: an estimate of it, no bound */
    uint64_t seed;         /* of the draws; the same seed gives the same answer */
    bool plan_only;        /* make the plan and compute nothing: the answer has no value */

    /* For long runs.  None of these changes a bit of the answer. */
    double audit;           /* compute this fraction, 0 to 1, of the units of work twice, in two
                               ways; PM_WRONG if the bits differ */
    const char *checkpoint; /* the file for finished work.  If it exists, the run continues from it.
                               The file remains after the run.  NULL: none */
    double checkpoint_every; /* seconds from one write to the next; 0: 300 */
    const char *plan_to;     /* with plan_only: write the plan to this file; NULL: none */
    const char *plan_file;   /* such a file, or a checkpoint: carry out its plan, with the options
                                that are stored in it; PM_INPUT if this version cannot; NULL: none */
    uint64_t part, parts;    /* compute only this part, from 1 to parts; parts 0 or 1: all */
    pm_watch *watch;         /* the function to call with the progress; NULL: none */
    void *watcher;           /* its first argument */
    pm_team *team;           /* the ranks that compute together; NULL: only this process */
} pm_options;

enum { PM_GPUS_NONE = -1 };

/* The defaults: every member except the size is zero or NULL. */
#ifdef __cplusplus
#define PM_OPTIONS_DEFAULT                                                                         \
    ([] {                                                                                          \
        pm_options pm_default_options{};                                                           \
        pm_default_options.size = sizeof pm_default_options;                                       \
        return pm_default_options;                                                                 \
    }())
#else
#define PM_OPTIONS_DEFAULT ((pm_options){.size = sizeof(pm_options)})
#endif

/* Names and one-line descriptions of the engines and of the rules, for help texts.  The result is
 * the name of number i = 0, 1, ..., or NULL after the last one; *what receives the description.
 * The strings are static. */
const char *pm_engine_name(int i, const char **what);
const char *pm_rule_name(int i, const char **what);

/* ------------------------------------------------------------------- answers */

typedef struct pm_answer pm_answer;

/* Computes the permanent of `problem`, or the hafnian if it is symmetric.  If `options` is NULL,
 * the defaults apply.  *answer is the caller's, to be released with pm_answer_free().
 * Errors: PM_UNABLE (with the predicted cost), PM_DOMAIN (a denominator has no inverse for the
 * modulus), PM_INPUT (an unknown name in the options), PM_NOMEM, PM_WRONG, PM_IO (a checkpoint or a
 * plan file), PM_STOPPED (`watch` asked for it). */
pm_status pm_solve(pm_answer **answer, const pm_problem *problem, const pm_options *options);

/* Computes the permanent of the matrix in which row i of `problem` is repeated row_times[i] times
 * and column j is repeated col_times[j] times.  0 leaves out the row or column.  If an array is
 * NULL, all multiplicities are 1.  The answer is that of pm_problem_repeat() and pm_solve().  But
 * rows and columns are not copied if the options allow another method and the exact answer takes
 * few steps.  The steps are a product of two factors: the product of col_times[j] + 1 over all
 * columns except one, and the number of terms in the product of the different rows.  Rows and
 * columns may change places in this count.  Such an answer is exact; a floating answer is the exact
 * answer, rounded.
 * Method: coefficients of a product of powers (MacMahon, Combinatory Analysis I, 1915, section 3),
 * by a recurrence (Knuth, The Art of Computer Programming 2, section 4.7).
 * Errors: those of both. */
pm_status pm_solve_repeated(pm_answer **answer, const pm_problem *problem, const int *row_times,
                            const int *col_times, const pm_options *options);

/* Computes the loop hafnian of a symmetric matrix, as pm_loop_hafnian(), but exactly, and of
 * numbers of any size.  The diagonal of `problem` is the factor of two copies of a vertex that are
 * matched with each other.  `loops` is a matrix with one row: entry i is the factor of a vertex i
 * that is matched with itself; NULL: there are no loops, and the value is a hafnian.  Vertex i has
 * times[i] copies; NULL: one each.  The type of the answer is that of the entries and loops
 * together.  A floating answer is the exact answer, rounded.  Of the options, precision, modulus,
 * epsilon, strict, threads, seconds and watch apply (NULL: the defaults); after twice `seconds` it
 * stops.
 *
 * Method: that of pm_loop_hafnian() for integers, in balls with more and more bits, until only one
 * Gaussian integer is possible; divided by a power of the least common denominator.
 * Errors: PM_INPUT (not symmetric; loops of another shape; a negative multiplicity; an option that
 * does not apply), PM_UNABLE (too large; a problem that was made from a graph), PM_DOMAIN (as
 * pm_solve()), PM_STOPPED, PM_NOMEM. */
pm_status pm_solve_looped(pm_answer **answer, const pm_problem *problem, const pm_problem *loops,
                          const int *times, const pm_options *options);

/* Adds up the parts (pm_options.part) or checkpoints of one run and makes its answer.
 * Errors: PM_INPUT (files of different runs, a damaged file, missing work), PM_IO, and those of
 * pm_solve(). */
pm_status pm_sum(pm_answer **answer, const char *const *files, size_t count);

/* Reads the progress of a run from its checkpoint or part.  Errors: PM_INPUT, PM_IO. */
pm_status pm_progress_read(pm_progress *progress, const char *file);

/* The file for pm_sum(), if the run computed one part; else NULL.  A part has no value. */
const char *pm_answer_part(const pm_answer *answer);

/* The value as text: p, p/q, a+bi, or a number with `digits` significant digits.  If `digits` is 0,
 * exact numbers are written in full; floating numbers get the digits that the error bound supports,
 * at most 17 for double and 33 for double-double.  A residue is always written in full.  The string
 * is the caller's, to be released with free().
 * Errors: PM_INPUT (more than 1000000 digits), PM_NOMEM. */
pm_status pm_answer_text(char **text, const pm_answer *answer, int digits);

/* The natural logarithm of a positive real value of any size; -HUGE_VAL for 0.  *error bounds the
 * absolute error of *log, with its rounding; it is HUGE_VAL if not even the sign of the value is
 * proved.  Both pointers may be NULL.  Errors: PM_DOMAIN (the value is negative or complex). */
pm_status pm_answer_log(double *log, double *error, const pm_answer *answer);

/* The proved bound of the absolute error of a floating value, rounded up, as text.  It is "0" if
 * the value was computed exactly; pm_answer_text() may still round this value to the digits that it
 * prints.  The string is the caller's, to be released with free().  Errors: PM_NOMEM. */
pm_status pm_answer_bound(char **text, const pm_answer *answer);

/* The same for the text that pm_answer_text() writes with these digits: the bound includes what
 * this text rounds away. */
pm_status pm_answer_text_bound(char **text, const pm_answer *answer, int digits);

/* True if the error is proved to be at most epsilon times the absolute value of the answer. */
bool pm_answer_within(const pm_answer *answer, double epsilon);

/* The requested precision of a floating answer in bits; 0 if the answer is exact. */
int pm_answer_bits(const pm_answer *answer);

/* The value rounded to double: inf or 0 if it is out of range.  im may be NULL. */
void pm_answer_double(const pm_answer *answer, double *re, double *im);

/* The plan, several lines of text.  The answer owns the string. */
const char *pm_answer_plan(const pm_answer *answer);

/* The plan in at most twelve lines: what is computed, the reductions, the chosen way, its time and
 * memory, the second best, and what would help.  The answer owns the string. */
const char *pm_answer_summary(const pm_answer *answer);

/* Why the answer is computed in this way, in sentences: what the problem is, what the reductions
 * did, why this engine and not the second best, and which numbers it uses.  The answer owns the
 * string. */
const char *pm_answer_explanation(const pm_answer *answer);

/* The plan as a JSON object, if the option plan_only was set.  permatch_json(5) describes its
 * members.  The string is the caller's, to be released with free().
 * Errors: PM_DOMAIN (plan_only was not set), PM_NOMEM. */
pm_status pm_answer_plan_json(char **text, const pm_answer *answer);

/* The relative error that an estimate (pm_options.estimate) may have, except with probability
 * *delta; 0: the answer is no estimate.  *proved is false for an estimate of the error.  The bounds
 * of pm_answer_bound() and pm_answer_log() include this error.  The pointers may be NULL. */
double pm_answer_estimate(const pm_answer *answer, double *delta, bool *proved);

/* The natural logarithm of a number that the true value is not below, except with probability
 * delta: proved also for an estimate that is not (Markov's inequality, for groups of draws).
 * -HUGE_VAL: none is known, or the answer is no such estimate. */
double pm_answer_estimate_least(const pm_answer *answer);

/* The name of the number type ("integer", "rational", "gaussian", "real", "complex", "modular"; if
 * pm_answer_estimate() is not 0, "estimate", or "additive" if entries are negative or complex and
 * the error is absolute); the engines that ran, separated by commas; and the
 * reductions that changed the matrix.  The answer owns the strings. */
const char *pm_answer_type(const pm_answer *answer);
const char *pm_answer_engines(const pm_answer *answer);
const char *pm_answer_reductions(const pm_answer *answer);

/* The checks that the value has passed, separated by commas; "" if there were none.  They share
 * nothing with the engines that ran.  "sign": no negative sum of non-negative terms.  "zero": the
 * answer is 0, and there is no perfect matching.  "parity": the determinant modulo 2.  "expansion
 * mod p": expansion by one line after another, modulo a prime of 61 bits.  "second order mod p":
 * the same cores with rows and columns in another order, modulo a prime of 30 bits.  "second
 * order": likewise, of a floating answer, with more bits if that is quick.  If a check fails,
 * pm_solve() fails with PM_WRONG.  The answer owns the string. */
const char *pm_answer_checks(const pm_answer *answer);

/* The seconds that the plan predicts for one thread; HUGE_VAL: there is no plan that can be carried
 * out. */
double pm_answer_predicted(const pm_answer *answer);

/* The wall-clock time of planning and computing, and the numbers of threads and GPUs of this
 * machine that were used. */
double pm_answer_seconds(const pm_answer *answer);
int pm_answer_threads(const pm_answer *answer);
int pm_answer_gpus(const pm_answer *answer);

/* The phases of a run.  If there are several GPUs, a phase has the time of the slowest one. */
typedef enum {
    PM_PLANNING,
    PM_OPENING,   /* open the GPU */
    PM_COMPILING, /* compile its kernels, or load them from the cache */
    PM_LAUNCHES,  /* run its kernels */
    PM_PHASES,    /* the number of phases */
} pm_phase;

double pm_answer_spent(const pm_answer *answer, pm_phase phase);

/* The number of ranks that computed, and the number of units of work that each of them computed;
 * ranks count from 0. */
int pm_answer_ranks(const pm_answer *answer);
uint64_t pm_answer_rank_units(const pm_answer *answer, int rank);

/* The number of units of work that the GPUs (`gpus` is true) or the threads of this process
 * computed. */
uint64_t pm_answer_units(const pm_answer *answer, bool gpus);

/* Why a GPU first left units to threads, for example too little free memory; "": no GPU did.  Valid
 * as long as the answer. */
const char *pm_answer_gpu_refusal(const pm_answer *answer);

/* Releases an answer; NULL is fine. */
void pm_answer_free(pm_answer *answer);

/* --------------------------------------------------------------------- ranks */

/* Starts MPI and gives the ranks of this job.  *team is NULL if there is only one process, or if
 * the library was built without MPI.  Every rank calls it once, before all other functions, and
 * calls pm_team_end() last. Errors: PM_UNABLE (this is one of several ranks, but the library was
 * built without MPI). */
pm_status pm_team_start(pm_team **team);

/* The number of this rank, from 0, and the number of ranks, in the whole job and on this machine.
 * Rank 0 reads the input, calls pm_solve() and prints. */
int pm_team_rank(const pm_team *team);
int pm_team_size(const pm_team *team);
int pm_team_local_rank(const pm_team *team); /* on this machine, from 0 */
int pm_team_local_size(const pm_team *team);

/* Computes for the first rank, until that calls pm_team_end().  All other ranks call this function.
 * While a run has a checkpoint, `watch` is called as the `watch` of pm_options; NULL: none.  It
 * sees only the progress of its own rank.  The first rank carries out the request that it returns.
 * An error on this rank is also an error on the first rank.  Errors: PM_NOMEM. */
pm_status pm_team_serve(pm_team *team, pm_watch *watch, void *watcher);
void pm_team_end(pm_team *team); /* NULL is fine */

/* -------------------------------------------------------- more than a number */

/* Rules and engines cannot be chosen here.  Only the options precision, threads, memory, seconds
 * and watch apply (NULL: the defaults).  A matching covers the shorter side of the matrix: it gives
 * every row its own column, or for m > n every column its own row.  In a symmetric problem
 * (pm_problem_is_symmetric()), it gives every vertex a partner, and both entries of an edge have
 * the same share. Errors of all: PM_UNABLE (the tables do not fit into memory; with the
 * prediction), PM_INPUT (an option that does not apply), PM_STOPPED, PM_NOMEM. */

/* A list of numbers. */
typedef struct pm_values pm_values;

/* Computes the share of every entry in the permanent.  The share of a_ij is the sum of the products
 * that contain a_ij, divided by the permanent.  For a pattern it is the probability that a random
 * matching uses the entry; likewise for weights without negative or complex entries.  With such
 * entries a share is only a quotient, and it may be negative or complex: pm_sample() and Python's
 * marginals() refuse them.  Value k belongs to entry k of pm_problem_entry().  The shares are
 * rational if pm_solve() would give an exact answer, else floating.  With PM_PRECISION_AUTO they
 * are also floating if the rationals would have more than 2^24 bits in all.  With the option
 * estimate they are counted in random matchings: all shares have an absolute error of at most
 * estimate, except with probability delta, and errors are also those of pm_sample().  *shares is
 * the caller's, to be released with pm_values_free().  Errors: PM_DOMAIN (the permanent is 0),
 * PM_INPUT (estimate with unproved or PM_PRECISION_EXACT). */
pm_status pm_marginals(pm_values **shares, const pm_problem *problem, const pm_options *options);

/* Computes joint shares of `count` entries, which entry[] numbers as pm_problem_entry() does. Value
 * k < count is the share of entry[k].  Value `count` is the joint share: the sum of the products
 * that contain all these entries, divided by the permanent.  Value count + 1 is the joint share
 * minus the product of the shares; of two entries it is their covariance.  All values are exact.
 * *shares is the caller's, to be released with pm_values_free().  Errors: PM_DOMAIN (the permanent
 * is 0), PM_INPUT (there is no such entry). */
pm_status pm_joint_marginals(pm_values **shares, size_t count, const size_t *entry,
                             const pm_problem *problem, const pm_options *options);

/* Counts the matchings of every size.  Value k is the sum over all choices of k entries with no two
 * in one row or column, for k from 0 to min(m, n); the weight of a choice is the product of its
 * entries.  For patterns these are the rook numbers.  If no entry is negative, the list ends with
 * the size of the largest matchings.  The values are always exact.  *counts is the caller's, to be
 * released with pm_values_free().
 * Larger problems are solved as one number, by pm_solve(): the sum over all matchings, in which
 * those of size k have the factor 2^(b k).  So here the options engine, gpus, audit, checkpoint and
 * team apply, too, and choose this way; watch() sees a plan and units.
 * Errors: PM_UNABLE (complex entries), and those of pm_solve(). */
pm_status pm_matchings(pm_values **counts, const pm_problem *problem, const pm_options *options);

/* The plan of pm_matchings(): an answer without a value, as that of pm_solve() with plan_only.
 * *plan is the caller's, to be released with pm_answer_free().  Errors: those of pm_matchings(). */
pm_status pm_matchings_plan(pm_answer **plan, const pm_problem *problem, const pm_options *options);

/* Computes the minors of an m x n matrix.  Value i n + j is the permanent of the (m - 1) x (n - 1)
 * matrix without row i and column j, counted from 0.  It is the derivative with respect to entry
 * (i, j).  For a matrix with one row or one column the minors are 1.  Each value is of the type
 * that pm_solve() would give, and has its own bound.  The option epsilon applies, too.  Each minor
 * has a plan of its own.  For many small matrices in arrays use pm_minors().  *minors is the
 * caller's, to be released with pm_values_free().  Errors: PM_UNABLE (the problem is symmetric),
 * PM_STOPPED. */
pm_status pm_problem_minors(pm_values **minors, const pm_problem *problem,
                            const pm_options *options);

/* Draws `count` independent random matchings.  The probability of a matching is exactly
 * proportional to the product of its entries.  partner[k * min(m, n) + i] is the column of row i in
 * matching k; for m > n it is the row of column i.  Both count from 0.  The random numbers come
 * from a generator with 64 bits of state.  The same seed gives the same matchings on every machine.
 *
 * If no exact method can draw, matchings are drawn below an upper bound and accepted with the right
 * probability; their probabilities are then exact but for roundings.  If the call fails, the array
 * may have been changed.  Errors: PM_DOMAIN (the permanent is 0; an entry is negative or complex).
 */
pm_status pm_sample(int *partner, size_t count, uint64_t seed, const pm_problem *problem,
                    const pm_options *options);

/* A function of the caller that receives one matching; partner[] is as in pm_sample().  The result
 * false ends the list. */
typedef bool pm_visit(void *visitor, const int *partner);

/* Lists all perfect matchings, also those whose product is negative or complex, in lexicographic
 * order: the columns of row 0 ascend, then those of row 1, and so on.  There may be very many. From
 * one to the next it takes at most rows times entries searches of linear cost.
 * Errors: PM_UNABLE (covers by cycles of at least 3 vertices), PM_NOMEM. */
pm_status pm_list(const pm_problem *problem, pm_visit *visit, void *visitor);

/* The number of values, and their type as in pm_answer_type(). */
size_t pm_values_count(const pm_values *values);
const char *pm_values_type(const pm_values *values);

/* The checks that the values have passed, as in pm_answer_checks().  "first sizes": the sums over
 * matchings with at most two entries, by their formulas; "parity" and "expansion mod p" are then
 * those of the sum over all sizes.  "line sums": the shares in each line add up to 1; the
 * expansions along all lines give one permanent, of which the other checks of minors are.  If a
 * check fails, the query fails with PM_WRONG.  pm_sample() looks whether every draw is a matching.
 */
const char *pm_values_checks(const pm_values *values);

/* Value k as text, in the form of pm_answer_text(), with its errors.  The string is the caller's,
 * to be released with free(). */
pm_status pm_values_text(char **text, const pm_values *values, size_t k, int digits);

/* Value k rounded to double, as in pm_answer_double().  im may be NULL. */
void pm_values_double(const pm_values *values, size_t k, double *re, double *im);

/* Releases a list of numbers; NULL is fine. */
void pm_values_free(pm_values *values);

/* -------------------------------------------------------------------- bounds */

/* Proved bounds of an answer that is too large to be computed, in about a second: the modulus of
 * the answer of pm_solve() lies between 10^log10_bounds[0] and 10^log10_bounds[1].  A lower bound
 * of 0 is -HUGE_VAL; both are if the answer is 0.  methods[0] and methods[1] name how the bounds of
 * the largest core were found; the strings are static, and the array may be NULL.  Non-negative
 * permanents have lower bounds from a doubly stochastic matrix (Gurvits, Electronic J.
 * Combinatorics 15, 2008; Gurvits, arXiv:1106.2844, 2011), and graphs that are not bipartite have
 * that of one matching.  Upper bounds come from products over rows (Soules, Linear and Multilinear
 * Algebra 51, 2003), from some columns that are counted exactly, from norms of rows (Carlen, Lieb
 * and Loss, Methods and Applications of Analysis 13, 2006), and for negative and complex entries
 * from the norm of the matrix (Gurvits, MFCS 2005).  Of the options, reduce,
 * no_reduce, seconds and watch apply (NULL: the defaults). Errors: PM_INPUT, PM_UNABLE (twice the
 * seconds passed), PM_STOPPED, PM_NOMEM. */
pm_status pm_bounds(double *log10_bounds, const char **methods, const pm_problem *problem,
                    const pm_options *options);

/* ----------------------------------------------------------------- structure */

/* What the largest matchings do with an entry, or an edge. */
typedef enum {
    PM_NEVER,     /* forbidden: no largest matching uses it */
    PM_SOMETIMES, /* some do */
    PM_ALWAYS,    /* forced: all do */
} pm_role;

/* The part of a row, a column or a vertex in the decompositions of Dulmage and Mendelsohn, and of
 * Gallai and Edmonds. */
typedef enum {
    PM_PART_REST,   /* C: all others */
    PM_PART_MISSED, /* D: some largest matching leaves it free */
    PM_PART_BESIDE, /* A: all others that are adjacent to D */
} pm_part;

/* The surface in which a graph can be drawn without crossings. */
typedef enum {
    PM_SURFACE_UNKNOWN, /* neither was found */
    PM_SURFACE_PLANE,
    PM_SURFACE_TORUS, /* not in the plane, but the embedding of the input is on a torus */
} pm_surface;

/* A matrix that is left after the reductions. */
typedef struct pm_structure_core {
    int rows, cols;
    size_t entries;
    bool symmetric; /* its hafnian is wanted, not its permanent */
    pm_surface surface;
    /* the best that a short search finds; -1: none was made, or the frontier exceeds 128: */
    int tree_width; /* of the engine tree */
    int frontier;   /* of the engine sweep, in vertices */
} pm_structure_core;

/* The structure of a problem, as far as it depends on the pattern alone.  Rows, columns and blocks
 * count from 0.  In a symmetric problem, row i and column i are vertex i. */
typedef struct pm_structure {
    int rank;     /* the number of entries, or edges, of the largest matchings */
    bool perfect; /* they cover the shorter side; in a symmetric problem, all vertices */
    char *why;    /* why they do not, as a sentence; NULL: they do */
    int *unmatched, *partners; /* rows, columns or vertices that cannot all be matched, and the */
    int unmatcheds, partnered; /* only ones that meet them; their numbers; 0: perfect */
    bool unmatched_cols;       /* these are columns, and the partners are rows */
    bool tutte; /* there are edges between unmatched vertices; without the partners, more odd
                 * components are left than there are partners */
    /* The blocks: the permanent is the product of those of the diagonal blocks.  The rows of block
     * b are row_order[row_start[b]] .. row_order[row_start[b + 1] - 1].  In this order, the matrix
     * is block upper triangular.  In a symmetric problem, blocks are components of the edges that
     * are not forbidden. */
    int blocks;
    int *row_order, *col_order, *row_start, *col_start;
    pm_part *row_part, *col_part;
    pm_role *role;        /* of each entry, as in pm_problem_entry() */
    size_t never, always; /* the numbers of such entries, in a symmetric problem of edges */
    pm_surface surface;   /* of the whole graph */
    char *reductions;     /* the rules that changed the matrix, as in pm_answer_reductions() */
    size_t cores;
    pm_structure_core *core; /* the largest first */
} pm_structure;

/* Finds the structure of a problem.  *structure is the caller's, to be released with
 * pm_structure_free().  Method: Dulmage and Mendelsohn, Canadian J. Mathematics 10, 1958; Lovasz
 * and Plummer, Matching Theory, 1986, chapter 3.  In symmetric problems, forbidden edges are
 * searched in 2e8 steps; those that are not found by then count as PM_SOMETIMES.  Of the options,
 * reduce, no_reduce, seconds and watch apply (NULL: the defaults).  Errors: PM_UNABLE (twice the
 * seconds passed; cycles of at least 3 vertices), PM_INPUT, PM_STOPPED, PM_NOMEM. */
pm_status pm_structure_find(pm_structure **structure, const pm_problem *problem,
                            const pm_options *options);
void pm_structure_free(pm_structure *structure); /* NULL is fine */

/* -------------------------------------------------------------------- proofs */

/* What a proof is about. */
typedef enum {
    PM_PROVE_VALUE, /* the answer of pm_solve() */
    PM_PROVE_TOTAL, /* the sum over the matchings of all sizes, as with pm_problem_total() */
    PM_PROVE_SIZES, /* the list of pm_matchings() */
} pm_proved;

/* Writes a proof that an exact answer to `problem` is right: a text that pm-verify and pm_verify.py
 * check in a time that does not depend on how long the answer took (permatch_proof(5)).  values[0]
 * is the answer as pm_answer_text() writes it; for PM_PROVE_SIZES, there are `count` values.  The
 * proof is about the graph or the matrix before any reduction.  *proof is the caller's, to be
 * released with free().  Of the options, threads, memory, seconds, watch, checkpoint and
 * checkpoint_every apply (NULL: the defaults); after twice `seconds` it is stopped.  The messages
 * of the proof are saved in a file of their own, whose name is that of the checkpoint and
 * ".prover".  Errors: PM_INPUT (a value is no exact number; the checkpoint is damaged, or belongs
 * to another proof), PM_WRONG (the value is wrong), PM_UNABLE (the tables do not fit into memory;
 * numbers of more than 2^20 bits; a total of fractions; cycles of at least 3 vertices; weights by
 * their logarithms), PM_STOPPED, PM_IO, PM_NOMEM. */
pm_status pm_prove(char **proof, const pm_problem *problem, pm_proved what,
                   const char *const *values, size_t count, const pm_options *options);

/* Says what a proof will need, in one line: messages, memory, predicted time.  Fails if there will
 * be no proof, whatever the answer.  The string is the caller's, to be released with free().  Of
 * the options, threads and memory apply.  Errors: PM_UNABLE (as above), PM_NOMEM. */
pm_status pm_proof_plan(char **text, const pm_problem *problem, pm_proved what,
                        const pm_options *options);

/* Writes the lines of a proof that describe the problem: each graph or matrix has one text.  The
 * string is the caller's, to be released with free().  Errors: PM_UNABLE (as above), PM_NOMEM. */
pm_status pm_proof_problem(char **text, const pm_problem *problem, pm_proved what);

/* ------------------------------------------------------- many small matrices */

/* Opens the GPUs of this machine, at most `most` of them.  Only one call may use them at a time.
 * Kernels that are loaded stay loaded.  *gpus is the caller's, to be released with pm_gpus_close().
 * Errors: PM_UNABLE (there is no GPU, or no compiler for its kernels), PM_NOMEM. */
pm_status pm_gpus_usable(pm_gpus **gpus, int most);

/* Releases GPUs; NULL is fine. */
void pm_gpus_close(pm_gpus *gpus);

/* Copies `size` bytes to new memory of the d-th GPU, counted from 1.  *at is the caller's, to be
 * released with pm_gpus_drop().  Errors: PM_INPUT (there is no such GPU), PM_UNABLE, PM_NOMEM. */
pm_status pm_gpus_put(void **at, pm_gpus *gpus, int device, const void *data, size_t size);
void pm_gpus_drop(pm_gpus *gpus, int device, void *at);

/* Computes the permanents of all matrices of a stack.  The permanent of matrix k is values[k], or
 * for complex entries values[2 k] + i values[2 k + 1].  bounds[k] is a proved bound of its absolute
 * error, and it is 0 only for an exact value; `bounds` may be NULL.  Both arrays are the caller's.
 * `threads` is the number of threads; 0: the default of OpenMP.  No plan is made.
 *
 * Bounds in double arithmetic are small beside the permanent of the moduli.  So a value whose terms
 * cancel may have a large relative error; more precision helps.  Where the range of doubles does
 * not suffice, in any precision, the matrix is computed again in balls, until the value has 56
 * correct bits.  A value above the range of doubles is infinite, and so is its bound.  If a number
 * cannot be proved to be in that range or above it within 2^34 steps, or for pm_rank(),
 * pm_loop_hafnian() and pm_hafnian_gradient() with the number of bits that was asked for, it is
 * NaN, and its bound is infinite.
 *
 * Without multiplicities and in double arithmetic, the cost is about 2^(n-1) n multiplications for
 * an m x n matrix, m <= n.  With multiplicities r_i of rows
 * and c_j of columns, the cost is min(prod (r_i + 1), prod (c_j + 1)) / 2 terms, times the number
 * of different rows or columns on the other side.
 *
 * Method: a table over subsets for min(m, n) <= 12 (Nijenhuis and Wilf, Combinatorial Algorithms,
 * 1978, chapter 23), else Glynn's formula (European Journal of Combinatorics 31, 2010), with
 * multiplicities after Shchesnovich (International Journal of Quantum Information 11, 2013).
 * If the call fails, the arrays may have been changed.
 * Errors: PM_INPUT (an entry that is not finite, a negative multiplicity, entries of GMP),
 * normalized values with unequal sums of multiplicities), PM_UNABLE (too large), PM_STOPPED,
 * PM_NOMEM. */
pm_status pm_batch(double *values, double *bounds, const pm_stack *stack, int threads);

/* Solves many small problems together, without plans.  answers[k] is a new answer to problem k,
 * with the value and the bound that pm_solve() gives; the caller releases it with pm_answer_free().
 * It is NULL if pm_solve() must be asked: the shorter side has more than 12 lines or the longer
 * side more than 48, the problem is symmetric, the exact answer is very long, a floating precision
 * is asked for, or the options ask for an engine, rules, a modulus, a plan, GPUs, a time limit, a
 * checkpoint, a part or an audit.  Both arrays are the caller's.  The options that apply are
 * precision, epsilon, strict and threads (NULL: the defaults).  It is fastest if many problems have
 * the same shape.  Every answer is computed exactly; a floating answer is the exact answer,
 * rounded.  If the call fails, all answers are NULL.
 * Method: residues by a table over subsets (Nijenhuis and Wilf, Combinatorial Algorithms, 1978,
 * chapter 23), and the Chinese remainder theorem.
 * Errors: PM_INPUT (an option that pm_solve() refuses), PM_NOMEM. */
pm_status pm_solve_small(pm_answer **answers, pm_problem *const *problems, size_t count,
                         const pm_options *options);

/* Computes all minors of the matrices of a stack.  Value (k rows + i) cols + j is the permanent of
 * matrix k without row i and column j.  With multiplicities, one copy of the row and one copy of
 * the column are removed; the value is 0 if there is no copy.  The derivative with respect to entry
 * (i, j) is this value times the multiplicities of row i and column j.  Every minor of an m x n
 * matrix is (m - 1) x (n - 1), also if the matrix is not square.  Values, bounds, threads and
 * errors are those of pm_batch().  A matrix takes three to five times as long as in pm_batch().
 * Method: tables over subsets from both ends for max(m, n) <= 7, else products from both ends in
 * every term of Glynn's formula. */
pm_status pm_minors(double *values, double *bounds, const pm_stack *stack, int threads);

/* Computes the permanents of products.  Value k is the permanent of left matrix k, n x r, times
 * right matrix k, r x n.  Multiplicities are those of the left rows and of the right columns.
 * `precision` and `normalized` are those of `left`, but PM_PRECISION_AUTO works like
 * PM_PRECISION_EXACT: every value is correct to the last digit of a double.  The cost is
 * n r C(n + r - 1, r - 1) steps.
 * Method: Barvinok, Mathematics of Operations Research 21, 1996.
 * Errors: those of pm_batch(); PM_INPUT if the shapes do not fit. */
pm_status pm_rank(double *values, double *bounds, const pm_stack *left, const pm_stack *right,
                  int threads);

/* Computes the loop hafnians of symmetric matrices.  A loop hafnian is the sum over all ways to
 * match every vertex with another vertex or with itself.  A pair of vertices i < j has the factor
 * entry (i, j), and a vertex i of matrix k that is matched with itself has the factor
 * loops[k n + i].  The type of the loops is that of the entries.  If `loops` is NULL, there are no
 * loops, and the values are hafnians.
 *
 * Vertex i has row_times[k n + i] copies.  Two copies may be matched with each other, with the
 * factor entry (i, i).  col_times is ignored.  If `normalized` is set, the value is divided by
 * sqrt(prod row_times!).
 *
 * Method: all S copies are joined to S / 2 pairs, among them many equal ones (Bulmer et al.,
 * Science Advances 8, eabl9236, 2022).  This takes the product of (number of equal pairs + 1)
 * terms, without the largest factor: 2^(S/2 - 1) if nothing is repeated.  A term takes about 4 S^2
 * multiplications; walks that end in loops are as in Bjorklund, Gupt and Quesada, ACM Journal of
 * Experimental Algorithmics 24, 2019.
 * Errors: those of pm_batch(); PM_INPUT if a matrix is not symmetric. */
pm_status pm_loop_hafnian(double *values, double *bounds, const pm_stack *stack, const void *loops,
                          int threads);

/* Computes the loop hafnians of all patterns of copies below a cutoff.  Vertex i has p_i copies,
 * 0 <= p_i < cutoff, and value k cutoff^n + sum over i of p_i cutoff^(n-1-i) is the loop hafnian of
 * matrix k with these copies, as in pm_loop_hafnian().  The copies of the stack are ignored, and
 * `normalized` divides by sqrt(prod p_i!).  Every value has its own bound.  It may be large where
 * terms cancel: with PM_PRECISION_AUTO, values are computed in double-double.
 * Method: the recurrence of multivariate Hermite polynomials, about n multiplications a value
 * (Bourassa et al., PRX Quantum 2, 040315, 2021).
 * Errors: those of pm_batch(); PM_INPUT if a matrix is not symmetric or the cutoff is below 1;
 * PM_UNABLE if there are more than 2^30 patterns. */
pm_status pm_hafnian_patterns(double *values, double *bounds, const pm_stack *stack,
                              const void *loops, int cutoff, int threads);

/* Computes the derivatives of the hafnians of symmetric matrices.  Value (k n + i) n + j is the
 * hafnian of matrix k without the rows and columns i and j.  It is the derivative with respect to
 * the value of the two equal entries (i, j) and (j, i).  It is 0 if i = j or if n is odd.
 * Multiplicities are not allowed.  Precisions are those of pm_rank().  The cost is about
 * 16 2^(n/2) n^2 / 4 multiplications, three times the cost of the hafnian.
 * Method: reverse accumulation (Griewank and Walther, Evaluating Derivatives, 2008, chapter 3)
 * through the sum of Bjorklund, SODA 2012.
 * Errors: those of pm_batch(); PM_INPUT if a matrix is not symmetric. */
pm_status pm_hafnian_gradient(double *values, double *bounds, const pm_stack *stack, int threads);

/* Computes the torontonians of Hermitian matrices O with 2 n rows, where rows i and i + n belong to
 * mode i.  With M = I - O, which must be positive definite, it is the sum over all sets Z of modes
 * of (-1)^(n - |Z|) exp(g M_Z^-1 g* / 2) / sqrt(det M_Z), where M_Z has the rows and columns of the
 * modes in Z, and g is row k of `loops` (2 n entries of the type of the matrices) without the other
 * modes.  If `loops` is NULL, g is 0.  The values are real also for complex entries: one for each
 * matrix.  For a Gaussian state with covariance matrix S of a and a* (Q = S + I / 2), O = I - Q^-1
 * and g = a* Q^-1, all n detectors click with probability tor / sqrt(det Q) exp(-a* Q^-1 a / 2).
 *
 * Numbers that must be conjugates of each other, and differ by at most `rtol` times the largest
 * modulus, are replaced by their means: of entries (i, j) and (j, i), and, for complex matrices, of
 * the rows of a and a*.  The bounds are those for the means.
 *
 * The sum is computed in double-double, in about 2^n 0.2 us; eight times as long if the matrix is
 * complex without the symmetry of a and a*.  If the bound does not suffice, it is computed in
 * balls: with PM_PRECISION_AUTO, of a relative error of 1e-12; with PM_PRECISION_EXACT, of the last
 * digit of a double. Method: eliminations that are shared by all sets with equal beginnings (Kaposi
 * et al., arXiv:2109.04528, 2022; loops: Bulmer et al., Physical Review A 106, 043712, 2022).
 * Errors: those of pm_batch(); PM_INPUT if a matrix is not Hermitian, entries are integers, or
 * there are multiplicities; PM_DOMAIN if I - O is not positive definite. */
pm_status pm_torontonian(double *values, double *bounds, const pm_stack *stack, const void *loops,
                         double rtol, int threads);

#ifdef __cplusplus
}
#endif
#endif
