/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shades of grey for shares, in pictures. */
#pragma once

#include <stdio.h>

enum { SHADES = 20, GREY = 8 };

/* The colour of a shade from 1 to SHADES. */
void shades_grey(char grey[GREY], int shade);

/* Draws the scale of shades, from a corner on; `size` is the height of a letter. */
void shades_scale(FILE *out, double x, double y, double size);
