/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines 'exponent coefficient', one polynomial for a computer algebra system (also without
 * --powers), or JSON. */
#include "polynomial.h"
#include "fields.h"
#include "json.h"
#include "json_parts.h"
#include "queries.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a polynomial is written: Magma reads what Sage does. */
static const struct form {
    const char *name, *times, *open, *close; /* around an exponent of several characters */
} forms[] = {
    {"sage", "*", "(", ")"},
    {"magma", "*", "(", ")"},
    {"latex", " ", "{", "}"},
};

static const struct form *form_of(const struct cli *cli)
{
    if (cli->powers == NULL)
        return forms;
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        if (strcmp(cli->powers, forms[k].name) == 0)
            return &forms[k];
    return NULL;
}

static void print_term(FILE *out, const struct form *form, bool first, const char *const text[2])
{
    const bool constant = strcmp(text[0], "0") == 0, negative = *text[1] == '-';
    const char *const modulus = text[1] + negative;

    fputs(first ? (negative ? "-" : "") : negative ? " - " : " + ", out);
    if (constant || strcmp(modulus, "1") != 0)
        fprintf(out, "%s%s", modulus, constant ? "" : form->times);
    if (constant)
        return;
    putc('x', out);
    if (strcmp(text[0], "1") == 0)
        return;
    if (text[0][1] == '\0')
        fprintf(out, "^%s", text[0]);
    else
        fprintf(out, "^%s%s%s", form->open, text[0], form->close);
}

/* The exponent and the coefficient of term k; false: memory ran out. */
static bool term_of(char *text[2], const struct cli *cli, const pm_values *values, size_t k)
{
    text[0] = text[1] = NULL;
    if (pm_values_text(&text[0], values, 2 * k, cli->digits) == PM_OK &&
        pm_values_text(&text[1], values, 2 * k + 1, cli->digits) == PM_OK)
        return true;
    free(text[0]);
    return false;
}

static void print_line(FILE *out, const struct cli *cli, const struct question *q,
                       const char *const text[2])
{
    if (cli->csv)
        fields_graph(out, cli, q);
    fprintf(out, cli->csv ? "%s,%s\n" : "%s %s\n", text[0], text[1]);
}

static char *lines_of(const struct cli *cli, const struct question *q, const pm_values *values)
{
    const struct form *const form = form_of(cli);
    const size_t count = pm_values_count(values) / 2;
    char *all = NULL, *text[2];
    size_t length;
    FILE *const out = open_memstream(&all, &length);
    bool fine = out != NULL;

    if (out == NULL)
        return NULL;
    if (cli->csv)
        fields_columns(out, cli, q, form != NULL ? "value" : "exponent,coefficient");
    if (cli->csv && form != NULL)
        fields_graph(out, cli, q);
    for (size_t k = 0; k < count && (fine = term_of(text, cli, values, k)); k++) {
        if (form != NULL)
            print_term(out, form, k == 0, (const char *const *)text);
        else
            print_line(out, cli, q, (const char *const *)text);
        free(text[0]);
        free(text[1]);
    }
    if (form != NULL)
        fputs(count == 0 ? "0\n" : "\n", out);
    return cli_text(fine, out, &all);
}

static char *object_of(const struct cli *cli, const struct question *q, const pm_values *values)
{
    json_t *const object = json_object();
    json_t *list = json_array();
    char *text[2];
    int bad = json_add_file(object, q->file, q->graph, NULL, answer_number(q));

    for (size_t k = 0; k < pm_values_count(values) / 2; k++) {
        if (!term_of(text, cli, values, k)) {
            bad = 1;
            break;
        }
        json_append(&list, json_pack("{s:s, s:s}", "exponent", text[0], "coefficient", text[1]));
        free(text[0]);
        free(text[1]);
    }
    bad |= json_object_set_new(object, "powers", list) != 0;
    bad |= json_add(object, json_pack("{s:s}", "version", pm_version()));
    return json_line(object, bad, 0);
}

int polynomial_answer(const struct cli *cli, const struct question *q)
{
    struct question shown = *q; /* without --powers as other answers of one line */
    pm_values *values = NULL;
    struct watch watch;
    int result;

    shown.several &= cli->powers != NULL;
    const pm_options options = watch_query(&watch, cli, q);
    const pm_status status = pm_coefficients(&values, q->graph, q->asked, &options);
    watch_end(&watch);
    if (status != PM_OK)
        result = answer_fail(cli, status, q);
    else if (cli->json)
        result = cli_print_line(cli, q->file, object_of(cli, q, values));
    else
        result = answer_line(cli, &shown, lines_of(cli, q, values));
    pm_values_free(values);
    return result;
}
