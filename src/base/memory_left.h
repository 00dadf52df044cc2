/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory this process may have, and how much of that is left. */
#pragma once

#include <stdint.h>

/* Bytes. */
struct pm_memory {
    uint64_t most; /* what the machine has, or less where a limit says so */
    uint64_t left; /* what can be taken now */
};

/* Of this process.  `root` stands before the names of the system's files: "" but for tests. */
struct pm_memory pm_memory_of(const char *root);
