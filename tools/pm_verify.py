#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a proof of permatch: pm_verify.py [--pattern] PROOF [INPUT]

permatch_proof(5) describes the format and what is proved. With INPUT, a Matrix Market file or an edge list, the problem
must also be that of INPUT; with --pattern, every entry of INPUT counts as 1. Exit status: 0 proved, 5 false, 1 unreadable,
2 usage. This file was written from the manual page alone and needs nothing but Python's standard library."""
import hashlib
import math
import re
import sys
from fractions import Fraction

MOST_BYTES, WIDEST, HASHES, LOW = 1 << 28, 64, 4096, 1 << 123
INTEGER, HEX = re.compile(r"0|-?[1-9][0-9]*"), re.compile(r"[0-9a-f]{31}")
ARGUMENTS = {"n": 0, "o": 1, "e": 2, "c": 1, "j": 0}
MIRROR = {"symmetric": (1, 1), "skew-symmetric": (-1, -1), "hermitian": (1, -1)}


class Unreadable(Exception):
    pass


class Wrong(Exception):
    pass


def need(fine, why, kind=Unreadable):
    if not fine:
        raise kind(why)


def integer(word):
    need(INTEGER.fullmatch(word) and len(word) < 10**7, f"{word[:40]!r} is no number here")
    return int(word)


def gaussian(word):
    """An integer, or "a,b" for a + b i with b not 0, as a pair."""
    real, comma, imaginary = word.partition(",")
    need(not comma or imaginary != "0", "an imaginary part 0 is not written")
    return integer(real), integer(imaginary) if comma else 0


