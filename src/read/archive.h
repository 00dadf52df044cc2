/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libarchive unpacks: streams packed by xz, bzip2 or zstd, and the one file that is wanted of
 * a tar or zip archive.  The library is loaded at run time, when the first such input is met. */
#ifndef PM_READ_ARCHIVE_H
#define PM_READ_ARCHIVE_H

#include "base/status.h"

struct pm_archive;

/* Gives up to *length packed bytes; *length = 0 at the end. */
typedef pm_status pm_archive_feed(void *feeder, void *bytes, size_t *length);

/* What packs an input that begins so ("xz", "tar", ...), or NULL; 262 bytes are looked at. */
const char *pm_archive_kind(const void *bytes, size_t length);

/* Opens what feed() gives.  Of several files in an archive the one is taken that is called as the
 * archive is, NAME.mtx in PATH/NAME.tar.gz, or as its own folder, NAME/NAME.mtx; else there must be
 * one alone, which is unpacked to at most `memory` bytes.
 * Errors, without a place: PM_UNABLE (there is no libarchive), PM_INPUT (no such file), PM_IO
 * (damaged), PM_NOMEM. */
pm_status pm_archive_open(struct pm_archive **archive, const char *path, uint64_t memory,
                          pm_archive_feed *feed, void *feeder);

/* Takes up to *length unpacked bytes; *length = 0 at the end.  PM_IO, PM_NOMEM. */
pm_status pm_archive_read(struct pm_archive *archive, void *bytes, size_t *length);

/* The name of the file that was taken; NULL: there are no names, but one stream. */
const char *pm_archive_member(const struct pm_archive *archive);
void pm_archive_free(struct pm_archive *archive); /* NULL is fine */

#endif
