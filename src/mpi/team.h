/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks: processes that were started together and talk in lines of text.  Without MPI there are
 * none, and a team is NULL; so is one of a single rank.
 *
 * A failure of one rank is everybody's.  From pm_team_tell(), by which the first rank begins, all
 * ranks go through the same collective calls, each of which begins with an agreement; one that
 * fails in between goes straight to the last pm_team_agree() of the problem, which meets the next
 * one of the others, whichever that is.  Once a failure is agreed upon, agreements are no calls any
 * more until the next pm_team_tell(): so nobody waits for anybody on the way out.
 *
 * An agreement goes in rounds, in each of which every rank says that it is busy, that it is ready,
 * or that it has failed, until all are ready or one has failed.  So who is at something long before
 * the next agreement can learn of a failure without waiting for anybody. */
#ifndef PM_MPI_TEAM_H
#define PM_MPI_TEAM_H

#include "base/status.h"

/* Collective: all ranks get the first one's text (in *text on the first rank), the caller's; NULL
 * if that is empty. */
pm_status pm_team_tell(pm_team *team, char **text);

/* Collective: the failure of the lowest rank that fails, with its message, or PM_OK; the same on
 * all ranks.  Team NULL: what the caller says. */
pm_status pm_team_agree(pm_team *team, pm_status status);

/* To be asked now and then by who is busy: true once the next agreement is known to be about a
 * failure, so that it is no use to go on. */
bool pm_team_has_failed(pm_team *team);

/* Sends text to a rank; it may be kept waiting until that rank receives. */
void pm_team_send(pm_team *team, int rank, const char *text);

/* Text that has arrived, the caller's, and from whom; false: there is none, or no memory for it. */
bool pm_team_receive(char **text, int *from, pm_team *team);

#endif
