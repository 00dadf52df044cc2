/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reductions against the definition of the permanent, and against the published sizes of the
 * SUPerman paper's sparse table where the matrices are at hand (environment PM_DATA). */
#include "reduce/edit.h"
#include "reduce/rule.h"

#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---------------------------------------------------------------- definition */

/* Sum over all injections of rows i.. into the columns not in `used`. */
static void by_definition(struct pm_gauss *sum, const struct pm_matrix *a, int i, unsigned used)
{
    struct pm_gauss rest, x;

    if (i == a->rows) {
        pm_gauss_set_si(sum, 1);
        return;
    }
    pm_gauss_init(&rest);
    pm_gauss_init(&x);
    pm_gauss_set_si(sum, 0);
    for (int k = a->start[i]; k < a->start[i + 1]; k++) {
        if (used >> a->col[k] & 1)
            continue;
        by_definition(&rest, a, i + 1, used | 1u << a->col[k]);
        pm_gauss_set_parts(&x, a->re + k, a->im ? a->im + k : NULL);
        pm_gauss_mul(&x, &x, &rest);
        pm_gauss_add(sum, sum, &x);
    }
    pm_gauss_clear(&rest);
    pm_gauss_clear(&x);
}

/* x times the permanents of the matrices. */
static void times_all(struct pm_gauss *x, struct pm_matrix *const *a, size_t count)
{
    struct pm_gauss per;

    pm_gauss_init(&per);
    for (size_t k = 0; k < count; k++) {
        by_definition(&per, a[k], 0, 0);
        pm_gauss_mul(x, x, &per);
    }
    pm_gauss_clear(&per);
}

/* ------------------------------------------------------------ random matrices */

enum values { ONES, SIGNED, RATIONAL, GAUSSIAN, KINDS };

static void random_value(fmpq *re, fmpq *im, enum values kind, uint64_t *seed)
{
    fmpq_zero(im);
    switch (kind) {
    case ONES:
        fmpq_set_si(re, 1, 1);
        return;
    case SIGNED:
        fmpq_set_si(re, test_between(seed, -3, 3), 1);
        return;
    case RATIONAL:
        fmpq_set_si(re, test_between(seed, -4, 4), (ulong)test_between(seed, 1, 6));
        return;
    default:
        fmpq_set_si(re, test_between(seed, -2, 2), (ulong)test_between(seed, 1, 2));
        fmpq_set_si(im, test_between(seed, -2, 2), 1);
        return;
    }
}

/* Density is percent / 100; now and then a row or column is a multiple of the one before. */
static struct pm_matrix *random_matrix(int rows, int cols, int percent, enum values kind,
                                       uint64_t *seed)
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    fmpq_t re, im, zero;

    fmpq_init(re);
    fmpq_init(im);
    fmpq_init(zero);
    pm_triplets_init(&t, rows, cols, true);
    const int twin =
        test_between(seed, 0, 3) == 0 && rows > 1 ? test_between(seed, 1, rows - 1) : 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            if (test_between(seed, 1, 100) > percent)
                continue;
            random_value(re, im, kind, seed);
            if (i != twin || twin == 0)
                pm_triplets_add(&t, i, j, re, im);
        }
    random_value(re, im, kind, seed);
    for (size_t k = 0, count = t.count; twin > 0 && k < count; k++)
        if (t.row[k] == twin - 1 && fmpq_is_zero(t.im + k)) {
            fmpq_mul(im, t.re + k, re);
            pm_triplets_add(&t, twin, t.col[k], im, zero);
        }
    if (pm_matrix_from_triplets(&a, &t) != PM_OK)
        exit(99);
    pm_triplets_clear(&t);
    fmpq_clear(re);
    fmpq_clear(im);
    fmpq_clear(zero);
    return a;
}

static struct pm_matrix *any_matrix(uint64_t *seed, bool square)
{
    const int rows = test_between(seed, 0, 6);
    const int cols = square ? rows : rows + test_between(seed, 0, 3);

    return random_matrix(rows, cols, test_between(seed, 10, 95),
                         (enum values)test_between(seed, 0, KINDS - 1), seed);
}

