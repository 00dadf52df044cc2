/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scalable vector graphics (W3C, SVG 1.1).  Edges are thin and grey.  Edges of a matching are
 * coloured by their direction from one side of the graph to the other: dominoes in the square grid,
 * lozenges in the honeycomb, and elsewhere, where edges may cross, strokes with an outline.  In a
 * molecule they are double bonds.  Atoms other than carbon have their symbols.  Or all edges are
 * shown with grey levels by their shares, with a scale below.  An edge that goes round a torus is
 * drawn as two ends.  In a structure, forced edges are red, and vertices are orange (D), green (A)
 * or blue (C).  Spins are blue (1) or orange (-1), and a line crosses each edge between different
 * ones: in lattices these lines are domain walls. */
#include "picture.h"
#include "edges.h"
#include "say.h"
#include "shades.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 12, SHORT = 3 };

/* Colours that people with colour blindness can distinguish (Okabe and Ito, Color universal design,
 * 2008), and some similar ones. */
static const char *const colours[KINDS] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                           "#56b4e9", "#d55e00", "#f0e442", "#332288",
                                           "#117733", "#882255", "#44aa99", "#999933"};

/* The shape of an edge of a matching. */
enum look { DOMINO, LOZENGE, STROKE, BOND };

struct canvas {
    const struct picture *picture;
    FILE *out;
    enum look look;
    double unit; /* the length of the shortest edge, but at least 1 / SHORT of the mean */
    double left, top, right, bottom;
    double angle[KINDS]; /* directions so far, in turns */
    int kinds;           /* KINDS + 1: too many, all get the same colour */
};

/* ------------------------------------------------------------------- measures */

/* The position of a vertex, in units. */
static void place(double *x, double *y, const struct canvas *c, int vertex)
{
    pm_graph_position(c->picture->graph, vertex, x, y);
    *x /= c->unit;
    *y /= c->unit;
}

static void step(double *x, double *y, const struct canvas *c, int u, int v)
{
    pm_graph_step(c->picture->graph, u, v, x, y);
    *x /= c->unit;
    *y /= c->unit;
}

static void measure(struct canvas *c)
{
    const pm_graph *const graph = c->picture->graph;
    double least = HUGE_VAL, sum = 0, x, y;
    int u, v;

    c->unit = 1;
    for (size_t k = 0; k < pm_graph_edges(graph); k++) {
        pm_graph_edge(graph, k, &u, &v);
        step(&x, &y, c, u, v);
        const double length = hypot(x, y);
        least = length > 0 && length < least ? length : least;
        sum += length;
    }
    c->unit = isfinite(least) ? fmax(least, sum / (SHORT * (double)pm_graph_edges(graph))) : 1;
    c->left = c->top = HUGE_VAL;
    c->right = c->bottom = -HUGE_VAL;
    for (v = 0; v < pm_graph_vertices(graph); v++) {
        place(&x, &y, c, v);
        c->left = fmin(c->left, x);
        c->right = fmax(c->right, x);
        c->top = fmin(c->top, y);
        c->bottom = fmax(c->bottom, y);
    }
}

/* The direction from u to v, in turns. */
static double turn_of(const struct canvas *c, int u, int v)
{
    double x, y;

    step(&x, &y, c, u, v);
    return atan2(y, x) / (2 * 3.141592653589793);
}

/* True if all edges have the unit's length, and directions that differ by multiples of 1 / `parts`
 * of a turn. */
static bool is_lattice(const struct canvas *c, int parts)
{
    const pm_problem *const problem = c->picture->problem;
    double x, y, first = 0;
    bool begun = false;
    int u, v;

    for (size_t k = 0; k < pm_problem_entries(problem); k++) {
        if (!edge_of_entry(problem, k, &u, &v))
            continue;
        step(&x, &y, c, u, v);
        const double turns = turn_of(c, u, v) * parts;
        first = begun ? first : turns;
        begun = true;
        if (fabs(hypot(x, y) - 1) > 1e-4 || fabs(remainder(turns - first, 1)) > 1e-3)
            return false;
    }
    return true;
}

/* The colour of a direction; equal directions have the same colour.  *kind is its number. */
static void find_kind(int *kind, struct canvas *c, int u, int v)
{
    double turn = turn_of(c, u, v);
    const double whole = pm_problem_is_symmetric(c->picture->problem) ? 0.5 : 1;
    turn = fmod(turn + 2 * whole, whole);
    for (*kind = 0; *kind < c->kinds && *kind < KINDS; ++*kind) {
        const double off = fabs(turn - c->angle[*kind]);
        if (off < 1e-4 || whole - off < 1e-4)
            return;
    }
    if (*kind < KINDS)
        c->angle[*kind] = turn;
    c->kinds = *kind + 1;
}

