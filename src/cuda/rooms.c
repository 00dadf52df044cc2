/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A request gets the smallest kept room that is large enough, but none that is much too large: a
 * vector may take most of a device's memory, and a table must not take its room.  If there is no
 * such room, the largest smaller one is freed and a new one allocated.  Linear in the number of
 * kept rooms, which is small. */
#include "cuda/rooms.h"

#include "base/alloc.h"
#include "base/status.h"

#include <stdlib.h>

void pm_rooms_init(struct pm_rooms *rooms)
{
    pthread_mutex_init(&rooms->lock, NULL);
    rooms->first = NULL;
}

static pm_status room_new(struct pm_room **out, const struct pm_cu *cu, bool host, size_t size)
{
    struct pm_room *room;

    PM_NEW(room, 1);
    room->size = size;
    PM_GIVE(
        out, room,
        host
            ? pm_driver_check(cu, cu->host_new(&room->host, size), "allocate memory for results")
            : pm_driver_check(cu, cu->memory_new(&room->at, size), "allocate memory of the device"),
        free);
}

/* Frees *link. */
static void room_free(struct pm_room **link, const struct pm_cu *cu)
{
    struct pm_room *const room = *link;

    *link = room->next;
    if (room->host != NULL)
        cu->host_free(room->host);
    else
        cu->memory_free(room->at);
    free(room);
}

/* Frees all rooms that are not in use. */
static void free_others(struct pm_rooms *rooms, const struct pm_cu *cu)
{
    for (struct pm_room **link = &rooms->first; *link != NULL;)
        if ((*link)->taken)
            link = &(*link)->next;
        else
            room_free(link, cu);
}

void pm_rooms_clear(struct pm_rooms *rooms, const struct pm_cu *cu)
{
    free_others(rooms, cu);
    pthread_mutex_destroy(&rooms->lock);
}

/* True where room a suits better than b: the smallest that is large enough, else the largest. */
static bool is_better(const struct pm_room *a, const struct pm_room *b, size_t size)
{
    return a->size >= size ? b->size < size || a->size < b->size : a->size > b->size;
}

/* A room is much too large for a request if it has more than twice its size and this. */
static const size_t LITTLE = 1 << 20;

/* The best room that is not in use; NULL where there is none. */
static struct pm_room **find_room(struct pm_rooms *rooms, bool host, size_t size)
{
    struct pm_room **best = NULL;

    for (struct pm_room **link = &rooms->first; *link != NULL; link = &(*link)->next)
        if (!(*link)->taken && ((*link)->host != NULL) == host &&
            (*link)->size / 2 <= size + LITTLE && (best == NULL || is_better(*link, *best, size)))
            best = link;
    return best;
}

/* The caller holds the lock. */
static pm_status take(struct pm_room **out, struct pm_rooms *rooms, const struct pm_cu *cu,
                      bool host, size_t size)
{
    struct pm_room **const best = find_room(rooms, host, size);

    if (best != NULL && (*best)->size >= size) {
        *out = *best;
        return PM_OK;
    }
    if (best != NULL)
        room_free(best, cu);
    pm_status status = room_new(out, cu, host, size);
    if (status == PM_NOMEM) {
        free_others(rooms, cu);
        status = room_new(out, cu, host, size);
    }
    PM_TRY(status);
    (*out)->next = rooms->first;
    rooms->first = *out;
    return PM_OK;
}

pm_status pm_room_take(struct pm_room **room, struct pm_rooms *rooms, const struct pm_cu *cu,
                       bool host, size_t size)
{
    pthread_mutex_lock(&rooms->lock);
    const pm_status status = take(room, rooms, cu, host, size);
    if (status == PM_OK)
        (*room)->taken = true;
    pthread_mutex_unlock(&rooms->lock);
    return status;
}

void pm_room_drop(struct pm_rooms *rooms, pm_cu_pointer at, const void *host)
{
    pthread_mutex_lock(&rooms->lock);
    for (struct pm_room *room = rooms->first; room != NULL; room = room->next)
        if (room->at == at && room->host == host)
            room->taken = false;
    pthread_mutex_unlock(&rooms->lock);
}

size_t pm_rooms_kept(struct pm_rooms *rooms)
{
    size_t bytes = 0;

    pthread_mutex_lock(&rooms->lock);
    for (const struct pm_room *room = rooms->first; room != NULL; room = room->next)
        if (!room->taken && room->host == NULL)
            bytes += room->size;
    pthread_mutex_unlock(&rooms->lock);
    return bytes;
}
