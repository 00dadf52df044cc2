/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PM_ENGINE_BEYOND_H
#define PM_ENGINE_BEYOND_H

#include <stdint.h>

/* pm_cost.terms of a walk that can be planned for a described machine, but is longer than any that
 * can be run. */
#define PM_TERMS_BEYOND UINT64_MAX

#endif
