/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random instances, random questions and random manners, compared with a reference that shares no
 * code with the library.  A failing case is made smaller, then printed with the command that shows
 * it.
 *
 *     PM_CASES=N   the number of cases of each seed
 *     PM_SEED=S    only this seed; case k of seed S is case 0 of seed S + k
 *     PM_QUESTION=NAME   only this question
 *     PM_ENGINE=NAME     only this engine, where one is chosen
 *     PM_FIRST=1         the first wrong case ends the run, and is not printed (tests/mutants.py)
 *
 * Half of the values of engines with kernels for GPUs are asked of emulated GPUs, if there is a C++
 * compiler and PM_TESTS is not `short`.
 */
#include "questions.h"

#include "emulated.h"
#include "engine/isa/isa.h"
#include "engine/abilities.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
    QUESTIONS = 32,
    ENGINES = 32,
    REPORTS = 5,
    CASE_SECONDS = 120,
    LARGE_PERCENT = 4,
    EMULATED_ROWS = 14,
};

struct task {
    uint64_t seed;
    struct instance x;
    const struct question *question;
    struct manner manner;
    char story[STORY];
};

/* --------------------------------------------------------------------- drawing */

static uint64_t mixed(uint64_t seed)
{
    seed = (seed ^ seed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    seed = (seed ^ seed >> 27) * UINT64_C(0x94D049BB133111EB);
    return (seed ^ seed >> 31) | 1;
}

static const struct question *question_named(const char *name)
{
    const struct question *q = questions;

    while (q->name != NULL && strcmp(q->name, name) != 0)
        q++;
    return q;
}

static const struct question *draw_question(uint64_t *state, enum instance_kind kind)
{
    int sum = 0;

    for (const struct question *q = questions; q->name != NULL; q++)
        sum += q->kinds >> kind & 1 ? q->share : 0;
    int at = test_between(state, 0, sum - 1);
    for (const struct question *q = questions;; q++) {
        at -= q->kinds >> kind & 1 ? q->share : 0;
        if (at < 0)
            return q;
    }
}

/* Any engine that has the query; those that search for an order, whose programs differ most from
 * instance to instance, more often. */
static const struct pm_engine *draw_engine(uint64_t *state, int query)
{
    const char *const only = getenv("PM_ENGINE");
    const struct pm_engine *const named = only != NULL ? pm_engine_find(only) : NULL;
    const struct pm_engine *able[4 * ENGINES];
    int count = 0;

    if (named != NULL && (query < 0 || named->more->query[query] != NULL))
        return named;
    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++)
        for (int times = (*e)->more->search != NULL ? 4 : 1; times > 0; times--)
            if (!(*e)->figures.draws && (query < 0 || (*e)->more->query[query] != NULL))
                able[count++] = *e;
    return able[test_between(state, 0, count - 1)];
}

static const char *draw_isa(uint64_t *state)
{
    int count = 0;

    while (pm_isa_list()[count] != NULL)
        count++;
    return pm_isa_list()[test_between(state, 0, count - 1)]->name;
}

static void draw_manner(struct manner *m, uint64_t *state, const struct question *question)
{
    static const pm_precision precision[] = {
        PM_PRECISION_AUTO, PM_PRECISION_AUTO, PM_PRECISION_EXACT, PM_PRECISION_DOUBLE,
        PM_PRECISION_DD,   (pm_precision)30,  (pm_precision)200};
    static const char *const modulus[] = {"1000003", "2305843009213693951", "3",  "4", "2",
                                          "1000000", "4611686018427387847", "257"};
    static const char *const rules[] = {"all",        "rank1",  "degree", "dm",
                                        "split",      "lines",  "scale",  "edmonds",
                                        "components", "nested", "pairs"};

    *m = (struct manner){.threads = test_between(state, 1, 4) == 1 ? 3 : 1, .start = -1};
    m->precision = precision[test_between(state, 0, 6)];
    if (question->query >= 0 || (question->query == -1 && test_between(state, 0, 9) < 6))
        m->engine = draw_engine(state, question->query);
    if (question->query == -1 && test_between(state, 0, 3) == 0) {
        m->modulus = modulus[test_between(state, 0, sizeof modulus / sizeof *modulus - 1)];
        m->precision = PM_PRECISION_AUTO;
    }
    const char *const rule = rules[test_between(state, 0, sizeof rules / sizeof *rules - 1)];
    if (question->query == -1 && test_between(state, 0, 9) < 7)
        *(test_between(state, 0, 2) == 0 ? &m->reduce : &m->no_reduce) = rule;
    m->isa = draw_isa(state);
    if (test_between(state, 0, 5) == 0)
        m->start = test_between(state, 0, 8);
    if (test_between(state, 0, 7) == 0)
        m->memory = UINT64_C(1) << test_between(state, 10, 22);
    if (test_between(state, 0, 7) == 0)
        m->epsilon = test_between(state, 0, 1) == 0 ? -1 : 1e-3;
    m->saturating = test_between(state, 0, 3) == 0;
    m->seed = test_random(state);
    if (getenv("PM_FAKE_FOLDER") != NULL && question->query == -1 && m->engine != NULL)
        m->emulated = m->engine->more->gpu != NULL && test_between(state, 0, 1) == 0 &&
                      (question->ask != ask_agreement || test_effort() == TEST_LONG); /* slow */
}

