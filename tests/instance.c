/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instances as text and as problems, and how a failing one is made smaller. */
#include "instance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void instance_add(struct instance *x, int row, int col)
{
    static const struct number one = {1, 1, 0, 0}, zero = {0, 1, 0, 0};

    if (x->kind == INSTANCE_GRAPH && row < col) {
        const int swap = row;
        row = col;
        col = swap;
    }
    if (x->count == INSTANCE_ENTRIES || (x->kind == INSTANCE_GRAPH && row == col))
        return;
    for (int k = 0; k < x->count; k++)
        if (x->entry[k].row == row && x->entry[k].col == col)
            return;
    x->entry[x->count++] = (struct entry){row, col, one, zero};
}

void number_get(mpq_t value, const struct number *number)
{
    mpz_t power;

    mpz_init(power);
    mpq_set_si(value, number->num, (unsigned long)number->den);
    mpq_canonicalize(value);
    mpz_ui_pow_ui(power, 10, (unsigned long)abs(number->ten));
    if (number->ten >= 0)
        mpz_mul(mpq_numref(value), mpq_numref(value), power);
    else
        mpz_mul(mpq_denref(value), mpq_denref(value), power);
    mpq_canonicalize(value);
    if (number->two >= 0)
        mpq_mul_2exp(value, value, (unsigned long)number->two);
    else
        mpq_div_2exp(value, value, (unsigned long)-number->two);
    mpz_clear(power);
}

/* ------------------------------------------------------------------------ text */

static void print_number(FILE *out, const struct number *number, bool integer)
{
    mpq_t value;

    if (number->den == 1 && number->two == 0 && !integer) {
        fprintf(out, number->ten == 0 ? " %ld" : " %lde%d", number->num, number->ten);
        return;
    }
    mpq_init(value);
    number_get(value, number);
    fputc(' ', out);
    mpq_out_str(out, 10, value);
    mpq_clear(value);
}