/* Members are consistent: starts and columns ascend, nothing is zero, im only where needed. */
static bool is_canonical(const struct pm_matrix *a)
{
    bool imaginary = a->im == NULL;

    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            if (a->col[k] < 0 || a->col[k] >= a->cols ||
                (k > a->start[i] && a->col[k] <= a->col[k - 1]))
                return false;
            if (fmpq_is_zero(a->re + k) && (a->im == NULL || fmpq_is_zero(a->im + k)))
                return false;
            imaginary |= a->im != NULL && !fmpq_is_zero(a->im + k);
        }
    return imaginary && a->start[0] == 0;
}

/* -------------------------------------------------------------------- exactness */

/* factor times cores is the permanent; the cores are canonical and left alone by every rule of the
 * set; after scale they are integral. */
static bool reduces_well(const struct pm_matrix *a, unsigned rules)
{
    struct pm_reduction r;
    struct pm_gauss want;
    bool good = true;

    if (pm_reduce(&r, a, PM_PERMANENT, rules) != PM_OK)
        return false;
    pm_gauss_init(&want);
    by_definition(&want, a, 0, 0);
    if (r.zero)
        good = r.cores == 0 && pm_gauss_is_zero(&r.factor);
    for (size_t k = 0; k < r.cores; k++) {
        good &= is_canonical(r.core[k]) && r.core[k]->rows > 1;
        good &= !pm_rules_have(rules, "scale") || pm_matrix_is_integer(r.core[k]);
        for (int rule = 0; pm_rules[rule].name != NULL; rule++) {
            struct pm_rewrite w;
            if (pm_rules[rule].planned || !(pm_rules[rule].kinds & PM_PERMANENT_BIT) ||
                !(rules & PM_RULE_BIT(rule)))
                continue;
            pm_rewrite_init(&w);
            good &= pm_rules[rule].apply(&w, r.core[k]) == PM_OK && !w.changed;
            pm_rewrite_clear(&w);
        }
    }
    times_all(&r.factor, r.core, r.cores);
    good &= pm_gauss_equal(&r.factor, &want);
    pm_gauss_clear(&want);
    pm_reduction_clear(&r);
    return good;
}

static void test_sets(struct test *t)
{
    uint64_t seed = 2;

    for (unsigned set = 0; set < 32; set++) {
        int bad = 0;
        for (int trial = 0; trial < 400; trial++) {
            struct pm_matrix *const a = any_matrix(&seed, trial & 1);
            bad += !reduces_well(a, set);
            pm_matrix_free(a);
        }
        CHECK(t, bad == 0, "rules %#x: factor times cores on 400 matrices (%d bad)", set, bad);
    }
}

/* A rule alone: its rewrite is exact, and it leaves its own outputs alone. */
static bool rewrites_well(int rule, const struct pm_matrix *a)
{
    struct pm_rewrite w, again;
    struct pm_gauss want;
    bool good;

    pm_gauss_init(&want);
    by_definition(&want, a, 0, 0);
    pm_rewrite_init(&w);
    good = pm_rules[rule].apply(&w, a) == PM_OK;
    for (size_t k = 0; k < w.count; k++) {
        pm_rewrite_init(&again);
        good &= is_canonical(w.out[k]);
        good &= pm_rules[rule].apply(&again, w.out[k]) == PM_OK && !again.changed;
        pm_rewrite_clear(&again);
    }
    if (w.zero)
        good &= w.changed && pm_gauss_is_zero(&want);
    else if (w.changed)
        times_all(&w.factor, w.out, w.count);
    if (w.changed)
        good &= w.note[0] != '\0' && (w.zero || pm_gauss_equal(&w.factor, &want));
    else
        good &= w.count == 0 && pm_gauss_is_one(&w.factor);
    pm_rewrite_clear(&w);
    pm_gauss_clear(&want);
    return good;
}

static void test_rules(struct test *t)
{
    uint64_t seed = 3;

    for (int rule = 0; pm_rules[rule].name != NULL; rule++) {
        int bad = 0;
        if (pm_rules[rule].planned || !(pm_rules[rule].kinds & PM_PERMANENT_BIT))
            continue;
        for (int trial = 0; trial < 3000; trial++) {
            struct pm_matrix *const a = any_matrix(&seed, trial & 1);
            bad += !rewrites_well(rule, a);
            pm_matrix_free(a);
        }
        CHECK(t, bad == 0, "%s alone on 3000 matrices (%d bad)", pm_rules[rule].name, bad);
    }
}

