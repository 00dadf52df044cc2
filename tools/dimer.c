/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dimer: writes the edges of a lattice, for countmatch and others to read, or draws it. */
#include "drawing.h"
#include "picture.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_lattices(void)
{
    for (const struct lattice *l = lattices; l->name != NULL; l++) {
        char left[40];

        snprintf(left, sizeof left, "  %s %s", l->name, l->sizes);
        cli_entry(left, l->what);
    }
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
               "called by their coordinates, which count from 1.",
    .example = "    $ dimer aztec 3 | countmatch\n"
               "    64",
    .often = "weights holes svg seed",
    .names = lattice_name,
    .page = "lattices",
    .print_page = print_lattices,
};

/* Draws what lattice_print() would print. */
static int draw_lattice(struct drawing *d, const struct cli *cli)
{
    char *text = NULL;
    size_t length;

    if ((d->out = open_memstream(&text, &length)) == NULL)
        return cli_no_memory(cli, NULL);
    lattice_print(d);
    if (cli_text(d->out, &text) == NULL)
        return cli_no_memory(cli, NULL);
    const int status = picture_of_text(cli, d->lattice->name, text, length);
    free(text);
    return status;
}

/* ------------------------------------------------------------- command line */

/* A usage error as a truth value. */
#define refuse(...) (cli_usage(&program, __VA_ARGS__), false)

/* The lattice of that name and number of sizes; another of that name, or NULL, where there is none.
 */
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
    struct cli_near near = {.word = name, .length = strlen(name)};

    for (const struct lattice *l = lattices; l->name != NULL; l++)
        cli_near(&near, l->name);
    return near.name != NULL
               ? refuse("there is no lattice '%s'; did you mean '%s'?", name, near.name)
               : refuse("there is no lattice '%s' (--help=lattices lists them)", name);
}

static bool parse_lattice(struct drawing *d, const struct cli *cli)
{
    if (cli->operands == 0)
        return refuse("the name of a lattice is wanted");
    const struct lattice *const l = find_lattice(cli->operand[0], cli->operands - 1);
    if (l == NULL)
        return refuse_lattice(cli->operand[0]);
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
    lattice_start(d, l);
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

static bool parse_holes(struct drawing *d, const char *text)
{
    int at[LATTICE_DIMS];
    char *end = (char *)text;

    if (text == NULL)
        return true;
    if ((d->hole = calloc(strlen(text) + 1, sizeof *d->hole)) == NULL)
        return refuse("memory is out");
    for (const char *word = text;; word = end + 1) {
        if (!lattice_parse_point(at, d, word, &end))
            return refuse("--holes=%s: names of vertices are wanted, separated by colons, and "
                          "'%.*s' is none of %s",
                          text, (int)strcspn(word, ":"), word, d->lattice->name);
        d->hole[d->holes++] = lattice_number(d, at);
        if (*end == '\0')
            break;
    }
    qsort(d->hole, d->holes, sizeof *d->hole, lattice_compare);
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
            lattice_print(&d);
        status = cli_finish(&cli, status);
    }
    free(d.weights);
    free(d.hole);
    return status;
}
