/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of Matrix Market files: good ones with their matrix, of every format x field x symmetry,
 * bad ones with the words of their message; files that are cut or too large.  If $PM_DATA holds the
 * collection, its matrices against the sizes in its README.md. */
#include "model/problem.h"
#include "scratch.h"
#include "test.h"

#include <fcntl.h>

/* ---------------------------------------------------------- tables of files */

#define MM        "%%MatrixMarket matrix "
#define REAL      MM "coordinate real general\n"
#define INTEGER   MM "coordinate integer general\n"
#define COMPLEX   MM "coordinate complex general\n"
#define PATTERN   MM "coordinate pattern general\n"
#define SYMMETRIC MM "coordinate real symmetric\n"
#define SKEW      MM "coordinate real skew-symmetric\n"
#define HERMITIAN MM "coordinate complex hermitian\n"
#define ARRAY     MM "array real general\n"

/* The matrix as text: its shape, then "(row,column)=value" for each entry, in order. */
static const struct {
    const char *text;
    pm_field field;
    const char *matrix;
} good[] = {
    {REAL "2 2 3\n1 1 0.91\n2 1 -1e-1\n2 2 1.0D+00\n", PM_FIELD_REAL,
     "2x2 (1,1)=91/100 (2,1)=-1/10 (2,2)=1"},
    {"%%matrixmarket MATRIX Coordinate ReAl GENERAL\n1 1 1\n1 1 .5\n", PM_FIELD_REAL,
     "1x1 (1,1)=1/2"},
    {"  %%MatrixMarket\tmatrix  array integer general \n1 2\n3\n-4", PM_FIELD_INTEGER,
     "1x2 (1,1)=3 (1,2)=-4"},
    {REAL "% a comment\n%\n\n   \n%%another\n2 3 1\n%between\n\n2 3 7/2\n% after\n\n",
     PM_FIELD_REAL, "2x3 (2,3)=7/2"},
    {MM "coordinate real general\r\n% x\r\n\r\n2 2 2\r\n1 2 3\r\n2 1 4\r\n", PM_FIELD_REAL,
     "2x2 (1,2)=3 (2,1)=4"},
    {INTEGER "2 2 4\n2 2 4\n2 1 3\n1 2 2\n1 1 1\n", PM_FIELD_INTEGER,
     "2x2 (1,1)=1 (1,2)=2 (2,1)=3 (2,2)=4"},
    {INTEGER "1 1 1\n1 1 +123456789012345678901234567890\n", PM_FIELD_INTEGER,
     "1x1 (1,1)=123456789012345678901234567890"},
    {INTEGER "+2 02 1\n01 +2 5\n", PM_FIELD_INTEGER, "2x2 (1,2)=5"},
    {REAL "1 2 4\n1 1 0.1\n1 1 0.2\n1 2 5\n1 2 -5\n", PM_FIELD_REAL, "1x2 (1,1)=3/10"},
    {REAL "2 2 3\n1 1 0\n1 2 0.00e5\n2 2 -0\n", PM_FIELD_REAL, "2x2"},
    {PATTERN "1 1 2\n1 1\n1 1\n", PM_FIELD_PATTERN, "1x1 (1,1)=2"},
    {PATTERN "0 0 0\n", PM_FIELD_PATTERN, "0x0"},
    {ARRAY "0 0\n", PM_FIELD_REAL, "0x0"},
    {ARRAY "0 3\n", PM_FIELD_REAL, "0x3"},
    {MM "array real skew-symmetric\n0 0\n", PM_FIELD_REAL, "0x0"},
    {MM "array real skew-symmetric\n1 1\n", PM_FIELD_REAL, "1x1"},
    {REAL "3 0 0", PM_FIELD_REAL, "3x0"},
    {COMPLEX "1 2 2\n1 1 1.5 -2\n1 2 0 1/3\n", PM_FIELD_COMPLEX, "1x2 (1,1)=3/2,-2 (1,2)=0,1/3"},
    {COMPLEX "1 2 3\n1 1 1 2\n1 1 1 -2\n1 2 4 0\n", PM_FIELD_COMPLEX, "1x2 (1,1)=2 (1,2)=4"},
    {SYMMETRIC "2 2 2\n1 1 5\n2 1 -2.5\n", PM_FIELD_REAL, "2x2 (1,1)=5 (1,2)=-5/2 (2,1)=-5/2"},
    {SKEW "2 2 1\n2 1 3\n", PM_FIELD_REAL, "2x2 (1,2)=-3 (2,1)=3"},
    {SKEW "2 2 2\n2 1 3\n2 2 0\n", PM_FIELD_REAL, "2x2 (1,2)=-3 (2,1)=3"},
    {HERMITIAN "2 2 2\n1 1 5 0\n2 1 3 4\n", PM_FIELD_COMPLEX, "2x2 (1,1)=5,0 (1,2)=3,-4 (2,1)=3,4"},
    {MM "coordinate pattern symmetric\n3 3 2\n3 1\n2 2\n", PM_FIELD_PATTERN,
     "3x3 (1,3)=1 (2,2)=1 (3,1)=1"},
    {ARRAY "2 3\n1\n2\n3\n0\n5\n6\n", PM_FIELD_REAL, "2x3 (1,1)=1 (1,2)=3 (1,3)=5 (2,1)=2 (2,3)=6"},
    {MM "array real symmetric\n2 2\n1\n2\n3\n", PM_FIELD_REAL,
     "2x2 (1,1)=1 (1,2)=2 (2,1)=2 (2,2)=3"},
    {MM "array integer skew-symmetric\n3 3\n1\n2\n3\n", PM_FIELD_INTEGER,
     "3x3 (1,2)=-1 (1,3)=-2 (2,1)=1 (2,3)=-3 (3,1)=2 (3,2)=3"},
    {MM "array complex hermitian\n2 2\n1 0\n2 3\n4 0\n", PM_FIELD_COMPLEX,
     "2x2 (1,1)=1,0 (1,2)=2,-3 (2,1)=2,3 (2,2)=4,0"},
    {MM "array real skew-symmetric\n3 3\n.5\n2\n3\n", PM_FIELD_REAL,
     "3x3 (1,2)=-1/2 (1,3)=-2 (2,1)=1/2 (2,3)=-3 (3,1)=2 (3,2)=3"},
    {MM "coordinate integer symmetric\n3 3 3\n3 1 4\n2 2 -7\n3 2 0\n", PM_FIELD_INTEGER,
     "3x3 (1,3)=4 (2,2)=-7 (3,1)=4"},
    {MM "array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n", PM_FIELD_INTEGER,
     "3x3 (1,1)=1 (1,2)=2 (1,3)=3 (2,1)=2 (2,2)=4 (2,3)=5 (3,1)=3 (3,2)=5 (3,3)=6"},
    {MM "coordinate integer skew-symmetric\n3 3 2\n3 1 4\n3 2 -5\n", PM_FIELD_INTEGER,
     "3x3 (1,3)=-4 (2,3)=5 (3,1)=4 (3,2)=-5"},
    {MM "array complex general\n3 2\n1 2\n0 0\n3 0\n0 4\n5 6\n7 -8\n", PM_FIELD_COMPLEX,
     "3x2 (1,1)=1,2 (1,2)=0,4 (2,2)=5,6 (3,1)=3,0 (3,2)=7,-8"},
    {MM "coordinate complex symmetric\n2 2 2\n1 1 0 5\n2 1 3 4\n", PM_FIELD_COMPLEX,
     "2x2 (1,1)=0,5 (1,2)=3,4 (2,1)=3,4"},
    {MM "array complex symmetric\n2 2\n1 2\n3 4\n5 6\n", PM_FIELD_COMPLEX,
     "2x2 (1,1)=1,2 (1,2)=3,4 (2,1)=3,4 (2,2)=5,6"},
    {MM "coordinate complex skew-symmetric\n2 2 1\n2 1 3 4\n", PM_FIELD_COMPLEX,
     "2x2 (1,2)=-3,-4 (2,1)=3,4"},
    {MM "array complex skew-symmetric\n3 3\n1 2\n3 4\n5 6\n", PM_FIELD_COMPLEX,
     "3x3 (1,2)=-1,-2 (1,3)=-3,-4 (2,1)=1,2 (2,3)=-5,-6 (3,1)=3,4 (3,2)=5,6"},
    {MM "coordinate double general\n1 1 1\n1 1 2.5\n", PM_FIELD_REAL, "1x1 (1,1)=5/2"},
    {MM "array unsigned-integer general\n1 1\n25\n", PM_FIELD_INTEGER, "1x1 (1,1)=25"},
};

