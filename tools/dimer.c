/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dimer: writes the edges of a lattice as input for countmatch and others, or draws it. */
#include "drawing.h"
#include "mask.h"
#include "named.h"
#include "picture.h"
#include "points.h"
#include "help.h"
#include "spelling.h"
#include "weights.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a lattice is, its sizes, and what is known of its numbers of perfect matchings. */
static void print_lattice(const struct lattice *l)
{
    char left[40], what[512];

    snprintf(left, sizeof left, "  %s %s", l->name, l->sizes);
    snprintf(what, sizeof what, "%s; sizes from %d to %d%s%s%s", l->what, l->least, l->most,
             l->closes != 0 ? "; --periodic" : "", l->known != NULL ? "; counts: " : "",
             l->known != NULL ? l->known : "");
    cli_entry(left, what);
}

static void print_named(void)
{
    char names[512];

    named_list(names, sizeof names);
    cli_entry("  named NAME", names);
}

static void print_lattices(void)
{
    for (const struct lattice *l = lattices; l->name != NULL; l++)
        print_lattice(l);
    print_named();
}

static const char *lattice_name(int k, const char **what)
{
    *what = lattices[k].what;
    return lattices[k].name;
}

static const struct cli_program program = {
    .name = "dimer",
    .bit = CLI_DIMER,
    .operands = "LATTICE SIZE...",
    .purpose = "Print the edges of a lattice, one a line, as countmatch reads them. Vertices are "
               "called by their coordinates, which count from 1. A size may be a range, A..B.",
    .example = "    $ dimer aztec 3 | countmatch\n"
               "    64",
    .often = "periodic weights holes svg seed",
    .names = lattice_name,
    .page = "lattices",
    .print_page = print_lattices,
};

/* ------------------------------------------------------------- command line */

/* Reports a usage error and returns false. */
#define refuse(...) (cli_usage(&program, __VA_ARGS__), false)

/* The lattice with that name and number of sizes; else another one with that name; NULL: none. */
static const struct lattice *find_lattice(const char *name, int sizes)
{
    const struct lattice *found = NULL;

    for (const struct lattice *l = lattices; l->name != NULL; l++)
        if (strcmp(l->name, name) == 0 && (found == NULL || l->size_count == sizes))
            found = l;
    return found;
}

static bool refuse_lattice(const char *name)
{
    struct cli_spelling near = {.word = name, .length = strlen(name)};

    if (named_find(name) != NULL)
        return refuse("there is no lattice '%s'; did you mean 'named %s'?", name, name);
    for (const struct lattice *l = lattices; l->name != NULL; l++)
        cli_spelling_compare(&near, l->name);
    if (near.name != NULL && strncmp(near.name, name, 1) != 0)
        near.name = NULL;
    for (const struct lattice *l = lattices; l->name != NULL && near.name == NULL; l++)
        if (strlen(name) > 2 &&
            strncmp(l->what, name, strlen(name) - (name[strlen(name) - 1] == 's')) == 0)
            near.name = l->name;
    return near.name != NULL
               ? refuse("there is no lattice '%s'; did you mean '%s'?", name, near.name)
               : refuse("there is no lattice '%s' (--help=lattices lists them)", name);
}

/* Names another lattice of so many sizes whose description has the name, as 'cubic grid' has grid.
 */
static bool refuse_sizes(const struct lattice *l, int sizes)
{
    const struct lattice *other = lattices;

    while (other->name != NULL &&
           (other->size_count != sizes || strstr(other->what, l->name) == NULL))
        other++;
    return other->name != NULL ? refuse("the sizes of %s are %s; did you mean '%s %s'?", l->name,
                                        l->sizes, other->name, other->sizes)
                               : refuse("the sizes of %s are %s", l->name, l->sizes);
}

/* The sizes "A", "A..B" and "A..B..STEP".  Several ranges advance together. */
struct range {
    long from, to, by;
};

/* False if the text is no range, or a size is not between `least` and `most`. */
static bool parse_range(struct range *range, const char *text, long least, long most)
{
    long *const number[] = {&range->from, &range->to, &range->by};
    int count = 0;

    *range = (struct range){.by = 1};
    for (char *end = (char *)text;; text = end + 2) {
        if (count == 3 || *text < '0' || *text > '9')
            return false;
        *number[count++] = strtol(text, &end, 10);
        if (*end == '\0')
            break;
        if (strncmp(end, "..", 2) != 0)
            return false;
    }
    if (count == 1)
        range->to = range->from;
    return range->from >= least && range->to <= most && range->from <= range->to && range->by > 0;
}

