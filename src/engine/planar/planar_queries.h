/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The queries that Kasteleyn's matrix can answer besides the number of matchings: shares and random
 * matchings. */
#ifndef PM_ENGINE_PLANAR_PLANAR_QUERIES_H
#define PM_ENGINE_PLANAR_PLANAR_QUERIES_H

#include "engine/question.h"

extern const struct pm_engine_query pm_planar_shares_query, pm_planar_draws_query;

#endif
