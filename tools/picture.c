/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scalable vector graphics (W3C, SVG 1.1): the edges thin and grey, those of a matching thick and
 * coloured by their direction from one side of the graph to the other, which in the square grid
 * shows the four kinds of dominoes and in the honeycomb the three of lozenges; or all edges as dark
 * as their shares are large.  An edge that goes round a torus is drawn as its two ends. */
#include "picture.h"
#include "edges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 12, SHADES = 20 };

/* Colours that are told apart by people who see few of them, too (Okabe and Ito, Color universal
 * design, 2008), and more of the kind. */
static const char *const colours[KINDS] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                           "#56b4e9", "#d55e00", "#f0e442", "#332288",
                                           "#117733", "#882255", "#44aa99", "#999933"};

struct picture {
    const pm_problem *problem;
    pm_graph *graph;
    const int *partner;  /* a matching, as pm_sample() has it; NULL: none */
    const double *share; /* by entries of the problem; NULL: none */
};

struct canvas {
    const struct picture *picture;
    FILE *out;
    double unit; /* the length of the shortest edge */
    double left, top, right, bottom;
    double angle[KINDS]; /* directions seen so far, in turns */
    int kinds;           /* KINDS + 1: too many, all alike */
};

/* ------------------------------------------------------------------- measures */

/* Position of a vertex in units of the shortest edge. */
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
    double least = HUGE_VAL, x, y;
    int u, v;

    c->unit = 1;
    for (size_t k = 0; k < pm_graph_edges(graph); k++) {
        pm_graph_edge(graph, k, &u, &v);
        step(&x, &y, c, u, v);
        const double length = hypot(x, y);
        least = length > 0 && length < least ? length : least;
    }
    c->unit = isfinite(least) ? least : 1;
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

