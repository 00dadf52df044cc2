/* SPDX-License-Identifier: GPL-3.0-or-later */
/* permatch: exact counting and weighing of perfect matchings.
 *
 * The library's whole public face.  A problem (pm_problem) is read or built; pm_solve() reduces
 * it, plans, computes, and returns an answer (pm_answer) from which value, plan and figures are
 * read.  Nothing here prints or exits.  All functions are thread-safe as long as no object is
 * changed by one thread while another uses it; a failed call leaves its outputs untouched and its
 * reason in pm_message().
 *
 * The permanent of an m x n matrix A with m <= n is the sum over all injections s of rows into
 * columns of prod_i a[i][s(i)] (Minc, Permanents, 1978, section 1.1); for m > n it is that of the
 * transpose.  A 0 x 0 matrix has permanent 1.  The hafnian of a symmetric matrix is the sum, over
 * all perfect matchings of its graph, of the products of their entries; the diagonal is left out.
 */
#ifndef PERMATCH_H
#define PERMATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a call. */
typedef enum {
    PM_OK,
    PM_INPUT,  /* the input is not what it should be: file, line and defect in the message */
    PM_DOMAIN, /* the question has no answer for this input (a marginal of a zero permanent, ...) */
    PM_UNABLE, /* nothing can do it within the limits given: the message has the prediction */
    PM_NOMEM,  /* memory is out */
    PM_IO,     /* the system failed to read or write */
    PM_STOPPED, /* stopped on request; the work done so far is saved */
    PM_WRONG,   /* a self-check failed: a result that should agree does not */
} pm_status;

/* The reason of this thread's last failure, one line without a newline; owned by the library and
 * valid until the thread's next failure. */
const char *pm_message(void);

/* Releases memory that other libraries keep for the threads that worked.  A tool that looks for
 * lost memory at the end of a program then finds none.  Call it last, while no other call runs. The
 * library may be used again afterwards.  Does not fail. */
void pm_cleanup(void);

/* "OK", "INPUT", ...: a static string. */
const char *pm_status_name(pm_status status);

/* The library's version, "MAJOR.MINOR.PATCH": a static string. */
const char *pm_version(void);

/* What a number is computed as. */
typedef enum {
    PM_PRECISION_AUTO,  /* exact for pattern and integer input, floating for real and complex */
    PM_PRECISION_EXACT, /* integers and rationals (Gaussian for complex input) */
    PM_PRECISION_DOUBLE = 53, /* floating in double arithmetic, whatever the input: double products,
                                 double-double sums */
    PM_PRECISION_DD = 106,    /* floating in double-double arithmetic, products and sums */
    PM_PRECISION_MOST = 1000000, /* any number from 2 to this: floating with so many bits */
} pm_precision;

/* ------------------------------------------------------------------ problems */

/* A matrix with what is asked of it.  Entries are exact (rational or Gaussian rational). */
typedef struct pm_problem pm_problem;

/* The numbers of the input, which decide how it is answered.  The reader sets it;
 * pm_options.precision can ask for another kind of answer. */
typedef enum {
    PM_FIELD_PATTERN, /* all entries 1: an exact integer */
    PM_FIELD_INTEGER, /* an exact integer */
    PM_FIELD_REAL,    /* decimals: a floating number with an error bound, or exact on request */
    PM_FIELD_COMPLEX, /* likewise, complex */
} pm_field;

/* A file with one matrix, or a stream of many. */
typedef struct pm_graph_reader pm_problem_reader;

/* Reads a Matrix Market file (NIST, Matrix Market exchange formats: coordinate and array; real,
 * integer, complex, pattern; general, symmetric, skew-symmetric, hermitian).  path "-" is
 * standard input; gzip is recognised by content.  Decimal text is kept exactly (0.91 is 91/100).
 * Duplicates are added up; zeros are dropped.
 * *problem is the caller's, to be released with pm_problem_free().
 * Errors: PM_INPUT with file and line, PM_IO, PM_NOMEM. */
pm_status pm_problem_read_mtx(pm_problem **problem, const char *path);

/* A problem from `count` entries: entry k stands in row rows[k] of 0..m-1 and column cols[k] of
 * 0..n-1 and has the value values[k], a decimal number as text ("0.91", "-1e300", "2/3") or, for
 * PM_FIELD_COMPLEX, "re im" separated by a blank; values NULL: all 1.  Entries at the same place
 * are added up.  The arrays stay the caller's.
 * Errors: PM_INPUT (an index out of range, text that is no number), PM_NOMEM. */
pm_status pm_problem_new(pm_problem **problem, pm_field field, int m, int n, size_t count,
                         const int *rows, const int *cols, const char *const *values);

/* What an array of entries holds. */
typedef enum {
    PM_ENTRIES_REAL,    /* double */
    PM_ENTRIES_COMPLEX, /* pairs of doubles: real, imaginary part */
    PM_ENTRIES_INTEGER, /* int64_t */
    PM_ENTRIES_MPZ,     /* mpz_t of GMP */
    PM_ENTRIES_MPQ,     /* mpq_t of GMP */
} pm_entries;

