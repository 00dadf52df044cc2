/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks: processes that were started together and exchange lines of text.  Without MPI, and for a
 * single rank, a team is NULL.
 *
 * If one rank fails, all fail.  The first rank begins with pm_team_tell().  From there on, all
 * ranks make the same collective calls, and each of these begins with an agreement.  A rank that
 * fails in between goes directly to the last pm_team_agree() of the problem, which matches the next
 * agreement of the other ranks, whichever that is.  After an agreement on a failure, further
 * agreements make no calls until the next pm_team_tell().  So no rank waits for another while they
 * all return.
 *
 * An agreement has rounds.  In each round, every rank says that it is busy, ready, or has failed.
 * Rounds continue until all are ready or one has failed.  So a busy rank can learn of a failure
 * long before its next agreement, without waiting. */
#pragma once

#include "base/status.h"

/* Collective: all ranks get the text of the first rank (*text there); the caller must free it.
 * NULL if it is empty. */
pm_status pm_team_tell(pm_team *team, char **text);

/* Collective: returns the same on all ranks: the failure of the lowest rank that failed, with its
 * message, or PM_OK.  Team NULL: returns `status`. */
pm_status pm_team_agree(pm_team *team, pm_status status);

/* For a busy rank to call now and then.  True: the next agreement is known to be about a failure,
 * so it is useless to continue. */
bool pm_team_has_failed(pm_team *team);

/* Sends text to a rank; may wait until that rank receives it. */
void pm_team_send(pm_team *team, int rank, const char *text);

/* Gets a text that has arrived, which the caller must free, and its sender.  False: there is none,
 * or no memory for it. */
bool pm_team_receive(char **text, int *from, pm_team *team);
