/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows progress as a bar on a terminal, or as lines elsewhere.  Signals set flags, which the
 * library reads between units. */
#include "watch.h"

#include "json.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* Seconds until a bar appears, and between its updates. */
static const double BAR_SECONDS = 2, BAR_STEP_SECONDS = 0.5;

/* Without a bar, work with a longer predicted time is announced; random matchings may have a
 * quicker way. */
static const double LONG_SECONDS = 600, LONG_DRAWS_SECONDS = 10;

static volatile sig_atomic_t to_save, to_stop, serves;

/* A rank that waits for the first one does not look at the wish to stop: SIGALRM ends it. */
enum { RANK_SECONDS = 5 };

static void on_signal(int number)
{
    if (number == SIGUSR1) {
        to_save = 1;
        return;
    }
    to_stop = 1;
    if (serves)
        alarm(RANK_SECONDS);
}

static double seconds_of(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

/* A time in a suitable unit: "12 s", "3.4 min", ... */
static const char *time_text(char text[32], double seconds)
{
    static const struct {
        double most, unit;
        const char *name;
    } row[] = {{120, 1, "s"}, {7200, 60, "min"}, {172800, 3600, "h"}, {HUGE_VAL, 86400, "days"}};
    int k = 0;

    while (seconds >= row[k].most && row[k].most < HUGE_VAL)
        k++;
    snprintf(text, 32, "%.3g %s", seconds / row[k].unit, row[k].name);
    return text;
}

/* The local time when the work will end. */
static const char *end_text(char text[64], double left)
{
    const time_t end = time(NULL) + (time_t)left;
    struct tm local;

    *text = '\0';
    if (left < 1e10 && localtime_r(&end, &local) != NULL)
        strftime(text, 64, ", ends %Y-%m-%d %H:%M:%S", &local);
    return text;
}

/* True if no units say how much of the work is done. */
static bool is_uncounted(const pm_progress *p)
{
    return p->total == 0 && p->share < 1;
}

const char *watch_text(const pm_progress *p)
{
    static char text[256];
    char spent[32], left[32], end[64], part[64] = "";

    if (p->parts > 1)
        snprintf(part, sizeof part, "part %llu of %llu: ", (unsigned long long)p->part,
                 (unsigned long long)p->parts);
    if (p->planning) {
        snprintf(text, sizeof text, "%splanning, %s spent", part, time_text(spent, p->spent));
        return text;
    }
    if (is_uncounted(p)) {
        snprintf(text, sizeof text, "%s%s spent; no units are counted", part,
                 time_text(spent, p->spent));
        return text;
    }
    const int used = snprintf(text, sizeof text,
                              "%s%.2f %%, %llu of %llu units, %.3g a second, "
                              "%s spent",
                              part, 100 * p->share, (unsigned long long)p->done,
                              (unsigned long long)p->total, p->rate, time_text(spent, p->spent));
    if (p->share < 1 && isfinite(p->left))
        snprintf(text + used, sizeof text - (size_t)used, ", %s left%s", time_text(left, p->left),
                 end_text(end, p->left));
    return text;
}

static void wipe(struct watch *watch)
{
    if (watch->bar)
        fputs("\r\033[K", stderr);
    watch->bar = false;
}

/* The length of a line that the terminal shows without wrapping; wrapped lines cannot be wiped. */
static int terminal_width(void)
{
    struct winsize size;

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

static void show_bar(struct watch *watch, const pm_progress *p)
{
    char text[256], bar[21], left[32], end[64];

    if (p->planning || is_uncounted(p)) {
        fprintf(stderr, "\r\033[K%.*s", terminal_width(), watch_text(p));
        watch->bar = true;
        return;
    }
    for (int k = 0; k < 20; k++)
        bar[k] = p->share * 20 > k ? '#' : '.';
    bar[20] = '\0';
    const int used =
        snprintf(text, sizeof text, "[%s] %.1f %%, %.3g units/s", bar, 100 * p->share, p->rate);
    if (isfinite(p->left))
        snprintf(text + used, sizeof text - (size_t)used, ", %s left%s", time_text(left, p->left),
                 end_text(end, p->left));
    fprintf(stderr, "\r\033[K%.*s", terminal_width(), text);
    watch->bar = true;
}

/* Batch systems announce the end of a job by one of these, as they are told. */
static const int endings[] = {SIGXCPU, SIGUSR2, SIGHUP};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* A signal that was ignored stays so: nohup(1) ignores HUP. */
static void handle(int number, void (*handler)(int), bool always)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;

    sigemptyset(&action.sa_mask);
    if (always || (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN))
        sigaction(number, &action, NULL);
}

static void heed_signals(void)
{
    handle(SIGTERM, on_signal, true);
    handle(SIGINT, on_signal, true);
    handle(SIGUSR1, on_signal, true);
    for (int k = 0; k < ENDINGS; k++)
        handle(endings[k], on_signal, false);
}

static void end_as_term(int number)
{
    (void)number;
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
}

void watch_signals(void)
{
    handle(SIGUSR1, end_as_term, false);
    for (int k = 0; k < ENDINGS; k++)
        handle(endings[k], end_as_term, false);
}

/* The message when Ctrl-C ends a run without a checkpoint, prepared since a signal handler can only
 * write it. */
static char farewell[160];
static size_t farewell_length;

static void on_interrupt(int number)
{
    if (write(STDERR_FILENO, farewell, farewell_length) < 0)
        farewell_length = 0; /* nobody can read it */
    signal(number, SIG_DFL);
    raise(number);
}

/* From now on, Ctrl-C prints how the work could have been saved. */
static void heed_interrupt(const struct watch *watch)
{
    if (farewell_length > 0)
        return;
    snprintf(farewell, sizeof farewell, "%s%s: interrupted; nothing is saved%s\n",
             isatty(STDERR_FILENO) ? "\r\033[K" : "", watch->cli->program->name,
             watch->brief ? "" : ".  With --checkpoint=FILE the same command continues");
    farewell_length = strlen(farewell);
    signal(SIGINT, on_interrupt);
}

/* What signals have requested. */
static pm_request wish(void)
{
    if (to_stop)
        return PM_STOP;
    const pm_request request = to_save ? PM_SAVE : PM_GO_ON;
    to_save = 0;
    return request;
}

static pm_request stop_at(void *end, const pm_progress *progress)
{
    (void)progress;
    return to_stop || watch_seconds(0) > *(const double *)end ? PM_STOP : PM_GO_ON;
}

double watch_seconds(double begun)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begun;
}