static long range_steps(const struct range *range)
{
    return (range->to - range->from) / range->by + 1;
}

/* The lattices to draw, one after another; all are of one kind. */
struct series {
    const struct cli *cli;
    const struct lattice *lattice;
    struct range range[LATTICE_SIZES];
    struct mask mask;          /* the picture; without cells: there is none */
    struct points points;      /* instead of a lattice */
    const struct named *named; /* the same */
    unsigned short signs[3];   /* of --couplings */
    long count;                /* number of lattices */
    int leader;                /* the first size that is a range; -1: none */
    bool swept;                /* a weight is a range */
};

/* Checks --mirror and --twist.  A mirror image that fits only a whole ring needs one. */
static bool parse_closing(const struct cli *cli, const struct lattice *l)
{
    const unsigned wrapped = cli->periodic ? l->closes : l->wrapped;
    const bool plain = l->mirror[1][1] == 0;

    if (cli->mirror && (l->mirror[0][1] == 0 || !(wrapped & 1) || (!plain && !(wrapped & 2))))
        return refuse("--mirror: the first direction of %s %s", l->name,
                      l->mirror[0][1] == 0 ? "has no mirror image here"
                      : l->closes & 1      ? "does not close to a ring (--periodic)"
                                           : "does not close to a ring");
    if (cli->twist != 0 && (wrapped & 3) != 3)
        return refuse("--twist: %s does not close to rings in two directions%s", l->name,
                      (l->closes & 3) == 3 ? " (--periodic)" : "");
    return true;
}

/* Takes the sizes from the picture. */
static bool take_mask(struct series *s)
{
    const struct lattice *const l = s->lattice;

    if (l->size_count != 2 || l->dims != 2 || l->box != NULL || l->joined != NULL)
        return refuse("--mask: %s does not consist of rows and columns of cells, as grid does",
                      l->name);
    s->range[0] = (struct range){s->mask.rows, s->mask.rows, 1};
    s->range[1] = (struct range){s->mask.cols, s->mask.cols, 1};
    return true;
}

static bool parse_lattice(struct series *s)
{
    const struct cli *const cli = s->cli;
    const bool masked = cli->mask != NULL && cli->operands == 1; /* it tells the sizes */
    const int sizes = masked ? 2 : cli->operands - 1;

    if (cli->operands == 0)
        return refuse("the name of a lattice is expected (--help=lattices lists them)");
    const struct lattice *const l = find_lattice(cli->operand[0], sizes);
    if (l == NULL)
        return refuse_lattice(cli->operand[0]);
    if (!masked && sizes != l->size_count)
        return refuse_sizes(l, sizes);
    if (cli->mask != NULL && l->dims < 2)
        return refuse("--mask: %s has no rows and columns", l->name);
    if (cli->periodic && l->closes == 0)
        return refuse("--periodic: %s does not close to rings", l->name);
    if (!parse_closing(cli, l))
        return false;
    s->lattice = l;
    if (masked)
        return take_mask(s);
    for (int k = 0; k < l->size_count; k++) {
        const char *const text = cli->operand[k + 1];
        if (!parse_range(&s->range[k], text, l->least, l->most))
            return refuse("%s %s: '%s' is no integer from %d to %d, nor a range of them, A..B or "
                          "A..B..STEP",
                          l->name, l->sizes, text, l->least, l->most);
        if (strchr(text, '.') == NULL)
            continue;
        if (s->leader >= 0 && range_steps(&s->range[k]) != s->count)
            return refuse("%s and %s have %ld and %ld sizes, and ranges go together: the first "
                          "with the first, and so on",
                          cli->operand[s->leader + 1], text, s->count, range_steps(&s->range[k]));
        s->count = range_steps(&s->range[k]);
        s->leader = s->leader < 0 ? k : s->leader;
    }
    return true;
}

