/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which options go together. */
#ifndef PM_TOOLS_FITS_H
#define PM_TOOLS_FITS_H

#include "cli.h"

/* Whether the options given go together; false after a message on stderr. */
bool cli_fits(const struct cli *cli);

#endif
