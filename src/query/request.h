/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What marginals, samples and numbers of matchings take from the caller's options. */
#ifndef PM_QUERY_REQUEST_H
#define PM_QUERY_REQUEST_H

#include "engine/engine.h"
#include "model/problem.h"

struct pm_request {
    struct pm_limits limits;
    int bits;     /* as pm_ask_bits() has them */
    bool rounded; /* floating numbers may be exact ones, rounded */
};

/* The request that the options (NULL: the defaults) make about a problem.  PM_INPUT for
 * options that mean nothing here. */
pm_status pm_request_parse(struct pm_request *request, const struct pm_problem *problem,
                           const pm_options *options);

/* PM_UNABLE where `steps` of the tree engine over those numbers take longer than allowed. */
pm_status pm_request_time(const struct pm_limits *limits, enum pm_number number, double steps);

#endif
