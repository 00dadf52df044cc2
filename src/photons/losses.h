/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes to which an interferometer loses photons. */
#pragma once

#include "photons/interferometer.h"

/* Adds rows of amplitudes to u->entry, those of the modes where lost photons go.  The changes of
 * all probabilities that these rows, which are rounded, make add up to at most `error`.  PM_INPUT:
 * the interferometer makes photons. */
pm_status pm_losses_add(mag_t error, struct pm_interferometer *u);
