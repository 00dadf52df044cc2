/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From an answer to text: digits, logarithm, JSON or a line of a table; and messages of what
 * failed. */
#include "answer.h"
#include "arguments.h"
#include "json.h"
#include "logarithm.h"
#include "say.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------ answers */

const char *answer_label(const struct cli *cli, const char *file)
{
    return cli->operands > 1 ? file : NULL;
}

const char *answer_title(const struct question *q)
{
    return q->graph != NULL ? pm_graph_title(q->graph) : q->title;
}

/* The same and the title of the graph, as the beginning of an answer; its number if only others
 * have a title, or if it has none but is `numbered`; and its temperature, if there are several.
 * NULL: none of these. */
static const char *heading(char **made, const struct cli *cli, const struct question *q,
                           bool numbered)
{
    const char *const file = answer_label(cli, q->file), *const title = answer_title(q);
    const char *const at = q->temperatures > 1 ? q->at : NULL;
    const bool named = title != NULL || numbered;
    char number[24] = "";

    *made = NULL;
    if (!named && at == NULL)
        return file;
    if (named && (title == NULL || *title == '\0'))
        snprintf(number, sizeof number, "%ld", answer_number(q));
    return asprintf(made, "%s%s%s%s%s%s", file != NULL ? file : "", file != NULL ? "\t" : "",
                    title != NULL ? title : "", number, named && at != NULL ? "\t" : "",
                    at != NULL ? at : "") < 0
               ? file
               : *made;
}

static const char *kind_of(const struct cli *cli)
{
    return cli->program->bit == CLI_PERM_MTX ? "matrix" : "graph";
}

struct place answer_place(const struct cli *cli, const struct question *q)
{
    const char *const title = answer_title(q);
    const bool titled = title != NULL && *title != '\0';
    const bool molecule = q->graph != NULL && pm_graph_atom(q->graph, 0) != NULL;
    struct place place;

    if (q->number <= 1 && !q->several && title == NULL)
        snprintf(place.text, sizeof place.text, "%s", q->file);
    else
        snprintf(place.text, sizeof place.text, "%s: %s %ld%s%s%s",
                 strcmp(q->file, "-") == 0 ? "standard input" : q->file,
                 molecule ? "molecule" : kind_of(cli), answer_number(q), titled ? " (" : "",
                 titled ? title : "", titled ? ")" : "");
    return place;
}

static void show_bound(const pm_answer *answer, const char *value, const char *bound)
{
    if (strcmp(bound, "0") == 0)
        fprintf(stderr, "%s exactly", value);
    else
        fprintf(stderr, "%s +/- %s", value, bound);
    fprintf(stderr, " (%s), %.3g s, %d thread%s", pm_answer_type(answer), pm_answer_seconds(answer),
            pm_answer_threads(answer), pm_answer_threads(answer) == 1 ? "" : "s");
    if (pm_answer_gpus(answer) > 0)
        fprintf(stderr, ", GPUs: %d", pm_answer_gpus(answer));
    fputc('\n', stderr);
    if (pm_answer_gpus(answer) > 0)
        fprintf(stderr,
                "of these, planning %.3g s, opening GPUs %.3g s, compiling %.3g s, launches %.3g "
                "s\n",
                pm_answer_spent(answer, PM_PLANNING), pm_answer_spent(answer, PM_OPENING),
                pm_answer_spent(answer, PM_COMPILING), pm_answer_spent(answer, PM_LAUNCHES));
    fprintf(stderr, "checks: %s\n", *pm_answer_checks(answer) ? pm_answer_checks(answer) : "none");
    if (pm_answer_units(answer, true) > 0)
        fprintf(stderr, "GPUs computed %" PRIu64 " units, threads beside them %" PRIu64 "\n",
                pm_answer_units(answer, true), pm_answer_units(answer, false));
    if (*pm_answer_gpu_refusal(answer) != '\0')
        fprintf(stderr, "a GPU left units to threads: %s\n", pm_answer_gpu_refusal(answer));
    for (int rank = 0; pm_answer_ranks(answer) > 1 && rank < pm_answer_ranks(answer); rank++)
        fprintf(stderr, "rank %d computed %" PRIu64 " units\n", rank,
                pm_answer_rank_units(answer, rank));
}

