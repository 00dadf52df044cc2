/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two tables: options that exclude each other, and options that need others.  What a question can
 * be combined with is in a table of the library (src/plan/facility.c). */
#include "arguments.h"
#include "say.h"

#include <string.h>

/* Lists of names of options; names that the program does not have are ignored. */
static const struct exclusion {
    const char *these, *those; /* NULL: `these` exclude each other */
    const char *why;
} exclusions[] = {
    {"marginals matchings minors sample list best symmetry clar entropies", NULL,
     "one question at a time"},
    {"total monomer", "matchings minors symmetry", "one question at a time"},
    {"total monomer", "best",
     "the heaviest of perfect matchings are found; with an identity matrix beside a matrix, these "
     "are its matchings of all sizes"},
    {"unmatched", "total monomer symmetry", "one question at a time"},
    {"cycle-weight",
     "marginals matchings sample list best total bounds estimate prove plan-file part "
     "checkpoint "
     "engine reduce no-reduce plan-rule audit to-mtx plan explain",
     "with weights of cycles, only the sum is computed"},
    {"powers",
     "marginals matchings sample list best symmetry structure bounds pattern mod precision epsilon "
     "strict "
     "estimate log10 per-vertex prove svg to-mtx to-graph plan explain verbose plan-file part "
     "bfile "
     "digits log-weights monomer",
     "with powers of x as weights only their sum is computed, as a polynomial"},
    {"bounds", "matchings minors sample list best symmetry", "bounds are of sums and of shares"},
    {"bounds", "svg", "intervals have no picture"},
    {"error",
     "marginals matchings minors sample list best total monomer unmatched bounds structure "
     "symmetry "
     "clar entropies powers degree",
     "one question at a time"},
    {"error",
     "with rows cols loops saturating mod log10 per-vertex estimate log-weights signed plan "
     "explain verbose prove "
     "svg to-mtx bfile csv digits checkpoint plan-file part",
     "the answer is an interval of the permanent"},
    {"entropies",
     "bounds structure powers mod log10 per-vertex estimate cycle-weight signed loops degree plan "
     "explain verbose "
     "prove svg to-mtx to-graph bfile checkpoint plan-file part audit",
     "entropies are those of shares"},
    {"structure", "matchings minors sample list best total monomer symmetry bounds",
     "one question at a time"},
    {"structure", "prove to-mtx to-graph explain verbose bfile csv digits",
     "that is for the answer itself"},
    {"to-mtx to-graph svg sdf", NULL, "one output at a time"},
    {"clar", "total monomer unmatched", "no atom of a Clar covering is free"},
    {"clar",
     "structure saturating loops degree powers bounds mod precision exact "
     "epsilon strict estimate engine reduce no-reduce plan-rule gpus log-weights log10 per-vertex "
     "plan explain verbose prove svg to-mtx to-graph bfile checkpoint plan-file part audit",
     "coverings are counted exactly, by a method of their own"},
    {"total monomer unmatched", "saturating to-mtx",
     "the answer is one number, of all these matchings"},
    {"loops", "saturating total monomer svg", "these know edges alone"},
    {"degree",
     "loops saturating total monomer unmatched matchings structure symmetry prove svg sdf",
     "these know perfect matchings alone"},
    {"degree", "list best",
     "only perfect matchings are listed; --sample draws subgraphs with these degrees"},
    {"with",
     "matchings minors total monomer unmatched loops degree powers cycle-weight clar rows cols "
     "symmetry structure to-graph prove",
     "edges are required of perfect matchings alone"},
    {"log10 per-vertex", NULL, "one logarithm at a time"},
    {"weights", "couplings", "both are the weights"},
    {"points", "mask weights q couplings holes periodic mirror twist", "points are no lattice"},
    {"q", "weights letters couplings periodic", "it chooses the weights, and no ring has heights"},
    {"beta temperature", NULL, "one of them tells the other"},
    {"thermal heat correlations pairs energies", "sample", "one question at a time"},
    {"thermal correlations pairs energies", NULL, "one question at a time"},
    {"heat", "correlations pairs energies", "--heat goes with --thermal alone"},
    {"energies", "beta temperature", "the states of an energy do not depend on the temperature"},
    {"exact precision", NULL, "one arithmetic at a time"},
    {"symmetry to-graph",
     "pattern loops saturating bfile digits complex marginals matchings sample list best total "
     "monomer unmatched bounds verbose plan checkpoint audit engine reduce no-reduce log10 "
     "per-vertex "
     "to-mtx "
     "explain plan-rule mod plan-file part estimate prove",
     "that is for the answer itself"},
    {"marginals minors list best bounds", "verbose",
     "that is for the answer itself, for --matchings or --sample"},
    {"marginals matchings minors sample list best bounds", "to-mtx explain",
     "that is for the answer itself"},
    {"to-mtx", "checkpoint plan-file part", "that is for the answer itself"},
    {"estimate", "bfile digits to-mtx", "an estimate is one number of its own kind"},
    {"unproved", "marginals", "random matchings have the right probabilities"},
    {"engine", "plan-rule", "the rule chooses the engine"},
    {"log-weights", "mod to-mtx to-graph",
     "weights that are given by logarithms are rounded, and no exact numbers"},
    {"prove", "digits marginals minors sample list best bounds",
     "a proof is about one exact number, or about the list of --matchings"},
    {"monomer", "prove", "a proof is about matchings without weights of free vertices"},
    {"prove", "saturating", "a proof is about all vertices of the graph"},
    {"to-mtx svg sdf", "json", "a matrix, a picture or a molecule is no JSON"},
    {"to-graph", "json", "a graph in this format is no JSON"},
    {"csv", "json svg bfile", "one form of output at a time"},
    {"csv",
     "sample list best minors symmetry bounds plan explain part to-mtx to-graph estimate verbose "
     "log10 "
     "per-vertex "
     "prove",
     "a table has answers, --marginals, --matchings or --powers"},
    {"bfile", "json plan part to-mtx marginals matchings minors sample list best bounds",
     "it prints lines 'n value'"},
};

