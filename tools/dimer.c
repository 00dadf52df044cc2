/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dimer: writes the edges of a lattice, for countmatch and others to read.
 *
 * The points of the box are walked in order; each writes its edges in the directions of the steps,
 * so every edge stands once, and a vertex without any edge stands alone on its line. */
#include "lattice.h"
#include "picture.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_lattices(void)
{
    printf("\nLattices:\n");
    for (const struct lattice *l = lattices; l->name != NULL; l++) {
        char left[40];

        snprintf(left, sizeof left, "%s %s", l->name, l->sizes);
        printf("  %-23s %s\n", left, l->what);
    }
}

static const struct cli_program program = {
    .name = "dimer",
    .bit = CLI_DIMER,
    .operands = "LATTICE SIZE...",
    .purpose = "Print the edges of a lattice, one a line, as countmatch reads them. Vertices are\n"
               "called by their coordinates, which count from 1.",
    .more = print_lattices,
};

struct drawing {
    FILE *out;
    const struct lattice *lattice;
    int size[LATTICE_SIZES];
    int dims, steps;
    int extent[LATTICE_DIMS];
    uint64_t *hole; /* points that are left out, sorted */
    size_t holes;
    char *weights; /* a copy of the option, cut at its commas; NULL: none */
    const char *weight[LATTICE_DIMS];
};

/* ------------------------------------------------------------------- points */

static uint64_t point_number(const struct drawing *d, const int *at)
{
    uint64_t number = 0;

    for (int k = 0; k < d->dims; k++)
        number = number * (uint64_t)d->extent[k] + (uint64_t)at[k];
    return number;
}

static int compare_numbers(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

/* True for a point of the box that the lattice has, holes or not. */
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
    const uint64_t number = point_number(d, at);
    return d->holes == 0 ||
           bsearch(&number, d->hole, d->holes, sizeof *d->hole, compare_numbers) == NULL;
}

/* The point that `sign` times a step leads to; false where it is no vertex. */
static bool neighbour(int *to, const struct drawing *d, const int *at, int step, int sign)
{
    const struct lattice *const l = d->lattice;

    for (int k = 0; k < d->dims; k++) {
        const int by = l->steps == 0 ? k == step : l->step[step][k];
        to[k] = at[k] + sign * by;
        if (l->wrapped >> k & 1)
            to[k] = (to[k] + d->extent[k]) % d->extent[k];
    }
    return is_vertex(d, to);
}

/* The next point of the box in lexicographic order; false behind the last. */
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

/* The lines that say where vertices lie, for pictures and for the torus. */
static void print_place(const struct drawing *d)
{
    const struct lattice *const l = d->lattice;

    if (d->dims == 0)
        return;
    fputs("%place", d->out);
    for (int axis = 0; axis < 2; axis++)
        for (int k = 0; k < d->dims; k++) {
            const double turn = 3.14159265358979 * (k + 0.5) / d->dims;
            const double at = l->steps > 0 ? l->place[axis][k] : axis == 0 ? cos(turn) : -sin(turn);
            fprintf(d->out, "%c%.6g", k > 0 ? ',' : ' ', at);
        }
    putc('\n', d->out);
    if (l->wrapped == 0)
        return;
    fputs("%period", d->out);
    for (int k = 0; k < d->dims; k++)
        fprintf(d->out, "%c%d", k > 0 ? ',' : ' ', l->wrapped >> k & 1 ? d->extent[k] : 0);
    putc('\n', d->out);
}

static void print_point(const struct drawing *d, const int *at)
{
    for (int k = 0; k < d->dims; k++)
        fprintf(d->out, "%s%d", k > 0 ? "," : "", at[k] + 1);
    if (d->dims == 0)
        putc('1', d->out);
}

static void print_vertex(const struct drawing *d, const int *at)
{
    int to[LATTICE_DIMS];
    bool alone = true;

    for (int step = 0; step < d->steps; step++) {
        alone &= !neighbour(to, d, at, step, -1);
        if (!neighbour(to, d, at, step, 1))
            continue;
        alone = false;
        print_point(d, at);
        putc(' ', d->out);
        print_point(d, to);
        if (d->weights != NULL)
            fprintf(d->out, " %s", d->weight[step] != NULL ? d->weight[step] : "1");
        putc('\n', d->out);
    }
    if (alone) {
        print_point(d, at);
        putc('\n', d->out);
    }
}

