/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checkpoints: the state of a run as a file.
 *
 *     permatch checkpoint 2
 *     problem ...                   the statement (checkpoint/statement.h): problem and options
 *     part I N                      only of a share of a run
 *     plan ...                      the plan (plan/plan.h), down to its line "end"
 *     spent SECONDS
 *     records NAME DONE TOTAL WORK WORK
 *                                   units of a stage, and their work (struct pm_tally); then what
 *                                   its deal writes (schedule/deal.h)
 *     checksum CRC32                of all that stands before
 *
 * Threads, ranks, devices and machines are not in it: whoever has the same problem can go on.  A
 * file is written beside the old one, flushed to the disk and renamed; the one before stays as
 * FILE~. */
#ifndef PM_CHECKPOINT_CHECKPOINT_H
#define PM_CHECKPOINT_CHECKPOINT_H

#include "schedule/deal.h"
#include "checkpoint/statement.h"

/* Records up to `end` of a text are those of a file, whose name is the caller's. */
struct pm_origin {
    size_t end;
    const char *file;
};

/* The records of a stage. */
struct pm_records {
    char *name, *text;
    struct pm_origin *origin; /* of records that were added up, ascending */
    size_t origins;
    struct pm_tally tally; /* what is done, and of how much */
};

/* What a plan deals out, one after the other: its ways that are not short. */
struct pm_stage {
    char name[32];
    double seconds; /* predicted, for one thread */
};

struct pm_checkpoint {
    char *problem;        /* as text */
    pm_options options;   /* that decide the bits of the answer */
    uint64_t part, parts; /* a share of the work: 1 of 1 is all of it */
    char *plan;           /* as text; NULL: none yet */
    double spent;         /* seconds, by all who worked on it */
    struct pm_stage *stage;
    size_t stages;
    struct pm_records *records;
    size_t kinds;  /* of records */
    char *content; /* of the file: names and options lie in it */
};

/* Reads a file, or text (which is taken over, and may be changed) from a file of that name.
 * PM_INPUT: it is no checkpoint, or a damaged one; PM_IO. */
pm_status pm_checkpoint_read(struct pm_checkpoint *checkpoint, const char *path);
pm_status pm_checkpoint_parse(struct pm_checkpoint *checkpoint, char *text, const char *path);
void pm_checkpoint_clear(struct pm_checkpoint *checkpoint);

/* The text of the file, with all records and in place of those of stage `name` (NULL: none) what
 * the deal has.  The string is the caller's. */
pm_status pm_checkpoint_text(char **text, const struct pm_checkpoint *checkpoint, const char *name,
                             struct pm_deal *deal);

/* Keeps records of a stage in place of those it had, or beside them. */
pm_status pm_checkpoint_keep(struct pm_checkpoint *checkpoint, const char *name, const char *text,
                             struct pm_tally tally);
pm_status pm_checkpoint_add(struct pm_checkpoint *checkpoint, const struct pm_records *records);

/* What the checkpoint has and no file was named for is of that file, should it be at fault. */
pm_status pm_checkpoint_name(struct pm_checkpoint *checkpoint, const char *file);

/* Gives the deal of a stage what the records say is done.  PM_INPUT: one is damaged, or a unit was
 * done twice, with the name of the file if there is one. */
pm_status pm_checkpoint_give(struct pm_deal *deal, const struct pm_checkpoint *checkpoint,
                             const char *name);

/* Gives the checkpoint its plan, a text that it takes over, and the stages of that. */
pm_status pm_checkpoint_plan(struct pm_checkpoint *checkpoint, char *plan);

/* True where both plans deal out the same, though they were made for other threads, memory and
 * devices. */
bool pm_checkpoint_same_plan(const struct pm_checkpoint *a, const struct pm_checkpoint *b);

/* True where what is predicted to take so long is a stage. */
bool pm_checkpoint_keeps(double seconds);

#endif
