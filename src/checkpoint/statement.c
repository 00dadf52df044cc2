/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries are written as exact rationals.  Each option is written as a word and a value, by one
 * table of all members of pm_options.  Text that is read is checked like any other input. */
#include "checkpoint/statement.h"

#include "base/stored.h"
#include "model/rotation.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const field_name[] = {
    [PM_FIELD_PATTERN] = "pattern", [PM_FIELD_INTEGER] = "integer", [PM_FIELD_REAL] = "real",
    [PM_FIELD_COMPLEX] = "complex", [PM_FIELD_LOGS] = "logs",
};
enum { FIELDS = sizeof field_name / sizeof *field_name };

/* All options.  Those that determine the question or the plan are kept with a plan.  The others may
 * differ when the plan is carried out; the plan itself contains its memory and devices.
 * tests/layers.sh checks that each member of pm_options is here. */
enum member_type { TEXT, INTEGER, WORD, FLAG, REAL, OTHER };

static const struct member {
    const char *name; /* NULL: not kept */
    enum member_type type;
    size_t offset;
} members[] = {
    {"precision", INTEGER, offsetof(pm_options, precision)},
    {"modulus", TEXT, offsetof(pm_options, modulus)},
    {"engine", TEXT, offsetof(pm_options, engine)},
    {"reduce", TEXT, offsetof(pm_options, reduce)},
    {"no-reduce", TEXT, offsetof(pm_options, no_reduce)},
    {"paper", FLAG, offsetof(pm_options, paper)},
    {"epsilon", REAL, offsetof(pm_options, epsilon)},
    {"strict", FLAG, offsetof(pm_options, strict)},
    {"logarithm", FLAG, offsetof(pm_options, logarithm)},
    {"estimate", REAL, offsetof(pm_options, estimate)},
    {"delta", REAL, offsetof(pm_options, delta)},
    {"unproved", FLAG, offsetof(pm_options, unproved)},
    {"seed", WORD, offsetof(pm_options, seed)},
    {NULL, OTHER, offsetof(pm_options, size)},
    {NULL, OTHER, offsetof(pm_options, threads)},
    {NULL, OTHER, offsetof(pm_options, gpus)},
    {NULL, OTHER, offsetof(pm_options, memory)},
    {NULL, OTHER, offsetof(pm_options, seconds)},
    {NULL, OTHER, offsetof(pm_options, plan_only)},
    {NULL, OTHER, offsetof(pm_options, is_signed)},
    {NULL, OTHER, offsetof(pm_options, audit)},
    {NULL, OTHER, offsetof(pm_options, checkpoint)},
    {NULL, OTHER, offsetof(pm_options, checkpoint_every)},
    {NULL, OTHER, offsetof(pm_options, plan_to)},
    {NULL, OTHER, offsetof(pm_options, plan_file)},
    {NULL, OTHER, offsetof(pm_options, part)},
    {NULL, OTHER, offsetof(pm_options, parts)},
    {NULL, OTHER, offsetof(pm_options, watch)},
    {NULL, OTHER, offsetof(pm_options, watcher)},
    {NULL, OTHER, offsetof(pm_options, plan_shown)},
    {NULL, OTHER, offsetof(pm_options, team)},
};
enum { MEMBERS = sizeof members / sizeof *members };

static pm_status bad(const char *what)
{
    return pm_fail(PM_INPUT, "%s is damaged", what);
}

/* ------------------------------------------------------------------ writing */

static pm_status write_rational(FILE *file, const fmpq *x)
{
    char *const text = fmpq_get_str(NULL, 10, x);

    if (text == NULL)
        return pm_no_memory();
    fprintf(file, " %s", text);
    flint_free(text);
    return PM_OK;
}

