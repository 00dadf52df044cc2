/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of options: each kind has one function that checks and stores them. */
#include "arguments.h"

#include "ranges.h"
#include "spelling.h"
#include "say.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct cli_row *cli_row_of(const struct cli *cli, const char *name, size_t length)
{
    for (const struct cli_row *row = cli->table; row->name != NULL; row++)
        if ((row->programs & cli->program->bit) && strlen(row->name) == length &&
            memcmp(row->name, name, length) == 0)
            return row;
    return NULL;
}

bool cli_option_in(const struct cli_row **row, const struct cli *cli, const char **text)
{
    const char *const at = strstr(*text, "--");

    if (at == NULL)
        return false;
    const size_t length = strspn(at + 2, "abcdefghijklmnopqrstuvwxyz-");
    *row = cli_row_of(cli, at + 2, length);
    *text = at + 2 + length;
    return true;
}

static bool reject(const struct cli *cli, const struct cli_row *row, const char *arg,
                   const char *wanted)
{
    cli_usage(cli->program, "--%s=%s: %s", row->name, arg, wanted);
    return false;
}

bool cli_take_flag(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    (void)cli, (void)row, (void)arg;
    *(bool *)field = true;
    return true;
}

bool cli_take_exact(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    (void)cli, (void)row, (void)arg;
    *(pm_precision *)field = PM_PRECISION_EXACT;
    return true;
}

static bool take_integer(const struct cli *cli, int *field, const struct cli_row *row,
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
    if (access(arg, F_OK) == 0)
        return cli_usage(cli->program, "--%s needs a number before the file, as in --%s=%s %s",
                         row->name, row->name, row->arg, arg),
               false;
    snprintf(wanted, sizeof wanted, "an integer from %d to %d is expected", least, most);
    return reject(cli, row, arg, wanted);
}

static const struct {
    const char *word;
    pm_precision precision;
} precisions[] = {
    {"auto", PM_PRECISION_AUTO},     {"exact", PM_PRECISION_EXACT},
    {"double", PM_PRECISION_DOUBLE}, {"compensated", PM_PRECISION_DOUBLE},
    {"dq", PM_PRECISION_DOUBLE},     {"dd", PM_PRECISION_DD},
};

const char *cli_precision_name(int k, const char **what)
{
    if (what != NULL)
        *what = "";
    return (size_t)k < sizeof precisions / sizeof *precisions ? precisions[k].word : NULL;
}

bool cli_take_precision(const struct cli *cli, void *field, const struct cli_row *row,
                        const char *arg)
{
    int bits;

    for (size_t i = 0; i < sizeof precisions / sizeof *precisions; i++) {
        if (strcmp(arg, precisions[i].word) == 0) {
            *(pm_precision *)field = precisions[i].precision;
            return true;
        }
    }
    if (!('0' <= *arg && *arg <= '9'))
        return reject(cli, row, arg,
                      "one of auto, exact, double, compensated, dq, dd or a number of bits is "
                      "expected");
    if (!take_integer(cli, &bits, row, arg, 2, PM_PRECISION_MOST))
        return false;
    *(pm_precision *)field = (pm_precision)bits;
    return true;
}

bool cli_take_imaginary(const struct cli *cli, void *field, const struct cli_row *row,
                        const char *arg)
{
    if (strcmp(arg, "i") != 0 && strcmp(arg, "j") != 0)
        return reject(cli, row, arg, "i or j is expected");
    *(bool *)field = *arg == 'j';
    return true;
}

bool cli_take_modulus(const struct cli *cli, void *field, const struct cli_row *row,
                      const char *arg)
{
    const char *const digits = arg + strspn(arg, "0");

    if (*arg == '\0' || arg[strspn(arg, "0123456789")] != '\0' || *digits == '\0' ||
        strcmp(digits, "1") == 0)
        return reject(cli, row, arg, "an integer greater than 1 is expected");
    return cli_take_text(cli, field, row, arg);
}

bool cli_take_plan_rule(const struct cli *cli, void *field, const struct cli_row *row,
                        const char *arg)
{
    if (strcmp(arg, "paper") != 0)
        return reject(cli, row, arg, "the only rule is paper");
    *(bool *)field = true;
    return true;
}

