/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Part of permatch.h: statuses and messages, the precision of an answer, watching a run. */
#pragma once

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

/* Says what to do if memory runs out in GMP or FLINT, which cannot report it: they call `end`,
 * which must not return.  Without this call they print a message and abort the program.  It is for
 * programs, at their beginning: it replaces the functions by which these libraries allocate. */
void pm_on_exhaustion(void (*end)(void));

/* Releases memory that other libraries keep for the threads that computed.  After it, a tool such
 * as valgrind finds no memory leak at the end of the program.  Call it last, while no other call
 * runs.  The library may be used again afterwards.  Does not fail. */
void pm_cleanup(void);

/* The name of a status, such as "OK" or "INPUT": a static string. */
const char *pm_status_name(pm_status status);

/* The version of this header; and that of the library, "MAJOR.MINOR.PATCH": a static string. */
#define PM_VERSION_MAJOR 1
#define PM_VERSION_MINOR 0
#define PM_VERSION_PATCH 0
const char *pm_version(void);

/* Makes the text the content of a file, as the library does with plans and checkpoints: it is
 * written beside the file, flushed to the disk and renamed, so that there is always a complete
 * file.  If the name is a link, it stays one.  What is no regular file is written to.  text NULL:
 * only tries whether the file can be written.  Errors: PM_IO (the file is unchanged). */
pm_status pm_file_write(const char *name, const char *text);

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
 * functions for stacks, such as pm_batch(), call it in the same way, and PM_STOP makes them fail
 * with PM_STOPPED.  The table of pm_facility_refusal() says which of them have a checkpoint.  Only
 * pm_matchings() and pm_sample() have a plan and units; a unit of the latter is a pair. */
typedef pm_request pm_watch(void *watcher, const pm_progress *progress);