static const struct {
    const char *text, *words;
} bad[] = {
    /* the header */
    {"", ": the file is empty; it should begin with '%%MatrixMarket matrix"},
    {"\n", ": line 1: no Matrix Market file; it should begin with '%%MatrixMarket matrix"},
    {"1 2 3\n", ": line 1: no Matrix Market file"},
    {"%MatrixMarket matrix coordinate real general\n", ": line 1: the header begins with one '%'"},
    {"%%MatrixMarket\n", ": line 1: the header lacks its object; it is one of matrix"},
    {"%%MatrixMarket vector array real general\n",
     ": line 1: 'vector' is no object; it is one of matrix"},
    {MM "\n", ": line 1: the header lacks its format; it is one of coordinate, array"},
    {MM "sparse real general\n", ": line 1: 'sparse' is no format; it is one of"},
    {MM "coordinate\n", ": line 1: the header lacks its field; it is one of real, integer"},
    {MM "coordinate float general\n", ": line 1: 'float' is no field; it is one of"},
    {MM "coordinate real\n", ": line 1: the header lacks its symmetry; it is one of general"},
    {MM "coordinate real none\n", ": line 1: 'none' is no symmetry; it is one of"},
    {MM "coordinate real general 3\n", ": line 1: '3' is too much"},
    {MM "array pattern general\n", ": line 1: an array has values, a pattern has none"},
    {MM "coordinate pattern skew-symmetric\n", ": line 1: a pattern has no signs"},
    {MM "coordinate unsigned-integer skew-symmetric\n", ": line 1: unsigned values cannot be"},
    {MM "coordinate pattern hermitian\n", ": line 1: hermitian needs the field complex"},
    {MM "coordinate integer hermitian\n", ": line 1: hermitian needs the field complex"},
    {MM "array real hermitian\n", ": line 1: hermitian needs the field complex, not real"},
    /* the sizes */
    {REAL, ": line 1: the file ends before its sizes; a line 'rows columns entries'"},
    {REAL "% nothing\n\n", ": line 3: the file ends before its sizes"},
    {REAL "2 2\n", ": line 2: the number of entries is missing"},
    {REAL "2\n", ": line 2: the number of columns is missing"},
    {ARRAY "2\n", ": line 2: the number of columns is missing; the size line is 'rows columns'"},
    {ARRAY "2 2 4\n", ": line 2: '4' is too much; 'rows columns' is expected"},
    {REAL "2 2 4 4\n", ": line 2: '4' is too much"},
    {REAL "-2 2 1\n", ": line 2: '-2' is no number of rows"},
    {REAL "2 2.0 1\n", ": line 2: '2.0' is no number of columns"},
    {REAL "2 2 many\n", ": line 2: 'many' is no number of entries"},
    {REAL "2147483648 2 1\n", ": line 2: '2147483648' rows are too many; at most 2147483647"},
    {REAL "2 99999999999999999999999 1\n", ": line 2: '99999999999999999999999' columns are too"},
    {REAL "9 9 9999999999\n", ": line 2: '9999999999' entries are too many"},
    {ARRAY "99999 99999\n", ": line 2: 9999800001 entries are too many"},
    {REAL "0 5 1\n1 1 1\n", ": line 2: a 0 x 5 matrix has no place for entries"},
    {SYMMETRIC "2 3 1\n2 1 1\n", ": line 2: a 2 x 3 matrix cannot be symmetric"},
    {SKEW "3 2 1\n2 1 1\n", ": line 2: a 3 x 2 matrix cannot be skew-symmetric"},
    {HERMITIAN "3 2 1\n2 1 1 0\n", ": line 2: a 3 x 2 matrix cannot be hermitian"},
    /* how many entries */
    {REAL "2 2 2\n1 1 1\n", ": line 3: the file ends after 1 of 2 entries"},
    {REAL "2 2 2\n\n%\n", ": line 4: the file ends after 0 of 2 entries"},
    {REAL "2 2 2\n1 1 1\n2 2 1\n%\n2 1 1\n",
     ": line 6: more than the 2 entries that the sizes ann"},
    {REAL "2 2 0\n1 1 1\n", ": line 3: more than the 0 entries"},
    {ARRAY "2 2\n1\n2\n3\n", ": line 5: the file ends after 3 of 4 entries"},
    {ARRAY "1 1\n1\n2\n", ": line 4: more than the 1 entries that the sizes call for"},
    {MM "array real symmetric\n2 2\n1\n2\n2\n3\n", ": line 6: more than the 3 entries"},
    {MM "array real skew-symmetric\n2 2\n1\n2\n", ": line 4: more than the 1 entries"},
    /* entries */
    {REAL "2 2 1\n0 1 1\n", ": line 3: row 0 is below 1; indices count from 1, not 0"},
    {REAL "2 2 1\n1 0 1\n", ": line 3: column 0 is below 1"},
    {REAL "2 2 1\n-1 1 1\n", ": line 3: row -1 is below 1"},
    {REAL "67 67 1\n3 70 1\n", ": line 3: column 70 exceeds 67"},
    {REAL "2 3 1\n3 1 1\n", ": line 3: row 3 exceeds 2"},
    {REAL "2 3 1\n99999999999999999999 1 1\n", ": line 3: row 9223372036854775807 exceeds 2"},
    {REAL "2 2 1\n1.0 1 1\n", ": line 3: '1.0' is no row number; 'row column value'"},
    {REAL "2 2 1\n1 x 1\n", ": line 3: 'x' is no column number"},
    {REAL "2 2 1\n1\n", ": line 3: the column is missing"},
    {REAL "2 2 1\n1 2\n", ": line 3: the value is missing; 'row column value' is expected"},
    {REAL "2 2 1\n1 2 3 4\n", ": line 3: '4' is too much; 'row column value' is expected"},
    {REAL "2 2 1\n1 2 3 % three\n", ": line 3: '%' is too much"},
    {REAL "2 2 1\n1 2 nan\n", ": line 3: 'nan' is not a finite number"},
    {REAL "2 2 1\n1 2 -Inf\n", ": line 3: '-Inf' is not a finite number"},
    {REAL "2 2 1\n1 2 1e999999\n", ": line 3: '1e999999' has an exponent beyond 20000"},
    {REAL "2 2 1\n1 2 1.2.3\n", ": line 3: '1.2.3' is not a number"},
    {REAL "2 2 1\n1 2 0x10\n", ": line 3: '0x10' is not a number"},
    {REAL "2 2 1\n1 2 1/0\n", ": line 3: '1/0' divides by zero"},
    {INTEGER "2 2 1\n1 2 1.5\n", ": line 3: '1.5' is no integer, as the header promises"},
    {INTEGER "2 2 1\n1 2 1e3\n", ": line 3: '1e3' is no integer"},
    {INTEGER "2 2 1\n1 2 4/2\n", ": line 3: '4/2' is no integer"},
    {MM "array unsigned-integer general\n1 1\n-1\n", ": line 3: '-1' is negative"},
    {PATTERN "2 2 1\n1 2 1\n", ": line 3: '1' is too much; 'row column' is expected"},
    {COMPLEX "2 2 1\n1 2 1\n", ": line 3: the value is missing; 'row column re im'"},
    {COMPLEX "2 2 1\n1 2 1 2 3\n", ": line 3: '3' is too much; 'row column re im'"},
    {COMPLEX "2 2 1\n1 2 1 inf\n", ": line 3: 'inf' is not a finite number"},
    {ARRAY "2 2\n1 2\n3 4\n", ": line 3: '2' is too much; one value is expected"},
    {MM "array complex general\n1 1\n1\n", ": line 3: the value is missing; 're im'"},
    {SYMMETRIC "2 2 1\n1 2 1\n", ": line 3: entry (1, 2) lies above the diagonal of a symmetric"},
    {SKEW "2 2 1\n1 2 1\n", ": line 3: entry (1, 2) lies above the diagonal of a skew-symmetric"},
    {SKEW "2 2 1\n2 2 1\n", ": line 3: diagonal entry (2, 2) of a skew-symmetric matrix must be 0"},
    {HERMITIAN "2 2 1\n2 2 1 1\n",
     ": line 3: diagonal entry (2, 2) of a hermitian matrix must be real"},
    {MM "array complex hermitian\n1 1\n1 1\n", ": line 3: diagonal entry (1, 1) of a hermitian"},
    {REAL "2 2 1\n1 2 \033[31m\n", ": line 3: '\\x1b[31m' is not a number"},
};

