/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of text, or one object of JSON, in the order of the library's lists; or a picture. */
#include "spins.h"
#include "edges.h"
#include "json.h"
#include "json_parts.h"
#include "picture.h"
#include "queries.h"
#include "say.h"
#include "spin_pairs.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MEANS = 3 }; /* before the correlations */

#define HEAT SIZE_MAX /* the number of the specific heat, which has a list of its own */

static const char *const mean_names[MEANS] = {"log_z", "energy", "entropy"};

static pm_ising_question question_of(const struct cli *cli)
{
    return cli->pairs != NULL                  ? PM_ISING_PAIRS
           : cli->energies                     ? PM_ISING_ENERGIES
           : cli->heat                         ? PM_ISING_HEAT
           : cli->sample > 0                   ? PM_ISING_DRAWS
           : cli->thermal || cli->correlations ? PM_ISING_MEANS
                                               : PM_ISING_LOG_Z;
}

bool spins_are_asked(const struct cli *cli)
{
    return question_of(cli) != PM_ISING_LOG_Z;
}

static bool lists_pairs(const struct cli *cli)
{
    return cli->correlations || cli->pairs != NULL;
}

/* An answer: a list of values, or states of the spins. */
struct answer {
    const struct cli *cli;
    const struct question *q;
    pm_values *values, *heat;
    signed char *spin;
};

/* The place of the first mean of a pair in the list. */
static size_t first_mean(const struct answer *a)
{
    return a->cli->pairs != NULL ? 0 : MEANS;
}

static char *value_text(const struct answer *a, size_t k)
{
    char *text = NULL;

    return pm_values_text(&text, k == HEAT ? a->heat : a->values, k == HEAT ? 0 : k,
                          a->cli->digits) == PM_OK
               ? text
               : NULL;
}

/* The names of the ends of coupling or pair k; "field" is no vertex. */
static bool name_ends(char number[2][EDGE_NAME], const char *name[2], const struct answer *a,
                      size_t k)
{
    int u, v;

    if (a->cli->pairs != NULL ? !spin_pairs_get(a->q->pairs, k, &u, &v)
                              : !pm_ising_coupling(a->q->model, k, &u, &v))
        return false;
    name[0] = edge_name(number[0], a->q->graph, u);
    name[1] = v < 0 ? "field" : edge_name(number[1], a->q->graph, v);
    return true;
}

/* ------------------------------------------------------------------ text */

/* Prints value k after up to two words; false: memory ran out. */
static bool print_value(FILE *out, const struct answer *a, size_t k, const char *one,
                        const char *other)
{
    char *const text = value_text(a, k);

    if (text != NULL)
        fprintf(out, "%s%s%s %s\n", one, *other != '\0' ? " " : "", other, text);
    free(text);
    return text != NULL;
}

static bool print_energies(FILE *out, const struct answer *a)
{
    bool good = true;

    for (size_t k = 0; k < pm_values_count(a->values) && good; k += 2) {
        char *const energy = value_text(a, k);
        good = energy != NULL && print_value(out, a, k + 1, energy, "");
        free(energy);
    }
    return good;
}

static bool print_pairs(FILE *out, const struct answer *a)
{
    char number[2][EDGE_NAME];
    const char *name[2];
    bool good = true;

    for (size_t k = 0; good && name_ends(number, name, a, k); k++)
        good = print_value(out, a, first_mean(a) + k, name[0], name[1]);
    return good;
}

static bool print_states(FILE *out, const struct answer *a)
{
    const int spins = pm_graph_vertices(a->q->graph);

    for (int k = 0; k < a->cli->sample; k++)
        for (int v = 0; v < spins; v++)
            fprintf(out, "%d%c", a->spin[(size_t)k * (size_t)spins + (size_t)v],
                    v + 1 < spins ? ' ' : '\n');
    return true;
}

static char *lines_of(const struct answer *a)
{
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);
    bool good = out != NULL;

    if (out == NULL)
        return NULL;
    for (size_t k = 0; a->cli->thermal && k < MEANS && good; k++)
        good = print_value(out, a, k, mean_names[k], "");
    if (a->cli->heat)
        good = good && print_value(out, a, HEAT, "specific_heat", "");
    if (lists_pairs(a->cli))
        good = print_pairs(out, a);
    if (a->cli->energies)
        good = print_energies(out, a);
    if (a->spin != NULL)
        good = print_states(out, a);
    return cli_text(good, out, &text);
}

/* ------------------------------------------------------------------ JSON */

static json_t *json_value(const struct answer *a, size_t k)
{
    char *const text = value_text(a, k);
    json_t *const string = text != NULL ? json_string(text) : NULL;

    free(text);
    return string;
}

