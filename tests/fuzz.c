/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers with arbitrary bytes, and questions about what they read.  Each input is either read into
 * a consistent object or refused with a reason of one printable line.  Sizes that an input
 * announces take no memory before its data do.
 *
 * Built with -DPM_FUZZ and clang -fsanitize=fuzzer, libFuzzer makes the bytes for one reader:
 *
 *     fuzz --reader=gml -max_total_time=600 NEW-CORPUS tests/corpus/gml
 *
 * `make fuzz` does so for every reader (FUZZ_SECONDS each).  Built without, this is a test.  It
 * gives each reader the files of its corpus, unchanged (files bad-* must be refused) and damaged by
 * a fixed seed.  `fuzz --reader=NAME FILE...` reads the named files. */
#include "base/printable.h"
#include "model/graph.h"
#include "read/decimal.h"
#include "read/formats.h"
#include "checkpoint/checkpoint.h"
#include "damage.h"
#include "fuzz_program.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

enum {
    MEMORY = 1 << 24, /* the limit for an input: sizes that it announces must not take more */
    SMALL = 200,      /* most vertices of graphs that become problems */
    ASKED = 20,       /* most lines of problems that are asked about */
};

static void insist(bool ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "fuzz: %s (%s)\n", what, pm_message());
        abort();
    }
}

static void insist_reason(pm_status status, const char *path)
{
    const char *const message = pm_message();

    insist(status == PM_INPUT || status == PM_IO || status == PM_NOMEM, "a fitting status");
    insist(strncmp(message, path, strlen(path)) == 0, "the file is named");
    const char *const place =
        strncmp(message + strlen(path), ": line ", 7) == 0 ? message + strlen(path) : NULL;
    const char *const reason = place != NULL ? strstr(place + 2, ": ") : NULL;
    insist(*path == '\0' || reason == NULL || strncmp(reason + 2, path, strlen(path)) != 0,
           "it is named once");
    insist(strchr(message, '\n') == NULL && pm_printable(NULL, 0, message, strlen(message),
                                                         PM_PRINTABLE_LINES) == strlen(message),
           "a printable message");
}

/* -------------------------------------------------------------------- readers */

/* Each function returns true if it has read the file `path`. */

static bool read_lines(const char *format, const char *path)
{
    struct pm_source *source;
    pm_status status;
    char *line;

    (void)format;
    insist(pm_source_open(&source, path) == PM_OK, "a file that can be opened");
    pm_source_limit(source, MEMORY, 0);
    do {
        status = pm_source_line(source, &line);
        if (status == PM_OK && line != NULL)
            insist(strchr(line, '\n') == NULL, "a line");
    } while (status == PM_OK && line != NULL);
    if (status != PM_OK)
        insist_reason(status, path);
    pm_source_close(source);
    return status == PM_OK;
}

/* Each line is one word.  If it is a number, it is read again from p/q and must be the same. */
static bool read_decimals(const char *format, const char *path)
{
    struct pm_source *source;
    bool good = true;
    char *line;
    fmpq_t x, y;

    (void)format;
    PM_EACH(fmpq_init, x, y);
    insist(pm_source_open(&source, path) == PM_OK, "a file that can be opened");
    while (pm_source_line(source, &line) == PM_OK && line != NULL) {
        const pm_status status = pm_decimal_parse(x, line, strlen(line));
        if (status != PM_OK) {
            insist_reason(status, "");
            good = false;
            continue;
        }
        char *const text = fmpq_get_str(NULL, 10, x);
        insist(fmpq_is_canonical(x), "lowest terms");
        insist(pm_decimal_parse(y, text, strlen(text)) == PM_OK && fmpq_equal(x, y), "the same");
        free(text);
    }
    pm_source_close(source);
    PM_EACH(fmpq_clear, y, x);
    return good;
}

