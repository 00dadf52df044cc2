/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes checkpoints.  A file is split into lines only after its checksum (zlib's crc32)
 * has been compared.  Time is linear in the length of the text. */
#include "checkpoint/checkpoint.h"

#include "base/alloc.h"
#include "base/stored.h"
#include "base/text.h"
#include "plan/machine.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const char magic[] = "permatch checkpoint 3\n", any_magic[] = "permatch checkpoint ";

/* A core that is predicted to take less is not dealt out, since dealing would cost more: it is in
 * no checkpoint, and the calling thread computes it (an engine may still use all threads). */
static const double DEALT_SECONDS = 0.02;

/* A file may have so many bytes, and take this share of the free memory; it is read in pieces. */
static const double MOST_BYTES = 0x1p30, MEMORY_SHARE = 0.25;
enum { PIECE = 1 << 16 };

static pm_status copy_text(char **copy, const char *text, size_t length)
{
    return (*copy = strndup(text, length)) != NULL ? PM_OK : pm_no_memory();
}

void pm_checkpoint_clear(struct pm_checkpoint *checkpoint)
{
    for (size_t k = 0; k < checkpoint->kinds; k++)
        PM_FREE(checkpoint->records[k].name, checkpoint->records[k].text,
                checkpoint->records[k].origin);
    PM_FREE(checkpoint->stage, checkpoint->plan, checkpoint->records, checkpoint->problem,
            checkpoint->question, checkpoint->content);
    *checkpoint = (struct pm_checkpoint){.part = 1, .parts = 1};
}

/* ------------------------------------------------------------------ records */

struct pm_records *pm_checkpoint_find(const struct pm_checkpoint *checkpoint, const char *name)
{
    for (size_t k = 0; k < checkpoint->kinds; k++)
        if (strcmp(checkpoint->records[k].name, name) == 0)
            return &checkpoint->records[k];
    return NULL;
}

/* *out = the records of a stage; makes them if there are none. */
static pm_status want_records(struct pm_records **out, struct pm_checkpoint *checkpoint,
                              const char *name)
{
    size_t room = checkpoint->kinds;

    if ((*out = pm_checkpoint_find(checkpoint, name)) != NULL)
        return PM_OK;
    PM_TRY(pm_alloc_grow((void **)&checkpoint->records, &room, room + 1, sizeof **out));
    *out = &checkpoint->records[checkpoint->kinds];
    PM_TRY(copy_text(&(*out)->name, name, strlen(name)));
    checkpoint->kinds++;
    return PM_OK;
}

pm_status pm_checkpoint_keep(struct pm_checkpoint *checkpoint, const char *name, const char *text,
                             struct pm_tally tally)
{
    struct pm_records *records;
    char *copy;

    PM_TRY(want_records(&records, checkpoint, name));
    PM_TRY(copy_text(&copy, text, strlen(text)));
    free(records->text);
    records->text = copy;
    records->tally = tally;
    return PM_OK;
}

pm_status pm_checkpoint_add(struct pm_checkpoint *checkpoint, const struct pm_records *added)
{
    struct pm_records *records;
    char *both;

    PM_TRY(want_records(&records, checkpoint, added->name));
    if (asprintf(&both, "%s%s", records->text != NULL ? records->text : "", added->text) < 0)
        return pm_no_memory();
    free(records->text);
    records->text = both;
    records->tally.done += added->tally.done;
    records->tally.total += added->tally.total;
    return PM_OK;
}

pm_status pm_checkpoint_name(struct pm_checkpoint *checkpoint, const char *file)
{
    for (size_t k = 0; k < checkpoint->kinds; k++) {
        struct pm_records *const r = &checkpoint->records[k];
        const size_t end = r->text != NULL ? strlen(r->text) : 0;
        size_t room = r->origins;
        if (end == (r->origins > 0 ? r->origin[r->origins - 1].end : 0))
            continue;
        PM_TRY(pm_alloc_grow((void **)&r->origin, &room, room + 1, sizeof *r->origin));
        r->origin[r->origins++] = (struct pm_origin){end, file};
    }
    return PM_OK;
}

/* Gives lines of records to the deal. */
static pm_status give_lines(struct pm_deal *deal, const char *text, size_t length)
{
    pm_status status = PM_OK;
    char *copy;

    PM_TRY(copy_text(&copy, text, length));
    char *rest = copy;
    for (char *line; status == PM_OK && (line = pm_stored_next(&rest)) != NULL;)
        status = pm_deal_read(NULL, deal, line);
    free(copy);
    return status == PM_OK ? pm_deal_settle(deal) : status;
}

pm_status pm_checkpoint_give(struct pm_deal *deal, const struct pm_checkpoint *checkpoint,
                             const char *name)
{
    const struct pm_records *const records = pm_checkpoint_find(checkpoint, name);
    size_t done = 0;

    if (records == NULL || records->text == NULL)
        return PM_OK;
    for (size_t k = 0; k < records->origins; k++) {
        const struct pm_origin *const origin = &records->origin[k];
        const pm_status status = give_lines(deal, records->text + done, origin->end - done);
        if (status != PM_OK)
            return pm_fail_at(status, "%s", origin->file);
        done = origin->end;
    }
    return give_lines(deal, records->text + done, strlen(records->text + done));
}

/* ------------------------------------------------------------------ plans */

bool pm_checkpoint_keeps(double seconds)
{
    return seconds > DEALT_SECONDS;
}

/* *stage = the stage in a line of a plan.  False: the line has none. */
static bool is_stage(struct pm_stage *stage, const char *line)
{
    return sscanf(line, "way %31s %la", stage->name, &stage->seconds) == 2 &&
           pm_checkpoint_keeps(stage->seconds);
}

pm_status pm_checkpoint_plan(struct pm_checkpoint *checkpoint, char *plan)
{
    struct pm_stage stage;
    size_t room = 0;

    PM_FREE(checkpoint->plan, checkpoint->stage);
    checkpoint->plan = plan;
    checkpoint->stage = NULL;
    checkpoint->stages = 0;
    for (const char *line = plan; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!is_stage(&stage, line))
            continue;
        PM_TRY(pm_alloc_grow((void **)&checkpoint->stage, &room, checkpoint->stages + 1,
                             sizeof stage));
        checkpoint->stage[checkpoint->stages++] = stage;
    }
    return PM_OK;
}