/* per = factor per(rest), the order stops where it should, and integers stay integers. */
static bool degree_well(const struct pm_matrix *a, int stop)
{
    struct pm_matrix *rest;
    struct pm_gauss factor, want;
    int steps;

    pm_gauss_init(&factor);
    pm_gauss_init(&want);
    by_definition(&want, a, 0, 0);
    bool good = pm_degree_reduce(&rest, &factor, a, stop, &steps) == PM_OK;
    const bool zero = pm_gauss_is_zero(&factor);
    good &= is_canonical(rest) && (!zero || rest->rows == 0);
    good &= zero || rest->rows == a->rows - steps;
    good &= rest->rows <= stop || rest->rows == 0 || pm_min_degree(rest) > 2;
    good &= !pm_matrix_is_integer(a) || pm_matrix_is_integer(rest);
    times_all(&factor, &rest, 1);
    good &= pm_gauss_equal(&factor, &want);
    pm_matrix_free(rest);
    pm_gauss_clear(&factor);
    pm_gauss_clear(&want);
    return good;
}

static bool splits_well(const struct pm_matrix *a)
{
    struct pm_matrix *kept = NULL, *merged = NULL;
    struct pm_gauss want, sum, x;
    const int least = pm_min_degree(a);

    if (least < 3)
        return pm_split(&kept, &merged, a) == PM_UNABLE && kept == NULL && merged == NULL;
    if (pm_split(&kept, &merged, a) != PM_OK)
        return false;
    pm_gauss_init(&want);
    pm_gauss_init(&sum);
    pm_gauss_init(&x);
    by_definition(&want, a, 0, 0);
    by_definition(&sum, kept, 0, 0);
    by_definition(&x, merged, 0, 0);
    pm_gauss_add(&sum, &sum, &x);
    const bool good = pm_gauss_equal(&sum, &want) && is_canonical(kept) && is_canonical(merged) &&
                      merged->rows == a->rows - 1 && kept->rows == a->rows - (least <= 4);
    pm_gauss_clear(&want);
    pm_gauss_clear(&sum);
    pm_gauss_clear(&x);
    pm_matrix_free(kept);
    pm_matrix_free(merged);
    return good;
}

static void test_planner(struct test *t)
{
    uint64_t seed = 4;
    int bad_degree = 0, bad_split = 0;

    for (int trial = 0; trial < 2000; trial++) {
        struct pm_matrix *const a = any_matrix(&seed, true);
        const int n = test_between(&seed, 3, 7);
        struct pm_matrix *const b =
            random_matrix(n, n, test_between(&seed, 60, 100),
                          (enum values)test_between(&seed, 0, KINDS - 1), &seed);
        bad_degree += !degree_well(a, test_between(&seed, 0, 6));
        bad_split += !splits_well(b);
        pm_matrix_free(a);
        pm_matrix_free(b);
    }
    CHECK(t, bad_degree == 0, "pm_degree_reduce on 2000 matrices (%d bad)", bad_degree);
    CHECK(t, bad_split == 0, "pm_split on 2000 matrices (%d bad)", bad_split);
}

/* ---------------------------------------------------------------- named matrices */

/* The matrix with a(i, j) = entry(i, j), an integer. */
static struct pm_matrix *named(int rows, int cols, int (*entry)(int i, int j))
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    fmpq_t x;

    fmpq_init(x);
    pm_triplets_init(&t, rows, cols, false);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            fmpq_set_si(x, entry(i, j), 1);
            pm_triplets_add(&t, i, j, x, NULL);
        }
    if (pm_matrix_from_triplets(&a, &t) != PM_OK)
        exit(99);
    pm_triplets_clear(&t);
    fmpq_clear(x);
    return a;
}

/* A band: value(i, d) at (i, i + d) for -1 <= d <= 1. */
static struct pm_matrix *band(int n, int (*value)(int i, int d))
{
    struct pm_matrix *a;
    int k = 0;

