/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The derivatives of a loop hafnian without copies by all entries and loops, by reverse
 * accumulation (Griewank and Walther, Evaluating Derivatives, 2nd edition 2008, chapter 3) through
 * the walks of walks_template.h.
 *
 * Every polynomial has an adjoint: the derivatives of the sum by its coefficients.  Accepting a
 * pair (u, v) with weight w sets
 *
 *     g := g (1 + w z H),    b_jk := b_jk + w z (b_ju b_kv + b_jv b_ku),    H = b_uv + b_u0 b_v0,
 *
 * where 0 is the vertex of the loops.  When all terms below have been added, the adjoints go back
 * through this: a product x y adds y times its adjoint to the adjoint of x, and x times its adjoint
 * to that of y.  So each product is computed three times, whatever the number of derivatives. */

/* The adjoint of H, of the last of r pairs, goes to those of b_uv, b_u0 and b_v0. */
static void open_back(struct state *adjoint, const struct pm_walks_walk *w,
                      const struct state *from, const double *of_h, int length, int u)
{
    const int own = from->length;

    add_scaled(walk_at(w, adjoint, u + 1, u), of_h, pm_walks_least(own, length), v_all(1));
    for (int side = 0; side < 2 && w->looped; side++)
        add_back(walk_at(w, adjoint, u + side, 0), own, of_h, length, 0,
                 walk_at(w, from, u + 1 - side, 0), own);
}

/* p, or in `to` p times the weight. */
static const double *weighted(double *to, const double *p, int length, V weight, bool is_one)
{
    if (is_one)
        return p;
    set_signed(to, length, p, length, weight);
    return to;
}

/* From the adjoints `of` the state after the last of r pairs has been accepted to those of `from`.
 */
static void accept_back(struct state *adjoint, const struct pm_walks_walk *w,
                        const struct state *from, const struct state *of, int r, V weight,
                        bool is_one)
{
    const int u = vertex_of(w, r - 1), own = from->length, length = of->length;
    double *const scaled = poly(w, 0), *const of_h = poly(w, 1);

    for (int j = 0; j < u; j++)
        for (int k = 0; k < j; k++) {
            const double *const here = walk_at(w, of, j, k);
            add_scaled(walk_at(w, adjoint, j, k), here, own, v_all(1));
            const double *const p = weighted(scaled, here, length, weight, is_one);
            for (int side = 0; side < 2; side++) {
                const int x = u + side, y = u + 1 - side; /* the product b_xj b_yk */
                add_back(walk_at(w, adjoint, x, j), own, p, length, 1, walk_at(w, from, y, k), own);
                add_back(walk_at(w, adjoint, y, k), own, p, length, 1, walk_at(w, from, x, j), own);
            }
        }
    add_scaled(adjoint->g, of->g, own, v_all(1));
    const double *const p = weighted(scaled, of->g, length, weight, is_one);
    add_back(adjoint->g, own, p, length, 1, powers_of(w, r).h + (long)w->stride * CELL, length - 1);
    set_zero(of_h, length - 1);
    add_back(of_h, length - 1, p, length, 1, from->g, own);
    open_back(adjoint, w, from, of_h, length - 1, u);
}

/* The sum is the coefficient of z^d of g H, times the sign. */
static void finish_back(struct state *adjoint, const struct pm_walks_walk *w,
                        const struct state *from, V sign)
{
    const int d = w->degree[1];
    const double *const h = powers_of(w, 1).h + (long)w->stride * CELL;
    double *const of_h = poly(w, 1);

    set_zero(of_h, d + 1);
    for (int i = 0; i < from->length; i++) {
        add_scaled(adjoint->g + i * CELL, h + (d - i) * CELL, 1, sign);
        add_scaled(of_h + (d - i) * CELL, from->g + i * CELL, 1, sign);
    }
    open_back(adjoint, w, from, of_h, d + 1, vertex_of(w, 0));
}

static void zero_state(struct state *s, const struct pm_walks_walk *w, int r)
{
    const int vertices = vertex_of(w, r);

    for (int k = 0; k < vertices * (vertices + 1) / 2; k++)
        set_zero(s->b + (long)k * s->stride * CELL, s->length);
    set_zero(s->g, s->length);
}

/* Adds to the adjoints of `from` what the terms below this state give. */
static void descend_back(struct state *adjoint, const struct pm_walks_walk *w,
                         const struct pm_walks_walk *back, const struct state *from, int r, V sign)
{
    const struct powers powers = powers_of(w, r);
    const bool fixed = r > w->pairs - w->fixed;
    struct state next = {w->b[r - 1], w->g[r - 1], 0, w->degree[r - 1] + 1};
    struct state of = {back->b[r - 1], back->g[r - 1], 0, w->degree[r - 1] + 1};
    const V weight = fixed ? v_load(w->weight + (w->pairs - r) * PM_HAF_LANES) : v_all(1);

    if (pm_stop_wanted(w->stop))
        return;
    find_powers(&powers, w, from, r);
    if (r == 1) {
        finish_back(adjoint, w, from, sign);
        return;
    }
    if (!fixed)
        descend_back(adjoint, w, back, from, r - 1, v_negative(sign));
    accept(&next, w, from, &powers, r, weight, !fixed);
    of.length = next.length;
    zero_state(&of, w, r - 1);
    descend_back(&of, w, back, &next, r - 1, sign);
    accept_back(adjoint, w, from, &of, r, weight, !fixed);
}

pm_walks_back NUMBER_NAME(pm_walks_derivatives);

void NUMBER_NAME(pm_walks_derivatives)(const struct pm_walks_walk *given,
                                       const struct pm_walks_walk *adjoint, const double *sign)
{
    for (int lane = 0; lane < PM_HAF_LANES; lane += WIDTH) {
        struct shifted own, other;
        const struct pm_walks_walk w = shift(&own, given, lane),
                                   back = shift(&other, adjoint, lane);
        const struct state all = {w.b[w.pairs], w.g[w.pairs], 1, 1};
        struct state of = {back.b[w.pairs], back.g[w.pairs], 1, 1};
        zero_state(&of, &w, w.pairs);
        descend_back(&of, &w, &back, &all, w.pairs, v_load(sign + lane));
    }
}
