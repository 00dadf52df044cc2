/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the table of options, and the functions that read the arguments of each kind. */
#pragma once

#include "cli.h"

#include <stddef.h>

enum cli_group { ASKED, METHOD, LIMITS, LONG_RUNS, OUTPUT, HELP, GROUPS };

struct cli_row;

/* Stores the argument of the row's option in *field; false after a message on stderr. */
typedef bool cli_take(const struct cli *cli, void *field, const struct cli_row *row,
                      const char *arg);

struct cli_row {
    const char *name;
    char letter;     /* 0: no short form */
    const char *arg; /* NULL: no argument; "[X]": optional */
    const char *help;
    enum cli_group group;
    unsigned programs;
    cli_take *take;
    size_t field;       /* offset in struct cli */
    int least, most;    /* of an integer; of the sign of a value */
    unsigned takes;     /* what a value may be besides a number, or may not be */
    const char *wanted; /* the message for other values */
};

/* x; a list of numbers and ranges; the name of a file; -inf, the logarithm of 0; only integers
 * of at least 0; not 0. */
enum { CLI_X = 1, CLI_LIST = 2, CLI_FILE = 4, CLI_LOG_0 = 8, CLI_WHOLE = 16, CLI_NOT_0 = 32 };

/* The row of the option with that name (`length` bytes); NULL: the program has none. */
const struct cli_row *cli_row_of(const struct cli *cli, const char *name, size_t length);

/* *row = the option that the text names first, as --NAME; NULL: the program has none such.  Moves
 * *text behind it.  False: no option is named. */
bool cli_option_in(const struct cli_row **row, const struct cli *cli, const char **text);

/* The words of --precision. */
cli_names cli_precision_name;

cli_take cli_take_flag, cli_take_exact, cli_take_precision, cli_take_modulus, cli_take_imaginary,
    cli_take_plan_rule, cli_take_engine, cli_take_format, cli_take_to_graph, cli_take_as,
    cli_take_text, cli_take_rules, cli_take_integer, cli_take_list, cli_take_word, cli_take_seed,
    cli_take_unmatched, cli_take_gpus, cli_take_size, cli_take_epsilon, cli_take_estimate,
    cli_take_seconds, cli_take_part, cli_take_share, cli_take_powers, cli_take_number,
    cli_take_value;

/* Prints a script that completes the command line in a shell, bash, zsh or fish (complete.c). */
cli_take cli_take_shell;

/* True if the given options can be used together (exclusions.c); false after a message on stderr.
 */
bool cli_fits(const struct cli *cli);

/* True if the program has an option, and it excludes none of those that are given. */
bool cli_may_have(const struct cli *cli, const char *name);

/* True for --cycle-weight=x. */
bool cli_has_cycle_variable(const struct cli *cli);