/* GPUs of this machine: pm_gpus_usable(). */
typedef struct pm_gpus pm_gpus;

/* `count` matrices of one shape, in an array of the caller.  Entry (i, j) of matrix k is element
 * k matrix_stride + i row_stride + j col_stride; strides count elements.  All strides 0: the
 * matrices stand one after the other, each row after row.
 *
 * The other members are for pm_batch() and what stands beside it.  Row i of matrix k stands for
 * row_times[k rows + i] equal rows, column j for col_times[k cols + j] equal columns; 0 leaves a
 * line out; NULL: all 1.  Nothing is expanded.
 *
 * PM_PRECISION_DOUBLE: in double arithmetic.  PM_PRECISION_EXACT: the exact result, rounded to
 * double.  PM_PRECISION_DD, or any number of bits: in balls of so many bits, rounded to double.
 * PM_PRECISION_AUTO: double; and with multiplicities, more bits until the error is at most 1e-12
 * of every value.
 *
 * With `normalized`, values are divided by sqrt(prod row_times! prod col_times!): of a unitary
 * matrix they are the amplitudes of boson sampling (Scheel, arXiv:quant-ph/0406127, 2004). */
typedef struct pm_stack {
    pm_entries entries;
    const void *data;
    size_t count;
    int rows, cols;
    ptrdiff_t matrix_stride, row_stride, col_stride;
    const int *row_times, *col_times;
    pm_precision precision;
    bool normalized;
    pm_gpus *gpus; /* that pm_batch() may use; NULL: none */
} pm_stack;

/* The hafnian of a symmetric matrix, whose diagonal means nothing: the perfect matchings of the
 * graph that has it as adjacency matrix.  *problem is a new one and does not need `matrix` any
 * more.  Errors: PM_INPUT (not square, not symmetric), PM_NOMEM. */
pm_status pm_problem_hafnian(pm_problem **problem, const pm_problem *matrix);

/* Replaces every entry by 1: the number of perfect matchings of the bipartite graph.  Does not
 * fail. */
pm_status pm_problem_to_pattern(pm_problem *problem);

/* Row i becomes row_times[i] equal rows, column j becomes col_times[j] equal columns; 0 leaves a
 * line out; NULL: all 1.  pm_solve() finds equal lines by itself, and engine `multiplicity` makes
 * use of them.  Errors: PM_INPUT (a negative multiplicity), PM_UNABLE (a problem that was made from
 * a graph; too many entries), PM_NOMEM. */
pm_status pm_problem_repeat(pm_problem *problem, const int *row_times, const int *col_times);

/* The matrix as a Matrix Market file that pm_problem_read_mtx() reads back exactly; symmetric where
 * the problem is to count the perfect matchings of a graph that is not bipartite.  The string is
 * the caller's, to be released with free().  Errors: PM_NOMEM. */
pm_status pm_problem_mtx(char **text, const pm_problem *problem);

/* The place of entry k = 0, 1, ... of the matrix, row after row, columns ascending; from 0. */
void pm_problem_entry(const pm_problem *problem, size_t k, int *row, int *col);

/* The sizes of the matrix, and how many of its entries are not 0. */
int pm_problem_rows(const pm_problem *problem);
int pm_problem_cols(const pm_problem *problem);
size_t pm_problem_entries(const pm_problem *problem);

/* The vertex of the graph that a row, or a column, stands for, from 0; the line itself where the
 * problem was not made from a graph; -1 for lines that only make the matrix square. */
int pm_problem_row_vertex(const pm_problem *problem, int row);
int pm_problem_col_vertex(const pm_problem *problem, int col);

/* True for the perfect matchings of a graph that is not bipartite: the matrix is symmetric, and
 * every edge stands in it twice. */
bool pm_problem_is_symmetric(const pm_problem *problem);

/* True where every entry is 1: the answer counts. */
bool pm_problem_is_pattern(const pm_problem *problem);

/* Releases a problem; NULL is fine. */
void pm_problem_free(pm_problem *problem);

/* Problems from arrays, which stay the caller's.  A double stands for the exact value that it has.
 * The field is PM_FIELD_INTEGER for int64_t and mpz_t, PM_FIELD_COMPLEX for pairs of doubles, else
 * PM_FIELD_REAL; PM_FIELD_PATTERN where there are no values.  *problem is the caller's, to be
 * released with pm_problem_free().
 * Errors of all: PM_INPUT (an index out of range, a number that is not finite, a denominator 0),
 * PM_NOMEM. */

/* Matrix k of a stack. */
pm_status pm_problem_dense(pm_problem **problem, const pm_stack *stack, size_t k);

/* m x n in compressed sparse rows: row i has the entries start[i] .. start[i + 1] - 1, of which
 * number l stands in column col[l] and has value l of `values`; NULL: all 1.  start has m + 1
 * places and begins with 0.  Entries at the same place are added up. */
