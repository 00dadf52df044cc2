/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are compared by device and number, since one file may have several names.  A run also
 * writes beside its files (a new one, the previous one, a lock), so these count, too. */
#include "written_files.h"
#include "say.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME = 4096, OUTPUTS = 4 };

struct output {
    const char *option, *name; /* name NULL: not asked for */
};

static bool is_file(struct stat *file, const char *name, int descriptor)
{
    return (name != NULL ? stat(name, file) : fstat(descriptor, file)) == 0 &&
           S_ISREG(file->st_mode);
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* True if the file is the output, or one of those beside it. */
static bool is_written(const struct stat *file, const struct output *o)
{
    static const char *const beside[] = {"", ".new", "~", ".lock", ".prover"};
    struct stat other;
    char name[NAME];

    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++) {
        snprintf(name, sizeof name, "%s%s", o->name, beside[k]);
        if (is_file(&other, name, -1) && is_same(file, &other))
            return true;
    }
    return false;
}

/* Refuses an output that is also the file with that name, or with that descriptor. */
static bool differs(const struct cli *cli, const struct output *o, const char *name, int descriptor,
                    const char *what)
{
    struct stat file;

    if (!is_file(&file, name, descriptor) || !is_written(&file, o))
        return true;
    cli_usage(cli->program, "%s=%s would replace %s%s%s", o->option, o->name, what,
              name != NULL ? " " : "", name != NULL ? name : "");
    return false;
}

static bool inputs_differ(const struct cli *cli, const struct output *o)
{
    bool fine = cli->operands > 0 || differs(cli, o, NULL, STDIN_FILENO, "standard input");

    for (int k = 0; k < cli->operands && fine; k++)
        fine = strcmp(cli->operand[k], "-") == 0
                   ? differs(cli, o, NULL, STDIN_FILENO, "standard input")
                   : differs(cli, o, cli->operand[k], -1, "the input");
    return fine && differs(cli, o, NULL, STDOUT_FILENO, "standard output");
}

/* Standard output that is appended to an input would be read again. */
static bool stdout_differs(const struct cli *cli)
{
    struct stat in, out;

    if (!is_file(&out, NULL, STDOUT_FILENO))
        return true;
    for (int k = 0; k < cli->operands; k++)
        if (is_file(&in, cli->operand[k], -1) && is_same(&in, &out)) {
            cli_usage(cli->program, "standard output is the input %s", cli->operand[k]);
            return false;
        }
    return true;
}

int written_files_check(const struct cli *cli)
{
    const bool planned = cli->solve.plan_only;
    const struct output output[OUTPUTS] = {
        {"--checkpoint", cli->solve.checkpoint},
        {"--plan-file", planned ? cli->solve.plan_file : NULL},
        {"--prove", planned ? NULL : cli->prove},
        {"--plan-file", planned ? NULL : cli->solve.plan_file}, /* which is read */
    };

    for (size_t k = 0; k < OUTPUTS - 1; k++) {
        if (output[k].name == NULL)
            continue;
        if (!inputs_differ(cli, &output[k]))
            return CLI_USAGE;
        for (size_t other = k + 1; other < OUTPUTS; other++) {
            const char *const name = output[other].name;
            if (k == 0 && other == OUTPUTS - 1) /* the plan of a checkpoint is carried out */
                continue;
            if (name != NULL && strcmp(name, output[k].name) == 0)
                return cli_usage(cli->program, "%s and %s both name %s", output[k].option,
                                 output[other].option, name);
            if (name != NULL && !differs(cli, &output[k], name, -1, output[other].option))
                return CLI_USAGE;
        }
    }
    if (!stdout_differs(cli))
        return CLI_USAGE;
    const pm_status status =
        cli->prove != NULL && !planned ? pm_file_write(cli->prove, NULL) : PM_OK;
    return status == PM_OK ? CLI_ANSWERED : cli_fail(cli, status, NULL);
}
