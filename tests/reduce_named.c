/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reductions of matrices with a known permanent: large ones that the rules solve, proofs that the
 * permanent is 0, matrices without rows; the same for graphs; and the names of rules. */
#include "brute.h"
#include "reduce/reduce.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------- named matrices */

/* A band: value(i, d) at (i, i + d) for -1 <= d <= 1. */
static struct pm_matrix *band(int n, int (*value)(int i, int d))
{
    struct pm_matrix *a;
    int k = 0;

    test_need(pm_matrix_new(&a, n, n, 3 * n, false));
    for (int i = 0; i < n; i++) {
        a->start[i] = k;
        for (int d = -1; d <= 1; d++)
            if (i + d >= 0 && i + d < n && value(i, d) != 0) {
                a->col[k] = i + d;
                fmpq_set_si(a->re + k++, value(i, d), 1);
            }
    }
    a->start[n] = k;
    return a;
}

/* The first row is 3, the first column 1, the diagonal 2, and entry (0, 0) is 1. */
static struct pm_matrix *arrow(int n)
{
    struct pm_matrix *a;
    int k = n;

    test_need(pm_matrix_new(&a, n, n, 3 * n - 2, false));
    for (int j = 0; j < n; j++) {
        a->col[j] = j;
        fmpq_set_si(a->re + j, j ? 3 : 1, 1);
    }
    for (int i = 1; i < n; i++) {
        a->start[i] = k;
        fmpq_one(a->re + k++);
        a->col[k] = i;
        fmpq_set_si(a->re + k++, 2, 1);
    }
    return a;
}

static int band_identity(int i, int d)
{
    return i >= 0 && d == 0;
}

static int band_ones(int i, int d)
{
    return i >= 0 && d >= -1;
}

static int band_triangle(int i, int d)
{
    return d == 0 ? 1 + (i & 1) : d < 0 ? 5 : 0;
}

static long rank_one(int i, int j, int n)
{
    (void)n;
    return (i + 1) * (j + 1);
}

/* 2 3 . . / 4 5 . . / 1 1 2 3 / 1 1 4 5 */
static long two_blocks(int i, int j, int n)
{
    (void)n;
    return i / 2 == j / 2 ? 2 * (i % 2) + j % 2 + 2 : i > j;
}

/* Six rows and columns, where rows 2 4 5 have entries only in columns 1 and 3. */
static long hall(int i, int j, int n)
{
    (void)n;
    return i == 1 || i == 3 || i == 4 ? j == 0 || j == 2 : 1;
}

static long no_column_two(int i, int j, int n)
{
    (void)n;
    return i >= 0 && j != 1;
}

