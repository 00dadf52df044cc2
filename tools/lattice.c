/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of lattices.
 *
 * Honeycombs are made of the unit triangles of the triangular lattice with the points (i, j).
 * Triangle (i, j, 0) has the corners (i, j), (i + 1, j), (i, j + 1); triangle (i, j, 1) has the
 * corners (i + 1, j), (i + 1, j + 1), (i, j + 1).  Triangles that share a side are neighbours.  A
 * hexagon with the sides a, b, c, a, b, c is 0 <= i <= b + c, 0 <= j <= a + c, c <= i + j <= a + b
 * + c.  Its perfect matchings are the plane partitions in a box of a x b x c (MacMahon, Combinatory
 * Analysis, 1916).  The Aztec diamond of order n has the unit squares inside |x| + |y| <= n + 1
 * (Elkies, Kuperberg, Larsen, Propp, Alternating-sign matrices and domino tilings, 1992).
 *
 * The kagome lattice is the triangular lattice without the points whose coordinates are both odd,
 * counted from 0.  On a torus of M x N cells it has 2^(MN + 1) perfect matchings if MN is even (Wu
 * and Wang, Dimers on the kagome lattice I, Physica A 387, 2008).  The vertices of the
 * square-octagon lattice, 4.8.8, are (i, j, p, q): the cell, and the corner of its square (Wu,
 * Dimers on two-dimensional lattices, Int. J. Modern Physics B 20, 2006).
 *
 * A cycle of two vertices has two edges between them, which count as two.  A cycle of one vertex
 * has a loop, which no matching uses (Kasteleyn, The statistics of dimers on a lattice, Physica 27,
 * 1961, equation 25; OEIS A341741). */
#include "lattice.h"

#include <stddef.h>
#include <stdlib.h>

static void aztec_box(int *extent, const int *size)
{
    extent[0] = extent[1] = 2 * size[0];
}

/* Twice the distances of a square's centre from the axes. */
static bool aztec_inside(const int *at, const int *size)
{
    const int middle = 2 * size[0] - 1;

    return abs(2 * at[0] - middle) + abs(2 * at[1] - middle) <= 2 * size[0];
}

static void honeycomb_box(int *extent, const int *size)
{
    extent[0] = size[0];
    extent[1] = size[1];
    extent[2] = 2;
}

static void hexagon_box(int *extent, const int *size)
{
    extent[0] = size[1] + size[2];
    extent[1] = size[0] + size[2];
    extent[2] = 2;
}

/* All corners must lie between the lines i + j = c and i + j = a + b + c. */
static bool hexagon_inside(const int *at, const int *size)
{
    const int low = at[0] + at[1] + at[2];

    return low >= size[2] && low + 1 <= size[0] + size[1] + size[2];
}

static void kagome_box(int *extent, const int *size)
{
    extent[0] = 2 * size[0];
    extent[1] = 2 * size[1];
}

static bool kagome_inside(const int *at, const int *size)
{
    (void)size;
    return at[0] % 2 == 0 || at[1] % 2 == 0;
}

static void octagon_box(int *extent, const int *size)
{
    extent[0] = size[0];
    extent[1] = size[1];
    extent[2] = extent[3] = 2;
}

static void cube_box(int *extent, const int *size)
{
    for (int d = 0; d < size[0]; d++)
        extent[d] = 2;
}

static bool all_joined(const int *one, const int *other)
{
    (void)one, (void)other;
    return true;
}

/* (0, i) and (1, j) are the vertices of the two sides. */
static void sides_box(int *extent, const int *size)
{
    extent[0] = 2;
    extent[1] = size[0] > size[1] ? size[0] : size[1];
}

static bool sides_inside(const int *at, const int *size)
{
    return at[1] < size[at[0]];
}

static bool sides_joined(const int *one, const int *other)
{
    return one[0] != other[0];
}

enum { JOINED = 10000, BIG = 1000000, CUBE = LATTICE_DIMS };

