/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of options and what walks over it: getopt_long() gets its two tables from it, --help
 * prints it, and every row names the function that stores the option's argument. */
#include "cli.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum group { ASKED, METHOD, LIMITS, LONG_RUNS, OUTPUT, HELP, GROUPS };

static const char *const group_title[GROUPS] = {
    [ASKED] = "What is asked",   [METHOD] = "How it is computed", [LIMITS] = "Limits",
    [LONG_RUNS] = "Long runs", [OUTPUT] = "Output",             [HELP] = "Help",
};

struct option_row {
    const char *name;
    char letter;     /* 0: no short form */
    const char *arg; /* NULL: none; "[X]": may be left out */
    const char *help;
    enum group group;
    unsigned programs;
    /* Stores the argument in *field; false after a message on stderr. */
    bool (*take)(const struct cli *cli, void *field, const struct option_row *row, const char *arg);
    size_t field; /* offset in struct cli */
};

/* ------------------------------------------------------------- arguments */

static bool reject(const struct cli *cli, const struct option_row *row, const char *arg,
                   const char *wanted)
{
    cli_usage(cli->program, "--%s=%s: %s", row->name, arg, wanted);
    return false;
}

static bool take_flag(const struct cli *cli, void *field, const struct option_row *row,
                      const char *arg)
{
    (void)cli, (void)row, (void)arg;
    *(bool *)field = true;
    return true;
}

static bool take_exact(const struct cli *cli, void *field, const struct option_row *row,
                       const char *arg)
{
    (void)cli, (void)row, (void)arg;
    *(pm_precision *)field = PM_PRECISION_EXACT;
    return true;
}

static bool take_integer(const struct cli *cli, int *field, const struct option_row *row,
                         const char *arg, int least, int most)
{
    char wanted[64];
    char *end;

    errno = 0;
    const long value = strtol(arg, &end, 10);
    if (arg[strspn(arg, "0123456789")] == '\0' && end != arg && errno == 0 && value >= least &&
        value <= most) {
        *field = (int)value;
        return true;
    }
    snprintf(wanted, sizeof wanted, "an integer from %d to %d is wanted", least, most);
    return reject(cli, row, arg, wanted);
}

static bool take_precision(const struct cli *cli, void *field, const struct option_row *row,
                           const char *arg)
{
    static const struct {
        const char *word;
        pm_precision precision;
    } kind[] = {
        {"auto", PM_PRECISION_AUTO},     {"exact", PM_PRECISION_EXACT},
        {"double", PM_PRECISION_DOUBLE}, {"compensated", PM_PRECISION_DOUBLE},
        {"dq", PM_PRECISION_DOUBLE},     {"dd", PM_PRECISION_DD},
    };
    int bits;

    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        if (strcmp(arg, kind[i].word) == 0) {
            *(pm_precision *)field = kind[i].precision;
            return true;
        }
    }
    if (!('0' <= *arg && *arg <= '9'))
        return reject(cli, row, arg,
                      "one of auto, exact, double, compensated, dq, dd or a number of bits is "
                      "wanted");
    if (!take_integer(cli, &bits, row, arg, 2, PM_PRECISION_MOST))
        return false;
    *(pm_precision *)field = (pm_precision)bits;
    return true;
}

static bool take_modulus(const struct cli *cli, void *field, const struct option_row *row,
                         const char *arg)
{
    const char *const digits = arg + strspn(arg, "0");

    if (*arg == '\0' || arg[strspn(arg, "0123456789")] != '\0' || *digits == '\0' ||
        strcmp(digits, "1") == 0)
        return reject(cli, row, arg, "an integer greater than 1 is wanted");
    *(const char **)field = arg;
    return true;
}

static bool take_plan_rule(const struct cli *cli, void *field, const struct option_row *row,
                           const char *arg)
{
    if (strcmp(arg, "paper") != 0)
        return reject(cli, row, arg, "the only rule is paper");
    *(bool *)field = true;
    return true;
}

/* True if the `length` bytes at `word` are a name of the table behind `name_of`. */
static bool is_name(const char *(*name_of)(int, const char **), const char *word, size_t length)
{
    const char *what, *name;

    for (int i = 0; (name = name_of(i, &what)) != NULL; i++) {
        if (strlen(name) == length && memcmp(name, word, length) == 0)
            return true;
    }
    return false;
}

