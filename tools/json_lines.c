/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of JSON that are no answers and no values: failures, bounds, progress, symmetries. */
#include "answer.h"
#include "edges.h"
#include "json.h"
#include "json_parts.h"

#include <inttypes.h>
#include <math.h>

char *json_failure_line(const struct json_failure *f)
{
    json_t *const object = json_object();
    int bad = 0;

    if (f->file != NULL)
        bad |= json_add(object, json_pack("{s:o}", "file", json_text(f->file)));
    bad |= json_add_title(object, f->title);
    if (f->number > 0)
        bad |= json_add(object, json_pack("{s:I}", f->what, (json_int_t)f->number));
    bad |= json_add(object, json_pack("{s:o, s:s, s:s}", "error", json_text(f->message), "status",
                                      pm_status_name(f->status), "version", pm_version()));
    return json_line(object, bad, 0);
}

char *json_bounds_line(const struct cli *cli, const struct question *q,
                       const struct shown_bounds *b)
{
    json_t *const object = json_object();
    int bad = json_add_file(object, q->file, q->graph, q->problem, answer_number(q));

    bad |= json_add_sizes(object, cli->total, cli->unmatched);
    bad |= json_add(object, json_pack("{s:s, s:s, s:s, s:o, s:o, s:s, s:s, s:s}", "type", "bounds",
                                      "lower", b->text[0], "upper", b->text[1], "lower_log10",
                                      json_finite(b->log10[0]), "upper_log10",
                                      json_finite(b->log10[1]), "lower_by", b->method[0],
                                      "upper_by", b->method[1], "version", pm_version()));
    return json_line(object, bad, 0);
}

char *json_progress_line(const char *file, const pm_progress *p)
{
    const bool known = isfinite(p->left);
    json_t *const object = json_object();
    int bad = json_add(object, json_pack("{s:o}", "file", json_text(file)));

    if (p->planning)
        bad |= json_add(object, json_pack("{s:b}", "planning", true));
    bad |= json_add(
        object, json_pack("{s:f, s:I, s:I, s:f, s:f, s:o, s:I, s:I, s:s}", "share", p->share,
                          "done", (json_int_t)p->done, "total", (json_int_t)p->total,
                          "units_per_second", p->rate, "seconds_spent", p->spent, "seconds_left",
                          known ? json_real(p->left) : json_null(), "part", (json_int_t)p->part,
                          "parts", (json_int_t)p->parts, "version", pm_version()));

    return json_line(object, bad, JSON_REAL_PRECISION(6));
}

/* All vertices, or their images under generator g. */
static json_t *vertices_array(const pm_graph *graph, const pm_symmetry *symmetry, size_t g)
{
    json_t *const array = json_array();
    char number[EDGE_NAME];

    for (int v = 0; v < pm_graph_vertices(graph); v++) {
        const int to = symmetry != NULL ? pm_symmetry_image(symmetry, g, v) : v;
        if (json_array_append_new(array, json_text(edge_name(number, graph, to))) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

char *json_symmetry_line(const char *file, const pm_graph *graph, long number,
                         const pm_symmetry *symmetry)
{
    json_t *const object = json_object(), *const generators = json_array();
    char *line = NULL;
    int bad = json_add_file(object, file, graph, NULL, number);

    for (size_t g = 0; g < pm_symmetry_generators(symmetry); g++)
        bad |= json_array_append_new(generators, vertices_array(graph, symmetry, g));
    bad |= json_add(object, json_pack("{s:s, s:o, s:o, s:s}", "order", pm_symmetry_order(symmetry),
                                      "names", vertices_array(graph, NULL, 0), "generators",
                                      generators, "version", pm_version()));
    if (bad == 0)
        line = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return line;
}
