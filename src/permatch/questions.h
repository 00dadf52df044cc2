/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Part of permatch.h: shares, samples, sizes, minors, bounds, structure, proofs. */
#pragma once

/* -------------------------------------------------------- questions as data */

/* What can be asked of a problem, and the function that answers. */
typedef enum {
    PM_ASK_VALUE,       /* pm_solve() */
    PM_ASK_LOGARITHM,   /* pm_solve() with the option logarithm, and pm_answer_log() */
    PM_ASK_FREE,        /* pm_solve() of pm_problem_unmatched() */
    PM_ASK_SHARES,      /* pm_marginals() */
    PM_ASK_FREE_SHARES, /* pm_marginals() of the same */
    PM_ASK_JOINT,       /* pm_joint_marginals() */
    PM_ASK_DRAWS,       /* pm_sample() */
    PM_ASK_SIZES,       /* pm_matchings() */
    PM_ASK_LIST,        /* pm_list() */
    PM_ASK_MINORS,      /* pm_problem_minors() */
    PM_ASK_GRADIENT,    /* pm_minors() of hafnians */
    PM_ASK_PATTERNS,    /* pm_batch() of hafnians with a cutoff */
    PM_ASK_TORONTONIAN, /* pm_batch() of torontonians */
    PM_ASK_PFAFFIAN,    /* pm_solve() of pm_problem_pfaffian(), or pm_batch() */
    PM_ASK_BOUNDS,      /* pm_bounds() */
    PM_ASK_ESTIMATE,    /* pm_solve() with the option estimate */
    PM_ASK_STRUCTURE,   /* pm_structure_find() */
    PM_ASK_PROOF,       /* pm_prove() */
    PM_ASK_BEST,        /* pm_best() */
    PM_QUESTIONS,       /* the number of questions */
} pm_question;

/* What a question can be combined with: options, forms of input and of output. */
typedef enum {
    PM_WITH_LOG_WEIGHTS, /* entries that are given by their logarithms */
    PM_WITH_LOGARITHM,   /* the logarithm of the answer */
    PM_WITH_PRECISION,
    PM_WITH_EPSILON,
    PM_WITH_STRICT,
    PM_WITH_MODULUS,
    PM_WITH_ESTIMATE,
    PM_WITH_ENGINE,
    PM_WITH_REDUCTIONS,
    PM_WITH_PAPER,
    PM_WITH_GPUS,
    PM_WITH_MEMORY,
    PM_WITH_SECONDS,
    PM_WITH_PLAN, /* only the plan: pm_question_plan() */
    PM_WITH_STORED_PLAN,
    PM_WITH_CHECKPOINT,
    PM_WITH_PARTS,
    PM_WITH_RANKS,
    PM_WITH_AUDIT,
    PM_WITH_JSON,   /* of the programs */
    PM_WITH_FREE,   /* matchings with K free vertices */
    PM_WITH_LOOPS,  /* vertices that are matched with themselves */
    PM_WITH_COPIES, /* repeated lines */
    PM_FACILITIES,  /* the number of facilities */
} pm_facility;

/* The name of a question and of a facility: the option of the programs, or a word.  *what = a line
 * that explains it.  NULL past the last one.  The strings are static. */
const char *pm_question_name(int question, const char **what);
const char *pm_facility_name(int facility, const char **what);

/* Why a question does not go with a facility: a sentence, with which the functions above refuse it
 * by PM_INPUT.  NULL: it does.  The string is static. */
const char *pm_facility_refusal(pm_question question, pm_facility facility);

/* Makes the plan of a question and answers nothing: an answer without a value, as that of
 * pm_solve() with plan_only.  It names the engine of the part that takes longest and the predicted
 * time. `count` is the number of draws, or of the entries of PM_ASK_JOINT; otherwise it does not
 * matter. For free vertices, ask about the problem of pm_problem_unmatched().  *plan is the
 * caller's, to be released with pm_answer_free().  Errors: those of the question; PM_INPUT (it has
 * no plan); PM_UNABLE (no engine can, or there is no prediction; *plan may be set, and says why).
 */
