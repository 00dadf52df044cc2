/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points are sorted by x, so that few pairs are compared. */
#include "points.h"

#include "say.h"
#include "text_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two lengths are equal up to this relative error. */
static const double NEAR = 1e-6;

/* Takes the numbers of a line, which has 2, 3 or none; -1: it is wrong. */
static int take(double at[3], char *text)
{
    int count = 0;
    char *end;

    text[strcspn(text, "#")] = '\0';
    for (char *c = text; *c != '\0'; c++)
        *c = *c == ',' || *c == '\t' ? ' ' : *c;
    for (at[2] = 0; text[strspn(text, " ")] != '\0'; text = end) {
        const double x = strtod(text, &end);
        if (end == text || (*end != ' ' && *end != '\0') || count == 3 || !isfinite(x))
            return -1;
        at[count++] = x;
    }
    return count == 1 ? -1 : count;
}

static int compare(const void *a, const void *b)
{
    const struct point *const x = a, *const y = b;

    for (int k = 0; k < 3; k++)
        if (x->at[k] != y->at[k])
            return x->at[k] < y->at[k] ? -1 : 1;
    return 0;
}

static double distance(const struct point *a, const struct point *b)
{
    return hypot(hypot(a->at[0] - b->at[0], a->at[1] - b->at[1]), a->at[2] - b->at[2]);
}

/* Takes --distance; without it, it is 0. */
static int take_distance(struct points *p, const struct cli *cli)
{
    char *end;

    if (cli->distance == NULL)
        return CLI_ANSWERED;
    p->distance = strtod(cli->distance, &end);
    if (*end == '\0' && p->distance > 0 && isfinite(p->distance))
        return CLI_ANSWERED;
    cli_say(cli, NULL, "--distance=%s: a positive number is expected", cli->distance);
    return CLI_USAGE;
}

/* Without --distance, the least distance of two points counts.  Fails where two points are the
 * same. */
static int find_distance(struct points *p, const struct cli *cli)
{
    double nearest = INFINITY;

    for (long i = 0; i < p->count; i++)
        for (long j = i + 1; j < p->count && p->point[j].at[0] - p->point[i].at[0] < nearest; j++) {
            nearest = fmin(nearest, distance(&p->point[i], &p->point[j]));
            if (nearest > 0)
                continue;
            cli_say(cli, cli->points, "lines %ld and %ld are the same point", p->point[i].line,
                    p->point[j].line);
            return CLI_FAILED;
        }
    if (cli->distance == NULL)
        p->distance = nearest;
    return CLI_ANSWERED;
}

static int add_line(void *to, const struct cli *cli, char *text, int line)
{
    struct points *const p = to;
    struct point new = {.line = line, .number = p->count + 1};
    const int numbers = take(new.at, text);

    if (numbers == 0)
        return CLI_ANSWERED;
    if (numbers < 0) {
        cli_say(cli, cli->points, "line %d: two or three numbers are expected, x y or x y z", line);
        return CLI_FAILED;
    }
    struct point *const longer = (p->count & (p->count - 1)) != 0
                                     ? p->point
                                     : realloc(p->point, (size_t)(2 * p->count + 1) * sizeof new);
    if (longer == NULL)
        return cli_no_memory(cli, cli->points);
    p->point = longer;
    p->point[p->count++] = new;
    return CLI_ANSWERED;
}

int points_read(struct points *p, const struct cli *cli)
{
    int result = take_distance(p, cli);

    if (result == CLI_ANSWERED)
        result = text_lines_read(p, cli, cli->points, add_line);
    if (result != CLI_ANSWERED || p->count == 0)
        return result;
    qsort(p->point, (size_t)p->count, sizeof *p->point, compare);
    return find_distance(p, cli);
}

void points_print(FILE *out, const struct points *p)
{
    fputs("graph [\n", out);
    for (long i = 0; i < p->count; i++)
        fprintf(out, "node [ id %ld graphics [ x %.12g y %.12g ] ]\n", p->point[i].number,
                p->point[i].at[0], p->point[i].at[1]);
    for (long i = 0; i < p->count; i++)
        for (long j = i + 1; j < p->count; j++) {
            if (p->point[j].at[0] - p->point[i].at[0] > p->distance * (1 + NEAR))
                break;
            if (fabs(distance(&p->point[i], &p->point[j]) / p->distance - 1) <= NEAR)
                fprintf(out, "edge [ source %ld target %ld ]\n", p->point[i].number,
                        p->point[j].number);
        }
    fputs("]\n", out);
}
