/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A linear map of a vertex's coordinates gives its position.  An edge takes the shortest way, where
 * each coordinate may be shifted by multiples of its period, and the seam may be crossed once. */
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

static pm_status read_seam(struct pm_place *p, const char *text)
{
    double list[PM_PLACE_DIMS];
    int count = 0;
    bool good = take_list(list, &p->seams, &text);

    free(p->seam);
    PM_NEW(p->seam, ((size_t)p->seams + 1) * (size_t)p->seams);
    for (int row = 0; row <= p->seams && good; row++) {
        good = row == 0 || (take_list(list, &count, &text) && count == p->seams);
        for (int k = 0; k < p->seams && good; k++) {
            good = list[k] == floor(list[k]) && (row == 0 || fabs(list[k]) <= 1e6);
            p->seam[row * p->seams + k] = (int64_t)list[k];
        }
    }
    return good && text[strspn(text, " \t\r")] == '\0'
               ? PM_OK
               : pm_fail(
                     PM_INPUT,
                     "'%%seam A,B,... C,D,... ...' is expected, integers: the point that is the "
                     "same as the origin, then how a step of each coordinate continues there");
}

enum { MAP, PERIODS, SEAM, KINDS };

static const struct {
    const char *word;
    pm_status (*read)(struct pm_place *p, const char *text);
} kinds[] = {[MAP] = {"%place ", read_map},
             [PERIODS] = {"%period ", read_periods},
             [SEAM] = {"%seam ", read_seam}};

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
           ((kind == MAP && place->dims > 0) || (kind == PERIODS && place->periods > 0) ||
            (kind == SEAM && place->seams > 0));
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

/* The position of a point. */
static void put_point(const struct pm_place *p, const int64_t *at, double to[2])
{
    to[0] = to[1] = 0;
    for (int k = 0; k < p->dims; k++) {
        to[0] += (double)at[k] * p->x[k];
        to[1] += (double)at[k] * p->y[k];
    }
}

/* turn[] = the linear map of the plane, by rows, that the seam makes of two coordinates that span
 * it.  False: there are none, or the map is singular. */
static bool find_turn(double turn[4], const struct pm_place *p)
{
    for (int i = 0; i < p->dims; i++)
        for (int j = i + 1; j < p->dims; j++) {
            const double area = p->x[i] * p->y[j] - p->x[j] * p->y[i];
            double a[2], b[2];
            if (fabs(area) < 1e-9)
                continue;
            put_point(p, p->seam + (size_t)(i + 1) * (size_t)p->dims, a);
            put_point(p, p->seam + (size_t)(j + 1) * (size_t)p->dims, b);
            for (int axis = 0; axis < 2; axis++) {
                turn[2 * axis] = (a[axis] * p->y[j] - b[axis] * p->y[i]) / area;
                turn[2 * axis + 1] = (b[axis] * p->x[i] - a[axis] * p->x[j]) / area;
            }
            return fabs(turn[0] * turn[3] - turn[1] * turn[2]) > 1e-9;
        }
    return false;
}

static bool seam_is_regular(const struct pm_place *p)
{
    double turn[4];

    return find_turn(turn, p);
}

pm_status pm_place_finish(struct pm_place *p, int n, const char *names, const size_t *name)
{
    if (p == NULL)
        return PM_OK;
    if (p->dims == 0 || (p->periods > 0 && p->periods != p->dims) ||
        (p->seams > 0 && p->seams != p->dims))
        return pm_fail(PM_INPUT, "a line '%%period' or '%%seam' goes with a line '%%place' for as "
                                 "many coordinates");
    if (p->seams > 0 && !seam_is_regular(p))
        return pm_fail(PM_INPUT, "the steps of '%%seam' are not those of a plane, as '%%place' "
                                 "draws it");
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
        PM_FREE(place->at, place->seam);
    free(place);
}

/* -------------------------------------------------------------------- asking */

/* The shortest way between the points `from` and `to`, where coordinates may be cyclic. */
static void put_way(const struct pm_place *p, const int64_t *from, const int64_t *to, double way[2])
{
    int64_t step[PM_PLACE_DIMS];

    for (int k = 0; k < p->dims; k++) {
        const int period = p->periods > 0 ? p->period[k] : 0;
        step[k] = to[k] - from[k];
        if (period == 0)
            continue;
        const int64_t round = ((step[k] % period) + period) % period;
        step[k] = 2 * round > period ? round - period : round;
    }
    put_point(p, step, way);
}

static void take_point(int64_t *to, const struct pm_place *p, int v)
{
    for (int k = 0; k < p->dims; k++)
        to[k] = p->at[(size_t)v * (size_t)p->dims + (size_t)k];
}

/* The point that is the same as `at`, across the seam. */
static void cross_seam(int64_t *to, const struct pm_place *p, const int64_t *at)
{
    for (int k = 0; k < p->dims; k++) {
        to[k] = p->seam[k];
        for (int j = 0; j < p->dims; j++)
            to[k] += at[j] * p->seam[(j + 1) * p->dims + k];
    }
}

bool pm_place_closes(const struct pm_place *p)
{
    return p->periods > 0 || p->seams > 0;
}

bool pm_place_way(const struct pm_place *p, int u, int v, double *x, double *y)
{
    double way[2], turn[4], forth[2], back[2];
    int64_t from[PM_PLACE_DIMS], to[PM_PLACE_DIMS], crossed[PM_PLACE_DIMS];
    bool mirrored = false;

    take_point(from, p, u);
    take_point(to, p, v);
    put_way(p, from, to, way);
    if (p->seams > 0 && find_turn(turn, p)) {
        const double area = turn[0] * turn[3] - turn[1] * turn[2];
        cross_seam(crossed, p, to);
        put_way(p, from, crossed, forth);
        cross_seam(crossed, p, from);
        put_way(p, crossed, to, back);
        const double backward[2] = {(turn[3] * back[0] - turn[1] * back[1]) / area,
                                    (turn[0] * back[1] - turn[2] * back[0]) / area};
        const double *const other[2] = {forth, backward};
        for (int k = 0; k < 2; k++)
            if (hypot(other[k][0], other[k][1]) < hypot(way[0], way[1]) - 1e-9) {
                way[0] = other[k][0];
                way[1] = other[k][1];
                mirrored = area < 0;
            }
    }
    *x = way[0];
    *y = way[1];
    return mirrored;
}

void pm_place_at(const struct pm_place *p, int v, double *x, double *y)
{
    int64_t point[PM_PLACE_DIMS];
    double at[2];

    take_point(point, p, v);
    put_point(p, point, at);
    *x = at[0];
    *y = at[1];
}
