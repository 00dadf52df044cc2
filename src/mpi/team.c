/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only file that uses MPI.
 *
 * MPI_Init() takes much of a second.  So it is called only if the environment says that a launcher
 * started this process as one of several: Open MPI, MPICH (Hydra) and Slurm set their own
 * variables.  Only the thread that called pm_team_start() calls MPI. */
#include "mpi/team.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/library.h"

#include "config.h"

#include <stdlib.h>
#include <string.h>

/* The number of ranks that a launcher has started; 1 if the environment names none. */
static long ranks_started(void)
{
    static const char *const name[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS",
                                       "PRRTE_COMM_WORLD_SIZE"};
    long ranks = 1;

    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        const char *const value = getenv(name[k]);
        const long found = value != NULL ? strtol(value, NULL, 10) : 1;
        ranks = found > ranks ? found : ranks;
    }
    /* srun starts MPI ranks by a plug-in, which sets PMIX_RANK or PMI_RANK; without them, the
     * variables of Slurm alone mean nothing. */
    if (getenv("PMIX_RANK") != NULL || getenv("PMI_RANK") != NULL) {
        const char *const tasks = getenv("SLURM_STEP_NUM_TASKS");
        const long found = tasks != NULL ? strtol(tasks, NULL, 10) : 1;
        ranks = found > ranks ? found : ranks;
    }
    return ranks;
}

#ifdef PM_HAVE_MPI
#include <mpi.h>

/* The MPI functions that are used.  They are found when the first rank starts, since opening the
 * library takes longer than solving a small matrix. */
#define FUNCTIONS(X)                                                                               \
    X(MPI_Bcast)                                                                                   \
    X(MPI_Comm_free)                                                                               \
    X(MPI_Comm_rank)                                                                               \
    X(MPI_Comm_size)                                                                               \
    X(MPI_Comm_split_type)                                                                         \
    X(MPI_Finalize)                                                                                \
    X(MPI_Get_count)                                                                               \
    X(MPI_Iallreduce)                                                                              \
    X(MPI_Init_thread)                                                                             \
    X(MPI_Iprobe)                                                                                  \
    X(MPI_Recv)                                                                                    \
    X(MPI_Send)                                                                                    \
    X(MPI_Test)                                                                                    \
    X(MPI_Wait)
#define POINTER(name)  __typeof__(name) *name;
#define FUNCTION(name) {#name, &mpi.name},

#ifdef OPEN_MPI
/* Constants of Open MPI are addresses of variables; here are their types. */
#define VARIABLES(X)                                                                               \
    X(ompi_mpi_char)                                                                               \
    X(ompi_mpi_comm_world)                                                                         \
    X(ompi_mpi_info_null)                                                                          \
    X(ompi_mpi_int)                                                                                \
    X(ompi_mpi_op_min)                                                                             \
    X(ompi_mpi_unsigned_long)                                                                      \
    X(ompi_request_null)
#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, name) ((type)(void *)mpi.name)
#define MPI_LIBRARY                        "libmpi.so.40"
#else
#define VARIABLES(X)
#define MPI_LIBRARY "libmpich.so.12"
#endif

static struct {
    FUNCTIONS(POINTER)
    VARIABLES(POINTER)
} mpi;

static pm_status open_library(void)
{
    static const char *const names[] = {MPI_LIBRARY, "libmpi.so", NULL};
    static const struct pm_library_symbol symbols[] = {FUNCTIONS(FUNCTION) VARIABLES(FUNCTION)};

    return pm_library_load(symbols, sizeof symbols / sizeof *symbols, names);
}
#endif

struct pm_team {
    int rank, size, local_rank, local_size;
    bool apart;      /* a failure was agreed on: nobody waits for an agreement */
    int says, least; /* what this rank says in an agreement, and the least of all ranks' numbers:
                      * its own number if it has failed, `size` while it is busy, more if it is
                      * ready */
#ifdef PM_HAVE_MPI
    MPI_Request round; /* the current round of an agreement */
#endif
};

int pm_team_rank(const pm_team *team)
{
    return team != NULL ? team->rank : 0;
}

int pm_team_size(const pm_team *team)
{
    return team != NULL ? team->size : 1;
}

int pm_team_local_rank(const pm_team *team)
{
    return team != NULL ? team->local_rank : 0;
}

int pm_team_local_size(const pm_team *team)
{
    return team != NULL ? team->local_size : 1;
}

#ifdef PM_HAVE_MPI

enum { TAG = 1 };

pm_status pm_team_start(pm_team **out)
{
    PM_ARGUMENTS(out);
    MPI_Comm machine;
    pm_team *team;
    int given;

    *out = NULL;
    if (ranks_started() < 2)
        return PM_OK;
    PM_TRY(open_library());
    PM_NEW(team, 1);
    if (mpi.MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) {
        free(team);
        return pm_fail(PM_UNABLE, "MPI does not start");
    }
    mpi.MPI_Comm_rank(MPI_COMM_WORLD, &team->rank);
    mpi.MPI_Comm_size(MPI_COMM_WORLD, &team->size);
    team->round = MPI_REQUEST_NULL;
    team->least = team->size;
    mpi.MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, team->rank, MPI_INFO_NULL,
                            &machine);
    mpi.MPI_Comm_rank(machine, &team->local_rank);
    mpi.MPI_Comm_size(machine, &team->local_size);
    mpi.MPI_Comm_free(&machine);
    *out = team;
    if (given >= MPI_THREAD_FUNNELED)
        return PM_OK;
    pm_team_end(team);
    *out = NULL;
    return pm_fail(PM_UNABLE, "this MPI has no support for threads");
}

