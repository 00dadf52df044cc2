/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws in double-double (separator_floating_template.h), for an instruction set. */
#define PM_TYPE dd
#define PM_SET  PM_ISA
#include "num/type.h"

#include "engine/planar/field_dd.h"
#include "engine/planar/separator.h"

static pm_status take_entries(N *entry, const struct pm_separator *s, struct field *field,
                              const struct pm_ring *ring)
{
    struct pm_image *image;

    (void)field;
    PM_TRY((s->skew ? pm_image_symmetric : pm_image_new)(&image, s->a, ring));
    for (int e = 0; e < image->nnz; e++)
        entry[e] = ((const T *)image->row_val)[e].m;
    pm_image_free(image);
    return PM_OK;
}

static __int128 n_fixed(const N *x)
{
    static const double ONE = 0x1p106;

    if (!(x->hi > 0))
        return 0;
    return x->hi + x->lo >= 1 ? (__int128)1 << PM_SHARE_BITS
                              : (__int128)(x->hi * ONE) + (__int128)(x->lo * ONE);
}

#include "engine/planar/separator_floating_template.h"

extern const struct pm_separator_kernel PM_NAME(pm_separator_kernel);

const struct pm_separator_kernel PM_NAME(pm_separator_kernel) = SEPARATOR_KERNEL;
