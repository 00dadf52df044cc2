/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Part of permatch.h: options, answers, and ranks that compute together. */
#pragma once

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
    bool logarithm;  /* the size of the answer is enough: with PM_PRECISION_AUTO, integers may be
                        computed in floating arithmetic, if this is faster; epsilon 0: 1e-9 */
    double estimate; /* what exact methods cannot compute may be the mean of random draws,
                        with a relative error of at most this, except with probability
                        delta; 0: no draws.  With negative or complex entries the error is in
                        units of a power of the matrix' norm.  Only without `modulus` and with
                        PM_PRECISION_AUTO */
    double delta;    /* 0: 0.05 */
    bool unproved;   /* the draws themselves tell the error: an estimate of it, no bound */
    uint64_t seed;   /* of the draws; the same seed gives the same answer */
    bool plan_only;  /* make the plan and compute nothing: the answer has no value */

    /* For long runs.  None of these changes a bit of the answer. */
    double audit;           /* compute this fraction, 0 to 1, of the units of work twice, in two
                               ways; PM_WRONG if the bits differ */
    const char *checkpoint; /* the file for finished work.  If it exists, the run continues from it.
                               The file remains after the run.  NULL: none */
    double checkpoint_every; /* seconds from one write to the next; 0: 300 */
    const char *plan_to;     /* with plan_only: write the plan to this file; NULL: none */
    const char *plan_file;   /* such a file, or a checkpoint: carry out its plan, with the options
                                that are stored in it; PM_INPUT if this version cannot; NULL: none */
    uint64_t part, parts; /* compute only this part, from 1 to parts, with `memory` or `plan_file`,
                             since all parts must have one plan; parts 0 or 1: all */
    pm_watch *watch;      /* the function to call with the progress; NULL: none */
    void *watcher;        /* its first argument */
    bool plan_shown;      /* `watch` wants to see a plan, also of a problem so small that it needs
                             none */
    pm_team *team;        /* the ranks that compute together; NULL: only this process */

    bool is_signed; /* entries may be negative or complex also for shares, which then are only
                       quotients and no probabilities */
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
 *
 * For the copies of pm_problem_repeat(), there is a method beside those of the plan: coefficients
 * of a product of powers (MacMahon, Combinatory Analysis I, 1915, section 3), by a recurrence
 * (Knuth, The Art of Computer Programming 2, section 4.7).  Its steps are a product of two factors:
 * the product of col_times[j] + 1 over all columns except one, and the number of terms in the
 * product of the different rows.  Rows and columns may change places in this count.  The value of a
 * problem of pm_problem_loops() is found in balls with more and more bits, until only one Gaussian
 * integer is possible.  Both give exact answers; a floating answer is the exact one, rounded. Where
 * these methods take long, or the options ask for an engine, a plan or parts, copies become lines,
 * and a problem with loops becomes one of pm_graph_match_loops().  Small problems need no
 * plan, if the options leave the method to the library: exact permanents with up to 12 rows and 48
 * columns, or the other way round, are found from residues, by a table over subsets (Nijenhuis and
 * Wilf, Combinatorial Algorithms, 1978, chapter 23), and the Chinese remainder theorem.
 *
 * Errors: PM_UNABLE (with the predicted cost), PM_DOMAIN (a denominator has no inverse for the
 * modulus), PM_INPUT (an unknown name in the options), PM_NOMEM, PM_WRONG, PM_IO (a checkpoint or a
 * plan file), PM_STOPPED (`watch` asked for it). */
pm_status pm_solve(pm_answer **answer, const pm_problem *problem, const pm_options *options);

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
 * is the caller's, to be released with free().  pm_answer_text_bound() bounds the error of the
 * text. Errors: PM_DOMAIN, as of the functions below (an answer without a value: a plan, or a
 * part), PM_INPUT (more than 1000000 digits), PM_NOMEM. */
pm_status pm_answer_text(char **text, const pm_answer *answer, int digits);

/* The natural logarithm of a positive real value of any size; -HUGE_VAL for 0.  *error bounds the
 * absolute error of *log, with its rounding.  Both pointers may be NULL.  Errors: PM_DOMAIN (the
 * value is negative or complex), PM_UNABLE (its error may be half as large as the value, or more).
 */
pm_status pm_answer_log(double *log, double *error, const pm_answer *answer);

/* The natural logarithm of the modulus of any real value, as in pm_answer_log(), with the sign,
 * which is proved: -1, 0 or 1.  NULL for *sign is fine, too. */
pm_status pm_answer_log_modulus(int *sign, double *log, double *error, const pm_answer *answer);

/* The proved bound of the absolute error of a floating value, rounded up, as text.  It is "0" if
 * the value was computed exactly; pm_answer_text() may still round this value to the digits that it
 * prints: beside a text stands pm_answer_text_bound().  The string is the caller's, to be released
 * with free().  Errors: PM_NOMEM. */
pm_status pm_answer_bound(char **text, const pm_answer *answer);

/* The proved bound of the error of the text that pm_answer_text() writes with these digits: it
 * includes what this text rounds away.  Otherwise as pm_answer_bound(). */
pm_status pm_answer_text_bound(char **text, const pm_answer *answer, int digits);

/* True if the error is proved to be at most epsilon times the absolute value of the answer. */
bool pm_answer_within(const pm_answer *answer, double epsilon);

/* The requested precision of a floating answer in bits; 0 if the answer is exact. */
int pm_answer_bits(const pm_answer *answer);

/* The value rounded to double: inf or 0 if it is out of range; NaN if there is none.  im may be
 * NULL. */
void pm_answer_double(const pm_answer *answer, double *re, double *im);

/* A proved bound of the distance of that double, or pair of doubles, to the true value: it includes
 * what the rounding adds.  HUGE_VAL if it is above the range of double, or there is no value. */
double pm_answer_double_bound(const pm_answer *answer);

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
 * the same cores with rows and columns in another order, modulo a prime of 24 to 30 bits.  "second
 * order": likewise, of a floating answer, with more bits if that is quick.  If a check fails,
 * pm_solve() fails with PM_WRONG.  The answer owns the string. */
const char *pm_answer_checks(const pm_answer *answer);

/* The seconds that the plan predicts for one thread, of one part if the options ask for a part;
 * HUGE_VAL: there is no plan that can be carried out. */
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

/* The seconds that a phase of the run took. */
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
