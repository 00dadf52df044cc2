/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/session.h"

static const double TICK_SECONDS = 0.1;

void pm_session_watch(const struct pm_session *session, struct pm_deal *deal)
{
    (void)session;
    while (!pm_deal_wait(deal, TICK_SECONDS))
        ;
}