/* The matrix in the notation of the table above.  The caller frees it. */
static char *describe(const struct pm_matrix *a)
{
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    fprintf(out, "%dx%d", a->rows, a->cols);
    PM_EACH_ENTRY(a, i, k) {
        char *const re = fmpq_get_str(NULL, 10, a->re + k);
        fprintf(out, " (%d,%d)=%s", i + 1, a->col[k] + 1, re);
        flint_free(re);
        if (a->im == NULL)
            continue;
        char *const im = fmpq_get_str(NULL, 10, a->im + k);
        fprintf(out, ",%s", im);
        flint_free(im);
    }
    fclose(out);
    return text;
}

/* The end of a text on one printable line, for the name of a test point. */
static const char *title(char buffer[64], const char *text)
{
    const size_t length = strlen(text);

    snprintf(buffer, 64, "%s", text + (length > 60 ? length - 60 : 0));
    for (char *c = buffer; *c != '\0'; c++)
        *c = *c < ' ' || *c == '#' ? '|' : *c;
    return buffer;
}

static void test_good(struct test *t, const struct scratch *s)
{
    char name[64];

    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        for (int packed = 0; packed < 2; packed++) {
            pm_problem *problem = NULL;

            scratch_write(s, good[k].text, strlen(good[k].text), packed);
            if (pm_problem_read_mtx(&problem, s->path) != PM_OK) {
                CHECK(t, false, "%s: %s", title(name, good[k].text), pm_message());
                continue;
            }
            char *const matrix = describe(problem->a);
            CHECK(t, strcmp(matrix, good[k].matrix) == 0 && problem->field == good[k].field,
                  "%s%s -> %s", title(name, good[k].text), packed ? " packed" : "", matrix);
            free(matrix);
            pm_problem_free(problem);
        }
}

