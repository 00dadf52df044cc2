/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a question to pm_solve(), the proof if one is asked for, and the answer, for each file.  If
 * something fails, its message is printed, the exit status is set, and the next file is read. */
#include "question.h"
#include "fields.h"
#include "shown_bounds.h"
#include "watch.h"
#include "written_files.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pm_status solve(pm_answer **answer, const struct cli *cli, const struct question *question)
{
    pm_options options = cli->solve;
    struct watch watch;

    options.logarithm = cli->log10 || cli->per_vertex;
    if (options.plan_only) {
        options.plan_to = options.plan_file;
        options.plan_file = NULL;
    }
    watch_begin(&watch, cli, answer_label(cli, question->file), &options);
    const pm_status status = question->model != NULL
                                 ? pm_ising_solve(answer, question->model, &options)
                                 : pm_solve(answer, question->asked, &options);
    watch_end(&watch);
    return status;
}

/* Prints a part, unless its checkpoint has it. */
static int print_part(const struct cli *cli, const pm_answer *answer)
{
    const char *const text = pm_answer_part(answer);

    if (cli->solve.checkpoint != NULL)
        return CLI_ANSWERED;
    return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? CLI_ANSWERED : CLI_FAILED;
}

/* Proves the numbers, and writes the proof to the file of --prove. */
int question_prove(const struct cli *cli, const struct question *q, pm_proved what,
                   const char *const *values, size_t count)
{
    char *proof = NULL;

    pm_options options = cli->solve;
    struct watch watch;
    watch_begin(&watch, cli, answer_label(cli, q->file), &options);
    pm_status status = pm_prove(&proof, q->problem, what, values, count, &options);
    watch_end(&watch);
    if (status == PM_OK)
        status = pm_file_write(cli->prove, proof);
    free(proof);
    return status == PM_OK ? CLI_ANSWERED : answer_fail(cli, status, q);
}

/* Says what the proof will need; fails before the answer if there will be none. */
int question_plan_proof(const struct cli *cli, const struct question *q, pm_proved what)
{
    char *text = NULL;

    const pm_status status = pm_proof_plan(&text, q->problem, what, &cli->solve);
    if (status != PM_OK)
        return answer_fail(cli, status, q);
    if (cli->solve.plan_only && !cli->json)
        fputs(text, stdout);
    else if (cli->verbose)
        fputs(text, stderr);
    free(text);
    return CLI_ANSWERED;
}

/* The proof of a residue is about the number itself, which is computed for it. */
static int prove_answer(const struct cli *cli, const struct question *q, const pm_answer *answer)
{
    const pm_proved what = cli->total ? PM_PROVE_TOTAL : PM_PROVE_VALUE;
    struct cli exact = *cli;
    pm_answer *whole = NULL;
    pm_status status = PM_OK;
    char *value = NULL;

    exact.solve.modulus = exact.solve.checkpoint = NULL;
    exact.solve.precision = PM_PRECISION_EXACT;
    if (cli->solve.modulus != NULL)
        status = solve(&whole, &exact, q);
    if (status == PM_OK)
        status = pm_answer_text(&value, whole != NULL ? whole : answer, 0);
    const int result = status != PM_OK
                           ? answer_fail(cli, status, q)
                           : question_prove(cli, q, what, (const char *const *)&value, 1);
    free(value);
    pm_answer_free(whole);
    return result;
}

static int print_row(const struct cli *cli, const struct question *q, const pm_answer *answer)
{
    char *text = NULL, *value = NULL;
    size_t length;

    if (pm_answer_text(&value, answer, cli->digits) == PM_OK)
        cli_imaginary(cli, &value);
    FILE *const out = value != NULL ? open_memstream(&text, &length) : NULL;
    if (out == NULL) {
        free(value);
        return cli_no_memory(cli, answer_place(cli, q).text);
    }
    fields_columns(out, cli, q, "value");
    fields_graph(out, cli, q);
    fprintf(out, "%s\n", value);
    free(value);
    return answer_line(cli, q, cli_text(true, out, &text));
}

int question_answer(const struct cli *cli, const struct question *question)
{
    pm_answer *answer = NULL;
    int result = CLI_ANSWERED;

    if (cli->prove != NULL)
        result = question_plan_proof(cli, question, cli->total ? PM_PROVE_TOTAL : PM_PROVE_VALUE);
    if (result != CLI_ANSWERED)
        return result;
    const pm_status status = solve(&answer, cli, question);
    if (status == PM_OK && pm_answer_part(answer) != NULL) {
        result = print_part(cli, answer);
    } else if (status == PM_OK && cli->csv) {
        result = print_row(cli, question, answer);
    } else if (status == PM_OK) {
        result = cli->prove != NULL && !cli->solve.plan_only ? prove_answer(cli, question, answer)
                                                             : CLI_ANSWERED;
        if (result == CLI_ANSWERED)
            result = answer_print(cli, question, answer);
    } else {
        result = answer_planned(cli, status, question, answer);
    }
    if (status == PM_UNABLE && !cli->json)
        bounds_say(cli, answer_place(cli, question).text, question);
    pm_answer_free(answer);
    return result;
}

static int question_files(const struct cli *cli, question_file *answer)
{
    int status = CLI_ANSWERED;

    if (cli->operands == 0)
        return cli_finish(cli, answer(cli, "-"));
    for (int i = 0; i < cli->operands && !ferror(stdout); i++)
        status = cli_worse(status, answer(cli, cli->operand[i]));
    return cli_finish(cli, status);
}

int question_main(const struct cli_program *program, int argc, char **argv, question_file *answer)
{
    struct cli cli = {.program = program};
    struct fields fields = {.begun = false};
    pm_team *team;
    int result;

    const pm_status status = pm_team_start(&team);
    if (status != PM_OK)
        return cli_fail(&cli, status, NULL);
    if (pm_team_rank(team) > 0) { /* the first rank reports failures */
        result = pm_team_serve(team, watch_rank, NULL) == PM_OK ? CLI_ANSWERED : CLI_FAILED;
    } else if (cli_start(&cli, program, argc, argv, &result)) {
        cli.solve.team = team;
        cli.fields = &fields;
        watch_signals();
        result = written_files_check(&cli);
        if (result == CLI_ANSWERED)
            result = question_files(&cli, answer);
    }
    pm_team_end(team);
    return result;
}
