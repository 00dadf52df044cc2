/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Part of permatch.h: problems, read from files or made from arrays. */
#pragma once

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
    PM_ENTRIES_LOGS,    /* double: the natural logarithms of entries, -HUGE_VAL of 0.  In stacks:
                           pm_batch(), pm_minors(), pm_shares(), pm_joint_shares() */
} pm_entries;

/* GPUs of this machine, opened by pm_gpus_usable(). */
typedef struct pm_gpus pm_gpus;

/* What a stack asks for; pm_stack describes them. */
typedef enum {
    PM_STACK_PERMANENTS,
    PM_STACK_HAFNIANS,
    PM_STACK_TORONTONIANS,
    PM_STACK_PFAFFIANS,
    PM_STACK_MONTREALERS,
    PM_STACK_LOW_RANK_HAFNIANS,
} pm_stack_kind;

/* `count` matrices of the same shape, in an array of the caller.  Entry (i, j) of matrix k is
 * element k matrix_stride + i row_stride + j col_stride; strides count elements and may be 0 or
 * negative.  If `strided` is not set, the strides must be 0; the matrices then follow each other,
 * and each matrix is stored row by row.
 *
 * `size` is sizeof(pm_stack).  So a later version knows which members the caller has.  0 stands for
 * the members of version 1.0.
 *
 * What is asked of the matrices is `kind`:
 *
 * PM_STACK_PERMANENTS: permanents; with `right`, those of the products of matrix k and the matrix k
 * of that stack, whose columns then count, with its col_times.
 *
 * PM_STACK_HAFNIANS: loop hafnians of symmetric matrices, the sums over all ways to match every
 * vertex with another vertex or with itself.  A pair of vertices i < j has the factor entry (i, j),
 * and a vertex i of matrix k that is matched with itself has the factor loops[k n + i].  Loops have
 * the type of the entries and are not strided.  If `loops` is NULL, there are none, and the values
 * are hafnians.  Vertex i has row_times[k n + i] copies.  Two copies may be matched with each
 * other, with the factor entry (i, i).  col_times is ignored.  With a `cutoff` above 0, each matrix
 * has cutoff^n values, at most 2^30: vertex i has p_i copies, 0 <= p_i < cutoff, in value k
 * cutoff^n + sum over i of p_i cutoff^(n-1-i), and row_times is ignored.
 *
 * PM_STACK_TORONTONIANS: torontonians of Hermitian matrices O of doubles or complex numbers with 2
 * n rows, where rows i and i + n belong to mode i.  With M = I - O, which must be positive
 * definite, it is the sum over all sets Z of modes of (-1)^(n - |Z|) exp(g M_Z^-1 g* / 2) /
 * sqrt(det M_Z), where M_Z has the rows and columns of the modes in Z, and g is row k of `loops`, 2
 * n numbers, without the other modes; NULL: g is 0.  The values are real: one double for each
 * matrix.  For a Gaussian state with covariance matrix S of a and a* (Q = S + I / 2), O = I - Q^-1
 * and g = a* Q^-1, all n detectors click with probability tor / sqrt(det Q) exp(-a* Q^-1 a / 2).
 * Numbers that must be conjugates of each other, and differ by at most `rtol` times the largest
 * modulus, are replaced by their means: of entries (i, j) and (j, i), and, for complex matrices, of
 * the rows of a and a*. The bounds are those for the means.  There are no multiplicities.
 *
 * PM_STACK_PFAFFIANS: Pfaffians of matrices whose entry (j, i) is minus entry (i, j): the sum over
 * all ways to pair the rows of the products of the entries (i, j), i < j, of the pairs, with the
 * sign of the permutation i1 j1 i2 j2 ...  Without rows it is 1, and with an odd number of rows 0.
 * There are neither loops nor multiplicities.  PM_PRECISION_DOUBLE and PM_PRECISION_AUTO are as
 * below; with every other precision, and where double does not suffice, a value is the exact one,
 * rounded.
 *
 * PM_STACK_MONTREALERS: montrealers of symmetric matrices with 2 n rows, where rows i and i + n
 * belong to mode i: those terms of the (loop) hafnian whose pairs form, together with the n pairs
 * (i, i + n), a single cycle or, with `loops` as for hafnians, a single path that ends in two
 * loops.  Without rows it is 0.  There are no multiplicities, and at most 18 modes.  Every
 * precision but a number of bits is PM_PRECISION_EXACT.  Source: Cardin and Quesada,
 * arXiv:2212.06067.
 *
 * PM_STACK_LOW_RANK_HAFNIANS: loop hafnians of the products L L^T of n x r matrices L with their
 * transposes, not conjugated, as for PM_STACK_HAFNIANS, with `loops` and row_times: n r C(n + r -
 * 1, r - 1) products, where loops count as one more column.  The value is the mean of the product
 * of the forms (L z)_i + loops[i], where z has r independent normal variables: of a power z^(2 m)
 * it is (2 m - 1)!!.  Every precision but a number of bits gives as many bits as the values need.
 * Source: Björklund, Gupt and Quesada, ACM Journal of Experimental Algorithmics 24, 2019, appendix
 * C.
 *
 * Row i of matrix k stands for row_times[k rows + i] equal rows, and column j for col_times[k cols
 * + j] equal columns.  0 leaves out the row or column.  If an array is NULL, all multiplicities
 * are 1. The equal rows and columns are not stored.
 *
 * The precision of the results, which are rounded to double: PM_PRECISION_DOUBLE computes in double
 * arithmetic.  PM_PRECISION_EXACT computes exactly.  PM_PRECISION_DD, or a number of bits, computes
 * in balls of this number of bits.  With PM_PRECISION_AUTO, the relative error of a value is at
 * most `epsilon`: it is computed in double arithmetic; if its bound is larger, in double-double; if
 * this does not suffice, in balls, with more and more bits.
 *
 * If `normalized` is set, values are divided by sqrt(prod row_times! prod col_times!), for hafnians
 * by sqrt(prod row_times!), with a cutoff by sqrt(prod p_i!).  For permanents of a
 * unitary matrix they are then the amplitudes of boson sampling (Scheel, arXiv:quant-ph/0406127,
 * 2004): columns are the modes where photons enter, and rows those where they leave.  The
 * multiplicities of rows and columns must then have the same sum.
 *
 * GPUs help with many matrices.  Matrices and loops in the memory of a GPU, which are not strided,
 * are read there for hafnians, and copied otherwise. */
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
    pm_gpus *gpus;      /* GPUs that may be used; NULL: none */
    pm_watch *watch;    /* watches functions for stacks; NULL: nothing does */
    void *watcher;      /* its first argument */
    double epsilon;     /* the relative error that PM_PRECISION_AUTO allows; 0: 1e-12 */
    int device;         /* d > 0: `data`, and loops, are in the memory of the d-th of these GPUs */
    int64_t *exponents; /* the caller's, one for each value: a value is then values[k]
                           2^exponents[k], and its bound bounds[k] 2^exponents[k]; NULL: values and
                           bounds are doubles alone */
    pm_stack_kind kind;
    const void *loops;            /* of all kinds but permanents and Pfaffians; NULL: none */
    int cutoff;                   /* of patterns of hafnians; 0: none */
    double rtol;                  /* of torontonians: at least 0 and below 1 */
    const struct pm_stack *right; /* of products; NULL: none */
} pm_stack;