/* True if the `length` bytes at `word` are a name in the table of name_of(). */
static bool is_name(const char *(*name_of)(int, const char **), const char *word, size_t length)
{
    const char *what, *name;

    for (int i = 0; (name = name_of(i, &what)) != NULL; i++) {
        if (strlen(name) == length && memcmp(name, word, length) == 0)
            return true;
    }
    return false;
}

/* Says that there is no such engine, format, ..., and which name in the table is similar. */
static bool reject_name(const struct cli *cli, const struct cli_row *row, const char *arg,
                        const char *wanted, struct cli_spelling near,
                        const char *(*name_of)(int, const char **))
{
    const char *what, *name;
    char text[256];

    for (int i = 0; (name = name_of(i, &what)) != NULL; i++)
        cli_spelling_compare(&near, name);
    if (near.name == NULL)
        return reject(cli, row, arg, wanted);
    snprintf(text, sizeof text, "%s; did you mean '%s'?", wanted, near.name);
    return reject(cli, row, arg, text);
}

static bool take_name(const struct cli *cli, void *field, const struct cli_row *row,
                      const char *arg, cli_names *names, const char *why)
{
    if (!is_name(names, arg, strlen(arg)))
        return reject_name(cli, row, arg, why,
                           (struct cli_spelling){.word = arg, .length = strlen(arg)}, names);
    return cli_take_text(cli, field, row, arg);
}

bool cli_take_engine(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    return take_name(cli, field, row, arg, pm_engine_name,
                     "there is no such engine (--help=engines lists them)");
}

bool cli_take_format(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    if ((*(const char **)field = pm_format_called(arg)) != NULL) /* also an ending, such as g6 */
        return true;
    return take_name(cli, field, row, arg, pm_format_name,
                     "there is no such format (--help=formats lists them)");
}

bool cli_take_to_graph(const struct cli *cli, void *field, const struct cli_row *row,
                       const char *arg)
{
    return take_name(cli, field, row, arg, pm_graph_format_name,
                     "no graph is written so (--help=written lists the formats)");
}

bool cli_take_as(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    static const char *const kinds[] = {"adjacency", "biadjacency", "molecule", "skeleton"};
    const bool arcs = row->programs == CLI_CYCLECOVER; /* only the first kind */

    for (size_t k = 0; k < (arcs ? 1 : sizeof kinds / sizeof *kinds); k++)
        if (strcmp(arg, kinds[k]) == 0)
            return cli_take_text(cli, field, row, arg);
    return reject(cli, row, arg,
                  arcs ? "a matrix is the adjacency matrix of the digraph: adjacency is expected"
                       : "one of biadjacency, adjacency, molecule, skeleton is expected");
}

bool cli_take_text(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    (void)cli, (void)row;
    *(const char **)field = arg != NULL ? arg : "";
    return true;
}

/* Whether a word is a number, or a range of numbers, that the row takes. */
static bool is_value(const struct cli_row *row, const char *text, size_t length)
{
    struct range range;

    if (row->takes & CLI_WHOLE)
        return length > 0 && strspn(text, "0123456789") == length && strtod(text, NULL) <= INT_MAX;
    if (row->takes & CLI_LIST && ranges_parse(&range, text, length))
        return range.from >= 0 && (range.from > 0 || row->least < 1);
    const char after = text[strspn(text, "+-.0")];
    const int sign = strchr("eE/,", after) != NULL ? 0 : *text == '-' ? -1 : 1; /* or no more */
    return pm_graph_is_weight(text, length) && sign >= row->least &&
           ((row->takes & CLI_X && length == 1) || memchr(text, 'x', length) == NULL) &&
           !(row->takes & CLI_NOT_0 && sign == 0);
}

/* True for standard input, and for what is no number, and is not written as one. */
static bool is_path(const char *arg)
{
    char *end;

    (void)strtod(arg, &end);
    return strcmp(arg, "-") == 0 || (*end != '\0' && arg[strspn(arg, "+-/0123456789")] != '\0' &&
                                     !pm_graph_is_weight(arg, strlen(arg)));
}

bool cli_take_value(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    bool good = true;

    if ((row->takes & CLI_FILE && is_path(arg)) ||
        (row->takes & CLI_LOG_0 && strcmp(arg, "-inf") == 0))
        return cli_take_text(cli, field, row, arg);
    for (const char *at = arg; good && at != NULL; at = *at == ',' ? at + 1 : NULL) {
        const size_t length = row->takes & CLI_LIST ? strcspn(at, ",") : strlen(at);
        good = is_value(row, at, length);
        at += length;
    }
    return good ? cli_take_text(cli, field, row, arg) : reject(cli, row, arg, row->wanted);
}