    if (pm_matrix_new(&a, n, n, 3 * n, false) != PM_OK)
        exit(99);
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

/* First row 3, first column 1, diagonal 2 (its first entry 1). */
static struct pm_matrix *arrow(int n)
{
    struct pm_matrix *a;
    int k = n;

    if (pm_matrix_new(&a, n, n, 3 * n - 2, false) != PM_OK)
        exit(99);
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

static int rank_one(int i, int j)
{
    return (i + 1) * (j + 1);
}

/* 2 3 . . / 4 5 . . / 1 1 2 3 / 1 1 4 5 */
static int two_blocks(int i, int j)
{
    return i / 2 == j / 2 ? 2 * (i % 2) + j % 2 + 2 : i > j;
}

/* Six dense rows and columns, but rows 2 4 5 meet only columns 1 and 3. */
static int hall(int i, int j)
{
    return i == 1 || i == 3 || i == 4 ? j == 0 || j == 2 : 1;
}

static int no_column_two(int i, int j)
{
    return i >= 0 && j != 1;
}

/* Column 2 becomes a difference of equals when row 1 goes: cancellation to 0. */
static int cancelling(int i, int j)
{
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

/* Reduces to nothing but a factor, quickly; returns it modulo a prime. */
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
    pm_reduction_clear(&r);
    pm_matrix_free(a);
    return residue;
}

static void test_large(struct test *t)
{
    enum { N = 100000 };
    ulong f[2] = {1, 1};

    CHECK(t, dissolves(t, band(1000000, band_identity), "all", "identity 1e6") == 1, "is 1");
    CHECK(t, dissolves(t, band(N, band_identity), "degree", "identity 1e5") == 1, "is 1");
    for (int i = 1; i < N; i++) {
        const ulong sum = (f[0] + f[1]) % 1000000007;
        f[0] = f[1];
        f[1] = sum;
    }
    /* per of the tridiagonal ones is Fibonacci(n + 1) (Minc, Permanents, 1978) */
    CHECK(t, dissolves(t, band(N, band_ones), "all", "tridiagonal 1e5") == f[1], "is Fibonacci");
    /* per = 2^(N-1) + (N-1) 3 2^(N-2), expanding by the first row */
    ulong power = 1;
    for (int i = 0; i < N - 2; i++)
        power = 2 * power % 1000000007;
    CHECK(t, dissolves(t, arrow(N), "all", "arrow 1e5") == power * (3 * N - 1) % 1000000007,
          "is as expanded");
    CHECK(t, dissolves(t, band(N, band_triangle), "dm", "triangle 1e5") != 0, "is a power of 2");
}

static void test_named(struct test *t)
{
    struct pm_reduction r;
    struct pm_matrix *a = named(4, 4, two_blocks);

    pm_reduce(&r, a, PM_PERMANENT, only("dm"));
    CHECK(t, r.cores == 2 && r.core[0]->rows == 2 && pm_matrix_nnz(r.core[1]) == 4 && r.steps == 1,
          "block triangular: two blocks");
    CHECK(t,
          strcmp(r.step[0].note,
                 "4 x 4, 12 entries -> 2 blocks, largest 2 x 2; 4 entries dropped") == 0,
          "its note: %s", r.step[0].note);
    pm_reduction_clear(&r);
    pm_matrix_free(a);
    a = named(5, 5, rank_one);
    pm_reduce(&r, a, PM_PERMANENT, only("lines,scale"));
    CHECK(t, r.cores == 1 && fmpq_equal_si(r.factor.re, 120 * 120), "rank one: all ones are left");
    CHECK(t, r.cores == 1 && fmpq_is_one(r.core[0]->re + 24), "rank one: entry 1");
    pm_reduction_clear(&r);
    pm_matrix_free(a);
    a = named(3, 3, cancelling);
    pm_reduce(&r, a, PM_PERMANENT, only("degree"));
    CHECK(t, r.zero && r.cores == 0 && r.steps == 1, "cancellation proves 0: %s", r.step[0].note);
    pm_reduction_clear(&r);
    pm_matrix_free(a);
}

static void check_zero(struct test *t, struct pm_matrix *a, const char *note)
{
    struct pm_reduction r;

    pm_reduce(&r, a, PM_PERMANENT, only("all"));
    CHECK(t, r.zero && r.steps == 1 && strcmp(r.step[0].note, note) == 0, "%s", r.step[0].note);
    pm_reduction_clear(&r);
    pm_matrix_free(a);
}

/* Reads "rows 3, 7" or "column 5" at *text; lines as a bit set. */
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

/* The note names lines whose entries all lie in fewer crossing lines. */
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
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
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