static bool take_engine(const struct cli *cli, void *field, const struct option_row *row,
                        const char *arg)
{
    if (!is_name(pm_engine_name, arg, strlen(arg)))
        return reject(cli, row, arg, "there is no such engine (--help lists them)");
    *(const char **)field = arg;
    return true;
}

static bool take_format(const struct cli *cli, void *field, const struct option_row *row,
                        const char *arg)
{
    if (!is_name(pm_format_name, arg, strlen(arg)))
        return reject(cli, row, arg, "there is no such format (--help lists them)");
    *(const char **)field = arg;
    return true;
}

static bool take_as(const struct cli *cli, void *field, const struct option_row *row,
                    const char *arg)
{
    if (strcmp(arg, "biadjacency") != 0 && strcmp(arg, "adjacency") != 0)
        return reject(cli, row, arg, "one of biadjacency, adjacency is wanted");
    *(const char **)field = arg;
    return true;
}

static bool take_text(const struct cli *cli, void *field, const struct option_row *row,
                      const char *arg)
{
    (void)cli, (void)row;
    *(const char **)field = arg;
    return true;
}

static bool is_rule(const char *word, size_t length)
{
    return is_name(pm_rule_name, word, length) || (length == 3 && memcmp(word, "all", 3) == 0) ||
           (length == 4 && memcmp(word, "none", 4) == 0);
}

static bool take_rules(const struct cli *cli, void *field, const struct option_row *row,
                       const char *arg)
{
    if (arg == NULL)
        arg = "all";
    for (const char *word = arg;; word++) {
        const size_t length = strcspn(word, ",");

        if (!is_rule(word, length))
            return reject(cli, row, arg,
                          "a comma-separated list of rules (--help lists them), "
                          "all or none is wanted");
        word += length;
        if (*word == '\0')
            break;
    }
    *(const char **)field = arg;
    return true;
}

static bool take_count(const struct cli *cli, void *field, const struct option_row *row,
                       const char *arg)
{
    return take_integer(cli, field, row, arg, 1, 1000000000);
}

static bool take_seed(const struct cli *cli, void *field, const struct option_row *row,
                      const char *arg)
{
    errno = 0;
    const uint64_t value = strtoull(arg, NULL, 10);
    if (*arg == '\0' || arg[strspn(arg, "0123456789")] != '\0' || errno != 0)
        return reject(cli, row, arg, "an integer from 0 to 18446744073709551615 is wanted");
    *(struct cli_seed *)field = (struct cli_seed){.given = true, .value = value};
    return true;
}

/* The length of the shortest cycle. */
static bool take_length(const struct cli *cli, void *field, const struct option_row *row,
                        const char *arg)
{
    return take_integer(cli, field, row, arg, 1, 1000000);
}

static bool take_threads(const struct cli *cli, void *field, const struct option_row *row,
                         const char *arg)
{
    return take_integer(cli, field, row, arg, 1, 4096);
}

static bool take_gpus(const struct cli *cli, void *field, const struct option_row *row,
                      const char *arg)
{
    int *const gpus = field;

    if (strcmp(arg, "all") == 0)
        *gpus = 0;
    else if (strcmp(arg, "none") == 0)
        *gpus = PM_GPUS_NONE;
    else if (arg[strspn(arg, "0123456789")] == '\0')
        return take_integer(cli, gpus, row, arg, 1, 64);
    else
        return reject(cli, row, arg, "a number, 'all' or 'none' is wanted");
    return true;
}

/* 0 asks for the digits that are proved, as when the option is not given. */
static bool take_digits(const struct cli *cli, void *field, const struct option_row *row,
                        const char *arg)
{
    return take_integer(cli, field, row, arg, 0, 1000000);
}

/* A positive decimal number and a suffix of the table, multiplied; 0 if it is anything else. */
struct suffix {
    const char *text;
    double factor;
};

