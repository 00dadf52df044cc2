/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps over residues modulo primes below 2^31, in four bytes each: sixteen fill a vector of 512
 * bits, and a sum of two does not overflow.  Compiled once for each instruction set; all give the
 * same residues.
 *
 * The product x w modulo p, for a weight w that is known in advance: let w' = floor(2^32 w / p) and
 * q = floor(x w' / 2^32).  Then x w - q p is in [0, 2 p) (V. Shoup's method: Harvey, Faster
 * arithmetic for number-theoretic transforms, J. Symbolic Comput. 60, 2014). */
#include "engine/sweep/kernel/kernel.h"
#include "num/type_mod.h"

#include "base/alloc.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>
#include <string.h>

#if defined PM_ISA_AVX512 || defined PM_ISA_AVX2
#include <immintrin.h>
#endif

typedef uint32_t N;
typedef struct {
    uint32_t w, quotient; /* floor(2^32 w / p) */
} W;

#if defined PM_ISA_AVX512

enum { LANES = 16 };
typedef __m512i V;
#define OF(call)    _mm512_##call
#define LOAD(x)     _mm512_load_si512(x)
#define STORE(x, v) _mm512_store_si512(x, v)
#define ODD(x, y)   _mm512_mask_mov_epi32(x, 0xaaaa, y) /* odd lanes of y, even lanes of x */

#elif defined PM_ISA_AVX2

enum { LANES = 8 };
typedef __m256i V;
#define OF(call)    _mm256_##call
#define LOAD(x)     _mm256_load_si256((const V *)(const void *)(x))
#define STORE(x, v) _mm256_store_si256((V *)(void *)(x), v)
#define ODD(x, y)   _mm256_blend_epi32(x, y, 0xaa)

#else

enum { LANES = 1 };

#endif

#if defined PM_ISA_AVX512 || defined PM_ISA_AVX2

typedef struct {
    V p;
} C;

static inline C constants(const struct pm_ring *ring)
{
    return (C){OF(set1_epi32)((int)ring->p)};
}

typedef struct {
    V w, quotient;
} F;

static inline F factor_of(const W *w)
{
    return (F){OF(set1_epi32)((int)w->w), OF(set1_epi32)((int)w->quotient)};
}

/* For x < 2 p: x - p if that is not negative, else x. */
static inline V reduced(const C *c, V x)
{
    return OF(min_epu32)(x, OF(sub_epi32)(x, c->p));
}

static inline V plus(const C *c, V x, V y)
{
    return reduced(c, OF(add_epi32)(x, y));
}

static inline V times(const C *c, V x, F f)
{
    const V even = OF(srli_epi64)(OF(mul_epu32)(x, f.quotient), 32);
    const V odd = OF(mul_epu32)(OF(srli_epi64)(x, 32), f.quotient);
    const V q = ODD(even, odd);
    return reduced(c, OF(sub_epi32)(OF(mullo_epi32)(x, f.w), OF(mullo_epi32)(q, c->p)));
}

#else

typedef uint32_t V;
typedef struct {
    uint32_t p;
} C;
typedef W F;
#define LOAD(x)     (*(x))
#define STORE(x, v) (*(x) = (v))

static inline C constants(const struct pm_ring *ring)
{
    return (C){(uint32_t)ring->p};
}

static inline F factor_of(const W *w)
{
    return *w;
}

static inline V reduced(const C *c, V x)
{
    const V y = x - c->p;
    return y < x ? y : x;
}

static inline V plus(const C *c, V x, V y)
{
    return reduced(c, x + y);
}

static inline V times(const C *c, V x, F f)
{
    const uint32_t q = (uint32_t)((uint64_t)x * f.quotient >> 32);
    return reduced(c, x * f.w - q * c->p);
}

#endif

#define CONSTANTS C

static inline bool is_one(const C *c, const W *w)
{
    (void)c;
    return w->w == 1;
}

static inline void add_block(const C *c, N *restrict to, const N *restrict from, size_t n)
{
    for (size_t i = 0; i < n; i += LANES)
        STORE(to + i, plus(c, LOAD(to + i), LOAD(from + i)));
}

static inline void add_block_times(const C *c, N *restrict to, const N *restrict from, size_t n,
                                   const W *w)
{
    const F f = factor_of(w);
    for (size_t i = 0; i < n; i += LANES)
        STORE(to + i, plus(c, LOAD(to + i), times(c, LOAD(from + i), f)));
}

static inline void scale_block(const C *c, N *to, size_t n, const W *w)
{
    const F f = factor_of(w);
    for (size_t i = 0; i < n; i += LANES)
        STORE(to + i, times(c, LOAD(to + i), f));
}

/* The sum of products modulo 2^64, and the sum of their high 32 bits; 2^32 products do not
 * overflow. */
typedef struct {
    uint64_t all, high;
} S;

static inline void add_products(const C *c, S *sum, const N *x, const N *y, size_t n)
{
    (void)c;
#if defined PM_ISA_AVX512 || defined PM_ISA_AVX2
    V all = {0}, high = {0};
    for (size_t i = 0; i < n; i += LANES) {
        const V a = LOAD(x + i), b = LOAD(y + i);
        const V even = OF(mul_epu32)(a, b);
        const V odd = OF(mul_epu32)(OF(srli_epi64)(a, 32), OF(srli_epi64)(b, 32));
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
    const bool scaled = graph->states != PM_SWEEP_FREE;
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