/* Notes that the wanted precision could not be proved, or not a single digit. */
static void note_bound(const struct cli *cli, const struct question *q, const pm_answer *answer,
                       const char *value, const char *bound)
{
    const double epsilon = cli->solve.epsilon;
    const bool zero = strpbrk(value, "123456789") == NULL; /* also if no digit is printed */

    if (epsilon > 0 && !pm_answer_within(answer, epsilon))
        cli_say(cli, answer_place(cli, q).text,
                "the proved error, %s, is above epsilon = %g of the answer; a higher "
                "--precision helps",
                bound, epsilon);
    else if (cli->solve.estimate > 0 && strcmp(bound, "0") == 0)
        cli_say(cli, answer_place(cli, q).text, "no estimate is needed: the value is exact");
    else if (!pm_answer_within(answer, zero ? 0.1 : 1))
        cli_say(cli, answer_place(cli, q).text,
                "no digit is proved: the error may be up to %s; --exact or a %s helps", bound,
                cli->solve.estimate > 0 ? "smaller EPS" : "higher --precision");
}

static double vertices_of(const struct question *q)
{
    const int vertices = q->graph != NULL
                             ? pm_graph_vertices(q->graph)
                             : pm_problem_rows(q->problem) + pm_problem_cols(q->problem);

    return vertices > 0 ? vertices : 1;
}

/* where NULL: the message says it. */
static int fail(const struct cli *cli, pm_status status, const struct question *q,
                const char *where, const char *message)
{
    const struct json_failure failure = {
        .file = q->file,
        .what = kind_of(cli),
        .number = answer_number(q),
        .title = answer_title(q),
        .status = status,
        .message = message,
    };
    const int result = cli_status(status);

    cli_say(cli, where, "%s", message);
    return cli->json ? cli_worse(result, cli_print_line(cli, q->file, json_failure_line(&failure)))
                     : result;
}

int answer_fail(const struct cli *cli, pm_status status, const struct question *q)
{
    return fail(cli, status, q, answer_place(cli, q).text, pm_message());
}

int answer_refuse(const struct cli *cli, const struct question *q, const char *message)
{
    return fail(cli, PM_INPUT, q, answer_place(cli, q).text, message);
}

int answer_unread(const struct cli *cli, pm_status status, const struct question *q,
                  const char *message)
{
    return fail(cli, status, q, NULL, message);
}

const char *answer_only_one(const struct cli *cli)
{
    return cli->svg      ? "--svg draws one picture, and the file has more"
           : cli->to_mtx ? "--to-mtx prints one matrix, and the file has more"
           : cli->prove != NULL && !cli->solve.plan_only
               ? "--prove is for one graph or matrix; the file has more"
           : cli->list > 0 && cli->solve.checkpoint != NULL
               ? "--list with --checkpoint is for one graph or matrix; the file has more"
               : NULL;
}

int answer_line(const struct cli *cli, const struct question *q, char *text)
{
    char *made = NULL;

    if (text == NULL)
        return cli_no_memory(cli, answer_place(cli, q).text);
    const char *const where = cli->json || cli->csv ? NULL : heading(&made, cli, q, q->several);
    const bool written = *text == '\0' || cli_print(where, text);
    free(made);
    free(text);
    return written ? CLI_ANSWERED : CLI_FAILED;
}

bool answer_looks_ahead(const struct cli *cli)
{
    return (cli->csv || cli->marginals || cli->matchings || cli->minors || cli->symmetry ||
            cli->sample > 0 || cli->list > 0 || cli->best > 0 || cli->powers != NULL ||
            cli->bounds || cli->structure || cli->thermal || cli->heat || cli->correlations ||
            cli->pairs != NULL || cli->energies) &&
           !cli->json && !cli->svg;
}

static int print_json(const struct cli *cli, const struct question *q, const pm_answer *answer,
                      const char *value, const char *bound, const char *error)
{
    struct shown_bounds bounds;
    double delta;
    bool proved = true;
    const bool drawn = value != NULL && pm_answer_estimate(answer, &delta, &proved) > 0 && !proved;
    const struct json_answer a = {
        .file = q->file,
        .problem = q->problem,
        .graph = q->graph,
        .number = answer_number(q),
        .answer = answer,
        .value = value,
        .bound = bound,
        .total = cli->total,
        .unmatched = cli->unmatched,
        .modulus = cli->solve.modulus,
        .error = error,
        .bounds = drawn && bounds_find(&bounds, cli, q) == PM_OK ? &bounds : NULL,
        .temperature = q->at,
        .inverse = cli->temperature == NULL,
        .scale = cli->log10         ? "log10"
                 : q->model != NULL ? "ln"
                 : cli->per_vertex  ? "ln per vertex"
                                    : NULL,
        .quantity = q->model != NULL                    ? "partition function"
                    : !cli->per_vertex                  ? NULL
                    : pm_problem_is_pattern(q->problem) ? "entropy"
                                                        : "free energy",
    };
    return cli_print_line(cli, q->file, json_answer_line(&a));
}

/* Prints "n value", where n counts from the number that is asked for, or is the number that the
 * input gives the graph, or its place in the input; before it its title, as a comment. */