pm_status pm_problem_csr(pm_problem **problem, pm_entries entries, int m, int n, const int *start,
                         const int *col, const void *values);

/* m x n from `count` entries in any order: entry l stands in row row[l] and column col[l], from 0,
 * and has value l of `values`; NULL: all 1.  Entries at the same place are added up. */
pm_status pm_problem_triplets(pm_problem **problem, pm_entries entries, int m, int n, size_t count,
                              const int *row, const int *col, const void *values);

/* -------------------------------------------------------------------- graphs */

/* A graph or digraph: vertices, perhaps with names, and weighted edges or arcs. */
typedef struct pm_graph pm_graph;

/* A file with one graph, or a stream of many. */
typedef struct pm_graph_reader pm_graph_reader;

/* How graphs are read. */
typedef struct pm_graph_options {
    const char *format; /* a name that pm_format_name() lists; NULL: by the file's begin and name */
    const char *as;     /* a matrix is a "biadjacency" or an "adjacency" matrix; NULL: adjacency if
                           its file says that it is symmetric or arcs are asked for, else
                           biadjacency */
    bool directed;      /* formats that do not say are read as arcs, not as edges */
    uint64_t memory;    /* bytes that what is read may take; 0: what the machine has */
} pm_graph_options;

/* Opens path ("-": standard input).  *reader is the caller's, to be released with
 * pm_graph_close(). Errors: PM_INPUT (an unknown name in the options), PM_IO, PM_NOMEM. */
pm_status pm_graph_open(pm_graph_reader **reader, const char *path,
                        const pm_graph_options *options);

/* The same for `length` bytes of text in memory, the caller's; messages call it `name`.  Errors:
 * the same. */
pm_status pm_graph_open_text(pm_graph_reader **reader, const char *name, const char *text,
                             size_t length, const pm_graph_options *options);

/* The next graph, the caller's, to be released with pm_graph_free(); NULL at the end.  The first
 * call recognises the format: an input that is blank, fits no format, or two, is PM_INPUT.
 * Errors: PM_INPUT with file and line, PM_IO, PM_NOMEM. */
pm_status pm_graph_next(pm_graph **graph, pm_graph_reader *reader);
void pm_graph_close(pm_graph_reader *reader); /* NULL is fine */

/* The number that the input gives the graph, '%graph N' in an edge list, which dimer writes of a
 * range of sizes; negative: none. */
int64_t pm_graph_index(const pm_graph *graph);

/* A graph, or digraph, of `vertices` vertices from `count` edges: edge l joins from[l] and to[l],
 * or leads from one to the other, and has the weight number l of `weights`, an array as for
 * pm_problem_dense(); NULL: all 1.  *graph is the caller's, to be released with pm_graph_free().
 * Errors: PM_INPUT (a vertex out of range, a number that is not finite, a denominator 0),
 * PM_NOMEM. */
pm_status pm_graph_from_edges(pm_graph **graph, bool directed, int vertices, size_t count,
                              const int *from, const int *to, pm_entries entries,
                              const void *weights);

/* How many vertices there are, edges as they are listed, parallel ones and loops included, and
 * loops. */
int pm_graph_vertices(const pm_graph *graph);
size_t pm_graph_edges(const pm_graph *graph);
size_t pm_graph_loops(const pm_graph *graph);

/* *parallel = edges other than loops that join the same two vertices as one before them, whatever
 * their direction.  Errors: PM_NOMEM. */
pm_status pm_graph_parallel(size_t *parallel, const pm_graph *graph);

/* What whoever asked should know about how the graph was read: a line or several, without the last
 * newline; NULL: nothing.  Owned by the graph. */
const char *pm_graph_notes(const pm_graph *graph);

/* The name of vertex 0, 1, ...; NULL where the file gives no names.  Owned by the graph. */
const char *pm_graph_vertex_name(const pm_graph *graph, int vertex);

/* The ends of edge 0, 1, ... as listed. */
void pm_graph_edge(const pm_graph *graph, size_t k, int *from, int *to);

/* The position of a vertex in the plane, x to the right and y down, where the file gives one or the
 * graph was laid out; and the way from one vertex to another, which on a torus is not what their
 * positions differ by.  False where there are no positions. */
bool pm_graph_position(const pm_graph *graph, int vertex, double *x, double *y);
bool pm_graph_step(const pm_graph *graph, int from, int to, double *x, double *y);

/* Makes up positions for a graph that has none: for pictures of small graphs.
 * Errors: PM_UNABLE (too large), PM_NOMEM. */
pm_status pm_graph_lay_out(pm_graph *graph);
void pm_graph_free(pm_graph *graph); /* NULL is fine */

/* *text = the graph in a format that pm_graph_format_name() lists, the caller's.  It is the graph
 * `number` of its file, from 1: an edge list has '%graph N' before a graph that its input numbers,
 * or that is not the first.
 * Errors: PM_INPUT (no such format), PM_UNABLE (the format cannot hold this graph, or no second
 * one; no igraph), PM_NOMEM. */