void pm_team_end(pm_team *team)
{
    char empty[] = "", *nothing = empty;

    if (team == NULL)
        return;
    /* ranks that serve wait for a text; an empty one, which cannot fail, ends them */
    if (team->rank == 0 && team->size > 1)
        pm_team_tell(team, &nothing);
    mpi.MPI_Finalize();
    free(team);
}

/* Broadcasts text in pieces, since MPI counts in int. */
static void broadcast(char *text, unsigned long length, int root)
{
    const unsigned long most = 1ul << 30;

    for (unsigned long at = 0; at < length; at += most) {
        const unsigned long rest = length - at;
        mpi.MPI_Bcast(text + at, (int)(rest < most ? rest : most), MPI_CHAR, root, MPI_COMM_WORLD);
    }
}

pm_status pm_team_tell(pm_team *team, char **text)
{
    unsigned long length = team->rank == 0 ? strlen(*text) : 0;
    char *copy = NULL;

    team->apart = false;
    mpi.MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
    if (team->rank > 0)
        *text = NULL;
    if (length == 0)
        return PM_OK;
    if (team->rank > 0)
        copy = pm_alloc(length + 1, 1);
    const pm_status status = pm_team_agree(team, team->rank > 0 && copy == NULL ? PM_NOMEM : PM_OK);
    if (status == PM_OK)
        broadcast(team->rank > 0 ? copy : *text, length, 0);
    if (status == PM_OK && team->rank > 0)
        *text = copy;
    else
        free(copy);
    return status;
}

/* Begins a round of an agreement, unless a round is under way or has found a failure. */
static void begin_round(pm_team *team, int says)
{
    if (team->round != MPI_REQUEST_NULL || team->least < team->size)
        return;
    team->says = says;
    mpi.MPI_Iallreduce(&team->says, &team->least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD,
                       &team->round);
}

bool pm_team_has_failed(pm_team *team)
{
    int over;

    if (team == NULL || team->apart)
        return false;
    begin_round(team, team->size);
    mpi.MPI_Test(&team->round, &over, MPI_STATUS_IGNORE);
    return over && team->least < team->size;
}

pm_status pm_team_agree(pm_team *team, pm_status status)
{
    char message[256] = "";
    int code = (int)status;

    if (team == NULL || team->apart)
        return status;
    do {
        begin_round(team, status != PM_OK ? team->rank : team->size + 1);
        mpi.MPI_Wait(&team->round, MPI_STATUS_IGNORE);
    } while (team->least == team->size);
    const int first = team->least;
    team->least = team->size;
    if (first > team->size)
        return PM_OK;
    team->apart = true;
    if (team->rank == first)
        strncpy(message, pm_message(), sizeof message - 1);
    mpi.MPI_Bcast(&code, 1, MPI_INT, first, MPI_COMM_WORLD);
    mpi.MPI_Bcast(message, sizeof message, MPI_CHAR, first, MPI_COMM_WORLD);
    return pm_fail((pm_status)code, "%s", message);
}

void pm_team_send(pm_team *team, int rank, const char *text)
{
    (void)team;
    mpi.MPI_Send(text, (int)strlen(text), MPI_CHAR, rank, TAG, MPI_COMM_WORLD);
}

bool pm_team_receive(char **out, int *from, pm_team *team)
{
    MPI_Status status;
    int there, length;

    (void)team;
    mpi.MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
    if (!there)
        return false;
    mpi.MPI_Get_count(&status, MPI_CHAR, &length);
    char *const text = pm_alloc((size_t)length + 1, 1);
    if (text == NULL)
        return false;
    mpi.MPI_Recv(text, length, MPI_CHAR, status.MPI_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *out = text;
    *from = status.MPI_SOURCE;
    return true;
}

#else

pm_status pm_team_start(pm_team **team)
{
    PM_ARGUMENTS(team);
    *team = NULL;
    if (ranks_started() < 2)
        return PM_OK;
    return pm_fail(PM_UNABLE, "started as one of %ld ranks, but this build has no MPI",
                   ranks_started());
}

void pm_team_end(pm_team *team)
{
    (void)team;
}

pm_status pm_team_tell(pm_team *team, char **text)
{
    (void)team;
    (void)text;
    return PM_OK;
}

pm_status pm_team_agree(pm_team *team, pm_status status)
{
    (void)team;
    return status;
}

void pm_team_send(pm_team *team, int rank, const char *text)
{
    (void)team;
    (void)rank;
    (void)text;
}

bool pm_team_has_failed(pm_team *team)
{
    (void)team;
    return false;
}

bool pm_team_receive(char **text, int *from, pm_team *team)
{
    (void)text;
    (void)from;
    (void)team;
    return false;
}

#endif
