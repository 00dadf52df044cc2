/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perm-mtx: the permanent of every Matrix Market file that is named, one answer a line. */
#include "cli.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_names(const char *title, const char *(*name_of)(int, const char **))
{
    const char *name, *what;

    printf("\n%s:\n", title);
    for (int i = 0; (name = name_of(i, &what)) != NULL; i++)
        printf("  %-23s %s\n", name, what);
}

static void print_tables(void)
{
    print_names("Rules for --reduce and --no-reduce", pm_rule_name);
    print_names("Engines", pm_engine_name);
}

static const struct cli_program program = {
    .name = "perm-mtx",
    .bit = CLI_PERM_MTX,
    .operands = "[FILE]...",
    .purpose = "Print the permanent of the matrix in each Matrix Market FILE (plain or gzip; no\n"
               "FILE, or -: standard input), behind the file's name when there are several.",
    .more = print_tables,
};

/* Where a message or an answer belongs, when there is a choice. */
static const char *label(const struct cli *cli, const char *file)
{
    return cli->operands > 1 ? file : NULL;
}

/* Plan first, so that it can be read while the answer is being computed. */
static pm_status show_plan(const struct cli *cli, const pm_problem *problem, const char *file)
{
    pm_options options = cli->solve;
    pm_answer *planned = NULL;

    options.plan_only = true;
    const pm_status status = pm_solve(&planned, problem, &options);
    if (planned != NULL) {
        const char *const plan = pm_answer_plan(planned);

        if (label(cli, file) != NULL)
            fprintf(stderr, "%s:\n", file);
        fprintf(stderr, "%s%s", plan, plan[0] && plan[strlen(plan) - 1] == '\n' ? "" : "\n");
    }
    pm_answer_free(planned);
    return status;
}

static void show_bound(const pm_answer *answer, const char *value, const char *bound)
{
    if (strcmp(bound, "0") == 0)
        fprintf(stderr, "%s exactly", value);
    else
        fprintf(stderr, "%s +/- %s", value, bound);
    fprintf(stderr, " (%s), %.3g s, %d threads\n", pm_answer_type(answer),
            pm_answer_seconds(answer), pm_answer_threads(answer));
}

static int print_json(const struct cli *cli, const struct json_answer *a)
{
    char *const line = json_answer_line(a);

    if (line == NULL) {
        fprintf(stderr, "%s: %s: memory is out\n", cli->program->name, a->file);
        return CLI_FAILED;
    }
    const bool written = cli_print(NULL, line);
    free(line);
    return written ? CLI_ANSWERED : CLI_FAILED;
}

static int print_answer(const struct cli *cli, const char *file, const pm_problem *problem,
                        const pm_answer *answer)
{
    char *value = NULL, *bound = NULL;
    int result = CLI_ANSWERED;
    pm_status status = PM_OK;

    if (!cli->solve.plan_only) {
        status = pm_answer_text(&value, answer, cli->digits);
        if (status == PM_OK)
            status = pm_answer_bound(&bound, answer);
        if (status != PM_OK) {
            result = cli_fail(cli, status, file);
            goto done;
        }
        if (cli->verbose)
            show_bound(answer, value, bound);
    }
    if (cli->json)
        result = print_json(cli, &(struct json_answer){file, problem, answer, value, bound});
    else if (!cli_print(label(cli, file), value != NULL ? value : pm_answer_plan(answer)))
        result = CLI_FAILED;
done:
    free(value);
    free(bound);
    return result;
}

static int answer_file(const struct cli *cli, const char *file)
{
    pm_problem *problem = NULL;
    pm_answer *answer = NULL;
    const char *where = NULL; /* the reader's messages name the file themselves */
    int result;

    pm_status status = pm_problem_read_mtx(&problem, file);
    if (status != PM_OK)
        goto failed;
    where = file;
    if (cli->pattern && (status = pm_problem_to_pattern(problem)) != PM_OK)
        goto failed;
    if (cli->verbose && !cli->solve.plan_only && (status = show_plan(cli, problem, file)) != PM_OK)
        goto failed;
    status = pm_solve(&answer, problem, &cli->solve);
    if (status == PM_OK) {
        result = print_answer(cli, file, problem, answer);
        goto done;
    }
    /* A plan that cannot be carried out can be read, all the same. */
    if (answer != NULL && !cli->json)
        cli_print(label(cli, file), pm_answer_plan(answer));
failed:
    result = cli_fail(cli, status, where);
done:
    pm_answer_free(answer);
    pm_problem_free(problem);
    return result;
}

int main(int argc, char **argv)
{
    struct cli cli;
    int status;

    if (!cli_start(&cli, &program, argc, argv, &status))
        return status;
    if (cli.operands == 0)
        return cli_finish(&cli, answer_file(&cli, "-"));
    status = CLI_ANSWERED;
    for (int i = 0; i < cli.operands && !ferror(stdout); i++)
        status = cli_worse(status, answer_file(&cli, cli.operand[i]));
    return cli_finish(&cli, status);
}
