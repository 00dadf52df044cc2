/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares from 0 to 1 as shades of grey, from light to black. */
#include "shades.h"

void shades_grey(char grey[GREY], int shade)
{
    const int level = 235 - 235 * shade / SHADES;

    snprintf(grey, GREY, "#%02x%02x%02x", level, level, level);
}

void shades_scale(FILE *out, double x, double y, double size)
{
    static const char *const label[] = {"0", "0.5", "1"};
    char grey[GREY];

    for (int shade = 1; shade <= SHADES; shade++) {
        shades_grey(grey, shade);
        fprintf(out, "<rect x=\"%.3f\" y=\"%.3f\" width=\"%.3f\" height=\"%.3f\" fill=\"%s\"/>\n",
                x + (shade - 1) * size, y, size, size, grey);
    }
    fprintf(out,
            "<g fill=\"#000\" font-family=\"sans-serif\" font-size=\"%.3f\" "
            "text-anchor=\"middle\">\n",
            size);
    for (int k = 0; k < 3; k++)
        fprintf(out, "<text x=\"%.3f\" y=\"%.3f\">%s</text>\n", x + k * SHADES * size / 2,
                y + 2.1 * size, label[k]);
    fprintf(out,
            "<text x=\"%.3f\" y=\"%.3f\" text-anchor=\"start\">share of the matchings</text>\n"
            "</g>\n",
            x + (SHADES + 1) * size, y + 0.9 * size);
}