/* -------------------------------------------------------------------- drawing */

/* Prints a number with at most three decimals, after `lead`, unless the number's sign separates
 * it. */
static void print_number(FILE *out, char lead, double x)
{
    char text[32];

    snprintf(text, sizeof text, "%.3f", x);
    size_t length = strlen(text);
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[--length] = '\0';
    const char *const start = strcmp(text, "-0") == 0 ? "0" : text;
    if (*start != '-' || lead != ' ')
        putc(lead, out);
    fputs(start, out);
}

static void line(const struct canvas *c, double x, double y, double dx, double dy)
{
    print_number(c->out, 'M', x);
    print_number(c->out, ' ', y);
    if (fabs(dx) < 5e-4) {
        print_number(c->out, 'v', dy);
    } else if (fabs(dy) < 5e-4) {
        print_number(c->out, 'h', dx);
    } else {
        print_number(c->out, 'l', dx);
        print_number(c->out, ' ', dy);
    }
}

/* The two triangles at the ends of an edge of length 1 in the honeycomb. */
static void lozenge(const struct canvas *c, double x, double y, double dx, double dy)
{
    static const double along[] = {-1, 0.5, 2, 0.5},
                        across[] = {0, 0.866025403784, 0, -0.866025403784};

    for (int k = 0; k < 4; k++) {
        print_number(c->out, k > 0 ? 'L' : 'M', x + along[k] * dx - across[k] * dy);
        print_number(c->out, ' ', y + along[k] * dy + across[k] * dx);
    }
    putc('z', c->out);
}

/* True if the way from u to v leaves the picture on one side and enters on another. */
static bool goes_round(const struct canvas *c, int u, int v)
{
    double x, y, to_x, to_y, dx, dy;

    place(&x, &y, c, u);
    place(&to_x, &to_y, c, v);
    step(&dx, &dy, c, u, v);
    return fabs(x + dx - to_x) + fabs(y + dy - to_y) >= 1e-6;
}

/* Draws the line or tile of an edge; two halves, or two tiles, for an edge that goes round. */
static void edge(const struct canvas *c, int u, int v, bool tile)
{
    const bool twice = goes_round(c, u, v);
    const double length = twice && !tile ? 0.5 : 1;
    double x, y, to_x, to_y, dx, dy;

    place(&x, &y, c, u);
    place(&to_x, &to_y, c, v);
    step(&dx, &dy, c, u, v);
    (tile ? lozenge : line)(c, x, y, length * dx, length * dy);
    if (twice)
        (tile ? lozenge : line)(c, to_x, to_y, -length * dx, -length * dy);
}

static void path_begin(const struct canvas *c, const char *colour, double width, const char *cap)
{
    fprintf(c->out, "<path stroke=\"%s\" stroke-width=\"%.3g\" stroke-linecap=\"%s\" d=\"", colour,
            width, cap);
}

static void path_end(const struct canvas *c)
{
    fputs("\"/>\n", c->out);
}

static void draw_edges(const struct canvas *c)
{
    int u, v;

    path_begin(c, c->look == BOND ? "#333" : "#bbb", 0.06, "round");
    for (size_t k = 0; k < pm_graph_edges(c->picture->graph); k++) {
        pm_graph_edge(c->picture->graph, k, &u, &v);
        if (u != v)
            edge(c, u, v, false);
    }
    path_end(c);
}

/* Draws the tiles of a matching, a path for each direction. */
static void draw_tiles(struct canvas *c)
{
    const struct edge_walk walk = {.problem = c->picture->problem, .partner = c->picture->partner};
    const bool lozenges = c->look == LOZENGE;
    int u, v, kind;

    for (struct edge_walk look = walk; edge_next(&look, &u, &v);)
        find_kind(&kind, c, u, v);
    for (int k = 0; k < c->kinds && k < KINDS; k++) {
        if (lozenges)
            fprintf(c->out, "<path fill=\"%s\" stroke=\"#fff\" stroke-width=\"0.08\" d=\"",
                    colours[k]);
        else
            path_begin(c, colours[k], 0.8, "square");
        for (struct edge_walk look = walk; edge_next(&look, &u, &v);) {
            find_kind(&kind, c, u, v);
            if (kind == k)
                edge(c, u, v, lozenges);
        }
        path_end(c);
    }
}

