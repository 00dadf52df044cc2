/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The attributes of an edge, which NetworkX writes after it: {'weight': 2.0, 'label': 'a'}. */
#pragma once

#include "base/status.h"
#include "read/word.h"

/* *word = the weight in the dictionary *word, without quotes; empty where there is none.  PM_INPUT,
 * without a place: it is no dictionary. */
pm_status pm_brackets_weight(struct pm_word *word);
