/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows as it is written: a stream in memory, all of which arrives, or nothing. */
#ifndef PM_BASE_TEXT_H
#define PM_BASE_TEXT_H

#include "base/status.h"

#include <stdio.h>

struct pm_text {
    FILE *file;
    char *text; /* as far as it was flushed */
    size_t length;
};

/* PM_NOMEM where there is no memory; then there is nothing to close. */
pm_status pm_text_open(struct pm_text *text);

/* *out = what was written, the caller's; PM_NOMEM where some of it was lost.  Where the writer has
 * failed, `status`, that is what it returns, and there is no text. */
pm_status pm_text_close(char **out, struct pm_text *text, pm_status status);

#endif