/* Makes a problem that asks for the hafnian of a symmetric matrix: the sum over the perfect
 * matchings of the graph with this adjacency matrix.  The diagonal is ignored.  *problem is a new
 * object; `matrix` may be released.  Errors: PM_INPUT (not square, not symmetric), PM_NOMEM. */
pm_status pm_problem_hafnian(pm_problem **problem, const pm_problem *matrix);

/* Replaces every entry by 1.  The permanent is then the number of perfect matchings of the
 * bipartite graph.  Does not fail. */
pm_status pm_problem_to_pattern(pm_problem *problem);

/* Keeps only the matchings with all of these entries, by their numbers for pm_problem_entry():
 * drops all others in the rows and columns of these.  The numbers of entries change.  So shares are
 * then conditional ones, and so are draws, lists and counts.  Matchings that do not cover the
 * shorter side may lack the entries: pm_matchings(), pm_problem_minors(), pm_problem_unmatched(),
 * pm_problem_total() and pm_problem_monomers() then refuse the problem by PM_UNABLE.  Errors:
 * PM_INPUT (no such entry), PM_DOMAIN (two entries share a row or column, so that no matching has
 * both), PM_UNABLE (free vertices, loops, copies), PM_NOMEM. */
pm_status pm_problem_require(pm_problem *problem, size_t count, const size_t *entry);

/* Repeats rows and columns: row i becomes row_times[i] equal rows, and column j becomes
 * col_times[j] equal columns.  0 leaves out the row or column.  If an array is NULL, all
 * multiplicities are 1.  If there are more than 2^20 entries then, or no memory for them, only
 * pm_solve() answers for the problem, without copies if it can.  Errors: PM_INPUT (a negative
 * multiplicity, too many lines), PM_UNABLE (a problem that was made from a graph), PM_NOMEM. */
pm_status pm_problem_repeat(pm_problem *problem, const int *row_times, const int *col_times);

