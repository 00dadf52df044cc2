/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matrix as SVG (W3C, SVG 1.1), rows and columns in the order of its block triangular form.  An
 * entry is a square, a class of entries is one path, and entries side by side are one line of it.
 * In a matrix of more than FINE lines, the squares are larger than their places, so that single
 * entries can be seen. */
#include "queries.h"
#include "picture.h"
#include "say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FINE = 400, NAMED = 60, SHADES = 20, PIXELS = 800 };

/* The classes of entries: forbidden, forced, and the others, by shades if there are shares. */
enum { FORBIDDEN, FORCED, OTHER, CLASSES = OTHER + SHADES };

struct canvas {
    FILE *out;
    const pm_problem *problem;
    const pm_structure *s;
    const double *share; /* of each entry; NULL: none */
    int rows, cols;
    int *col_at;        /* the places of columns */
    int *place;         /* the column of each entry in the picture */
    size_t *first;      /* where each row begins in the entries of the problem */
    double dot, letter; /* the side of a square, the height of a letter */
};

static int class_of(const struct canvas *c, size_t k)
{
    if (c->s->role[k] != PM_SOMETIMES)
        return c->s->role[k] == PM_NEVER ? FORBIDDEN : FORCED;
    const int shade = c->share != NULL ? (int)ceil(c->share[k] * SHADES) - 1 : 0;
    return OTHER + (shade < 0 ? 0 : shade < SHADES ? shade : SHADES - 1);
}

/* Light to dark blue. */
static void colour_of(char text[8], const struct canvas *c, int class)
{
    const double x = (class - OTHER) / (SHADES - 1.0);

    if (class < OTHER || c->share == NULL)
        snprintf(text, 8, "%s",
                 class == FORBIDDEN ? "#bbbbbb"
                 : class == FORCED  ? "#d62728"
                                    : "#000000");
    else
        snprintf(text, 8, "#%02x%02x%02x", (int)(214 - 206 * x), (int)(230 - 182 * x),
                 (int)(244 - 137 * x));
}

/* The columns of the picture that have entries of this class in a row; their number. */
static int columns_of(int *at, const struct canvas *c, int row, int class)
{
    int count = 0;

    for (size_t k = c->first[row]; k < c->first[row + 1]; k++)
        if (class_of(c, k) == class)
            at[count++] = c->place[k];
    return count;
}

static int ascending(const void *x, const void *y)
{
    const int a = *(const int *)x, b = *(const int *)y;

    return (a > b) - (a < b);
}

static void draw_class(const struct canvas *c, int class, int *at)
{
    char colour[8];
    bool begun = false;

    colour_of(colour, c, class);
    for (int r = 0; r < c->rows; r++) {
        const int row = c->s->row_order[r], count = columns_of(at, c, row, class);
        qsort(at, (size_t)count, sizeof *at, ascending);
        for (int k = 0, run; k < count; k += run) {
            for (run = 1; k + run < count && at[k + run] == at[k] + run;)
                run++;
            if (!begun)
                fprintf(c->out, "<path stroke=\"%s\" stroke-width=\"%.3g\" d=\"", colour, c->dot);
            begun = true;
            fprintf(c->out, "M%g %d.5h%g", at[k] + 0.5 - c->dot / 2, r, run - 1 + c->dot);
        }
    }
    if (begun)
        fputs("\"/>\n", c->out);
}

/* Outlines of all blocks but those of one row and one column. */
static void draw_blocks(const struct canvas *c)
{
    const pm_structure *const s = c->s;

    fprintf(c->out, "<path stroke=\"#0072b2\" stroke-width=\"%.3g\" d=\"", 0.15 * c->dot);
    for (int b = 0; b < s->blocks; b++) {
        const int m = s->row_start[b + 1] - s->row_start[b],
                  n = s->col_start[b + 1] - s->col_start[b];
        if (m > 1 || n > 1)
            fprintf(c->out, "M%d %dh%dv%dh%dz", s->col_start[b], s->row_start[b], n, m, -n);
    }
    fputs("\"/>\n", c->out);
}

/* The numbers of rows and columns at the sides. */
static void draw_numbers(const struct canvas *c)
{
    if (c->rows > NAMED || c->cols > NAMED)
        return;
    fputs("<g font-size=\"0.5\" text-anchor=\"end\">\n", c->out);
    for (int r = 0; r < c->rows; r++)
        fprintf(c->out, "<text x=\"-0.2\" y=\"%d.7\">%d</text>\n", r, c->s->row_order[r] + 1);
    fputs("</g>\n<g font-size=\"0.5\" text-anchor=\"middle\">\n", c->out);
    for (int k = 0; k < c->cols; k++)
        fprintf(c->out, "<text x=\"%d.5\" y=\"-0.3\">%d</text>\n", k, c->s->col_order[k] + 1);
    fputs("</g>\n", c->out);
}