static void insist_canonical(const struct pm_matrix *a)
{
    insist(a->rows >= 0 && a->cols >= 0 && a->start[0] == 0, "a shape");
    for (int i = 0; i < a->rows; i++) {
        insist(a->start[i] <= a->start[i + 1], "rows ascend");
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            insist(0 <= a->col[k] && a->col[k] < a->cols, "a column in range");
            insist(k == a->start[i] || a->col[k - 1] < a->col[k], "columns ascend");
            insist(fmpq_is_canonical(a->re + k), "lowest terms");
            insist(a->im == NULL || fmpq_is_canonical(a->im + k), "lowest terms");
            insist(!fmpq_is_zero(a->re + k) || (a->im != NULL && !fmpq_is_zero(a->im + k)),
                   "no zeros");
        }
    }
}

/* Asks a question about one small problem in 64, as the programs do.  The entries choose the
 * question, the engine and the options. */
static void insist_answer(const pm_problem *problem)
{
    typedef pm_status query(pm_values **, const pm_problem *, const pm_options *);
    static query *const queries[] = {pm_marginals, pm_matchings, pm_problem_minors};
    const struct pm_matrix *const a = problem->a;
    uint64_t salt = 1 + (uint64_t)a->rows * 1009 + (uint64_t)a->cols;
    int engines = 0, partner[8 * ASKED];
    pm_values *values = NULL;
    pm_answer *answer = NULL;
    const char *what;
    pm_status status;

    insist_canonical(a);
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        salt = (salt ^ (uint64_t)a->col[k] ^ fmpz_fdiv_ui(fmpq_numref(a->re + k), 1000)) * 1000003;
    salt ^= salt >> 32;
    if (a->rows > ASKED || a->cols > ASKED || salt % 64 != 0)
        return;
    while (pm_engine_name(engines, &what) != NULL)
        engines++;
    pm_options options = {.threads = 1, .gpus = PM_GPUS_NONE, .memory = MEMORY, .seconds = 0.02};
    options.precision = (pm_precision)(salt >> 12 & 3);
    if ((salt >> 9 & 7) < 3) {
        status = queries[salt >> 9 & 7](&values, problem, &options);
    } else if ((salt >> 9 & 7) == 3) {
        status = pm_sample(partner, 8, salt, problem, &options);
    } else {
        options.engine = salt >> 14 & 1 ? pm_engine_name((int)(salt >> 40) % engines, &what) : NULL;
        options.modulus = options.precision == PM_PRECISION_AUTO ? "1000003" : NULL;
        options.no_reduce = salt >> 15 & 1 ? "all" : NULL;
        status = pm_solve(&answer, problem, &options);
    }
    insist(status != PM_WRONG && status != PM_IO, "an answer or a reason");
    pm_values_free(values);
    pm_answer_free(answer);
}

static bool read_matrices(const char *format, const char *path)
{
    const pm_graph_options options = {.format = strcmp(format, "matrix") == 0 ? "mtx" : format,
                                      .memory = MEMORY};
    pm_problem_reader *reader = NULL;
    pm_problem *problem = NULL;
    pm_status status;

    insist(pm_problem_open(&reader, path, &options) == PM_OK, "a file that can be opened");
    do {
        status = pm_problem_next(&problem, reader);
        if (status != PM_OK) {
            insist_reason(status, path);
            break;
        }
        if (problem != NULL)
            insist_answer(problem);
        pm_problem_free(problem);
    } while (problem != NULL);
    pm_problem_close(reader);
    return status == PM_OK;
}

static void insist_sound(const struct pm_graph *graph)
{
    const int vertices = pm_graph_vertices(graph);
    pm_problem *problem = NULL;

    for (int v = 0; v < vertices && graph->name != NULL; v++)
        insist(strlen(pm_graph_vertex_name(graph, v)) < LONGEST, "a name");
    for (size_t k = 0; k < graph->edge.count; k++) {
        insist(0 <= graph->edge.row[k] && graph->edge.row[k] < vertices, "an end in range");
        insist(0 <= graph->edge.col[k] && graph->edge.col[k] < vertices, "an end in range");
    }
    if (vertices > SMALL)
        return;
    insist(pm_problem_matchings(&problem, graph, false) == PM_OK, "a problem");
    insist_answer(problem);
    pm_problem_free(problem);
    insist(pm_problem_cycle_covers(&problem, graph, 1) == PM_OK, "a problem");
    insist_answer(problem);
    pm_problem_free(problem);
}

