/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench: measured tables of named cases.  A suite has one row here and its own file. */
#include "bench/bench.h"
#include "base/threads.h"
#include "tools/help.h"
#include "tools/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct suite {
    const char *name, *operands, *what;
    bench_suite *run;
    double seconds;          /* default of --time; 0: no limit */
    int least, most;         /* range of orders */
    int usual[BENCH_ORDERS]; /* default orders */
    bench_names *names;      /* cases that words choose; NULL: none, and operands "[DIR]" mean a
                              * directory */
};

/* clang-format off */
static const struct suite suites[] = {
    {"accuracy", "[ORDER]...", "the SUPerman paper's table of precision, its modes beside ours",
     bench_accuracy, 10, 5, 50, {20, 24, 28, 32, 36}, NULL},
    {"batch", "[WORD]...", "many small matrices in arrays: microseconds a matrix, proved errors",
     bench_batch, 0, 0, 0, {0}, bench_batch_name},
    {"estimate", "[WORD]...", "estimates with proved errors: processor seconds",
     bench_estimate, 0, 0, 0, {0}, bench_estimate_name},
    {"rates", "[WORD]...", "every engine in every number type: predicted and measured seconds",
     bench_rates, 0.5, 0, 0, {0}, bench_rates_name},
    {"sparse", "[DIR]", "the sparse table of the SUPerman paper, beside its own figures",
     bench_sparse, 60, 0, 0, {0}, NULL},
};
/* clang-format on */

enum { SUITES = sizeof suites / sizeof *suites };

static void print_suites(void)
{
    for (int i = 0; i < SUITES; i++) {
        char left[40];

        snprintf(left, sizeof left, "  %s %s", suites[i].name, suites[i].operands);
        cli_entry(left, suites[i].what);
    }
    printf("\nWORD is the name of a case, or chooses all that have it in their names.  DIR\n"
           "holds matrices of the SuiteSparse collection as NAME.mtx; without it the\n"
           "environment variable PM_DATA says where they are.\n");
}

static const char *suite_name(int k, const char **what)
{
    *what = k < SUITES ? suites[k].what : NULL;
    return k < SUITES ? suites[k].name : NULL;
}

static const struct cli_program program = {
    .name = "pm-bench",
    .bit = CLI_PM_BENCH,
    .operands = "SUITE [OPERAND]...",
    .purpose = "Run a suite of named cases and print a table of what they took.",
    .example = "    $ pm-bench batch loops-4x10",
    .often = "time threads gpus csv",
    .names = suite_name,
    .page = "suites",
    .print_page = print_suites,
};

/* ------------------------------------------------------------------ the command line */

static bool is_word(const struct suite *suite, const struct bench *b, const char *word)
{
    if (suite->names == NULL)
        return strcmp(suite->operands, "[DIR]") == 0 && b->words == 0;
    for (int k = 0; suite->names(k) != NULL; k++)
        if (strstr(suite->names(k), word) != NULL)
            return true;
    return false;
}

static void refuse(const struct suite *suite, const char *operand)
{
    if (suite->most > 0)
        cli_usage(&program, "%s: '%s' is no order from %d to %d", suite->name, operand,
                  suite->least, suite->most);
    else
        cli_usage(&program, "%s: %s '%s'", suite->name,
                  suite->names != NULL ? "no name of a case has" : "unexpected operand", operand);
}

/* Reads orders and words; there is room for them.  False after a message on stderr. */
static bool take_operands(struct bench *b, const struct suite *suite, const char **word)
{
    for (int k = 1; k < b->cli->operands; k++) {
        const char *const operand = b->cli->operand[k];
        char *end;
        const long n = strtol(operand, &end, 10);
        const bool is_order = suite->most > 0 && *end == '\0' && n >= suite->least &&
                              n <= suite->most && b->orders < BENCH_ORDERS;

        if (is_order) {
            b->order[b->orders++] = (int)n;
        } else if (is_word(suite, b, operand)) {
            word[b->words++] = operand;
        } else {
            refuse(suite, operand);
            return false;
        }
    }
    for (int k = 0; b->words == b->cli->operands - 1 && suite->usual[k] > 0; k++)
        b->order[b->orders++] = suite->usual[k];
    b->word = word;
    return true;
}

static int run_suite(const struct suite *suite, const struct cli *cli)
{
    const pm_options *const given = &cli->solve;
    struct bench b = {
        .cli = cli,
        .suite = suite->name,
        .names = suite->names,
        .options = *given,
        .limit = given->seconds > 0 ? given->seconds : suite->seconds,
        .threads = pm_threads(given->threads),
        .gpus = given->gpus > 0 ? given->gpus : 0,
    };
    const char **const word = calloc((size_t)cli->operands, sizeof *word);
    int result = CLI_USAGE;

    if (word == NULL)
        return cli_no_memory(cli, NULL);
    b.options.seconds = b.limit;
    if (take_operands(&b, suite, word))
        result = suite->run(&b);
    free(word);
    return result;
}

int main(int argc, char **argv)
{
    struct cli cli;
    int status;

    if (!cli_start(&cli, &program, argc, argv, &status))
        return status;
    if (cli.operands == 0)
        return cli_usage(&program, "which suite?");
    for (int i = 0; i < SUITES; i++)
        if (strcmp(cli.operand[0], suites[i].name) == 0)
            return cli_finish(&cli, run_suite(&suites[i], &cli));
    return cli_usage(&program, "%s: there is no such suite (--help=suites lists them)",
                     cli.operand[0]);
}