static double scaled(const char *arg, const struct suffix *suffix)
{
    char *end;

    /* strtod() would also take signs, hexadecimal, inf and nan. */
    if (strspn(arg, "0123456789.") == 0 || (arg[0] == '0' && (arg[1] == 'x' || arg[1] == 'X')))
        return 0;
    const double value = strtod(arg, &end);
    for (; end != arg && suffix->text != NULL; suffix++) {
        if (strcmp(end, suffix->text) == 0)
            return value * suffix->factor;
    }
    return 0;
}

static bool take_size(const struct cli *cli, void *field, const struct option_row *row,
                      const char *arg)
{
    static const struct suffix suffix[] = {
        {"", 1},       {"B", 1},        {"K", 0x1p10},   {"KiB", 0x1p10}, {"kB", 1e3},
        {"M", 0x1p20}, {"MiB", 0x1p20}, {"MB", 1e6},     {"G", 0x1p30},   {"GiB", 0x1p30},
        {"GB", 1e9},   {"T", 0x1p40},   {"TiB", 0x1p40}, {"TB", 1e12},    {NULL, 0},
    };
    const double bytes = scaled(arg, suffix);

    if (!(bytes >= 1 && bytes < 0x1p63))
        return reject(cli, row, arg,
                      "a size such as 512MiB, 16G (2^30 bytes each) or 16GB "
                      "(10^9) is wanted");
    *(uint64_t *)field = (uint64_t)bytes;
    return true;
}

/* 0 means that nothing is left out, which pm_options says with a negative number. */
static bool take_epsilon(const struct cli *cli, void *field, const struct option_row *row,
                         const char *arg)
{
    char *end;
    const double epsilon = strtod(arg, &end);

    if (strspn(arg, "0123456789.eE-+") != strlen(arg) || end == arg || *end != '\0' ||
        !(epsilon >= 0 && epsilon < 1))
        return reject(cli, row, arg, "a number such as 1e-6, at least 0 and below 1, is wanted");
    *(double *)field = epsilon > 0 ? epsilon : -1;
    return true;
}

static bool take_seconds(const struct cli *cli, void *field, const struct option_row *row,
                         const char *arg)
{
    static const struct suffix suffix[] = {
        {"", 1},     {"s", 1},    {"ms", 1e-3}, {"m", 60},
        {"min", 60}, {"h", 3600}, {"d", 86400}, {NULL, 0},
    };
    const double seconds = scaled(arg, suffix);

    if (!(seconds > 0 && isfinite(seconds)))
        return reject(cli, row, arg, "a time such as 90, 1.5h, 10m or 2d is wanted");
    *(double *)field = seconds;
    return true;
}

/* I/N */
static bool take_part(const struct cli *cli, void *field, const struct option_row *row,
                      const char *arg)
{
    pm_options *const options = field;
    unsigned long long part, parts;
    int length = 0;

    if (sscanf(arg, "%llu/%llu%n", &part, &parts, &length) != 2 || arg[length] != '\0' ||
        strspn(arg, "0123456789/") != (size_t)length || part < 1 || part > parts ||
        parts > 1000000)
        return reject(cli, row, arg, "I/N with 1 <= I <= N <= 1000000 is wanted");
    options->part = part;
    options->parts = parts;
    return true;
}

static bool take_share(const struct cli *cli, void *field, const struct option_row *row,
                       const char *arg)
{
    static const struct suffix suffix[] = {{"", 1}, {"%", 0.01}, {NULL, 0}};
    const double share = arg != NULL ? scaled(arg, suffix) : 0.01;

    if (!(share > 0 && share <= 1))
        return reject(cli, row, arg, "a share such as 0.01, 5% or 1 is wanted");
    *(double *)field = share;
    return true;
}

/* ------------------------------------------------------------- the table */

#define FIELD(member) offsetof(struct cli, member)
#define COUNT         CLI_COUNTMATCH
#define COVER         CLI_CYCLECOVER
#define DIMER         CLI_DIMER
#define GRAPHS        (COUNT | COVER)
#define SOLVE         (CLI_PERM_MTX | GRAPHS)
#define TIMED         (SOLVE | CLI_PM_BENCH)
#define SUM           CLI_PM_SUM
#define ALL           (TIMED | DIMER | SUM | CLI_PM_STATUS)

static bool show_help(const struct cli *cli, void *field, const struct option_row *row,
                      const char *arg);
