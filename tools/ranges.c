/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of ranges are decimal, with 12 digits, or as many as those that are given have. */
#include "ranges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_DIGITS = 12, MOST_DIGITS = 17 };

bool ranges_is_meant(const char *text, size_t length)
{
    return memmem(text, length, "..", 2) != NULL;
}

/* True if a number that is printed with so many digits reads back as itself. */
static bool reads_back(double number, int digits)
{
    char text[RANGES_NUMBER];

    snprintf(text, sizeof text, "%.*g", digits, number);
    return strtod(text, NULL) == number;
}

bool ranges_parse(struct range *r, const char *text, size_t length)
{
    int two = 0, three = 0; /* characters read */
    char copy[100];
    double to;

    if (length >= sizeof copy)
        return false;
    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    if (copy[strspn(copy, "+-.0123456789eE")] != '\0') /* as sscanf() takes spaces, 0x1 and inf */
        return false;
    for (char *dots; (dots = strstr(copy, "..")) != NULL;)
        memset(dots, ' ', 2);
    r->by = 1;
    const int count = sscanf(copy, "%lf %lf %n%lf %n", &r->from, &to, &two, &r->by, &three);
    if (count < 2 || copy[count == 2 ? two : three] != '\0' || !(r->from <= to) ||
        !(r->by > 0 && r->by < HUGE_VAL && (to - r->from) / r->by < 1e6))
        return false;
    r->count = (long)((to - r->from) / r->by + 1e-9) + 1;
    r->digits = LEAST_DIGITS;
    while (r->digits < MOST_DIGITS &&
           !(reads_back(r->from, r->digits) && reads_back(r->by, r->digits)))
        r->digits++;
    return true;
}

const char *ranges_number(char text[RANGES_NUMBER], const struct range *r, long k)
{
    const double number = r->from + (double)k * r->by;

    snprintf(text, RANGES_NUMBER, "%.*g", r->digits,
             k > 0 && fabs(number) < 1e-9 * r->by ? 0 : number);
    return text;
}
