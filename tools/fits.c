/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two tables: options that exclude each other, and options that need others. */
#include "arguments.h"
#include "say.h"

#include <string.h>

/* Lists of names of options; names that the program does not have are ignored. */
static const struct exclusion {
    const char *these, *those; /* NULL: `these` exclude each other */
    const char *why;
} exclusions[] = {
    {"marginals matchings minors sample list total symmetry", NULL, "one question at a time"},
    {"unmatched", "matchings minors sample total symmetry", "one question at a time"},
    {"bounds", "marginals matchings minors sample list symmetry", "bounds are of one number"},
    {"structure", "matchings minors sample list total unmatched symmetry bounds",
     "one question at a time"},
    {"structure",
     "loops exact precision epsilon strict mod estimate prove log10 per-vertex to-mtx to-graph "
     "plan explain verbose plan-rule engine checkpoint plan-file part audit bfile csv digits",
     "that is for the answer itself"},
    {"to-mtx to-graph svg", NULL, "one output at a time"},
    {"total unmatched", "saturating to-mtx svg",
     "the answer is one number, of all these matchings"},
    {"loops", "matchings unmatched",
     "if every vertex has a loop, divide the weight of each edge by the loops of its two ends, "
     "leave out --loops, and multiply each sum by all loops"},
    {"loops", "saturating marginals sample list total svg", "these know edges alone"},
    {"log10 per-vertex", NULL, "one logarithm at a time"},
    {"exact precision", NULL, "one arithmetic at a time"},
    {"symmetry to-graph",
     "pattern loops saturating bfile digits complex marginals matchings sample list total "
     "unmatched bounds",
     "that is for the answer itself"},
    {"marginals minors list symmetry bounds to-graph", "verbose",
     "that is for the answer itself, for --matchings or --sample"},
    {"minors list symmetry bounds to-graph", "plan",
     "that is for the answer itself, --matchings, --marginals or --sample"},
    {"marginals minors sample list symmetry bounds to-graph", "checkpoint audit",
     "that is for the answer itself, or for --matchings"},
    {"list symmetry bounds to-graph", "engine", "no engine computes these"},
    {"list symmetry to-graph", "reduce no-reduce", "nothing is reduced for these"},
    {"marginals matchings minors sample list symmetry bounds to-graph",
     "log10 per-vertex to-mtx explain plan-rule mod plan-file part",
     "that is for the answer itself"},
    {"to-mtx", "checkpoint plan-file part", "that is for the answer itself"},
    {"estimate",
     "precision exact mod strict epsilon prove bfile digits matchings minors sample list symmetry "
     " bounds to-graph to-mtx plan-rule",
     "an estimate is one number of its own kind"},
    {"unproved", "marginals", "random matchings have the right probabilities"},
    {"log10 per-vertex", "mod", "a residue has no size"},
    {"engine", "plan-rule", "the rule chooses the engine"},
    {"log-weights", "mod prove to-mtx to-graph",
     "weights that are given by logarithms are rounded, and no exact numbers"},
    {"prove", "log10 per-vertex rows cols digits part marginals minors sample list symmetry bounds",
     "a proof is about one exact number, or about the list of --matchings"},
    {"prove", "saturating unmatched", "a proof is about all vertices of the graph"},
    {"to-mtx svg", "json", "a matrix or a picture is no JSON"},
    {"to-graph", "json", "a graph in this format is no JSON"},
    {"csv", "json svg bfile", "one form of output at a time"},
    {"bfile", "json plan part to-mtx marginals matchings minors sample list bounds",
     "it prints lines 'n value'"},
};

static const struct need {
    const char *option, *others; /* one of `others` is needed */
    unsigned programs;
} needs[] = {
    {"seed", "sample estimate", ~(unsigned)CLI_DIMER},
    {"seed", "svg", CLI_DIMER},
    {"marginals", "svg", CLI_DIMER},
    {"svg", "structure sample marginals", ~(unsigned)CLI_DIMER},
    {"unproved", "estimate", ~0u},
    {"signed", "marginals", ~0u},
    {"checkpoint-every", "checkpoint", ~0u},
    {"stop-after", "checkpoint", ~0u},
    {"part", "memory plan-file", ~0u}, /* parts need one plan, free memory differs */
    {"csv", "marginals matchings", ~(unsigned)CLI_PM_BENCH},
};

static const char of_one_file[] = "checkpoint plan-file part to-mtx svg bfile to-graph prove";

