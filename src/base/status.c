/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each thread has its own buffer for the message.  So a failure needs no memory, and threads do not
 * wait for each other.  A message may have words of an input, so every message is made printable.
 */
#include "base/status.h"

#include "base/printable.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char message[PM_MESSAGE_SIZE];
static _Thread_local bool lacks_memory;

const char *pm_message(void)
{
    return message;
}

bool pm_lacks_memory(void)
{
    return lacks_memory;
}

static void say(bool memory, const char *format, va_list args)
{
    char text[PM_MESSAGE_SIZE];

    vsnprintf(text, sizeof text, format, args);
    pm_printable(message, sizeof message, text, strlen(text), PM_PRINTABLE_LINE);
    lacks_memory = memory;
}

pm_status pm_fail(pm_status status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(false, format, args);
    va_end(args);
    return status;
}

pm_status pm_fail_memory(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(true, format, args);
    va_end(args);
    return PM_UNABLE;
}

pm_status pm_wrong(const char *format, ...)
{
    char text[200];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return pm_fail(
        PM_WRONG, "%s.  Do not use the answer; pm-report collects what is needed to find the cause",
        text);
}

pm_status pm_no_memory(void)
{
    return pm_fail(PM_NOMEM, "out of memory");
}

pm_status pm_fail_at(pm_status status, const char *format, ...)
{
    char longer[PM_MESSAGE_SIZE];
    va_list args;

    va_start(args, format);
    const int used = vsnprintf(longer, sizeof longer, format, args);
    va_end(args);
    if (used >= 0 && used < PM_MESSAGE_SIZE - 3)
        snprintf(longer + used, sizeof longer - (size_t)used, ": %.*s", PM_MESSAGE_SIZE - 3 - used,
                 message);
    pm_printable(message, sizeof message, longer, strlen(longer), PM_PRINTABLE_LINE);
    return status;
}

void pm_failure_keep(struct pm_failure *failure, pm_status status)
{
    if (status == PM_OK || failure->status != PM_OK)
        return;
    failure->status = status;
    failure->memory = lacks_memory;
    snprintf(failure->message, sizeof failure->message, "%.*s", (int)sizeof failure->message - 1,
             message);
}

pm_status pm_failure_raise(const struct pm_failure *failure)
{
    if (failure->status == PM_OK)
        return PM_OK;
    pm_fail(failure->status, "%s", failure->message);
    lacks_memory = failure->memory;
    return failure->status;
}

const char *pm_status_name(pm_status status)
{
    static const char *const names[] = {
        [PM_OK] = "OK",           [PM_INPUT] = "INPUT", [PM_DOMAIN] = "DOMAIN",
        [PM_UNABLE] = "UNABLE",   [PM_NOMEM] = "NOMEM", [PM_IO] = "IO",
        [PM_STOPPED] = "STOPPED", [PM_WRONG] = "WRONG",
    };
    return names[status];
}