/* The colour of a direction: the same for the same direction; *kind is its number. */
static void find_kind(int *kind, struct canvas *c, int u, int v)
{
    double x, y;

    step(&x, &y, c, u, v);
    double turn = atan2(y, x) / (2 * 3.141592653589793);
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

/* A number with at most three decimals, behind `lead` unless its sign parts it from what is there.
 */
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

/* The line of an edge; two halves where the way from u to v leaves the picture. */
static void edge(const struct canvas *c, int u, int v)
{
    double x, y, to_x, to_y, dx, dy;

    place(&x, &y, c, u);
    place(&to_x, &to_y, c, v);
    step(&dx, &dy, c, u, v);
    if (fabs(x + dx - to_x) + fabs(y + dy - to_y) < 1e-6) {
        line(c, x, y, dx, dy);
    } else {
        line(c, x, y, dx / 2, dy / 2);
        line(c, to_x, to_y, -dx / 2, -dy / 2);
    }
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

    path_begin(c, "#bbb", 0.06, "round");
    for (size_t k = 0; k < pm_graph_edges(c->picture->graph); k++) {
        pm_graph_edge(c->picture->graph, k, &u, &v);
        if (u != v)
            edge(c, u, v);
    }
    path_end(c);
}

/* A path for each direction; where there are too many, one for all. */
static void draw_matching(struct canvas *c)
{
    struct edge_walk walk = {.problem = c->picture->problem, .partner = c->picture->partner};
    int u, v, kind;

    for (struct edge_walk look = walk; edge_next(&look, &u, &v);)
        find_kind(&kind, c, u, v);
    const int kinds = c->kinds > KINDS ? 1 : c->kinds;
    for (int k = 0; k < kinds; k++) {
        path_begin(c, colours[k], kinds == 1 ? 0.2 : 0.8, "square");
        for (struct edge_walk look = walk; edge_next(&look, &u, &v);) {
            find_kind(&kind, c, u, v);
            if (kinds == 1 || kind == k)
                edge(c, u, v);
        }
        path_end(c);
    }
}

/* A path for each of some shades of grey. */
static void draw_shares(const struct canvas *c)
{
    const pm_problem *const problem = c->picture->problem;
    int u, v;

    for (int shade = 1; shade <= SHADES; shade++) {
        char grey[8];
        bool begun = false;
        const int level = 235 - 235 * shade / SHADES;
        snprintf(grey, sizeof grey, "#%02x%02x%02x", level, level, level);
        for (size_t k = 0; k < pm_problem_entries(problem); k++) {
            const double share = c->picture->share[k];
            if (!edge_of_entry(problem, k, &u, &v) || (int)ceil(share * SHADES) != shade)
                continue;
            if (!begun)
                path_begin(c, grey, 0.4, "butt");
            begun = true;
            edge(c, u, v);
        }
        if (begun)
            path_end(c);
    }
}

/* The picture as SVG; NULL after a failure, which *status has. */
static char *draw(pm_status *status, const struct picture *picture)
{
    struct canvas c = {.picture = picture};
    const double margin = 0.7;
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
    const double width = c.right - c.left + 2 * margin, height = c.bottom - c.top + 2 * margin;
    const double scale = 800 / fmax(width, height);
    fprintf(c.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"%.3f %.3f %.3f %.3f\" fill=\"none\">\n",
            ceil(width * scale), ceil(height * scale), c.left - margin, c.top - margin, width,
            height);
    fputs("<rect x=\"-100%\" y=\"-100%\" width=\"300%\" height=\"300%\" fill=\"#fff\"/>\n", c.out);
    draw_edges(&c);
    if (picture->partner != NULL)
        draw_matching(&c);
    if (picture->share != NULL)
        draw_shares(&c);
    fputs("</svg>\n", c.out);
    if (cli_text(c.out, &text) == NULL)
        return NULL;
    *status = PM_OK;
    return text;
}

/* -------------------------------------------------------------------- answers */

static int print_picture(const struct cli *cli, const char *file, const struct picture *picture)
{
    pm_status status;
    char *const text = draw(&status, picture);

    if (text == NULL)
        return status == PM_NOMEM ? cli_no_memory(cli, file) : cli_fail(cli, status, file);
    fputs(text, stdout);
    free(text);
    return fflush(stdout) == 0 && !ferror(stdout) ? CLI_ANSWERED : CLI_FAILED;
}

static int print_shares(const struct cli *cli, const char *file, struct picture *picture)
{
    pm_values *values;

    const pm_status status = pm_marginals(&values, picture->problem, &cli->solve);
    if (status != PM_OK)
        return cli_fail(cli, status, file);
    const size_t count = pm_values_count(values);
    double *const share = calloc(count + 1, sizeof *share);
    for (size_t k = 0; k < count && share != NULL; k++)
        pm_values_double(values, k, &share[k], NULL);
    picture->share = share;
    const int result = share != NULL ? print_picture(cli, file, picture) : cli_no_memory(cli, file);
    free(share);
    pm_values_free(values);
    return result;
}

int picture_answer(const struct cli *cli, const char *file, pm_graph *graph,
                   const pm_problem *problem)
{
    struct picture picture = {.problem = problem, .graph = graph};

    if (cli->marginals)
        return print_shares(cli, file, &picture);
    int *const partner = calloc(edge_lines(problem) + 1, sizeof *partner);
    if (partner == NULL)
        return cli_no_memory(cli, file);
    const pm_status status = pm_sample(partner, 1, cli->seed, problem, &cli->solve);
    picture.partner = partner;
    const int result =
        status != PM_OK ? cli_fail(cli, status, file) : print_picture(cli, file, &picture);
    free(partner);
    return result;
}

int picture_of_text(const struct cli *cli, const char *name, const char *text, size_t length)
{
    const pm_graph_options options = {.format = "el"};
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;
    pm_problem *problem = NULL;

    pm_status status = pm_graph_open_text(&reader, name, text, length, &options);
    if (status == PM_OK)
        status = pm_graph_next(&graph, reader);
    if (status == PM_OK)
        status = pm_problem_matchings(&problem, graph, false);
    const int result =
        status != PM_OK ? cli_fail(cli, status, NULL) : picture_answer(cli, name, graph, problem);
    pm_problem_free(problem);
    pm_graph_free(graph);
    pm_graph_close(reader);
    return result;
}