static void print_lattice(const struct drawing *d)
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

/* Draws what print_lattice() would print. */
static int draw_lattice(struct drawing *d, const struct cli *cli)
{
    char *text = NULL;
    size_t length;

    if ((d->out = open_memstream(&text, &length)) == NULL)
        return CLI_FAILED;
    print_lattice(d);
    const bool failed = ferror(d->out) != 0;
    if (fclose(d->out) != 0 || failed) {
        fprintf(stderr, "%s: memory is out\n", program.name);
        free(text);
        return CLI_FAILED;
    }
    const int status = picture_of_text(cli, d->lattice->name, text, length);
    free(text);
    return status;
}

/* ------------------------------------------------------------- command line */

/* A usage error as a truth value. */
#define refuse(...) (cli_usage(&program, __VA_ARGS__), false)

static bool parse_lattice(struct drawing *d, const struct cli *cli)
{
    const struct lattice *l = lattices;

    if (cli->operands == 0)
        return refuse("the name of a lattice is wanted");
    while (l->name != NULL && strcmp(l->name, cli->operand[0]) != 0)
        l++;
    if (l->name == NULL)
        return refuse("there is no lattice '%s' (--help lists them)", cli->operand[0]);
    if (cli->operands - 1 != l->size_count)
        return refuse("the sizes of %s are %s", l->name, l->sizes);
    for (int k = 0; k < l->size_count; k++) {
        char *end;
        const char *const text = cli->operand[k + 1];
        const long size = strtol(text, &end, 10);
        if (*text < '0' || *text > '9' || *end != '\0' || size < l->least || size > l->most)
            return refuse("%s %s: '%s' is no integer from %d to %d", l->name, l->sizes, text,
                          l->least, l->most);
        d->size[k] = (int)size;
    }
    d->lattice = l;
    d->dims = l->dims > 0 ? l->dims : d->size[0];
    d->steps = l->steps > 0 ? l->steps : d->dims;
    if (l->box != NULL)
        l->box(d->extent, d->size);
    else
        memcpy(d->extent, d->size, (size_t)l->size_count * sizeof *d->size);
    return true;
}

static bool parse_weights(struct drawing *d, const char *text)
{
    int count = 0;

    if (text == NULL)
        return true;
    if ((d->weights = strdup(text)) == NULL)
        return refuse("memory is out");
    for (char *at = d->weights; at != NULL; count++) {
        char *const word = strsep(&at, ",");
        if (count >= d->steps)
            return refuse("--weights=%s: %s has %d directions", text, d->lattice->name, d->steps);
        if (*word == '\0' || word[strspn(word, "0123456789+-./eE")] != '\0')
            return refuse("--weights=%s: '%s' is not a number", text, word);
        d->weight[count] = word;
    }
    return true;
}

/* The coordinates in one name; what follows them in *end. */
static bool parse_point(int *at, const struct drawing *d, const char *text, char **end)
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

static bool parse_holes(struct drawing *d, const char *text)
{
    int at[LATTICE_DIMS];
    char *end = (char *)text;

    if (text == NULL)
        return true;
    if ((d->hole = calloc(strlen(text) + 1, sizeof *d->hole)) == NULL)
        return refuse("memory is out");
    for (const char *word = text;; word = end + 1) {
        if (!parse_point(at, d, word, &end))
            return refuse("--holes=%s: names of vertices are wanted, separated by colons, and "
                          "'%.*s' is none of %s",
                          text, (int)strcspn(word, ":"), word, d->lattice->name);
        d->hole[d->holes++] = point_number(d, at);
        if (*end == '\0')
            break;
    }
    qsort(d->hole, d->holes, sizeof *d->hole, compare_numbers);
    return true;
}

int main(int argc, char **argv)
{
    struct drawing d = {.out = stdout};
    struct cli cli;
    int status;

    if (!cli_start(&cli, &program, argc, argv, &status))
        return status;
    status = CLI_USAGE;
    if (parse_lattice(&d, &cli) && parse_weights(&d, cli.weights) && parse_holes(&d, cli.holes)) {
        status = CLI_ANSWERED;
        if (cli.svg)
            status = draw_lattice(&d, &cli);
        else
            print_lattice(&d);
        status = cli_finish(&cli, status);
    }
    free(d.weights);
    free(d.hole);
    return status;
}