pm_status pm_statement_write_problem(FILE *file, const struct pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a;
    uint64_t hash;

    PM_TRY(pm_problem_fingerprint(&hash, problem));
    fprintf(file, "problem %016llx %s %s %d %d %d\n", (unsigned long long)hash,
            pm_kind_names[problem->kind], field_name[problem->field], a->rows, a->cols,
            pm_matrix_nnz(a));
    PM_EACH_ENTRY(a, i, k) {
        fprintf(file, "%d %d", i + 1, a->col[k] + 1);
        PM_TRY(write_rational(file, a->re + k));
        if (a->im != NULL)
            PM_TRY(write_rational(file, a->im + k));
        fputc('\n', file);
    }
    if (problem->around != NULL) {
        fputs(PM_STATEMENT_AROUND, file);
        pm_rotation_write(file, problem->around);
        fputc('\n', file);
    }
    return PM_OK;
}

/* The value of an option as text, which may stand in `room`; NULL: it is the default. */
static const char *value_of(char room[32], const pm_options *options, const struct member *m)
{
    const void *const at = (const char *)options + m->offset;

    room[0] = '\0';
    if (m->type == TEXT)
        return *(const char *const *)at;
    if (m->type == INTEGER && *(const int *)at != 0)
        snprintf(room, 32, "%d", *(const int *)at);
    else if (m->type == WORD && *(const uint64_t *)at != 0)
        snprintf(room, 32, "%" PRIu64, *(const uint64_t *)at);
    else if (m->type == FLAG && *(const bool *)at)
        strcpy(room, "1");
    else if (m->type == REAL && *(const double *)at != 0)
        snprintf(room, 32, "%a", *(const double *)at);
    return room[0] != '\0' ? room : NULL;
}

void pm_statement_write_options(FILE *file, const pm_options *options)
{
    char room[32];

    for (const struct member *m = members; m < members + MEMBERS; m++) {
        const char *const value = value_of(room, options, m);
        if (value != NULL)
            fprintf(file, "option %s %s\n", m->name, value);
    }
}

/* ------------------------------------------------------------------ reading */

static int find_name(const char *const *names, int count, const char *name)
{
    int k = 0;

    while (k < count && strcmp(names[k], name) != 0)
        k++;
    return k;
}

static bool read_rational(fmpq_t x, const char *text)
{
    return text != NULL && *text != '\0' && fmpq_set_str(x, text, 10) == 0 && fmpq_is_canonical(x);
}

static pm_status read_entry(struct pm_triplets *t, char *line)
{
    fmpq_t re, im;
    char *end;
    pm_status status = PM_OK;

    const long row = strtol(line, &end, 10);
    const long col = strtol(end, &end, 10);
    if (row < 1 || row > t->rows || col < 1 || col > t->cols || *end != ' ')
        return bad("an entry");
    char *rest = end + 1;
    char *const real = strsep(&rest, " ");
    PM_EACH(fmpq_init, re, im);
    if (!read_rational(re, real) || (t->complex_values && !read_rational(im, rest)) ||
        (!t->complex_values && rest != NULL))
        status = bad("an entry");
    else
        status = pm_triplets_add(t, (int)row - 1, (int)col - 1, re, t->complex_values ? im : NULL);
    PM_EACH(fmpq_clear, re, im);
    return status;
}

/* Checks that the matrix suits the kind of problem. */
static pm_status check_kind(const struct pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a;
    int row, col;

    if (problem->kind != PM_HAFNIAN)
        return PM_OK;
    if (a->rows != a->cols)
        return bad("the problem");
    PM_TRY(pm_matrix_asymmetry(&row, &col, a, false));
    return row < 0 ? PM_OK : bad("the problem");
}

static pm_status wrap(struct pm_problem **out, struct pm_triplets *t, enum pm_kind kind,
                      pm_field field, uint64_t hash)
{
    struct pm_matrix *a;
    struct pm_problem *problem;
    uint64_t found;

    PM_TRY(pm_matrix_from_triplets(&a, t));
    pm_status status = pm_problem_wrap(&problem, field, a);
    if (status != PM_OK) {
        pm_matrix_free(a);
        return status;
    }
    problem->kind = kind;
    PM_TRY_GOTO(status, pm_problem_fingerprint(&found, problem), done);
    PM_TRY_GOTO(status, found == hash ? check_kind(problem) : bad("the problem"), done);
    *out = problem;
    problem = NULL;
done:
    pm_problem_free(problem);
    return status;
}

