/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a program as source code for cuda/sparse.h: straight-line code, row sums and products with
 * constant indices, values with all digits.  The code does the same operations as sparse_kernel.c
 * and sparse_mod_kernel.c; but a product that would start from 1 begins with its first factor. */
#include "engine/sparse/sparse_walk.h"

#include "base/text.h"

#include <stdio.h>

struct source {
    FILE *out;
    const struct pm_sparse_walk *walk;
    const bool *wide; /* residues: rows whose values are in the problem; else NULL */
    int words;        /* words of a number; 1 for residues */
};

/* One of the products of an operation: for pair k, with the sign of its first column. */
struct product {
    int k;
    char name; /* p or q: the sign is + or - */
    bool begun;
    bool apart; /* residues: there is a reduced product, `ap` or `aq` */
};

/* ------------------------------------------------------------------ numbers */

static void put_number(FILE *out, double x)
{
    fprintf(out, "%a", x);
}

/* Writes row sum `row` plus low[at], whose words are `count` apart. */
static void put_row(const struct source *s, int row, const double *low, int count, int at)
{
    const bool wide = s->wide != NULL && s->wide[row];
    bool zero = true;

    for (int word = 0; word < s->words && low != NULL; word++)
        zero = zero && low[word * count + at] == 0;
    fprintf(s->out, "row(%d", row);
    for (int word = 0; word < s->words && low != NULL && (wide || !zero); word++) {
        fputs(", ", s->out);
        if (wide)
            fprintf(s->out, "problem->low[%ld]", (long)(low - s->walk->low) + at);
        else
            put_number(s->out, low[word * count + at]);
    }
    fputs(")", s->out);
}

/* Writes ", least" if there are bounds. */
static void put_least(const struct source *s, int row)
{
    if (s->wide != NULL)
        return;
    fputs(", ", s->out);
    put_number(s->out, s->walk->least[row]);
}

/* ------------------------------------------------------------------ factors */

static void put_apart(const struct source *s, struct product *p, bool apart)
{
    if (!apart || !p->begun)
        return;
    if (p->apart)
        fprintf(s->out, "a%c%d = apart(a%c%d, %c%d);\n", p->name, p->k, p->name, p->k, p->name,
                p->k);
    else
        fprintf(s->out, "a%c%d = apart(%c%d);\n", p->name, p->k, p->name, p->k);
    p->apart = true;
    p->begun = false;
}

static void put_table(const struct source *s, struct product *p, const struct pm_table *table,
                      int entry)
{
    put_apart(s, p, table->apart);
    if (p->begun)
        fprintf(s->out, "%c%d = times(%c%d, e[%d]);\n", p->name, p->k, p->name, p->k, entry);
    else
        fprintf(s->out, "%c%d = e[%d];\n", p->name, p->k, entry);
    p->begun = true;
}

/* A product without factors: of a column without entries. */
static void put_one_if_empty(const struct source *s, struct product *p)
{
    if (!p->begun && !p->apart)
        fprintf(s->out, "%c%d = one();\n", p->name, p->k);
    p->begun = p->begun || !p->apart;
}

/* A row with any entry in the first column. */
static void put_factor(const struct source *s, struct product *p, int row, const double *low,
                       int count, int at)
{
    put_apart(s, p, s->walk->program->apart[row]);
    fprintf(s->out, "%c%d = ", p->name, p->k);
    if (p->begun)
        fprintf(s->out, "times(%c%d, ", p->name, p->k);
    fputs("product(", s->out);
    put_row(s, row, low, count, at);
    put_least(s, row);
    fputs(p->begun ? "));\n" : ");\n", s->out);
    p->begun = true;
}

/* A row with entry 1 there: two products of row sum t. */
static void put_one(const struct source *s, struct product *p, int row)
{
    put_apart(s, p, s->walk->program->apart[row]);
    fprintf(s->out, "%c%d = %s(", p->name, p->k, p->name == 'p' ? "plus" : "minus");
    if (p->begun)
        fprintf(s->out, "%c%d, ", p->name, p->k);
    fputs("t", s->out);
    put_least(s, row);
    fputs(");\n", s->out);
    p->begun = true;
}

/* ------------------------------------------------------------------ operations */

/* Writes the factors of pair k: p, q. */
static void put_pair(const struct source *s, const struct pm_operation *op, struct product pair[2])
{
    const struct pm_program *const program = s->walk->program;
    const double *low = s->walk->low + op->low;
    const int half = 1 << (op->scope - 1), k = pair[0].k;

    for (int t = op->table; t < op->tables; t++)
        for (int q = 0; q < 2; q++)
            put_table(s, &pair[q], &program->table[t],
                      program->table[t].entry + 2 * program->table[t].pair[k] + q);
    for (int row = op->row; row < op->ones; row++, low += s->words * half) {
        fputs("{ const auto t = ", s->out);
        put_row(s, row, half > 1 ? low : NULL, half, k);
        fputs(";\n", s->out);
        for (int q = 0; q < 2; q++)
            put_one(s, &pair[q], row);
        fputs("}\n", s->out);
    }
    for (int row = op->ones; row < op->rows; row++, low += s->words * 2 * half)
        for (int q = 0; q < 2; q++)
            put_factor(s, &pair[q], row, low, 2 * half, 2 * k + q);
}

