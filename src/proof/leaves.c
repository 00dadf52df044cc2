/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A perfect matching has the edge uv, of weight w, or not.  So the value of a graph is that of the
 * graph without uv, and w times that of the graph without u and v.  Branches on all far edges
 * (engine/planar/far.c) lead to leaves that are planar.  The engine for planar graphs weighs all of
 * them; each gets a drawing of its own, and is checked modulo the prime. */
#include "proof/leaves.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "engine/planar/planar.h"
#include "model/bound.h"
#include "proof/plane.h"

#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

/* For a vertex of a leaf: seconds to write and check it, divided by the root of their number, and
 * to weigh it, for a bit of the value; bytes of text.  A bit of the value has DIGITS bytes. */
static const double SECONDS = 5e-7, WEIGHING = 1.2e-8, BYTES = 40, DIGITS = 0.302;

/* Steps of the search for far edges: about half a second (engine/search_steps.h). */
static const double FAR_STEPS = 1e9;

/* What verifiers read: bytes of a proof, and branches on the way to a leaf.  A proof has as many
 * lines as vertices; one with a barrier alone has these beside those of the edges. */
static const double MOST_BYTES = 0x1p28;
enum { MOST_BRANCHES = 512, LEAST_LINES = 8 };

struct pm_proof_leaves {
    const struct pm_proved_problem *statement;
    struct pm_matrix *rest; /* of the statement's core, without far edges */
    struct pm_kasteleyn k;  /* far NULL: there are no far edges */
    uint64_t *number;       /* of each far edge: what it adds to the number of a leaf */
    double bits;            /* no leaf has a longer value */
};

static int lines_of(const struct pm_proved_problem *s)
{
    return s->core.a->rows + (s->core.kind == PM_HAFNIAN ? 0 : s->core.a->cols);
}

/* True for the value of a graph, or of a square matrix, whose weights are positive. */
static bool is_possible(const struct pm_proved_problem *s)
{
    if (s->what != PM_PROVE_VALUE || s->im != NULL || lines_of(s) != s->vertices || s->edges == 0 ||
        s->core.a->rows != s->core.a->cols)
        return false;
    for (int e = 0; e < s->edges; e++)
        if (fmpz_sgn(s->re + e) <= 0 || s->u[e] == s->v[e])
            return false;
    return true;
}

/* The choice of an edge of a star is a digit of the number of a leaf. */
static pm_status number_edges(struct pm_proof_leaves *l)
{
    const struct pm_far *const far = l->k.far;
    uint64_t place = 1;

    PM_NEW(l->number, far->edges);
    for (int s = 0; s < far->stars; s++) {
        for (int e = far->star[s]; e < far->star[s + 1]; e++)
            l->number[e] = place * (uint64_t)(e - far->star[s] + 1);
        place *= (uint64_t)(far->star[s + 1] - far->star[s] + 1);
    }
    return PM_OK;
}

/* A graph that is not planar, but has a perfect matching, needs branches. */
static pm_status find_far(struct pm_proof_leaves *l, const struct pm_adjacent *graph)
{
    const struct pm_core *const core = &l->statement->core;
    struct pm_plane *plane = NULL;
    bool perfect = false, *marks = NULL;
    int *mate = NULL;
    pm_status status;

    PM_NEW_GOTO(status, mate, graph->vertices, done);
    PM_NEW_GOTO(status, marks, graph->start[graph->vertices], done);
    status = pm_match_perfect(mate, &perfect, graph);
    if (status == PM_OK && perfect) {
        status = pm_plane_new(&plane, graph);
        if (status == PM_UNABLE) {
            status = pm_far_find(marks, graph, FAR_STEPS);
            PM_THEN(status, pm_kasteleyn_far(&l->k, core->a, core->kind, mate, marks));
            PM_THEN(status, number_edges(l));
            PM_THEN(status, pm_far_rest(&l->rest, l->k.far));
            PM_THEN(status, pm_bound_bits(&l->bits, core->a, core->kind));
            const double bytes = BYTES * graph->vertices + DIGITS * l->bits; /* of a leaf */
            if (status == PM_OK &&
                (l->k.leaves * bytes > MOST_BYTES || l->k.far->edges > MOST_BRANCHES))
                status = pm_fail(PM_UNABLE, "%.0f drawings are too many", l->k.leaves);
        }
    }
    if (status == PM_OK && !perfect && l->statement->vertices > LEAST_LINES + l->statement->edges)
        status = pm_fail(PM_UNABLE, "a barrier would have fewer lines than vertices");
done:
    pm_plane_free(plane);
    PM_FREE(mate, marks);
    return status;
}

