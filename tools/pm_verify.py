#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a proof of permatch: pm_verify.py [--pattern] [--no-loops] PROOF [INPUT]

permatch_proof(5) has the format; pm_verify_plane.py reads drawings.  INPUT, a Matrix Market file or an edge list
(.el, .edges), must have the same problem; its weights count as 1 with --pattern, its loops do not with --no-loops.
Exit status: 0 proved, 5 false, 1 unreadable, 2 usage."""
import hashlib
import re
import sys
from fractions import Fraction
from importlib import import_module

MOST_BYTES, MOST_TABLES, WIDEST, GROUP, MOST_BITS, MOST_SCALE = 1 << 28, 4096, 64, 6, 1 << 20, 1 << 22
COUNT, LONG, HEX = "(0|[1-9][0-9]{0,16})", "[1-9][0-9]{0,999999}", "([0-9a-f]{31})"
WEIGHT = f"(0|-?{LONG})(?:,(-?{LONG}))?"
PLAIN = "[-+]?[0-9]*[.]?[0-9]*([eE][-+]?[0-9]{1,5})?(/[0-9]+)?"


class Wrong(Exception):
    """The proof has the right form, but does not prove this number of this problem."""


def need(fine, why, kind=ValueError):
    if not fine:
        raise kind(why)


def sha256(data):
    return hashlib.sha256(data).digest()


def gaussian(parts):
    """A real part, and an imaginary part if there is one."""
    return (*parts, 0)[:2]


class Proof:
    """What the lines of a proof say, if they have the right form."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        need(len(data) <= MOST_BYTES and data.isascii() and b"\0" not in data, "not a text")
        need(data.endswith(b"\n"), "not a text of whole lines")
        self.lines, self.at = [line for line in data.decode().split("\n")[:-1] if line[:1] != "#"], 0
        self.line("permatch-proof 3", "no permatch-proof, or not version 3")
        self.sides = self.line(f"graph {COUNT}|matrix {COUNT} {COUNT}", "'graph N' or 'matrix M N'")
        self.vertices = sum(self.sides)
        (self.ask,) = self.line("ask (perfect|total|sizes)", "an unknown question")
        (self.scale,) = self.line(f"scale ({LONG})", "'scale NUMBER'")
        edges = [self.edge() for _ in range(self.count("edges"))]
        need(all(one[0] < two[0] for one, two in zip(edges, edges[1:])), "edges must ascend")
        self.edges, self.problem = dict(edges), sha256(self.text(1)).hex()
        self.values = [gaussian(self.line(WEIGHT, "a value is no number")) for _ in range(self.count("values"))]
        most = self.vertices // 2 + 1 if self.ask == "sizes" else 1
        need(1 <= len(self.values) <= most, "a wrong number of values")
        scaled = self.scale.bit_length() * self.vertices * len(self.values)
        need(self.scale == 1 or self.ask != "total" and scaled <= MOST_SCALE, "a wrong scale")
        self.near = {}
        for u, v in self.edges:
            if u != v:
                self.near.setdefault(u, set()).add(v)
                self.near.setdefault(v, set()).add(u)
        while self.next().startswith("tight "):
            self.leave_out(self.list("tight "))
        drawn = self.next().startswith("plane ")
        self.plane = import_module("pm_verify_plane").Plane(self) if drawn else None
        self.undo = self.read_steps() if not drawn else []

    def next(self):
        """The next line, which must be there."""
        need(self.at < len(self.lines), "the text ends too early")
        return self.lines[self.at]

    def line(self, pattern, why):
        """The words of the next line that are in parentheses in the pattern; numbers as integers."""
        match, self.at = re.fullmatch(pattern, self.next()), self.at + 1
        need(match, f"line {self.at} that counts: {why}")
        return [word if word.isalpha() else int(word) for word in match.groups() if word is not None]

    def list(self, begin="", sign=""):
        words, self.at = self.next()[len(begin):].split(" "), self.at + 1
        need(all(re.fullmatch(sign + "[1-9][0-9]{0,16}", word) and abs(int(word)) <= self.vertices for word in words),
             f"line {self.at} that counts: a list of vertices is expected")
        return [int(word) for word in words]

    def count(self, name):
        (count,) = self.line(f"{name} {COUNT}", f"'{name} NUMBER' is expected")
        need(count <= len(self.lines) - self.at, f"more {name} than lines")
        return count

    def text(self, first):
        """The lines that were read."""
        return "".join(line + "\n" for line in self.lines[first : self.at]).encode()

    def edge(self):
        u, v, *weight = self.line(f"{COUNT} {COUNT} {WEIGHT}", "an edge is 'u v weight'")
        graph, (a, b) = len(self.sides) == 1, gaussian(weight)
        need(1 <= u <= self.sides[0] and 1 <= v <= self.sides[-1] and (u <= v or not graph), "no such edge")
        need(a or b, "a weight is 0")
        need(u < v or not graph or self.ask == "perfect" and self.scale == 1, "a loop where none is allowed")
        return (u, v if graph else v + self.sides[0]), (a, b)

    def may_stay(self, v):
        """True if vertex v may stay uncovered: in a matrix, on the longer side."""
        rows, columns = self.sides[0], self.sides[-1]
        return self.ask != "perfect" or (rows > columns if v <= rows else columns > rows)

    def leave_out(self, tight):
        """Vertices that all need one of as few neighbours leave no edges between these and others."""
        inside, across = set(tight), set().union(*(self.near.get(v, ()) for v in tight))
        need(len(inside) == len(tight) == len(across) and not inside & across, "a tight set is not tight")
        need(not any(self.may_stay(v) or (v, v) in self.edges for v in tight), "a tight set is not tight")
        for v in across:
            for u in self.near[v] - inside:
                self.near[u].remove(v)
            self.near[v] &= inside

    def read_steps(self):
        """Lists what the messages undo.  Every vertex is closed once, where it is open in one table alone."""
        undo, tables, closed = [], [], set()
        for _ in range(self.count("steps")):
            letter, u = (*self.line(f"([nj])|(c) {COUNT}", "an unknown step"), 0)[:2]
            if letter == "n":
                tables.append(set())
                undo.append(("new",))
            elif letter == "j":
                need(len(tables) > 1, "a step joins one table only")
                right, left = tables.pop(), tables.pop()
                undo.append(("join", left, right, sorted(left & right)))
                tables.append(left | right)
            else:
                need(tables and 1 <= u <= self.vertices and u not in closed, "no such vertex or table, or it is closed")
                top = tables[-1]
                need(sum(u in table for table in tables) == (u in top), "the vertex is open elsewhere")
                ahead = sorted(self.near.get(u, set()) - closed)
                for first in range(0, max(len(ahead), 1), GROUP):
                    group = ahead[first : first + GROUP]
                    undo.append(("close", u, group, top & {u, *group}, first + GROUP >= len(ahead)))
                    top |= {u, *group}
                top.remove(u)
                closed.add(u)
            need(len(tables) <= MOST_TABLES and len(tables[-1]) <= WIDEST, "more than 4096 tables, or 64 open vertices")
        need(len(tables) == 1 and not tables[0], "the last step leaves more than an empty table")
        need(len(closed) == self.vertices, "a vertex is missing in the steps")
        needed = sum(len(what[2]) + 1 if kind == "join" else kind == "close" for kind, *what in undo)
        need(self.count("messages") == needed == len(self.lines) - self.at, "a wrong number of messages")
        return undo

    def bits(self):
        """B of permatch_proof(5): neither the true value nor the claimed one is longer."""
        sums = {}
        for ends, (a, b) in self.edges.items():
            for v in set(ends):
                sums[v] = sums.get(v, 0) + abs(a) + abs(b)
        claimed = max((abs(a) + abs(b)).bit_length() for a, b in self.values)
        return 1 + self.vertices + max(claimed, sum(total.bit_length() for total in sums.values()))