static void put_pairs(const struct source *s, const struct pm_operation *op)
{
    for (int k = 0; k < 1 << (op->scope - 1); k++) {
        struct product pair[2] = {{.k = k, .name = 'p'}, {.k = k, .name = 'q'}};
        fprintf(s->out, "P p%d, q%d, ap%d, aq%d;\n", k, k, k, k);
        put_pair(s, op, pair);
        for (int q = 0; q < 2; q++) {
            put_one_if_empty(s, &pair[q]);
            put_apart(s, &pair[q], op->reduce);
        }
        const char *const a = op->reduce ? "a" : "";
        if (op->sum)
            fprintf(s->out, "e[%d] = difference(%sp%d, %sq%d);\n", op->entry + k, a, k, a, k);
        else
            fprintf(s->out, "e[%d] = %sp%d;\ne[%d] = %sq%d;\n", op->entry + 2 * k, a, k,
                    op->entry + 2 * k + 1, a, k);
    }
}

/* Writes an operation without fast columns. */
static void put_single(const struct source *s, const struct pm_operation *op)
{
    const struct pm_program *const program = s->walk->program;
    struct product p = {.k = 0, .name = 'p'};

    fputs("P p0, ap0;\n", s->out);
    for (int t = op->table; t < op->tables; t++)
        put_table(s, &p, &program->table[t], program->table[t].entry);
    for (int row = op->row; row < op->rows; row++)
        put_factor(s, &p, row, NULL, 0, 0);
    put_one_if_empty(s, &p);
    put_apart(s, &p, op->reduce);
    fprintf(s->out, "e[%d] = %sp0;\n", op->entry, op->reduce ? "a" : "");
}

/* The Gray-coded columns on which an operation depends; the top bit, here of 32, means that it is
 * done at the first block. */
static unsigned moved_mask(const struct pm_operation *op)
{
    return (unsigned)(op->moved & 0x7fffffff) | (op->moved >> 63 != 0 ? 1u << 31 : 0);
}

static void put_block(const struct source *s)
{
    const struct pm_program *const program = s->walk->program;

    fputs("__device__ __forceinline__ bool block(unsigned moved)\n{\n", s->out);
    for (const struct pm_operation *op = program->operation;
         op < program->operation + program->operations; op++) {
        fprintf(s->out, "if (moved & 0x%xu) {\n", moved_mask(op));
        if (op->scope > 0)
            put_pairs(s, op);
        else
            put_single(s, op);
        fputs("}\n", s->out);
        if (op->gate)
            fprintf(s->out, "if (!any(e[%d]))\nreturn false;\n", op->entry);
    }
    fputs("return true;\n}\n", s->out);
}

/* ------------------------------------------------------------------ Gray steps */

static void put_step(const struct source *s, int k)
{
    const struct pm_sparse_walk *const w = s->walk;
    const int row = w->step_row[k];
    const bool wide = s->wide != NULL && s->wide[row];

    for (int word = 0; word < s->words; word++) {
        const int at = row * s->words + word;
        const double step = w->step[k * s->words + word];
        if (!wide && step == 0)
            continue;
        fprintf(s->out, "x[%d] = %sfma(direction, ", at, wide ? "reduce(m, " : "");
        if (wide)
            fprintf(s->out, "problem->step[%d]", k);
        else
            put_number(s->out, step);
        fprintf(s->out, ", x[%d])%s;\n", at, wide ? ")" : "");
    }
}

static void put_move(const struct source *s)
{
    const struct pm_sparse_walk *const w = s->walk;

    fputs("__device__ __forceinline__ void move(int bit, double direction)\n{\n", s->out);
    for (int column = 0; column < w->log_blocks; column++) {
        fprintf(s->out, "%sif (bit == %d) {\n", column > 0 ? "else " : "", column);
        for (int k = w->step_start[column]; k < w->step_start[column + 1]; k++)
            put_step(s, k);
        fputs("}\n", s->out);
    }
    fputs("}\n", s->out);
}

pm_status pm_sparse_source(char **text, const struct pm_sparse_walk *walk, int words,
                           const bool *wide)
{
    struct source s = {.walk = walk, .wide = wide, .words = words};
    struct pm_text source;

    PM_TRY(pm_text_open(&source));
    s.out = source.file;
    put_move(&s);
    put_block(&s);
    return pm_text_close(text, &source, PM_OK);
}
