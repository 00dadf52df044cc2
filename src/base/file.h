/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces the content of a file without ever losing it. */
#pragma once

#include "base/status.h"

#include <stdbool.h>

/* *path = the name of the file behind `name`, which may be a link or name no file yet; the
 * caller's, to be released with free(). */
pm_status pm_file_target(char **path, const char *name);

/* Looks whether the file, which messages call `what`, can be replaced.  PM_IO: it cannot, or there
 * is something else with this name, for example a pipe, which would be waited for, or a device,
 * which a rename would remove. */
pm_status pm_file_check(const char *name, const char *what);

/* Makes the text the content of the file behind `name`.  kept: the previous content stays beside
 * it, as NAME~.  PM_IO: writing failed, and the file is unchanged. */
pm_status pm_file_replace(const char *name, const char *text, const char *what, bool kept);