class Proof:
    """What the lines of a proof say, if they have the right form."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        need(len(data) <= MOST_BYTES, "longer than 256 MiB")
        need(data.isascii() and b"\0" not in data and data.endswith(b"\n"), "not a text of whole lines")
        self.lines, self.at = [line for line in data.decode().split("\n")[:-1] if not line.startswith("#")], 0
        need(self.line() == "permatch-proof 1", "no permatch-proof, or not version 1")
        word, *sides = self.line().split(" ")
        need(len(sides) == {"graph": 1, "matrix": 2}.get(word), "'graph N' or 'matrix M N' is expected")
        self.sides = [integer(side) for side in sides]
        need(min(self.sides) >= 0, "a size below 0")
        self.vertices, self.ask = sum(self.sides), self.value("ask")
        need(self.ask in ("perfect", "total", "sizes"), "an unknown question")
        self.scale = integer(self.value("scale"))
        need(self.scale == 1 or self.scale > 1 and self.ask != "total", "a scale that is not allowed")
        self.read_edges(self.count("edges"))
        self.sha256 = hashlib.sha256("".join(line + "\n" for line in self.lines[1 : self.at]).encode()).hexdigest()
        count = self.count("values")
        need(count == 1 or self.ask == "sizes" and 1 <= count <= self.vertices // 2 + 1, "a wrong number of values")
        self.values = [gaussian(self.line()) for _ in range(count)]
        self.steps = [self.step(*self.line().split(" ")) for _ in range(self.count("steps"))]
        count = self.count("messages")
        need(count == len(self.lines) - self.at, "a wrong number of messages")
        self.hash = hashlib.sha256("".join(line + "\n" for line in self.lines[: self.at]).encode()).digest()
        self.check_steps()

    def line(self):
        need(self.at < len(self.lines), "the text ends too early")
        self.at += 1
        return self.lines[self.at - 1]

    def value(self, name):
        word, _, value = self.line().partition(" ")
        need(word == name, f"'{name}' is expected")
        return value

    def count(self, name):
        count = integer(self.value(name))
        need(0 <= count <= len(self.lines) - self.at, f"more {name} than lines")
        return count

    def read_edges(self, count):
        self.edges, last = {}, (0, 0)
        for _ in range(count):
            words = self.line().split(" ")
            need(len(words) == 3, "an edge is 'u v weight'")
            u, v, weight = integer(words[0]), integer(words[1]), gaussian(words[2])
            need((u, v) > last and weight != (0, 0), "edges must ascend, and no weight is 0")
            last = u, v
            if len(self.sides) == 2:
                need(1 <= u <= self.sides[0] and 1 <= v <= self.sides[1], "an entry outside the matrix")
                v += self.sides[0]
            need(1 <= u <= v <= self.vertices, "an edge of a graph is 'u v' with u <= v <= N")
            need(u < v or self.ask == "perfect" and self.scale == 1, "a loop where none is allowed")
            self.edges[u, v] = weight

    def may_stay(self, v):
        rows, columns = self.sides[0], self.sides[-1]
        return self.ask != "perfect" or len(self.sides) == 2 and (rows < columns if v > rows else columns < rows)

    def step(self, letter, *words):
        ends = tuple(integer(word) for word in words)
        need(len(ends) == ARGUMENTS.get(letter) and all(1 <= v <= self.vertices for v in ends), "an unknown step")
        return letter, ends

    def check_steps(self):
        """Every vertex is closed once, where it is open in one table alone; every edge is used once, between open ends."""
        tables, tables_of, closed, used, self.joined = [], {}, set(), set(), {}
        for k, (letter, ends) in enumerate(self.steps):
            where, v = f"step {k + 1}: ", ends[0] if ends else 0
            need(tables or letter == "n", where + "there is no table yet")
            top = tables[-1] if tables else None
            if letter == "n":
                tables.append(set())
            elif letter == "o":
                need(v not in top and v not in closed, where + "the vertex was opened before")
                top.add(v)
                tables_of[v] = tables_of.get(v, 0) + 1
            elif letter == "e":
                need(ends in self.edges and v < ends[1], where + "there is no such edge")
                need(ends not in used, where + "the edge was used before")
                need(v in top and ends[1] in top, where + "an end of the edge is not open")
                used.add(ends)
            elif letter == "c":
                need(v in top and tables_of[v] == 1, where + "the vertex is not open here alone")
                top.remove(v)
                closed.add(v)
            else:
                need(len(tables) > 1, where + "there is one table only")
                left = tables[-2]
                self.joined[k] = left, sorted(left & top), top
                for both in left & top:
                    tables_of[both] -= 1
                tables[-2:] = [left | top]
            need(len(tables[-1]) <= WIDEST, where + "too many open vertices")
        need(len(tables) == 1 and not tables[0], "the steps do not end with one table without open vertices")
        need(len(closed) == self.vertices, "a vertex is missing in the steps")
        need(len(used) == sum(u < v for u, v in self.edges), "an edge is missing in the steps")

    def error(self):
        """The binary logarithm of the probability that 2^40 hashes find a proof of something false."""
        sums = {}
        for ends, (a, b) in self.edges.items():
            for v in set(ends):
                sums[v] = sums.get(v, 1) + abs(a) + abs(b)
        bits = sum(s.bit_length() for s in sums.values())
        bits = max([bits] + [(abs(a) + abs(b)).bit_length() for a, b in self.values]) + 1
        degree = self.vertices // 2 if self.ask == "sizes" else 0
        return math.log2(2.0**-82 + 2.0**28 * (2 * bits / 123 * 2.0**-114 + degree * 2.0**-123))


class Check:
    """Goes from the claim about the whole problem back to the claim that the number of an empty table is 1."""

    def __init__(self, proof):
        self.proof, self.messages, self.hash, tries = proof, iter(proof.lines[proof.at :]), proof.hash, 0
        for _ in range(HASHES):
            self.hash = hashlib.sha256(self.hash).digest()
        while not self.is_prime(hashlib.sha256(self.hash + tries.to_bytes(4, "big")).digest()):
            tries += 1
        self.root = pow(2, (self.p - 1) // 4, self.p)

    def is_prime(self, seed):
        self.p = p = LOW + int.from_bytes(seed, "big") % (1 << 120) * 8 + 5
        bases = (int.from_bytes(hashlib.sha256(seed + bytes([j])).digest(), "big") % p for j in range(64))
        return all(x in (1, p - 1) or x * x % p == p - 1 for x in (pow(base, (p - 1) // 4, p) for base in bases))

    def draw(self, line):
        self.hash = hashlib.sha256(self.hash + line.encode() + b"\n").digest()
        return int.from_bytes(self.hash, "big") % self.p

    def message(self, count):
        line = next(self.messages, "")
        words = line.split(" ")
        need(len(words) == count and all(HEX.fullmatch(word) for word in words), f"message {line[:70]!r} has a wrong form")
        numbers = [int(word, 16) for word in words]
        need(all(x < self.p for x in numbers), "a number of a message is not below the prime")
        return (*numbers, self.draw(line))

    def residue(self, weight):
        return (weight[0] + weight[1] * self.root) % self.p

    def run(self):
        proof, p = self.proof, self.p
        z = self.draw("z") if proof.ask == "sizes" else 1
        claims = [(sum(self.residue(value) * pow(z, k, p) for k, value in enumerate(proof.values)) % p, {})]
        for k in reversed(range(len(proof.steps))):
            letter, ends = proof.steps[k]
            claim, r = claims.pop()
            if letter == "n":
                need(claim == 1, "the last claim is not 1: the number or the proof is wrong", Wrong)
            elif letter == "o":
                del r[ends[0]]
                claims.append((claim, r))
            elif letter == "c":
                stay = proof.may_stay(ends[0]) + self.residue(proof.edges.get(ends * 2, (0, 0)))
                zero, t = self.message(1)
                r[ends[0]] = t
                claims.append(((zero + t * (claim - stay * zero)) % p, r))
            elif letter == "e":
                (a, b), (zero, two, t) = ends, self.message(2)
                one = claim - self.residue(proof.edges[ends]) * z * r[a] * r[b] * zero - zero - two
                r[a], r[b] = r[a] * t % p, r[b] * t % p
                claims.append(((zero + t * (one + t * two)) % p, r))
            else:
                left, both, right = proof.joined[k]
                for v in both:
                    one, two, t = self.message(2)
                    claim = (claim - r[v] * one + t * (one + t * two)) % p
                    r[v] = t
                x, y, _ = self.message(2)
                need(x * y % p == claim, "a product of two tables is wrong", Wrong)
                claims += [(x, {v: r[v] for v in left}), (y, {v: r[v] for v in right})]
        need(next(self.messages, None) is None, "there are messages after the last step")


def entry(words, pattern):
    return (1, 0) if pattern else tuple(Fraction(word) for word in (words + ["0"])[:2]) if words else (1, 0)


def read_matrix(lines, pattern):
    """The sides and the entries of a Matrix Market file."""
    head, lines = lines[0].lower().split(), [line.split() for line in lines[1:] if line.strip() and line[0] != "%"]
    need(len(head) == 5 and head[4] in ("general", *MIRROR), "INPUT has no known head of Matrix Market")
    (m, n), cells, found = (int(word) for word in lines[0][:2]), lines[1:], {}
    if head[2] == "array":
        below = {"general": -m, "skew-symmetric": 1}.get(head[4], 0)
        places = [(i, j) for j in range(n) for i in range(m) if i - j >= below]
        cells = [[i + 1, j + 1, *cell] for (i, j), cell in zip(places, cells, strict=True)]
        cells = [cell for cell in cells if any(Fraction(word) for word in cell[2:])]
    need(head[2] == "array" or int(lines[0][2]) == len(cells), "INPUT has a wrong number of entries")
    for i, j, *words in cells:
        key, (a, b) = (int(i), int(j)), entry([] if head[3] == "pattern" else words, pattern)
        old = found.get(key, (0, 0))
        found[key] = (1, 0) if pattern else (old[0] + a, old[1] + b)
        if head[4] != "general" and i != j:
            sign = (1, 1) if pattern else MIRROR[head[4]]
            found[key[1], key[0]] = found[key][0] * sign[0], found[key][1] * sign[1]
    return [m, n], found, head[4] != "general"


def read_edges(lines, pattern, arcs):
    """The same for an edge list; without arcs, each edge is in the list once."""
    number, found = {}, {}
    for words in (re.split("[#%]", line, maxsplit=1)[0].split() for line in lines):
        u, v = [number.setdefault(word, len(number) + 1) for word in words[:2] * 2][:2] if words else (0, 0)
        if len(words) > 1:
            key, (a, b) = (u, v) if arcs or u <= v else (v, u), entry(words[2:], pattern)
            found[key] = (1, 0) if pattern else (found.get(key, (0, 0))[0] + a, b)
    return [len(number)], found


def compare(proof, path, pattern):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    graph = len(proof.sides) == 1
    if lines[0].startswith("%%MatrixMarket"):
        sides, found, mirrored = read_matrix(lines, pattern)
        if graph and mirrored:
            sides, found = sides[:1], {key: weight for key, weight in found.items() if key[0] <= key[1]}
        elif graph:
            sides, found = [sum(sides)], {(i, sides[0] + j): weight for (i, j), weight in found.items()}
    else:
        sides, found = read_edges(lines, pattern, not graph)
        sides = sides if graph else sides * 2
    shift = 0 if graph else proof.sides[0]
    mine = {(u, v + shift): (a * proof.scale, b * proof.scale) for (u, v), (a, b) in found.items() if (a, b) != (0, 0)}
    if not any(v == u + shift for u, v in proof.edges):
        mine = {(u, v): weight for (u, v), weight in mine.items() if v != u + shift}
    need(sides == proof.sides and mine == proof.edges, f"the proof is about another problem than {path}", Wrong)


def show(proof, path, name):
    what = f"{proof.sides[0]} x {proof.sides[-1]} matrix" if len(proof.sides) == 2 else f"graph of {proof.vertices} vertices"
    size = proof.vertices // 2 if len(proof.sides) == 1 else min(proof.sides)
    for k, (a, b) in enumerate(proof.values):
        power = proof.scale ** (k if proof.ask == "sizes" else size)
        text = str(Fraction(a, power)) + (f"{'+' * (b > 0)}{Fraction(b, power)}i" if b else "")
        print(f"{k} {text}" if proof.ask == "sizes" else text)
    print(f"proved: {proof.ask}, {what}, {len(proof.edges)} edges, scale {proof.scale}, {name}, sha256 {proof.sha256};",
          f"2^40 hashes find a proof of something false with probability below 2^{math.ceil(proof.error())}", file=sys.stderr)


def main(words):
    pattern = "--pattern" in words
    words = [word for word in words if word != "--pattern"]
    if len(words) not in (1, 2) or words[0].startswith("-"):
        print(__doc__.split("\n")[0], file=sys.stderr)
        return 2
    getattr(sys, "set_int_max_str_digits", int)(0)
    try:
        proof = Proof(words[0])
        Check(proof).run()
        if len(words) == 2:
            compare(proof, words[1], pattern)
        show(proof, words[0], words[1] if len(words) == 2 else "not compared with an input")
        return 0
    except Wrong as why:
        print(f"pm_verify.py: {words[0]}: false: {why}", file=sys.stderr)
        return 5
    except (Unreadable, OSError, ValueError) as why:
        print(f"pm_verify.py: {words[0]}: {why}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
