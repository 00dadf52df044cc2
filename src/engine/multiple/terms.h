/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formula of repeated_lines.h in doubles, or in double-double with a second layer of each
 * entry.
 *
 * The first signed lines are the low ones.  All combinations of their numbers s_i, about a hundred,
 * are processed at once in vectors, and their contributions to every x_j are in a table.  The other
 * lines count like an odometer around that.  Entries are rounded to multiples of one power of two
 * for each factor line, so that all x_j are exact.  The error of x_j is at most eta_j, the change
 * by rounding.
 *
 * Error bound.  For t > 1 and polynomials P with positive coefficients, P(eta) - P(0) <= (P(t eta)
 * - P(0)) / t.  So rounding the entries changes the sum by at most U / t, where U = sum of |weight|
 * prod (|x_j| + t eta_j).  The k roundings of a term change the sum by at most k u U, u = 2^-53.
 * |x| is replaced by max(|re|, |im|) + (sqrt 2 - 1) min(|re|, |im|), which is at most 9 percent
 * larger.
 *
 * In double-double, the remainder of each entry is rounded to multiples of a smaller power of two,
 * so that both words of x_j are exact.  The bound of |x_j| is also at least 2^40 times that of its
 * low word.  Then the low word of a product of K numbers is at most L = K (2^-40 + 4u) times the
 * bound of the product.  An operation rounds low words and products with them: for each part seven
 * times by at most 2 u L of that bound, and twice by at most u L.  Weights are exact, since there
 * are at most PM_TERM_LAYERED lines. */
#pragma once

#include "engine/multiple/repeated_lines.h"

enum {
    PM_TERM_MOST = 128,   /* lines in all: beyond, products leave the range of doubles */
    PM_TERM_LAYERED = 53, /* lines in all for double-double: products of their binomial
                           * coefficients are doubles */
    PM_TERM_LANES = 16,   /* combinations side by side, whatever the width of vectors */
    PM_TERM_CHUNK = 1024, /* walks that are summed by themselves */
};

/* What a walk needs: it processes all combinations of the low lines for one choice of the other
 * numbers s_i.  Arrays of [PM_TERM_LANES] are aligned to 64 bytes. */
struct pm_terms {
    int factors, words, groups; /* words: of a number; groups: number of groups of combinations */
    const int *times;           /* [factors]: c_j */
    double *offset;             /* [groups][factors][words][PM_TERM_LANES] */
    double *weight;             /* [groups][PM_TERM_LANES]: signed; 0 if there is no combination */
    const double *floor;        /* [factors]: t eta_j */

    /* For minors, and NULL for permanents; words = parts: */
    double *share;   /* [groups][factors][parts][PM_TERM_LANES]: products without x_j are added */
    double *product; /* [factors][parts + 1][PM_TERM_LANES]: their sums over groups, and those of
                      * their bounds, are added */
    double *room;    /* [factors][2][parts + 1][PM_TERM_LANES] working memory */
};

/* The sum of weighted products, as high + middle + low, and that of their sizes. */
struct pm_terms_sum {
    double high[2], middle[2], low[2], size;
};

/* Sums of weighted products in lanes; the kernel adds to them.  Aligned to 64 bytes. */
struct pm_terms_lanes {
    double high[2][PM_TERM_LANES], middle[2][PM_TERM_LANES], low[2][PM_TERM_LANES];
    double size[PM_TERM_LANES];
};

/* A kernel: processes all combinations for x[factors][words] of the other lines.  For
 * minors, `sum` is not used. */
typedef void pm_terms_walk(struct pm_terms_lanes *sum, const struct pm_terms *t, const double *x,
                           double weight);

/* ------------------------------------------------------------------ entries (terms_entries.c) */