static void draw_task(struct task *task, uint64_t seed)
{
    const char *const only = getenv("PM_QUESTION");
    uint64_t state = mixed(seed);
    const bool rare = test_between(&state, 1, 100) <= LARGE_PERCENT;

    task->seed = seed;
    task->story[0] = '\0';
    do {
        instance_draw(&task->x, &state, only != NULL ? strcmp(only, "agreement") == 0 : rare);
    } while (only != NULL && !(question_named(only)->kinds >> task->x.kind & 1));
    task->question = only != NULL    ? question_named(only)
                     : task->x.large ? question_named("agreement")
                                     : draw_question(&state, task->x.kind);
    draw_manner(&task->manner, &state, task->question);
    task->manner.large = task->x.large;
    /* No limit of time binds emulated GPUs; walks over all subsets of many rows would take days. */
    if (task->x.rows > EMULATED_ROWS && task->manner.engine != pm_engine_find("sweep"))
        task->manner.emulated = false;
}

/* ---------------------------------------------------------------------- asking */

static enum verdict ask(struct task *task, const struct instance *x)
{
    char start[16];

    setenv("PM_ISA", task->manner.isa, 1);
    if (task->manner.emulated)
        setenv("PM_GPU_EAGER", "1", 1);
    else
        unsetenv("PM_GPU_EAGER");
    if (task->manner.start >= 0) {
        snprintf(start, sizeof start, "%d", task->manner.start);
        setenv("PM_SWEEP_START", start, 1);
    } else {
        unsetenv("PM_SWEEP_START");
    }
    /* in processor time, so that a busy machine makes no difference */
    setitimer(ITIMER_PROF, &(const struct itimerval){.it_value.tv_sec = CASE_SECONDS}, NULL);
    const enum verdict verdict = task->question->ask(task->story, x, &task->manner);
    setitimer(ITIMER_PROF, &(const struct itimerval){.it_value.tv_sec = 0}, NULL);
    return verdict;
}

static bool still_wrong(const struct instance *x, void *context)
{
    struct task *const task = context;

    return ask(task, x) == WRONG;
}

static void print_text(const char *text)
{
    printf("#     ");
    for (; *text != '\0'; text++) {
        putchar(*text);
        if (*text == '\n' && text[1] != '\0')
            printf("#     ");
    }
}

/* All that reproduces the case. */
static void report(const struct task *task)
{
    const struct manner *const m = &task->manner;
    const char *const only = getenv("PM_QUESTION");
    char *const text = instance_text(&task->x);

    printf("# %s, %s%s PM_SEED=%llu PM_CASES=1%s\n# %s\n", task->question->name,
           only != NULL ? "PM_QUESTION=" : "", only != NULL ? only : "",
           (unsigned long long)task->seed,
           m->saturating && task->x.kind == INSTANCE_GRAPH ? ", saturating" : "", task->story);
    print_text(text);
    printf("#     PM_ISA=%s", m->isa);
    if (m->start >= 0)
        printf(" PM_SWEEP_START=%d", m->start);
    printf(" %s%s", task->question->options != NULL ? instance_program(&task->x) : "(library)",
           task->question->options != NULL ? task->question->options : "");
    if (m->engine != NULL)
        printf(" --engine=%s", m->engine->name);
    if (m->modulus != NULL)
        printf(" --mod=%s", m->modulus);
    if (m->precision == PM_PRECISION_EXACT)
        printf(" --exact");
    else if (m->precision != PM_PRECISION_AUTO)
        printf(" --precision=%d", (int)m->precision);
    if (m->reduce != NULL)
        printf(" --reduce=%s", m->reduce);
    if (m->no_reduce != NULL)
        printf(" --no-reduce=%s", m->no_reduce);
    if (m->memory > 0)
        printf(" --memory=%llu", (unsigned long long)m->memory);
    if (m->epsilon != 0)
        printf(" --epsilon=%g", m->epsilon);
    printf(" --threads=%d%s\n", m->threads, m->emulated ? " --gpus=1 (emulated)" : "");
    fflush(stdout);
    free(text);
}

/* The running case, for signals. */
static struct task *running;

static void died(int number)
{
    printf("Bail out! signal %d (%s)\n", number, strsignal(number));
    report(running);
    _exit(99);
}

/* ------------------------------------------------------------------------ main */

static struct {
    long asked, right, unable, wrong;
    long by_engine[QUESTIONS][ENGINES + 1]; /* right answers; the last: no engine was chosen */
} tally;

static int engine_number(const struct pm_engine *engine)
{
    int number = 0;

    while (engine != NULL && pm_engines[number] != engine)
        number++;
    return engine != NULL ? number : ENGINES;
}