pm_status pm_proof_leaves_new(struct pm_proof_leaves **leaves, const struct pm_proved_problem *s)
{
    struct pm_adjacent graph = {0};
    struct pm_proof_leaves *l;

    if (!is_possible(s))
        return pm_fail(PM_UNABLE, "no question for a plane");
    PM_NEW(l, 1);
    l->statement = s;
    l->k.leaves = 1;
    pm_status status = pm_adjacent_new(&graph, s->core.a, s->core.kind);
    PM_THEN(status, find_far(l, &graph));
    if (status == PM_OK && l->rest == NULL)
        status = pm_matrix_copy(&l->rest, s->core.a);
    pm_adjacent_clear(&graph);
    PM_GIVE(leaves, l, status, pm_proof_leaves_free);
}

void pm_proof_leaves_free(struct pm_proof_leaves *l)
{
    if (l == NULL)
        return;
    pm_kasteleyn_clear(&l->k);
    pm_matrix_free(l->rest);
    PM_FREE(l->number, l);
}

double pm_proof_leaves_count(const struct pm_proof_leaves *l)
{
    return l->k.leaves;
}

double pm_proof_leaves_seconds(const struct pm_proof_leaves *l)
{
    const double vertices = lines_of(l->statement);

    return l->k.leaves * vertices * (SECONDS * sqrt(vertices) + WEIGHING * l->bits);
}

/* ------------------------------------------------------------------------- writing */

/* The walk through the tree of branches. */
struct walk {
    const struct pm_proof_leaves *leaves;
    const struct pm_oracle *oracle;
    FILE *file;
    fmpz *weight; /* of each leaf, with the far edges that it takes */
    bool *gone;   /* of each row or column: a branch took it */
    int *line;    /* working memory: rows, then columns, that are left */
    int *vertex;  /* of the statement, of each of them */
    fmpz_t sum;   /* of all leaves so far */
    bool right;   /* each value is what its drawing says */
};

/* Lists what is left of `count` rows or columns from number `first` on; returns how many. */
static int list_left(int *line, int *vertex, const struct walk *w, int first, int count)
{
    int left = 0;

    for (int k = 0; k < count; k++)
        if (!w->gone[first + k]) {
            vertex[left] = w->leaves->statement->vertex[first + k];
            line[left++] = k;
        }
    return left;
}

/* Whether a drawing says that this is the value of its graph. */
static bool is_value(const fmpz_t value, const struct pm_proof_plane *plane,
                     const struct pm_oracle *oracle)
{
    const struct pm_field *const f = &oracle->field;
    const pm_residue x = pm_oracle_residue(oracle, value, NULL);
    pm_residue square;

    return pm_proof_plane_square(&square, plane)
               ? pm_field_mul(f, pm_field_factor(f, x), x) == square
               : fmpz_is_zero(value);
}

/* Writes the leaf without the vertices that are gone; `taken` is the weight of the edges that were
 * taken. */