/* The entries of one matrix: doubles, scaled, and rounded so that all x_j are exact. */
struct pm_terms_entries {
    const struct pm_lines *lines;
    int parts, words;               /* of an entry, in all layers */
    bool right;                     /* the scaled entries are exact */
    double *entry;                  /* [factors][signed][words] */
    int exp[2][PM_TERM_MOST + 1];   /* of the scales of the lines of a side */
    double floor[PM_TERM_MOST + 1]; /* [factors]: t eta_j, or more */
    double stretch;                 /* t */
    struct pm_mag lost;             /* bound of what underflow adds to all terms */
};

/* The words of the entry of signed line i and factor line j. */
static inline double *pm_terms_entry(const struct pm_terms_entries *e, int i, int j)
{
    return e->entry + (j * e->lines->count[PM_SIGNED] + i) * e->words;
}

/* Reads matrix k into e->entry, which the caller has allocated; `layers`: 1 for double, 2 for
 * double-double.  Errors: PM_INPUT (not finite). */
pm_status pm_terms_take(struct pm_terms_entries *e, const struct pm_batch *b,
                        const struct pm_lines *lines, size_t k, int layers);

/* ------------------------------------------------------------------ sums (terms_sums.c) */

/* The sums over s_1, s_2, ..., where s_i is the number of copies of line i that get the sign -. */
struct pm_terms_sums {
    pm_terms_walk *walk;
    struct pm_terms t; /* what the kernel needs */
    const struct pm_terms_entries *entries;
    int low, low_terms; /* the number of low lines, whose s_i change fastest, and the number of
                         * combinations of these s_i */
    uint64_t walks;     /* the number of combinations of the other s_i; each is one walk */
    double (*binomial)[PM_TERM_MOST + 1]; /* [signed] C(m_i, s) 2^-m_i, doubled, signed */
    double *kept;                         /* as t.share */
    double *level; /* [signed + 1][factors][parts + 1]: sums over the s_i of the lines before */
    double *outer; /* [signed][factors][parts]: the same sums times m_i - 2 s_i */
};

/* Allocates memory for matrices with at most `lines` different rows and as many different columns.
 * `w` must be zero.  Clear it also after an error. */
pm_status pm_terms_sums_init(struct pm_terms_sums *w, const struct pm_batch *b, size_t lines);
void pm_terms_sums_clear(struct pm_terms_sums *w);

/* Makes the tables of a matrix.  If minors are wanted, it also sums all terms. */
void pm_terms_sums_begin(struct pm_terms_sums *w, const struct pm_terms_entries *entries,
                         const struct pm_batch *b);

/* For a permanent: *sum = the sum of all terms.  Where the caller asks to stop, it is worth
 * nothing. */
void pm_terms_sums_all(struct pm_terms_sum *sum, const struct pm_terms_sums *w,
                       const struct pm_batch *b);

/* For minors: the sum over all terms of (m_i - 2 s_i) times the products without x_j; the sum of
 * the bounds of those products; and the number of roundings in such a sum. */
double pm_terms_sums_minor(const struct pm_terms_sums *w, int i, int j, int part);
double pm_terms_sums_size(const struct pm_terms_sums *w, int j);
double pm_terms_sums_roundings(const struct pm_terms_sums *w);

/* ------------------------------------------------------------------ answers (terms.c) */

/* The working memory of a thread, for the matrices of a call. */
struct pm_terms_room {
    struct pm_terms_entries entries;
    struct pm_terms_sums sums;
};

/* Makes room, which is zero.  Clear it also after an error. */
pm_status pm_terms_room_init(struct pm_terms_room *room, const struct pm_batch *b);
void pm_terms_room_clear(struct pm_terms_room *room);

/* Computes and delivers the permanent of matrix k in so many layers, or in one its minors.  At most
 * PM_TERM_MOST lines in total, or PM_TERM_LAYERED for two layers. */
pm_status pm_terms_work(struct pm_terms_room *room, const struct pm_batch *b,
                        const struct pm_lines *lines, size_t k, int layers);