static int print_indexed(const struct cli *cli, const struct question *q, const char *value)
{
    const char *const title = answer_title(q);
    const bool titled = title != NULL && *title != '\0';
    char *lines;

    if (asprintf(
            &lines, "%s%s%s%ld %s", titled ? "# " : "", titled ? title : "", titled ? "\n" : "",
            *cli->bfile != '\0' ? strtol(cli->bfile, NULL, 10) + q->number - 1 : answer_number(q),
            value) < 0)
        lines = NULL;
    return cli_print_line(cli, answer_place(cli, q).text, lines);
}

/* A long exact number on a terminal, or with --verbose, gets its size beside it. */
static void say_size(const struct cli *cli, const struct question *q, const pm_answer *answer,
                     const char *value)
{
    enum { LONG_DIGITS = 60 };
    double log;

    if ((cli->verbose || isatty(STDOUT_FILENO)) && !cli->json && cli->solve.modulus == NULL &&
        strlen(value) > LONG_DIGITS && *value != '-' && pm_answer_log(&log, NULL, answer) == PM_OK)
        cli_say(cli, answer_place(cli, q).text, "about 10^%.6g", log / M_LN10);
}

/* True if the program has all options that the text names before its end. */
static bool has_options(const struct cli *cli, const char *text, const char *end)
{
    const struct cli_row *row;

    while (cli_option_in(&row, cli, &text) && text <= end)
        if (row == NULL)
            return false;
    return true;
}

/* Prints the plan.  Its line "would help: ITEM; ITEM" loses the items whose options the program
 * does not have, and goes if none is left. */
static bool print_plan(const struct cli *cli, const char *heading, const pm_answer *answer)
{
    static const char begin[] = "\nwould help: ", between[] = "; ";
    const char *const text = cli->plan == 2 ? pm_answer_plan(answer) : pm_answer_summary(answer);
    const char *const help = strstr(text, begin), *before = begin;
    char *const kept = strdup(text);

    if (help != NULL && kept != NULL) {
        const char *const end = help + 1 + strcspn(help + 1, "\n");
        char *to = kept + (help - text);
        for (const char *at = help + strlen(begin), *next; at < end; at = next) {
            const char *const found = strstr(at, between);
            const bool last = found == NULL || found >= end;
            const char *const stop = last ? end : found;
            next = last ? end : found + strlen(between);
            if (!has_options(cli, at, stop))
                continue;
            to += sprintf(to, "%s%.*s", before, (int)(stop - at), at);
            before = between;
        }
        strcpy(to, end);
    }
    const bool printed = kept != NULL && cli_print(heading, kept);
    free(kept);
    return printed;
}

int answer_print(const struct cli *cli, const struct question *q, const pm_answer *answer)
{
    char *value = NULL, *bound = NULL, *made = NULL;
    int result = CLI_ANSWERED;

    if (!cli->solve.plan_only) {
        const pm_status status = logarithm_if_asked(&value, &bound, cli, answer, vertices_of(q));
        if (status != PM_OK || value == NULL || bound == NULL) {
            result = status != PM_OK ? answer_fail(cli, status, q)
                                     : cli_no_memory(cli, answer_place(cli, q).text);
            goto done;
        }
        if (cli->explain)
            cli_explain(answer, bound);
        say_size(cli, q, answer, value);
        if (cli->verbose)
            show_bound(answer, value, bound);
        note_bound(cli, q, answer, value, bound);
    }
    if (cli->json)
        result = print_json(cli, q, answer, value, bound, NULL);
    else if (cli->bfile)
        result = print_indexed(cli, q, value);
    else if (value != NULL ? !cli_print(heading(&made, cli, q, false), value)
                           : !print_plan(cli, heading(&made, cli, q, false), answer))
        result = CLI_FAILED;
    else if (cli->solve.plan_only && cli->solve.parts > 1)
        printf("one part: %.3g s on one thread\n", pm_answer_predicted(answer));
done:
    free(made);
    free(value);
    free(bound);
    return result;
}

int answer_planned(const struct cli *cli, pm_status status, const struct question *q,
                   const pm_answer *answer)
{
    const char *const error = pm_message();

    if (answer == NULL)
        return answer_fail(cli, status, q);
    if (status == PM_OK)
        return answer_print(cli, q, answer);
    const int result = cli_fail(cli, status, answer_place(cli, q).text);
    if (cli->json)
        return cli_worse(result, print_json(cli, q, answer, NULL, NULL, error));
    char *made;
    const bool written = print_plan(cli, heading(&made, cli, q, false), answer);
    free(made);
    return written ? result : CLI_FAILED;
}