static bool show_version(const struct cli *cli, void *field, const struct option_row *row,
                         const char *arg);

/* clang-format off */
static const struct option_row rows[] = {
    {"exact", 0, NULL, "the same as --precision=exact", ASKED, SOLVE,
        take_exact, FIELD(solve.precision)},
    {"precision", 0, "KIND", "auto (exact for integers, else floating), exact, double, "
        "compensated, dd, or a number of bits",
        ASKED, SOLVE, take_precision, FIELD(solve.precision)},
    {"epsilon", 0, "E", "relative error allowed for floating answers of non-negative matrices "
        "(default: 1e-12)", ASKED, SOLVE | CLI_PM_BENCH, take_epsilon, FIELD(solve.epsilon)},
    {"strict", 0, NULL, "refuse an answer whose proved error is above epsilon", ASKED, SOLVE,
        take_flag, FIELD(solve.strict)},
    {"pattern", 0, NULL, "replace every nonzero entry, or weight, by 1: count", ASKED, SOLVE,
        take_flag, FIELD(pattern)},
    {"mod", 0, "P", "the answer modulo P, an integer greater than 1", ASKED, SOLVE,
        take_modulus, FIELD(solve.modulus)},
    {"marginals", 0, NULL, "the share of every entry or edge in the answer: lines 'u v share'",
        ASKED, SOLVE | DIMER, take_flag, FIELD(marginals)},
    {"matchings", 0, NULL, "the numbers of matchings of every size k: lines 'k count'", ASKED,
        SOLVE, take_flag, FIELD(matchings)},
    {"sample", 0, "N", "N random matchings or cycle covers, one a line", ASKED, SOLVE,
        take_count, FIELD(sample)},
    {"seed", 0, "S", "of the random numbers for --sample (default: 1)", ASKED, SOLVE | DIMER,
        take_seed, FIELD(seed)},
    {"format", 0, "NAME", "the format of graphs (default: by begin or name of the file, else el)",
        ASKED, GRAPHS, take_format, FIELD(format)},
    {"as", 0, "KIND", "a Matrix Market file is a biadjacency or an adjacency matrix", ASKED, COUNT,
        take_as, FIELD(as)},
    {"saturating", 0, NULL, "count the matchings that saturate the smaller side", ASKED, COUNT,
        take_flag, FIELD(saturating)},
    {"no-loops", 0, NULL, "leave out loops: the same as --min-length=2", ASKED, COVER,
        take_flag, FIELD(no_loops)},
    {"min-length", 0, "N", "cycles of at least N vertices", ASKED, COVER,
        take_length, FIELD(min_length)},
    {"weights", 0, "X,Y,...", "weights of the edges by direction (default: none)", ASKED, DIMER,
        take_text, FIELD(weights)},
    {"holes", 0, "V:V:...", "leave out these vertices, named as in the output", ASKED, DIMER,
        take_text, FIELD(holes)},
    {"engine", 0, "NAME", "the engine for every core (default: the planner's choice)", METHOD,
        SOLVE, take_engine, FIELD(solve.engine)},
    {"reduce", 0, "LIST", "apply only these rules; all (default), none, or names", METHOD, SOLVE,
        take_rules, FIELD(solve.reduce)},
    {"no-reduce", 0, "[LIST]", "leave out these rules; without LIST: no rule at all", METHOD, SOLVE,
        take_rules, FIELD(solve.no_reduce)},
    {"plan-rule", 0, "paper", "plan as the SUPerman paper does", METHOD, SOLVE,
        take_plan_rule, FIELD(solve.paper)},
    {"threads", 0, "N", "threads to use (default: as OpenMP is told)", LIMITS, TIMED,
        take_threads, FIELD(solve.threads)},
    {"gpus", 0, "N", "GPUs to use: a number, all or none (default: all, where it pays)", LIMITS,
        SOLVE, take_gpus, FIELD(solve.gpus)},
    {"memory", 0, "SIZE", "memory for tables: 512MiB, 16G, ... (default: a part of what is free)",
        LIMITS, TIMED, take_size, FIELD(solve.memory)},
    {"time", 0, "SECONDS", "refuse what is predicted to take longer: 90, 10m, 1.5h, 2d", LIMITS,
        TIMED, take_seconds, FIELD(solve.seconds)},
    {"checkpoint", 0, "FILE", "keep what is done in FILE, and go on from there", LONG_RUNS, SOLVE,
        take_text, FIELD(solve.checkpoint)},
    {"checkpoint-every", 0, "TIME", "write the checkpoint so often (default: 5m)", LONG_RUNS,
        SOLVE, take_seconds, FIELD(solve.checkpoint_every)},
    {"part", 0, "I/N", "compute only share I of N, for pm-sum", LONG_RUNS, SOLVE,
        take_part, FIELD(solve)},
    {"audit", 0, "[SHARE]", "compute this share of the work twice and compare (default: 1%)",
        LONG_RUNS, SOLVE, take_share, FIELD(solve.audit)},
    {"progress", 0, "SECONDS", "say how far it is so often, in lines on standard error", LONG_RUNS,
        SOLVE, take_seconds, FIELD(progress)},
    {"svg", 0, NULL, "draw the random matching, or the shares, as a picture", OUTPUT,
        GRAPHS | DIMER, take_flag, FIELD(svg)},
    {"to-mtx", 0, NULL, "print the matrix instead of its permanent or hafnian", OUTPUT, GRAPHS,
        take_flag, FIELD(to_mtx)},
    {"log10", 0, NULL, "print the decimal logarithm of the answer", OUTPUT, GRAPHS,
        take_flag, FIELD(log10)},
    {"per-vertex", 0, NULL, "print the natural logarithm divided by the number of vertices",
        OUTPUT, COUNT, take_flag, FIELD(per_vertex)},
    {"plan", 0, NULL, "print the plan, compute nothing", OUTPUT, SOLVE,
        take_flag, FIELD(solve.plan_only)},
    {"machine", 0, "NAME|FILE", "with --plan: for a machine described in FILE, or h200, 8xh200, ...",
        OUTPUT, SOLVE, take_text, FIELD(solve.machine)},
    {"verbose", 'v', NULL, "plan and error bound on standard error, too", OUTPUT,
        SOLVE | SUM,
        take_flag, FIELD(verbose)},
    {"json", 0, NULL, "one JSON object a line", OUTPUT, SOLVE, take_flag, FIELD(json)},
    {"digits", 0, "N", "N significant digits of a floating answer (default: those "
        "proved)", OUTPUT, SOLVE | SUM, take_digits, FIELD(digits)},
    {"help", 'h', NULL, "print this help and end", HELP, ALL, show_help, 0},
    {"version", 'V', NULL, "print the version and end", HELP, ALL, show_version, 0},
};
/* clang-format on */

