/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings of planar graphs and of graphs on a torus. */
#ifndef PM_ENGINE_PLANAR_PLANAR_QUERIES_H
#define PM_ENGINE_PLANAR_PLANAR_QUERIES_H

#include "engine/question.h"

extern const struct pm_engine_query pm_planar_draws_query;

#endif
