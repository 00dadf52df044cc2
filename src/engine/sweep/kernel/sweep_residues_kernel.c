/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps over residues modulo primes below 2^31, in four bytes each: sixteen fill a vector of 512
 * bits, and a sum of two does not overflow.  Compiled once for each instruction set; all give the
 * same residues.
 *
 * The product x w modulo p, for a weight w that is known in advance: let w' = floor(2^32 w / p) and
 * q = floor(x w' / 2^32).  Then x w - q p is in [0, 2 p) (V. Shoup's method: Harvey, Faster
 * arithmetic for number-theoretic transforms, J. Symbolic Comput. 60, 2014). */
#include "engine/isa/vector.h"
#include "engine/sweep/kernel/kernel.h"
#include "num/type_mod.h"

#include "base/alloc.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t N;
typedef struct {
    uint32_t w, quotient; /* floor(2^32 w / p) */
} W;

/* Vectors of residues.  q_min: without sign; q_times: the low halves of products; q_high: the high
 * halves. */
enum { LANES = ISA_PICK(16, 8, 1) };
typedef ISA_PICK(__m512i, __m256i, uint32_t) Q;

/* clang-format off */
ISA_OP(Q, q_all, (uint32_t x), _mm512_set1_epi32((int)x), _mm256_set1_epi32((int)x), x)
ISA_OP(Q, q_load, (const uint32_t *x), _mm512_load_si512(x),
       _mm256_load_si256((const Q *)(const void *)x), *x)
ISA_OP(Q, q_add, (Q x, Q y), _mm512_add_epi32(x, y), _mm256_add_epi32(x, y), x + y)
ISA_OP(Q, q_sub, (Q x, Q y), _mm512_sub_epi32(x, y), _mm256_sub_epi32(x, y), x - y)
ISA_OP(Q, q_min, (Q x, Q y), _mm512_min_epu32(x, y), _mm256_min_epu32(x, y), x < y ? x : y)
ISA_OP(Q, q_times, (Q x, Q y), _mm512_mullo_epi32(x, y), _mm256_mullo_epi32(x, y), x * y)
/* clang-format on */

static inline void q_store(uint32_t *to, Q x)
{
    ISA_PICK(_mm512_store_si512(to, x), _mm256_store_si256((Q *)(void *)to, x), *to = x);
}

#if defined PM_ISA_AVX512 || defined PM_ISA_AVX2
#define OF(call) ISA_PICK(_mm512_##call, _mm256_##call, )
#endif

static inline Q q_high(Q x, Q y)
{
#ifdef OF
    const Q even = OF(srli_epi64)(OF(mul_epu32)(x, y), 32);
    const Q odd = OF(mul_epu32)(OF(srli_epi64)(x, 32), y);
    return ISA_PICK(_mm512_mask_mov_epi32(even, 0xaaaa, odd),
                    _mm256_blend_epi32(even, odd, 0xaa), );
#else
    return (uint32_t)((uint64_t)x * y >> 32);
#endif
}

typedef struct {
    Q p;
} C;

static inline C constants(const struct pm_ring *ring)
{
    return (C){q_all((uint32_t)ring->p)};
}

typedef struct {
    Q w, quotient;
} F;

static inline F factor_of(const W *w)
{
    return (F){q_all(w->w), q_all(w->quotient)};
}

/* For x < 2 p: x - p if that is not negative, else x. */
static inline Q reduced(const C *c, Q x)
{
    return q_min(x, q_sub(x, c->p));
}

static inline Q plus(const C *c, Q x, Q y)
{
    return reduced(c, q_add(x, y));
}

static inline Q times(const C *c, Q x, F f)
{
    return reduced(c, q_sub(q_times(x, f.w), q_times(q_high(x, f.quotient), c->p)));
}

#define CONSTANTS C

static inline bool is_one(const C *c, const W *w)
{
    (void)c;
    return w->w == 1;
}

static inline void add_block(const C *c, N *restrict to, const N *restrict from, size_t n)
{
    for (size_t i = 0; i < n; i += LANES)
        q_store(to + i, plus(c, q_load(to + i), q_load(from + i)));
}

static inline void add_block_times(const C *c, N *restrict to, const N *restrict from, size_t n,
                                   const W *w)
{
    const F f = factor_of(w);
    for (size_t i = 0; i < n; i += LANES)
        q_store(to + i, plus(c, q_load(to + i), times(c, q_load(from + i), f)));
}

static inline void scale_block(const C *c, N *to, size_t n, const W *w)
{
    const F f = factor_of(w);
    for (size_t i = 0; i < n; i += LANES)
        q_store(to + i, times(c, q_load(to + i), f));
}

/* The sum of products modulo 2^64, and the sum of their high 32 bits; 2^32 products do not
 * overflow. */