static const struct need {
    const char *option, *others; /* one of `others` is needed */
    unsigned programs;
} needs[] = {
    {"seed", "sample estimate", ~(unsigned)CLI_DIMER},
    {"seed", "svg couplings", CLI_DIMER},
    {"marginals", "svg", CLI_DIMER},
    {"letters", "mask", ~0u},
    {"distance", "points", ~0u},
    {"svg", "structure sample marginals", ~(unsigned)CLI_DIMER},
    {"sdf", "list sample", ~0u},
    {"unproved", "estimate", ~0u},
    {"signed", "marginals log10 per-vertex", ~0u},
    {"checkpoint-every", "checkpoint", ~0u},
    {"stop-after", "checkpoint", ~0u},
    {"part", "memory plan-file", ~0u}, /* parts need one plan, free memory differs */
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

/* Finds two options that exclude each other. */
static bool finds(struct word *a, struct word *b, const struct cli *cli,
                  const struct exclusion *rule)
{
    *a = find_word(cli, rule->these, is_given);
    if (a->at != NULL)
        *b = find_word(cli, rule->those != NULL ? rule->those : a->at + a->length, is_given);
    return a->at != NULL && b->at != NULL;
}

bool cli_may_have(const struct cli *cli, const char *name)
{
    const struct cli_row *const row = cli_row_of(cli, name, strlen(name));
    struct cli with = *cli;
    struct word a, b;

    if (row == NULL)
        return false;
    with.given[row - cli->table] = true;
    for (size_t i = 0; i < sizeof exclusions / sizeof *exclusions; i++)
        if (finds(&a, &b, &with, &exclusions[i]))
            return false;
    return true;
}

static bool excludes(const struct cli *cli, const struct exclusion *rule)
{
    struct word a, b;

    if (!finds(&a, &b, cli, rule))
        return true;
    cli_usage(cli->program, "--%.*s and --%.*s exclude each other: %s", a.length, a.at, b.length,
              b.at, rule->why);
    return false;
}

/* *word = the option that asks the question.  False: it is not asked. */
static bool asks(struct word *word, const struct cli *cli, const char *question)
{
    const bool several = strchr(question, '+') != NULL, listed = strchr(question, '=') != NULL;
    const bool named = cli->marginals != NULL && *cli->marginals != '\0';

    if (*question == '-')
        return false;
    if (several || listed)
        *word = (struct word){question, (int)strcspn(question, "+=")};
    else
        *word = find_word(cli, question, is_given);
    return word->at != NULL && is_given(cli, word->at, (size_t)word->length) &&
           (!several || cli->unmatched != 0 || cli->total) && (!listed || named);
}

/* Refuses what the library's table of questions and facilities does (--help=questions). */
static bool is_in_table(const struct cli *cli, int question, const struct word *asked)
{
    const char *name, *what;

    for (int f = 0; (name = pm_facility_name(f, &what)) != NULL; f++) {
        const char *const why = pm_facility_refusal((pm_question)question, (pm_facility)f);
        const struct word with = find_word(cli, name, is_given);
        if (why == NULL || with.at == NULL || (f == PM_WITH_GPUS && cli->solve.gpus <= 0))
            continue;
        cli_usage(cli->program, "--%.*s and --%.*s exclude each other: %s", asked->length,
                  asked->at, with.length, with.at, why);
        return false;
    }
    return true;
}

static bool questions_fit(const struct cli *cli)
{
    const char *name, *what;
    struct word asked;

    for (int q = 0; (name = pm_question_name(q, &what)) != NULL; q++)
        if (asks(&asked, cli, name) && !is_in_table(cli, q, &asked))
            return false;
    return true;
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

bool cli_has_cycle_variable(const struct cli *cli)
{
    return cli->cycle_weight != NULL && strcmp(cli->cycle_weight, "x") == 0;
}

/* Checks rules that depend on the arguments of options. */
static bool arguments_fit(const struct cli *cli)
{
    const bool draws = cli->program->bit == CLI_DIMER;
    const char *const at = cli->beta != NULL          ? cli->beta
                           : cli->temperature != NULL ? cli->temperature
                                                      : "";
    const struct word alone =
        draws ? (struct word){NULL, 0} : find_word(cli, of_one_file, is_given);

    if (alone.at != NULL && cli->operands > 1)
        cli_usage(cli->program, "--%.*s is for one file", alone.length, alone.at);
    else if (cli->missing != NULL && strcmp(cli->missing, "-inf") == 0 && !cli->log_weights)
        cli_usage(cli->program, "--missing=-inf, the logarithm of 0, needs --log-weights");
    else if (cli->cycle_weight != NULL && !cli_has_cycle_variable(cli) && cli->powers != NULL)
        cli_usage(cli->program, "--powers has a polynomial in the weight of a cycle if that is x: "
                                "--cycle-weight=x");
    else if (cli_has_cycle_variable(cli) && !cli_may_have(cli, "powers"))
        cli_usage(cli->program, "--cycle-weight=x has a polynomial as its answer, and excludes the "
                                "options that --powers excludes");
    else if (cli->json && cli->solve.parts > 1 && !cli->solve.plan_only &&
             cli->solve.checkpoint == NULL)
        cli_usage(cli->program, "--json and --part exclude each other without --checkpoint: the "
                                "part is printed; pm-sum --json has the answer");
    else if (cli->marginals != NULL && *cli->marginals != '\0' && (cli->svg || cli->bounds))
        cli_usage(cli->program, "--marginals=... has no %s", cli->svg ? "picture" : "--bounds");
    else if (cli->marginals != NULL && cli->bounds && cli->json)
        cli_usage(cli->program, "--marginals --bounds prints lines, and no JSON");
    else if (cli->program->bit == CLI_ISING && cli->beta == NULL && cli->temperature == NULL &&
             !cli->energies)
        cli_usage(cli->program, "--beta or --temperature is needed");
    else if (cli->program->bit == CLI_ISING && cli->explain &&
             (cli->heat || cli->pairs != NULL || cli->energies || cli->thermal ||
              cli->correlations || cli->sample > 0))
        cli_usage(cli->program, "--explain is for log Z alone");
    else if (cli->heat && cli->thermal && cli->plan > 0)
        cli_usage(cli->program, "--plan is for one question: --heat or --thermal");
    else if (cli->program->bit == CLI_ISING && cli->svg &&
             (strchr(at, ',') != NULL || strstr(at, "..") != NULL))
        cli_usage(cli->program, "--svg draws one state: one temperature");
    else if (cli->svg && cli->plan > 0)
        cli_usage(cli->program, "a plan is text, and no picture");
    else if (cli->svg && cli->sample > 1)
        cli_usage(cli->program, "--svg draws one %s: --sample=1",
                  cli->program->bit == CLI_ISING ? "state" : "matching");
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
    return questions_fit(cli) && arguments_fit(cli);
}