/* Reads the embedding of the graph, if there is one.  On failure, frees the problem. */
static pm_status read_around(struct pm_problem **problem, char **rest)
{
    const size_t word = strlen(PM_STATEMENT_AROUND);
    pm_status status = PM_OK;

    if (*rest != NULL && strncmp(*rest, PM_STATEMENT_AROUND, word) == 0)
        status = pm_rotation_read(&(*problem)->around, (*problem)->a,
                                  (*problem)->kind == PM_HAFNIAN, pm_stored_next(rest) + word);
    if (status != PM_OK) {
        pm_problem_free(*problem);
        *problem = NULL;
    }
    return status;
}

/* No run writes a statement with more rows or columns.  A statement that names more is damaged; it
 * is refused before memory is allocated. */
enum { LINES_MOST = 1 << 22 };

pm_status pm_statement_read_problem(struct pm_problem **problem, char **rest)
{
    const char *const head = pm_stored_next(rest);
    char kind_text[16], field_text[16];
    unsigned long long hash;
    int rows, cols, count;
    struct pm_triplets t;
    pm_status status = PM_OK;

    if (head == NULL || sscanf(head, "problem %llx %15s %15s %d %d %d", &hash, kind_text,
                               field_text, &rows, &cols, &count) != 6)
        return bad("the problem");
    const int kind = find_name(pm_kind_names, PM_KINDS, kind_text);
    const int field = find_name(field_name, FIELDS, field_text);
    if (kind == PM_KINDS || field == FIELDS || rows < 0 || rows > LINES_MOST || cols < 0 ||
        cols > LINES_MOST || count < 0)
        return bad("the problem");
    /* lines of complex entries have four columns */
    int blanks = 0;
    for (const char *c = *rest; count > 0 && c != NULL && *c != '\n' && *c != '\0'; c++)
        blanks += *c == ' ';
    pm_triplets_init(&t, rows, cols, blanks == 3);
    for (int k = 0; status == PM_OK && k < count; k++) {
        char *const line = pm_stored_next(rest);
        status = line != NULL ? read_entry(&t, line) : bad("the problem");
    }
    PM_THEN(status, wrap(problem, &t, (enum pm_kind)kind, (pm_field)field, (uint64_t)hash));
    pm_triplets_clear(&t);
    return status == PM_OK ? read_around(problem, rest) : status;
}

/* Sets an option.  A text is not copied. */
static void set_value(pm_options *options, const struct member *m, const char *value)
{
    void *const at = (char *)options + m->offset;

    if (m->type == TEXT)
        *(const char **)at = value;
    else if (m->type == INTEGER)
        *(int *)at = (int)strtol(value, NULL, 10);
    else if (m->type == WORD)
        *(uint64_t *)at = strtoull(value, NULL, 10);
    else if (m->type == FLAG)
        *(bool *)at = true;
    else if (m->type == REAL)
        *(double *)at = strtod(value, NULL);
}

const char *pm_statement_adopt(pm_options *options, const pm_options *from)
{
    char room[32];

    for (const struct member *m = members; m < members + MEMBERS; m++) {
        const char *const value = value_of(room, from, m);
        if (value != NULL && value_of((char[32]){0}, options, m) == NULL)
            set_value(options, m, value);
    }
    return pm_statement_difference(options, from);
}

const char *pm_statement_difference(const pm_options *a, const pm_options *b)
{
    char room[2][32];

    for (const struct member *m = members; m < members + MEMBERS; m++) {
        const char *const x = value_of(room[0], a, m), *const y = value_of(room[1], b, m);
        if ((x == NULL) != (y == NULL) || (x != NULL && strcmp(x, y) != 0))
            return m->name;
    }
    return NULL;
}

bool pm_statement_read_option(pm_options *options, char *line)
{
    char *rest = line;
    const char *const word = strsep(&rest, " "), *const name = strsep(&rest, " ");

    if (strcmp(word, "option") != 0 || name == NULL || rest == NULL)
        return false;
    for (const struct member *m = members; m < members + MEMBERS; m++)
        if (m->name != NULL && strcmp(m->name, name) == 0) {
            set_value(options, m, rest);
            return true;
        }
    return false;
}
