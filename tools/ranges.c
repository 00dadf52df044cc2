/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of ranges are decimal, with 12 digits. */
#include "ranges.h"

#include <stdio.h>
#include <string.h>

bool ranges_is_meant(const char *text, size_t length)
{
    return memmem(text, length, "..", 2) != NULL;
}

bool ranges_parse(struct range *r, const char *text, size_t length)
{
    int two = 0, three = 0; /* characters read */
    char copy[100];
    double to;

    if (length >= sizeof copy)
        return false;
    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    for (char *dots; (dots = strstr(copy, "..")) != NULL;)
        memset(dots, ' ', 2);
    r->by = 1;
    const int count = sscanf(copy, "%lf %lf %n%lf %n", &r->from, &to, &two, &r->by, &three);
    if (count < 2 || copy[count == 2 ? two : three] != '\0' || !(r->from <= to) || !(r->by > 0) ||
        !((to - r->from) / r->by < 1e6))
        return false;
    r->count = (long)((to - r->from) / r->by + 1e-9) + 1;
    return true;
}

const char *ranges_number(char text[RANGES_NUMBER], const struct range *r, long k)
{
    snprintf(text, RANGES_NUMBER, "%.12g", r->from + (double)k * r->by);
    return text;
}
