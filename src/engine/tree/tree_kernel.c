/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of the tree engine for one number type, PM_TYPE (num/type.h), with keys of 64 bits,
 * or of 128 bits if PM_TREE_WIDE is defined. */
#include "engine/tree/tree_outside_template.h"
#include "engine/tree/tree_run_template.h"
#if PM_TYPE_ID == PM_TYPE_ID_wrap || PM_TYPE_ID == PM_TYPE_ID_dd
#include "engine/tree/tree_sample_template.h"
#endif

static pm_status run_unit(struct pm_part *part, const struct pm_layout *layout,
                          const struct pm_image *image, uint64_t unit,
                          const struct pm_tree_use *use)
{
    struct run run;
    struct table *table = NULL;
    pm_status status;

    PM_TRY_GOTO(status, run_open(&run, &table, layout, image, use), done);
    run.unit = unit;
    PM_TRY_GOTO(status, run_up(&run, table), done);
    *part = part_of(&run, &table[layout->steps - 1]);
done:
    run_close(&run, table);
    return status;
}

const struct pm_tree_kernels KEY_NAME(pm_tree) = {
    .run = run_unit,
    .shares = find_shares,
#if PM_TYPE_ID == PM_TYPE_ID_wrap || PM_TYPE_ID == PM_TYPE_ID_dd
    .sample = sample_matchings,
#endif
};
