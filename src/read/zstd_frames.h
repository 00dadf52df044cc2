/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory that a stream of zstd asks for, found before it is unpacked. */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pm_zstd_frames {
    int stage;        /* what comes next */
    uint8_t head[14]; /* its first bytes */
    size_t have;      /* ... of which so many are here */
    uint64_t skip;    /* bytes before it */
    bool checked;     /* the frame ends with a checksum */
    uint64_t window;  /* the largest window so far, which is counted */
};

/* Follows the next bytes of the stream, from {0} on.  Counts the windows of its frames
 * (pm_allowance_take()), whose errors it has. */
pm_status pm_zstd_frames_follow(struct pm_zstd_frames *frames, const void *bytes, size_t length);
