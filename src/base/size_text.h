/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number of bytes as text for messages. */
#pragma once

#include <inttypes.h>
#include <stdio.h>

struct pm_size_text {
    char text[32];
};

/* For example "16 MiB".  Numbers that do not divide are rounded down to at least 10 units. */
static inline struct pm_size_text pm_size_text(uint64_t bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
    struct pm_size_text size;
    int unit = 0;

    for (; unit < 3 && bytes > 0 && (bytes % 1024 == 0 || bytes >= 10 * 1024); unit++)
        bytes /= 1024;
    snprintf(size.text, sizeof size.text, "%" PRIu64 " %s", bytes, units[unit]);
    return size;
}
