/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of questions about an Ising model, for pm_ising_plan(). */
#pragma once

#include "permatch.h"

pm_status pm_heat_plan(pm_answer **plan, const pm_ising *model, const pm_options *options);
pm_status pm_energies_plan(pm_answer **plan, const pm_ising *model, const pm_options *options);
