/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the sparse engine.  order.c chooses the columns, program.c says which products are made
 * of which (struct pm_program, the same for all numbers and for every machine), floating.c and
 * residues.c fill tables with numbers, the files *_kernel.c walk. */
#ifndef PM_ENGINE_SPARSE_SPARSE_H
#define PM_ENGINE_SPARSE_SPARSE_H

#include "engine/dense/finish.h"
#include "engine/sparse/program.h"
#include "model/image.h"
#include "num/part.h"

/* Which columns have entries in a row, as bits; and how often its sum is zero. */
struct pm_pattern {
    int n; /* order of the matrix that is walked: bordered by ones on the diagonal */
    uint64_t row[64];
    double zeros[64]; /* share of the sign vectors for which the sum is zero, as far as is known */
};

/* Columns by what becomes of their signs. */
struct pm_order {
    int fast;       /* summed over inside a block, in order of elimination */
    int column[64]; /* those, then Gray-coded ones, lanes', units', and one whose sign is fixed */
};

pm_status pm_pattern_init(struct pm_pattern *pattern, const struct pm_matrix *a);

/* Chooses the fast columns; the others follow as they come. */
void pm_order_choose(struct pm_order *order, const struct pm_pattern *pattern);

/* The program of an order; orders the other columns by what a change of their sign costs. */
void pm_program_init(struct pm_program *program, struct pm_order *order,
                     const struct pm_pattern *pattern);

/* Rows k and l, of one operation, change places. */
void pm_program_swap(struct pm_program *program, int k, int l);

/* Gives each operation its place among the sums of fast columns; returns their number. */
int pm_program_place_lows(struct pm_program *program, int words);

/* Row sums that Gray-coded columns change, each once. */
int pm_program_steps(const struct pm_program *program);

/* About how many operations a block takes, averaged over a strand, for one lane. */
double pm_program_work(const struct pm_program *program, const struct pm_pattern *pattern);

/* What cost() decides. */
struct pm_sparse_choice {
    struct pm_order order;
    struct pm_program program;
};

/* Over floating numbers. */
struct pm_sparse {
    struct pm_program program;
    struct pm_sparse_walk walk;
    struct pm_finish finish;
    const struct pm_isa *isa;
    int parts, words; /* words: of a number, twice its parts in double-double */
    int64_t exp;
    double *memory;
    double *base, *twice; /* base: [n][words]; twice: [columns][n][words], lanes', units' */
    int *places;          /* of walk */
};

/* `layers`: 1 for double, 2 for double-double. */
pm_status pm_sparse_new(struct pm_sparse **sparse, const struct pm_matrix *a, int parts, int layers,
                        const struct pm_sparse_choice *choice);
void pm_sparse_free(struct pm_sparse *sparse); /* NULL is fine */
void pm_sparse_unit(struct pm_part *part, const struct pm_sparse *sparse, uint64_t unit);

/* Modulo a prime below 2^PM_RESIDUE_BITS. */
struct pm_sparse_mod {
    struct pm_program program;
    struct pm_sparse_walk walk;
    const struct pm_isa *isa;
    struct pm_ring ring;
    bool wide[64];
    uint64_t factor; /* in Montgomery form */
    double *memory, *base, *twice;
    int *places;
};

pm_status pm_sparse_mod_new(struct pm_sparse_mod **sparse, const struct pm_image *image,
                            const struct pm_sparse_choice *choice);
void pm_sparse_mod_free(struct pm_sparse_mod *sparse); /* NULL is fine */
void pm_sparse_mod_unit(struct pm_part *part, const struct pm_sparse_mod *sparse, uint64_t unit);

#endif
