/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ways.h"

#include "plan/choice.h"
#include "run/check.h"
#include "run/core.h"

pm_status ways_value(struct pm_value *value, const struct pm_core *core,
                     const struct pm_engine *engine, struct pm_ask ask, int threads)
{
    const struct pm_planner planner = {
        .ask = ask,
        .policy = {.engine = engine, .limits = {.memory = UINT64_C(1) << 30, .threads = threads}},
    };
    struct pm_way way;

    PM_TRY(pm_choice_find(&way, core, &planner, NULL));
    const pm_status status = pm_core_alone(value, core->a, &way, &planner.policy.limits);
    pm_way_clear(&way);
    return status;
}

pm_status ways_residue(uint64_t *r, const struct pm_core *core, const struct pm_engine *engine,
                       uint64_t prime)
{
    const struct pm_ask ask = {.kind = core->kind, .want = PM_WANT_RESIDUE, .prime = prime};
    struct pm_value value;

    pm_value_init(&value);
    const pm_status status = ways_value(&value, core, engine, ask, 1);
    *r = status == PM_OK ? fmpz_fdiv_ui(fmpq_numref(value.centre.re), (ulong)prime) : 0;
    pm_value_clear(&value);
    return status;
}

pm_status ways_check(unsigned *made, const struct pm_value *value, struct pm_matrix *a,
                     enum pm_kind kind)
{
    const struct pm_problem problem = {.a = a, .kind = kind};
    const struct pm_ask ask = {.kind = kind, .want = PM_WANT_EXACT};

    *made = 0;
    return pm_check_answer(made, value, &problem, &ask);
}
