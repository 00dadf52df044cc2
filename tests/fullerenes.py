#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fullerenes by the spiral method, and their Clar coverings by recursion.

A fullerene is the sequence of the degrees 5 and 6 of its faces, in a spiral where each face meets the one
before it and the first face that is still open; the least of all its spirals is its name (Manolopoulos, May and
Down, Theoretical studies of the fullerenes, Chemical Physics Letters 181, 1991).

usage: fullerenes.py GRAPHS MOST [NAME...]    writes the isomers of at most MOST vertices and those with names to
GRAPHS, and prints the table of countmatch --clar --csv GRAPHS.  A name is the places of the pentagons.
"""
import sys
from collections import deque
from functools import lru_cache
from itertools import combinations


def wind(degrees, start=(0, 1), choose=lambda last, first, order: len(order)):
    """The pairs of adjacent faces, and the faces in their order; None: the spiral does not close."""
    boundary = deque([face, degrees[face] - 1] for face in start)
    pairs, order = {start}, list(start)
    while len(order) < len(degrees):
        face = choose(boundary[-1][0], boundary[0][0], order)
        if face is None:
            return None
        left = degrees[face]
        order.append(face)
        if len(order) == len(degrees):
            closed = len(boundary) == left and all(rest == 1 for _, rest in boundary)
            return (pairs | {(other, face) for other, _ in boundary}, order) if closed else None
        for end, pop in ((0, boundary.popleft), (-1, boundary.pop)):
            closed = True  # the face at this end, to which the new one closes it
            while closed:
                if not boundary:
                    return None
                boundary[end][1] -= 1
                left -= 1
                pairs.add((boundary[end][0], face))
                closed = boundary[end][1] == 0
                if closed:
                    pop()
        if left < 1:
            return None
        boundary.append([face, left])
    return None


def neighbours(pairs):
    near = {}
    for a, b in pairs:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    return near


def is_least(degrees, near):
    """True if no other spiral, by the first three faces and their neighbours, has smaller degrees."""
    for a, b, c in ((a, b, c) for a in near if degrees[a] == 5 for b in near[a] for c in near[a] & near[b]):

        def choose(last, first, order, third=c):
            return third if len(order) == 2 else min(near[last] & near[first] - set(order), default=None)

        found = wind(degrees, (a, b), choose)
        if found is not None and [degrees[face] for face in found[1]] < degrees:
            return False
    return True


def fullerene(places, faces):
    """The neighbours of each face, or None."""
    degrees = [5 if k in places else 6 for k in range(faces)]
    found = wind(degrees)
    if found is None:
        return None
    near = neighbours(found[0])
    return (degrees, near) if all(len(near[k]) == degrees[k] for k in range(faces)) else None


def isomers(vertices):
    faces = vertices // 2 + 2
    for rest in combinations(range(1, faces), 11):
        found = fullerene({0, *rest}, faces)
        if found is not None and is_least(*found):
            yield found[1]


def graph(near):
    """The vertices are the triples of adjacent faces; edges, and hexagons as sets of vertices."""
    corners = sorted((a, b, c) for a in near for b in near[a] if a < b for c in near[a] & near[b] if b < c)
    edges = [(i, j) for j, x in enumerate(corners) for i, y in enumerate(corners[:j]) if len(set(x) & set(y)) == 2]
    hexagons = [[i for i, x in enumerate(corners) if face in x] for face in near if len(near[face]) == 6]
    assert len(corners) == 2 * len(near) - 4 and 2 * len(edges) == 3 * len(corners)
    return len(corners), edges, hexagons


def coverings(count, edges, hexagons):
    """The numbers of coverings with 0, 1, ... hexagons."""
    starting = [[] for _ in range(count)]
    for piece in edges + hexagons:
        starting[min(piece)].append((sum(1 << v for v in piece), int(len(piece) == 6)))

    @lru_cache(maxsize=None)
    def rest(covered):
        if covered == (1 << count) - 1:
            return (1,)
        first = (~covered & (covered + 1)).bit_length() - 1
        total = []
        for mask, hexagon in starting[first]:
            if mask & covered == 0:
                for k, x in enumerate(rest(covered | mask), hexagon):
                    total += [0] * (k + 1 - len(total))
                    total[k] += x
        return tuple(total)

    return rest(0)


def main():
    sys.setrecursionlimit(10000)
    graphs = [near for n in range(20, int(sys.argv[2]) + 1, 2) for near in isomers(n)]
    for name in sys.argv[3:]:
        vertices, *places = map(int, name.split())
        graphs.append(fullerene({p - 1 for p in places}, vertices // 2 + 2)[1])
    print("graph,k,count")
    with open(sys.argv[1], "w", encoding="ascii") as out:
        for number, near in enumerate(graphs, 1):
            count, edges, hexagons = graph(near)
            if number > 1:
                out.write("%graph\n")
            out.writelines(f"{i + 1} {j + 1}\n" for i, j in edges)
            for k, x in enumerate(coverings(count, edges, hexagons)):
                print(f"{number},{k},{x}")


main()
