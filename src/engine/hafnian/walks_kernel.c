/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walks of walks.h, their derivatives, and patterns, on the CPU. */
#include "engine/hafnian/patterns_template.h"
#include "engine/hafnian/walks_template.h"
#include "engine/hafnian/walks_back_template.h"
