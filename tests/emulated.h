/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Emulated GPUs: the driver of tests/gpu_fake.cc. */
#pragma once

#include <stdbool.h>

/* There are a C++ compiler, CXX or c++, and the sources of the tests, in srcdir or the current
 * folder. */
bool emulated_possible(void);

/* Builds the driver in the folder, a full path, and loads it.  The library then finds it as
 * libcuda.so.1, and keeps all compiled kernels in the folder. */
bool emulated_gpus(const char *folder);
