/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench scaling: one dense matrix by perm-mtx with ranks x threads, or with --gpus=N ranks x
 * GPUs.  Columns: seconds; speedup; efficiency, the speedup divided by the number of cores (GPUs);
 * and whether all bits equal those of the first row.
 *
 * Each row starts a program, by mpirun if there are several ranks.  Its seconds are those of
 * planning and computing, which it reports; the minimum of RUNS counts.  Runs cycle through all
 * rows, so that no row has a quieter machine than another.  With --time, a round after the first is
 * not started if it may take longer than the time that is left.  Rows that mpirun does not start
 * are left out. */
#include "base/clock.h"
#include "bench/bench.h"
#include "bench/child.h"
#include "tools/say.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    RUNS = 3,
    MOST_ROWS = 64,
    CORE_ORDER = 32, /* some seconds on one core, or on one GPU */
    GPU_ORDER = 42,
};

struct row {
    int ranks, threads, gpus; /* threads of each rank, GPUs of all ranks */
    double seconds;           /* minimum so far */
    bool same;                /* same bits as the first row */
    bool refused;             /* it does not start */
};

struct scaling {
    const struct bench *b;
    int order, cores, gpus, runs;
    char program[4096]; /* perm-mtx */
    char folder[64], matrix[96];
    char *answer; /* of the first row: value and bound */
    struct row row[MOST_ROWS];
    int rows;
};

/* ------------------------------------------------------------------ files */

static bool write_matrix(const char *path, int n)
{
    FILE *const file = fopen(path, "w");
    uint64_t state = 1;

    if (file == NULL)
        return false;
    fprintf(file, "%%%%MatrixMarket matrix array real general\n%d %d\n", n, n);
    for (int k = 0; k < n * n; k++)
        fprintf(file, "0.%03ld\n", 1 + bench_draw(&state, 999));
    return fclose(file) == 0;
}

static bool make_files(struct scaling *s)
{
    snprintf(s->folder, sizeof s->folder, "/tmp/pm-bench-XXXXXX");
    if (mkdtemp(s->folder) == NULL)
        return false;
    snprintf(s->matrix, sizeof s->matrix, "%s/matrix", s->folder);
    return write_matrix(s->matrix, s->order);
}

/* ------------------------------------------------------------------ runs */

/* The output of the command, which the caller must free; NULL unless it succeeds. */
static char *output_of(char *const *command)
{
    const struct child run = child_run(command, 0, false);

    if (run.status == 0)
        return run.text;
    free(run.text);
    return NULL;
}

static char *row_output(const struct scaling *s, const struct row *row)
{
    char ranks[16], threads[32], gpus[32] = "--gpus=none";
    /* the threads of a rank should have their own cores */
    char *command[16] = {"mpirun", "-n", ranks, "--bind-to", "none"};
    const int words = row->ranks > 1 ? 5 : 0;

    snprintf(ranks, sizeof ranks, "%d", row->ranks);
    snprintf(threads, sizeof threads, "--threads=%d", row->threads);
    if (row->gpus > 0)
        snprintf(gpus, sizeof gpus, "--gpus=%d", row->gpus);
    char *const rest[] = {(char *)s->program,   threads,       gpus,     "--engine=dense",
                          "--precision=double", "--no-reduce", "--json", "--digits=33",
                          (char *)s->matrix};
    memcpy(command + words, rest, sizeof rest);
    return output_of(command);
}

/* Runs a row once more. */
static bool run_row(struct scaling *s, struct row *row)
{
    const char *value, *bound;
    char *answer;
    double seconds;

    char *const text = row_output(s, row);
    json_t *const json = text != NULL ? json_loads(text, 0, NULL) : NULL;
    const bool good = json != NULL &&
                      json_unpack(json, "{s:s s:s s:F}", "value", &value, "error_bound", &bound,
                                  "seconds", &seconds) == 0 &&
                      asprintf(&answer, "%s +/- %s", value, bound) >= 0;
    json_decref(json);
    free(text);
    if (!good)
        return false;
    row->seconds = fmin(row->seconds, seconds);
    row->same = row->same && (s->answer == NULL || strcmp(answer, s->answer) == 0);
    if (s->answer == NULL)
        s->answer = answer;
    else
        free(answer);
    return true;
}

/* ------------------------------------------------------------------ rows */

static void add_row(struct scaling *s, struct row row)
{
    row.seconds = HUGE_VAL;
    row.same = true;
    if (s->rows < MOST_ROWS)
        s->row[s->rows++] = row;
}

/* 1, 2, 4, ... and `most` itself. */
static int next_size(int size, int most)
{
    return size < most && 2 * size > most ? most : 2 * size;
}

/* Threads in total: as many as cores, or fewer; and twice as many ranks as cores. */
static void core_rows(struct scaling *s)
{
    const int cores = s->cores;

    for (int all = 1; all <= cores; all = next_size(all, cores))
        for (int ranks = 1; ranks <= all; ranks = next_size(ranks, all))
            if (all % ranks == 0)
                add_row(s, (struct row){.ranks = ranks, .threads = all / ranks});
    add_row(s, (struct row){.ranks = 2 * cores, .threads = 1});
}

