/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checkpoints: the state of a run as a file.
 *
 *     permatch checkpoint 3
 *     problem ...                   the statement (checkpoint/statement.h): problem and options
 *     question TEXT                 only if it is not the answer itself (run/pieces.h)
 *     part I N                      only for one part of a run
 *     plan ...                      the plan (plan/plan.h), up to its line "end"
 *     spent SECONDS
 *     records NAME DONE TOTAL WORK WORK
 *                                   units of a stage, and their work (struct pm_tally); then the
 *                                   lines of its deal (schedule/deal.h)
 *     checksum CRC32                of all the text before
 *
 * The file does not contain threads, ranks, devices and machines: any machine with the same problem
 * can continue.  A new file is written beside the old one, flushed to the disk and renamed.  The
 * previous one stays as FILE~. */
#pragma once

#include "schedule/deal.h"
#include "checkpoint/statement.h"

/* Says that the records before position `end` of a text came from a file; the name belongs to the
 * caller. */
struct pm_origin {
    size_t end;
    const char *file;
};

/* The records of a stage. */
struct pm_records {
    char *name, *text;
    struct pm_origin *origin; /* files whose records were added up, by ascending end */
    size_t origins;
    struct pm_tally tally; /* how much is done, and how much there is */
};

/* A stage: a way of the plan that is dealt out, since it is not short.  Stages follow each
 * other. */
struct pm_stage {
    char name[32];
    double seconds; /* predicted, for one thread */
};

struct pm_checkpoint {
    char *problem;        /* as text */
    pm_options options;   /* the options that determine the bits of the answer */
    char *question;       /* as text; NULL: the answer itself */
    uint64_t part, parts; /* part of parts of the work; 1 of 1 is all of it */
    char *plan;           /* as text; NULL: not yet made */
    double spent;         /* seconds, of all runs that worked on it */
    struct pm_stage *stage;
    size_t stages;
    struct pm_records *records;
    size_t kinds;  /* number of stages with records */
    char *content; /* text of the file; names and options point into it */
};

/* Reads a file; or a text from a file with that name: the checkpoint then owns the text and may
 * change it.  PM_INPUT: it is no checkpoint, or it is damaged.  PM_IO: reading failed. */
pm_status pm_checkpoint_read(struct pm_checkpoint *checkpoint, const char *path);
pm_status pm_checkpoint_parse(struct pm_checkpoint *checkpoint, char *text, const char *path);
void pm_checkpoint_clear(struct pm_checkpoint *checkpoint);

/* *text = the text of the file, which the caller must free.  It has all records, but those of stage
 * `name` (NULL: none) come from the deal. */
pm_status pm_checkpoint_text(char **text, const struct pm_checkpoint *checkpoint, const char *name,
                             struct pm_deal *deal);

/* The records of a stage; NULL: none. */
struct pm_records *pm_checkpoint_find(const struct pm_checkpoint *checkpoint, const char *name);

/* Stores records of a stage; they replace earlier ones, or are added to them. */
pm_status pm_checkpoint_keep(struct pm_checkpoint *checkpoint, const char *name, const char *text,
                             struct pm_tally tally);
pm_status pm_checkpoint_add(struct pm_checkpoint *checkpoint, const struct pm_records *records);

/* Names the file that records came from which have no file yet; messages about errors use it. */
pm_status pm_checkpoint_name(struct pm_checkpoint *checkpoint, const char *file);

/* Gives the deal of a stage its records.  PM_INPUT: a record is damaged, or a unit was done twice;
 * the message names the file if there is one. */
pm_status pm_checkpoint_give(struct pm_deal *deal, const struct pm_checkpoint *checkpoint,
                             const char *name);

/* Sets the plan, a text that the checkpoint then owns, and finds its stages. */
pm_status pm_checkpoint_plan(struct pm_checkpoint *checkpoint, char *plan);

/* True if both plans deal out the same work; threads, memory and devices may differ. */
bool pm_checkpoint_same_plan(const struct pm_checkpoint *a, const struct pm_checkpoint *b);

/* True if a way with this predicted time is a stage. */
bool pm_checkpoint_keeps(double seconds);