/* Removing row 1 makes column 2 a difference of equal numbers, which is 0. */
static long cancelling(int i, int j, int n)
{
    (void)n;
    static const int a[3][3] = {{1, -1, 0}, {2, 2, 3}, {5, 5, 1}};
    return a[i][j];
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static unsigned only(const char *rule)
{
    unsigned set = 0;
    return pm_rules_parse(&set, rule, NULL) == PM_OK ? set : 0;
}

/* Checks that the rules leave only a factor, quickly; returns it modulo a prime. */
static ulong dissolves(struct test *t, struct pm_matrix *a, const char *rules, const char *what)
{
    const ulong prime = 1000000007;
    struct pm_reduction r;
    const double start = seconds();
    ulong residue = 0;

    CHECK(t, pm_reduce(&r, a, PM_PERMANENT, only(rules)) == PM_OK, "%s by %s", what, rules);
    CHECK(t, r.cores == 0 && !r.zero, "%s leaves no core", what);
    printf("# %s: %.2f s, %zu steps, %s\n", what, seconds() - start, r.steps, r.step[0].note);
    residue = fmpz_fdiv_ui(fmpq_numref(r.factor.re), prime);
    pm_reduce_clear(&r);
    pm_matrix_free(a);
    return residue;
}

static void test_large(struct test *t)
{
    enum { N = 100000 };
    ulong f[2] = {1, 1};

    CHECK(t, dissolves(t, band(1000000, band_identity), "all", "identity 1e6") == 1,
          "the factor is 1");
    CHECK(t, dissolves(t, band(N, band_identity), "degree", "identity 1e5") == 1,
          "the factor is 1");
    for (int i = 1; i < N; i++) {
        const ulong sum = (f[0] + f[1]) % 1000000007;
        f[0] = f[1];
        f[1] = sum;
    }
    /* per of the tridiagonal matrix of ones is Fibonacci(n + 1) (Minc, Permanents, 1978) */
    CHECK(t, dissolves(t, band(N, band_ones), "all", "tridiagonal 1e5") == f[1],
          "the factor is Fibonacci(N + 1)");
    /* per = 2^(N-1) + (N-1) 3 2^(N-2), by expansion along the first row */
    ulong power = 1;
    for (int i = 0; i < N - 2; i++)
        power = 2 * power % 1000000007;
    CHECK(t, dissolves(t, arrow(N), "all", "arrow 1e5") == power * (3 * N - 1) % 1000000007,
          "the factor is that of the expansion");
    power = 1;
    for (int i = 0; i < N / 2; i++) /* the diagonal is 1, 2, 1, 2, ... */
        power = 2 * power % 1000000007;
    CHECK(t, dissolves(t, band(N, band_triangle), "dm", "triangle 1e5") == power,
          "the factor is 2^(N/2)");
}

static void test_named(struct test *t)
{
    struct pm_reduction r;
    struct pm_matrix *a = brute_from(4, 4, two_blocks);

    pm_reduce(&r, a, PM_PERMANENT, only("dm"));
    CHECK(t, r.cores == 2 && r.core[0]->rows == 2 && pm_matrix_nnz(r.core[1]) == 4 && r.steps == 1,
          "block triangular: two blocks");
    CHECK(t,
          strcmp(r.step[0].note,
                 "4 x 4, 12 entries -> 2 blocks, largest 2 x 2; 4 entries dropped") == 0,
          "its note: %s", r.step[0].note);
    pm_reduce_clear(&r);
    pm_matrix_free(a);
    a = brute_from(5, 5, rank_one);
    pm_reduce(&r, a, PM_PERMANENT, only("lines,scale"));
    CHECK(t, r.cores == 1 && fmpq_equal_si(r.factor.re, 120 * 120), "rank one: all ones are left");
    CHECK(t, r.cores == 1 && fmpq_is_one(r.core[0]->re + 24), "rank one: entry 1");
    pm_reduce_clear(&r);
    pm_matrix_free(a);
    a = brute_from(3, 3, cancelling);
    pm_reduce(&r, a, PM_PERMANENT, only("degree"));
    CHECK(t, r.zero && r.cores == 0 && r.steps == 1, "cancellation proves 0: %s", r.step[0].note);
    pm_reduce_clear(&r);
    pm_matrix_free(a);
}

/* The reason that the matrix has the permanent 0, which the caller must free; NULL: there is none.
 */
static char *reason(const struct pm_matrix *a)
{
    pm_problem *const problem = brute_problem(a, PM_FIELD_INTEGER);
    char *why;

    test_need(pm_problem_why(&why, problem));
    pm_problem_free(problem);
    return why;
}

static void check_zero(struct test *t, struct pm_matrix *a, const char *want)
{
    struct pm_reduction r;
    char *const why = reason(a);

    pm_reduce(&r, a, PM_PERMANENT, only("all"));
    CHECK(t, r.zero && r.steps == 1 && why != NULL && strcmp(why, want) == 0, "%s", want);
    pm_reduce_clear(&r);
    free(why);
    pm_matrix_free(a);
}

/* Reads "rows 3, 7" or "column 5" at *text; returns the lines as a bit set. */
static unsigned read_lines(const char **text, bool *cols)
{
    unsigned set = 0;

    *cols = strncmp(*text, "column", 6) == 0;
    *text += strcspn(*text, " ");
    do {
        set |= 1u << (strtol(*text + 1, (char **)text, 10) - 1);
    } while (**text == ',' || (**text == ' ' && (*text)[1] >= '0' && (*text)[1] <= '9'));
    return set;
}

/* True if the note names lines whose entries all lie in fewer crossing lines. */
static bool violates(const char *note, const struct pm_matrix *a)
{
    bool cols, other;
    const unsigned lines = read_lines(&note, &cols);
    unsigned cross = 0;

    if (strncmp(note, " meet only ", 11) == 0) {
        note += 11;
        cross = read_lines(&note, &other);
        if (other == cols)
            return false;
    } else if (strcmp(note, " is empty") != 0) {
        return false;
    }
    PM_EACH_ENTRY(a, i, k) {
        const int line = cols ? a->col[k] : i, crossing = cols ? i : a->col[k];
        if (lines >> line & 1 && !(cross >> crossing & 1))
            return false;
    }
    return __builtin_popcount(lines) > __builtin_popcount(cross);
}

static void test_hall(struct test *t)
{
    uint64_t seed = 5;
    int found = 0, bad = 0;

    check_zero(t, brute_from(6, 6, hall), "rows 2, 4, 5 meet only columns 1, 3");
    check_zero(t, brute_from(4, 4, no_column_two), "column 2 is empty");
    for (int trial = 0; trial < 3000; trial++) {
        const int m = test_between(&seed, 1, 10), more = test_between(&seed, 0, 2);
        const int percent = test_between(&seed, 10, 35);
        struct pm_matrix *const a = brute_random(&seed, m, m + more, percent, BRUTE_PATTERN);
        struct pm_rewrite w;
        char *const why = reason(a);
        pm_rewrite_init(&w);
        pm_dm_apply(&w, a);
        found += w.zero;
        bad += w.zero != (why != NULL) || (w.zero && !violates(why, a));
        pm_rewrite_clear(&w);
        free(why);
        pm_matrix_free(a);
    }
    CHECK(t, found > 100 && bad == 0, "Hall violators: %d, bad %d", found, bad);
}

static void check_small(struct test *t, int rows, int cols, int percent, unsigned rules, bool zero)
{
    uint64_t seed = 1;
    struct pm_matrix *const a = brute_random(&seed, rows, cols, percent, BRUTE_PATTERN);
    struct pm_reduction r;

    CHECK(t, pm_reduce(&r, a, PM_PERMANENT, rules) == PM_OK, "%d x %d under rules %#x", rows, cols,
          rules);
    CHECK(t, r.zero == zero && r.cores == 0, "is %s", zero ? "0" : "a factor");
    CHECK(t, zero || fmpq_equal_si(r.factor.re, rows ? cols : 1), "factor");
    pm_reduce_clear(&r);
    pm_matrix_free(a);
}

static void test_empty(struct test *t)
{
    for (unsigned rules = 0; rules < 16; rules += 15) {
        check_small(t, 0, 0, 0, rules, false);
        check_small(t, 0, 5, 0, rules, false);
        check_small(t, 1, 1, 0, rules, true);
        check_small(t, 1, 1, 100, rules, false);
        check_small(t, 1, 7, 100, rules, false);
    }
}

/* The rules for permanents in the set, as bits: dm, degree, lines, scale, split. */
static unsigned names_of(unsigned set)
{
    static const char *const names[] = {"dm", "degree", "lines", "scale", "split"};
    unsigned named = 0;

    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        named |= (unsigned)pm_rules_have(set, names[k]) << k;
    return named;
}

static void test_parse(struct test *t)
{
    unsigned set = 0;

    CHECK(t, pm_rules_parse(&set, NULL, NULL) == PM_OK && names_of(set) == 31, "all by default");
    CHECK(t, pm_rules_parse(&set, "none", NULL) == PM_OK && set == 0, "none");
    CHECK(t, pm_rules_parse(&set, "dm,scale", NULL) == PM_OK && names_of(set) == 9, "dm,scale");
    CHECK(t, pm_rules_parse(&set, NULL, "split,dm") == PM_OK && names_of(set) == 14, "all but two");
    CHECK(t, pm_rules_parse(&set, "all,none,all", NULL) == PM_OK && names_of(set) == 31, "all");
    CHECK(t, pm_rules_parse(&set, "all", "all") == PM_OK && set == 0, "all but all");
    CHECK(t, pm_rules_parse(&set, "dm,foo", NULL) == PM_INPUT && strstr(pm_message(), "'foo'"),
          "unknown: %s", pm_message());
    CHECK(t, pm_rules_parse(&set, "", NULL) == PM_INPUT && set == 0, "an empty word");
    CHECK(t,
          pm_rules_parse(&set, "degree", NULL) == PM_OK && pm_rules_have(set, "degree") &&
              !pm_rules_have(set, "dm"),
          "members");
}

/* ---------------------------------------------------------------- named graphs */

static bool lettered_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const char edge[] = {(char)('a' + i), (char)('a' + j), '\0'};
    const char turned[] = {edge[1], edge[0], '\0'};

    (void)im;
    fmpq_one(re);
    return strstr(context, edge) != NULL || strstr(context, turned) != NULL;
}