pm_status pm_graph_text(char **text, const pm_graph *graph, const char *format, long number);

/* Names and one-line descriptions of the formats that graphs are written in, as pm_engine_name()
 * has them. */
const char *pm_graph_format_name(int i, const char **what);

/* The automorphisms of a graph: the permutations of its vertices that keep its edges and their
 * weights, of parallel ones their sum, of arcs their direction, too. */
typedef struct pm_symmetry pm_symmetry;

/* By BLISS (Junttila and Kaski, Engineering an efficient canonical labeling tool for large and
 * sparse graphs, ALENEX 2007).  *symmetry is the caller's, to be released with
 * pm_symmetry_free(), and does not need the graph any more.
 * Errors: PM_UNABLE (igraph, which has BLISS, is not installed), PM_NOMEM. */
pm_status pm_graph_symmetry(pm_symmetry **symmetry, const pm_graph *graph);

/* How many automorphisms there are, a decimal number, owned by *symmetry; how many of them, which
 * generate all, are listed; and where number 0, 1, ... of these takes a vertex. */
const char *pm_symmetry_order(const pm_symmetry *symmetry);
size_t pm_symmetry_generators(const pm_symmetry *symmetry);
int pm_symmetry_image(const pm_symmetry *symmetry, size_t generator, int vertex);
void pm_symmetry_free(pm_symmetry *symmetry); /* NULL is fine */

/* Matrices from a file or a stream in any format that holds them: open, next and close as for
 * graphs, with the same options, of which `as` and `directed` mean nothing here.  A file of a graph
 * is PM_INPUT. */
pm_status pm_problem_open(pm_problem_reader **reader, const char *path,
                          const pm_graph_options *options);
pm_status pm_problem_next(pm_problem **problem, pm_problem_reader *reader);
void pm_problem_close(pm_problem_reader *reader); /* NULL is fine */

/* Names and one-line descriptions of the formats, as pm_engine_name() has them. */
const char *pm_format_name(int i, const char **what);

/* The perfect matchings of a graph, weighted by the products of their edges; directions and loops
 * are ignored, parallel edges added up.  With `saturating`, and for bipartite graphs only, the
 * matchings that saturate the smaller side of every component (of the matrix, where the file is a
 * biadjacency matrix).  *problem is the caller's and does not need the graph any more.
 * Errors: PM_DOMAIN (saturating, but not bipartite), PM_NOMEM. */
pm_status pm_problem_matchings(pm_problem **problem, const pm_graph *graph, bool saturating);

/* *out = a graph without loops whose perfect matchings are those of `graph` in which a vertex with
 * a loop may also be matched alone, with the weight of its loops; four more vertices for each such
 * vertex.  *out is the caller's, to be released with pm_graph_free().  Errors: PM_INPUT (too many
 * vertices), PM_NOMEM. */
pm_status pm_graph_match_loops(pm_graph **out, const pm_graph *graph);

/* The covers of all vertices by disjoint directed cycles of at least `least` vertices; an edge of
 * an undirected graph is two arcs.  least 1: loops count; 2: they do not; 3: nor do pairs of
 * opposite arcs, each of which adds two rows and columns to the matrix; then pm_marginals(),
 * pm_matchings() and pm_sample() are PM_UNABLE.
 * Errors: PM_UNABLE (no method for this `least`), PM_NOMEM. */
pm_status pm_problem_cycle_covers(pm_problem **problem, const pm_graph *graph, int least);

/* A problem whose answer is the sum over the matchings of all sizes of `problem`, the empty one
 * included, each with the product of its entries: for the matchings of a graph without weights its
 * Hosoya index (Hosoya, Bulletin of the Chemical Society of Japan 44, 1971).  Its matrix is larger.
 * *total is the caller's and does not need the other problem any more.
 * Errors: PM_UNABLE (cycles of at least 3 vertices), PM_NOMEM. */
pm_status pm_problem_total(pm_problem **total, const pm_problem *problem);

/* ------------------------------------------------------------------- options */

/* How far a run is. */
typedef struct pm_progress {
    double share;         /* of the work that is done, 0 to 1, as the plan weighs it */
    uint64_t done, total; /* units of work, of what is dealt out so far */
    double rate;          /* units a second */
    double spent, left;   /* seconds: by all who worked on it, and expected; HUGE_VAL: unknown */
    uint64_t part, parts; /* which share of a run it is; 1 of 1: all of it */
    const char *warning;  /* what went wrong without ending the run; NULL: nothing new */
    bool planning;        /* the plan is being made: nothing is dealt out, and to save, yet */
    const char *plan;     /* the plan, as pm_answer_plan() will have it, once it is made and before
                             it is carried out, or refused; `left` is what it is predicted to take;
                             NULL: nothing new */
} pm_progress;