static void test_bad(struct test *t, const struct scratch *s)
{
    char name[64], message[256];

    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        pm_problem *problem = NULL;

        scratch_write(s, bad[k].text, strlen(bad[k].text), false);
        const pm_status status = pm_problem_read_mtx(&problem, s->path);
        const size_t length = strlen(s->path);
        snprintf(message, sizeof message, "%s", status == PM_OK ? "" : pm_message());
        CHECK(t,
              status == PM_INPUT && problem == NULL && strncmp(message, s->path, length) == 0 &&
                  strncmp(message + length, bad[k].words, strlen(bad[k].words)) == 0,
              "%s -> %s", title(name, bad[k].text), message);
        pm_problem_free(problem);
    }
}

/* ------------------------------------------------------------------ the rest */

/* A file that is cut anywhere is an error, unless only the last line end or the last digits are
 * missing. */
static void test_cuts(struct test *t, const struct scratch *s)
{
    static const char text[] = COMPLEX "% cut\n3 3 3\n1 1 1.5 2\n2 2 -3 4e2\n3 3 5 6\n";
    const size_t size = sizeof text - 1;
    int accepted = 0;

    for (size_t cut = 0; cut < size; cut++) {
        pm_problem *problem = NULL;
        scratch_write(s, text, cut, cut % 2);
        const pm_status status = pm_problem_read_mtx(&problem, s->path);
        accepted += status != PM_INPUT;
        pm_problem_free(problem);
    }
    CHECK(t, accepted == 1, "of %zu cuts, only the one before the last line end is read", size);
}

