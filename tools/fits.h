/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which options go together. */
#ifndef PM_TOOLS_FITS_H
#define PM_TOOLS_FITS_H

#include "cli.h"

#include <stddef.h>

/* Whether the options given go together; false after a message on stderr. */
bool cli_fits(const struct cli *cli);

/* For cli_fits(): whether the program knows the option of that name; whether it was given. */
bool cli_knows(const struct cli *cli, const char *name, size_t length);
bool cli_given(const struct cli *cli, const char *name, size_t length);

#endif
