/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least of three: what the machine has (/proc/meminfo), what the process may map (ulimit -v),
 * and what its control groups may take, in which the whole container or batch job counts:
 * cgroups(7), version 2 (memory.max) and version 1 (memory.limit_in_bytes), of the process's own
 * group and of all above it.  Files that a group has read and does not use are no memory that it
 * lacks. */
#include "base/memory_left.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { NAME = 4096 };

static const char CGROUPS[] = "/sys/fs/cgroup";

/* What the system does not tell. */
static const uint64_t UNKNOWN = UINT64_MAX / 4, UNKNOWN_LEFT = UINT64_C(1) << 32;

/* The number behind `word` at the beginning of a line ("" for the first line), or `otherwise`; also
 * where it says "max". */
static uint64_t number_of(const char *name, const char *word, uint64_t otherwise)
{
    FILE *const file = fopen(name, "re");
    unsigned long long number;
    char line[256];
    bool found = false;

    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        found = strncmp(line, word, strlen(word)) == 0 &&
                sscanf(line + strlen(word), "%llu", &number) == 1;
    if (file != NULL)
        fclose(file);
    return found ? number : otherwise;
}

static void lower(struct pm_memory *m, uint64_t most, uint64_t used)
{
    const uint64_t left = most > used ? most - used : 0;

    m->most = most < m->most ? most : m->most;
    m->left = left < m->left ? left : m->left;
}

static void take_machine(struct pm_memory *m, const char *root)
{
    char name[NAME];

    snprintf(name, sizeof name, "%s/proc/meminfo", root);
    const uint64_t most = number_of(name, "MemTotal:", UNKNOWN >> 10) << 10;
    const uint64_t left = number_of(name, "MemAvailable:", UNKNOWN_LEFT >> 10) << 10;
    *m = (struct pm_memory){most, left < most ? left : most};
}

static void take_limit(struct pm_memory *m, const char *root)
{
    const long page = sysconf(_SC_PAGESIZE);
    struct rlimit limit;
    char name[NAME];

    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return;
    snprintf(name, sizeof name, "%s/proc/self/statm", root);
    lower(m, limit.rlim_cur, number_of(name, "", 0) * (uint64_t)page);
}

/* The names of the files of a version. */
static const struct version {
    const char *controller, *folder, *most, *used, *idle;
} versions[] = {
    {"", "", "memory.max", "memory.current", "inactive_file "},
    {"memory", "/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "},
};
enum { VERSIONS = sizeof versions / sizeof *versions };

static uint64_t group_number(const char *folder, const char *file, const char *word,
                             uint64_t otherwise)
{
    char name[2 * NAME];

    snprintf(name, sizeof name, "%s/%s", folder, file);
    return number_of(name, word, otherwise);
}

/* The group `path` and those above it. */
static void take_groups(struct pm_memory *m, const char *root, const struct version *v, char *path)
{
    char folder[NAME + 64];

    for (bool more = true; more;) {
        snprintf(folder, sizeof folder, "%s%s%s%s", root, CGROUPS, v->folder, path);
        const uint64_t most = group_number(folder, v->most, "", UNKNOWN);
        if (most < UNKNOWN) {
            const uint64_t used = group_number(folder, v->used, "", 0);
            const uint64_t idle = group_number(folder, "memory.stat", v->idle, 0);
            lower(m, most, used > idle ? used - idle : 0);
        }
        char *const end = strrchr(path, '/');
        more = end != NULL;
        if (more)
            *end = '\0';
    }
}

/* Lines are ID:CONTROLLERS:PATH. */
static void take_line(struct pm_memory *m, const char *root, char *line)
{
    char *const controller = strchr(line, ':');
    char *const path = controller != NULL ? strchr(controller + 1, ':') : NULL;

    if (path == NULL)
        return;
    *path = '\0';
    path[1 + strcspn(path + 1, "\n")] = '\0';
    for (int k = 0; k < VERSIONS; k++)
        if (strcmp(controller + 1, versions[k].controller) == 0)
            take_groups(m, root, &versions[k], path + 1);
}

struct pm_memory pm_memory_of(const char *root)
{
    char name[NAME], line[NAME];
    struct pm_memory m;

    take_machine(&m, root);
    take_limit(&m, root);
    snprintf(name, sizeof name, "%s/proc/self/cgroup", root);
    FILE *const file = fopen(name, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        take_line(&m, root, line);
    if (file != NULL)
        fclose(file);
    return m;
}
