/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the edges of a lattice.  For every point of the box in order, its edges in the directions
 * of the steps are written.  So every edge is written once.  A vertex without edges gets a line of
 * its own. */
#include "drawing.h"
#include "mask.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void lattice_start(struct drawing *d, const struct lattice *l, bool periodic)
{
    d->lattice = l;
    d->wrapped = periodic ? l->closes : l->wrapped;
    d->mirrored = l->mirrored;
    d->dims = l->dims > 0 ? l->dims : d->size[0];
    d->steps = l->steps > 0 ? l->steps : d->dims;
    if (l->box != NULL)
        l->box(d->extent, d->size);
    else
        memcpy(d->extent, d->size, (size_t)l->size_count * sizeof *d->size);
}

/* ------------------------------------------------------------------- points */

uint64_t lattice_number(const struct drawing *d, const int *at)
{
    uint64_t number = 0;

    for (int k = 0; k < d->dims; k++)
        number = number * (uint64_t)d->extent[k] + (uint64_t)at[k];
    return number;
}

int lattice_compare(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

/* True if the lattice contains this point of the box; holes are ignored. */
static bool in_lattice(const struct drawing *d, const int *at)
{
    for (int k = 0; k < d->dims; k++)
        if (at[k] < 0 || at[k] >= d->extent[k])
            return false;
    return d->lattice->inside == NULL || d->lattice->inside(at, d->size);
}

static bool is_vertex(const struct drawing *d, const int *at)
{
    if (!in_lattice(d, at))
        return false;
    const uint64_t number = lattice_number(d, at);
    if (d->mask != NULL && mask_is_hole(mask_at(d->mask, at[0], at[1])))
        return false;
    return d->holes == 0 ||
           bsearch(&number, d->hole, d->holes, sizeof *d->hole, lattice_compare) == NULL;
}

/* The mirror image of a point. */
static void reflect(int *at, const struct drawing *d)
{
    int from[LATTICE_COORDINATES];

    memcpy(from, at, (size_t)d->dims * sizeof *at);
    for (int k = 1; k < d->dims; k++) {
        const signed char *const image = d->lattice->mirror[k];
        at[k] = image[0] + (image[k + 1] < 0 ? d->extent[k] : 0);
        for (int j = 0; j < d->dims; j++)
            at[k] += image[j + 1] * from[j];
    }
}

/* Moves a point beyond the last row to the one that is the same, as if the rows went on from the
 * first one. */
static void close_rows(int *at, const struct drawing *d)
{
    at[0] -= d->extent[0];
    at[1] -= d->twist;
    if (d->mirrored)
        reflect(at, d);
}

/* The same for a point before the first row. */
static void open_rows(int *at, const struct drawing *d)
{
    if (d->mirrored)
        reflect(at, d);
    at[1] += d->twist;
    at[0] += d->extent[0];
}

static bool has_seam(const struct drawing *d)
{
    return d->mirrored || d->twist != 0;
}

/* The point at `sign` times a step; false if it is no vertex, or the same point. */
static bool neighbour(int *to, const struct drawing *d, const int *at, int step, int sign)
{
    const struct lattice *const l = d->lattice;
    bool moved = false;

    for (int k = 0; k < d->dims; k++) {
        const int by = l->steps == 0 ? k == step : l->step[step][k];
        to[k] = at[k] + sign * by;
    }
    while (has_seam(d) && to[0] >= d->extent[0])
        close_rows(to, d);
    while (has_seam(d) && to[0] < 0)
        open_rows(to, d);
    for (int k = 0; k < d->dims; k++) {
        if (d->wrapped >> k & 1)
            to[k] = (to[k] % d->extent[k] + d->extent[k]) % d->extent[k];
        moved |= to[k] != at[k];
    }
    return moved && is_vertex(d, to);
}

/* The next point of the box in lexicographic order; false after the last. */
static bool next_point(int *at, const struct drawing *d)
{
    for (int k = d->dims; k-- > 0;) {
        if (++at[k] < d->extent[k])
            return true;
        at[k] = 0;
    }
    return false;
}

/* ------------------------------------------------------------------- output */

/* Prints the map from points beyond the last row, in coordinates that count from 1: the image of
 * the origin, and of each unit step. */
static void print_seam(const struct drawing *d)
{
    int origin[LATTICE_COORDINATES], at[LATTICE_COORDINATES];

    fputs("%seam", d->out);
    for (int step = -1; step < d->dims; step++) {
        for (int k = 0; k < d->dims; k++)
            at[k] = (k == step) - 1;
        close_rows(at, d);
        for (int k = 0; k < d->dims; k++) {
            if (step < 0)
                origin[k] = at[k] + 1;
            fprintf(d->out, "%c%d", k > 0 ? ',' : ' ', at[k] + 1 - (step < 0 ? 0 : origin[k]));
        }
    }
    putc('\n', d->out);
}

/* Prints lines with the positions of vertices, for pictures and for the surface. */
static void print_place(const struct drawing *d)
{
    const struct lattice *const l = d->lattice;

    if (d->dims == 0) {
        fputs("%place 1 0\n", d->out); /* one vertex, 1; without this line it looks like a number */
        return;
    }
    if (l->joined != NULL && l->place[0][0] == 0)
        return;
    fputs("%place", d->out);
    for (int axis = 0; axis < 2; axis++)
        for (int k = 0; k < d->dims; k++) {
            const double turn = 3.14159265358979 * (k + 0.5) / d->dims;
            const double at = l->steps > 0 ? l->place[axis][k] : axis == 0 ? cos(turn) : -sin(turn);
            fprintf(d->out, "%c%.6g", k > 0 ? ',' : ' ', at);
        }
    putc('\n', d->out);
    if (d->wrapped == 0)
        return;
    fputs("%period", d->out);
    for (int k = 0; k < d->dims; k++)
        fprintf(d->out, "%c%d", k > 0 ? ',' : ' ',
                d->wrapped >> k & 1 && (k > 0 || !has_seam(d)) ? d->extent[k] : 0);
    putc('\n', d->out);
    if (has_seam(d))
        print_seam(d);
}

static void print_point(const struct drawing *d, const int *at)
{
    for (int k = 0; k < d->dims; k++)
        fprintf(d->out, "%s%d", k > 0 ? "," : "", at[k] + 1);
    if (d->dims == 0)
        putc('1', d->out);
}

/* Prints a power of a number up to 10^9. */
static void print_power(FILE *out, long base, int exponent)
{
    enum { PART = 1000000000, PARTS = HEIGHT_MOST + 1 };
    uint64_t part[PARTS] = {1};
    int used = 1;

    for (; exponent > 0; exponent--) {
        uint64_t carry = 0;
        for (int k = 0; k < used; k++) {
            carry += part[k] * (uint64_t)base;
            part[k] = carry % PART;
            carry /= PART;
        }
        if (carry > 0)
            part[used++] = carry;
    }
    fprintf(out, "%" PRIu64, part[--used]);
    while (used-- > 0)
        fprintf(out, "%09" PRIu64, part[used]);
}

/* The weight of an edge of the first step, so that a tile or cube more changes the product of the
 * weights by q: q^i, in squares q^-i where a black one is first (Elkies et al., 1992). */
static void print_height(const struct drawing *d, const int *at)
{
    const bool below = d->dims == 2 && (at[0] + at[1]) % 2 != 0;

    if (d->q_is_x) {
        fprintf(d->out, "x^%d", below ? -at[0] : at[0]);
        return;
    }
    print_power(d->out, d->q[below], at[0]);
    putc('/', d->out);
    print_power(d->out, d->q[!below], at[0]);
}

/* The weight of an edge by its direction, or by the letter of its first cell. */
static void print_weight(const struct drawing *d, const int *at, int step)
{
    const char *by = d->letters != NULL ? d->of_letter[(int)mask_at(d->mask, at[0], at[1])] : NULL;

    for (int k = 0; k < step && by != NULL; k++)
        by = (by = strchr(by, ':')) != NULL ? by + 1 : NULL;
    if (by == NULL)
        by = d->weight[step] != NULL ? d->weight[step] : "1";
    fprintf(d->out, " %.*s", (int)strcspn(by, ":"), by);
}

static void print_edge(const struct drawing *d, const int *at, const int *to, int step)
{
    print_point(d, at);
    putc(' ', d->out);
    print_point(d, to);
    if (d->signs != NULL)
        fputs(nrand48(d->signs) >> 30 ? " 1" : " -1", d->out);
    else if (d->q[0] != 0 && step == 0) {
        putc(' ', d->out);
        print_height(d, at);
    } else if (d->weights != NULL || d->letters != NULL || d->q[0] != 0)
        print_weight(d, at, step);
    putc('\n', d->out);
}

/* Prints the edges to later points.  False: there are none, and none to earlier ones. */
static bool print_joined(const struct drawing *d, const int *at)
{
    int to[LATTICE_DIMS] = {0};
    bool later = false, any = false;

    do {
        if (lattice_number(d, to) == lattice_number(d, at)) {
            later = true;
        } else if (is_vertex(d, to) && d->lattice->joined(at, to)) {
            any = true;
            if (later)
                print_edge(d, at, to, 0);
        }
    } while (next_point(to, d));
    return any;
}

static void print_vertex(const struct drawing *d, const int *at)
{
    int to[LATTICE_DIMS];
    bool alone = d->lattice->joined == NULL || !print_joined(d, at);

    for (int step = 0; step < d->steps && d->lattice->joined == NULL; step++) {
        alone &= !neighbour(to, d, at, step, -1);
        if (!neighbour(to, d, at, step, 1))
            continue;
        alone = false;
        print_edge(d, at, to, step);
    }
    if (alone) {
        print_point(d, at);
        putc('\n', d->out);
    }
}

void lattice_print(const struct drawing *d)
{
    int at[LATTICE_DIMS] = {0};

    print_place(d);
    for (int k = 0; k < d->dims; k++)
        if (d->extent[k] == 0)
            return;
    do {
        if (is_vertex(d, at))
            print_vertex(d, at);
    } while (!ferror(d->out) && next_point(at, d));
}

/* Reads the coordinates in one name; *end = the text after them. */
bool lattice_parse_point(int *at, const struct drawing *d, const char *text, char **end)
{
    for (int k = 0; k < d->dims; k++) {
        if (*text < '0' || *text > '9')
            return false;
        const long x = strtol(text, end, 10);
        if (x > d->extent[k] || (k + 1 < d->dims && **end != ','))
            return false;
        at[k] = (int)x - 1;
        text = *end + 1;
    }
    return (**end == ':' || **end == '\0') && in_lattice(d, at);
}
