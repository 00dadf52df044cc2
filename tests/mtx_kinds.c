/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix Market files of every format x field x symmetry, against a dense matrix that the test
 * makes itself.  If $PM_DATA holds the collection, its matrices against the sizes in its README.md.
 */
#include "read/mtx.h"
#include "scratch.h"
#include "test.h"

#include <errno.h>

enum { LARGEST = 7 };

/* A dense matrix in quarters: entry (i, j) is (re + im i) / 4. */
struct dense {
    int rows, cols;
    int re[LARGEST][LARGEST], im[LARGEST][LARGEST];
};

/* The field's name in the header, and which values it has. */
static const struct combination {
    const char *name;
    int step;         /* numerators are multiples of it: 4 for integers */
    bool parts, ones; /* has imaginary parts; has only 0 and 1 */
} kinds[] = {
    {"real", 1, false, false},
    {"integer", 4, false, false},
    {"complex", 1, true, false},
    {"pattern", 4, false, true},
};

static int random_part(uint64_t *seed, const struct combination *kind)
{
    if (test_between(seed, 0, 2) == 0)
        return 0;
    return kind->ones ? 4 : kind->step * test_between(seed, -9, 9);
}

/* A random matrix with the symmetry of that first letter (s, k, h; g for none). */
static void random_dense(struct dense *d, uint64_t *seed, const struct combination *kind,
                         char symmetry)
{
    d->rows = test_between(seed, 0, LARGEST);
    d->cols = symmetry == 'g' ? test_between(seed, 0, LARGEST) : d->rows;
    for (int i = 0; i < d->rows; i++)
        for (int j = 0; j < d->cols; j++) {
            d->re[i][j] = random_part(seed, kind);
            d->im[i][j] = kind->parts ? random_part(seed, kind) : 0;
        }
    for (int i = 0; i < d->rows && symmetry != 'g'; i++)
        for (int j = 0; j <= i; j++) {
            if (symmetry == 'k' && i == j)
                d->re[i][i] = d->im[i][i] = 0;
            if (symmetry == 'h' && i == j)
                d->im[i][i] = 0;
            d->re[j][i] = symmetry == 'k' ? -d->re[i][j] : d->re[i][j];
            d->im[j][i] = symmetry == 's' ? d->im[i][j] : -d->im[i][j];
        }
}

/* Writes one value as the field requires. */
static void write_value(FILE *out, const struct dense *d, const struct combination *kind, int i,
                        int j)
{
    if (!kind->ones)
        fprintf(out, " %.*f", kind->step == 4 ? 0 : 2, d->re[i][j] / 4.0);
    if (kind->parts)
        fprintf(out, " %.2f", d->im[i][j] / 4.0);
    fputc('\n', out);
}

static bool listed(char symmetry, int i, int j)
{
    return symmetry == 'g' || (symmetry == 'k' ? i > j : i >= j);
}

/* Writes the file of the matrix.  Arrays list all zeros, and coordinates list some, chosen at
 * random. */
static void write_dense(FILE *out, const struct dense *d, uint64_t *seed,
                        const struct combination *kind, char symmetry, bool array)
{
    bool chosen[LARGEST][LARGEST];
    int count = 0;

    for (int j = 0; j < d->cols; j++)
        for (int i = 0; i < d->rows; i++) {
            chosen[i][j] =
                listed(symmetry, i, j) && (array || d->re[i][j] != 0 || d->im[i][j] != 0 ||
                                           (!kind->ones && test_between(seed, 0, 3) == 0));
            count += chosen[i][j];
        }
    fprintf(out, "%d %d", d->rows, d->cols);
    if (!array)
        fprintf(out, " %d", count);
    fputc('\n', out);
    for (int j = 0; j < d->cols; j++)
        for (int i = 0; i < d->rows; i++) {
            if (chosen[i][j] && !array)
                fprintf(out, "%d %d", i + 1, j + 1);
            if (chosen[i][j])
                write_value(out, d, kind, i, j);
        }
}

static bool is_quarters(const fmpq *x, int quarters)
{
    fmpq_t y;

    fmpq_init(y);
    fmpq_set_si(y, quarters, 4);
    const bool equal = x != NULL ? fmpq_equal(x, y) : quarters == 0;
    fmpq_clear(y);
    return equal;
}

/* True if the matrix that was read has the same entries; entries that are not stored are 0. */
static bool same(const struct pm_matrix *a, const struct dense *d)
{
    if (a->rows != d->rows || a->cols != d->cols)
        return false;
    for (int i = 0; i < d->rows; i++)
        for (int j = 0, k = a->start[i]; j < d->cols; j++) {
            const bool stored = k < a->start[i + 1] && a->col[k] == j;
            if (stored != (d->re[i][j] != 0 || d->im[i][j] != 0) ||
                !is_quarters(stored ? a->re + k : NULL, d->re[i][j]) ||
                !is_quarters(stored && a->im != NULL ? a->im + k : NULL, d->im[i][j]))
                return false;
            k += stored;
        }
    return true;
}

/* True if one random file of that kind is read correctly. */
static bool one_combination(const struct scratch *s, uint64_t *seed, const struct combination *kind,
                            const char *symmetry, bool array)
{
    const char letter = strcmp(symmetry, "skew-symmetric") == 0 ? 'k' : symmetry[0];
    pm_problem *problem = NULL;
    struct dense d;
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    random_dense(&d, seed, kind, letter);
    fprintf(out, "%%%%MatrixMarket matrix %s %s %s\n", array ? "array" : "coordinate", kind->name,
            symmetry);
    write_dense(out, &d, seed, kind, letter, array);
    fclose(out);
    scratch_write(s, text, size, false);
    free(text);
    const bool ok = pm_problem_read_mtx(&problem, s->path) == PM_OK && same(problem->a, &d);
    pm_problem_free(problem);
    return ok;
}

static void test_combinations(struct test *t, const struct scratch *s)
{
    static const char *const names[] = {"general", "symmetric", "skew-symmetric", "hermitian"};
    uint64_t seed = 4711;

    for (int array = 0; array < 2; array++)
        for (int kind = 0; kind < 4; kind++)
            for (int symmetry = 0; symmetry < 4; symmetry++) {
                const struct combination *const c = &kinds[kind];
                int right = 0;

                if ((c->ones && (array || symmetry == 2)) || (symmetry == 3 && !c->parts))
                    continue; /* there is no such matrix; its header is among the bad ones */
                for (int k = 0; k < 50; k++)
                    right += one_combination(s, &seed, c, names[symmetry], array);
                CHECK(t, right == 50, "%s %s %s: %d of 50", array ? "array" : "coordinate", c->name,
                      names[symmetry], right);
            }
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
    const char *const named = getenv("PM_DATA");
    const char *const folder = named != NULL ? named : "../shared/data/suitesparse";
    char path[4096], row[1024];
    const int before = t->points;

    snprintf(path, sizeof path, "%s/README.md", folder);
    FILE *const table = fopen(path, "r");
    if (table == NULL) {
        test_skip(t, "NO SPARSE COLLECTION: %s: %s (set PM_DATA)", path, strerror(errno));
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
    test_combinations(&t, &s);
    scratch_clear(&s);
    test_collection(&t);
    return test_done(&t);
}
