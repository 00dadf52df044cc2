/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of the tree engine with keys of 128 bits. */
#define PM_TREE_WIDE
#include "engine/tree/tree_kernel.c"
