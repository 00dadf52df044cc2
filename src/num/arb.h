/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balls of Arb, which is a part of FLINT 3, and a library of its own beside FLINT 2. */
#pragma once

#if __has_include(<flint/acb.h>)
#include <flint/acb.h>
#else
#include <acb.h>
#endif
