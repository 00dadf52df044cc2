/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench lattices: perfect matchings of lattices by the tree engine, modulo 2^61 - 1, one line a
 * lattice as in pm-bench tree.  Vertices are the points of a box, neighbours differ by one in one
 * coordinate (some of which close to rings) or, for a king, in both.  Even rings leave two colours,
 * and so a permanent; odd ones and kings ask for a hafnian. */
#include "bench.h"

#include "model/problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shape {
    const char *name;
    int size[3];
    bool wrapped, king;
};

static const struct shape shapes[] = {
    {"grid-16x16", {16, 16, 1}, false, false}, {"grid-20x20", {20, 20, 1}, false, false},
    {"grid-24x24", {24, 24, 1}, false, false}, {"grid-28x28", {28, 28, 1}, false, false},
    {"torus-8x8", {8, 8, 1}, true, false},     {"torus-10x10", {10, 10, 1}, true, false},
    {"torus-12x12", {12, 12, 1}, true, false}, {"torus-14x14", {14, 14, 1}, true, false},
    {"torus-7x8", {7, 8, 1}, true, false},     {"torus-9x10", {9, 10, 1}, true, false},
    {"box-4x4x4", {4, 4, 4}, false, false},    {"box-4x4x6", {4, 4, 6}, false, false},
    {"box-4x4x8", {4, 4, 8}, false, false},    {"box-4x5x6", {4, 5, 6}, false, false},
    {"box-5x5x6", {5, 5, 6}, false, false},    {"box-6x6x4", {6, 6, 4}, false, false},
    {"torus-4x4x4", {4, 4, 4}, true, false},   {"king-8x8", {8, 8, 1}, false, true},
    {"king-12x12", {12, 12, 1}, false, true},  {"king-16x16", {16, 16, 1}, false, true},
    {"king-torus-8x8", {8, 8, 1}, true, true}, {"king-torus-10x10", {10, 10, 1}, true, true},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static bool is_general(const struct shape *s)
{
    bool odd = s->king;

    for (int d = 0; d < 3; d++)
        odd = odd || (s->wrapped && s->size[d] > 1 && s->size[d] % 2);
    return odd;
}

/* Steps along one coordinate: 0, 1, or more where there is no ring. */
static int gap(const struct shape *s, int d, int x, int y)
{
    const int steps = abs(x - y);

    return s->wrapped && s->size[d] > 2 && steps == s->size[d] - 1 ? 1 : steps;
}

static bool adjacent(const struct shape *s, int u, int v)
{
    int sum = 0, most = 0;

    for (int d = 0; d < 3; u /= s->size[d], v /= s->size[d], d++) {
        const int steps = gap(s, d, u % s->size[d], v % s->size[d]);
        sum += steps;
        most = steps > most ? steps : most;
    }
    return s->king ? most == 1 : sum == 1;
}

/* The number of a vertex among those of its colour, and the colour. */
static int colour_of(const struct shape *s, int v, const int *number, int *index)
{
    int sum = 0;

    for (int d = 0, rest = v; d < 3; rest /= s->size[d], d++)
        sum += rest % s->size[d];
    *index = number[v];
    return sum % 2;
}

static pm_status make(pm_problem **problem, const struct shape *s)
{
    const int n = s->size[0] * s->size[1] * s->size[2];
    const bool general = is_general(s);
    int *const number = calloc((size_t)n, sizeof *number);
    int *const row = calloc((size_t)n * 16, sizeof *row), *const col = row + (size_t)n * 8;
    int count[2] = {0, 0}, x, y;
    size_t edges = 0;

    for (int v = 0; v < n; v++) {
        const int c = general ? 0 : colour_of(s, v, number, &x);
        number[v] = count[c]++;
    }
    for (int u = 0; u < n; u++) {
        for (int v = 0; v < n; v++) {
            const bool first = general || colour_of(s, u, number, &x) == 0;
            if (!first || !adjacent(s, u, v))
                continue;
            colour_of(s, u, number, &x);
            colour_of(s, v, number, &y);
            row[edges] = x;
            col[edges++] = y;
        }
    }
    const pm_status status = pm_problem_new(problem, PM_FIELD_PATTERN, count[0],
                                            general ? n : count[1], edges, row, col, NULL);
    if (status == PM_OK && general)
        (*problem)->kind = PM_HAFNIAN;
    free(number);
    free(row);
    return status;
}

static bool asked(const char *name, int count, const char *const *operand)
{
    for (int k = 0; k < count; k++) {
        if (strcmp(name, operand[k]) == 0)
            return true;
    }
    return count == 0;
}

int bench_lattices(const struct cli *cli, int count, const char *const *operand)
{
    int result = CLI_ANSWERED;

    bench_tree_head();
    for (int i = 0; i < SHAPES; i++) {
        pm_problem *problem = NULL;
        if (!asked(shapes[i].name, count, operand))
            continue;
        const pm_status status = make(&problem, &shapes[i]);
        result = cli_worse(result, status == PM_OK ? bench_tree_row(cli, shapes[i].name, problem)
                                                   : cli_fail(cli, status, shapes[i].name));
        pm_problem_free(problem);
    }
    return result;
}