/* Edges are pairs of letters. */
static struct pm_matrix *graph(int n, const char *edges)
{
    return brute_made(n, n, false, lettered_place, (void *)edges);
}

static void test_notes(struct test *t)
{
    static const struct {
        int n;
        const char *edges, *rules, *words;
    } rows[] = {
        {3, "ab bc ca", "all", "3 vertices, an odd number"},
        /* Two triangles joined by an edge, which every perfect matching contains. */
        {6, "ab bc ca de ef fd ad", "edmonds", "6 vertices, 7 edges: 4 edges are in no perfect"},
    };
    struct pm_reduction r;
    unsigned rules;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct pm_matrix *const a = graph(rows[k].n, rows[k].edges);
        test_need(pm_rules_parse(&rules, rows[k].rules, NULL));
        test_need(pm_reduce(&r, a, PM_HAFNIAN, rules));
        CHECK(t, r.steps == 1 && strstr(r.step[0].note, rows[k].words) != NULL, "%s: %s",
              rows[k].edges, r.steps > 0 ? r.step[0].note : "no step");
        pm_reduce_clear(&r);
        pm_matrix_free(a);
    }
}

/* A hub with N spokes on a path: many merges in a row must take nearly linear time. */
static void test_long(struct test *t)
{
    enum { N = 200000 };
    struct pm_triplets tr;
    struct pm_matrix *a = NULL;
    struct pm_reduction r;
    unsigned rules;
    fmpq_t one;

    fmpq_init(one);
    fmpq_one(one);
    pm_triplets_init(&tr, N + 2, N + 2, false);
    for (int v = 0; v < N; v++) { /* hub N, joined to 0 .. N - 1; path 0 .. N - 1, N + 1 */
        pm_triplets_add(&tr, v, N, one, NULL);
        pm_triplets_add(&tr, N, v, one, NULL);
        const int w = v + 1 < N ? v + 1 : N + 1;
        pm_triplets_add(&tr, v, w, one, NULL);
        pm_triplets_add(&tr, w, v, one, NULL);
    }
    test_need(pm_matrix_from_triplets(&a, &tr));
    test_need(pm_rules_parse(&rules, "degree", NULL));
    /* The hub is matched with one of the vertices at odd distance from the end.  The rest is a
     * path. */
    CHECK(t,
          pm_reduce(&r, a, PM_HAFNIAN, rules) == PM_OK && r.cores == 0 &&
              fmpz_cmp_ui(fmpq_numref(r.factor.re), N / 2) == 0,
          "a hub with %d spokes on a path", N);
    pm_reduce_clear(&r);
    pm_matrix_free(a);
    pm_triplets_clear(&tr);
    fmpq_clear(one);
}

