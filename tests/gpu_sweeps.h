/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps on a GPU, a real one or an emulated one: the residues of the CPU. */
#ifndef PM_TESTS_GPU_SWEEPS_H
#define PM_TESTS_GPU_SWEEPS_H

#include "test.h"

/* An emulated device gets small graphs. */
void gpu_test_sweeps(struct test *t, bool emulated);

#endif
