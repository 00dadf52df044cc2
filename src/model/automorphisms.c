/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Access to a group of automorphisms: its order, its generators, its release. */
#include "model/symmetry.h"

#include "base/alloc.h"
#include "permatch.h"

void pm_symmetry_free(pm_symmetry *symmetry)
{
    if (symmetry == NULL)
        return;
    PM_FREE(symmetry->order, symmetry->image, symmetry);
}

const char *pm_symmetry_order(const pm_symmetry *symmetry)
{
    return symmetry->order;
}

size_t pm_symmetry_generators(const pm_symmetry *symmetry)
{
    return symmetry->generators;
}

int pm_symmetry_image(const pm_symmetry *symmetry, size_t generator, int vertex)
{
    return symmetry->image[generator * (size_t)symmetry->vertices + (size_t)vertex];
}
