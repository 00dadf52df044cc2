/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classes of equal rows of a matrix. */
#pragma once

#include "model/matrix.h"

struct pm_classes {
    int count;
    int *member; /* [count] one row of each class */
    int *size;   /* [count] number of rows of each class */
};

pm_status pm_classes_find(struct pm_classes *classes, const struct pm_matrix *a);
void pm_classes_clear(struct pm_classes *classes);