static bool read_graphs(const char *format, const char *path)
{
    const bool any = strcmp(format, "any") == 0; /* the format is recognised */
    const pm_graph_options options = {.format = any ? NULL : format};
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;
    pm_status status;

    insist(pm_graph_open(&reader, path, &options) == PM_OK, "a file that can be opened");
    pm_source_limit(reader->source, MEMORY, 0);
    do {
        status = pm_graph_next(&graph, reader);
        if (status != PM_OK) {
            insist_reason(status, path);
            break;
        }
        if (graph != NULL)
            insist_sound(graph);
        pm_graph_free(graph);
    } while (graph != NULL);
    pm_graph_close(reader);
    return status == PM_OK;
}

/* The text of the file up to a NUL, with the last line replaced by the right checksum: what a
 * forger would write. */
static char *sealed(const char *path)
{
    char *const text = calloc(LONGEST + 32, 1);
    FILE *const file = fopen(path, "rb");

    insist(text != NULL && file != NULL && fread(text, 1, LONGEST, file) <= LONGEST, "a file");
    fclose(file);
    char *const last = strstr(text, "\nchecksum ");
    if (last != NULL)
        last[1] = '\0';
    const size_t length = strlen(text);
    snprintf(text + length, 32, "checksum %08lx\n", crc32(0, (const Bytef *)text, (uInt)length));
    return text;
}

static void insist_records(const struct pm_checkpoint *checkpoint, const char *name)
{
    const struct pm_ring ring = pm_number_ring_of(PM_REAL);
    struct pm_deal *deal;

    insist(pm_deal_new(&deal, &ring, 1, 64) == PM_OK, "a deal");
    const pm_status status = pm_checkpoint_give(deal, checkpoint, name);
    insist(status == PM_OK || status == PM_INPUT, "records or a failure");
    pm_deal_free(deal);
}

static bool read_checkpoint(const char *format, const char *path)
{
    struct pm_checkpoint checkpoint;
    struct pm_problem *problem = NULL;

    (void)format;
    pm_status status = pm_checkpoint_parse(&checkpoint, sealed(path), path);
    if (status != PM_OK) {
        insist_reason(status, path);
        return false;
    }
    for (size_t k = 0; k < checkpoint.kinds; k++)
        insist_records(&checkpoint, checkpoint.records[k].name);
    char *const copy = strdup(checkpoint.problem), *rest = copy;
    status = pm_statement_read_problem(&problem, &rest);
    if (status == PM_OK)
        insist_canonical(problem->a);
    else
        insist_reason(status, "");
    pm_problem_free(problem);
    free(copy);
    pm_checkpoint_clear(&checkpoint);
    return status == PM_OK;
}

static const struct reader {
    const char *name; /* also the name of its folder in tests/corpus */
    bool (*read)(const char *format, const char *path);
} readers[] = {
    {"source", read_lines},       {"archive", read_lines},
    {"decimal", read_decimals},   {"matrix", read_matrices},
    {"npy", read_matrices},       {"npz", read_matrices},
    {"octave", read_matrices},    {"mat", read_matrices},
    {"boeing", read_matrices},    {"table", read_matrices},
    {"digits", read_matrices},    {"lists", read_matrices},
    {"any", read_graphs},         {"el", read_graphs},
    {"csv", read_graphs},         {"adjlist", read_graphs},
    {"mtx", read_graphs},         {"graph6", read_graphs},
    {"planar_code", read_graphs}, {"mol", read_graphs},
    {"dimacs", read_graphs},      {"graphml", read_graphs},
    {"gexf", read_graphs},        {"gml", read_graphs},
    {"dot", read_graphs},         {"brackets", read_graphs},
    {"pajek", read_graphs},       {"lgl", read_graphs},
    {"ncol", read_graphs},        {"checkpoint", read_checkpoint},
    {"program", fuzz_program},    {NULL, NULL},
};