typedef struct {
    uint64_t all, high;
} S;

static inline void add_products(const C *c, S *sum, const N *x, const N *y, size_t n)
{
    (void)c;
#ifdef OF
    Q all = {0}, high = {0};
    for (size_t i = 0; i < n; i += LANES) {
        const Q a = q_load(x + i), b = q_load(y + i);
        const Q even = OF(mul_epu32)(a, b);
        const Q odd = OF(mul_epu32)(OF(srli_epi64)(a, 32), OF(srli_epi64)(b, 32));
        all = OF(add_epi64)(all, OF(add_epi64)(even, odd));
        high = OF(add_epi64)(high, OF(srli_epi64)(even, 32));
        high = OF(add_epi64)(high, OF(srli_epi64)(odd, 32));
    }
    for (int k = 0; k < LANES / 2; k++) {
        sum->all += (uint64_t)all[k];
        sum->high += (uint64_t)high[k];
    }
#else
    for (size_t i = 0; i < n; i++) {
        const uint64_t product = (uint64_t)x[i] * y[i];
        sum->all += product;
        sum->high += product >> 32;
    }
#endif
}

#include "engine/sweep/kernel/sweep_back.h"

/* Multiplies vertices by numbers c so that slots are inherited with weights c(u) w(u, v) c(v) = 1.
 * This is for classes where every vertex is covered. */
static pm_status weigh(void *weight, struct pm_part *factor, const struct pm_sweep_passes *passes,
                       const struct pm_order_graph *graph, const struct pm_image *image)
{
    const uint64_t p = image->ring.p;
    const bool scaled = graph->states != PM_ORDER_FREE;
    W *const w = weight;
    uint64_t *c, product = 1;

    PM_NEW(c, graph->vertices);
    for (int v = 0; v < graph->vertices; v++)
        c[v] = 1;
    for (size_t i = 0; i < passes->actions; i++) {
        const struct pm_sweep_action *const a = &passes->action[i];
        if (a->act != PM_SWEEP_ACT_SCALE || a->entry < 0 || !scaled)
            continue;
        const uint64_t x = t_to_residue(&image->ring, ((const T *)image->row_val)[a->entry]);
        const uint64_t y = x * c[a->u] % p;
        c[a->v] = y != 0 ? n_invmod(y, p) : 1;
        product = product * c[a->v] % p;
    }
    for (size_t i = 0; i < passes->actions; i++) {
        const struct pm_sweep_action *const a = &passes->action[i];
        uint64_t x = 1;
        if (a->entry >= 0) {
            x = t_to_residue(&image->ring, ((const T *)image->row_val)[a->entry]);
            x = x * c[a->u] % p * c[a->v] % p;
        }
        w[i] = (W){(uint32_t)x, (uint32_t)((x << 32) / p)};
    }
    *factor = (struct pm_part){.word = {n_invmod(product, p)}};
    free(c);
    return PM_OK;
}

static void begin(void *number, const struct pm_ring *ring)
{
    (void)ring;
    *(N *)number = 1;
}

static void walk(const struct pm_sweep_walk *walk, uint64_t first, uint64_t end)
{
    const C c = constants(walk->ring);
    walk_tiles(&c, walk, first, end);
}

static struct pm_part end(const void *number, const struct pm_part *factor,
                          const struct pm_ring *ring)
{
    return (struct pm_part){.word = {*(const N *)number * factor->word[0] % ring->p}};
}

static void back(const struct pm_sweep_walk *walk, const struct pm_sweep_back *back, uint64_t first,
                 uint64_t end)
{
    const C c = constants(walk->ring);
    back_tiles(&c, walk, back, first, end);
}

static struct pm_part share(const void *sum, size_t count, size_t apart, const void *weight,
                            const struct pm_part *factor, const struct pm_ring *ring)
{
    uint64_t x = 0;

    for (size_t k = 0; k < count; k++) {
        const S *const s = (const S *)(const void *)((const char *)sum + k * apart);
        const uint64_t low = s->all - (s->high << 32);
        x = (x + low % ring->p + (s->high % ring->p << 32) % ring->p) % ring->p;
    }
    x = x * ((const W *)weight)->w % ring->p;
    return (struct pm_part){.word = {x * factor->word[0] % ring->p}};
}

#define SWEEP_PASTE(set)  pm_sweep_residues_##set
#define SWEEP_EXPAND(set) SWEEP_PASTE(set)

const struct pm_sweep_kernel SWEEP_EXPAND(PM_ISA) = {
    .size = sizeof(N),
    .weight = sizeof(W),
    .sum = sizeof(S),
    .weigh = weigh,
    .begin = begin,
    .walk = walk,
    .end = end,
    .back = back,
    .share = share,
};
