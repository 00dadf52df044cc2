#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a proof of permatch: pm_verify.py [OPTION]... PROOF [INPUT]

It needs nothing but Python's standard library, and shares nothing with the programs that wrote the proof.
permatch_proof(5) describes proofs, and why a proof that passes is right; pm-verify(1) describes the options
--pattern, --loops, --no-loops and --undirected.  This file has six parts, in the order in which they are used:

    Proof    the lines of a proof.  Nothing is believed that is not written exactly as the manual says.
    Steps    the order in which the sum over all covers was computed, as far as a verifier needs it.
    Check    the messages: each replaces a claim about a large sum by a claim about a smaller one.
    Leaves   instead of steps and messages: branches on edges, down to graphs without a perfect matching, or
    Plane    planar ones: a drawing, and an elimination.
    Input    the file with the graph or matrix.  Its problem must be the one in the proof.

Exit status: 0 proved, 5 false, 1 unreadable, 2 usage."""
import hashlib
import re
import sys
from fractions import Fraction

MOST_BYTES = 1 << 28  # of a file
MOST_SCALE = 1 << 22  # bits of the scale, times vertices, times values
MOST_BITS = 1 << 20  # of the numbers of a proof
MOST_SETS = 1 << 32  # tight sets, times vertices and edges
MOST_TABLES, MOST_OPEN = 4096, 64  # tables at a time, and open vertices of one
MOST_FILLED = 1 << 22  # entries that an elimination makes
MOST_BRANCHES = 512  # on the way to a leaf
GROUP = 6  # edges that one message is about


class Wrong(Exception):
    """The proof has the right form, but does not prove this number of this problem."""


def need(fine, why, kind=ValueError):
    """Goes on only if this is true."""
    if not fine:
        raise kind(why)


def read_file(path):
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    need(len(data) <= MOST_BYTES, f"{path}: longer than 256 MiB")
    return data


def sha256(data):
    return hashlib.sha256(data).digest()


# ------------------------------------------------------------------------------------------ the proof

COUNT = "(0|[1-9][0-9]{0,16})"
LONG = "[1-9][0-9]{0,999999}"
WEIGHT = f"(0|-?{LONG})(?:,(-?{LONG}))?"  # a, or a,b for a + b i


class Proof:
    """What the lines of a proof say: a problem, the claimed values, and what convinces of them.

    Vertices are 1, 2, ...; of a matrix, first the rows and then the columns.  An edge (u, v) has u <= v, and its
    weight is a pair: real and imaginary part."""

    def __init__(self, path):
        data = read_file(path)
        need(data.isascii() and b"\0" not in data and data.endswith(b"\n"), "not a text of ASCII lines")
        self.lines = [line for line in data.decode().split("\n") if not line.startswith("#")]  # the last is empty
        self.at = 0  # the next line
        self.read_problem()
        self.read_values()
        self.near = {}  # the neighbours of each vertex
        for u, v in self.edges:
            if u != v:
                self.near.setdefault(u, set()).add(v)
                self.near.setdefault(v, set()).add(u)
        self.read_tight_sets()
        self.leaves, self.undo = self.at, []  # where the leaves begin
        if self.lines[self.at].startswith(("branch ", "barrier", "plane ")):
            self.at = len(self.lines) - 1  # they are read when the prime is known
        else:
            self.leaves, self.undo = None, Steps(self).undo

    # ---- lines and words

    def words(self, pattern, expected):
        """The words of the next line that are in parentheses in the pattern; numbers as integers."""
        match = re.fullmatch(pattern, self.lines[self.at])
        self.at += 1
        need(match, f"line {self.at} that counts: {expected}")
        return [word if word.isalpha() else int(word) for word in match.groups() if word is not None]

    def count(self, name):
        """The number in a line 'NAME NUMBER'; so many lines follow."""
        (count,) = self.words(f"{name} {COUNT}", f"'{name} NUMBER' is expected")
        need(count <= len(self.lines) - 1 - self.at, f"more {name} than lines")
        return count

    def vertex_list(self, text, sign=""):
        """The vertices in a text with single spaces between them."""
        self.at += 1
        words = text.split(" ")
        need(all(re.fullmatch(sign + "[1-9][0-9]{0,16}", word) and abs(int(word)) <= self.vertices for word in words),
             f"line {self.at} that counts: a list of vertices is expected")
        return [int(word) for word in words]

    def text(self, first):
        """The lines that were read, from this one on."""
        return "".join(line + "\n" for line in self.lines[first : self.at]).encode()

    # ---- the problem and its value

    def read_problem(self):
        self.words("permatch-proof 3", "no permatch-proof, or not version 3")
        self.sides = self.words(f"graph {COUNT}|matrix {COUNT} {COUNT}", "'graph N' or 'matrix M N' is expected")
        self.is_graph = len(self.sides) == 1
        self.vertices = sum(self.sides)
        (self.ask,) = self.words("ask (perfect|total|sizes)", "an unknown question")
        (self.scale,) = self.words(f"scale ({LONG})", "'scale NUMBER' is expected")
        need(self.scale == 1 or self.ask != "total", "a scale that is not allowed")
        edges = [self.read_edge() for _ in range(self.count("edges"))]
        need(all(one[0] < two[0] for one, two in zip(edges, edges[1:])), "edges must ascend")
        self.edges = dict(edges)
        self.problem_hash = sha256(self.text(1)).hex()

    def read_edge(self):
        u, v, *weight = self.words(f"{COUNT} {COUNT} (?!0$){WEIGHT}", "an edge is 'u v weight', the weight not 0")
        need(1 <= u <= self.sides[0] and 1 <= v <= self.sides[-1], "no such edge")
        if self.is_graph:
            need(u <= v, "an edge of a graph is 'u v' with u <= v <= N")
            need(u < v or self.ask == "perfect" and self.scale == 1, "a loop where none is allowed")
        else:
            v += self.sides[0]
        return (u, v), (*weight, 0)[:2]

    def read_values(self):
        self.values = [(*self.words(WEIGHT, "a value is no number"), 0)[:2] for _ in range(self.count("values"))]
        most = self.vertices // 2 + 1 if self.ask == "sizes" else 1
        need(1 <= len(self.values) <= most, "a wrong number of values")
        bits = self.scale.bit_length() * self.vertices * len(self.values)
        need(self.scale == 1 or bits <= MOST_SCALE, "the scale is too long for so many vertices and values")

    def may_stay(self, v):
        """True if vertex v may stay uncovered: in a matrix, on the longer side."""
        rows, columns = self.sides[0], self.sides[-1]
        return self.ask != "perfect" or (rows > columns if v <= rows else columns > rows)

    # ---- tight sets

    def read_tight_sets(self):
        sets = 0
        while self.lines[self.at].startswith("tight "):
            sets += 1
            need(sets <= self.vertices and sets * (self.vertices + len(self.edges)) <= MOST_SETS, "too many tight sets")
            self.leave_out(self.vertex_list(self.lines[self.at][len("tight "):]))

    def leave_out(self, tight):
        """Vertices that all need one of as few neighbours leave none of these for other vertices: the edges between
        the neighbours and others are in no cover."""
        inside = set(tight)
        across = set().union(*(self.near.get(v, ()) for v in tight))
        need(len(inside) == len(tight), "a tight set has a vertex twice")
        need(not inside & across, "a tight set has neighbours in itself")
        need(len(inside) == len(across), "a tight set is not tight")
        need(not any(self.may_stay(v) or (v, v) in self.edges for v in tight), "a tight set is not tight")
        for v in across:
            for u in self.near[v] - inside:
                self.near[u].remove(v)
            self.near[v] &= inside


# ------------------------------------------------------------------------------------------ the steps

class Steps:
    """Lists what the messages undo, in the order of the steps:

        ("new",)                           an empty table
        ("close", u, group, open, last)    the edges between u and the vertices of the group enter a table whose
                                           vertices `open` were open; after the last group, u is closed
        ("join", left, right, both)        two tables become one; left and right are open in them, `both` in both

    Every vertex is closed once, and while it is open it is open in one table alone: then each edge enters once."""

    def __init__(self, proof):
        self.proof, self.undo, self.closed = proof, [], set()
        self.tables = []  # the open vertices of each table
        for _ in range(proof.count("steps")):
            letter, u = (*proof.words(f"([nj])|(c) {COUNT}", "an unknown step"), 0)[:2]
            if letter == "n":
                self.undo.append(("new",))
                self.tables.append(set())
            elif letter == "j":
                self.join()
            else:
                self.close(u)
            need(len(self.tables) <= MOST_TABLES, "more than 4096 tables")
            need(len(self.tables[-1]) <= MOST_OPEN, "more than 64 open vertices")
        need(self.tables == [set()], "a table is left, or a vertex is missing in the steps")
        need(len(self.closed) == proof.vertices, "a vertex is missing in the steps")
        messages = 0
        for kind, *what in self.undo:
            messages += len(what[2]) + 1 if kind == "join" else kind == "close"
        need(proof.count("messages") == messages == len(proof.lines) - 1 - proof.at, "a wrong number of messages")

    def join(self):
        need(len(self.tables) > 1, "a step joins one table only")
        right, left = self.tables.pop(), self.tables.pop()
        self.undo.append(("join", left, right, sorted(left & right)))
        self.tables.append(left | right)

    def close(self, u):
        need(self.tables and 1 <= u <= self.proof.vertices and u not in self.closed,
             "no such vertex or table, or the vertex is closed")
        need(not any(u in table for table in self.tables[:-1]), "the vertex is open elsewhere")
        table = self.tables[-1]
        ahead = sorted(self.proof.near.get(u, set()) - self.closed)
        for first in range(0, max(len(ahead), 1), GROUP):
            group = ahead[first : first + GROUP]
            self.undo.append(("close", u, group, table & {u, *group}, first + GROUP >= len(ahead)))
            table |= {u, *group}
        table.remove(u)
        self.closed.add(u)


# --------------------------------------------------------------------------------------- the messages

class Check:
    """Goes from the claim about the whole problem back to the claim that the number of an empty table is 1.

    A claim is the value that the polynomial of a table has at a point, modulo a prime.  A message answers a claim;
    then a challenge, which is the hash of all that was said before, chooses the point of the next claim.  So whoever
    wrote a false message had to foresee a hash."""

    def __init__(self, proof):
        self.proof, self.hash, self.messages = proof, sha256(proof.text(0)), iter(proof.lines[proof.at :])
        bits = self.bits()
        need(bits <= MOST_BITS, "numbers of more than 2^20 bits")
        for _ in range(16 * bits):
            self.hash = sha256(self.hash)
        next(k for k in range(1 << 32) if self.is_prime(sha256(self.hash + k.to_bytes(4, "big"))))
        self.unit = pow(2, (self.p - 1) // 4, self.p)  # the imaginary unit: its square is -1
        self.weight = {ends: (a + b * self.unit) % self.p for ends, (a, b) in proof.edges.items()}
        self.z = self.draw("z") if proof.ask == "sizes" else 1  # counts edges

    def bits(self):
        """More bits than any value of this problem can have."""
        sums = {}  # at each vertex, of the lengths of its edges
        for ends, (a, b) in self.proof.edges.items():
            for v in set(ends):
                sums[v] = sums.get(v, 0) + abs(a) + abs(b)
        claimed = max((abs(a) + abs(b)).bit_length() for a, b in self.proof.values)
        return 1 + self.proof.vertices + max(claimed, sum(length.bit_length() for length in sums.values()))

    def is_prime(self, seed):
        """Makes the number p of a hash, and tests it by 64 bases."""
        self.p = p = (1 << 123) + int.from_bytes(seed, "big") % (1 << 120) * 8 + 5
        bases = (int.from_bytes(sha256(seed + bytes([j])), "big") for j in range(64))
        roots = (pow(base, (p - 1) // 4, p) for base in bases)
        return all(x in (1, p - 1) or x * x % p == p - 1 for x in roots)

    def draw(self, line):
        """The challenge after a line."""
        self.hash = sha256(self.hash + line.encode() + b"\n")
        return int.from_bytes(self.hash, "big") % self.p

    def message(self, count):
        """The numbers of the next message, and its challenge."""
        line = next(self.messages)
        need(re.fullmatch(" ".join(["[0-9a-f]{31}"] * count), line), f"message {line[:70]!r} has a wrong form")
        numbers = [int(word, 16) for word in line.split()]
        need(max(numbers) < self.p, f"message {line[:70]!r} has a number that is not below the prime")
        return (*numbers, self.draw(line))

    def run(self):
        if self.proof.leaves is not None:
            Leaves(self.proof, self.p)
            return
        powers = (pow(self.z, k, self.p) for k in range(len(self.proof.values)))
        claim = sum((a + b * self.unit) * power for (a, b), power in zip(self.proof.values, powers)) % self.p
        claims = [(claim, {})]  # of each table that is not undone, the last one last: a value, and the point
        for step, *what in reversed(self.proof.undo):
            claims += getattr(self, f"undo_{step}")(*claims.pop(), *what)

    def undo_new(self, claim, _):
        need(claim == 1, "the last claim is not 1: the number or the proof is wrong", Wrong)
        return []

    def undo_close(self, claim, point, u, group, was_open, last):
        """The polynomial of the table before, on a line through two points that give the claim, is a_0 + a_1 y + ...
        The message has all coefficients but a_1, which follows from the claim."""
        p, stays = self.p, 1
        if last:  # u is closed: it is covered, or its loop covers it, or it may stay
            stays, point[u] = self.proof.may_stay(u) + self.weight.get((u, u), 0), 1
        d = {v: self.z * self.weight[min(u, v), max(u, v)] * point[u] * point[v] % p for v in group}
        zero, *more, t = self.message(max(len(was_open), 1))
        one = (claim - (stays + sum(d.values())) * zero) % p
        need(was_open or one == 0, "a first message is wrong", Wrong)
        new = {v: r for v, r in point.items() if v != u and v not in group}
        for v in was_open:
            new[v] = point[v] * (t if v == u else 1 - t * d[v]) % p
        return [(sum(a * pow(t, k, p) for k, a in enumerate([zero, one, *more])) % p, new)]

    def undo_join(self, claim, point, left, right, both):
        """First one vertex after the other that both tables have open; then the claim is a product."""
        for v in both:
            one, two, t = self.message(2)
            claim = claim - point[v] * one + t * (one + t * two)
            point[v] = t
        x, y, _ = self.message(2)
        need((x * y - claim) % self.p == 0, "a product of two tables is wrong", Wrong)
        return [(x, {v: point[v] for v in left}), (y, {v: point[v] for v in right})]


# ---------------------------------------------------------------------------------------- the leaves

class Leaves:
    """A perfect matching has the edge uv, of weight w, or not.  So the value of a graph is that of the graph without
    uv, and w times that of the graph without u and v.  A graph is here the neighbours of each of its vertices."""

    def __init__(self, proof, p):
        self.proof, self.p = proof, p
        numbers = [*proof.edges.values(), *proof.values]
        covered = proof.ask == "perfect" and proof.sides[0] == proof.sides[-1]  # no vertex may stay uncovered
        need(covered and not any(u == v for u, v in proof.edges) and all(a >= 0 == b for a, b in numbers),
             "this problem has no proof by a plane")
        need(sum(map(len, proof.near.values())) == 2 * len(proof.edges), "a proof by a plane has no tight sets")
        need(proof.vertices <= len(proof.lines) - 1, "fewer lines than vertices")
        whole, claim = {v: proof.near.get(v, set()) for v in range(1, proof.vertices + 1)}, proof.values[0][0]
        proof.at = proof.leaves
        value = self.value(whole, claim, MOST_BRANCHES)
        need(proof.at == len(proof.lines) - 1, "there are more lines than the leaves need")
        need(value == claim, "the leaves have another sum", Wrong)

    def value(self, near, claim, branches):
        """The value of a graph, which the next lines prove, with at most so many branches to a leaf.  A leaf has a
        line with its value, unless the value is claimed already."""
        line = self.proof.lines[self.proof.at]
        if line.startswith("branch "):
            u, v = self.proof.words(f"branch {COUNT} {COUNT}", "a branch is 'branch u v'")
            need(branches and u < v and v in near.get(u, ()), "a branch on an edge that is not there")
            absent = self.value({**near, u: near[u] - {v}, v: near[v] - {u}}, None, branches - 1)
            return absent + self.proof.edges[u, v][0] * self.value(without(near, [u, v]), None, branches - 1)
        if line.startswith("barrier"):
            self.barrier(near, line)
            return 0
        if claim is None:
            (claim,) = self.proof.words(f"value (0|{LONG})", "a branch, a barrier or a value is expected")
        square = Plane(self.proof, near).square(self.p)
        need(square == claim * claim % self.p, "the Pfaffian is another number", Wrong)
        return claim

    def barrier(self, near, line):
        """A graph with more odd components than vertices that are not in them has no perfect matching (Tutte)."""
        need(line.split(" ")[0] == "barrier", "a barrier is a list of vertices")
        barrier = self.proof.vertex_list(line[len("barrier "):]) if " " in line else []
        self.proof.at += not barrier
        need(len({*barrier} & {*near}) == len(barrier), "a barrier is a list of vertices that are left")
        odd = sum(size % 2 for size in components(without(near, barrier)))
        need(odd > len(barrier), "a barrier leaves too few odd components")


def without(near, gone):
    """A graph without some vertices."""
    return {v: around.difference(gone) for v, around in near.items() if v not in gone}


def components(near):
    """The number of vertices of each component of a graph."""
    unseen = {*near}
    while unseen:
        wave, size = {unseen.pop()}, 0
        while wave:
            size += len(wave)
            wave = {w for v in wave for w in near[v]} & unseen
            unseen -= wave
        yield size


# --------------------------------------------------------------------------------------- the drawing

class Plane:
    """A planar graph, drawn so that all perfect matchings have the same sign in its Pfaffian (Kasteleyn).

    Each edge has a direction.  A half-edge (u, v) is an edge as it is met at u.  The drawing says which half-edge
    follows which along the boundary of a face."""

    def __init__(self, proof, near):
        self.edges, self.near = proof.edges, near
        need(proof.count("plane") == len(near), "'plane NUMBER' with all vertices is expected")
        self.along = {}  # of each half-edge: whether the direction of the edge is from its vertex
        after = {}  # the next half-edge of the same face
        for v in sorted(near):
            around = proof.vertex_list(proof.lines[proof.at], sign="-?")
            need(sorted(map(abs, around)) == sorted(near[v]), f"wrong neighbours of vertex {v}")
            for w, x in zip(around, around[1:] + around[:1]):
                self.along[v, abs(w)] = w > 0
                after[abs(w), v] = (v, abs(x))
        need(all(self.along[u, v] != self.along[v, u] for u, v in after), "an edge has two directions, or none")
        sphere = len(near) - len(after) // 2 + self.faces(after) == 2 * sum(1 for _ in components(near))
        need(sphere, "the faces do not make a sphere")
        self.pairs = [proof.words(f"{COUNT} {COUNT}", "a pair is 'u v'") for _ in range(proof.count("pairs"))]
        need(sorted(sum(self.pairs, [])) == sorted(near), "the pairs are not all vertices")

    def faces(self, after):
        """How many faces there are.  Each must have an odd number of edges along its boundary."""
        count, left = 0, set(after)
        while left:
            first = half = next(iter(left))
            odd, count = 0, count + 1
            while half in left:
                left.remove(half)
                odd += self.along[half]
                half = after[half]
            need(half == first and odd % 2, "a face has an even number of edges along its boundary")
        return count

    def square(self, p):
        """The square of the Pfaffian of the matrix that has the weight of an edge along its direction, and minus it
        against it, modulo p.  Each pair of rows and columns is eliminated in turn."""
        rows, product, filled = {v: {} for v in self.near}, 1, 0
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


# ---------------------------------------------------------------------------------------- the input

NUMBER = "[-+]?([0-9]+/[0-9]+|([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,5})?)"
NAME = "[0-9A-Za-z_]+([.,:][0-9A-Za-z_]+)*"
SIZE = "0|[1-9][0-9]{0,8}"
FIELDS = {"pattern": 0, "integer": 1, "real": 1, "complex": 2}  # numbers of an entry
SYMMETRIES = {"general": None, "symmetric": (1, 1), "skew-symmetric": (-1, -1), "hermitian": (1, -1)}


class Input:
    """The problem of a Matrix Market file or of an edge list, written as pm-verify(1) says.

    `cells` has (u, v, (real part, imaginary part)): entries of a matrix, or edges between vertices 1, 2, ..."""

    def __init__(self, path, proof, options):
        self.path, self.proof, self.options, self.cells = path, proof, options, []
        need(proof.is_graph or "--loops" not in options, "--loops is for proofs about graphs")
        need(not proof.is_graph or not {"--no-loops", "--undirected"} & options,
             "--no-loops and --undirected are for proofs about matrices")
        text = read_file(path).replace(b"\r\n", b"\n")
        need(re.fullmatch(rb"[\t\n -~]*", text), f"{path}: not a text of ASCII")
        self.lines = text.decode().split("\n")
        if self.lines[0][:14].lower() == "%%matrixmarket":
            self.read_matrix()
        else:
            need(re.search("[.](el|edges)$", path),
                 f"{path}: a Matrix Market file, or an edge list named .el or .edges, is expected; "
                 "countmatch --as=biadjacency --to-mtx makes the former of a table")
            self.read_list()

    def need(self, fine, why):
        need(fine, f"{self.path}: {why}")

    def number(self, word):
        self.need(re.fullmatch(NUMBER, word) and len(word) <= 10**6, f"{word[:40]!r} is no number as 2, -0.5, 1e-3 or 2/3")
        return Fraction(word)

    def add(self, u, v, words):
        """Adds a cell whose weight is 1, one number, or a real and an imaginary part."""
        real, imaginary = (*map(self.number, words or ["1"]), 0)[:2]
        self.cells.append((u, v, (real, imaginary)))

    # ---- Matrix Market

    def read_matrix(self):
        self.is_list = False
        head = self.lines[0].lower().split()
        self.need(len(head) == 5 and head[:2] == ["%%matrixmarket", "matrix"] and head[2] in ("array", "coordinate")
                  and head[3] in FIELDS and head[4] in SYMMETRIES, "an unknown head of Matrix Market")
        _, _, form, field, symmetry = head
        self.need((form == "coordinate" or field != "pattern") and (symmetry in ("general", "symmetric") or field != "pattern")
                  and (symmetry != "hermitian" or field == "complex"), "the head contradicts itself")
        self.is_symmetric, signs = symmetry == "symmetric", SYMMETRIES[symmetry]
        self.need(not self.proof.is_graph or symmetry in ("general", "symmetric"), "the matrix is not one of a graph")
        lines = [line.split() for line in self.lines[1:] if line.strip() and line[0] != "%"]
        self.need(lines and len(lines[0]) == (2 if form == "array" else 3)
                  and all(re.fullmatch(SIZE, word) for word in lines[0]), "the numbers of rows, columns and entries are expected")
        self.sides, cells = [int(word) for word in lines[0][:2]], lines[1:]
        rows, columns = self.sides
        self.need(not signs or rows == columns, "the matrix is not square")
        if form == "array":
            below = 1 if symmetry == "skew-symmetric" else 0 if signs else None
            cells = self.places(cells, below)
        else:
            self.need(int(lines[0][2]) == len(cells), "a wrong number of entries")
        for words in cells:
            self.need(len(words) == 2 + FIELDS[field] and all(re.fullmatch(SIZE, word) for word in words[:2]),
                      "an entry is 'row column value'")
            self.add_entry(int(words[0]), int(words[1]), words[2:], signs)

    def places(self, cells, below):
        """Gives the entries of an array, which stand column by column, their places; below None: all are listed,
        else those at least so far below the diagonal."""
        rows, columns = self.sides
        first = (lambda j: 1) if below is None else (lambda j: j + below)
        count = rows * columns if below is None else (rows - below) * (rows - below + 1) // 2 if rows else 0
        self.need(count == len(cells), "a wrong number of entries")
        if count == 0:
            return []
        places = ((i, j) for j in range(1, columns + 1) for i in range(first(j), rows + 1))
        return [[str(i), str(j), *words] for (i, j), words in zip(places, cells)]

    def add_entry(self, i, j, words, signs):
        """Adds an entry, and for a matrix its mirror image with these signs of the parts."""
        self.need(1 <= i <= self.sides[0] and 1 <= j <= self.sides[1], "an entry outside the matrix")
        self.need(not signs or i > j or i == j and signs[0] > 0, "only the lower triangle is expected")
        self.add(i, j, words)
        real, imaginary = self.cells[-1][2]
        self.need(i != j or not signs or signs[0] == signs[1] or imaginary == 0, "the diagonal of a hermitian matrix is real")
        if signs and i != j and not self.proof.is_graph:
            self.cells.append((j, i, (signs[0] * real, signs[1] * imaginary)))

    # ---- edge lists

    def read_list(self):
        self.is_list, self.is_symmetric = True, False
        self.undirected = "--undirected" in self.options
        number, seen = {}, set()  # of names; the marks of a graph
        for line in self.lines:
            if line.startswith("%"):
                self.read_mark(line.split(), seen, number)
                continue
            words = re.split("(?:^|[ \t])[#%]", line, maxsplit=1)[0].split()
            self.need(len(words) <= 3, "an edge is 'u v [weight]'")
            for name in words[:2]:
                self.need(re.fullmatch(NAME, name), f"{name[:40]!r}: a name has letters, digits, _, and . , or : between them")
                number.setdefault(name, len(number) + 1)
            if len(words) > 1:
                self.add(number[words[0]], number[words[1]], words[2:])
        self.sides = [len(number)] * 2
        if self.undirected and not self.proof.is_graph:
            self.cells += [(v, u, weight) for u, v, weight in self.cells if u != v]

    def read_mark(self, words, seen, number):
        """Marks of a graph, each at most once; %graph before all else.  Other lines with % are comments."""
        mark = words[0]
        if mark not in ("%graph", "%place", "%period", "%seam"):
            return
        self.need(mark not in seen and (mark != "%graph" or not seen and not number), "a second graph begins")
        seen.add(mark)
        if mark == "%graph":
            match = re.fullmatch(f"%graph( ({SIZE}))?( (?P<says>undirected|directed))?", " ".join(words))
            self.need(match, "'%graph N undirected' or a part of it is expected")
            self.need(match["says"] != "directed" or not self.undirected, "--undirected: the list says 'directed'")
            self.undirected = self.undirected or match["says"] == "undirected"

    # ---- comparison

    def edges(self):
        """The edges of the problem: those with the same ends are added up, and those with weight 0 left out."""
        is_graph, rows = self.proof.is_graph, self.sides[0]
        one_set = is_graph and (self.is_list or self.is_symmetric)  # both ends are among the same vertices
        loops_count = "--loops" in self.options if one_set else "--no-loops" not in self.options or is_graph
        found = {}
        for u, v, (real, imaginary) in self.cells:
            if u == v and not loops_count:
                continue
            ends = (min(u, v), max(u, v)) if one_set else (u, v + rows)
            a, b = found.get(ends, (0, 0))
            found[ends] = (a + real, b + imaginary)
        found = {ends: weight for ends, weight in found.items() if any(weight)}
        if "--pattern" in self.options:
            found = dict.fromkeys(found, (1, 0))
        return found

    def compare(self):
        proof, sides = self.proof, self.sides
        if proof.is_graph:
            sides = sides[:1] if self.is_list or self.is_symmetric else [sum(sides)]
        scaled = {ends: (a * proof.scale, b * proof.scale) for ends, (a, b) in self.edges().items()}
        need(sides == proof.sides and scaled == proof.edges, f"the proof is about another problem than {self.path}", Wrong)

    def reading(self):
        """How the file was read."""
        if self.proof.is_graph and not self.is_list and not self.is_symmetric:
            kind, loops = "the biadjacency matrix of a graph", ""
        elif self.proof.is_graph:
            kind = "edges without directions" if self.is_list else "the adjacency matrix of a graph"
            loops = ", loops count" if "--loops" in self.options else ", loops do not count"
        else:
            kind = "a matrix" if not self.is_list else "edges in both directions" if self.undirected else "arcs"
            loops = ", its diagonal does not count" if "--no-loops" in self.options else ""
        return f"{self.path} read as {kind}{loops}" + (", every weight is 1" if "--pattern" in self.options else "")


# ------------------------------------------------------------------------------------------- program

def show(proof, reading):
    """Prints the numbers that are proved: the claims divided by powers of the scale."""
    for k, value in enumerate(proof.values):
        edges = k if proof.ask == "sizes" else min(*proof.sides, proof.vertices // 2)  # of a cover
        power = proof.scale**edges if any(value) else 1
        a, b = (Fraction(part, power) for part in value)
        number = f"{a}" + (f"{'+' * (b > 0)}{b}i" if b else "")
        print(k, number) if proof.ask == "sizes" else print(number)
    print(f"proved: {proof.ask}, {proof.lines[1]}, {len(proof.edges)} edges, scale {proof.scale}, {plain(reading)}, sha256",
          f"{proof.problem_hash}; 2^40 hashes find a proof of something false with probability below 2^-80", file=sys.stderr)


def plain(text):
    """Names of files without what a terminal obeys."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


OPTIONS = {"--pattern", "--loops", "--no-loops", "--undirected"}


def main(words):
    options, files = OPTIONS & {*words}, [word for word in words if word not in OPTIONS]
    if len(files) not in (1, 2) or any(word.startswith("-") for word in files):
        print(__doc__.split("\n", maxsplit=1)[0], file=sys.stderr)
        return 2
    getattr(sys, "set_int_max_str_digits", int)(0)  # newer Pythons refuse long numbers
    try:
        proof = Proof(files[0])
        Check(proof).run()
        reading = "not compared with an input"
        if len(files) == 2:
            given = Input(files[1], proof, options)
            given.compare()
            reading = given.reading()
        show(proof, reading)
        return 0
    except (Wrong, OSError, ValueError, ArithmeticError, LookupError) as why:
        false = isinstance(why, Wrong)
        print(plain(f"pm_verify.py: {files[0]}: {'false: ' if false else ''}{why}"), file=sys.stderr)
        return 5 if false else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
