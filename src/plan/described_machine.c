/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machines that the user describes: a JSON object with the resources of a node, the number of
 * nodes, and measured rates of engines.  A few machines are built in, in the same JSON format.
 * permatch_formats(5) explains the members. */
#include "plan/machine.h"

#include "base/alloc.h"
#include "engine/more.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODE_GPUS = 8,  /* number of GPUs of a node of a built-in machine */
    MOST = 1 << 20, /* largest number of nodes, cores, GPUs */
};

/* Built-in machines with one GPU each.  The reference GPU is an H200; its rates and those of the
 * reference thread are in the engines (struct pm_engine_gpu).  GV100 and A100 are the machines of
 * the SUPerman paper.  Their speeds were not measured: each is the GPU's peak in double precision
 * divided by the 34 TFLOPS of an H200, according to NVIDIA's data sheets. */
static const char *const built_in[] = {
    "{\"name\": \"h200\", \"cores\": 16, \"gpus\": 1, \"memory\": 137438953472,"
    " \"gpu_speed\": 1, \"source\": \"of GPUs, measured on one H200;"
    " of cores, the reference thread\"}",
    "{\"name\": \"a100\", \"cores\": 16, \"gpus\": 1, \"memory\": 68719476736,"
    " \"gpu_speed\": 0.285, \"source\": \"data sheets: 9.7 TFLOPS in double; not measured\"}",
    "{\"name\": \"gv100\", \"cores\": 44, \"gpus\": 1, \"memory\": 1099511627776,"
    " \"gpu_speed\": 0.218, \"source\": \"data sheets: 7.4 TFLOPS in double; not measured\"}",
    NULL,
};

void pm_machine_free(struct pm_machine *machine)
{
    if (machine == NULL)
        return;
    free(machine->name);
    free(machine->source);
    free(machine->rate);
    free(machine);
}

/* ------------------------------------------------------------------ description */

static bool number_named(enum pm_number *number, const char *name)
{
    for (int k = 0; k < PM_NUMBERS; k++)
        if (strcmp(pm_number_name((enum pm_number)k), name) == 0) {
            *number = (enum pm_number)k;
            return true;
        }
    return false;
}

/* Reads the rates of one engine: {"real": 2.4e10, ...}. */
static pm_status parse_engine(struct pm_machine_rate *rate, const char *engine, json_t *numbers)
{
    enum pm_number number;
    const char *name;
    json_t *value;

    if ((rate->engine = pm_engine_find(engine)) == NULL)
        return pm_fail(PM_INPUT, "there is no engine '%s'", engine);
    if (!json_is_object(numbers))
        return pm_fail(PM_INPUT, "%s: an object of rates by number type is expected", engine);
    json_object_foreach(numbers, name, value)
    {
        if (!number_named(&number, name))
            return pm_fail(PM_INPUT, "%s: there is no number type '%s'", engine, name);
        rate->rate[number] = json_number_value(value);
        if (!(rate->rate[number] > 0))
            return pm_fail(PM_INPUT, "%s, %s: a rate above 0 is expected", engine, name);
    }
    return PM_OK;
}

/* Reads the rates of cores or GPUs: {"dense": {...}, ...}.  If engines is NULL, no rates are
 * given. */
static pm_status parse_rates(struct pm_machine *m, json_t *engines, bool gpu)
{
    const char *engine;
    json_t *numbers;

    json_object_foreach(engines, engine, numbers)
    {
        m->rate[m->rates] = (struct pm_machine_rate){.gpu = gpu};
        PM_TRY(parse_engine(&m->rate[m->rates], engine, numbers));
        m->rates++;
    }
    return PM_OK;
}

static pm_status copy_text(char **copy, const char *text)
{
    PM_NEW(*copy, strlen(text) + 1);
    strcpy(*copy, text);
    return PM_OK;
}

static pm_status check_counts(const struct pm_machine *m)
{
    if (m->nodes < 1 || m->nodes > MOST || m->cores < 1 || m->cores > MOST || m->gpus < 0 ||
        m->gpus > MOST)
        return pm_fail(PM_INPUT, "nodes and cores are from 1 to %d, gpus from 0 to %d", MOST, MOST);
    if (!(m->speed > 0) || !(m->gpu_speed >= 0) || !(m->efficiency > 0 && m->efficiency <= 1))
        return pm_fail(PM_INPUT, "speeds are above 0, efficiency is from 0 to 1");
    return PM_OK;
}

