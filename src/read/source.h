/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text input by lines: a file, standard input ("-"), plain or packed by gzip, xz, bzip2 or zstd, or
 * one file of a tar or zip archive, all recognised by content.  Knows where it is, so that errors
 * can say so.  A byte order mark of UTF-8 is skipped, text in UTF-16 refused. */
#ifndef PM_READ_SOURCE_H
#define PM_READ_SOURCE_H

#include "base/status.h"

struct pm_source;

/* Opens path ("-": standard input).  PM_IO with the system's reason. */
pm_status pm_source_open(struct pm_source **source, const char *path);

/* The same for text in memory, which is copied; messages call it `name`. */
pm_status pm_source_open_text(struct pm_source **source, const char *name, const char *text,
                              size_t length);
void pm_source_close(struct pm_source *source); /* NULL is fine */

/* The path that was opened, or the name that was given, or of an archive, once something was read,
 * the name of the file in it. */
const char *pm_source_path(const struct pm_source *source);

/* The next line without its line end (LF or CR LF), NUL-terminated, and its length; *line is NULL
 * at the end of the input.  Valid until the next call.  PM_IO: reading failed, or a damaged or
 * truncated gzip stream; PM_INPUT: a NUL byte, or a line of more than 1 MiB. */
pm_status pm_source_line(struct pm_source *source, char **line, size_t *length);

/* Puts the line that was read last back, as if it had not been read; once in a row. */
void pm_source_back(struct pm_source *source);

/* Gives every further line to read(), whose failures get the place that pm_source_fail_at() adds.
 */
pm_status pm_source_each(struct pm_source *source,
                         pm_status (*read)(void *context, const char *line), void *context);

/* What the input begins with, up to `length` bytes, before any line was read; nothing is taken. Not
 * NUL-terminated; fewer bytes where the input is shorter. */
pm_status pm_source_peek(struct pm_source *source, const char **text, size_t *length);

/* Takes the next `size` bytes, whatever they are.  PM_INPUT: the input ends before. */
pm_status pm_source_bytes(struct pm_source *source, void *bytes, size_t size);

/* All the rest of the input, not cut into lines; valid until the source is closed.  PM_INPUT for
 * more than 1 GiB. */
pm_status pm_source_rest(struct pm_source *source, const char **text, size_t *length);

/* Bytes that what is read may take at most: the machine's memory or the process's limit, or less
 * where pm_source_limit() says so.  What an input announces is held against it before anything of
 * that size is allocated. */
uint64_t pm_source_memory(const struct pm_source *source);
void pm_source_limit(struct pm_source *source, uint64_t memory);

/* Fails with "NAME: line N: ..." for the line last read ("NAME: ..." before the first). */
pm_status pm_source_fail(const struct pm_source *source, pm_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts the same "NAME: line N" before the message of a failure from below. */
pm_status pm_source_fail_at(const struct pm_source *source, pm_status status);

#endif
