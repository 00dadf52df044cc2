/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages of a prover.  With a checkpoint, those that it has made are its state: all
 * challenges, points and claims follow from them as they do for a verifier.  A run that continues
 * goes back through them without any table, and makes again only the tables before the step where
 * they end.
 *
 * In the checkpoint, line 0 has a hash of all that comes before the messages, and line K has
 * message K.  The file is not that of the answer, whose problem may be another one (a total). */
#include "proof/prover.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/memory_left.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static const char stage[] = "messages";

/* ------------------------------------------------------------------------ a message */

pm_residue pm_prover_say(struct pm_prover *p, int count, const pm_residue *number)
{
    char line[(PM_PROOF_GROUP + 1) * (PM_PROOF_DIGITS + 1) + 1];
    size_t length = 0;

    for (int k = 0; k < count; k++) {
        pm_oracle_digits(line + length, number[k]);
        length += PM_PROOF_DIGITS;
        line[length++] = k + 1 < count ? ' ' : '\n';
    }
    fwrite(line, 1, length, p->text.file);
    p->said++;
    return pm_field_factor(&p->oracle.field, pm_oracle_draw(&p->oracle, line, length));
}

/* *text moves behind a blank and a residue. */
static bool read_number(pm_residue *number, const char **text, pm_residue below)
{
    const char *at = *text;

    *number = 0;
    if (*at++ != ' ' || strspn(at, "0123456789abcdef") != PM_PROOF_DIGITS)
        return false;
    for (int k = 0; k < PM_PROOF_DIGITS; k++, at++)
        *number = *number << 4 | (pm_residue)(*at <= '9' ? *at - '0' : *at - 'a' + 10);
    *text = at;
    return *number < below;
}

pm_status pm_prover_hear(struct pm_prover *p, int count, pm_residue *number)
{
    char *end;
    bool fine = strtol(p->earlier, &end, 10) == p->said + 1;
    const char *at = end;

    for (int k = 0; k < count && fine; k++)
        fine = read_number(&number[k], &at, p->oracle.field.p);
    if (!fine || *at != '\n')
        return pm_fail(PM_INPUT, "%s: the checkpoint is refused: message %d is damaged",
                       p->session.path, p->said + 1);
    p->earlier = at + 1;
    p->left--;
    return PM_OK;
}

pm_status pm_prover_wrong(const struct pm_prover *p)
{
    if (p->earlier != NULL)
        return pm_fail(PM_INPUT, "%s: the checkpoint is refused: its messages are no proof",
                       p->session.path);
    return pm_wrong("the proof fails: it leads to another number than the answer");
}

/* ---------------------------------------------------------------------- checkpoints */

pm_status pm_prover_open(struct pm_prover *p, const pm_problem *problem, pm_proved what,
                         const pm_options *options)
{
    pm_options planned;

    p->threads = options->threads > 0 ? options->threads : omp_get_max_threads();
    p->memory = options->memory > 0 ? options->memory : pm_memory_of("").left / 2;
    PM_TRY(pm_proved_problem_new(&p->statement, problem, what));
    if (options->checkpoint == NULL)
        return PM_OK;
    if (asprintf(&p->path, "%s.prover", options->checkpoint) < 0) {
        p->path = NULL;
        return pm_no_memory();
    }
    /* options for the answer do not change a proof */
    const pm_options own = {
        .size = sizeof own, .checkpoint = p->path, .checkpoint_every = options->checkpoint_every};
    return pm_session_open(&p->session, &planned, problem, NULL, &own);
}

/* The hash of all text so far, as line 0. */
static void name_text(char name[2 * PM_ORACLE_BYTES + 4], const struct pm_oracle *oracle)
{
    name += sprintf(name, "0 ");
    for (int k = 0; k < PM_ORACLE_BYTES; k++)
        name += sprintf(name, "%02x", oracle->hash[k]);
    strcpy(name, "\n");
}

pm_status pm_prover_recall(struct pm_prover *p)
{
    const struct pm_records *const records =
        p->path != NULL ? pm_checkpoint_find(&p->session.state, stage) : NULL;

    if (p->watched != NULL)
        p->watched->path = p->path;
    name_text(p->name, &p->oracle);
    if (records == NULL)
        return pm_prover_keep(p);
    if (strncmp(records->text, p->name, strlen(p->name)) != 0)
        return pm_fail(PM_INPUT,
                       "%s: the checkpoint is refused: its messages belong to another proof",
                       p->path);
    PM_NEW(p->recalled, strlen(records->text) + 1); /* the state gets others */
    p->earlier = strcpy(p->recalled, records->text) + strlen(p->name);
    for (const char *at = p->earlier; (at = strchr(at, '\n')) != NULL; at++)
        p->left++;
    return PM_OK;
}

/* *records = the lines of the checkpoint. */
static pm_status write_records(char **records, struct pm_prover *p)
{
    struct pm_text out;

    PM_TRY(pm_text_open(&out));
    if (fflush(p->text.file) != 0)
        return pm_text_close(records, &out, pm_no_memory());
    fputs(p->name, out.file);
    const char *at = p->text.text;
    for (int k = 1; k <= p->said; k++) {
        const char *const end = strchr(at, '\n') + 1;
        fprintf(out.file, "%d %.*s", k, (int)(end - at), at);
        at = end;
    }
    return pm_text_close(records, &out, PM_OK);
}

pm_status pm_prover_keep(struct pm_prover *p)
{
    char *records;

    if (p->path == NULL || p->left > 0) /* else the file has more */
        return PM_OK;
    PM_TRY(write_records(&records, p));
    const struct pm_tally tally = {.done = (uint64_t)p->said,
                                   .total = (uint64_t)pm_prover_messages(p)};
    const pm_status status = pm_session_store(&p->session, stage, records, tally);
    free(records);
    return status;
}

pm_status pm_prover_done(struct pm_prover *p, int b)
{
    pm_watched_done(p->watched, (uint64_t)pm_proof_block_bytes(&p->blocks->block[b]));
    if (p->path == NULL)
        return pm_go_on(pm_watched_stop(p->watched));
    if (p->watched != NULL && pm_stop_wanted(&p->watched->stop)) {
        PM_TRY(pm_prover_keep(p));
        return pm_fail(PM_STOPPED, "stopped; the same command continues from %s", p->path);
    }
    const bool wanted =
        p->watched != NULL && __atomic_exchange_n(&p->watched->save, 0, __ATOMIC_RELAXED) != 0;
    if (wanted || pm_clock() - p->session.saved >= p->session.every)
        pm_prover_keep(p); /* a full disk stops no proof */
    return PM_OK;
}