bool cli_take_number(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    enum { DIGITS = 15 };
    const char *const digits = arg != NULL ? arg + (*arg == '-') : "0";
    const size_t length = strspn(digits, "0123456789");

    if (length == 0 || length > DIGITS || digits[length] != '\0')
        return reject(cli, row, arg, "an integer of at most 15 digits is expected");
    return cli_take_text(cli, field, row, arg);
}

bool cli_take_powers(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    if (arg != NULL && strcmp(arg, "sage") != 0 && strcmp(arg, "magma") != 0 &&
        strcmp(arg, "latex") != 0)
        return reject(cli, row, arg, "one of sage, magma, latex, or nothing, is expected");
    return cli_take_text(cli, field, row, arg);
}

static bool is_rule(const char *word, size_t length)
{
    return is_name(pm_rule_name, word, length) || (length == 3 && memcmp(word, "all", 3) == 0) ||
           (length == 4 && memcmp(word, "none", 4) == 0);
}

bool cli_take_rules(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    if (arg == NULL)
        arg = "all";
    for (const char *word = arg;; word++) {
        const size_t length = strcspn(word, ",");

        if (!is_rule(word, length))
            return reject_name(cli, row, arg,
                               "a comma-separated list of rules (--help=rules lists them), "
                               "all or none is expected",
                               (struct cli_spelling){.word = word, .length = length}, pm_rule_name);
        word += length;
        if (*word == '\0')
            break;
    }
    return cli_take_text(cli, field, row, arg);
}

bool cli_take_integer(const struct cli *cli, void *field, const struct cli_row *row,
                      const char *arg)
{
    return take_integer(cli, field, row, arg, row->least, row->most);
}

/* Without a number: all of them. */
bool cli_take_list(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    *(int *)field = INT_MAX;
    return arg == NULL || cli_take_integer(cli, field, row, arg);
}

bool cli_take_seed(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    errno = 0;
    const uint64_t value = strtoull(arg, NULL, 10);
    if (*arg == '\0' || arg[strspn(arg, "0123456789")] != '\0' || errno != 0)
        return reject(cli, row, arg, "an integer from 0 to 18446744073709551615 is expected");
    *(uint64_t *)field = value;
    return true;
}

/* 2 with the only word that the option may have, "[word]"; 1 without it. */
bool cli_take_word(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    const size_t length = strlen(row->arg) - 2;
    char wanted[64];

    *(int *)field = arg != NULL ? 2 : 1;
    if (arg == NULL || (strlen(arg) == length && memcmp(arg, row->arg + 1, length) == 0))
        return true;
    snprintf(wanted, sizeof wanted, "%.*s, or nothing, is expected", (int)length, row->arg + 1);
    return reject(cli, row, arg, wanted);
}

/* One more than the number: 0 stands for none, -1 for as few as possible. */
bool cli_take_unmatched(const struct cli *cli, void *field, const struct cli_row *row,
                        const char *arg)
{
    if (strcmp(arg, "least") == 0) {
        *(int *)field = -1;
        return true;
    }
    const bool taken = cli_take_integer(cli, field, row, arg);
    *(int *)field += taken;
    return taken;
}

bool cli_take_gpus(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    int *const gpus = field;

    if (strcmp(arg, "all") == 0)
        *gpus = 0;
    else if (strcmp(arg, "none") == 0)
        *gpus = PM_GPUS_NONE;
    else if (arg[strspn(arg, "0123456789")] == '\0')
        return cli_take_integer(cli, gpus, row, arg);
    else
        return reject(cli, row, arg, "a number, 'all' or 'none' is expected");
    return true;
}

/* Reads a positive decimal number, multiplied by a suffix of the table; 0 if it is anything
 * else. */
struct suffix {
    const char *text;
    double factor;
};