/* Positions in pictures.  Rows go down and columns to the right; a box is seen from above its
 * front; the triangular lattice has angles of 60 degrees, with triangle (i, j, k) at its centre;
 * squares stand on a corner, and squares and octagons have sides of length 1. */
/* clang-format off */
#define SQUARES {{0, 1}, {1, 0}}
#define FLIP    {{0, 1, 0}, {-1, 0, -1}}
#define BOX     {{1, 0.5, 0}, {0, -0.3, -1}}
#define COMB    {{1, 0.5, 0.5}, {0, 0.866025403784, 0.288675134595}}
#define KAGOME  {{0.5, 1}, {0.866025403784, 0}}
#define OCTAGON {{0, 2.41421356237, 0.707106781187, 0.707106781187}, \
                 {2.41421356237, 0, 0.707106781187, -0.707106781187}}

const struct lattice lattices[] = {
    {.name = "grid", .heights = true, .sizes = "ROWS COLS", .what = "square grid; weights x along rows, y along columns",
     .known = "A004003 2n x 2n, A000045 2 x n", .size_count = 2, .most = BIG, .dims = 2, .closes = 3,
     .steps = 2, .step = {{0, 1}, {1, 0}}, .place = SQUARES, .mirror = FLIP},
    {.name = "cylinder", .sizes = "ROWS COLS", .what = "grid whose rows close to rings",
     .size_count = 2, .least = 1, .most = BIG, .dims = 2, .wrapped = 2, .closes = 3,
     .steps = 2, .step = {{0, 1}, {1, 0}}, .place = SQUARES, .mirror = FLIP},
    {.name = "torus", .sizes = "ROWS COLS", .what = "grid whose rows and columns close to rings",
     .known = "A335586 2n x 2n, A162484 2 x n, A341741 m x n",
     .size_count = 2, .least = 1, .most = BIG, .dims = 2, .wrapped = 3, .closes = 3,
     .steps = 2, .step = {{0, 1}, {1, 0}}, .place = SQUARES, .mirror = FLIP},
    {.name = "klein", .sizes = "ROWS COLS", .what = "torus whose columns close to their mirror images, a Klein bottle",
     .size_count = 2, .least = 1, .most = BIG, .dims = 2, .wrapped = 3, .mirrored = true,
     .steps = 2, .step = {{0, 1}, {1, 0}}, .place = SQUARES, .mirror = FLIP},
    {.name = "moebius", .sizes = "ROWS COLS", .what = "grid whose columns close to their mirror images, a Moebius strip",
     .size_count = 2, .least = 1, .most = BIG, .dims = 2, .wrapped = 1, .mirrored = true,
     .steps = 2, .step = {{0, 1}, {1, 0}}, .place = SQUARES, .mirror = FLIP},
    {.name = "box", .sizes = "X Y Z", .what = "cubic grid; weights x, y, z",
     .known = "A028446 2n x 2n x 2n", .size_count = 3, .most = BIG, .dims = 3, .closes = 7,
     .steps = 3, .step = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .place = BOX},
    {.name = "torus", .sizes = "X Y Z", .what = "cubic grid that closes to rings; weights x, y, z",
     .size_count = 3, .least = 1, .most = BIG, .dims = 3, .wrapped = 7, .closes = 7,
     .steps = 3, .step = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .place = BOX},
    {.name = "hexagon", .heights = true, .sizes = "A B C", .what = "honeycomb in a hexagon of sides A, B, C; weights x, y, z",
     .known = "A008793 n n n", .size_count = 3, .most = BIG / 4, .dims = 3,
     .box = hexagon_box, .inside = hexagon_inside,
     .steps = 3, .step = {{0, 0, 1}, {-1, 0, 1}, {0, -1, 1}}, .place = COMB},
    {.name = "honeycomb", .sizes = "M N", .what = "honeycomb on a torus of M x N cells; weights x, y, z",
     .size_count = 2, .least = 1, .most = BIG, .dims = 3, .wrapped = 3, .closes = 3,
     .box = honeycomb_box,
     .steps = 3, .step = {{0, 0, 1}, {-1, 0, 1}, {0, -1, 1}}, .place = COMB, .mirror = {{0, 1, 0, 0}, {0, -1, -1, -1}, {0, 0, 0, 1}}},
    {.name = "aztec", .heights = true, .sizes = "N", .what = "Aztec diamond of order N; weights x, y",
     .known = "A006125(n + 1)", .size_count = 1, .most = BIG / 4, .dims = 2,
     .box = aztec_box, .inside = aztec_inside,
     .steps = 2, .step = {{0, 1}, {1, 0}}, .place = SQUARES},
    {.name = "triangular", .sizes = "ROWS COLS", .what = "grid with one diagonal in each square; weights x, y, z",
     .size_count = 2, .most = BIG, .dims = 2, .closes = 3,
     .steps = 3, .step = {{0, 1}, {1, 0}, {1, 1}}, .place = SQUARES, .mirror = {{0, 1, 0}, {0, 1, -1}}},
    {.name = "kagome", .sizes = "M N", .what = "kagome lattice of M x N cells; weights x, y, z",
     .known = "2^(MN + 1) with --periodic and even MN", .size_count = 2, .most = BIG / 4, .dims = 2, .closes = 3,
     .box = kagome_box, .inside = kagome_inside,
     .steps = 3, .step = {{0, 1}, {1, 0}, {1, -1}}, .place = KAGOME, .mirror = {{0, 1, 0}, {1, -1, -1}}},
    {.name = "square-octagon", .sizes = "M N",
     .what = "squares and octagons, 4.8.8, of M x N cells; weights of the sides of squares, u and v, "
             "and of the edges between squares, x and y",
     .size_count = 2, .most = BIG / 4, .dims = 4, .closes = 3,
     .box = octagon_box,
     .steps = 4, .step = {{0, 0, 1, 0}, {0, 0, 0, 1}, {0, 1, -1, -1}, {1, 0, -1, 1}}, .place = OCTAGON, .mirror = {{0, 1, 0, 0, 0}, {-1, 0, -1, 0, 0}, {1, 0, 0, 0, -1}, {1, 0, 0, -1, 0}}},
    {.name = "king", .sizes = "ROWS COLS", .what = "grid with both diagonals; weights x, y and of the diagonals",
     .known = "A239273 2n x 2n", .size_count = 2, .most = BIG, .dims = 2, .closes = 3,
     .steps = 4, .step = {{0, 1}, {1, 0}, {1, 1}, {1, -1}}, .place = SQUARES, .mirror = FLIP},
    {.name = "knight", .sizes = "ROWS COLS", .what = "moves of a knight; weights of (1, 2), (2, 1), (2, -1), (1, -2)",
     .known = "A289202", .size_count = 2, .most = BIG, .dims = 2, .closes = 3,
     .steps = 4, .step = {{1, 2}, {2, 1}, {2, -1}, {1, -2}}, .place = SQUARES, .mirror = FLIP},
    {.name = "complete", .sizes = "N", .what = "complete graph, which is no lattice; weight x",
     .known = "A001147 2n", .size_count = 1, .least = 2, .most = JOINED, .dims = 1,
     .joined = all_joined,
     .steps = 1},
    {.name = "complete-bipartite", .sizes = "M N", .what = "complete bipartite graph, which is no lattice; weight x",
     .known = "A000142 n n", .size_count = 2, .least = 1, .most = JOINED, .dims = 2,
     .box = sides_box, .inside = sides_inside, .joined = sides_joined,
     .steps = 1, .place = {{4, 0}, {0, 1}}},
    {.name = "hypercube", .sizes = "D", .what = "cube of D dimensions; a weight for each",
     .known = "A005271", .size_count = 1, .most = CUBE,
     .box = cube_box},
    {.name = NULL},
};
/* clang-format on */