/* The part of a line that two plans must have in common; *line moves on.  The memory in the first
 * line may differ, and so may seconds and devices of a way. */
static const char *common(char name[32], const char **line)
{
    const char *const end = strchrnul(*line, '\n');
    int behind = 0;

    name[0] = '\0';
    if (sscanf(*line, "way %31s %*s %*s %n", name, &behind) != 1)
        sscanf(*line, "plan %*s %n", &behind);
    const char *const rest = *line + behind;
    *line = *end == '\n' ? end + 1 : end;
    return rest;
}

bool pm_checkpoint_same_plan(const struct pm_checkpoint *a, const struct pm_checkpoint *b)
{
    const char *x = a->plan, *y = b->plan;

    while (x != NULL && y != NULL && *x != '\0' && *y != '\0') {
        char name[2][32];
        const char *const p = common(name[0], &x), *const q = common(name[1], &y);
        if (strcmp(name[0], name[1]) != 0 || x - p != y - q || strncmp(p, q, (size_t)(x - p)) != 0)
            return false;
    }
    return x != NULL && y != NULL && *x == *y;
}

/* ------------------------------------------------------------------ reading */

static bool begins(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* Moves *at behind the next `count` lines. */
static pm_status skip_lines(char **at, long count)
{
    for (; count > 0; count--) {
        char *const end = strchr(*at, '\n');
        if (end == NULL)
            return pm_fail(PM_INPUT, "it ends too soon");
        *at = end + 1;
    }
    return PM_OK;
}

/* *lines = a copy of the text before `end`; *rest moves there. */
static pm_status take_lines(char **lines, char **rest, char *end)
{
    PM_TRY(copy_text(lines, *rest, (size_t)(end - *rest)));
    *rest = end;
    return PM_OK;
}

/* Reads the plan, from its first line on. */
static pm_status read_plan(struct pm_checkpoint *checkpoint, char *line, char **rest)
{
    char *plan, *end = *rest;

    while (!begins(end, "end\n"))
        PM_TRY(skip_lines(&end, 1));
    PM_TRY(skip_lines(&end, 1));
    if (*rest > line) /* restores the line end that pm_stored_next() has overwritten */
        (*rest)[-1] = '\n';
    PM_TRY(copy_text(&plan, line, (size_t)(end - line)));
    *rest = end;
    return pm_checkpoint_plan(checkpoint, plan);
}

static pm_status read_records(struct pm_checkpoint *checkpoint, char *line, char **rest)
{
    struct pm_records records = {0};
    unsigned long long done, total;
    char name[32], *end;

    if (sscanf(line, "records %31s %llu %llu", name, &done, &total) != 3)
        return pm_fail(PM_INPUT, "records are damaged");
    records = (struct pm_records){.name = name, .tally = {.done = done, .total = total}};
    for (end = *rest; isdigit((unsigned char)*end);)
        PM_TRY(skip_lines(&end, 1));
    PM_TRY(take_lines(&records.text, rest, end));
    const pm_status status = pm_checkpoint_add(checkpoint, &records);
    free(records.text);
    return status;
}

static pm_status read_problem(struct pm_checkpoint *checkpoint, char **rest)
{
    char *end = *rest;
    int count;

    if (sscanf(*rest, "problem %*x %*s %*s %*d %*d %d", &count) != 1 || count < 0)
        return pm_fail(PM_INPUT, "its problem is damaged");
    PM_TRY(skip_lines(&end, 1L + count));
    if (begins(end, PM_STATEMENT_AROUND))
        PM_TRY(skip_lines(&end, 1));
    return take_lines(&checkpoint->problem, rest, end);
}

static pm_status read_line(struct pm_checkpoint *checkpoint, char *line, char **rest)
{
    unsigned long long part, parts;

    if (begins(line, "option ") && pm_statement_read_option(&checkpoint->options, line))
        return PM_OK;
    if (begins(line, "question ") && checkpoint->question == NULL)
        return copy_text(&checkpoint->question, line + strlen("question "), strlen(line));
    if (begins(line, "plan ") && checkpoint->plan == NULL)
        return read_plan(checkpoint, line, rest);
    if (begins(line, "records "))
        return read_records(checkpoint, line, rest);
    if (sscanf(line, "spent %lf", &checkpoint->spent) == 1)
        return PM_OK;
    if (sscanf(line, "part %llu %llu", &part, &parts) == 2 && part >= 1 && part <= parts) {
        checkpoint->part = part;
        checkpoint->parts = parts;
        return PM_OK;
    }
    return pm_fail(PM_INPUT, "there is a line that no run writes");
}

/* Checks the checksum and cuts it off. */
static pm_status check_sum(char *text)
{
    const size_t length = strlen(text);
    unsigned found;
    char *last = text + length;

    while (last > text && !(last > text + 1 && last[-1] == '\n' && begins(last, "checksum ")))
        last--;
    const size_t covered = (size_t)(last - text);
    if (begins(text, any_magic) && !begins(text, magic))
        return pm_fail(
            PM_INPUT,
            "it is of another version of this program: form %d, and this one reads form %d",
            atoi(text + sizeof any_magic - 1), atoi(magic + sizeof any_magic - 1));
    if (!begins(text, magic))
        return pm_fail(PM_INPUT, "it is no checkpoint, part or plan of this program");
    if (covered == 0 || sscanf(last, "checksum %8x\n", &found) != 1)
        return pm_fail(PM_INPUT, "it has no checksum: its end is missing");
    if (found != (unsigned)crc32_z(0, (const unsigned char *)text, covered) ||
        strlen(last) != strlen("checksum 01234567\n"))
        return pm_fail(PM_INPUT, "its checksum is wrong");
    *last = '\0';
    return PM_OK;
}

pm_status pm_checkpoint_parse(struct pm_checkpoint *checkpoint, char *text, const char *path)
{
    struct pm_checkpoint read = {.part = 1, .parts = 1, .content = text};
    char *rest = text;

    pm_status status = check_sum(text);
    if (status == PM_OK) {
        pm_stored_next(&rest);
        status = read_problem(&read, &rest);
    }
    for (char *line; status == PM_OK && (line = pm_stored_next(&rest)) != NULL;)
        status = read_line(&read, line, &rest);
    if (status == PM_OK)
        *checkpoint = read;
    else
        pm_checkpoint_clear(&read);
    return status == PM_INPUT ? pm_fail_at(status, "%s: the checkpoint is refused", path) : status;
}

/* *text = the contents of a file, which the caller must free.  A file of another kind is refused
 * after its first piece, and no more is read than fits. */
static pm_status read_all(char **text, FILE *file)
{
    const size_t most = (size_t)fmin(MOST_BYTES, MEMORY_SHARE * (double)pm_machine_memory(0, 0));
    size_t room = 0, length = 0;

    do {
        PM_TRY(pm_alloc_grow((void **)text, &room, length + PIECE + 1, 1));
        char *const piece = *text + length;
        const size_t more = fread(piece, 1, PIECE, file);
        piece[more] = '\0';
        if (length + more == 0 && !ferror(file))
            return pm_fail(PM_INPUT, "it is empty");
        if (strlen(piece) < more)
            return pm_fail(PM_INPUT, "it has a NUL byte");
        if (!begins(*text, any_magic))
            return pm_fail(PM_INPUT, "it is no checkpoint, part or plan of this program");
        length += more;
        if (length > most)
            return pm_fail(PM_INPUT, "it has more than %zu bytes", most);
    } while (!feof(file) && !ferror(file));
    return ferror(file) ? pm_fail(PM_IO, "it cannot be read") : PM_OK;
}

pm_status pm_checkpoint_read(struct pm_checkpoint *checkpoint, const char *path)
{
    FILE *const file = fopen(path, "rb");
    char *text = NULL;

    if (file == NULL)
        return pm_fail(PM_IO, "%s: %s", path, strerror(errno));
    const pm_status status = read_all(&text, file);
    fclose(file);
    if (status == PM_OK)
        return pm_checkpoint_parse(checkpoint, text, path);
    free(text);
    return status == PM_INPUT ? pm_fail_at(status, "%s: the checkpoint is refused", path)
                              : pm_fail_at(status, "%s", path);
}

/* ------------------------------------------------------------------ writing */

static void write_head(FILE *file, const struct pm_checkpoint *checkpoint)
{
    fprintf(file, "%s%s", magic, checkpoint->problem);
    pm_statement_write_options(file, &checkpoint->options);
    if (checkpoint->question != NULL)
        fprintf(file, "question %s\n", checkpoint->question);
    if (checkpoint->parts > 1)
        fprintf(file, "part %llu %llu\n", (unsigned long long)checkpoint->part,
                (unsigned long long)checkpoint->parts);
    if (checkpoint->plan != NULL)
        fputs(checkpoint->plan, file);
    fprintf(file, "spent %.3f\n", checkpoint->spent);
}

static void write_tally(FILE *file, const char *name, const struct pm_tally *tally)
{
    fprintf(file, "records %s %llu %llu\n", name, (unsigned long long)tally->done,
            (unsigned long long)tally->total);
}

pm_status pm_checkpoint_text(char **out, const struct pm_checkpoint *checkpoint, const char *name,
                             struct pm_deal *deal)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    FILE *const file = text.file;
    write_head(file, checkpoint);
    for (size_t k = 0; k < checkpoint->kinds; k++) {
        const struct pm_records *const r = &checkpoint->records[k];
        if (name != NULL && strcmp(r->name, name) == 0)
            continue;
        write_tally(file, r->name, &r->tally);
        fputs(r->text != NULL ? r->text : "", file);
    }
    if (name != NULL) {
        const struct pm_tally tally = pm_deal_tally(deal);
        write_tally(file, name, &tally);
        pm_deal_write(file, deal, false);
    }
    if (fflush(file) == 0)
        fprintf(file, "checksum %08x\n",
                (unsigned)crc32_z(0, (const unsigned char *)text.text, text.length));
    return pm_text_close(out, &text, PM_OK);
}
