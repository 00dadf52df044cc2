/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unpacks a stream in the format xz, which other functions give, into memory that is counted. */
#pragma once

#include "base/status.h"

#include <stddef.h>

/* Reads up to *length packed bytes; *length = 0 at the end. */
typedef pm_status pm_packed_feed(void *feeder, void *bytes, size_t *length);

struct pm_unxz;

/* Errors: PM_UNABLE (there is no liblzma), PM_NOMEM. */
pm_status pm_unxz_open(struct pm_unxz **unxz, pm_packed_feed *feed, void *feeder);

/* Reads up to *length unpacked bytes; *length = 0 at the end.  Errors: PM_IO (damaged), PM_NOMEM,
 * and those of feed(). */
pm_status pm_unxz_read(struct pm_unxz *unxz, void *bytes, size_t *length);
void pm_unxz_free(struct pm_unxz *unxz); /* NULL is fine */
