#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a proof of permatch: pm_verify.py [--pattern] [--no-loops] PROOF [INPUT]

permatch_proof(5) has the format, pm-verify(1) the options; pm_verify_plane.py reads drawings.
Exit status: 0 proved, 5 false, 1 unreadable, 2 usage."""
import hashlib
import re
import sys
from fractions import Fraction

MOST_BYTES, MOST_SCALE, MOST_BITS, GROUP = 1 << 28, 1 << 22, 1 << 20, 6
COUNT, LONG, HEX = "(0|[1-9][0-9]{0,16})", "[1-9][0-9]{0,999999}", "[0-9a-f]{31}"
WEIGHT = f"(0|-?{LONG})(?:,(-?{LONG}))?"
PLAIN = "[-+]?[0-9]*[.]?[0-9]*([eE][-+]?[0-9]{1,5})?(/[0-9]+)?"

class Wrong(Exception):
    """The proof has the right form, but does not prove this number of this problem."""

def need(fine, why, kind=ValueError):
    if not fine:
        raise kind(why)
def sha256(data):
    return hashlib.sha256(data).digest()

class Proof:
    """What the lines of a proof say, if they have the right form."""
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        need(len(data) <= MOST_BYTES and data.isascii() and b"\0" not in data and data.endswith(b"\n"), "not a text")
        self.lines, self.at = [line for line in data.decode().split("\n") if line[:1] != "#"], 0  # the last is empty
        self.line("permatch-proof 3", "no permatch-proof, or not version 3")
        self.sides = self.line(f"graph {COUNT}|matrix {COUNT} {COUNT}", "'graph N' or 'matrix M N'")
        self.vertices, self.graph = sum(self.sides), len(self.sides) == 1
        (self.ask,) = self.line("ask (perfect|total|sizes)", "an unknown question")
        (self.scale,) = self.line(f"scale ({LONG})", "'scale NUMBER'")
        edges = [self.edge() for _ in range(self.count("edges"))]
        need(all(one[0] < two[0] for one, two in zip(edges, edges[1:])), "edges must ascend")
        self.edges, self.problem, self.near = dict(edges), sha256(self.text(1)).hex(), {}
        for u, v in (ends for u, v in self.edges if u != v for ends in ((u, v), (v, u))):
            self.near.setdefault(u, set()).add(v)
        self.values = [(*self.line(WEIGHT, "a value is no number"), 0)[:2] for _ in range(self.count("values"))]
        need(1 <= len(self.values) <= 1 + (self.ask == "sizes") * self.vertices // 2, "a wrong number of values")
        long = self.scale.bit_length() * self.vertices * len(self.values) > MOST_SCALE
        need(self.scale == 1 or self.ask != "total" and not long, "a wrong scale")
        while self.lines[self.at].startswith("tight "):
            self.leave_out(self.list("tight "))
        self.plane = __import__("pm_verify_plane").Plane(self) if self.lines[self.at].startswith("plane ") else None
        self.undo = [] if self.plane else self.read_steps()

    def line(self, pattern, why):
        """The words of the next line that are in parentheses in the pattern; numbers as integers."""
        match, self.at = re.fullmatch(pattern, self.lines[self.at]), self.at + 1
        need(match, f"line {self.at} that counts: {why}")
        return [word if word.isalpha() else int(word) for word in match.groups() if word is not None]

    def list(self, begin="", sign=""):
        words, self.at = self.lines[self.at][len(begin):].split(" "), self.at + 1
        need(all(re.fullmatch(sign + "[1-9][0-9]{0,16}", word) and abs(int(word)) <= self.vertices for word in words),
             f"line {self.at} that counts: a list of vertices is expected")
        return [int(word) for word in words]
    def count(self, name):
        (count,) = self.line(f"{name} {COUNT}", f"'{name} NUMBER' is expected")
        need(count < len(self.lines) - self.at, f"more {name} than lines")
        return count
    def text(self, first):  # the lines that were read
        return "".join(line + "\n" for line in self.lines[first : self.at]).encode()

    def edge(self):
        u, v, *weight = self.line(f"{COUNT} {COUNT} (?!0$){WEIGHT}", "an edge is 'u v weight', the weight not 0")
        need(1 <= u <= self.sides[0] and 1 <= v <= self.sides[-1] and (u <= v or not self.graph), "no such edge")
        need(u < v or not self.graph or self.ask == "perfect" and self.scale == 1, "a loop where none is allowed")
        return (u, v if self.graph else v + self.sides[0]), (*weight, 0)[:2]
    def may_stay(self, v):
        """True if vertex v may stay uncovered: in a matrix, on the longer side."""
        rows, columns = self.sides[0], self.sides[-1]
        return self.ask != "perfect" or (rows > columns if v <= rows else columns > rows)

    def leave_out(self, tight):
        """Vertices that all need one of as few neighbours leave no edges between these and others."""
        inside, across = set(tight), set().union(*(self.near.get(v, ()) for v in tight))
        need(len(inside) == len(tight) == len(across) and not inside & across
             and not any(self.may_stay(v) or (v, v) in self.edges for v in tight), "a tight set is not tight")
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
                undo.append(("new",))
                tables.append(set())
            elif letter == "j":
                need(len(tables) > 1, "a step joins one table only")
                right, left = tables.pop(), tables.pop()
                undo.append(("join", left, right, sorted(left & right)))
                tables.append(left | right)
            else:
                need(tables and 1 <= u <= self.vertices and u not in closed, "no such vertex or table, or it is closed")
                need(sum(u in table for table in tables) == (u in tables[-1]), "the vertex is open elsewhere")
                ahead = sorted(self.near.get(u, set()) - closed)
                for first in range(0, max(len(ahead), 1), GROUP):
                    group = ahead[first : first + GROUP]
                    undo.append(("close", u, group, tables[-1] & {u, *group}, first + GROUP >= len(ahead)))
                    tables[-1] |= {u, *group}
                tables[-1].remove(u)
                closed.add(u)
            need(len(tables) <= 4096 and len(tables[-1]) <= 64, "more than 4096 tables, or 64 open vertices")
        need(tables == [set()] and len(closed) == self.vertices, "a vertex is missing in the steps, or a table is left")
        needed = sum(len(what[2]) + 1 if kind == "join" else kind == "close" for kind, *what in undo)
        need(self.count("messages") == needed == len(self.lines) - self.at - 1, "a wrong number of messages")
        return undo

class Check:
    """Goes from the claim about the whole problem back to the claim that the number of an empty table is 1."""
    def __init__(self, proof):
        self.proof, self.hash, self.messages, lengths = proof, sha256(proof.text(0)), iter(proof.lines[proof.at :]), {}
        for v, (a, b) in ((v, weight) for ends, weight in proof.edges.items() for v in set(ends)):
            lengths[v] = lengths.get(v, 0) + abs(a) + abs(b)
        longest = max((abs(a) + abs(b)).bit_length() for a, b in proof.values)
        bits = 1 + proof.vertices + max(longest, sum(length.bit_length() for length in lengths.values()))
        need(bits <= MOST_BITS, "numbers of more than 2^20 bits")
        for _ in range(16 * bits):
            self.hash = sha256(self.hash)
        next(k for k in range(1 << 32) if self.is_prime(sha256(self.hash + k.to_bytes(4, "big"))))
        self.unit = pow(2, (self.p - 1) // 4, self.p)  # the imaginary unit: its square is -1
        self.weight = {ends: (a + b * self.unit) % self.p for ends, (a, b) in proof.edges.items()}
        self.z = self.draw("z") if proof.ask == "sizes" else 1

    def is_prime(self, seed):  # keeps the number in p
        self.p = p = (1 << 123) + int.from_bytes(seed, "big") % (1 << 120) * 8 + 5
        bases = (int.from_bytes(sha256(seed + bytes([j])), "big") for j in range(64))
        return all(x in (1, p - 1) or x * x % p == p - 1 for x in (pow(base, (p - 1) // 4, p) for base in bases))
    def draw(self, line):
        self.hash = sha256(self.hash + line.encode() + b"\n")
        return int.from_bytes(self.hash, "big") % self.p
    def message(self, count):
        """The numbers of the next message, and its challenge."""
        line = next(self.messages)
        numbers = [int(word, 16) for word in line.split()] if re.fullmatch(" ".join([HEX] * count), line) else [self.p]
        need(max(numbers) < self.p, f"message {line[:70]!r} has a wrong form, or a number that is not below the prime")
        return (*numbers, self.draw(line))

    def run(self):
        claim = sum((a + b * self.unit) * pow(self.z, k, self.p) for k, (a, b) in enumerate(self.proof.values)) % self.p
        if self.proof.plane:
            return need(self.proof.plane.square(self.p) == claim**2 % self.p, "the Pfaffian is another number", Wrong)
        claims = [(claim, {})]  # a value of the polynomial of each table, and the point
        for step, *what in reversed(self.proof.undo):
            claims += getattr(self, f"undo_{step}")(*claims.pop(), *what)
    def undo_new(self, claim, _):
        return need(claim == 1, "the last claim is not 1: the number or the proof is wrong", Wrong) or []

    def undo_close(self, claim, r, u, group, was_open, last):
        p, stays = self.p, 1
        if last:
            stays, r[u] = self.proof.may_stay(u) + self.weight.get((u, u), 0), 1
        d = {v: self.z * self.weight[min(u, v), max(u, v)] * r[u] * r[v] % p for v in group}
        zero, *more, t = self.message(max(len(was_open), 1))
        one = claim - (stays + sum(d.values())) * zero
        need(was_open or one % p == 0, "a first message is wrong", Wrong)
        rest = {v: x for v, x in r.items() if v != u and v not in group}
        line = {v: r[v] * (t if v == u else 1 - t * d[v]) % p for v in was_open}
        return [(sum(a * pow(t, k, p) for k, a in enumerate([zero, one, *more])) % p, rest | line)]

    def undo_join(self, claim, r, left, right, both):
        for v in both:
            one, two, t = self.message(2)
            claim, r[v] = claim - r[v] * one + t * (one + t * two), t
        x, y, _ = self.message(2)
        need((x * y - claim) % self.p == 0, "a product of two tables is wrong", Wrong)
        return [(x, {v: r[v] for v in left}), (y, {v: r[v] for v in right})]

def read_number(words):
    need(len(words) < 3 and all(re.fullmatch(PLAIN, word) for word in words), f"INPUT has no number in {words}")
    return (*map(Fraction, words or ["1"]), 0)[:2]
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
    more = any(line.startswith("%graph") for line in lines[1:]) or sum(line.startswith("%place") for line in lines) > 1
    need(max(map(len, rows), default=0) in (2, 3) and not more, "INPUT must be one graph, 'u v [weight]'")
    name = {word: k for k, word in enumerate(dict.fromkeys(word for words in rows for word in words[:2]), 1)}
    edges = [([name[u], name[v]], read_number(words)) for u, v, *words in (words for words in rows if len(words) > 1)]
    return [len(name)] * 2, [(*(ends if arcs else sorted(ends)), *weight) for ends, weight in edges], True

def compare(proof, path, pattern, loops):
    with open(path, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    lines, graph, found = text.split("\n"), proof.graph, {}
    need(not re.search(r"[^\S \t\r\n]|\r[^\n]|[\0-\10]", text), "INPUT has strange white space")
    matrix = lines[0].lower().startswith("%%matrixmarket")
    need(matrix or path.endswith((".el", ".edges")), "INPUT must be a Matrix Market file, or .el or .edges")
    sides, entries, triangle = read_matrix(lines) if matrix else read_list(lines, not graph)
    shift = 0 if graph and triangle else sides[0]
    for u, v, *weight in entries:
        found[u, v + shift] = tuple(map(sum, zip(found.get((u, v + shift), (0, 0)), weight)))
    least = 1 - (shift == 0 and any(u == v for u, v in proof.edges))  # loops of a graph count if the proof has some
    found = {(u, v): (1, 0) if pattern else (a * proof.scale, b * proof.scale) for (u, v), (a, b) in found.items()
             if (a or b) and (shift or v >= u + least) and (loops or u != v - shift)}
    sides = ([sum(sides)] if shift else sides[:1]) if graph else sides
    need(sides == proof.sides and found == proof.edges, f"the proof is about another problem than {path}", Wrong)

def show(proof, name):
    for k, value in enumerate(proof.values):
        edges = k if proof.ask == "sizes" else min(*proof.sides, proof.vertices // 2)  # of a cover
        power = proof.scale**edges if any(value) else 1
        a, b = (Fraction(part, power) for part in value)
        print(*[k] * (proof.ask == "sizes"), f"{a}" + (f"{'+' * (b > 0)}{b}i" if b else ""))
    print(f"proved: {proof.ask}, {proof.lines[1]}, {len(proof.edges)} edges, scale {proof.scale}, {name}, sha256",
          f"{proof.problem}; 2^40 hashes find a proof of something false with probability below 2^-80", file=sys.stderr)

def main(words):
    files = [word for word in words if word not in ("--pattern", "--no-loops")]
    if len(files) not in (1, 2) or files[0].startswith("-"):
        return print(__doc__.split("\n", maxsplit=1)[0], file=sys.stderr) or 2
    getattr(sys, "set_int_max_str_digits", int)(0)  # newer Pythons refuse long numbers
    try:
        proof = Proof(files[0])
        Check(proof).run()
        if len(files) == 2:
            compare(proof, files[1], "--pattern" in words, "--no-loops" not in words)
        show(proof, files[1] if len(files) == 2 else "not compared with an input")
        return 0
    except (Wrong, OSError, ValueError, ArithmeticError, LookupError) as why:
        print(f"pm_verify.py: {files[0]}: {'false: ' * isinstance(why, Wrong)}{why}", file=sys.stderr)
        return 5 if isinstance(why, Wrong) else 1

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