static void run_case(struct task *task, uint64_t seed)
{
    draw_task(task, seed);
    running = task;
    const enum verdict verdict = ask(task, &task->x);
    tally.asked++;
    tally.right += verdict == RIGHT;
    tally.unable += verdict == UNABLE;
    tally.wrong += verdict == WRONG;
    if (verdict == RIGHT)
        tally.by_engine[task->question - questions][engine_number(task->manner.engine)]++;
    if (verdict == WRONG && getenv("PM_FIRST") != NULL)
        _exit(1);
    if (verdict == WRONG && tally.wrong <= REPORTS) {
        instance_shrink(&task->x, still_wrong, task);
        ask(task, &task->x);
        report(task);
    }
}

static void run_seed(struct test *t, uint64_t seed, long cases)
{
    struct task *const task = calloc(1, sizeof *task);
    const char *const only = getenv("PM_QUESTION");
    const clock_t begin = clock();
    const long before = tally.wrong, unable = tally.unable;

    for (long k = 0; k < cases; k++)
        run_case(task, seed + (uint64_t)k);
    CHECK(t, tally.wrong == before,
          "%ld cases from PM_SEED=%llu%s%s: %ld wrong, %ld without an answer, %.0f a second", cases,
          (unsigned long long)seed, only != NULL ? ", " : "", only != NULL ? only : "",
          tally.wrong - before, tally.unable - unable,
          (double)cases * CLOCKS_PER_SEC / (double)(clock() - begin + 1));
    free(task);
}

/* Every engine has answered the questions that it can.  If there were fewer answers than this for
 * each engine, one may be missing by chance. */
enum { EXPECTED = 30 };

static void check_coverage(struct test *t)
{
    for (int q = 0; questions[q].name != NULL; q++) {
        char missing[500] = "";
        long answers = 0, engines = 0;
        printf("# %s:", questions[q].name);
        for (int e = 0; pm_engines[e] != NULL; e++) {
            const bool able = !pm_engines[e]->figures.draws &&
                              (questions[q].query == -1 ||
                               (questions[q].query >= 0 &&
                                pm_engines[e]->more->query[questions[q].query] != NULL));
            answers += tally.by_engine[q][e];
            engines += able;
            if (tally.by_engine[q][e] > 0)
                printf(" %s %ld", pm_engines[e]->name, tally.by_engine[q][e]);
            else if (able)
                sprintf(missing + strlen(missing), " %s", pm_engines[e]->name);
        }
        printf(" chosen %ld\n", tally.by_engine[q][ENGINES]);
        CHECK(t, missing[0] == '\0' || answers < EXPECTED * engines, "%s: %s%s", questions[q].name,
              missing[0] == '\0' ? "answered by every engine that can" : "never answered by",
              missing);
    }
    CHECK(t, tally.right > tally.asked / 2,
          "%ld cases: %ld right, %ld without an answer, %ld wrong", tally.asked, tally.right,
          tally.unable, tally.wrong);
}

/* Minors of which one is beyond the range of doubles; the others had other bits without bounds. */
enum { LARGE_MINORS = 111027738 };

/* Stacks get more cases: they are small and take microseconds. */
static void check_stacks(struct test *t, long cases)
{
    static const char *const names[] = {"pm_batch", "pm_minors", "pm_shares",
                                        "loops",    "gradient",  "products"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        setenv("PM_QUESTION", names[k], 1);
        run_seed(t, 1, cases);
    }
    unsetenv("PM_QUESTION");
}

int main(void)
{
    static const long usual[] = {[TEST_SHORT] = 500, [TEST_USUAL] = 2000, [TEST_LONG] = 500000};
    const long cases = (long)test_number("PM_CASES", (uint64_t)usual[test_effort()]);
    const bool only = getenv("PM_SEED") != NULL;
    const char *const question = getenv("PM_QUESTION");
    char folder[] = "gpu-XXXXXX", *path = NULL;
    struct test t = {0, 0};

    if (question != NULL && question_named(question)->name == NULL) {
        printf("Bail out! There is no question %s\n", question);
        return 99;
    }
    if (test_effort() != TEST_SHORT && emulated_possible() && mkdtemp(folder) != NULL) {
        path = realpath(folder, NULL);
        CHECK(&t, path != NULL && emulated_gpus(path), "emulated GPUs");
    }
    for (int k = 0; k < 4; k++)
        signal((const int[]){SIGSEGV, SIGABRT, SIGFPE, SIGPROF}[k], died);
    if (!only)
        run_seed(&t, 1000, cases / 2);
    run_seed(&t, test_number("PM_SEED", (uint64_t)time(NULL) << 20), cases);
    if (!only && test_effort() != TEST_SHORT) /* few cases do not reach every engine */
        check_coverage(&t);
    if (!only && question == NULL) {
        check_stacks(&t, cases / 9);
        run_seed(&t, LARGE_MINORS, 1);
    }
    if (path != NULL) {
        char command[4200];
        snprintf(command, sizeof command, "rm -r '%s'", path);
        CHECK(&t, system(command) == 0 && (only || question != NULL || answered_on_gpus > 0),
              "%ld values from emulated GPUs", answered_on_gpus);
        free(path);
    }
    return test_done(&t);
}
