/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of the engine `orbits`.  orbit_search.c searches for the columns whose signs are taken
 * up to symmetry; sign_orbits.c lists their orbits; orbit_choice.c makes the walk for them;
 * orbits.c walks. */
#pragma once

#include "engine/search_steps.h"
#include "engine/sparse/sign_orbits.h"
#include "engine/sparse/sparse_program.h"
#include "model/columns.h"

/* What cost() decides. */
struct pm_orbits_choice {
    struct pm_sparse_choice walk; /* the first member; its top columns are those of the set */
    struct pm_sign_orbits orbits;
};

/* The walk for the columns of a set, whose stabiliser has these orbits. */
void pm_orbits_choose(struct pm_orbits_choice *choice, const struct pm_pattern *pattern,
                      const int *column, int columns);

/* log2 of the number of units of a pattern. */
int pm_orbits_log_units(const struct pm_orbits_choice *choice);

/* Steps of a choice. */
double pm_orbits_steps(const struct pm_orbits_choice *choice, const struct pm_pattern *pattern);

/* The largest set for a matrix of that order: the walk needs other columns, too. */
int pm_orbits_most(int order);

/* The search (engine/search_steps.h), and the columns that it has found; 0: none, and the message
 * says why. */
extern const struct pm_engine_search pm_orbits_looking;
int pm_orbits_found(int *column, const void *search);