/* Item k of the list, or NULL past the last one. */
static json_t *item_of(const struct answer *a, size_t k)
{
    const size_t spins = (size_t)pm_graph_vertices(a->q->graph);
    char number[2][EDGE_NAME];
    const char *name[2];

    if (a->cli->energies)
        return 2 * k < pm_values_count(a->values)
                   ? json_pack("{s:o, s:o}", "energy", json_value(a, 2 * k), "states",
                               json_value(a, 2 * k + 1))
                   : NULL;
    if (lists_pairs(a->cli))
        return name_ends(number, name, a, k)
                   ? json_pack("{s:o, s:o, s:o}", "u", json_text(name[0]), "v", json_text(name[1]),
                               "mean", json_value(a, first_mean(a) + k))
                   : NULL;
    if (k == (size_t)a->cli->sample)
        return NULL;
    json_t *state = json_array();
    for (size_t v = 0; v < spins; v++)
        json_append(&state, json_integer(a->spin[k * spins + v]));
    return state;
}

static char *object_of(const struct answer *a)
{
    const struct cli *const cli = a->cli;
    json_t *const object = json_object();
    int bad = json_add_file(object, a->q->file, a->q->graph, NULL, answer_number(a->q));

    if (!cli->energies)
        bad |= json_add(object,
                        json_pack("{s:s}", cli->beta != NULL ? "beta" : "temperature", a->q->at));
    for (size_t k = 0; cli->thermal && k < MEANS; k++)
        bad |= json_object_set_new(object, mean_names[k], json_value(a, k)) != 0;
    if (cli->heat)
        bad |= json_object_set_new(object, "specific_heat", json_value(a, HEAT)) != 0;
    if (!cli->thermal && !cli->heat) {
        json_t *list = json_array(), *item;
        for (size_t k = 0; (item = item_of(a, k)) != NULL; k++)
            json_append(&list, item);
        bad |= json_object_set_new(object,
                                   cli->energies      ? "energies"
                                   : lists_pairs(cli) ? "correlations"
                                                      : "states",
                                   list) != 0;
    }
    bad |= json_add(object, json_pack("{s:s}", "version", pm_version()));
    return json_line(object, bad, 0);
}

/* ------------------------------------------------------------------ asking */

static int print_picture(const struct answer *a)
{
    const struct picture picture = {.graph = a->q->graph, .spin = a->spin};
    pm_status status;

    char *const text = picture_draw(&status, &picture);
    return status == PM_OK || status == PM_NOMEM ? cli_print_text(a->cli, a->q->file, text)
                                                 : answer_fail(a->cli, status, a->q);
}

static int plan(const struct cli *cli, const struct question *q)
{
    pm_answer *answer = NULL;
    struct watch watch;
    const pm_options options = watch_query(&watch, cli, q);
    const size_t count = cli->pairs != NULL ? q->pairs->count : (size_t)cli->sample;

    const pm_status status = pm_ising_plan(&answer, question_of(cli), count, q->model, &options);
    watch_end(&watch);
    const int result = answer_planned(cli, status, q, answer);
    pm_answer_free(answer);
    return result;
}

static pm_status ask(struct answer *a, const pm_options *options)
{
    const size_t count = (size_t)a->cli->sample, spins = (size_t)pm_graph_vertices(a->q->graph);

    if (a->cli->pairs != NULL)
        return pm_ising_pairs(&a->values, a->q->model, a->q->pairs->count, a->q->pairs->u,
                              a->q->pairs->v, options);
    if (a->cli->heat) {
        const pm_status status = pm_ising_heat(&a->heat, a->q->model, options);
        if (status != PM_OK || !a->cli->thermal)
            return status;
    }
    if (count == 0)
        return (a->cli->energies ? pm_ising_energies : pm_ising_means)(&a->values, a->q->model,
                                                                       options);
    a->spin = calloc(count * spins + 1, sizeof *a->spin);
    return a->spin != NULL ? pm_ising_sample(a->spin, count, options->seed, a->q->model, options)
                           : PM_NOMEM;
}

int spins_answer(const struct cli *cli, const struct question *q)
{
    struct answer a = {.cli = cli, .q = q};
    struct watch watch;
    int result;

    if (cli->solve.plan_only)
        return plan(cli, q);
    const pm_options options = watch_query(&watch, cli, q);
    const pm_status status = ask(&a, &options);
    watch_end(&watch);
    if (status != PM_OK)
        result = answer_fail(cli, status, q);
    else if (cli->svg)
        result = print_picture(&a);
    else if (cli->json)
        result = cli_print_line(cli, q->file, object_of(&a));
    else
        result = answer_line(cli, q, lines_of(&a));
    pm_values_free(a.values);
    pm_values_free(a.heat);
    free(a.spin);
    return result;
}
