/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of equal rows and of equal columns, for the engine `multiplicity` and its kernel. */
#ifndef PM_ENGINE_MULTIPLE_MULTIPLICITY_H
#define PM_ENGINE_MULTIPLE_MULTIPLICITY_H

#include <stdbool.h>

struct pm_classes {
    int count;
    int *member; /* one line of each class */
    int *size;   /* number of lines of each class */
};

struct pm_multiplicity {
    struct pm_classes signed_lines;  /* the lines that carry signs: cost prod (size + 1) */
    struct pm_classes product_lines; /* the lines whose sums are multiplied */
    bool by_rows;                    /* true: the signed lines are rows, else columns */
};

#endif
