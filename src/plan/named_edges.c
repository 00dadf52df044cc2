/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges on which a method branches, in the user's words.  The engine tells lines of the core.
 * Their origins (model/matrix.h) lead back to the lines of the problem, which have the names of
 * vertices. */
#include "plan/named_edges.h"

#include "base/text.h"
#include "engine/abilities.h"
#include "reduce/reduce.h"

#include <stdlib.h>
#include <string.h>

/* MANY: an edge list of a vertex that is longer is only counted. */
enum { MANY = 4 };

/* Writes the name of a line of the core. */
static void say_end(FILE *out, const struct pm_core *core, int line,
                    const struct pm_problem *problem)
{
    const int origin = core->a->origin != NULL ? core->a->origin[line] : line;
    const int rows = problem->a->rows, cols = problem->a->cols;
    const bool turned = problem->kind == PM_PERMANENT && rows > cols;

    if (origin < 0)
        fprintf(out, "a vertex made by the rule %s", pm_rules[pm_rule_origin(origin)].name);
    else if (turned)
        pm_problem_say_line(out, problem, origin < cols ? rows + origin : origin - cols);
    else
        pm_problem_say_line(out, problem, origin);
}

/* Appends the text to the note if it fits with a remark as long as that of name_all(). */
static bool append(char *note, size_t room, const char *text)
{
    static const char remark[] = " and 1234567890 more";
    const bool fits = strlen(note) + strlen(text) + sizeof remark <= room;

    if (fits)
        strcat(note, text);
    return fits;
}

/* Writes the edges from number `first` on that are named together: one, or many of a vertex;
 * returns how many. */
static int say_edges(FILE *out, const struct pm_core *core, const int *u, const int *v, int left,
                     const struct pm_problem *problem)
{
    int of_vertex = 1;

    while (of_vertex < left && u[of_vertex] == u[0])
        of_vertex++;
    say_end(out, core, u[0], problem);
    if (of_vertex > MANY) {
        fprintf(out, " with %d edges", of_vertex);
        return of_vertex;
    }
    fputs(" - ", out);
    say_end(out, core, v[0], problem);
    return 1;
}

static pm_status name_all(char *note, size_t room, const struct pm_core *core, const int *u,
                          const int *v, int count, const struct pm_problem *problem)
{
    for (int k = 0, said; k < count; k += said) {
        struct pm_text text;
        char *words = NULL;
        PM_TRY(pm_text_open(&text));
        fputs(k == 0 ? ": " : ", ", text.file);
        said = say_edges(text.file, core, u + k, v + k, count - k, problem);
        PM_TRY(pm_text_close(&words, &text, PM_OK));
        const bool fits = append(note, room, words);
        free(words);
        if (!fits && k > 0)
            snprintf(note + strlen(note), room - strlen(note), " and %d more", count - k);
        if (!fits)
            break;
    }
    return PM_OK;
}

pm_status pm_named_edges(struct pm_way *way, const struct pm_core *core,
                         const struct pm_problem *problem)
{
    const int *u, *v;
    const int count = way->engine != NULL && way->engine->more->branches != NULL
                          ? way->engine->more->branches(&u, &v, &way->cost)
                          : 0;

    if (count == 0)
        return PM_OK;
    return name_all(way->cost.note, sizeof way->cost.note, core, u, v, count, problem);
}