static const struct reader *reader_named(const char *name)
{
    for (const struct reader *r = readers; r->name != NULL; r++)
        if (strcmp(r->name, name) == 0)
            return r;
    fprintf(stderr, "fuzz: there is no reader '%s'\n", name);
    exit(2);
}

/* The reader that the command line names, or NULL. */
static const struct reader *reader_asked(int argc, char **argv)
{
    static const char option[] = "--reader=";

    for (int k = 1; k < argc; k++)
        if (strncmp(argv[k], option, sizeof option - 1) == 0)
            return reader_named(argv[k] + sizeof option - 1);
    return NULL;
}

static bool read_bytes(const struct reader *reader, const uint8_t *data, size_t size)
{
    const int descriptor = memfd_create("fuzz", MFD_CLOEXEC);
    char path[32];

    insist(descriptor >= 0 && write(descriptor, data, size) == (ssize_t)size, "a file in memory");
    snprintf(path, sizeof path, "/dev/fd/%d", descriptor);
    const bool good = reader->read(reader->name, path);
    close(descriptor);
    return good;
}

#ifdef PM_FUZZ

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct reader *chosen = readers;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const struct reader *const asked = reader_asked(*argc, *argv);

    chosen = asked != NULL ? asked : readers;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_bytes(chosen, data, size);
    return 0;
}

#else

/* ---------------------------------------------------------------------- files */

static void test_file(struct test *t, const struct reader *reader, const char *path)
{
    static struct bytes whole, hurt;
    const char *const slash = strrchr(path, '/');
    const bool bad = strncmp(slash != NULL ? slash + 1 : path, "bad-", 4) == 0;
    const int rounds = test_rounds(200) / (reader->read == fuzz_program ? 8 : 1);
    uint64_t seed = 1;
    int read = 0;

    FILE *const file = fopen(path, "rb");
    whole.size = file != NULL ? fread(whole.data, 1, LONGEST, file) : 0;
    if (file != NULL)
        fclose(file);
    CHECK(t, read_bytes(reader, whole.data, whole.size) != bad, "%s: %s is %s%s%s", reader->name,
          path, bad ? "refused" : "read", bad ? ": " : "", bad ? pm_message() : "");
    for (int k = 0; k < rounds; k++) {
        memcpy(hurt.data, whole.data, hurt.size = whole.size);
        for (int times = test_between(&seed, 1, 4); times > 0 && hurt.size > 0; times--)
            damage(&hurt, &seed);
        read += read_bytes(reader, hurt.data, hurt.size);
    }
    CHECK(t, file != NULL, "... %d of %d damaged ones are still read", read, rounds);
}

/* Every file of the folder, in the order of their names. */
static void test_folder(struct test *t, const struct reader *reader)
{
    const char *const srcdir = getenv("srcdir");
    char folder[4096], path[8192];
    struct dirent **entries = NULL;

    snprintf(folder, sizeof folder, "%s/tests/corpus/%s", srcdir != NULL ? srcdir : ".",
             reader->name);
    const int count = scandir(folder, &entries, NULL, alphasort);
    CHECK(t, count > 2, "%s has files", folder);
    for (int k = 0; k < count; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, entries[k]->d_name);
        if (entries[k]->d_name[0] != '.')
            test_file(t, reader, path);
        free(entries[k]);
    }
    free(entries);
}

int main(int argc, char **argv)
{
    const struct reader *const asked = reader_asked(argc, argv);
    struct test t = {0};
    int files = 0;

    for (int k = 1; asked != NULL && k < argc; k++)
        if (argv[k][0] != '-') {
            test_file(&t, asked, argv[k]);
            files++;
        }
    for (const struct reader *r = readers; files == 0 && r->name != NULL; r++)
        if (asked == NULL || r == asked)
            test_folder(&t, r);
    return test_done(&t);
}

#endif
