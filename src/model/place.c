/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A linear map of a vertex's coordinates gives its position.  An edge takes the shortest way, where
 * each coordinate may be shifted by multiples of its period. */
#include "model/place.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- reading */

/* Reads a finite number at *text, moves *text past it and past a comma; *more: there was a
 * comma. */
static bool take_number(double *x, const char **text, bool *more)
{
    char *end;

    if (**text == '\0' || strchr("0123456789.-", **text) == NULL)
        return false;
    *x = strtod(*text, &end);
    *more = *end == ',';
    if (end == *text || !isfinite(*x) || fabs(*x) > 1e9 || (!*more && *end != '\0' && *end != ' '))
        return false;
    *text = end + *more;
    return true;
}

/* Reads a list "A,B,..."; false where the text is no list, or the list is too long. */
static bool take_list(double *list, int *count, const char **text)
{
    bool more = true;

    *text += strspn(*text, " \t");
    for (*count = 0; more; ++*count)
        if (*count == PM_PLACE_DIMS || !take_number(&list[*count], text, &more))
            return false;
    return true;
}

static pm_status read_map(struct pm_place *p, const char *text)
{
    int count = 0;

    if (!take_list(p->x, &p->dims, &text) || !take_list(p->y, &count, &text) || count != p->dims)
        return pm_fail(PM_INPUT, "'%%place A,B,... C,D,...' is expected: how many times each "
                                 "coordinate counts to the right, and how many times down");
    return PM_OK;
}

static pm_status read_periods(struct pm_place *p, const char *text)
{
    double list[PM_PLACE_DIMS];

    bool good = take_list(list, &p->periods, &text);
    for (int k = 0; k < p->periods && good; k++) {
        good = list[k] >= 0 && list[k] == floor(list[k]);
        p->period[k] = good ? (int)list[k] : 0;
    }
    return good ? PM_OK
                : pm_fail(PM_INPUT, "'%%period M,N,...' is expected: after how many steps each "
                                    "coordinate comes round, or 0");
}

enum { MAP, PERIODS, KINDS };

static const struct {
    const char *word;
    pm_status (*read)(struct pm_place *p, const char *text);
} kinds[] = {[MAP] = {"%place ", read_map}, [PERIODS] = {"%period ", read_periods}};

/* KINDS: another line. */
static int kind_of(const char *line)
{
    int kind = 0;

    while (kind < KINDS && strncmp(line, kinds[kind].word, strlen(kinds[kind].word)) != 0)
        kind++;
    return kind;
}

pm_status pm_place_line(struct pm_place **place, const char *line)
{
    const int kind = kind_of(line);

    if (kind == KINDS)
        return PM_OK;
    if (*place == NULL)
        PM_NEW(*place, 1);
    return kinds[kind].read(*place, line + strlen(kinds[kind].word));
}

bool pm_place_repeats(const struct pm_place *place, const char *line)
{
    const int kind = kind_of(line);

    return place != NULL &&
           ((kind == MAP && place->dims > 0) || (kind == PERIODS && place->periods > 0));
}

/* Reads the coordinates in a name: integers separated by commas. */
static bool parse_name(int *at, int dims, const char *name)
{
    for (int k = 0; k < dims; k++) {
        char *end;
        if (name == NULL || *name == '\0' || strchr("0123456789-", *name) == NULL)
            return false;
        const long x = strtol(name, &end, 10);
        if (end == name || labs(x) > 1000000000 || *end != (k + 1 < dims ? ',' : '\0'))
            return false;
        at[k] = (int)x;
        name = end + 1;
    }
    return true;
}

pm_status pm_place_finish(struct pm_place *p, int n, const char *names, const size_t *name)
{
    if (p == NULL)
        return PM_OK;
    if (p->dims == 0 || (p->periods > 0 && p->periods != p->dims))
        return pm_fail(PM_INPUT, "a line '%%period' goes with a line '%%place' for as many "
                                 "coordinates");
    free(p->at);
    PM_NEW(p->at, (size_t)n * (size_t)p->dims);
    for (int v = 0; v < n; v++)
        if (!parse_name(p->at + (size_t)v * (size_t)p->dims, p->dims,
                        name != NULL ? names + name[v] : NULL))
            return pm_fail(PM_INPUT, "vertex %d has no name of %d coordinates, as '%%place' says",
                           v + 1, p->dims);
    return PM_OK;
}

void pm_place_free(struct pm_place *place)
{
    if (place != NULL)
        free(place->at);
    free(place);
}

/* -------------------------------------------------------------------- asking */

/* Coordinate k of the shortest way from u to v. */
static int way(const struct pm_place *p, int u, int v, int k)
{
    const int step = p->at[(size_t)v * (size_t)p->dims + (size_t)k] -
                     p->at[(size_t)u * (size_t)p->dims + (size_t)k];
    const int period = p->periods > 0 ? p->period[k] : 0;

    if (period == 0)
        return step;
    const int round = ((step % period) + period) % period;
    return 2 * round > period ? round - period : round;
}

void pm_place_way(const struct pm_place *p, int u, int v, double *x, double *y)
{
    *x = *y = 0;
    for (int k = 0; k < p->dims; k++) {
        *x += way(p, u, v, k) * p->x[k];
        *y += way(p, u, v, k) * p->y[k];
    }
}

void pm_place_at(const struct pm_place *p, int v, double *x, double *y)
{
    *x = *y = 0;
    for (int k = 0; k < p->dims; k++) {
        const int at = p->at[(size_t)v * (size_t)p->dims + (size_t)k];
        *x += at * p->x[k];
        *y += at * p->y[k];
    }
}