enum {
    ROWS = sizeof rows / sizeof *rows,
    LONG = 256, /* getopt_long() returns LONG + row for a long option, the letter for a short one */
};

/* ------------------------------------------------------------- help and version */

static void print_row(const struct option_row *row)
{
    char left[64];
    int used = row->letter ? snprintf(left, sizeof left, "  -%c, --%s", row->letter, row->name)
                           : snprintf(left, sizeof left, "      --%s", row->name);

    if (row->arg != NULL && row->arg[0] == '[')
        snprintf(left + used, sizeof left - (size_t)used, "[=%s", row->arg + 1);
    else if (row->arg != NULL)
        snprintf(left + used, sizeof left - (size_t)used, "=%s", row->arg);
    printf("%-26s %s\n", left, row->help);
}

static bool show_help(const struct cli *cli, void *field, const struct option_row *row,
                      const char *arg)
{
    const struct cli_program *const program = cli->program;

    (void)field, (void)row, (void)arg;
    printf("Usage: %s [OPTION]... %s\n%s\n", program->name, program->operands, program->purpose);
    for (int g = 0; g < GROUPS; g++) {
        bool titled = false;

        for (int i = 0; i < ROWS; i++) {
            if (rows[i].group != (enum group)g || !(rows[i].programs & program->bit))
                continue;
            if (!titled)
                printf("\n%s:\n", group_title[g]);
            titled = true;
            print_row(&rows[i]);
        }
    }
    if (program->more != NULL)
        program->more();
    printf(
        "\nExit status: 0 answered; 1 bad input, input/output or memory; 2 usage;\n"
        "3 stopped and resumable; 4 nothing can do it within the limits; 5 a self-check failed.\n");
    return true;
}