/* Rank one and exceptions at random places, at most one in each line; some of them are 0. */
static struct pm_matrix *exceptional(uint64_t *seed, int n)
{
    struct pm_triplets tr;
    struct pm_matrix *a;
    int u[8], v[8], column[8];
    fmpq_t x;

    fmpq_init(x);
    pm_triplets_init(&tr, n, n, false);
    for (int i = 0; i < n; i++) {
        u[i] = test_between(seed, 1, 9) * (test_between(seed, 0, 3) == 0 ? -1 : 1);
        v[i] = test_between(seed, 1, 9);
        column[i] = i;
    }
    for (int i = 0; i < n; i++) {
        const int with = test_between(seed, i, n - 1), kept = column[i];
        column[i] = column[with];
        column[with] = kept;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const bool other = j == column[i] && test_between(seed, 0, 2) > 0;
            fmpq_set_si(x, other ? test_between(seed, -3, 3) : u[i] * v[j], 6);
            test_need(pm_triplets_add(&tr, i, j, x, NULL));
        }
    test_need(pm_matrix_from_triplets(&a, &tr));
    pm_triplets_clear(&tr);
    fmpq_clear(x);
    return a;
}

static void test_rank_one(struct test *t)
{
    uint64_t seed = 5;
    int wrong = 0, solved = 0;
    struct pm_gauss value;
    struct pm_reduction r;

    pm_gauss_init(&value);
    for (int round = 0; round < 200; round++) {
        struct pm_matrix *const a = exceptional(&seed, test_between(&seed, 5, 8));
        test_need(pm_reduce(&r, a, PM_PERMANENT, only("rank1")));
        brute_value(&value, a, PM_PERMANENT);
        solved += r.steps == 1 && r.cores == 0;
        wrong +=
            r.steps == 1 && !(r.zero ? fmpq_is_zero(value.re) : pm_gauss_equal(&r.factor, &value));
        pm_reduce_clear(&r);
        pm_matrix_free(a);
    }
    CHECK(t, solved > 190 && wrong == 0, "rank one and exceptions: %d solved, %d wrong", solved,
          wrong);
    struct pm_matrix *const a = brute_bordered(&value, &seed, 60);
    test_need(pm_reduce(&r, a, PM_PERMANENT, only("rank1")));
    CHECK(t, r.cores == 0 && pm_gauss_equal(&r.factor, &value),
          "rank one and diagonal of order 60");
    pm_reduce_clear(&r);
    pm_matrix_free(a);
    pm_gauss_clear(&value);
}

int main(void)
{
    struct test t = {0};

    test_parse(&t);
    test_empty(&t);
    test_named(&t);
    test_hall(&t);
    test_large(&t);
    test_rank_one(&t);
    test_notes(&t);
    test_long(&t);
    return test_done(&t);
}