pm_status pm_question_plan(pm_answer **plan, pm_question question, size_t count,
                           const pm_problem *problem, const pm_options *options);

/* -------------------------------------------------------- more than a number */

/* The options precision, engine, reduce, no_reduce, threads, memory, seconds and watch apply
 * (NULL: the defaults).  A matching covers the shorter side of the matrix: it gives
 * every row its own column, or for m > n every column its own row.  In a symmetric problem
 * (pm_problem_is_symmetric()), it gives every vertex a partner, and both entries of an edge have
 * the same share. Errors of all: PM_UNABLE (the tables do not fit into memory; with the
 * prediction), PM_INPUT (an option that does not apply), PM_STOPPED, PM_NOMEM. */

/* A list of numbers. */
typedef struct pm_values pm_values;

/* Computes the share of every entry in the permanent.  The share of a_ij is the sum of the products
 * that contain a_ij, divided by the permanent.  For a pattern it is the probability that a random
 * matching uses the entry; likewise for weights without negative or complex entries.  With such
 * entries a share is only a quotient, and it may be negative or complex: it is PM_DOMAIN unless the
 * option is_signed is set, which applies here too.  Value k belongs to entry k of
 * pm_problem_entry().  The shares are
 * rational if pm_solve() would give an exact answer, else floating.  With PM_PRECISION_AUTO they
 * are also floating if the rationals would have more than 2^24 bits in all.  With the option
 * estimate they are counted in random matchings, if this is predicted to take less time: then all
 * shares have an absolute error of at most estimate, except with probability delta, and errors are
 * also those of pm_sample().  *shares is
 * the caller's, to be released with pm_values_free().  Errors: PM_DOMAIN (the permanent is 0; an
 * entry is negative or complex), PM_INPUT (estimate with unproved or PM_PRECISION_EXACT). */
pm_status pm_marginals(pm_values **shares, const pm_problem *problem, const pm_options *options);

/* Computes the entropy, in natural units, of what a random matching does at each line: the sum of
 * -p ln p over the shares p of its entries, and of its being free: on the longer side, or in a
 * problem of pm_problem_unmatched(), pm_problem_total() or pm_problem_monomers().  Value i is that
 * of row i; unless the problem is symmetric, those of columns follow.  All are floating, with the
 * bits of the option precision, or as double, and with errors.  Their texts have only digits that
 * these errors support.
 * *entropies is the caller's, to be released with pm_values_free().  Errors: those of
 * pm_marginals(), PM_UNABLE (copies; several partners), PM_INPUT (the option is_signed). */
pm_status pm_entropies(pm_values **entropies, const pm_problem *problem, const pm_options *options);

/* Computes joint shares of `count` entries, which entry[] numbers as pm_problem_entry() does. Value
 * k < count is the share of entry[k].  Value `count` is the joint share: the sum of the products
 * that contain all these entries, divided by the permanent.  Value count + 1 is the joint share
 * minus the product of the shares; of two entries it is their covariance.  All values are exact.
 * SIZE_MAX stands for an entry that is 0; its share is 0.
 * *shares is the caller's, to be released with pm_values_free().  Errors: PM_DOMAIN (the permanent
 * is 0), PM_INPUT (there is no such entry). */
pm_status pm_joint_marginals(pm_values **shares, size_t count, const size_t *entry,
                             const pm_problem *problem, const pm_options *options);

/* Counts the perfect matchings, or what else a problem adds up, by the sum of their weights: the
 * graph was read with the option powers.  Or adds up cycle covers by the number of their cycles:
 * each has the weight "x" (pm_problem_cycle_weight()).  Value 2 k is a sum of weights and
 * value 2 k + 1 the number of matchings that have it, which is not 0; sums ascend.  They are the
 * exponents and coefficients of one polynomial, the digits of one exact value of pm_solve() at a
 * power of 2.  Options are those of pm_ising_energies().  Release *values by pm_values_free().
 * Errors: PM_UNABLE (cycles have a weight, and arcs have x), those of pm_solve(). */
