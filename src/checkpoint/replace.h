/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces the content of a file without ever losing it. */
#pragma once

#include "base/status.h"

/* PM_IO: there is something at `path` that is no regular file, for example a pipe, which would be
 * waited for, or a device, which a rename would remove. */
pm_status pm_replace_check(const char *path);

/* Writes the text to the file at `path`; the previous content stays as PATH~. PM_IO: writing
 * failed, and the file is unchanged. */
pm_status pm_replace_file(const char *path, const char *text);