static double scaled(const char *arg, const struct suffix *suffix)
{
    char *end;

    /* strtod() would also accept signs, hexadecimal, inf and nan */
    if (strspn(arg, "0123456789.") == 0 || (arg[0] == '0' && (arg[1] == 'x' || arg[1] == 'X')))
        return 0;
    const double value = strtod(arg, &end);
    for (; end != arg && suffix->text != NULL; suffix++) {
        if (strcmp(end, suffix->text) == 0)
            return value * suffix->factor;
    }
    return 0;
}

bool cli_take_size(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
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
                      "(10^9) is expected");
    *(uint64_t *)field = (uint64_t)bytes;
    return true;
}

/* 0 means that nothing may be left out; in pm_options this is a negative number. */
bool cli_take_epsilon(const struct cli *cli, void *field, const struct cli_row *row,
                      const char *arg)
{
    char *end;
    const double epsilon = strtod(arg, &end);

    if (strspn(arg, "0123456789.eE-+") != strlen(arg) || end == arg || *end != '\0' ||
        !(epsilon >= 0 && epsilon < 1))
        return reject(cli, row, arg, "a number such as 1e-6, at least 0 and below 1, is expected");
    *(double *)field = epsilon > 0 ? epsilon : -1;
    return true;
}

/* EPS[,DELTA] */
bool cli_take_estimate(const struct cli *cli, void *field, const struct cli_row *row,
                       const char *arg)
{
    pm_options *const options = field;
    char *end;

    options->estimate = strtod(arg, &end);
    options->delta = *end == ',' ? strtod(end + 1, &end) : 0.05;
    if (strspn(arg, "0123456789.eE-+,") == strlen(arg) && *end == '\0' && options->estimate > 0 &&
        options->estimate < 1 && options->delta > 0 && options->delta < 1)
        return true;
    return reject(cli, row, arg,
                  "a relative error such as 0.01, or with the probability that it is "
                  "larger, such as 0.01,0.05, is expected");
}

/* The seconds of "[DAYS-]HOURS:MINUTES:SECONDS", as batch systems write them; 0: it is none. */
static double clock_seconds(const char *arg)
{
    unsigned days = 0, hours, minutes, seconds;
    int length = 0;

    if (strspn(arg, "0123456789-:") != strlen(arg) || strlen(arg) > 24 ||
        (sscanf(arg, "%u-%u:%2u:%2u%n", &days, &hours, &minutes, &seconds, &length) != 4 &&
         (days = 0, sscanf(arg, "%u:%2u:%2u%n", &hours, &minutes, &seconds, &length) != 3)) ||
        arg[0] == '-' || arg[length] != '\0' || hours > 1000000 || minutes > 59 || seconds > 59)
        return 0;
    return 86400.0 * days + 3600.0 * hours + 60.0 * minutes + seconds;
}

bool cli_take_seconds(const struct cli *cli, void *field, const struct cli_row *row,
                      const char *arg)
{
    static const struct suffix suffix[] = {
        {"", 1},     {"s", 1},    {"ms", 1e-3}, {"m", 60},
        {"min", 60}, {"h", 3600}, {"d", 86400}, {NULL, 0},
    };
    const double clock = clock_seconds(arg), seconds = clock > 0 ? clock : scaled(arg, suffix);

    if (!(seconds > 0 && isfinite(seconds)))
        return reject(cli, row, arg,
                      "a time such as 90, 1.5h, 10m, 2d or 01:30:00 (hours, minutes and seconds) "
                      "is expected");
    *(double *)field = seconds;
    return true;
}

/* I/N */
bool cli_take_part(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    pm_options *const options = field;
    unsigned long long part, parts;
    int length = 0;

    if (sscanf(arg, "%llu/%llu%n", &part, &parts, &length) != 2 || arg[length] != '\0' ||
        strspn(arg, "0123456789/") != (size_t)length || part < 1 || part > parts || parts > 1000000)
        return reject(cli, row, arg, "I/N with 1 <= I <= N <= 1000000 is expected");
    options->part = part;
    options->parts = parts;
    return true;
}

bool cli_take_share(const struct cli *cli, void *field, const struct cli_row *row, const char *arg)
{
    static const struct suffix suffix[] = {{"", 1}, {"%", 0.01}, {NULL, 0}};
    const double share = arg != NULL ? scaled(arg, suffix) : 0.01;

    if (!(share > 0 && share <= 1))
        return reject(cli, row, arg, "a share such as 0.01, 5% or 1 is expected");
    *(double *)field = share;
    return true;
}