class Check:
    """Goes from the claim about the whole problem back to the claim that the number of an empty table is 1."""

    def __init__(self, proof):
        self.proof, self.messages, self.hash = proof, iter(proof.lines[proof.at :]), sha256(proof.text(0))
        bits, k = proof.bits(), 0
        need(bits <= MOST_BITS, "numbers of more than 2^20 bits")
        for _ in range(16 * bits):
            self.hash = sha256(self.hash)
        while not self.is_prime(sha256(self.hash + k.to_bytes(4, "big"))):
            k += 1
        self.root = pow(2, (self.p - 1) // 4, self.p)
        self.z = self.draw("z") if proof.ask == "sizes" else 1

    def is_prime(self, seed):
        self.p = p = (1 << 123) + int.from_bytes(seed, "big") % (1 << 120) * 8 + 5
        bases = (int.from_bytes(sha256(seed + bytes([j])), "big") for j in range(64))
        return all(x in (1, p - 1) or x * x % p == p - 1 for x in (pow(base, (p - 1) // 4, p) for base in bases))

    def residue(self, weight):
        return (weight[0] + weight[1] * self.root) % self.p

    def draw(self, line):
        self.hash = sha256(self.hash + line.encode() + b"\n")
        return int.from_bytes(self.hash, "big") % self.p

    def message(self, count):
        """The numbers of the next message, and its challenge."""
        line = next(self.messages)
        match = re.fullmatch(" ".join([HEX] * count), line)
        numbers = [int(word, 16) for word in match.groups()] if match else [self.p]
        need(max(numbers) < self.p, f"message {line[:70]!r} has a wrong form, or a number that is not below the prime")
        return (*numbers, self.draw(line))

    def run(self):
        claim = sum(self.residue(value) * pow(self.z, k, self.p) for k, value in enumerate(self.proof.values)) % self.p
        if self.proof.plane:
            square = self.proof.plane.square(self.p)
            return need((square - claim**2) % self.p == 0, "the Pfaffian is another number", Wrong)
        claims = [(claim, {})]  # a value of the polynomial of each table, and the point
        for step, *what in reversed(self.proof.undo):
            claim, r = claims.pop()
            if step == "close":
                claims.append((self.undo_close(claim, r, *what), r))
            elif step == "join":
                claims += self.undo_join(claim, r, *what)
            else:
                need(claim == 1, "the last claim is not 1: the number or the proof is wrong", Wrong)

    def undo_close(self, claim, r, u, group, was_open, last):
        p, edges = self.p, self.proof.edges
        stays = 1
        if last:
            stays, r[u] = self.proof.may_stay(u) + self.residue(edges.get((u, u), (0, 0))), 1
        weight = {v: self.residue(edges[min(u, v), max(u, v)]) * self.z * r[u] * r[v] % p for v in group}
        zero, *more, t = self.message(max(len(was_open), 1))
        one = claim - (stays + sum(weight.values())) * zero
        need(was_open or one % p == 0, "a first message is wrong", Wrong)
        for v in {u, *group} - was_open:
            del r[v]
        r.update({v: r[v] * (t if v == u else 1 - t * weight[v]) % p for v in was_open})
        return sum(a * pow(t, k, p) for k, a in enumerate([zero, one, *more])) % p

    def undo_join(self, claim, r, left, right, both):
        for v in both:
            one, two, t = self.message(2)
            claim, r[v] = claim - r[v] * one + t * (one + t * two), t
        x, y, _ = self.message(2)
        need((x * y - claim) % self.p == 0, "a product of two tables is wrong", Wrong)
        return (x, {v: r[v] for v in left}), (y, {v: r[v] for v in right})


def read_number(words):
    need(len(words) < 3 and all(re.fullmatch(PLAIN, word) for word in words), f"INPUT has no number in {words}")
    return gaussian([Fraction(word) for word in words or ["1"]])


def read_matrix(lines):
    """The sides and the entries of a Matrix Market file, and whether it lists a triangle."""
    mirror = {"general": [], "symmetric": [(1, 1)], "skew-symmetric": [(-1, -1)], "hermitian": [(1, -1)]}
    head, lines = lines[0].lower().split(), [line.split() for line in lines[1:] if line.strip() and line[0] != "%"]
    need(len(head) == 5 and head[4] in mirror, "INPUT has no known head of Matrix Market")
    (m, n, *count), cells = map(int, lines[0]), lines[1:]
    if head[2] == "array":
        below = {"general": -n, "skew-symmetric": 1}.get(head[4], 0)
        places = ((i + 1, j + 1) for j in range(n) for i in range(m) if i - j >= below)
        cells = [[*place, *cell] for place, cell in zip(places, cells, strict=True)]
    need(head[2] == "array" or count == [len(cells)], "INPUT has a wrong number of entries")
    entries = [(int(i), int(j), *read_number(words)) for i, j, *words in cells]
    for real, imaginary in mirror[head[4]]:
        entries += [(j, i, a * real, b * imaginary) for i, j, a, b in entries if i != j]
    return [m, n], entries, head[4] != "general"


def read_list(lines, arcs):
    """The same for an edge list, whose vertices have names."""
    rows = [words for line in lines if (words := re.split("(?:^|[ \t])[#%]", line, maxsplit=1)[0].split())]
    more = any(line.startswith("%graph") for line in lines[1:])
    need(max(map(len, rows), default=0) in (2, 3) and not more, "INPUT must be one graph, 'u v [weight]'")
    name = {word: k for k, word in enumerate(dict.fromkeys(word for words in rows for word in words[:2]), 1)}
    edges = [([name[u], name[v]], read_number(words)) for u, v, *words in (words for words in rows if len(words) > 1)]
    return [len(name)] * 2, [(*(ends if arcs else sorted(ends)), *weight) for ends, weight in edges], True


def compare(proof, path, pattern, loops):
    with open(path, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    lines, graph, found = text.split("\n"), len(proof.sides) == 1, {}
    need(not re.search(r"[^\S \t\r\n]|\r[^\n]|[\0-\10]", text), "INPUT has strange white space")
    if lines[0].lower().startswith("%%matrixmarket"):
        sides, entries, triangle = read_matrix(lines)
    else:
        need(path.endswith((".el", ".edges")), "INPUT must be a Matrix Market file or an edge list, .el or .edges")
        sides, entries, triangle = read_list(lines, not graph)
    shift = 0 if graph and triangle else sides[0]
    for u, v, a, b in entries:
        real, imaginary = found.get((u, v + shift), (0, 0))
        found[u, v + shift] = real + a, imaginary + b
    least = 1 - (shift == 0 and any(u == v for u, v in proof.edges))  # loops of a graph count if the proof has some
    found = {(u, v): (1, 0) if pattern else (a * proof.scale, b * proof.scale) for (u, v), (a, b) in found.items()
             if (a or b) and (shift or v >= u + least) and (loops or u != v - shift)}
    sides = ([sum(sides)] if shift else sides[:1]) if graph else sides
    need(sides == proof.sides and found == proof.edges, f"the proof is about another problem than {path}", Wrong)


def show(proof, name):
    kind = "graph of {} vertices" if len(proof.sides) == 1 else "{} x {} matrix"
    size = proof.vertices // 2 if len(proof.sides) == 1 else min(proof.sides)
    for k, (a, b) in enumerate(proof.values):
        power = proof.scale ** (k if proof.ask == "sizes" else size) if a or b else 1
        text = f"{Fraction(a, power)}" + (f"{'+' * (b > 0)}{Fraction(b, power)}i" if b else "")
        print(f"{k} {text}" if proof.ask == "sizes" else text)
    print(f"proved: {proof.ask}, {kind.format(*proof.sides)}, {len(proof.edges)} edges, scale {proof.scale}, {name},",
          f"sha256 {proof.problem}; 2^40 hashes find a proof of something false with probability below 2^-80",
          file=sys.stderr)


def main(words):
    files = [word for word in words if word not in ("--pattern", "--no-loops")]
    if len(files) not in (1, 2) or files[0].startswith("-"):
        print(__doc__.split("\n", maxsplit=1)[0], file=sys.stderr)
        return 2
    getattr(sys, "set_int_max_str_digits", int)(0)
    try:
        proof = Proof(files[0])
        Check(proof).run()
        if len(files) == 2:
            compare(proof, files[1], "--pattern" in words, "--no-loops" not in words)
        show(proof, files[1] if len(files) == 2 else "not compared with an input")
    except (Wrong, OSError, ValueError, ArithmeticError, LookupError) as why:
        print(f"pm_verify.py: {files[0]}: {'false: ' * isinstance(why, Wrong)}{why}", file=sys.stderr)
        return 5 if isinstance(why, Wrong) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
