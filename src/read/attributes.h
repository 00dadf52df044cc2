/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attributes of an edge, which NetworkX writes after it as a Python dictionary: {'weight': 2.0,
 * 'label': 'a'}. */
#pragma once

#include "base/status.h"
#include "read/word.h"

/* Reads a dictionary at *line, which begins with '{', and moves *line after its '}'.  *weight = the
 * value of its key 'weight', without quotes; empty where there is none.  PM_INPUT, without a place:
 * this is no dictionary on one line. */
pm_status pm_attributes_weight(struct pm_word *weight, const char **line);