/* One rank with all GPUs, one rank for each GPU, and combinations between. */
static void gpu_rows(struct scaling *s)
{
    for (int gpus = 1; gpus <= s->gpus; gpus = next_size(gpus, s->gpus))
        for (int ranks = 1; ranks <= gpus; ranks = next_size(ranks, gpus))
            if (gpus % ranks == 0)
                add_row(s, (struct row){.ranks = ranks,
                                        .threads = s->cores > ranks ? s->cores / ranks : 1,
                                        .gpus = gpus});
}

/* ------------------------------------------------------------------ table */

static const struct table_column columns[] = {
    {"ranks", 5},   {"threads", 7},     {"gpus", 5}, {"n", 3},  {"seconds", 9},
    {"speedup", 8}, {"efficiency", 10}, {"bits", 5}, {NULL, 0},
};

static void print_row(struct table *t, const struct scaling *s, const struct row *row)
{
    const int wanted = row->gpus > 0 ? row->gpus : row->ranks * row->threads;
    const int there = row->gpus > 0 || wanted < s->cores ? wanted : s->cores;
    const double speedup = s->row[0].seconds / row->seconds;

    table_put(t, "%d\t%d\t%d\t%d\t%.3f\t%.2f\t%.3f\t%s\n", row->ranks, row->threads, row->gpus,
              s->order, row->seconds, speedup, speedup / there, row->same ? "same" : "OTHER");
}

static int print_table(const struct scaling *s)
{
    int result = CLI_ANSWERED;
    struct table t;

    table_note(s->b->cli->csv, "order %d; %d cores, the least of %d run%s\n", s->order, s->cores,
               s->runs, s->runs > 1 ? "s" : "");
    table_start(&t, s->b->cli->csv, columns);
    for (const struct row *row = s->row; row < s->row + s->rows; row++) {
        if (row->refused)
            continue;
        print_row(&t, s, row);
        if (!row->same)
            result = CLI_WRONG;
    }
    return result;
}

/* Runs all rows.  Without the first row, there is nothing to compare with. */
static bool run_round(struct scaling *s)
{
    for (struct row *row = s->row; row < s->row + s->rows; row++) {
        if (row->refused || run_row(s, row))
            continue;
        row->refused = true;
        fprintf(stderr, "%s: %s%s with --threads=%d does not answer\n", s->b->cli->program->name,
                row->ranks > 1 ? "mpirun of " : "", s->program, row->threads);
    }
    s->runs++;
    return !s->row[0].refused;
}

static int run_rows(struct scaling *s)
{
    const double begin = pm_clock();

    do
        if (!run_round(s))
            return CLI_UNABLE;
    while (s->runs < RUNS &&
           (s->b->limit == 0 || (pm_clock() - begin) / s->runs * (s->runs + 1) <= s->b->limit));
    return print_table(s);
}

static const struct table_column forecast_columns[] = {
    {"H200", 5}, {"n", 3}, {"seconds", 9}, {"paper s", 9}, {NULL, 0}};

/* The predicted time of 192 H200, the SUPerman paper's cluster, for its largest matrix: from the
 * measured rate of one, without loss. */
static void print_forecast(const struct scaling *s)
{
    enum { ORDER = 62 };
    static const double papers = 140989; /* seconds, by the paper */
    struct table t;
    char matrix[96];
    double seconds;

    snprintf(matrix, sizeof matrix, "%s/%d", s->folder, ORDER);
    char *const command[] = {
        (char *)s->program,   "--plan", "--json", "--machine=192xh200", "--engine=dense",
        "--precision=double", matrix,   NULL};
    char *const text = write_matrix(matrix, ORDER) ? output_of(command) : NULL;
    json_t *const json = text != NULL ? json_loads(text, 0, NULL) : NULL;
    if (json != NULL && json_unpack(json, "{s:{s:F}}", "plan", "seconds", &seconds) == 0) {
        putchar('\n');
        table_note(s->b->cli->csv,
                   "forecast: by the rate of one GPU, without loss between them and "
                   "without starts\n");
        table_start(&t, s->b->cli->csv, forecast_columns);
        table_put(&t, "192\t%d\t%.4g\t%.0f\n", ORDER, seconds, papers);
    }
    json_decref(json);
    free(text);
    unlink(matrix);
}

static int log2_up(int x)
{
    return x > 1 ? 32 - __builtin_clz((unsigned)(x - 1)) : 0;
}

static int run_order(const struct bench *b, int order)
{
    struct scaling s = {.b = b, .order = order, .gpus = b->gpus, .cores = b->threads};
    int result = CLI_FAILED;

    child_program(s.program, sizeof s.program);
    (s.gpus > 0 ? gpu_rows : core_rows)(&s);
    if (make_files(&s))
        result = run_rows(&s);
    if (result == CLI_ANSWERED)
        print_forecast(&s);
    else if (result == CLI_FAILED)
        perror("pm-bench: /tmp");
    unlink(s.matrix);
    free(s.answer);
    rmdir(s.folder);
    return result;
}

int bench_scaling(const struct bench *b)
{
    int result = CLI_ANSWERED;

    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0); /* more ranks than cores */
    setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", 0);
    if (geteuid() == 0) { /* Open MPI refuses to run as root otherwise */
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    }
    for (int k = 0; k < b->orders; k++)
        result = cli_worse(result, run_order(b, b->order[k]));
    if (b->orders == 0)
        result = run_order(b, b->gpus > 0 ? GPU_ORDER + log2_up(b->gpus)
                                          : CORE_ORDER + log2_up(b->threads));
    return result;
}
