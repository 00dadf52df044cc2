/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of questions. */
#include "questions.h"

#include "engine/abilities.h"

enum {
    MATRIX = 1 << INSTANCE_MATRIX,
    COVERS = 1 << INSTANCE_COVERS,
    GRAPH = 1 << INSTANCE_GRAPH,
    ANY = MATRIX | COVERS | GRAPH,
};

const struct question questions[] = {
    {"value", "", ANY, -1, 30, ask_value},
    {"agreement", "", ANY, -1, 0, ask_agreement}, /* for large instances */
    {"total", " --total", ANY, -1, 40, ask_total},
    {"sizes", " --matchings", ANY, -2, 6, ask_sizes},
    {"marginals", " --marginals", ANY, -2, 6, ask_marginals},
    {"joint", NULL, MATRIX | GRAPH, -2, 3, ask_joint},
    {"free", NULL, MATRIX | GRAPH, -2, 3, ask_free},
    {"pm_shares", NULL, MATRIX, -2, 4, ask_array_shares},
    {"logarithm", NULL, MATRIX, -2, 4, ask_logarithm},
    {"bounds", " --bounds", ANY, -2, 3, ask_bounds},
    {"estimate", " --estimate=0.2", ANY, -2, 3, ask_estimate},
    {"list", " --list", ANY, -2, 4, ask_list},
    {"minors", " --minors", MATRIX, -2, 4, ask_minors},
    {"sample", " --sample=300", ANY, -2, 3, ask_sample},
    {"repeated", NULL, MATRIX, -1, 8, ask_repeated},
    {"small", NULL, MATRIX | COVERS, -2, 4, ask_small},
    {"shares by engine", NULL, ANY, PM_SHARES, 6, ask_core_shares},
    {"sizes by engine", NULL, ANY, PM_SIZES, 4, ask_core_sizes},
    {"draws by engine", NULL, ANY, PM_DRAWS, 3, ask_core_draws},
    {"pm_batch", NULL, MATRIX, -2, 3, ask_batch},
    {"pm_minors", NULL, MATRIX, -2, 2, ask_batch_minors},
    {"loops", NULL, GRAPH, -2, 4, ask_loops},
    {"gradient", NULL, GRAPH, -2, 2, ask_gradient},
    {"products", NULL, MATRIX, -2, 3, ask_rank},
    {"proof", " --prove=proof", ANY, -2, 3, ask_proof},
    {NULL, NULL, 0, 0, 0, NULL},
};