static bool show_version(const struct cli *cli, void *field, const struct option_row *row,
                         const char *arg)
{
    (void)field, (void)row, (void)arg;
    printf("%s (permatch) %s\n"
           "License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n"
           "This is free software: you may change and redistribute it. There is NO WARRANTY.\n",
           cli->program->name, pm_version());
    return true;
}

/* ------------------------------------------------------------- walking the table */

static bool is_last(const struct option_row *row)
{
    return row->take == show_help || row->take == show_version;
}

/* The tables of getopt_long(). */
static void fill_getopt(struct option *option, char *letters, unsigned program)
{
    for (int i = 0; i < ROWS; i++) {
        const struct option_row *const row = &rows[i];

        if (!(row->programs & program))
            continue;
        if (row->letter)
            *letters++ = row->letter;
        *option++ = (struct option){
            .name = row->name,
            .has_arg = row->arg == NULL     ? no_argument
                       : row->arg[0] == '[' ? optional_argument
                                            : required_argument,
            .val = LONG + i,
        };
    }
    *letters = '\0';
    *option = (struct option){0};
}

/* The row that a value of getopt_long() stands for, or NULL. */
static const struct option_row *row_of(int value)
{
    if (value >= LONG)
        return &rows[value - LONG];
    for (int i = 0; i < ROWS; i++) {
        if (rows[i].letter && rows[i].letter == value)
            return &rows[i];
    }
    return NULL;
}

/* What goes with marginals, samples and numbers of matchings. */
static bool more_fits(const struct cli *cli)
{
    const pm_options *const o = &cli->solve;
    const int asked = cli->marginals + cli->matchings + (cli->sample > 0);

    const bool drawn = cli->program->bit == CLI_DIMER && cli->svg;

    if (cli->program->bit == CLI_DIMER && cli->marginals && !cli->svg)
        cli_usage(cli->program, "--marginals is for --svg");
    else if (asked > 1)
        cli_usage(cli->program, "--marginals, --matchings and --sample exclude each other");
    else if (cli->seed.given && cli->sample == 0 && !drawn)
        cli_usage(cli->program, "--seed is for %s",
                  cli->program->bit == CLI_DIMER ? "--svg" : "--sample");
    else if (cli->svg && !drawn && cli->sample != 1 && !cli->marginals)
        cli_usage(cli->program, "--svg draws --sample=1 or --marginals");
    else if (cli->svg && (cli->json || (cli->operands > 1 && !drawn)))
        cli_usage(cli->program, "--svg draws one picture, and is no JSON");
    else if (asked && (cli->log10 || cli->per_vertex || cli->to_mtx))
        cli_usage(cli->program,
                  "--log10, --per-vertex and --to-mtx are for the answer itself alone");
    else if (asked && (o->plan_only || cli->verbose || o->paper || o->engine || o->reduce ||
                       o->no_reduce || o->modulus))
        cli_usage(cli->program, "--plan, --verbose, --engine, --reduce, --no-reduce, --plan-rule "
                                "and --mod are for the answer itself alone");
    else
        return true;
    return false;
}

/* What goes with checkpoints and parts. */
static bool long_fits(const struct cli *cli)
{
    const pm_options *const o = &cli->solve;
    const bool kept = o->checkpoint != NULL || o->parts > 1;

    if (kept && cli->operands > 1)
        cli_usage(cli->program, "--checkpoint and --part are for one file");
    else if (kept && (cli->marginals || cli->matchings || cli->sample > 0 || cli->to_mtx))
        cli_usage(cli->program, "--checkpoint and --part are for the answer itself alone");
    else if (o->checkpoint_every > 0 && o->checkpoint == NULL)
        cli_usage(cli->program, "--checkpoint-every is for --checkpoint");
    else
        return true;
    return false;
}