/* What a run is to do next. */
typedef enum {
    PM_GO_ON,
    PM_SAVE, /* write the checkpoint now, and go on */
    PM_STOP, /* write the checkpoint and end: pm_solve() fails with PM_STOPPED */
} pm_request;

/* Called by the thread that called pm_solve(), at the beginning and several times a second while it
 * plans, or computes, what takes its time, and once in between with the plan; of the other ranks,
 * see pm_team_serve(). */
typedef pm_request pm_watch(void *watcher, const pm_progress *progress);

/* The ranks that were started together (by mpirun). */
typedef struct pm_team pm_team;

/* What is asked for, and how it is computed.  Begin with PM_OPTIONS_DEFAULT and set what you need.
 */
typedef struct pm_options {
    pm_precision precision;
    const char *modulus;   /* decimal text of a modulus > 1: the answer modulo it; NULL: none */
    const char *engine;    /* the engine of every core, by name; NULL: the planner's choice */
    const char *reduce;    /* rules to apply, comma-separated, or "all", "none"; NULL: all */
    const char *no_reduce; /* rules left out, comma-separated, or "all"; NULL: none left out */
    bool paper;            /* plan as the SUPerman paper does (Dulmage-Mendelsohn, splitting while
                              the smallest degree is at most 4 and n > 30, then sparyser if the
                              density is below 0.30, else ryser) */
    int threads;           /* 0: as many as the OpenMP run time gives */
    int gpus;              /* 0: all that there are, where it pays; n: so many, and PM_UNABLE where
                              there are fewer; PM_GPUS_NONE: none */
    uint64_t memory;       /* bytes that tables may take; 0: a part of the memory that is free */
    double seconds;        /* refuse (PM_UNABLE) what is predicted to take longer; 0: no limit */
    double epsilon;        /* relative error that a floating answer of a non-negative matrix may
                              have; terms that are proved to change it by less are left out.  0:
                              1e-12; negative: nothing is left out */
    bool strict;           /* refuse (PM_UNABLE) an answer whose proved error is above epsilon */
    bool plan_only;        /* plan, compute nothing: the answer has no value */
    const char *machine;   /* with plan_only: plan for this machine, by name or by the file that
                              describes it (permatch_formats(5)); NULL: for the one at hand */

    /* Of long runs; none of these changes a bit of the answer. */
    double audit;           /* this share, 0 to 1, of the units of work is computed twice, in
                               different ways; PM_WRONG where the bits differ */
    const char *checkpoint; /* the file that keeps what is done.  If it exists, the run goes on from
                               there.  It is kept when the answer is known.  NULL: none */
    double checkpoint_every; /* seconds from one write to the next; 0: 300 */
    const char *plan_to;     /* with plan_only: the file that keeps the plan; NULL: none */
    const char *plan_file;   /* such a file, or a checkpoint: its plan is carried out, with the
                                options that it was made with; NULL: none.  PM_INPUT where this
                                version cannot */
    uint64_t part, parts;    /* compute only share part = 1 .. parts; parts 0 or 1: all */
    pm_watch *watch;         /* called with the progress now and then; NULL: not */
    void *watcher;           /* its first argument */
    pm_team *team;           /* the ranks that share the work; NULL: this process alone */
} pm_options;

enum { PM_GPUS_NONE = -1 };

/* The defaults: every member zero or NULL. */
#ifdef __cplusplus
#define PM_OPTIONS_DEFAULT (pm_options{})
#else
#define PM_OPTIONS_DEFAULT ((pm_options){0})
#endif

/* Names and one-line descriptions of what can be chosen, for help texts: entry i of the table,
 * or NULL past its end; *what receives the description (static strings). */
const char *pm_engine_name(int i, const char **what);
const char *pm_rule_name(int i, const char **what);

/* ------------------------------------------------------------------- answers */

typedef struct pm_answer pm_answer;

/* Computes the permanent, or for a graph that is not bipartite the hafnian, of `problem` under
 * `options` (NULL: the defaults).  *answer is the caller's, to be released with pm_answer_free().
 * Errors: PM_UNABLE (with the predicted cost), PM_DOMAIN (a denominator without an inverse),
 * PM_INPUT (an unknown name in the options), PM_NOMEM, PM_WRONG; PM_IO (a checkpoint, or the file
 * of a plan), PM_STOPPED (`watch` asked for it). */
pm_status pm_solve(pm_answer **answer, const pm_problem *problem, const pm_options *options);

/* The same for the matrix in which row i of `problem` stands row_times[i] times and column j
 * col_times[j] times; 0 leaves a line out; NULL: all 1.  It is pm_problem_repeat() and pm_solve(),
 * but that lines are not copied where the options leave the choice and the exact answer takes few
 * steps: prod_j (col_times[j] + 1), less one factor, times the terms of the product of the
 * different rows, or the same of columns.  Such an answer is exact, and a floating one is that,
 * rounded.
 * Method: coefficients of a product of powers (MacMahon, Combinatory Analysis I, 1915, section 3),
 * by a recurrence (Knuth, The Art of Computer Programming 2, section 4.7).
 * Errors: those of both. */