bool watch_ends(void)
{
    return to_stop;
}

void watch_limit(pm_options *options, double *end, double seconds)
{
    *end = watch_seconds(0) + seconds;
    options->watch = stop_at;
    options->watcher = end;
}

pm_request watch_rank(void *nothing, const pm_progress *progress)
{
    (void)nothing, (void)progress;
    heed_signals(); /* repeated, since only now it is known that there is a checkpoint */
    handle(SIGALRM, end_as_term, true);
    serves = 1;
    if (to_stop)
        alarm(0);
    return wish();
}

static void show_plan(struct watch *watch, const char *plan)
{
    wipe(watch);
    if (watch->title != NULL)
        fprintf(stderr, "%s:\n", watch->title);
    fputs(plan, stderr);
}

/* If there is no bar, announces long work once. */
static void announce(const struct watch *watch, double seconds)
{
    const struct cli *const cli = watch->cli;
    char text[32];

    if (cli->solve.plan_only || cli->progress > 0 || isatty(STDERR_FILENO) ||
        !(seconds > (cli->sample > 0 ? LONG_DRAWS_SECONDS : LONG_SECONDS) && isfinite(seconds)) ||
        (cli->solve.seconds > 0 && seconds > cli->solve.seconds)) /* it will be refused */
        return;
    fprintf(stderr, "%s: %s%spredicted to take %s%s; --progress=1m says how far it is%s\n",
            cli->program->name, watch->title != NULL ? watch->title : "",
            watch->title != NULL ? ": " : "", time_text(text, seconds),
            cli->solve.parts > 1 ? " in all" : "",
            cli->sample > 0                 ? ", --time=SECONDS allows quicker ways to draw"
            : cli->solve.checkpoint != NULL ? ""
                                            : ", --checkpoint=FILE keeps what is done");
}

/* True after the time of --stop-after. */
static bool is_over(const struct cli *cli)
{
    return cli->stop_after > 0 &&
           now() - (double)cli->begun.tv_sec - 1e-9 * (double)cli->begun.tv_nsec > cli->stop_after;
}

static void print_progress(const struct watch *watch, const pm_progress *progress)
{
    const struct cli *const cli = watch->cli;
    const char *const file = cli->operands == 1     ? cli->operand[0]
                             : watch->title != NULL ? watch->title
                                                    : "-";
    char *const line = cli->json ? json_progress_line(file, progress) : NULL;

    if (line != NULL)
        fprintf(stderr, "%s\n", line);
    else
        fprintf(stderr, "%s: %s\n", watch->cli->program->name, watch_text(progress));
    free(line);
}

static pm_request look(void *watcher, const pm_progress *progress)
{
    struct watch *const watch = watcher;
    const struct cli *const cli = watch->cli;
    const double clock = now();

    if (progress->plan != NULL && cli->verbose && !cli->solve.plan_only)
        show_plan(watch, progress->plan);
    if (progress->plan != NULL)
        announce(watch, progress->left);
    if (cli->solve.checkpoint == NULL && clock - watch->begun >= BAR_SECONDS)
        heed_interrupt(watch);
    if (progress->warning != NULL) {
        wipe(watch);
        fprintf(stderr, "%s: %s\n", cli->program->name, progress->warning);
    }
    if (cli->progress > 0 && clock - watch->shown >= cli->progress) {
        print_progress(watch, progress);
        watch->shown = clock;
    } else if (cli->progress <= 0 && isatty(STDERR_FILENO) && clock - watch->begun >= BAR_SECONDS &&
               clock - watch->shown >= BAR_STEP_SECONDS) {
        show_bar(watch, progress);
        watch->shown = clock;
    }
    to_stop |= is_over(cli);
    return wish();
}

void watch_begin(struct watch *watch, const struct cli *cli, const char *title, pm_options *options)
{
    *watch = (struct watch){.cli = cli, .title = title, .begun = now(), .shown = now()};
    if (options->checkpoint != NULL)
        heed_signals();
    options->watch = look;
    options->watcher = watch;
    options->plan_shown = cli->verbose || cli->explain;
}

void watch_end(struct watch *watch)
{
    wipe(watch);
}
