/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions of the differential test, and the manners in which they are asked. */
#pragma once

#include "engine/engine.h"
#include "instance.h"

/* All choices besides the instance. */
struct manner {
    const struct pm_engine *engine; /* NULL: the library chooses */
    pm_precision precision;
    const char *modulus, *reduce, *no_reduce, *isa;
    int threads, start; /* start: of sweeps; negative: the library chooses */
    uint64_t memory, seed;
    double epsilon;
    bool saturating, large; /* large: of an instance that is large */
    bool emulated;          /* on an emulated GPU (emulated.h) */
};

enum verdict { RIGHT, UNABLE, WRONG };

/* Asks the library and compares.  `story` receives what is wrong. */
enum { STORY = 1000 };
typedef enum verdict question_ask(char story[STORY], const struct instance *x,
                                  const struct manner *manner);

struct question {
    const char *name;
    const char *options; /* of the program, as far as it can ask this; NULL: only the library can */
    unsigned kinds;      /* a set of 1 << enum instance_kind */
    int query;           /* enum pm_query: engines can be chosen that answer it; -1: engines for
                          * values; -2: no engine can be chosen */
    int share;           /* how often it is asked */
    question_ask *ask;
};

extern const struct question questions[]; /* ends with name NULL */

extern long answered_on_gpus; /* how many values */

question_ask ask_value, ask_agreement, ask_total, ask_repeated, ask_small, ask_marginals, ask_sizes,
    ask_minors, ask_sample, ask_core_shares, ask_core_sizes, ask_core_draws, ask_batch,
    ask_batch_minors, ask_loops, ask_gradient, ask_rank, ask_proof, ask_joint, ask_free,
    ask_array_shares, ask_logarithm, ask_bounds, ask_estimate, ask_list;