pm_status pm_solve_repeated(pm_answer **answer, const pm_problem *problem, const int *row_times,
                            const int *col_times, const pm_options *options);

/* The answer of a run whose parts (pm_options.part), or checkpoints, are these files.
 * Errors: PM_INPUT (not one run's, damaged, not all of it), PM_IO, and those of pm_solve(). */
pm_status pm_sum(pm_answer **answer, const char *const *files, size_t count);

/* How far the run is whose checkpoint or part this file is.  Errors: PM_INPUT, PM_IO. */
pm_status pm_progress_read(pm_progress *progress, const char *file);

/* The file that pm_sum() adds up, where the run was for a part; else NULL.  A part has no value. */
const char *pm_answer_part(const pm_answer *answer);

/* The value as text: p, p/q, a+bi, or a number with `digits` significant digits (0: exact numbers
 * in full, floating ones with as many as the error bound supports, and at most as many as the
 * precision has: 17 for double, 33 for double-double; a residue is in full in any case).  The
 * string is the caller's, to be released with free().  Errors: PM_NOMEM. */
pm_status pm_answer_text(char **text, const pm_answer *answer, int digits);

/* The natural logarithm of a positive real value, in *log, whatever its exponent; -HUGE_VAL for 0.
 * *error bounds its absolute error (HUGE_VAL where even the sign is not proved).  Either may be
 * NULL.  Errors: PM_DOMAIN (the value is negative or complex). */
pm_status pm_answer_log(double *log, double *error, const pm_answer *answer);

/* The proved bound of the absolute error of a floating value, rounded up, as text; "0" where the
 * value was computed exactly, though pm_answer_text() may then round it to the digits that it
 * prints.  The string is the caller's, to be released with free().  Errors: PM_NOMEM. */
pm_status pm_answer_bound(char **text, const pm_answer *answer);

/* True where the error is proved to be at most epsilon times the modulus of the value. */
bool pm_answer_within(const pm_answer *answer, double epsilon);

/* The precision that a floating answer was asked for with, in bits; 0: the answer is exact. */
int pm_answer_bits(const pm_answer *answer);

/* The value rounded to double; inf or 0 beyond its range.  im may be NULL. */
void pm_answer_double(const pm_answer *answer, double *re, double *im);

/* The plan, several lines of text; owned by the answer. */
const char *pm_answer_plan(const pm_answer *answer);

/* The same as a JSON object, whose members permatch_json(5) describes, where the options said
 * plan_only.  The string is the caller's, to be released with free().
 * Errors: PM_DOMAIN (it was not the plan alone that was asked for), PM_NOMEM. */
pm_status pm_answer_plan_json(char **text, const pm_answer *answer);

/* Name of the number type ("integer", "rational", "gaussian", "real", "complex", "modular"), of
 * the engines that ran (comma-separated), of the reductions that did something; owned by the
 * answer. */
const char *pm_answer_type(const pm_answer *answer);
const char *pm_answer_engines(const pm_answer *answer);
const char *pm_answer_reductions(const pm_answer *answer);

/* The wall-clock time of planning and computing, and the threads and the GPUs of this machine that
 * were used. */
double pm_answer_seconds(const pm_answer *answer);
int pm_answer_threads(const pm_answer *answer);
int pm_answer_gpus(const pm_answer *answer);

/* Parts of that time: planning; then, of the GPU that took longest each time, until it could be
 * used, until its kernels were there, compiled or from the cache, and while launches were under
 * way. */
typedef enum {
    PM_PLANNING,
    PM_OPENING,
    PM_COMPILING,
    PM_LAUNCHES,
    PM_PHASES, /* how many there are */
} pm_phase;

double pm_answer_spent(const pm_answer *answer, pm_phase phase);

/* The ranks that shared the work, and the units of work that each of them, 0 .. ranks - 1, computed
 * of what was dealt out. */
int pm_answer_ranks(const pm_answer *answer);
uint64_t pm_answer_rank_units(const pm_answer *answer, int rank);

/* The units of work that the GPUs, or else the threads, of this process computed of what was dealt
 * out. */
uint64_t pm_answer_units(const pm_answer *answer, bool gpus);

/* Releases an answer; NULL is fine. */
void pm_answer_free(pm_answer *answer);

/* --------------------------------------------------------------------- ranks */

/* *team = the ranks of this MPI job, or NULL where there is but one process, or no MPI in this
 * build.  Call it first, once, and on every rank; pm_team_end() last.
 * Errors: PM_UNABLE (started as a rank of a job, without MPI in this build). */
pm_status pm_team_start(pm_team **team);

/* Which of the ranks this is, from 0, and how many there are.  The first one reads, asks and
 * prints. */
int pm_team_rank(const pm_team *team);
int pm_team_size(const pm_team *team);
int pm_team_local_rank(const pm_team *team); /* among the ranks of this machine, from 0 */
int pm_team_local_size(const pm_team *team);