static bool parse_holes(struct drawing *d, const char *text)
{
    int at[LATTICE_DIMS];
    char *end = (char *)text;

    if (text == NULL)
        return true;
    if ((d->hole = calloc(strlen(text) + 1, sizeof *d->hole)) == NULL)
        return refuse("out of memory");
    for (const char *word = text;; word = end + 1) {
        if (!lattice_parse_point(at, d, word, &end))
            return refuse("--holes=%s: names of vertices are expected, separated by colons, and "
                          "'%.*s' is none of %s",
                          text, (int)strcspn(word, ":"), word, d->lattice->name);
        d->hole[d->holes++] = lattice_number(d, at);
        if (*end == '\0')
            break;
    }
    qsort(d->hole, d->holes, sizeof *d->hole, lattice_compare);
    return true;
}

/* Prepares lattice number k of the series; false after a message. */
static bool prepare(struct drawing *d, struct series *s, long k)
{
    *d = (struct drawing){.out = stdout};
    for (int i = 0; i < s->lattice->size_count; i++) {
        const struct range *const range = &s->range[i];
        d->size[i] = (int)(range->from + (range->from < range->to ? k * range->by : 0));
    }
    lattice_start(d, s->lattice, s->cli->periodic);
    d->mirrored |= s->cli->mirror;
    for (int i = 0; i < 3; i++)
        s->signs[i] = (unsigned short)((s->cli->solve.seed + (uint64_t)k) >> 16 * i);
    d->signs = s->cli->couplings != NULL ? s->signs : NULL;
    if (s->cli->twist != 0 && d->size[1] > 0)
        d->twist = s->cli->twist % d->size[1] * (d->extent[1] / d->size[1]);
    d->mask = s->cli->mask != NULL ? &s->mask : NULL;
    return weights_take(d, &program, s->cli, k) && parse_holes(d, s->cli->holes);
}

static void release(struct drawing *d)
{
    free(d->weights);
    free(d->letters);
    free(d->hole);
}

/* Every lattice begins a graph, so that outputs one after the other are not one graph.  Its edges
 * have no direction, whatever reads them. */
static void print_edges(const struct drawing *d, const struct series *s)
{
    if (s->cli->points != NULL) {
        points_print(d->out, &s->points);
        return;
    }
    if (s->named != NULL) {
        named_print(d->out, s->named);
        return;
    }
    fputs("%graph", d->out);
    if (s->leader >= 0)
        fprintf(d->out, " %d", d->size[s->leader]);
    fputs(" undirected", d->out);
    if (s->swept)
        fputs(" \"weights", d->out);
    for (int k = 0; s->swept && k < d->steps && d->weight[k] != NULL; k++)
        fprintf(d->out, "%c%s", k > 0 ? ',' : ' ', d->weight[k]);
    fputs(s->swept ? "\"\n" : "\n", d->out);
    lattice_print(d);
}

/* Prints a picture of a graph, or the graph in a format other than the edge list. */
static int print_graph(const struct series *s, pm_graph *graph, long number)
{
    const char *const name = s->lattice->name;
    char *text = NULL;

    if (s->cli->svg)
        return picture_of_graph(s->cli, name, graph);
    const pm_status status = pm_graph_text(&text, graph, s->cli->to_graph, number);
    return status == PM_OK ? cli_print_text(s->cli, NULL, text) : cli_fail(s->cli, status, name);
}

/* Pictures and graphs are made in memory, with so many bytes for a point. */
static const double POINTS_MOST = 4e6, POINT_BYTES = 300;

/* Of its box. */
static double points_of(const struct drawing *d)
{
    double points = 1;

    for (int k = 0; k < d->dims; k++)
        points *= d->extent[k];
    return points;
}

/* True if there is memory; where it ends only later, stdio tries again for every character. */
static bool fits_memory(const struct drawing *d)
{
    void *const room = malloc((size_t)(POINT_BYTES * points_of(d)) + 1);

    free(room);
    return room != NULL;
}