static pm_status parse(struct pm_machine *m, json_t *root)
{
    const char *name = "the machine described", *source = "not said";
    json_t *core = NULL, *gpu = NULL;
    json_int_t memory = 0;
    json_error_t error;

    m->nodes = 1;
    m->speed = m->efficiency = 1;
    if (json_unpack_ex(root, &error, 0, "{s?s s?s s?i s:i s?i s:I s?F s?F s?F s?o s?o !}", "name",
                       &name, "source", &source, "nodes", &m->nodes, "cores", &m->cores, "gpus",
                       &m->gpus, "memory", &memory, "speed", &m->speed, "gpu_speed", &m->gpu_speed,
                       "efficiency", &m->efficiency, "core", &core, "gpu", &gpu) != 0)
        return pm_fail(PM_INPUT, "%s", error.text);
    if (memory < 1 << 20)
        return pm_fail(PM_INPUT, "memory is the bytes of a node, at least a MiB");
    m->memory = (uint64_t)memory;
    PM_TRY(check_counts(m));
    if ((core != NULL && !json_is_object(core)) || (gpu != NULL && !json_is_object(gpu)))
        return pm_fail(PM_INPUT, "core and gpu are objects of rates by engine");
    PM_TRY(copy_text(&m->name, name));
    PM_TRY(copy_text(&m->source, source));
    m->rate = pm_alloc(json_object_size(core) + json_object_size(gpu) + 1, sizeof *m->rate);
    if (m->rate == NULL)
        return PM_NOMEM;
    PM_TRY(parse_rates(m, core, false));
    return parse_rates(m, gpu, true);
}

/* Replaces all characters that are not printable: names, and text that the parser quotes, may
 * contain any bytes. */
static void make_printable(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

static pm_status fail_printable(pm_status status, const char *message)
{
    char text[512];

    snprintf(text, sizeof text, "%s", message);
    make_printable(text);
    return pm_fail(status, "%s", text);
}

static pm_status describe(struct pm_machine **out, json_t *root)
{
    struct pm_machine *m;
    pm_status status;

    PM_NEW(m, 1);
    status = parse(m, root);
    if (status != PM_OK) {
        pm_machine_free(m);
        return fail_printable(status, pm_message());
    }
    make_printable(m->name);
    make_printable(m->source);
    *out = m;
    return PM_OK;
}

static pm_status describe_file(struct pm_machine **machine, const char *path)
{
    json_error_t error;
    json_t *const root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);

    if (root == NULL && error.line < 0)
        return pm_fail(PM_INPUT, "%s: no machine of this name, and %s", path, error.text);
    if (root == NULL) {
        fail_printable(PM_INPUT, error.text);
        return pm_fail_at(PM_INPUT, "%s: line %d", path, error.line);
    }
    const pm_status status = describe(machine, root);
    json_decref(root);
    return status == PM_OK ? PM_OK : pm_fail_at(status, "%s", path);
}

/* -------------------------------------------------------------------- built in */

/* Makes m, which has one GPU, a machine of `count` GPUs, each with its share of cores and memory,
 * and up to NODE_GPUS on a node. */
static pm_status multiply(struct pm_machine *m, long count, const char *name)
{
    const int node = count < NODE_GPUS ? (int)count : NODE_GPUS;

    if (count < 1 || count > MOST || count % node != 0)
        return pm_fail(PM_INPUT, "'%s': up to %d GPUs, or a multiple of that", name, NODE_GPUS);
    m->nodes = (int)(count / node);
    m->cores *= node;
    m->gpus *= node;
    m->memory *= (uint64_t)node;
    free(m->name);
    m->name = NULL;
    return copy_text(&m->name, name);
}

pm_status pm_machine_describe(struct pm_machine **machine, const char *name)
{
    char *kind;
    const long number = strtol(name, &kind, 10);
    const bool counted = kind > name && *kind == 'x';

    for (const char *const *text = built_in; *text != NULL; text++) {
        json_t *const root = json_loads(*text, 0, NULL);
        struct pm_machine *m = NULL;
        pm_status status = describe(&m, root);

        json_decref(root);
        if (status != PM_OK)
            return status;
        if (strcmp(counted ? kind + 1 : name, m->name) == 0) {
            status = multiply(m, counted ? number : 1, name);
            if (status == PM_OK)
                *machine = m;
            else
                pm_machine_free(m);
            return status;
        }
        pm_machine_free(m);
    }
    return describe_file(machine, name);
}

/* ----------------------------------------------------------------------- rates */

/* The rate that the description gives, or 0 if it gives none. */
static double given(const struct pm_machine *m, const struct pm_engine *engine,
                    enum pm_number number, bool gpu)
{
    for (size_t k = 0; k < m->rates; k++)
        if (m->rate[k].engine == engine && m->rate[k].gpu == gpu)
            return m->rate[k].rate[number];
    return 0;
}

/* If an engine can use GPUs, only the rates of the GPUs count.  Work in a single unit runs on the
 * cores of one node. */
double pm_machine_rate(const struct pm_machine *machine, const struct pm_engine *engine,
                       enum pm_number number, uint64_t units)
{
    const struct pm_machine *const m = machine;

    if (m == NULL)
        return engine->figures.rate[number];
    double gpu = given(m, engine, number, true), core = given(m, engine, number, false);
    if (gpu == 0 && engine->more->gpu != NULL)
        gpu = m->gpu_speed * engine->more->gpu->rate[number];
    if (core == 0)
        core = m->speed * engine->figures.rate[number];
    if (units <= 1)
        return m->cores * core;
    return m->efficiency * m->nodes * (gpu > 0 && m->gpus > 0 ? m->gpus * gpu : m->cores * core);
}
