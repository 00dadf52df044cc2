/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running a layout: the kernels, one per number type and key width. */
#ifndef PM_ENGINE_TREE_RUN_H
#define PM_ENGINE_TREE_RUN_H

#include "engine/tree/layout.h"
#include "model/image.h"
#include "num/part.h"

/* What a run may use and what it used. */
struct pm_tree_use {
    uint64_t memory; /* bytes for tables */
    int threads;
    size_t few;      /* keys of a table up to which merges go by streams (at most 32) */
    double pairs;    /* out: products of table entries */
    double peak;     /* out: bytes of tables at the worst moment */
};

#define PM_TREE_FEW 32 /* the usual pm_tree_use.few */

typedef pm_status pm_tree_kernel(struct pm_part *part, const struct pm_layout *layout,
                                 const struct pm_image *image, uint64_t unit,
                                 struct pm_tree_use *use);

pm_tree_kernel pm_tree_run_mod, pm_tree_run_wrap, pm_tree_run_real, pm_tree_run_complex;
pm_tree_kernel pm_tree_run_wide_mod, pm_tree_run_wide_wrap, pm_tree_run_wide_real,
    pm_tree_run_wide_complex;

#endif