/* Makes a problem that asks for the loop hafnian of a symmetric matrix, as PM_STACK_HAFNIANS: its
 * diagonal is the factor of two copies of a vertex that are matched with each other.  `loops` is a
 * matrix with one row: entry i is the factor of a vertex i that is matched with itself; NULL: there
 * are no loops.  Vertex i has times[i] copies; NULL: one each.  The type of the answer is that of
 * the entries and loops together.  Only pm_solve() answers for it.  *problem is a new object;
 * `matrix` and `loops` may be released.  Errors: PM_INPUT (not symmetric; loops of another shape; a
 * negative multiplicity), PM_UNABLE (a problem that was made from a graph), PM_NOMEM. */
pm_status pm_problem_loops(pm_problem **problem, const pm_problem *matrix, const pm_problem *loops,
                           const int *times);

/* Makes a problem that asks for the Pfaffian of a matrix, as PM_STACK_PFAFFIANS.  Only pm_solve()
 * answers for it, exactly; a floating answer is the exact one, rounded.  Of the options, precision,
 * modulus, epsilon, strict, logarithm, threads, memory, seconds and watch apply.  Its cost is about
 * n^3 / 6 multiplications modulo each of so many primes of 62 bits as the value needs.  *problem is
 * a new object; `matrix` may be released.  Errors: PM_INPUT (the matrix is not skew-symmetric: the
 * message names an entry), PM_UNABLE (a problem that was made from a graph), PM_NOMEM. */
pm_status pm_problem_pfaffian(pm_problem **problem, const pm_problem *matrix);

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

/* The name of a row or column that a table gives it.  NULL: it has none, or the problem was made
 * from a graph.  The problem owns the string. */
const char *pm_problem_row_name(const pm_problem *problem, int row);
const char *pm_problem_col_name(const pm_problem *problem, int col);

/* *text = what was read, in one line: the format, the sizes and the kind of numbers; NULL where the
 * problem does not come from an input.  The caller must free it.  Errors: PM_NOMEM. */
pm_status pm_problem_account(char **text, const pm_problem *problem);

/* Notes for the user about how the matrix was read: one or more lines, without the last newline.
 * NULL if there are none.  The problem owns the string. */
const char *pm_problem_notes(const pm_problem *problem);

/* True if the problem asks for the hafnian, which counts the perfect matchings of a graph that is
 * not bipartite.  The matrix is then symmetric and has two entries for each edge. */
bool pm_problem_is_symmetric(const pm_problem *problem);

/* True if every entry is 1, so that the answer is a count. */
bool pm_problem_is_pattern(const pm_problem *problem);

/* True if no entry is negative or complex. */
bool pm_problem_is_nonnegative(const pm_problem *problem);

/* Releases a problem; NULL is fine. */
void pm_problem_free(pm_problem *problem);

/* These functions make problems from arrays, which remain the caller's.  A double keeps its exact
 * binary value.  The field is PM_FIELD_PATTERN without values, PM_FIELD_INTEGER for int64_t and
 * mpz_t, PM_FIELD_COMPLEX for pairs of doubles, and PM_FIELD_REAL otherwise.  *problem is the
 * caller's, to be released with pm_problem_free().
 * Errors of all: PM_INPUT (an index out of range, a number that is not finite, a denominator 0),
 * PM_NOMEM. */

/* Makes a problem from matrix k of a stack.  PM_STOPPED: who watches the stack asked for it. */
pm_status pm_problem_dense(pm_problem **problem, const pm_stack *stack, size_t k);

/* A matrix in compressed sparse rows, or columns if `by_cols` is set.  Line i has the entries
 * start[i] to start[i + 1] - 1.  Entry l is at place index[l] of its line, counted from 0, and has
 * value l of `values`; if this is NULL, all entries are 1.  The array `start` has one number more
 * than there are lines and begins with 0.  Repeated entries are added up.  `size` is
 * sizeof(pm_sparse), as in pm_stack. */
typedef struct pm_sparse {
    size_t size;
    pm_entries entries;
    int rows, cols;
    const void *start, *index; /* of int, or of int64_t if `wide` is set */
    const void *values;
    bool wide, by_cols;
} pm_sparse;

/* Makes a problem from a sparse matrix. */
pm_status pm_problem_sparse(pm_problem **problem, const pm_sparse *matrix);

/* Makes a problem from `count` entries of an m x n matrix, in any order.  Entry l is in row row[l]
 * and column col[l], counted from 0, and has value l of `values`; if this is NULL, all entries are
 * 1.  Repeated entries are added up. */
pm_status pm_problem_triplets(pm_problem **problem, pm_entries entries, int m, int n, size_t count,
                              const int *row, const int *col, const void *values);
