/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench default: the time of the planner's choice, compared with the best forced engine.
 *
 * Each run starts perm-mtx on a file.  Its seconds are processor seconds of the whole program:
 * reading, reductions, planning, computing.  The cases are those of `known`, RANDOM random matrices
 * of all kinds, and the files of a directory.  A forced engine is killed when it is far behind the
 * best known time, so that the table takes minutes.  A dash means that the planner refuses the case
 * within the limit, or that the reductions leave nothing to compute; these cases do not count.
 *
 * At the end: the number of cases where the default takes at most WITHIN times the time of the best
 * engine plus EXTRA seconds, and the worst ratio of those that are more than EXTRA seconds
 * behind. */
#include "bench/bench.h"
#include "bench/child.h"
#include "engine/engine.h"
#include "tools/say.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RANDOM = 40, LEAST_ORDER = 4, MOST_ORDER = 34, RUNS = 3 };

static const double WITHIN = 1.2, EXTRA = 0.02;

/* Faster runs are repeated, RUNS times in total, and the minimum counts. */
static const double SHORT_SECONDS = 0.3;

/* A forced engine may take BEHIND times the wall-clock time of the best of all, plus
 * BEHIND_SECONDS. */
static const double BEHIND = 1.5, BEHIND_SECONDS = 0.3;

static const struct table_column columns[] = {
    {"case", -24}, {"n", 4}, {"default", -12}, {"seconds", 9},
    {"best", -12}, {"s", 9}, {"ratio", 7},     {NULL, 0},
};

struct suite {
    const struct bench *b;
    struct table table;
    char program[4096], threads[32], time[48], matrix[64];
    int rows, within;
    double worst;
};

/* The result of one command: the engine's name, or NULL. */
struct result {
    char engine[64];
    int order;
    double seconds, wall; /* INFINITY: no answer */
};

/* ------------------------------------------------------------------ runs */

static void take_answer(struct result *r, const char *text)
{
    json_t *const json = json_loads(text, 0, NULL), *name;
    size_t k;

    json_array_foreach(json_object_get(json, "engines"), k, name)
    {
        const size_t length = strlen(r->engine);
        snprintf(r->engine + length, sizeof r->engine - length, "%s%s", k > 0 ? "," : "",
                 json_string_value(name));
    }
    r->order = (int)json_integer_value(json_object_get(json, "n"));
    json_decref(json);
}

/* The minimum of one or several runs.  `limit`: wall-clock; 0: none. */
static struct result measure(const struct suite *s, const char *file, const char *reduce,
                             const char *engine, double limit)
{
    char forced[64] = "--gpus=none", rules[64] = "--gpus=none";
    struct result r = {.seconds = INFINITY, .wall = INFINITY};

    if (engine != NULL)
        snprintf(forced, sizeof forced, "--engine=%s", engine);
    if (reduce != NULL)
        snprintf(rules, sizeof rules, "--reduce=%s", reduce);
    char *const command[] = {(char *)s->program,
                             "--json",
                             "--gpus=none",
                             (char *)s->threads,
                             (char *)s->time,
                             forced,
                             rules,
                             (char *)file,
                             NULL};
    for (int k = 0; k < RUNS && (k == 0 || r.seconds < SHORT_SECONDS); k++) {
        const struct child run = child_run(command, limit);
        if (run.status == 0 && run.text != NULL) {
            if (k == 0)
                take_answer(&r, run.text);
            r.seconds = fmin(r.seconds, run.computed);
            r.wall = fmin(r.wall, run.wall);
        }
        free(run.text);
        if (run.status != 0)
            break;
    }
    return r;
}

static double finite_or_dash(double x)
{
    return isinf(x) ? NAN : x;
}

static void put_row(struct suite *s, const char *name, const struct result *usual,
                    const struct result *best)
{
    const double ratio = usual->seconds / best->seconds;

    if (!isinf(best->seconds)) {
        s->rows++;
        s->within += usual->seconds <= WITHIN * best->seconds + EXTRA;
        if (usual->seconds > best->seconds + EXTRA)
            s->worst = fmax(s->worst, ratio);
    }
    table_put(&s->table, "%s\t%.0f\t%s\t%.3f\t%s\t%.3f\t%.2f\n", name,
              usual->order > 0 ? (double)usual->order : NAN, usual->engine,
              finite_or_dash(usual->seconds), best->engine, finite_or_dash(best->seconds),
              isinf(best->seconds) ? NAN : ratio);
}

/* A row of the table: the default, then all engines; engines that cannot solve the case say so at
 * once.  No row if reductions leave nothing to compute. */
static void run_case(struct suite *s, const char *name, const char *file, const char *reduce)
{
    const struct result usual = measure(s, file, reduce, NULL, 0);
    struct result best = {.seconds = INFINITY, .wall = usual.wall};

    for (int k = 0; usual.engine[0] != '\0' && pm_engines[k] != NULL; k++) {
        const double limit = BEHIND * best.wall + BEHIND_SECONDS;
        const struct result r = measure(s, file, reduce, pm_engines[k]->name, limit);
        if (r.seconds < best.seconds)
            best = r;
    }
    put_row(s, name, &usual, &best);
}

