/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench predict: the predicted time of plans, compared with the measured time, for the patterns
 * of a directory's matrices.
 *
 * perm-mtx --plan plans each matrix.  If it predicts at most the limit, perm-mtx computes it, and
 * is killed after KILL times the limit.  Columns: processor seconds of the whole program, of
 * planning, and of the rest, which is computing and is what the prediction is for.  At the end: the
 * number of answers, and how many predictions are within a factor of FACTOR, or within EXTRA
 * seconds, of the measured time. */
#include "bench/bench.h"
#include "bench/child.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double FACTOR = 2, EXTRA = 0.02, KILL = 2.5;

static const struct table_column columns[] = {
    {"matrix", -28}, {"engines", -16}, {"plan s", 8}, {"predicted", 10},
    {"run s", 9},    {"ratio", 8},     {NULL, 0},
};

struct suite {
    const struct bench *b;
    struct table table;
    char program[4096], threads[32], memory[48];
    int files, planned, answered, good;
};

static json_t *run(double *seconds, int *status, const struct suite *s, const char *path,
                   const char *option)
{
    char *const command[] = {(char *)s->program, "--json",           "--pattern",
                             "--gpus=none",      (char *)s->threads, (char *)s->memory,
                             (char *)option,     (char *)path,       NULL};
    const struct child child = child_run(command, KILL * s->b->limit * s->b->threads, true);
    json_t *const json = child.text != NULL ? json_loads(child.text, 0, NULL) : NULL;

    *seconds = child.computed;
    *status = child.status;
    free(child.text);
    return json;
}

static void engines(char *text, size_t room, const json_t *json)
{
    size_t k, at = 0;
    json_t *name;

    json_array_foreach(json_object_get(json, "engines"), k, name) if (at < room) at +=
        (size_t)snprintf(text + at, room - at, "%s%s", k > 0 ? "," : "", json_string_value(name));
}

static int run_file(void *context, const char *name, const char *path)
{
    struct suite *const s = context;
    char used[256] = "";
    double planning, whole = 0, predicted = INFINITY;
    int status;

    json_t *json = run(&planning, &status, s, path, "--plan");
    if (status == 0)
        json_unpack(json, "{s:{s:F}}", "plan", "seconds", &predicted);
    engines(used, sizeof used, json);
    json_decref(json);
    s->files++;
    const bool runs = predicted <= s->b->limit;
    if (runs) {
        json_decref(run(&whole, &status, s, path, "--digits=0"));
        s->planned++;
    }
    const bool answered = runs && status == 0;
    const double computing = fmax(whole - planning, 0);
    const bool good =
        answered && (fabs(computing - predicted) <= EXTRA ||
                     (computing <= FACTOR * predicted && predicted <= FACTOR * computing));
    s->answered += answered;
    s->good += good;
    table_put(&s->table, "%s\t%s\t%.3f\t%.4g\t%.3f\t%.2f\n", name, used, planning,
              isinf(predicted) ? NAN : predicted, answered ? computing : NAN,
              answered && !(fabs(computing - predicted) <= EXTRA) ? computing / predicted : NAN);
    return CLI_ANSWERED;
}

int bench_predict(const struct bench *b)
{
    const char *const directory = bench_directory(b);
    struct suite s = {.b = b};

    if (directory == NULL)
        return CLI_USAGE;
    child_program(s.program, sizeof s.program);
    snprintf(s.threads, sizeof s.threads, "--threads=%d", b->threads);
    snprintf(s.memory, sizeof s.memory, b->options.memory > 0 ? "--memory=%llu" : "--gpus=none",
             (unsigned long long)b->options.memory);
    table_start(&s.table, b->cli->csv, columns);
    const int result = bench_files(b, directory, run_file, &s);
    table_note(b->cli->csv,
               "\n%d files, %d predicted within %g s, %d answered, %d of these predicted within "
               "%g times or %g s\n",
               s.files, s.planned, b->limit, s.answered, s.good, FACTOR, EXTRA);
    return result;
}
