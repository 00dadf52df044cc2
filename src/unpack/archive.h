/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input that libarchive unpacks: streams compressed by xz, bzip2 or zstd, and one file of a tar or
 * zip archive.  The library is loaded at run time, for the first such input. */
#pragma once

#include "unpack/unpack.h"

struct pm_archive;

/* How an input that begins with these bytes is packed; NULL: it is not.  The first 262 bytes
 * decide. */
struct pm_packing;
const struct pm_packing *pm_archive_packing(const void *bytes, size_t length);

/* The arrays in an archive of scipy.sparse.save_npz() come one after another, each behind such a
 * head: this signature, the name in 31 characters, the length in 16 hexadecimal digits. */
#define PM_PART_SIGNATURE "\x93PART"
enum { PM_PART_HEAD = 5 + 31 + 16 };

/* Opens the stream that feed() provides, whose packing is known.  If an archive contains several
 * files, the file with the name of the archive is used, NAME.mtx in PATH/NAME.tar.gz, or the one
 * with the name of its folder, NAME/NAME.mtx.  If there is none, the archive must contain exactly
 * one file, which is unpacked into memory.  Errors, without a place: PM_UNABLE (there is no
 * libarchive, or it cannot unpack this), PM_INPUT (no such file), PM_IO (damaged), PM_NOMEM. */
pm_status pm_archive_open(struct pm_archive **archive, const struct pm_packing *packing,
                          const char *path, pm_packed_feed *feed, void *feeder);

/* Reads up to *length unpacked bytes; *length = 0 at the end.  Errors: PM_IO, PM_NOMEM. */
pm_status pm_archive_read(struct pm_archive *archive, void *bytes, size_t *length);

/* The name of the file that is read; NULL for a compressed stream, which has no names. */
const char *pm_archive_member(const struct pm_archive *archive);
void pm_archive_free(struct pm_archive *archive); /* NULL is fine */