pm_status pm_coefficients(pm_values **values, const pm_graph *graph, const pm_problem *problem,
                          const pm_options *options);

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

/* Counts the Clar coverings of a graph by their number of hexagons: every vertex is in one edge or
 * in one hexagon of the covering, and a hexagon is a cycle of six vertices without a chord.  Value
 * k is the number of coverings with k hexagons, so that value 0 is the number of perfect matchings;
 * the last one is not 0, unless there is no covering.  These are the coefficients of the Clar
 * covering (Zhang-Zhang) polynomial.  Of the options memory, seconds and watch apply.  *counts is
 * the caller's, to be released with pm_values_free().
 * Errors: PM_UNABLE (weights other than 1; free vertices, loops or copies; the graph is too wide),
 * PM_STOPPED, PM_NOMEM. */
pm_status pm_clar(pm_values **counts, const pm_problem *problem, const pm_options *options);

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
 * probability; their probabilities are then exact but for roundings.  In a planar graph whose
 * weights have many digits, a draw is taken if its probability is proved to be right up to a factor
 * of 1 +- 2^-50; the others are drawn with more digits, and the probability of all of them together
 * is right up to 2^-50.  If the call fails, the array may have been changed.  Errors: PM_DOMAIN
 * (the permanent is 0; an entry is negative or complex).
 */
pm_status pm_sample(int *partner, size_t count, uint64_t seed, const pm_problem *problem,
                    const pm_options *options);

/* A function of the caller that receives one matching; partner[] is as in pm_sample().  The result
 * false ends the list. */
typedef bool pm_visit(void *visitor, const int *partner);

/* Lists all perfect matchings, also those whose product is negative or complex, in lexicographic
 * order: the columns of row 0 ascend, then those of row 1, and so on.  There may be very many. From
 * one to the next it takes at most rows times entries searches of linear cost.
 * At most `most` of them are listed; 0: all.  Of the options, memory, seconds, watch and checkpoint
 * apply; with seconds or watch, another thread calls visit().  With a checkpoint, a list that was
 * stopped goes on after the last matching for which visit() was true; after a crash, after the last
 * one in the file.
 * Errors: PM_UNABLE (covers by cycles of at least 3 vertices; too late), PM_INPUT and PM_IO (the
 * checkpoint), PM_STOPPED, PM_NOMEM. */
pm_status pm_list(const pm_problem *problem, uint64_t most, pm_visit *visit, void *visitor,
                  const pm_options *options);

/* Finds the *count heaviest matchings of rows with columns; *count becomes smaller if there are
 * fewer.  partner[k * min(m, n) + i] is as in pm_sample(), for matching k, and value k is its
 * weight: the product of its entries.  Weights descend; of equal ones, the first in the order of
 * pm_list() is first.  The order is proved; but products of weights that are given by logarithms
 * and differ by less than a factor of 1 + 2^-120 may come in any order.  One more value is the sum
 * of the weights of all other matchings.  It is left out if it is predicted to take longer than the
 * option seconds, or a second without it.  In any case 10^*log10_rest is a proved upper bound of it
 * (HUGE_VAL: none is known).  Method: Murty, Operations Research 16, 1968.  Of the options,
 * threads, memory, seconds, watch and precision apply (NULL: the defaults).  *weights is the
 * caller's, to be released with pm_values_free().  If the call fails, partner[] may have been
 * changed.  Errors: PM_DOMAIN (an entry is negative or complex), PM_UNABLE (the problem is
 * symmetric), PM_INPUT, PM_STOPPED, PM_NOMEM. */
