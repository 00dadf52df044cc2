/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ising: the partition function of the Ising model on every graph. */
#include "graphs.h"
#include "question.h"
#include "ranges.h"
#include "say.h"
#include "spin_pairs.h"
#include "spins.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_program program = {
    .name = "ising",
    .bit = CLI_ISING,
    .operands = "[GRAPH]...",
    .purpose =
        "Print log Z, the natural logarithm of the partition function, of the Ising model on "
        "the graph in each file GRAPH, whose weights are the couplings: Z is the sum of "
        "exp(beta sum of J_uv s_u s_v) over all states of spins s = +1 or -1. GRAPH may be "
        "compressed; without GRAPH, or where it is -, read standard input. With several "
        "files or temperatures, each line begins with them.",
    .example = "    $ dimer grid 8 8 --weights=1,-0.5 | ising --beta=0.44 --digits=12\n"
               "    51.4429447946",
    .often = "beta field thermal correlations energies sample json plan",
};

static int answer_model(const struct cli *cli, struct question *q)
{
    pm_status status = pm_ising_new(&q->model, q->graph, q->at, cli->beta == NULL, cli->external);
    int result;

    if (status != PM_OK)
        return answer_fail(cli, status, q);
    q->problem = pm_ising_problem(q->model);
    q->asked = q->problem;
    result = spins_are_asked(cli) ? spins_answer(cli, q) : question_answer(cli, q);
    pm_ising_free(q->model);
    q->model = NULL;
    return result;
}

/* How many temperatures a word of the list names. */
static long count_word(struct range *range, const char *word)
{
    return ranges_parse(range, word, strcspn(word, ",")) ? range->count : 1;
}

/* Answers for a temperature, or for each of a range. */
static int answer_word(const struct cli *cli, struct question *q, const char *word)
{
    char number[RANGES_NUMBER];
    struct range range;
    int result = CLI_ANSWERED;

    const bool several = ranges_is_meant(word, strlen(word));
    const long count = count_word(&range, word);
    for (long k = 0; k < count && result == CLI_ANSWERED; k++) {
        q->at = several ? ranges_number(number, &range, k) : word;
        result = cli_worse(result, answer_model(cli, q));
    }
    return result;
}

/* Answers for each temperature. */
static int answer(const struct cli *cli, struct question *q)
{
    const char *const given = cli->beta != NULL ? cli->beta : cli->temperature;
    char *const list = strdup(given != NULL ? given : "1"), *at = list; /* energies need none */
    struct spin_pairs pairs = {.count = 0};
    int result = CLI_ANSWERED;

    if (list == NULL)
        return cli_no_memory(cli, q->file);
    if (cli->pairs != NULL)
        result = spin_pairs_read(&pairs, cli, q->graph);
    q->pairs = &pairs;
    q->temperatures = 0;
    for (const char *word = list; word != NULL && result == CLI_ANSWERED;
         word = (word = strchr(word, ',')) != NULL ? word + 1 : NULL)
        q->temperatures += (int)count_word(&(struct range){.count = 0}, word);
    for (const char *word; result == CLI_ANSWERED && (word = strsep(&at, ",")) != NULL;)
        result = answer_word(cli, q, word);
    spin_pairs_clear(&pairs);
    free(list);
    return result;
}

static int ask_file(const struct cli *cli, const char *file)
{
    return answer_graphs(cli, file, false, answer);
}

int main(int argc, char **argv)
{
    return question_main(&program, argc, argv, ask_file);
}
