/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of ranges are decimal; all other numbers stay text, so that they are exact. */
#include "weights.h"

#include "mask.h"
#include "ranges.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reports a usage error and returns false. */
#define refuse(program, ...) (cli_usage(program, __VA_ARGS__), false)

/* The ranges of weights go together with each other and with those of sizes. */
bool weights_count(long *count, bool *swept, const struct cli_program *program,
                   const struct cli *cli, bool ranged)
{
    struct range range;

    for (const char *at = cli->weights; at != NULL; at = (at = strchr(at, ',')) ? at + 1 : NULL) {
        const size_t length = strcspn(at, ",");
        if (!ranges_is_meant(at, length))
            continue;
        if (!ranges_parse(&range, at, length))
            return refuse(program, "--weights: '%.*s' is no range of numbers, A..B or A..B..STEP",
                          (int)length, at);
        if ((ranged || *swept) && range.count != *count)
            return refuse(program,
                          "--weights: '%.*s' has %ld numbers, and ranges go together: another has "
                          "%ld",
                          (int)length, at, range.count, *count);
        *count = range.count;
        *swept = true;
    }
    return true;
}

/* The weight of a direction in lattice number k: as given, or that of a range; NULL: neither. */
static const char *take_weight(struct drawing *d, int step, const char *word, long k)
{
    struct range range;

    if (ranges_is_meant(word, strlen(word)) && ranges_parse(&range, word, strlen(word)))
        return ranges_number(d->number[step], &range, k);
    return pm_graph_is_weight(word, strlen(word)) ? word : NULL;
}

/* Weights between colons, one for each direction or fewer. */
static bool are_weights(const char *text, int steps)
{
    int count = 0;

    for (const char *at = text; at != NULL; at = (at = strchr(at, ':')) ? at + 1 : NULL) {
        const size_t length = strcspn(at, ":");
        if (++count > steps || !pm_graph_is_weight(at, length))
            return false;
    }
    return true;
}

/* Takes "L:X:Y,..." and checks the letters of the picture. */
static bool take_letters(struct drawing *d, const struct cli_program *program,
                         const struct cli *cli)
{
    const char *const text = cli->letters;

    if (text == NULL)
        return true;
    if ((d->letters = strdup(text)) == NULL)
        return refuse(program, "out of memory");
    for (char *at = d->letters; at != NULL;) {
        char *const word = strsep(&at, ",");
        if (*word <= ' ' || *word > '~' || mask_is_hole(*word) || word[1] != ':' ||
            !are_weights(word + 2, d->steps))
            return refuse(program,
                          "--letters=%s: '%s' is not a letter with weights, as a:2:1/3, one for "
                          "each of %d directions or fewer",
                          text, word, d->steps);
        d->of_letter[(int)*word] = word + 2;
    }
    return mask_has_letters(d->mask, cli, d->of_letter);
}

/* Takes "A", "A/B" or "x". */
static bool take_q(struct drawing *d, const struct cli_program *program, const struct cli *cli)
{
    int one = 0, two = 0; /* characters read */

    if (cli->q == NULL)
        return true;
    d->q[0] = d->q[1] = 1;
    d->q_is_x = strcmp(cli->q, "x") == 0;
    if (!d->q_is_x)
        sscanf(cli->q, "%9ld%n/%9ld%n", &d->q[0], &one, &d->q[1], &two);
    if (!d->q_is_x &&
        (one == 0 || d->q[0] < 1 || d->q[1] < 1 || cli->q[two > 0 ? two : one] != '\0' ||
         cli->q[strspn(cli->q, "0123456789/")] != '\0'))
        return refuse(program, "--q=%s: a positive integer or fraction, or x, is expected", cli->q);
    if (!d->lattice->heights || d->extent[0] > HEIGHT_MOST)
        return refuse(program, "--q: heights are for grid, aztec and hexagon of at most %d rows",
                      HEIGHT_MOST);
    return true;
}

static bool take_weights(struct drawing *d, const struct cli_program *program,
                         const struct cli *cli, long k)
{
    const char *const text = cli->weights;
    int count = 0;

    if (cli->couplings != NULL && strcmp(cli->couplings, "pm1") != 0)
        return refuse(program, "--couplings=%s: pm1 is expected", cli->couplings);
    if (text == NULL)
        return true;
    if ((d->weights = strdup(text)) == NULL)
        return refuse(program, "out of memory");
    for (char *at = d->weights; at != NULL; count++) {
        char *const word = strsep(&at, ",");
        if (count >= d->steps)
            return refuse(program, "--weights=%s: %s has %d directions", text, d->lattice->name,
                          d->steps);
        if ((d->weight[count] = take_weight(d, count, word, k)) == NULL)
            return refuse(program,
                          "--weights=%s: '%s' is neither a number nor a power "
                          "of x, as x or 2*x^3",
                          text, word);
    }
    return true;
}

static bool has_variable(const char *text)
{
    return text != NULL && strchr(text, 'x') != NULL;
}

bool weights_take(struct drawing *d, const struct cli_program *program, const struct cli *cli,
                  long k)
{
    if ((cli->svg || cli->to_graph != NULL) &&
        (has_variable(cli->weights) || has_variable(cli->letters) || has_variable(cli->q)))
        return refuse(program,
                      "--%s needs numbers as weights: only a list of edges for countmatch "
                      "has the variable x",
                      cli->svg ? "svg" : "to-graph");
    return take_weights(d, program, cli, k) && take_letters(d, program, cli) &&
           take_q(d, program, cli);
}
