/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks that have kernels for GPUs, one of each kind, for tests/gpu.c and tests/gpu_host.c. */
#pragma once

#include "brute.h"
#include "engine/gpu_walk.h"
#include "engine/engine.h"

struct gpu_kind {
    const char *name, *engine;
    enum brute_entries entries;
    int percent;
    enum pm_number number;
    bool compiled; /* tested also without a device: one of each kernel, with all classes of rows */
    bool tiny;     /* some entries are scaled by 2^-40: no column can be the pivot of all rows */
};

/* A NULL name ends the list. */
extern const struct gpu_kind gpu_kinds[];

struct gpu_walk {
    const struct pm_engine *engine;
    struct pm_matrix *a;
    struct pm_core core;
    struct pm_cost cost;
    struct pm_ring ring;
    void *job;
    struct pm_device_walk device;
    struct pm_recipe_text recipe;
};

/* A random matrix of that kind, with its engine opened and described. */
void gpu_walk_open(struct gpu_walk *walk, const struct gpu_kind *kind, int n, uint64_t *state);
void gpu_walk_close(struct gpu_walk *walk);

/* ------------------------------------------------------------------ tests of a GPU
 *
 * Each skips its test points where there is none.  `small`: few units of small orders.  `words`:
 * what the command line names; without any, all is tested, else what has one of them in its name.
 */
bool gpu_wanted(const char *const *words, const char *name);

/* A kernel compiles for several generations of GPUs, or for one if the effort is short, since
 * sanitizers do not check kernels. */
void gpu_test_compiles(struct test *t, const struct pm_nvrtc *nvrtc, const char *name,
                       const struct pm_recipe *recipe);

/* The first units, the last ones, and units that make no whole node have the bits of the CPU.
 * Processes can divide this: each walk is tested in share `share` of `shares`. */
void gpu_test_bits(struct test *t, bool small, const char *const *words, int share, int shares);

/* All other tests that give the bits of the CPU, and devices that fail; number k of them in share
 * k mod `shares`. */
void gpu_test_others(struct test *t, bool small, const char *const *words, int share, int shares);

/* Sweeps give the residues of the CPU; with an emulated device the graphs are small. */
void gpu_test_sweeps(struct test *t, bool emulated);

/* The graded walk, and its kernels. */
void gpu_test_graded(struct test *t, bool small);
void gpu_compile_graded(struct test *t);
void gpu_test_orbits(struct test *t, bool small);

/* Stacks of matrices. */
void gpu_test_stacks(struct test *t, bool small);
void gpu_test_hafnians(struct test *t, bool small);
void gpu_test_torontonians(struct test *t, bool small);