/* The sizes in the header are checked against the memory limit before entries are read. */
static void test_memory(struct test *t, const struct scratch *s)
{
    static const struct {
        const char *text, *words;
        pm_status status;
    } cases[] = {
        {PATTERN "2000000000 2000000000 1\n1 1\n", ": line 2: 2000000000 rows, ", PM_NOMEM},
        {PATTERN "3 3 2000000000\n1 1\n", ": line 2: 3 rows, 3 columns, 2000000000 en", PM_NOMEM},
        {ARRAY "40000 40000\n1\n", ": line 2: 40000 rows, ", PM_NOMEM},
        {REAL "9 9 8\n1 1 1e19999\n1 2 1e19999\n1 3 1e19999\n1 4 1e19999\n1 5 1e19999\n"
              "1 6 1e19999\n1 7 1e19999\n1 8 1e19999\n",
         ": line 10: what is read up to here needs more", PM_NOMEM},
        {REAL "9 9 2\n1 1 1e19999\n1 2 1e19999\n", "", PM_OK},
        {PATTERN "2000 2000 1\n1 1\n", "", PM_OK},
    };
    const pm_graph_options options = {.size = sizeof options, .format = "mtx", .memory = 60000};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pm_problem *problem = NULL;
        pm_problem_reader *reader = NULL;
        scratch_write(s, cases[k].text, strlen(cases[k].text), false);
        pm_status status = pm_problem_open(&reader, s->path, &options);
        PM_THEN(status, pm_problem_next(&problem, reader));
        CHECK(t,
              status == cases[k].status &&
                  (status == PM_OK || strstr(pm_message(), cases[k].words) != NULL),
              "within 60000 bytes: %s", status == PM_OK ? "read" : pm_message());
        pm_problem_free(problem);
        pm_problem_close(reader);
    }
}