pm_status pm_best(pm_values **weights, size_t *count, int *partner, double *log10_rest,
                  const pm_problem *problem, const pm_options *options);

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

/* The natural logarithm of value k, of any size; -HUGE_VAL for 0, NaN if it is negative or complex.
 * It is that of the number that pm_values_text() writes, rounded. */
double pm_values_log(const pm_values *values, size_t k);

/* Releases a list of numbers; NULL is fine. */
void pm_values_free(pm_values *values);

/* -------------------------------------------------------------------- bounds */

/* Proved bounds of an answer that is too large to be computed, in about a second: the modulus of
 * the answer of pm_solve() lies between 10^log10_bounds[0] and 10^log10_bounds[1].  A lower bound
 * of 0 is -HUGE_VAL; both are if the answer is 0.  methods[0] and methods[1] name how the bounds of
 * the largest core were found; the strings are static, and the array may be NULL.  Non-negative
 * permanents have lower bounds from a doubly stochastic matrix (Gurvits, Electronic J.
 * Combinatorics 15, 2008; Gurvits, arXiv:1106.2844, 2011), and graphs that are not bipartite have
 * that of a bipartite part, or of one matching.  Upper bounds come from products over rows (Soules,
 * Linear and Multilinear Algebra 51, 2003), from some columns that are counted exactly, from norms
 * of rows (Carlen, Lieb and Loss, Methods and Applications of Analysis 13, 2006), and for negative
 * and complex entries from the norm of the matrix (Gurvits, MFCS 2005).  Of the options, reduce,
 * no_reduce, seconds and watch apply (NULL: the defaults). Errors: PM_INPUT, PM_UNABLE (much more
 * than the seconds passed), PM_STOPPED, PM_NOMEM. */
pm_status pm_bounds(double *log10_bounds, const char **methods, const pm_problem *problem,
                    const pm_options *options);

/* The Bethe permanent of a square matrix without negative entries, its beliefs, and proved bounds
 * of the permanent: the Bethe permanent lies between ends[0] and ends[1], and the permanent between
 * ends[0] and ends[2]; log10_ends are decimal logarithms of the same three, for numbers beyond the
 * range of double.  beliefs[k] is that of entry k of the problem, a multiple of 2^-48; they are 0
 * or more, and add up to 1 in every row and column, exactly.  If the permanent is 0, so are the
 * ends, and the beliefs are NaN.  All arrays are the caller's.  Methods: belief propagation
 * (Vontobel, IEEE Transactions on Information Theory 59, 2013), with a tangent of the Bethe entropy
 * above; the factors are 1 (Gurvits, arXiv:1106.2844, 2011) and the root of 2^n (Anari and Rezaei,
 * FOCS 2019).  The options are those of pm_bounds(); the rules have no influence.  Errors:
 * PM_DOMAIN (an entry is negative or complex), PM_UNABLE (a matrix that is not square, a graph that
 * is not bipartite, messages beyond the range of double), and those of pm_bounds(). */
pm_status pm_bethe(double *log10_ends, double *ends, double *beliefs, const pm_problem *problem,
                   const pm_options *options);

/* Proved intervals of shares, for a problem of pm_problem_total() or pm_problem_monomers() without
 * negative entries: value k of pm_marginals() lies between bounds[2 k] and bounds[2 k + 1], and the
 * mean number of edges of a matching between mean[0] and mean[1]; mean may be NULL.  The options
 * are those of pm_bounds(); with seconds, the intervals become narrower up to then.  Method: the
 * decay of correlations (Bayati, Gamarnik, Katz, Nair and Tetali, STOC 2007).  Errors: PM_UNABLE
 * (another problem), PM_INPUT, PM_STOPPED, PM_NOMEM. */
pm_status pm_share_bounds(double *bounds, double *mean, const pm_problem *problem,
                          const pm_options *options);