    check_zero(t, named(6, 6, hall), "rows 2, 4, 5 meet only columns 1, 3");
    check_zero(t, named(4, 4, no_column_two), "column 2 is empty");
    for (int trial = 0; trial < 3000; trial++) {
        const int m = test_between(&seed, 1, 10);
        struct pm_matrix *const a = random_matrix(m, m + test_between(&seed, 0, 2),
                                                  test_between(&seed, 10, 35), ONES, &seed);
        struct pm_rewrite w;
        pm_rewrite_init(&w);
        pm_dm_apply(&w, a);
        found += w.zero;
        bad += w.zero && !violates(w.note, a);
        pm_rewrite_clear(&w);
        pm_matrix_free(a);
    }
    CHECK(t, found > 100 && bad == 0, "Hall violators: %d, bad %d", found, bad);
}

static void check_small(struct test *t, int rows, int cols, int percent, unsigned rules, bool zero)
{
    uint64_t seed = 1;
    struct pm_matrix *const a = random_matrix(rows, cols, percent, ONES, &seed);
    struct pm_reduction r;

    CHECK(t, pm_reduce(&r, a, PM_PERMANENT, rules) == PM_OK, "%d x %d under rules %#x", rows, cols,
          rules);
    CHECK(t, r.zero == zero && r.cores == 0, "is %s", zero ? "0" : "a factor");
    CHECK(t, zero || fmpq_equal_si(r.factor.re, rows ? cols : 1), "factor");
    pm_reduction_clear(&r);
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

/* The rules for permanents that the set names, as bits: dm, degree, lines, scale, split. */
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
    CHECK(t, pm_rules_parse(&set, NULL, "split,dm") == PM_OK && names_of(set) == 14,
          "all but two");
    CHECK(t, pm_rules_parse(&set, "all", "all") == PM_OK && set == 0, "all but all");
    CHECK(t, pm_rules_have(14, "degree") && !pm_rules_have(14, "dm"), "members");
    CHECK(t, pm_rules_parse(&set, "dm,foo", NULL) == PM_INPUT && strstr(pm_message(), "'foo'"),
          "unknown: %s", pm_message());
    CHECK(t, pm_rules_parse(&set, "", NULL) == PM_INPUT && set == 0, "an empty word");
}

/* ------------------------------------------------------------------ paper's table */

/* A coordinate file, values as doubles; NULL if it is not there. */
static struct pm_matrix *read_plain(const char *name)
{
    char path[4096], line[4096];
    const char *const data = getenv("PM_DATA"), *const top = getenv("srcdir");
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    int rows, cols, entries;
    fmpq_t x;