static void layer(const struct canvas *c, int u, int v, const char *colour, double width)
{
    path_begin(c, colour, width, c->look == BOND ? "butt" : "round");
    edge(c, u, v, false);
    path_end(c);
}

/* Draws each edge of a matching on a wider white one, so that crossing edges are separated; a bond
 * has another white one inside.  If there are too many directions, all have the same colour. */
static void draw_strokes(struct canvas *c)
{
    const bool bonds = c->look == BOND;
    struct edge_walk walk = {.problem = c->picture->problem, .partner = c->picture->partner};
    int u, v, kind = 0;

    for (struct edge_walk look = walk; !bonds && edge_next(&look, &u, &v);)
        find_kind(&kind, c, u, v);
    const bool alike = c->kinds > KINDS;
    while (edge_next(&walk, &u, &v)) {
        if (!bonds)
            find_kind(&kind, c, u, v);
        layer(c, u, v, "#fff", 0.34);
        layer(c, u, v, bonds ? "#333" : colours[alike ? 0 : kind], 0.22);
        if (bonds)
            layer(c, u, v, "#fff", 0.1);
    }
}

static void dot(const struct canvas *c, int v)
{
    double x, y;

    place(&x, &y, c, v);
    print_number(c->out, 'M', x);
    print_number(c->out, ' ', y);
    fputs("h0", c->out);
}

/* The symbols of atoms that are no carbon, and charges, in front of a white rim. */
static void draw_atoms(const struct canvas *c)
{
    const char *symbol;
    char charge[16];
    double x, y;

    for (int v = 0; (symbol = pm_graph_atom(c->picture->graph, v)) != NULL; v++) {
        const int z = pm_graph_charge(c->picture->graph, v);
        snprintf(charge, sizeof charge, "%+d", z);
        if (abs(z) < 2)
            charge[z != 0] = '\0';
        place(&x, &y, c, v);
        for (int front = 0; front < 2 && (z != 0 || strcmp(symbol, "C") != 0); front++)
            fprintf(c->out,
                    "<text x=\"%.3f\" y=\"%.3f\" %s font-family=\"sans-serif\" "
                    "font-size=\"0.5\" text-anchor=\"middle\">%s%s</text>\n",
                    x, y + 0.18, front ? "fill=\"#000\"" : "stroke=\"#fff\" stroke-width=\"0.2\"",
                    symbol, charge);
    }
}

/* Draws a wall across each edge between different spins, and the spins. */
static void draw_spins(const struct canvas *c)
{
    const pm_graph *const graph = c->picture->graph;
    const signed char *const spin = c->picture->spin;
    double x, y, dx, dy;
    int u, v;

    path_begin(c, "#333", 0.12, "round");
    for (size_t k = 0; k < pm_graph_edges(graph); k++) {
        pm_graph_edge(graph, k, &u, &v);
        for (int end = 0; end < 1 + goes_round(c, u, v) && spin[u] != spin[v]; end++) {
            place(&x, &y, c, end ? v : u);
            step(&dx, &dy, c, end ? v : u, end ? u : v);
            line(c, x + (dx - dy) / 2, y + (dy + dx) / 2, dy, -dx);
        }
    }
    path_end(c);
    for (int up = 1; up >= -1; up -= 2) {
        path_begin(c, colours[up < 0], 0.4, "round");
        for (v = 0; v < pm_graph_vertices(graph); v++)
            if (spin[v] == up)
                dot(c, v);
        path_end(c);
    }
}

/* Draws the vertices without a partner as dots: lines of length 0 with round ends. */
static void draw_monomers(struct canvas *c)
{
    struct edge_walk walk = {.problem = c->picture->problem, .partner = c->picture->partner};
    const int vertices = pm_graph_vertices(c->picture->graph);
    bool *const matched = calloc((size_t)vertices + 1, sizeof *matched);
    int u, v, left = vertices;

    while (matched != NULL && edge_next(&walk, &u, &v)) {
        left -= 2;
        matched[u] = matched[v] = true;
    }
    if (matched != NULL && left > 0) {
        path_begin(c, "#333", 0.4, "round");
        for (v = 0; v < vertices; v++)
            if (!matched[v])
                dot(c, v);
        path_end(c);
    }
    free(matched);
}

