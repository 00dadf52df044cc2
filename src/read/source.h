/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text input by lines.  The input is a file or standard input ("-"), plain or packed by gzip, xz,
 * bzip2 or zstd, or one file of a tar or zip archive; the content tells which.  A source knows its
 * current line, for error messages.  It skips a byte order mark of UTF-8 and refuses UTF-16. */
#pragma once

#include "read/refuse.h"

/* What is said of lines that end as on old Macintoshes. */
#define PM_SOURCE_RETURNS "lines end with a carriage return alone; tr '\\r' '\\n' mends this"

struct pm_source;

/* Opens path ("-": standard input).  PM_IO with the system's reason. */
pm_status pm_source_open(struct pm_source **source, const char *path);

/* The same for text in memory, which is copied; messages use the name `name`. */
pm_status pm_source_open_text(struct pm_source **source, const char *name, const char *text,
                              size_t length);
void pm_source_close(struct pm_source *source); /* NULL is fine */

/* The path that was opened, or the given name.  For an archive, once something has been read: the
 * name of the file in it. */
const char *pm_source_path(const struct pm_source *source);

/* Reads the next line, without its line end (LF or CR LF), NUL-terminated.  *line
 * is NULL at the end of the input.  The line is valid until the next call.  PM_IO: reading failed,
 * or the gzip stream is damaged or truncated.  PM_INPUT: a NUL byte, a carriage return
 * within the line, or a line longer than 1 MiB. */
pm_status pm_source_line(struct pm_source *source, char **line);

/* Goes on to the first line that has a word; *more: there is one. */
pm_status pm_source_skip_blank(bool *more, struct pm_source *source);

/* Makes the last line unread, so that the next call reads it again.  Not twice in a row. */
void pm_source_back(struct pm_source *source);

/* Calls read() for every further line. */
pm_status pm_source_each(struct pm_source *source,
                         pm_status (*read)(void *context, const char *line), void *context);

/* The first `length` bytes of the input, or fewer where it is shorter, before any line was read;
 * nothing is consumed.  Not NUL-terminated. */
pm_status pm_source_peek(struct pm_source *source, const char **text, size_t *length);

/* Reads the next `size` bytes, whatever they are.  PM_INPUT: the input is too short. */
pm_status pm_source_bytes(struct pm_source *source, void *bytes, size_t size);

/* Returns all the rest of the input, not split into lines; valid until the source is closed.
 * PM_INPUT for more than 1 GiB. */
pm_status pm_source_rest(struct pm_source *source, const char **text, size_t *length);

/* Errors name this line from now on; NULL: nothing.  For readers of the rest of an input. */
void pm_source_set_line(struct pm_source *source, uint64_t line);

/* The number of the last line that was read; 0 before the first. */
uint64_t pm_source_number(const struct pm_source *source);

/* The limits for what is read between pm_source_enter() and pm_source_leave(): a graph or a matrix.
 * At most `memory` bytes are allocated (base/alloc.h), by default what this process may have
 * (base/memory_left.h).  At most `seconds` of processor time pass, else PM_UNABLE.  0: the default;
 * no limit. */
void pm_source_limit(struct pm_source *source, uint64_t memory, double seconds);
void pm_source_enter(struct pm_source *source);

/* The end of it.  The message of a failure gets its place, the file and the line, if it has none.
 */
pm_status pm_source_leave(struct pm_source *source, pm_status status);

/* The limit of bytes.  Sizes that an input states are compared with it before anything of that size
 * is allocated. */
uint64_t pm_source_memory(const struct pm_source *source);

/* The limit of seconds; 0: none. */
double pm_source_seconds(const struct pm_source *source);

/* Fails with "NAME: line N: ..." for the last line read ("NAME: ..." before the first). */
pm_status pm_source_fail(const struct pm_source *source, pm_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds the same "NAME: line N" in front of the message of an earlier failure, unless it is there.
 */
pm_status pm_source_fail_at(const struct pm_source *source, pm_status status);