/* What no single option can know. */
static bool fits_together(const struct cli *cli)
{
    if (!more_fits(cli) || !long_fits(cli))
        return false;
    if (cli->solve.modulus != NULL && cli->solve.precision > PM_PRECISION_EXACT)
        cli_usage(cli->program, "--mod is exact arithmetic and excludes a floating --precision");
    else if (cli->log10 && cli->per_vertex)
        cli_usage(cli->program, "--log10 and --per-vertex exclude each other");
    else if ((cli->log10 || cli->per_vertex) && cli->solve.modulus != NULL)
        cli_usage(cli->program, "a residue has no size: --mod excludes --log10 and --per-vertex");
    else if (cli->to_mtx && (cli->operands > 1 || cli->json))
        cli_usage(cli->program, "--to-mtx prints the matrix of one file, and no JSON");
    else if (cli->solve.machine != NULL && !cli->solve.plan_only)
        cli_usage(cli->program, "--machine is for --plan");
    else if (cli->solve.engine != NULL && cli->solve.paper)
        cli_usage(cli->program, "--plan-rule=paper chooses the engine and excludes --engine");
    else
        return true;
    return false;
}

bool cli_start(struct cli *cli, const struct cli_program *program, int argc, char **argv,
               int *status)
{
    struct option option[ROWS + 1];
    char letters[ROWS + 1];
    int value;

    *cli = (struct cli){.program = program, .solve = PM_OPTIONS_DEFAULT, .seed = {.value = 1}};
    fill_getopt(option, letters, program->bit);
    argv[0] = (char *)program->name; /* for getopt's own messages */
    *status = CLI_USAGE;
    while ((value = getopt_long(argc, argv, letters, option, NULL)) != -1) {
        const struct option_row *const row = row_of(value);

        if (row == NULL) { /* getopt has said why */
            fprintf(stderr, "Try '%s --help' for more information.\n", program->name);
            return false;
        }
        if (!row->take(cli, (char *)cli + row->field, row, optarg))
            return false;
        if (is_last(row)) {
            *status = cli_finish(cli, CLI_ANSWERED);
            return false;
        }
    }
    cli->operand = (const char *const *)argv + optind;
    cli->operands = argc - optind;
    return fits_together(cli);
}

/* ------------------------------------------------------------- messages, answers, the end */

int cli_usage(const struct cli_program *program, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s: ", program->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nTry '%s --help' for more information.\n", program->name);
    return CLI_USAGE;
}

int cli_fail(const struct cli *cli, pm_status status, const char *where)
{
    static const int exit_of[] = {
        [PM_OK] = CLI_ANSWERED,     [PM_INPUT] = CLI_FAILED, [PM_DOMAIN] = CLI_FAILED,
        [PM_UNABLE] = CLI_UNABLE,   [PM_NOMEM] = CLI_FAILED, [PM_IO] = CLI_FAILED,
        [PM_STOPPED] = CLI_STOPPED, [PM_WRONG] = CLI_WRONG,
    };

    fprintf(stderr, "%s: %s%s%s\n", cli->program->name, where ? where : "", where ? ": " : "",
            pm_message());
    return exit_of[status];
}

int cli_worse(int a, int b)
{
    static const int rank[] = {
        [CLI_ANSWERED] = 0, [CLI_STOPPED] = 1, [CLI_UNABLE] = 2,
        [CLI_FAILED] = 3,   [CLI_WRONG] = 4,   [CLI_USAGE] = 5,
    };
    return rank[a] >= rank[b] ? a : b;
}

bool cli_print(const char *where, const char *text)
{
    for (const char *line = text; *line != '\0' || line == text;) {
        const size_t length = strcspn(line, "\n");

        if (where != NULL)
            printf("%s\t", where);
        fwrite(line, 1, length, stdout);
        putchar('\n');
        line += length + (line[length] == '\n');
    }
    return fflush(stdout) == 0 && !ferror(stdout);
}

int cli_finish(const struct cli *cli, int status)
{
    const bool failed = ferror(stdout) != 0;
    const int saved = errno;

    if (fclose(stdout) == 0 && !failed)
        return status;
    const int reason = failed ? saved : errno;
    fprintf(stderr, "%s: standard output: %s\n", cli->program->name,
            reason != 0 ? strerror(reason) : "write error");
    return cli_worse(status, CLI_FAILED);
}
