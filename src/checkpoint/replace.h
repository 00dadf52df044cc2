/* SPDX-License-Identifier: GPL-3.0-or-later */
/* New content for a file that must not be lost. */
#ifndef PM_CHECKPOINT_REPLACE_H
#define PM_CHECKPOINT_REPLACE_H

#include "base/status.h"

/* The file at `path` gets that text; what it had before stays as PATH~.  PM_IO where it cannot be
 * written, and then it is as it was. */
pm_status pm_replace_file(const char *path, const char *text);

#endif
