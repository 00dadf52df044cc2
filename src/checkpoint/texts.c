/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "checkpoint/texts.h"

#include "base/alloc.h"

#include <flint/flint.h>
#include <pthread.h>
#include <stdlib.h>

struct hand {
    const struct pm_valuer *valuer;
    struct pm_deal *deal;
    void *self;
    pthread_t thread;
};

static pm_status compute(const struct hand *hand, uint64_t unit)
{
    struct pm_value value;
    char *text = NULL;

    pm_value_init(&value);
    pm_status status = hand->valuer->value(&value, hand->self, unit);
    if (status == PM_OK)
        status = pm_value_text(&text, &value);
    if (status == PM_OK)
        pm_deal_done_text(hand->deal, unit, text);
    free(text);
    pm_value_clear(&value);
    return status;
}

static void *run(void *context)
{
    const struct hand *const hand = context;
    struct pm_range range;

    if (hand->valuer->begin != NULL)
        hand->valuer->begin(hand->self);
    while (pm_deal_next(&range, hand->deal, 1)) {
        const pm_status status = compute(hand, range.first);
        if (status == PM_OK)
            continue;
        pm_deal_return(hand->deal, &range);
        if (status != PM_STOPPED || !pm_deal_is_over(hand->deal))
            pm_deal_fail(hand->deal, status);
    }
    if (hand->valuer->end != NULL)
        hand->valuer->end(hand->self);
    flint_cleanup(); /* what FLINT keeps for this thread */
    return NULL;
}

pm_status pm_texts_deal(struct pm_deal *deal, struct pm_session *session, const char *stage,
                        const struct pm_valuer *valuer, void *worker, size_t size, int workers)
{
    struct hand *const hand = pm_alloc((size_t)workers, sizeof *hand);
    int threads = 0;
    pm_status status = pm_session_begin(session, stage, deal, hand != NULL ? PM_OK : PM_NOMEM);

    if (status != PM_OK) {
        free(hand);
        return status;
    }
    for (; threads < workers; threads++) {
        struct hand *const h = &hand[threads];
        *h = (struct hand){valuer, deal, (char *)worker + (size_t)threads * size, 0};
        if (pthread_create(&h->thread, NULL, run, h) != 0)
            break;
    }
    if (threads == 0)
        pm_deal_fail(deal, pm_fail(PM_NOMEM, "no thread can be started"));
    pm_session_watch(session, stage, deal);
    while (threads > 0)
        pthread_join(hand[--threads].thread, NULL);
    free(hand);
    return pm_session_end(session, stage, deal);
}
