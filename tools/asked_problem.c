/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers, bounds and estimates are all of the same problem. */
#include "asked_problem.h"

pm_status asked_sum(pm_problem **wider, const struct cli *cli, const struct question *q)
{
    *wider = NULL;
    return cli->monomer != NULL ? pm_problem_monomers(wider, q->problem, q->graph, cli->monomer)
           : cli->total         ? pm_problem_total(wider, q->problem)
           : cli->unmatched != 0
               ? pm_problem_unmatched(wider, q->problem,
                                      cli->unmatched > 0 ? cli->unmatched - 1 : PM_UNMATCHED_LEAST)
               : PM_OK;
}