char *instance_text(const struct instance *x)
{
    static const char *const fields[] = {"pattern", "integer", "real", "complex"};
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);

    fprintf(out, "%%%%MatrixMarket matrix coordinate %s %s\n%d %d %d\n", fields[x->field],
            x->kind == INSTANCE_GRAPH ? "symmetric" : "general", x->rows, x->cols, x->count);
    for (int k = 0; k < x->count; k++) {
        const struct entry *const e = &x->entry[k];
        fprintf(out, "%d %d", e->row + 1, e->col + 1);
        if (x->field != PM_FIELD_PATTERN)
            print_number(out, &e->re, x->field == PM_FIELD_INTEGER);
        if (x->field == PM_FIELD_COMPLEX)
            print_number(out, &e->im, false);
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

const char *instance_program(const struct instance *x)
{
    static const char *const names[] = {"perm-mtx", "cyclecover", "countmatch --as=adjacency"};

    return names[x->kind];
}

/* -------------------------------------------------------------------- problems */

static pm_status of_matrix(pm_problem **problem, const struct instance *x)
{
    int row[INSTANCE_ENTRIES], col[INSTANCE_ENTRIES];
    char *value[INSTANCE_ENTRIES], *text = NULL;
    size_t length;

    for (int k = 0; k < x->count; k++) {
        const struct entry *const e = &x->entry[k];
        FILE *const out = open_memstream(&text, &length);
        row[k] = e->row;
        col[k] = e->col;
        print_number(out, &e->re, x->field <= PM_FIELD_INTEGER);
        if (x->field == PM_FIELD_COMPLEX)
            print_number(out, &e->im, false);
        fclose(out);
        value[k] = text;
    }
    for (int k = 0; k < x->count; k++)
        memmove(value[k], value[k] + 1, strlen(value[k])); /* the space before a number */
    const pm_status status = pm_problem_new(
        problem, x->field, x->rows, x->cols, (size_t)x->count, row, col,
        x->field == PM_FIELD_PATTERN ? NULL : (const char *const *)(const void *)value);
    for (int k = 0; k < x->count; k++)
        free(value[k]);
    return status;
}

pm_status instance_problem(pm_problem **problem, const struct instance *x, bool saturating)
{
    const pm_graph_options options = {
        .format = "mtx", .as = "adjacency", .directed = x->kind == INSTANCE_COVERS};
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;

    if (x->kind == INSTANCE_MATRIX)
        return of_matrix(problem, x);
    char *const text = instance_text(x);
    pm_status status = pm_graph_open_text(&reader, "instance", text, strlen(text), &options);
    if (status == PM_OK)
        status = pm_graph_next(&graph, reader);
    if (status == PM_OK)
        status = x->kind == INSTANCE_COVERS ? pm_problem_cycle_covers(problem, graph, 1)
                                            : pm_problem_matchings(problem, graph, saturating);
    pm_graph_free(graph);
    pm_graph_close(reader);
    free(text);
    return status;
}

bool instance_copies(struct instance *out, const struct instance *x, const int *row_times,
                     const int *col_times)
{
    const int *const times[] = {row_times, x->kind == INSTANCE_GRAPH ? row_times : col_times};
    int first[2][INSTANCE_LINES + 1] = {{0}};

    for (int i = 0; i < x->rows; i++)
        first[0][i + 1] = first[0][i] + times[0][i];
    for (int j = 0; j < x->cols; j++)
        first[1][j + 1] = first[1][j] + times[1][j];
    *out = (struct instance){.kind = x->kind, .field = x->field};
    out->rows = first[0][x->rows];
    out->cols = first[1][x->cols];
    for (int k = 0; k < x->count; k++) {
        const struct entry *const e = &x->entry[k];
        for (int i = first[0][e->row]; i < first[0][e->row + 1]; i++)
            for (int j = first[1][e->col]; j < first[1][e->col + 1]; j++) {
                if (out->count == INSTANCE_ENTRIES)
                    return false;
                out->entry[out->count] = *e;
                out->entry[out->count].row = i;
                out->entry[out->count++].col = j;
            }
    }
    return out->rows <= INSTANCE_LINES / 2 && out->cols <= INSTANCE_LINES / 2;
}

int instance_size(const struct instance *x)
{
    return x->kind == INSTANCE_GRAPH ? x->rows / 2 : x->rows < x->cols ? x->rows : x->cols;
}

/* -------------------------------------------------------------- smaller instances */

void instance_without(struct instance *out, const struct instance *x, int i, int j)
{
    const bool graph = x->kind == INSTANCE_GRAPH;

    out->kind = x->kind;
    out->field = x->field;
    out->rows = x->rows - (i >= 0) - (graph && j >= 0);
    out->cols = x->cols - (j >= 0) - (graph && i >= 0);
    out->loose = 0;
    out->large = x->large;
    out->count = 0;
    for (int k = 0; k < x->count; k++) {
        struct entry e = x->entry[k];
        if (e.row == i || e.col == j || (graph && (e.row == j || e.col == i)))
            continue;
        e.row -= (i >= 0 && e.row > i) + (graph && j >= 0 && e.row > j);
        e.col -= (j >= 0 && e.col > j) + (graph && i >= 0 && e.col > i);
        out->entry[out->count++] = e;
    }
}

/* Simpler numbers, one after another; false: there is none left. */
static bool simplify(struct number *number, int step)
{
    const struct number was = *number;

    switch (step) {
    case 0:
        *number = (struct number){number->num != 0, 1, 0, 0};
        break;
    case 1:
        number->ten = 0;
        break;
    case 2:
        number->two = 0;
        break;
    case 3:
        number->den = 1;
        break;
    case 4:
        number->num /= 1000;
        break;
    default:
        number->num /= 2;
        break;
    }
    return (number->num != 0) == (was.num != 0) &&
           (number->num != was.num || number->den != was.den || number->ten != was.ten ||
            number->two != was.two);
}

/* Step number `step` of all that make an instance smaller.  0: there is no such step; -1: it
 * changes nothing. */
static int smaller(struct instance *out, const struct instance *x, int step)
{
    enum { NUMBERS = 12 };
    const bool square = x->kind == INSTANCE_COVERS;

    if (step < x->rows) {
        instance_without(out, x, step, square ? step : -1);
        return 1;
    }
    step -= x->rows;
    if (x->kind == INSTANCE_MATRIX && step < x->cols) {
        instance_without(out, x, -1, step);
        return 1;
    }
    step -= x->kind == INSTANCE_MATRIX ? x->cols : 0;
    *out = *x;
    if (step < x->count) {
        out->entry[step] = out->entry[--out->count];
        return 1;
    }
    step -= x->count;
    if (x->field == PM_FIELD_PATTERN || step >= NUMBERS * x->count)
        return 0;
    struct entry *const e = &out->entry[step / NUMBERS];
    return simplify(step % NUMBERS < 6 ? &e->re : &e->im, step % 6) ? 1 : -1;
}

void instance_shrink(struct instance *x, instance_test *fails, void *context)
{
    struct instance *const less = malloc(sizeof *less);
    int made, step = 0;

    while ((made = smaller(less, x, step)) != 0) {
        const bool still = made > 0 && fails(less, context);
        if (still)
            *x = *less;
        step = still ? 0 : step + 1;
    }
    free(less);
}
