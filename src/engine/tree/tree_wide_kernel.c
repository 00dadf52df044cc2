/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree engine's tables with keys of 128 bits. */
#define PM_TREE_WIDE
#include "engine/tree/tree_kernel.c"
