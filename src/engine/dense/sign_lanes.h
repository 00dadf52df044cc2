/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of doubles by the walk of signs.h. */
#pragma once

#include "engine/stack.h"

/* Square matrices. */
extern const struct pm_engine_stack pm_signs_stack;