/* ------------------------------------------------------------------ matrices */

typedef void put_entry(FILE *file, int i, int j, void *context);

static bool write_matrix(const char *path, const char *field, int rows, int cols, put_entry *put,
                         void *context)
{
    FILE *const file = fopen(path, "w");

    if (file == NULL)
        return false;
    fprintf(file, "%%%%MatrixMarket matrix array %s general\n%d %d\n", field, rows, cols);
    for (int k = 0; k < rows * cols; k++)
        put(file, k % rows, k / rows, context);
    return fclose(file) == 0;
}

static void put_known(FILE *file, int i, int j, void *context)
{
    fprintf(file, "%d\n", bench_known_entry(*(const int *)context, i, j));
}

/* Random matrices cycle through all kinds of numbers and these percentages of entries. */
static const struct kind {
    const char *name, *field;
    long least, most; /* range of numbers; for decimal ones in thousandths */
} kinds[] = {
    {"pattern", "integer", 1, 1}, {"digits", "integer", 1, 9},  {"signed", "integer", -99, 99},
    {"real", "real", 1, 999},     {"signs", "real", -999, 999}, {"complex", "complex", -999, 999},
};
static const int percent[] = {100, 50, 25, 12};

enum { KINDS = sizeof kinds / sizeof *kinds, PERCENTS = sizeof percent / sizeof *percent };

struct draw {
    const struct kind *kind;
    int percent;
    uint64_t state;
};

static void put_draw(FILE *file, int i, int j, void *context)
{
    struct draw *const draw = context;
    const struct kind *const kind = draw->kind;
    const bool empty = i != j && bench_draw(&draw->state, 100) >= draw->percent;
    const int parts = strcmp(kind->field, "complex") == 0 ? 2 : 1;

    for (int k = 0; k < parts; k++) {
        const long x =
            empty ? 0 : kind->least + bench_draw(&draw->state, kind->most - kind->least + 1);
        fprintf(file, strcmp(kind->field, "integer") == 0 ? "%ld" : "%lde-3", x);
        fputc(k + 1 < parts ? ' ' : '\n', file);
    }
}

static bool run_random(struct suite *s, int k)
{
    const int order = LEAST_ORDER + k * (MOST_ORDER - LEAST_ORDER) / (RANDOM - 1);
    const int more = k % 7 == 6 ? order / 4 : 0; /* additional columns: some matrices are
                                                  * rectangular */
    struct draw draw = {&kinds[k % KINDS], percent[k / 2 % PERCENTS], (uint64_t)k + 1};
    char name[64];

    snprintf(name, sizeof name, "%s-%dx%d-%d%%", draw.kind->name, order, order + more,
             draw.percent);
    if (!write_matrix(s->matrix, draw.kind->field, order, order + more, put_draw, &draw))
        return false;
    run_case(s, name, s->matrix, NULL);
    return true;
}

static bool run_known(struct suite *s, int k)
{
    const int n = bench_known_order(k);

    if (!write_matrix(s->matrix, "integer", n, n, put_known, &k))
        return false;
    run_case(s, bench_known_name(k), s->matrix, bench_known_rules(k));
    return true;
}

/* ------------------------------------------------------------------ table */

static int run_file(void *context, const char *name, const char *path)
{
    run_case(context, name, path, NULL);
    return CLI_ANSWERED;
}

static bool run_made(struct suite *s)
{
    bool written = true;

    for (int k = 0; written && bench_known_name(k) != NULL; k++)
        written = run_known(s, k);
    for (int k = 0; written && k < RANDOM; k++)
        written = run_random(s, k);
    return written;
}

int bench_default(const struct bench *b)
{
    struct suite s = {.b = b, .matrix = "/tmp/pm-bench-XXXXXX"};
    int result = CLI_ANSWERED;
    const int file = mkstemp(s.matrix);

    if (file < 0)
        return bench_end(b, pm_fail(PM_IO, "no file can be made in /tmp"));
    close(file);
    child_program(s.program, sizeof s.program);
    snprintf(s.threads, sizeof s.threads, "--threads=%d", b->threads);
    snprintf(s.time, sizeof s.time, "--time=%g", b->limit);
    table_start(&s.table, b->cli->csv, columns);
    if (!run_made(&s))
        result = bench_end(b, pm_fail(PM_IO, "%s: cannot be written", s.matrix));
    unlink(s.matrix);
    if (b->words > 0)
        result = cli_worse(result, bench_files(b, b->word[0], run_file, &s));
    table_note(b->cli->csv,
               "\n%d of %d (%.0f %%) within %g times the best engine and %g s; worst ratio %.2f\n",
               s.within, s.rows, s.rows > 0 ? 100.0 * s.within / s.rows : 100, WITHIN, EXTRA,
               s.worst);
    return result;
}