/* Prints lattice `number` of the series, from 1. */
static int show(struct drawing *d, const struct series *s, long number)
{
    const pm_graph_options options = {.format = s->cli->points != NULL ? "gml" : "el"};
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;
    char *text = NULL;
    size_t length;

    if (!s->cli->svg && s->cli->to_graph == NULL) {
        print_edges(d, s);
        return CLI_ANSWERED;
    }
    if (points_of(d) > POINTS_MOST) {
        cli_say(s->cli, NULL, "a lattice of %.3g points is too large for --%s: at most %g",
                points_of(d), s->cli->svg ? "svg" : "to-graph", POINTS_MOST);
        return CLI_UNABLE;
    }
    if (!fits_memory(d) || (d->out = open_memstream(&text, &length)) == NULL)
        return cli_no_memory(s->cli, NULL);
    print_edges(d, s);
    if (cli_text(true, d->out, &text) == NULL)
        return cli_no_memory(s->cli, NULL);
    pm_status status = pm_graph_open_text(&reader, s->lattice->name, text, length, &options);
    if (status == PM_OK)
        status = pm_graph_next(&graph, reader);
    const int result =
        status != PM_OK ? cli_fail(s->cli, status, NULL) : print_graph(s, graph, number);
    pm_graph_free(graph);
    pm_graph_close(reader);
    free(text);
    return result;
}

static int show_points(struct series *s)
{
    static const struct lattice none = {.name = "points"};
    struct drawing d = {.out = stdout, .lattice = &none};

    if (s->cli->operands > 0)
        return cli_usage(&program, "--points: the file tells the graph, and '%s' is a lattice",
                         s->cli->operand[0]);
    s->lattice = &none;
    int status = points_read(&s->points, s->cli);
    if (status == CLI_ANSWERED)
        status = show(&d, s, 1);
    free(s->points.point);
    return cli_finish(s->cli, status);
}

/* `dimer named NAME`: no option of lattices applies. */
static int show_named(struct series *s)
{
    static const struct lattice none = {.name = "named"};
    const struct cli *const cli = s->cli;
    struct drawing d = {.out = stdout, .lattice = &none};
    char names[512];

    named_list(names, sizeof names);
    s->lattice = &none;
    s->named = cli->operands == 2 ? named_find(cli->operand[1]) : NULL;
    if (s->named == NULL)
        return cli_usage(&program, "'named' is followed by one of %s", names);
    if (cli->periodic || cli->mirror || cli->twist != 0 || cli->weights != NULL || cli->q != NULL ||
        cli->couplings != NULL || cli->holes != NULL || cli->mask != NULL)
        return cli_usage(&program, "a graph with a name is no lattice; of the options, only --svg "
                                   "and --to-graph apply");
    return cli_finish(cli, show(&d, s, 1));
}

/* Describes the lattices of that name, or all. */
static int list_lattices(const struct cli *cli)
{
    bool found = cli->operands == 0;

    for (const struct lattice *l = lattices; l->name != NULL; l++)
        if (cli->operands == 0 || strcmp(l->name, cli->operand[0]) == 0) {
            print_lattice(l);
            found = true;
        }
    if (cli->operands == 0 || strcmp(cli->operand[0], "named") == 0) {
        print_named();
        found = true;
    }
    if (!found)
        refuse_lattice(cli->operand[0]);
    return cli_finish(cli, found ? CLI_ANSWERED : CLI_USAGE);
}

int main(int argc, char **argv)
{
    struct cli cli;
    struct series s = {.cli = &cli, .count = 1, .leader = -1};
    struct drawing d;
    int status;

    if (!cli_start(&cli, &program, argc, argv, &status))
        return status;
    if (cli.list > 0)
        return list_lattices(&cli);
    if (cli.points != NULL)
        return show_points(&s);
    if (cli.operands > 0 && strcmp(cli.operand[0], "named") == 0)
        return show_named(&s);
    status = CLI_ANSWERED;
    if (cli.mask != NULL && cli.operands > 0)
        status = mask_read(&s.mask, &cli);
    if (status != CLI_ANSWERED || !parse_lattice(&s) ||
        !weights_count(&s.count, &s.swept, &program, &cli, s.leader >= 0)) {
        free(s.mask.cell);
        return status != CLI_ANSWERED ? status : CLI_USAGE;
    }
    if (cli.svg && s.count > 1)
        return cli_usage(&program, "--svg draws one lattice, and these are %ld", s.count);
    status = CLI_ANSWERED;
    /* check all of them before printing the first */
    for (long k = 0; k < 2 * s.count && status == CLI_ANSWERED && !ferror(stdout); k++) {
        if (!prepare(&d, &s, k % s.count))
            status = CLI_USAGE;
        else if (k >= s.count)
            status = show(&d, &s, k - s.count + 1);
        release(&d);
    }
    free(s.mask.cell);
    return cli_finish(&cli, status);
}