/* Draws a path for each of some shades of grey. */
static void draw_shares(const struct canvas *c)
{
    const pm_problem *const problem = c->picture->problem;
    int u, v;

    for (int shade = 1; shade <= SHADES; shade++) {
        char grey[GREY];
        bool begun = false;
        shades_grey(grey, shade);
        for (size_t k = 0; k < pm_problem_entries(problem); k++) {
            const double share = c->picture->share[k];
            if (!edge_of_entry(problem, k, &u, &v) || (int)ceil(share * SHADES) != shade)
                continue;
            if (!begun)
                path_begin(c, grey, 0.4, "butt");
            begun = true;
            edge(c, u, v, false);
        }
        if (begun)
            path_end(c);
    }
}

/* The edges with this role, as one path. */
static void draw_role(const struct canvas *c, pm_role role, const char *colour, double width)
{
    const pm_problem *const problem = c->picture->problem;
    int u, v;

    path_begin(c, colour, width, "round");
    for (size_t k = 0; k < pm_problem_entries(problem); k++)
        if (c->picture->structure->role[k] == role && edge_of_entry(problem, k, &u, &v))
            edge(c, u, v, false);
    path_end(c);
}

/* The vertices of one part. */
static void draw_part(const struct canvas *c, pm_part part, const char *colour)
{
    const pm_problem *const problem = c->picture->problem;
    const pm_structure *const s = c->picture->structure;
    const int rows = pm_problem_rows(problem);
    const int lines = rows + (pm_problem_is_symmetric(problem) ? 0 : pm_problem_cols(problem));

    path_begin(c, colour, 0.3, "round");
    for (int line = 0; line < lines; line++) {
        const int v = line < rows ? pm_problem_row_vertex(problem, line)
                                  : pm_problem_col_vertex(problem, line - rows);
        if (v < 0 || (line < rows ? s->row_part[line] : s->col_part[line - rows]) != part)
            continue;
        dot(c, v);
    }
    path_end(c);
}

/* Forbidden edges stay grey. */
static void draw_structure(const struct canvas *c)
{
    if (c->picture->share == NULL)
        draw_role(c, PM_SOMETIMES, "#333", 0.1);
    draw_role(c, PM_ALWAYS, "#d62728", 0.16);
    draw_part(c, PM_PART_REST, colours[0]);
    draw_part(c, PM_PART_MISSED, colours[1]);
    draw_part(c, PM_PART_BESIDE, colours[2]);
}

static enum look look_of(const struct canvas *c)
{
    if (c->picture->partner != NULL && pm_graph_atom(c->picture->graph, 0) != NULL)
        return BOND;
    return c->picture->spin != NULL ? STROKE
           : is_lattice(c, 4)       ? DOMINO
           : is_lattice(c, 3)       ? LOZENGE
                                    : STROKE;
}

/* The picture as SVG; NULL after a failure, with *status. */
char *picture_draw(pm_status *status, const struct picture *picture)
{
    struct canvas c = {.picture = picture};
    char *text = NULL;
    size_t length;

    if ((*status = pm_graph_lay_out(picture->graph)) != PM_OK)
        return NULL;
    *status = PM_NOMEM;
    if ((c.out = open_memstream(&text, &length)) == NULL)
        return NULL;
    measure(&c);
    if (pm_graph_vertices(picture->graph) == 0)
        c.left = c.top = c.right = c.bottom = 0;
    c.look = look_of(&c);
    const double margin = c.look == LOZENGE ? 1.1 : 0.7;
    const double width = c.right - c.left + 2 * margin, above = c.bottom - c.top + 2 * margin;
    const double letter = width / 36; /* the scale has the width of 35 letters */
    const double height = above + (picture->share != NULL ? 3 * letter : 0);
    const double scale = 800 / fmax(width, height);
    fprintf(c.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"%.3f %.3f %.3f %.3f\" fill=\"none\">\n",
            ceil(width * scale), ceil(height * scale), c.left - margin, c.top - margin, width,
            height);
    fprintf(c.out, "<rect x=\"%.3f\" y=\"%.3f\" width=\"%.3f\" height=\"%.3f\" fill=\"#fff\"/>\n",
            c.left - margin, c.top - margin, width, height);
    draw_edges(&c);
    if (picture->partner != NULL) {
        (c.look >= STROKE ? draw_strokes : draw_tiles)(&c);
        draw_monomers(&c);
    }
    if (picture->share != NULL) {
        draw_shares(&c);
        shades_scale(c.out, c.left - margin + letter, c.bottom + margin + 0.3 * letter, letter);
    }
    if (picture->structure != NULL)
        draw_structure(&c);
    if (picture->spin != NULL)
        draw_spins(&c);
    draw_atoms(&c);
    fputs("</svg>\n", c.out);
    text = cli_text(true, c.out, &text);
    *status = text != NULL ? PM_OK : *status;
    return text;
}
