/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two rounds over the operations: the first counts the uses, the second lists them. */
#include "engine/sweep/uses.h"

#include "base/alloc.h"

#include <stdlib.h>

/* Lists the operations that need each slot; a slot is identified by the operation that opens it. */
pm_status pm_sweep_uses_init(struct pm_sweep_uses *uses, const struct pm_sweep_program *p,
                             int vertices)
{
    size_t *count = NULL, *of = NULL; /* by opening operation; of: by vertex */
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, count, p->count + 1, done);
    PM_NEW_GOTO(status, of, vertices, done);
    PM_NEW_GOTO(status, uses->first, p->count + 1, done);
    PM_NEW_GOTO(status, uses->all, 3 * p->count + 1, done);
    for (int round = 0; round < 2; round++) {
        size_t *next = uses->all;
        for (size_t i = 0; round == 1 && i < p->count; i++) {
            uses->first[i] = next;
            next += count[i] + (p->operation[i].code == PM_SWEEP_OPEN);
            count[i] = 0;
        }
        for (size_t i = 0; i < p->count; i++) {
            const struct pm_sweep_operation *const o = &p->operation[i];
            if (o->code == PM_SWEEP_OPEN)
                of[o->u] = i;
            const size_t s[2] = {of[o->u], o->code == PM_SWEEP_ADD ? of[o->v] : PM_SWEEP_NEVER};
            for (int k = 0; k < 2; k++) {
                if (s[k] == PM_SWEEP_NEVER)
                    continue;
                if (round == 1)
                    uses->first[s[k]][count[s[k]]] = i;
                count[s[k]]++;
            }
            if (o->code == PM_SWEEP_PASS)
                of[o->v] = of[o->u];
        }
        for (size_t i = 0; round == 1 && i < p->count; i++)
            if (p->operation[i].code == PM_SWEEP_OPEN)
                uses->first[i][count[i]] = PM_SWEEP_NEVER;
    }
done:
    free(count);
    free(of);
    return status;
}

void pm_sweep_uses_clear(struct pm_sweep_uses *uses)
{
    free(uses->all);
    free(uses->first);
    *uses = (struct pm_sweep_uses){.all = NULL};
}
