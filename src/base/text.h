/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text in memory that grows as it is written.  The caller gets the whole text or an error. */
#pragma once

#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

struct pm_text {
    FILE *file;
    char *text; /* what has been flushed so far */
    size_t length;
};

/* Opens the stream.  PM_NOMEM: there is no memory; then there is nothing to close. */
pm_status pm_text_open(struct pm_text *text);

/* Closes the stream.  *out is the text, which the caller must free; PM_NOMEM where some of it was
 * lost.  If `status` says that the writer has failed, that status is returned and there is no
 * text. */
pm_status pm_text_close(char **out, struct pm_text *text, pm_status status);

/* Adds a line, as vprintf() writes it, to a text of lines; *lines NULL: it has none. */
pm_status pm_text_add_line(char **lines, const char *format, va_list args);