/* Encloses the answers of all matrices whose entries differ from those of `problem` by at most the
 * entries of `errors`, a matrix of the same size with none below 0: both parts of each answer lie
 * between those of value 0 and value 1.  If no such matrix has a negative entry, both are ends that
 * are reached; else the interval may be too wide.  Values are of the type that pm_solve() gives,
 * and rounded outwards; with PM_PRECISION_EXACT not at all.  The options are those of pm_solve()
 * without modulus, estimate, logarithm, parts, plans and checkpoints.  Method: the permanent has
 * degree 1 in each entry (Minc, Permanents, 1978, section 1.2).  *ends is the caller's, to be
 * released with pm_values_free().  Errors: PM_INPUT (another size, a negative error), PM_UNABLE
 * (logarithms, free or repeated lines), and those of pm_solve(). */
pm_status pm_interval(pm_values **ends, const pm_problem *problem, const pm_problem *errors,
                      const pm_options *options);

/* Makes the matrix of errors for pm_interval(): `error` is a number above 0 for all entries that
 * are not 0, or the path of a file with a matrix.  *errors is the caller's, to be released with
 * pm_problem_free().  Errors: PM_INPUT (0 or less), those of pm_problem_open() and
 * pm_problem_next(). */
pm_status pm_problem_errors(pm_problem **errors, const pm_problem *problem, const char *error);

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
    PM_SURFACE_TORUS, /* from here on not in the plane: the embedding of the input, or one that was
                       * found, is on a torus */
    PM_SURFACE_PROJECTIVE, /* on a projective plane */
    PM_SURFACE_KLEIN,      /* on a Klein bottle */
    PM_SURFACE_HANDLES,    /* on an orientable surface of higher genus */
    PM_SURFACE_CROSSCAPS,  /* on a surface without orientation of higher genus */
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
 * reduce, no_reduce, seconds and watch apply (NULL: the defaults).  Errors: PM_UNABLE (much more
 * than the seconds passed; cycles of at least 3 vertices), PM_INPUT, PM_STOPPED, PM_NOMEM. */
pm_status pm_structure_find(pm_structure **structure, const pm_problem *problem,
                            const pm_options *options);
void pm_structure_free(pm_structure *structure); /* NULL is fine */

/* -------------------------------------------------------------------- streams */

/* Answers to the problems of a stream, as texts of the caller, in the file whose name is that of
 * the checkpoint in the options and ".answers".  `question` says in one line what is asked;
 * `first` is the first problem.  *kept is the caller's, to be released with pm_kept_free().
 * Errors: PM_INPUT (no checkpoint; the file is damaged, or belongs to another question or first
 * problem), PM_IO, PM_NOMEM. */
typedef struct pm_kept pm_kept;
pm_status pm_kept_open(pm_kept **kept, const char *question, const pm_problem *first,
                       const pm_options *options);

/* *text = the answer to the problem with this number, from 1 on; NULL: the file has none.  Numbers
 * ascend.  `graph` is that of the problem; NULL: it has none.  *own = the name of a checkpoint for
 * this problem alone; the file goes when the answer is saved.  Both belong to *kept, until the next
 * call.  Errors: PM_INPUT (the file has another problem with this number, or one with other names),
 * PM_NOMEM. */
pm_status pm_kept_find(const char **text, const char **own, pm_kept *kept, uint64_t number,
                       const pm_problem *problem, const pm_graph *graph);

/* Keeps the answer to the problem of the last pm_kept_find().  Answers are written about once a
 * second.  Errors: PM_IO, PM_NOMEM. */
pm_status pm_kept_put(pm_kept *kept, const char *text);

/* Writes the file, if there was more than one problem.  Errors: PM_IO, PM_NOMEM. */
pm_status pm_kept_save(pm_kept *kept);
void pm_kept_free(pm_kept *kept); /* NULL is fine */

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
 * checkpoint_every apply (NULL: the defaults); long after `seconds` it is stopped.  The messages
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