    snprintf(path, sizeof path, "%s%s/%s.mtx",
             data  ? data
             : top ? top
                   : ".",
             data ? "" : "/../shared/data/suitesparse", name);
    FILE *const file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    if (fgets(line, sizeof line, file) == NULL)
        exit(99);
    const bool pattern = strstr(line, "pattern") != NULL, twice = strstr(line, "symmetric") != NULL;
    while (line[0] == '%')
        if (fgets(line, sizeof line, file) == NULL)
            exit(99);
    if (sscanf(line, "%d %d %d", &rows, &cols, &entries) != 3)
        exit(99);
    fmpq_init(x);
    fmpq_one(x);
    pm_triplets_init(&t, rows, cols, false);
    for (int k = 0, i, j; k < entries; k++) {
        double value = 1;
        if (fscanf(file, "%d %d", &i, &j) != 2 || (!pattern && fscanf(file, "%lf", &value) != 1))
            exit(99);
        if (value == 0)
            continue;
        pm_triplets_add(&t, i - 1, j - 1, x, NULL);
        if (twice && i != j)
            pm_triplets_add(&t, j - 1, i - 1, x, NULL);
    }
    fclose(file);
    if (pm_matrix_from_triplets(&a, &t) != PM_OK)
        exit(99);
    pm_triplets_clear(&t);
    fmpq_clear(x);
    return a;
}

struct leaves {
    long count, order, nnz;
};

/* The paper's DecompRyser: at most one matrix waits per level. */
static void walk(struct leaves *l, const struct pm_matrix *a)
{
    enum { ORDER = 30, DEGREE = 4 };
    struct pm_matrix *rest, *kept, *merged;
    struct pm_gauss factor;
    int steps;

    pm_gauss_init(&factor);
    if (pm_degree_reduce(&rest, &factor, a, ORDER, &steps) != PM_OK)
        exit(99);
    const bool zero = pm_gauss_is_zero(&factor);
    pm_gauss_clear(&factor);
    if (!zero && (rest->rows <= ORDER || pm_min_degree(rest) > DEGREE)) {
        l->count++;
        l->order += rest->rows;
        l->nnz += pm_matrix_nnz(rest);
    } else if (!zero) {
        if (pm_split(&kept, &merged, rest) != PM_OK)
            exit(99);
        walk(l, merged);
        walk(l, kept);
        pm_matrix_free(kept);
        pm_matrix_free(merged);
    }
    pm_matrix_free(rest);
}

/* Dulmage-Mendelsohn first; its 1 x 1 blocks count as leaves, as in the paper. */
static void walk_blocks(struct leaves *l, const struct pm_matrix *a)
{
    struct pm_rewrite w;

    pm_rewrite_init(&w);
    if (pm_dm_apply(&w, a) != PM_OK)
        exit(99);
    int single = a->rows;
    for (size_t k = 0; k < w.count; k++) {
        walk(l, w.out[k]);
        single -= w.out[k]->rows;
    }
    if (w.changed) {
        l->count += single;
        l->order += single;
        l->nnz += single;
    } else {
        walk(l, a);
    }
    pm_rewrite_clear(&w);
}

/* Sums, so that the paper's truncated means agree: {leaves, orders, entries} (Elbek et al., the
 * table of sparse experiments, columns n, nnz and #Submatrices; `ours` where the paper's own
 * order of eliminations is not known and the count differs). */
static const struct {
    const char *name;
    bool blocks, ours;
    struct leaves want;
} paper[] = {
    {"bcspwr02", false, false, {1, 30, 110}},    {"d_ss", false, false, {1, 30, 94}},
    {"impcol_b", false, false, {1, 30, 174}},    {"impcol_b", true, false, {19, 48, 192}},
    {"steam3", false, false, {88, 2640, 12588}}, {"bfwb62", true, true, {9, 267, 1629}},
};

static void test_paper(struct test *t)
{
    for (size_t k = 0; k < sizeof paper / sizeof *paper; k++) {
        struct leaves l = {0};
        struct pm_matrix *const a = read_plain(paper[k].name);
        if (a == NULL) {
            test_skip(t, "PM_DATA has no %s.mtx: the paper's leaves are NOT checked",
                      paper[k].name);
            continue;
        }
        const double start = seconds();
        if (paper[k].blocks)
            walk_blocks(&l, a);
        else
            walk(&l, a);
        CHECK(t, memcmp(&l, &paper[k].want, sizeof l) == 0,
              "%s%s: %ld leaves, order %.2f, nnz %.2f%s", paper[k].name,
              paper[k].blocks ? " in blocks" : "", l.count, (double)l.order / (double)l.count,
              (double)l.nnz / (double)l.count, paper[k].ours ? "" : " as in the paper");
        printf("# %.2f s\n", seconds() - start);
        pm_matrix_free(a);
    }
}

int main(void)
{
    struct test t = {0};

    test_parse(&t);
    test_empty(&t);
    test_rules(&t);
    test_sets(&t);
    test_planner(&t);
    test_named(&t);
    test_hall(&t);
    test_large(&t);
    test_paper(&t);
    return test_done(&t);
}
