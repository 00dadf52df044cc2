/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that options can be used together. */
#pragma once

#include "cli.h"

/* True if the given options can be used together; false after a message on stderr. */
bool cli_fits(const struct cli *cli);
