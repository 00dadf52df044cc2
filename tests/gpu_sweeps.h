/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps on a GPU, real or emulated, give the residues of the CPU. */
#pragma once

#include "test.h"

/* With an emulated device the graphs are small. */
void gpu_test_sweeps(struct test *t, bool emulated);
