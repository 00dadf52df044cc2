/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PM_ENGINE_SPARSE_CUDA_SOURCE_H
#define PM_ENGINE_SPARSE_CUDA_SOURCE_H

#include "base/status.h"
#include "engine/sparse/sparse_program.h"

/* *text = the header "program.h" of cuda/sparse.h for that walk; the caller must free it.  `wide`
 * (only for residues, else NULL): rows whose values are in the problem. */
pm_status pm_sparse_source(char **text, const struct pm_sparse_walk *walk, int words,
                           const bool *wide);

#endif