/* What all ranks but the first do: work on what the first one solves with this team, until it ends.
 * While that has a checkpoint, `watch` (NULL: nobody) is called as that of pm_options is, with what
 * this rank alone knows of the progress; the first rank does what it wants.  What fails there fails
 * on the first rank, too; errors of its own: PM_NOMEM. */
pm_status pm_team_serve(pm_team *team, pm_watch *watch, void *watcher);
void pm_team_end(pm_team *team); /* NULL is fine */

/* -------------------------------------------------------- more than a number */

/* These have neither rules nor engines to choose from: of the options (NULL: the defaults)
 * they take precision, threads, memory and seconds.  A matching covers the shorter side of the
 * matrix: every row has a column of its own, or for m > n every column a row; in a symmetric
 * problem (pm_problem_is_symmetric()), every vertex has a partner, and both places of an edge have
 * its share. Errors of all: PM_UNABLE (tables that do not fit, with the prediction), PM_INPUT (an
 * option that means nothing here), PM_NOMEM. */

/* A list of numbers. */
typedef struct pm_values pm_values;

/* The share of the permanent that each entry has: the sum of the products with a_ij as a factor,
 * divided by the permanent; for a pattern, the probability that a random matching uses it.  Value k
 * is that of pm_problem_entry() k.  Rationals, or floating numbers where pm_solve() would give one,
 * and, for PM_PRECISION_AUTO, where rationals would have more than 2^24 bits in all.
 * *shares is the caller's, to be released with pm_values_free().
 * Errors: PM_DOMAIN (the permanent is 0). */
pm_status pm_marginals(pm_values **shares, const pm_problem *problem, const pm_options *options);

/* The numbers of matchings of k entries, no two in one row or column, k = 0 .. min(m, n), each
 * counted with the product of its entries: value k.  For patterns these are the rook numbers.
 * Where no entry is negative the list ends with the largest matchings that there are.
 * Computed exactly in any case.  *counts is the caller's, to be released with pm_values_free().
 * Errors: PM_UNABLE (complex entries; a symmetric problem). */
pm_status pm_matchings(pm_values **counts, const pm_problem *problem, const pm_options *options);

/* The minors of an m x n matrix: value i n + j is the permanent of what is left without row i and
 * column j, from 0, the derivative by entry (i, j); of 1 x n it is 1.  For m < n it is (m - 1) x
 * (n - 1), and likewise for m > n.  Numbers are as pm_solve() would give them, with a bound each.
 * Of the options it takes epsilon, too; a minor takes as long as a permanent, and so m n times as
 * long in all; many small matrices in arrays: pm_minors().
 * *minors is the caller's, to be released with pm_values_free().
 * Errors: PM_UNABLE (a problem that is symmetric). */
pm_status pm_problem_minors(pm_values **minors, const pm_problem *problem,
                            const pm_options *options);

/* `count` independent random matchings, each with probability in proportion to the product of its
 * entries: partner[k * min(m, n) + i] is the column that matching k gives row i, or for m > n the
 * row that it gives column i; from 0.  The probabilities are exact, the randomness that of a
 * generator with 64 bits of state; the same seed draws the same matchings everywhere.
 * On failure the array may have been written to.
 * Errors: PM_DOMAIN (the permanent is 0; an entry is negative or complex). */
pm_status pm_sample(int *partner, size_t count, uint64_t seed, const pm_problem *problem,
                    const pm_options *options);

/* Called with each matching: partner[] is as pm_sample() has it, for one matching.  False: no more
 * are wanted. */
typedef bool pm_visit(void *visitor, const int *partner);

/* Lists all perfect matchings, whatever their products: each row gets its columns in ascending
 * order, and so do the vertices of a symmetric problem.  There may be very many; from one to the
 * next it takes at most rows times entries searches of linear cost. Errors: PM_UNABLE (covers by
 * cycles of at least 3 vertices), PM_NOMEM. */
pm_status pm_list(const pm_problem *problem, pm_visit *visit, void *visitor);

/* How many values there are, and their type, as pm_answer_type() names it. */
size_t pm_values_count(const pm_values *values);
const char *pm_values_type(const pm_values *values);

/* Value k as text, as pm_answer_text() writes it; the string is the caller's, to be released with
 * free().  Errors: PM_NOMEM. */
pm_status pm_values_text(char **text, const pm_values *values, size_t k, int digits);

/* Value k rounded to double, as pm_answer_double() does it; im may be NULL. */
void pm_values_double(const pm_values *values, size_t k, double *re, double *im);

/* Releases a list of numbers; NULL is fine. */
void pm_values_free(pm_values *values);

/* ------------------------------------------------------- many small matrices */

/* *gpus = the GPUs of this machine, at most `most` of them, for one call at a time; kernels that
 * were loaded once stay loaded.  *gpus is the caller's, to be released with pm_gpus_close().
 * Errors: PM_UNABLE (there is none, or no compiler for its kernels), PM_NOMEM. */
