/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws in floating arithmetic without bounds.  The shares of the edges of a vertex follow each
 * other in [0, 1), and a random number in that interval chooses one.  Whatever their errors, each
 * draw has an exact probability, which is compared with the right one (levels.c).
 *
 * A file that includes this has defined what separator_template.h lists, and
 *     n_fixed(x)   the integer next to x times 2^PM_SHARE_BITS, for 0 <= x <= 1; 0 below, and the
 *                  largest one above */
#pragma once

#include "engine/planar/separator_template.h"

static pm_status begin(struct pm_separator_state **out, struct pm_part *part,
                       const struct pm_separator_pack *pack, const struct pm_separator *s,
                       const int *mate)
{
    (void)part;
    return state_new(out, pack, s, mate);
}

/* now[0] = the sum of the shares so far. */
static __int128 add_share(struct pm_separator_state *state, bool first, int terms, int k, int u,
                          int v)
{
    N *const sum = &state->now[0], *const x = &state->now[1];

    if (first)
        n_zero(sum);
    share_of(x, state, terms, k, u, v);
    n_add(&state->pack->field, sum, x);
    return n_fixed(sum);
}

#define SEPARATOR_KERNEL                                                                           \
    {                                                                                              \
        .setup = setup, .clear = clear, .begin = begin, .end = state_free, .take = take,           \
        .add_share = add_share,                                                                    \
    }
