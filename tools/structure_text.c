/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts come first, and lists end after LISTED items, so that the text is short for any matrix.
 * All is taken from the object of JSON, which has the lists in full. */
#include "queries.h"
#include "json_parts.h"
#include "json.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 20, CORES_LISTED = 12 };

struct text {
    FILE *out;
    const struct question *q;
    const json_t *all;
};

static const json_t *get(const struct text *t, const char *name)
{
    return json_object_get(t->all, name);
}

static int number(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

static const char *ending(size_t count)
{
    return count == 1 ? "" : "s";
}

static void say_item(FILE *out, const char *before, const json_t *item)
{
    if (json_is_string(item))
        fprintf(out, "%s%s", before, json_string_value(item));
    else
        fprintf(out, "%s%" JSON_INTEGER_FORMAT, before, json_integer_value(item));
}

/* Items are lines, or entries, whose two lines have `joint` between them. */
static void say_list(const struct text *t, const json_t *list, const char *joint, const char *end)
{
    const size_t count = json_array_size(list);

    for (size_t k = 0; k < count && k < LISTED; k++) {
        const json_t *const item = json_array_get(list, k);
        const bool pair = json_is_array(item);
        say_item(t->out, " ", pair ? json_array_get(item, 0) : item);
        if (pair)
            say_item(t->out, joint, json_array_get(item, 1));
    }
    if (count > LISTED)
        fprintf(t->out, " and %zu more", count - LISTED);
    fputs(end, t->out);
}

static void say_counted(const struct text *t, const json_t *list, const char *what)
{
    const size_t count = json_array_size(list);

    fprintf(t->out, "%zu %s%s", count, what, count > 0 ? ":" : "");
    say_list(t, list, t->q->graph != NULL ? "-" : ",", "\n");
}

static void say_entries(const struct text *t, const char *role)
{
    static const char *const noun[2][2] = {{"entries", "entry"}, {"edges", "edge"}};
    const json_t *const list = get(t, role);
    char what[32];

    snprintf(what, sizeof what, "%s %s", role,
             noun[t->q->graph != NULL][json_array_size(list) == 1]);
    say_counted(t, list, what);
}

static bool is_single(const json_t *block)
{
    return json_array_size(json_object_get(block, "rows")) <= 1 &&
           json_array_size(json_object_get(block, "cols")) <= 1;
}

static void say_block(const struct text *t, size_t b, const json_t *block)
{
    const json_t *const row = json_object_get(block, "rows"), *const col =
                                                                  json_object_get(block, "cols");

    fprintf(t->out, "block %zu, %s, %zu x %zu: rows", b + 1,
            json_string_value(json_object_get(block, "shape")), json_array_size(row),
            json_array_size(col));
    say_list(t, row, "", "; columns");
    say_list(t, col, "", "\n");
}

static void say_blocks(const struct text *t)
{
    const json_t *const blocks = get(t, "blocks"), *block;
    const size_t count = json_array_size(blocks);
    size_t b, single = 0, said = 0;

    json_array_foreach((json_t *)blocks, b, block) single += is_single(block);
    fprintf(t->out, "%zu block%s, %zu of one row and one column\n", count, ending(count), single);
    for (b = 0; b < count && said < LISTED; b++)
        if (!is_single(block = json_array_get(blocks, b))) {
            say_block(t, b, block);
            said++;
        }
    if (count - single > said)
        fprintf(t->out, "and %zu more such blocks\n", count - single - said);
}

static void say_surface(FILE *out, const json_t *object)
{
    const char *const name = json_string_value(json_object_get(object, "surface"));

    if (name == NULL || strcmp(name, "plane") == 0)
        fputs(name == NULL ? "not found to be planar" : "planar", out);
    else
        fprintf(out, "on a %s", name);
}

static void say_cores(const struct text *t)
{
    const json_t *const rules = get(t, "reductions"), *const cores = get(t, "cores");
    const size_t count = json_array_size(cores);

    say_surface(t->out, t->all);
    fprintf(t->out, "; reductions:%s", json_array_size(rules) == 0 ? " none" : "");
    for (size_t k = 0; k < json_array_size(rules); k++)
        fprintf(t->out, "%s %s", k > 0 ? "," : "", json_string_value(json_array_get(rules, k)));
    fprintf(t->out, "; %zu core%s left\n", count, count == 1 ? " is" : "s are");
    for (size_t k = 0; k < count && k < CORES_LISTED; k++) {
        const json_t *const c = json_array_get(cores, k);
        const char *const kind = json_string_value(json_object_get(c, "kind"));
        fprintf(t->out, "core %zu: %d x %d, %d entries%s, ", k + 1, number(c, "rows"),
                number(c, "cols"), number(c, "nnz"),
                strcmp(kind, "hafnian") == 0 ? ", hafnian" : "");
        say_surface(t->out, c);
        if (json_is_integer(json_object_get(c, "tree_width")))
            fprintf(t->out, ", tree of width %d", number(c, "tree_width"));
        if (json_is_integer(json_object_get(c, "frontier")))
            fprintf(t->out, ", frontier of %d", number(c, "frontier"));
        putc('\n', t->out);
    }
    if (count > CORES_LISTED)
        fprintf(t->out, "and %zu smaller cores\n", count - CORES_LISTED);
}

static void say_first(const struct text *t)
{
    const bool perfect = json_is_true(get(t, "perfect"));

    if (t->q->graph == NULL)
        fprintf(t->out, "%d x %d, %d entries; structural rank %d%s\n", number(t->all, "rows"),
                number(t->all, "cols"), number(t->all, "nnz"), number(t->all, "rank"),
                perfect ? "" : ": the permanent is 0");
    else
        fprintf(t->out, "%d vertices, %zu edges; the largest matchings have %d edges%s\n",
                pm_graph_vertices(t->q->graph), pm_graph_edges(t->q->graph), number(t->all, "rank"),
                perfect ? "" : ": none is perfect");
    if (!perfect)
        fprintf(t->out, "%s\n", json_string_value(get(t, "why")));
}

static void say_all(const struct text *t)
{
    const size_t blocks = json_array_size(get(t, "blocks"));

    say_first(t);
    if (t->q->graph == NULL) {
        say_blocks(t);
    } else {
        const json_t *const parts = get(t, "parts");
        say_counted(t, json_object_get(parts, "D"),
                    "vertices that some largest matching leaves free (D)");
        say_counted(t, json_object_get(parts, "A"), "vertices beside them (A)");
        say_counted(t, json_object_get(parts, "C"), "other vertices (C)");
        fprintf(t->out, "%zu component%s of edges that are not forbidden\n", blocks,
                ending(blocks));
    }
    say_entries(t, "forbidden");
    say_entries(t, "forced");
    say_cores(t);
}

static char *structure_lines(const struct question *q, const pm_structure *s)
{
    json_t *const all = json_structure(q, s);
    struct text t = {.q = q, .all = all};
    char *text = NULL;
    size_t length;

    if (all != NULL && (t.out = open_memstream(&text, &length)) != NULL)
        say_all(&t);
    json_decref(all);
    return cli_text(true, t.out, &text);
}

int structure_answer(const struct cli *cli, const struct question *q)
{
    pm_structure *s;

    const pm_status status = pm_structure_find(&s, q->problem, &cli->solve);
    if (status != PM_OK)
        return answer_fail(cli, status, q);
    const int result =
        answer_line(cli, q, cli->json ? json_structure_line(q, s) : structure_lines(q, s));
    pm_structure_free(s);
    return result;
}
