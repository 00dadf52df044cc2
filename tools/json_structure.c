/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The structure of a problem as JSON: all lists in full. */
#include "edges.h"
#include "json.h"
#include "json_parts.h"
#include "answer.h"

#include <jansson.h>

/* Some rows or columns as their numbers, or as names of vertices. */
static json_t *lines_of(const struct question *q, const int *line, int count, bool col)
{
    json_t *list = json_array();

    for (int k = 0; k < count; k++) {
        const int v = edge_line_vertex(q->graph, q->problem, col, line[k]);
        if (v >= 0)
            json_append(&list, json_end(q->graph, q->problem, col, v));
    }
    return list;
}

static json_t *rows_of(const struct question *q, const pm_structure *s, int b)
{
    return lines_of(q, s->row_order + s->row_start[b], s->row_start[b + 1] - s->row_start[b],
                    false);
}

static json_t *cols_of(const struct question *q, const pm_structure *s, int b)
{
    return lines_of(q, s->col_order + s->col_start[b], s->col_start[b + 1] - s->col_start[b], true);
}

/* Blocks of lines that only make the matrix of a graph square are left out. */
static json_t *blocks_of(const struct question *q, const pm_structure *s)
{
    json_t *list = json_array();

    for (int b = 0; b < s->blocks; b++) {
        json_t *const row = rows_of(q, s, b);
        json_t *const col = s->col_start == NULL ? json_array() : cols_of(q, s, b);
        if (json_array_size(row) + json_array_size(col) > 0)
            json_append(&list, s->col_start == NULL
                                   ? json_pack("{s:O}", "vertices", row)
                                   : json_pack("{s:s, s:O, s:O}", "shape", edge_block_shape(s, b),
                                               "rows", row, "cols", col));
        json_decref(row);
        json_decref(col);
    }
    return list;
}

/* The vertices of one part. */
static json_t *part_of(const struct question *q, const pm_structure *s, pm_part part)
{
    json_t *list = json_array();

    for (int col = 0; col < (pm_problem_is_symmetric(q->problem) ? 1 : 2); col++)
        for (int k = 0, n = col ? pm_problem_cols(q->problem) : pm_problem_rows(q->problem); k < n;
             k++)
            if ((col ? s->col_part : s->row_part)[k] == part) {
                json_t *const one = lines_of(q, &k, 1, col);
                json_array_extend(list, one);
                json_decref(one);
            }
    return list;
}

static json_t *role_of(const struct question *q, const pm_structure *s, pm_role role)
{
    json_t *list = json_array();
    int u, v;

    for (size_t k = 0; k < pm_problem_entries(q->problem); k++)
        if (s->role[k] == role && edge_of_entry(q->problem, k, &u, &v))
            json_append(&list, json_pack("[o, o]", json_end(q->graph, q->problem, 0, u),
                                         json_end(q->graph, q->problem, 1, v)));
    return list;
}

static json_t *surface_of(pm_surface surface)
{
    static const char *const name[] = {[PM_SURFACE_PLANE] = "plane",
                                       [PM_SURFACE_TORUS] = "torus",
                                       [PM_SURFACE_PROJECTIVE] = "projective plane",
                                       [PM_SURFACE_KLEIN] = "Klein bottle",
                                       [PM_SURFACE_HANDLES] = "surface of higher genus",
                                       [PM_SURFACE_CROSSCAPS] =
                                           "surface without orientation of higher genus"};

    return surface == PM_SURFACE_UNKNOWN ? json_null() : json_string(name[surface]);
}

/* null: no width was found */
static json_t *width_of(int width)
{
    return width < 0 ? json_null() : json_integer(width);
}

static json_t *cores_of(const pm_structure *s)
{
    json_t *list = json_array();

    for (size_t k = 0; k < s->cores; k++) {
        const pm_structure_core *const c = &s->core[k];
        json_append(&list, json_pack("{s:i, s:i, s:I, s:s, s:o, s:o, s:o}", "rows", c->rows, "cols",
                                     c->cols, "nnz", (json_int_t)c->entries, "kind",
                                     c->symmetric ? "hafnian" : "permanent", "surface",
                                     surface_of(c->surface), "tree_width", width_of(c->tree_width),
                                     "frontier", width_of(c->frontier)));
    }
    return list;
}

static int fill_structure(json_t *object, const struct question *q, const pm_structure *s)
{
    int bad = json_add_file(object, q->file, q->graph, q->problem, answer_number(q));

    bad |= json_add(object, json_pack("{s:s, s:i, s:b}", "type", "structure", "rank", s->rank,
                                      "perfect", (int)s->perfect));
    if (s->why != NULL)
        bad |=
            json_add(object, json_pack("{s:o, s:o, s:o}", "why", json_text(s->why), "unmatched",
                                       lines_of(q, s->unmatched, s->unmatcheds, s->unmatched_cols),
                                       "partners",
                                       lines_of(q, s->partners, s->partnered, !s->unmatched_cols)));
    if (s->why != NULL && q->graph == NULL)
        bad |= json_add(object,
                        json_pack("{s:s}", "unmatched_are", s->unmatched_cols ? "cols" : "rows"));
    bad |= json_add(object,
                    json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "blocks", blocks_of(q, s),
                              "forbidden", role_of(q, s, PM_NEVER), "forced",
                              role_of(q, s, PM_ALWAYS), "surface", surface_of(s->surface),
                              "reductions", json_names(s->reductions, ","), "cores", cores_of(s)));
    if (q->graph != NULL)
        bad |= json_add(object,
                        json_pack("{s:{s:o, s:o, s:o}}", "parts", "D",
                                  part_of(q, s, PM_PART_MISSED), "A", part_of(q, s, PM_PART_BESIDE),
                                  "C", part_of(q, s, PM_PART_REST)));
    bad |= json_add(object, json_pack("{s:i, s:i, s:I}", "rows", pm_problem_rows(q->problem),
                                      "cols", pm_problem_cols(q->problem), "nnz",
                                      (json_int_t)pm_problem_entries(q->problem)));
    return bad | json_add(object, json_pack("{s:s}", "version", pm_version()));
}

json_t *json_structure(const struct question *q, const pm_structure *s)
{
    json_t *object = json_object();

    if (fill_structure(object, q, s) == 0)
        return object;
    json_decref(object);
    return NULL;
}

char *json_structure_line(const struct question *q, const pm_structure *s)
{
    json_t *const object = json_structure(q, s);

    return json_line(object, object == NULL, 0);
}