static bool is_known(const struct cli *cli, const char *name, size_t length)
{
    return cli_row_of(cli, name, length) != NULL;
}

static bool is_given(const struct cli *cli, const char *name, size_t length)
{
    const struct cli_row *const row = cli_row_of(cli, name, length);

    return row != NULL && cli->given[row - cli->table];
}

enum { ROOM = 128 };

struct word {
    const char *at;
    int length;
};

/* The first word of a list, from `at` on, for which holds() is true; its text is NULL if there is
 * none. */
static struct word find_word(const struct cli *cli, const char *at,
                             bool (*holds)(const struct cli *, const char *, size_t))
{
    while (*(at += strspn(at, " ")) != '\0') {
        const size_t length = strcspn(at, " ");
        if (holds(cli, at, length))
            return (struct word){at, (int)length};
        at += length;
    }
    return (struct word){NULL, 0};
}

static bool excludes(const struct cli *cli, const struct exclusion *rule)
{
    const struct word a = find_word(cli, rule->these, is_given);
    if (a.at == NULL)
        return true;
    const struct word b =
        find_word(cli, rule->those != NULL ? rule->those : a.at + a.length, is_given);
    if (b.at == NULL)
        return true;
    cli_usage(cli->program, "--%.*s and --%.*s exclude each other: %s", a.length, a.at, b.length,
              b.at, rule->why);
    return false;
}

static bool has_needed(const struct cli *cli, const struct need *rule)
{
    char list[ROOM] = "";
    size_t used = 0;

    if (!(rule->programs & cli->program->bit) ||
        !is_given(cli, rule->option, strlen(rule->option)) ||
        find_word(cli, rule->others, is_given).at != NULL)
        return true;
    for (struct word w = find_word(cli, rule->others, is_known); w.at != NULL && used < ROOM;
         w = find_word(cli, w.at + w.length, is_known))
        used += (size_t)snprintf(list + used, ROOM - used, "%s--%.*s", used > 0 ? " or " : "",
                                 w.length, w.at);
    cli_usage(cli->program, "--%s needs %s", rule->option, list);
    return false;
}

/* Checks rules that depend on the arguments of options. */
static bool arguments_fit(const struct cli *cli)
{
    const bool draws = cli->program->bit == CLI_DIMER;
    const struct word alone =
        draws ? (struct word){NULL, 0} : find_word(cli, of_one_file, is_given);

    if (alone.at != NULL && cli->operands > 1)
        cli_usage(cli->program, "--%.*s is for one file", alone.length, alone.at);
    else if (cli->csv && cli->program->bit != CLI_PM_BENCH && cli->operands > 1)
        cli_usage(cli->program, "--csv is for one file");
    else if (cli->marginals != NULL && *cli->marginals != '\0' && (cli->svg || cli->csv))
        cli_usage(cli->program, "--marginals=... has no picture and no table");
    else if (cli->sample > 0 && cli->solve.plan_only && (cli->json || cli->svg))
        cli_usage(cli->program, "--plan of --sample is text");
    else if (cli->unmatched > 0 && cli->marginals != NULL &&
             (*cli->marginals != '\0' || cli->solve.estimate > 0 || cli->plan > 0))
        cli_usage(cli->program,
                  "with --unmatched, --marginals has no list, no plan and no --estimate");
    else if (cli->marginals != NULL && cli->plan > 0 && (cli->svg || *cli->marginals != '\0'))
        cli_usage(cli->program, "--marginals has a plan, but no list and no picture of them");
    else if (cli->svg && cli->sample > 1)
        cli_usage(cli->program, "--svg draws one matching: --sample=1");
    else if (cli->svg && cli->sample > 0 && cli->program->bit == CLI_PERM_MTX)
        cli_usage(cli->program, "--svg draws --structure or --marginals of a matrix, no --sample");
    else if (cli->structure && cli->marginals && !cli->svg)
        cli_usage(cli->program, "--structure and --marginals are two questions without --svg");
    else if (cli->solve.modulus != NULL && cli->solve.precision > PM_PRECISION_EXACT)
        cli_usage(cli->program, "--mod is exact arithmetic and excludes a floating --precision");
    else
        return true;
    return false;
}

bool cli_fits(const struct cli *cli)
{
    for (size_t i = 0; i < sizeof exclusions / sizeof *exclusions; i++)
        if (!excludes(cli, &exclusions[i]))
            return false;
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (!has_needed(cli, &needs[i]))
            return false;
    return arguments_fit(cli);
}