static void test_standard_input(struct test *t, const struct scratch *s)
{
    pm_problem *problem = NULL;

    scratch_write(s, good[0].text, strlen(good[0].text), true);
    const int saved = dup(STDIN_FILENO), other = open(s->path, O_RDONLY);
    dup2(other, STDIN_FILENO);
    CHECK(t, pm_problem_read_mtx(&problem, "-") == PM_OK && pm_problem_entries(problem) == 3,
          "standard input");
    pm_problem_free(problem);
    CHECK(t,
          pm_problem_read_mtx(&problem, "-") == PM_INPUT &&
              strncmp(pm_message(), "standard input: the file is empty", 33) == 0,
          "standard input, used up");
    dup2(saved, STDIN_FILENO);
    close(saved);
    close(other);
    CHECK(t,
          pm_problem_read_mtx(&problem, "no/such.mtx") == PM_IO &&
              strcmp(pm_message(), "no/such.mtx: No such file or directory") == 0,
          "a missing file");
}

/* ------------------------------------------------------------ the collection */

/* Checks the file of one row "| group/name | n | nnz | ..." in the table of the collection. */
static void test_collected(struct test *t, const char *folder, const char *row)
{
    char name[80], path[4096];
    pm_problem *problem = NULL;
    int n, nnz;

    if (sscanf(row, "| %*[^/|]/%79[^ |] | %d | %d |", name, &n, &nnz) != 3)
        return;
    snprintf(path, sizeof path, "%s/%s.mtx", folder, name);
    const bool ok = pm_problem_read_mtx(&problem, path) == PM_OK;
    CHECK(t,
          ok && problem->a->rows == n && problem->a->cols == n && pm_matrix_nnz(problem->a) == nnz,
          "%s: n = %d, nnz = %d%s%s", name, n, nnz, ok ? "" : ": ", ok ? "" : pm_message());
    pm_problem_free(problem);
}

static void test_collection(struct test *t)
{
    const char *const folder = getenv("PM_DATA");
    char path[4096], row[1024];
    const int before = t->points;

    snprintf(path, sizeof path, "%s/README.md", folder != NULL ? folder : "");
    FILE *const table = folder != NULL ? fopen(path, "r") : NULL;
    if (table == NULL) {
        test_skip(t, "NO SPARSE COLLECTION: %s (set PM_DATA)",
                  folder != NULL ? path : "PM_DATA is not set");
        return;
    }
    while (fgets(row, sizeof row, table) != NULL)
        test_collected(t, folder, row);
    fclose(table);
    CHECK(t, t->points > before, "%s lists %d matrices", path, t->points - before);
}

int main(void)
{
    struct test t = {0};
    struct scratch s;

    scratch_init(&s);
    test_good(&t, &s);
    test_bad(&t, &s);
    test_cuts(&t, &s);
    test_memory(&t, &s);
    test_standard_input(&t, &s);
    scratch_clear(&s);
    test_collection(&t);
    return test_done(&t);
}
