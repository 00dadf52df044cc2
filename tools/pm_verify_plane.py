# SPDX-License-Identifier: GPL-3.0-or-later
"""Proofs by a drawing of a planar graph, for pm_verify.py: permatch_proof(5), Drawings."""
from pm_verify import COUNT, need

MOST_FILLED = 1 << 22


class Plane:
    """The drawing and the elimination of a proof."""

    def __init__(self, proof):
        self.edges, self.vertices, after = proof.edges, proof.vertices, {}
        need(proof.ask == "perfect" and not any(u == v for u, v in self.edges), "this problem has no proof by a plane")
        need(all(a >= 0 == b for a, b in [*self.edges.values(), *proof.values]), "this problem has no proof by a plane")
        need(proof.count("plane") == self.vertices, "'plane NUMBER' with all vertices is expected")
        self.along = {}  # of the two directions of an edge, the one that it has
        for v in range(1, self.vertices + 1):
            around = proof.list(sign="-?")
            self.along.update({(v, abs(w)): w > 0 for w in around})
            after.update({(abs(w), v): (v, abs(x)) for w, x in zip(around, around[1:] + around[:1])})
            need(sorted(map(abs, around)) == sorted(proof.near.get(v, ())), f"wrong neighbours of vertex {v}")
        need(all(self.along[u, v] != self.along[v, u] for u, v in after), "an edge has two directions, or none")
        sphere = self.vertices - len(self.edges) + self.faces(after) == 2 * self.parts(proof.near)
        need(sphere, "the faces do not make a sphere")
        self.pairs = [proof.line(f"{COUNT} {COUNT}", "a pair is 'u v'") for _ in range(proof.count("pairs"))]
        need(sorted(sum(self.pairs, [])) == [*range(1, self.vertices + 1)], "the pairs are not all vertices")
        need(proof.at == len(proof.lines) - 1, "more lines than the drawing")

    def faces(self, after):
        """How many faces there are.  Each must have an odd number of edges along its boundary."""
        count, left = 0, set(after)
        while left:
            first, odd, count = left.pop(), 0, count + 1
            half = after[first]
            while half != first:
                odd += self.along[half]
                left.remove(half)
                half = after[half]
            need((odd + self.along[first]) % 2, "a face has an even number of edges along its boundary")
        return count

    def parts(self, near):
        """How many components the graph has."""
        count, unseen = 0, set(range(1, self.vertices + 1))
        while unseen:
            wave, count = {unseen.pop()}, count + 1
            while wave:
                wave = {w for v in wave for w in near[v]} & unseen
                unseen -= wave
        return count

    def square(self, p):
        """Of the Pfaffian, pair by pair, of the matrix with the weight for an edge along its direction, and minus it
        against it."""
        rows, product, filled = {v: {} for v in range(1, self.vertices + 1)}, 1, 0
        for (u, v), along in self.along.items():
            rows[u][v] = (1 if along else -1) * self.edges[min(u, v), max(u, v)][0] % p
        for u, v in self.pairs:
            first, second = rows.pop(u), rows.pop(v)
            pivot = first.pop(v, 0)
            need(pivot, f"the pivot of the pair {u} {v} is 0")
            product, inverse = product * pivot % p, pow(pivot, -1, p)
            del second[u]
            for x in first:
                del rows[x][u]
            for x in second:
                del rows[x][v]
            for x, b in second.items():
                row, factor, before = rows[x], b * inverse % p, len(rows[x])
                for y, c in first.items():
                    if x != y:
                        row[y] = more = (row.get(y, 0) + factor * c) % p
                        rows[y][x] = -more % p
                filled += len(row) - before
            need(filled <= MOST_FILLED, "the pairs are eliminated in an order that makes too many entries")
        return product**2 % p
