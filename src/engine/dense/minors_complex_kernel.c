/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex minors: 18 instructions for each row and sign vector. */
enum { PARTS = 2, WORDS = 2 };
#define WALK pm_minors_complex

#include "engine/dense/minors_kernel.h"
