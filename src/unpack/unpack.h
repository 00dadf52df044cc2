/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unpacks a stream in the format xz or zstd, which other functions give, into memory that is
 * counted. */
#pragma once

#include "base/status.h"

#include <stddef.h>

/* Reads up to *length packed bytes; *length = 0 at the end. */
typedef pm_status pm_packed_feed(void *feeder, void *bytes, size_t *length);

enum pm_packed { PM_PACKED_OTHER, PM_PACKED_XZ, PM_PACKED_ZSTD };

struct pm_unpack;

/* Errors: PM_UNABLE (the library is missing), PM_NOMEM. */
pm_status pm_unpack_open(struct pm_unpack **unpack, enum pm_packed packed, pm_packed_feed *feed,
                         void *feeder);

/* Reads up to *length unpacked bytes; *length = 0 at the end.  Errors: PM_IO (damaged), PM_NOMEM,
 * and those of feed(). */
pm_status pm_unpack_read(struct pm_unpack *unpack, void *bytes, size_t *length);
void pm_unpack_free(struct pm_unpack *unpack); /* NULL is fine */