static void draw_legend(const struct canvas *c, double y)
{
    const pm_structure *const s = c->s;

    fprintf(c->out,
            "<g font-size=\"%.3g\">\n<text x=\"0\" y=\"%.4g\">%d x %d, structural rank %d, %d "
            "block%s</text>\n"
            "<text x=\"0\" y=\"%.4g\">%zu entries: <tspan fill=\"#888\">%zu forbidden</tspan>, "
            "<tspan fill=\"#d62728\">%zu forced</tspan>, %s</text>\n</g>\n",
            c->letter, y + 1.5 * c->letter, c->rows, c->cols, s->rank, s->blocks,
            s->blocks == 1 ? "" : "s", y + 3 * c->letter, pm_problem_entries(c->problem), s->never,
            s->always,
            c->share != NULL ? "others: the darker, the larger their share" : "others black");
}

static void draw(const struct canvas *c, int *at)
{
    const double side = c->rows > c->cols ? c->rows : c->cols > 0 ? c->cols : 1;
    const double edge = c->rows <= NAMED && c->cols <= NAMED ? 1.2 : 0.02 * side;
    const double width = fmax(c->cols, 24 * c->letter) + 2 * edge, below = 4 * c->letter,
                 height = c->rows + 2 * edge + below, scale = PIXELS / fmax(width, height);

    fprintf(c->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"%.4g %.4g %.6g %.6g\" fill=\"none\" font-family=\"sans-serif\">\n"
            "<rect x=\"%.4g\" y=\"%.4g\" width=\"%.6g\" height=\"%.6g\" fill=\"#fff\"/>\n",
            ceil(width * scale), ceil(height * scale), -edge, -edge, width, height, -edge, -edge,
            width, height);
    for (int class = 0; class < CLASSES; class ++)
        draw_class(c, class, at);
    draw_blocks(c);
    fputs("<g fill=\"#000\">\n", c->out);
    draw_numbers(c);
    draw_legend(c, c->rows + edge / 2);
    fputs("</g>\n</svg>\n", c->out);
}

/* The picture; NULL: memory ran out. */
static char *picture(const struct question *q, const pm_structure *s, const double *share)
{
    struct canvas c = {.problem = q->problem,
                       .s = s,
                       .share = share,
                       .rows = pm_problem_rows(q->problem),
                       .cols = pm_problem_cols(q->problem)};
    const size_t entries = pm_problem_entries(q->problem);
    const int side = c.rows > c.cols ? c.rows : c.cols;
    int *const at = calloc((size_t)c.cols + 1, sizeof *at);
    char *text = NULL;
    size_t length;
    int row, col;

    c.dot = side > FINE ? (double)side / FINE : 1;
    c.letter = fmax(0.5, side / 40.0);
    c.col_at = calloc((size_t)c.cols + 1, sizeof *c.col_at);
    c.place = calloc(entries + 1, sizeof *c.place);
    c.first = calloc((size_t)c.rows + 1, sizeof *c.first);
    c.out = at != NULL && c.col_at != NULL && c.place != NULL && c.first != NULL
                ? open_memstream(&text, &length)
                : NULL;
    if (c.out != NULL) {
        for (int k = 0; k < c.cols; k++)
            c.col_at[s->col_order[k]] = k;
        for (size_t k = 0; k < entries; k++) {
            pm_problem_entry(q->problem, k, &row, &col);
            c.place[k] = c.col_at[col];
            c.first[row + 1]++;
        }
        for (int i = 0; i < c.rows; i++)
            c.first[i + 1] += c.first[i];
        draw(&c, at);
    }
    free(at);
    free(c.col_at);
    free(c.place);
    free(c.first);
    return cli_text(true, c.out, &text);
}

int block_picture_answer(const struct cli *cli, const struct question *q)
{
    pm_structure *s = NULL;
    pm_options blocks = PM_OPTIONS_DEFAULT; /* those of shares are not those of blocks */
    double *share = NULL;

    blocks.seconds = cli->solve.seconds;
    pm_status status = pm_structure_find(&s, q->problem, &blocks);
    if (status == PM_OK && cli->marginals)
        status = picture_shares(&share, q->problem, &cli->solve);
    const int result = status != PM_OK ? answer_fail(cli, status, q)
                                       : cli_print_text(cli, q->file, picture(q, s, share));
    free(share);
    pm_structure_free(s);
    return result;
}