static pm_status write_leaf(struct walk *w, const fmpz_t taken, uint64_t number)
{
    const struct pm_proof_leaves *const l = w->leaves;
    const struct pm_matrix *const a = l->rest;
    const enum pm_kind kind = l->statement->core.kind;
    const int rows = list_left(w->line, w->vertex, w, 0, a->rows);
    int *const column = kind == PM_HAFNIAN ? w->line : w->line + rows;
    struct pm_proof_plane *plane = NULL;
    struct pm_matrix *part;
    fmpz_t value;
    const int columns =
        kind == PM_HAFNIAN ? rows : list_left(column, w->vertex + rows, w, a->rows, a->cols);

    PM_TRY(pm_matrix_sub(&part, a, rows, w->line, columns, column));
    fmpz_init(value);
    fmpz_divexact(value, &w->weight[number], taken);
    pm_status status = pm_proof_plane_new(&plane, l->statement, part, kind, w->vertex, w->oracle);
    if (status == PM_OK) {
        w->right = w->right && is_value(value, plane, w->oracle);
        fmpz_add(w->sum, w->sum, &w->weight[number]);
        if (l->k.far != NULL && !fmpz_is_zero(value)) {
            fputs("value ", w->file);
            fmpz_fprint(w->file, value);
            putc('\n', w->file);
        }
        status = pm_proof_plane_write(w->file, plane);
    }
    fmpz_clear(value);
    pm_proof_plane_free(plane);
    pm_matrix_free(part);
    return status;
}

/* Branches on the far edges from number e on. */
static pm_status branch(struct walk *w, const fmpz_t taken, uint64_t number, int e)
{
    const struct pm_far *const far = w->leaves->k.far;
    const struct pm_proved_problem *const s = w->leaves->statement;
    fmpz_t more;

    PM_TRY(pm_budget_ask());
    while (far != NULL && e < far->edges && (w->gone[far->u[e]] || w->gone[far->v[e]]))
        e++;
    if (!w->right)
        return PM_OK;
    if (far == NULL || e == far->edges)
        return write_leaf(w, taken, number);
    const int u = far->u[e], v = far->v[e];
    const int edge = pm_proved_problem_edge(s, s->vertex[u], s->vertex[v]);
    fprintf(w->file, "branch %d %d\n", s->u[edge] + 1, s->v[edge] + 1);
    PM_TRY(branch(w, taken, number, e + 1));
    w->gone[u] = w->gone[v] = true;
    fmpz_init(more);
    fmpz_mul(more, taken, s->re + edge);
    const pm_status status = branch(w, more, number + w->leaves->number[e], e + 1);
    fmpz_clear(more);
    w->gone[u] = w->gone[v] = false;
    return status;
}

static pm_status weigh(struct walk *w, const struct pm_claims *claims, int threads)
{
    if (w->leaves->k.far != NULL)
        return pm_far_weigh(w->weight, &w->leaves->k, threads);
    fmpz_set(w->weight, claims->re);
    return PM_OK;
}

pm_status pm_proof_leaves_write(FILE *file, bool *right, const struct pm_proof_leaves *l,
                                const struct pm_claims *claims, const struct pm_oracle *oracle,
                                int threads)
{
    const int lines = lines_of(l->statement);
    struct walk w = {.leaves = l, .oracle = oracle, .file = file};
    fmpz_t one;
    pm_status status;

    fmpz_init(w.sum);
    fmpz_init_set_ui(one, 1);
    w.weight = _fmpz_vec_init((slong)l->k.leaves);
    w.right = fmpz_is_zero(claims->im) && fmpz_sgn(claims->re) >= 0;
    PM_NEW_GOTO(status, w.gone, lines, done);
    PM_NEW_GOTO(status, w.line, lines, done);
    PM_NEW_GOTO(status, w.vertex, lines, done);
    PM_TRY_GOTO(status, weigh(&w, claims, threads), done);
    PM_TRY_GOTO(status, branch(&w, one, 0, 0), done);
    *right = w.right && fmpz_equal(w.sum, claims->re);
done:
    PM_EACH(fmpz_clear, w.sum, one);
    _fmpz_vec_clear(w.weight, (slong)l->k.leaves);
    PM_FREE(w.gone, w.line, w.vertex);
    return status;
}