pm_status pm_gpus_usable(pm_gpus **gpus, int most);

/* Releases GPUs; NULL is fine. */
void pm_gpus_close(pm_gpus *gpus);

/* The permanents of all matrices of a stack: values[k], or for complex entries values[2 k] +
 * i values[2 k + 1].  bounds[k] is a proved bound of the absolute error (NULL: not wanted).  Both
 * arrays are the caller's.  `threads` share the work, 0: as many as the OpenMP run time gives.
 * Without multiplicities and in double arithmetic, an m x n matrix has min(m, n) <= 12 or
 * max(m, n) <= 48, and takes about 2^(n-1) n multiplications.  Multiplicities r_i, c_j take
 * min(prod (r_i + 1), prod (c_j + 1)) / 2 terms times the number of different lines of the other
 * side.  No plan is made.
 * Method: a table over subsets for min(m, n) <= 12 (Nijenhuis and Wilf, Combinatorial Algorithms,
 * 1978, chapter 23), else Glynn's formula (European Journal of Combinatorics 31, 2010), with
 * multiplicities as Shchesnovich has it (International Journal of Quantum Information 11, 2013).
 * On failure the arrays may have been written to.
 * Errors: PM_INPUT (an entry that is not finite, a negative multiplicity, entries of GMP),
 * PM_UNABLE (too large), PM_NOMEM. */
pm_status pm_batch(double *values, double *bounds, const pm_stack *stack, int threads);

/* The permanents of small problems with integer entries, where double arithmetic proves them: if
 * found[k], the permanent of problem k is values[k], below 2^53 in modulus.  Else pm_solve() is
 * wanted: its shorter side has more than 12 lines or its longer one more than 48, its entries are
 * no integers below 2^53, it is symmetric, or the bound is too large.  Both arrays are the
 * caller's; `threads` and the method are those of pm_batch(), with a table for each shape that
 * follows another.
 * Errors: PM_NOMEM. */
pm_status pm_batch_integers(int64_t *values, bool *found, pm_problem *const *problems, size_t count,
                            int threads);

/* All minors of the matrices of a stack: value (k rows + i) cols + j is the permanent of matrix k
 * less row i and column j; with multiplicities, less one copy of each, and 0 where there is none.
 * row_times times col_times times it is the derivative by entry (i, j), for rectangular matrices as
 * well: of m x n, m < n, every minor is (m - 1) x (n - 1).  Values, bounds, threads and errors are
 * those of pm_batch(); a matrix takes three to five times as long as there.
 * Method: tables from both ends over subsets for max(m, n) <= 12, else products from both ends of
 * every term of Glynn's formula. */
pm_status pm_minors(double *values, double *bounds, const pm_stack *stack, int threads);

/* The permanents of products: value k is that of left matrix k, n x r, times right matrix k, r x n.
 * Multiplicities are those of the left rows and the right columns; `precision` and `normalized`
 * those of `left`, but that PM_PRECISION_AUTO gives what PM_PRECISION_EXACT does: every value is
 * right to the last digit of a double.  n r C(n + r - 1, r - 1) steps.
 * Method: Barvinok, Mathematics of Operations Research 21, 1996.
 * Errors: those of pm_batch(); PM_INPUT where shapes do not fit. */
pm_status pm_rank(double *values, double *bounds, const pm_stack *left, const pm_stack *right,
                  int threads);

/* The loop hafnians of symmetric matrices: the sums, over all ways to match every vertex with
 * another or with itself, of the products of entries (i, j), i < j, and of loops[k n + i], whose
 * type is that of the entries (NULL: no loops: hafnians).  row_times[k n + i] copies of vertex i
 * may be matched with each other, by entry (i, i); col_times is not looked at.  `normalized`:
 * divided by sqrt(prod row_times!).  prod (row_times + 1) / 2 terms.  Precisions are those of
 * pm_rank(). Method: Kan, Journal of Multivariate Analysis 99, 2008, theorem 1. Errors: those of
 * pm_batch(); PM_INPUT where a matrix is not symmetric. */
pm_status pm_loop_hafnian(double *values, double *bounds, const pm_stack *stack, const void *loops,
                          int threads);

/* The derivatives of the hafnians of symmetric matrices: value (k n + i) n + j is the hafnian of
 * matrix k less the rows and columns i and j, which is the derivative by the entry of both places
 * (i, j) and (j, i); 0 on the diagonal and where n is odd.  There are no multiplicities.  Precisions
 * are those of pm_rank().  About 16 2^(n/2) n^2 / 4 multiplications, three for each one of the
 * hafnian.
 * Method: reverse accumulation (Griewank and Walther, Evaluating Derivatives, 2008, chapter 3)
 * through the sum of Bjorklund, SODA 2012.
 * Errors: those of pm_batch(); PM_INPUT where a matrix is not symmetric. */
pm_status pm_hafnian_gradient(double *values, double *bounds, const pm_stack *stack, int threads);

#ifdef __cplusplus
}
#endif
#endif
