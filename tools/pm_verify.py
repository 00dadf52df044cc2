#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a proof of permatch: pm_verify.py [--pattern] [--no-loops] PROOF [INPUT]

permatch_proof(5) has the format. INPUT, a Matrix Market file or an edge list, must have the same problem; its weights count
as 1 with --pattern, its loops do not with --no-loops. Exit status: 0 proved, 5 false, 1 unreadable, 2 usage."""
import hashlib, math, re, sys
from fractions import Fraction

MOST_BYTES, WIDEST, HASHES, LOW, MOST_TABLES, MOST_BITS = 1 << 28, 64, 4096, 1 << 123, 4096, 1 << 22
COUNT, LONG, HEX = "(0|[1-9][0-9]{0,16})", "[1-9][0-9]{0,999999}", "([0-9a-f]{31})"
WEIGHT, PLAIN = f"(0|-?{LONG})(?:,(-?{LONG}))?", "[-+]?[0-9]*[.]?[0-9]*([eE][-+]?[0-9]{1,5})?(/[0-9]+)?"
STEP = f"([nj])|([oc]) {COUNT}|(e) {COUNT} {COUNT}"
MIRROR = {"symmetric": (1, 1), "skew-symmetric": (-1, -1), "hermitian": (1, -1)}
READS = "INPUT must be a Matrix Market file or an edge list of one graph ('u v [weight]'), .mtx, .el, .edges, .ncol or .txt"


class Wrong(Exception):
    """The proof has the right form, but does not prove this number of this problem."""


def need(fine, why, kind=ValueError):
    if not fine:
        raise kind(why)


class Proof:
    """What the lines of a proof say, if they have the right form."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        need(len(data) <= MOST_BYTES and data.isascii() and b"\0" not in data and data.endswith(b"\n"), "not a text of lines")
        self.lines, self.at = [line for line in data.decode().split("\n")[:-1] if not line.startswith("#")], 0
        self.line("permatch-proof 1", "no permatch-proof, or not version 1")
        self.sides = self.line(f"graph {COUNT}|matrix {COUNT} {COUNT}", "'graph N' or 'matrix M N'")
        (self.ask,), self.edges, last = self.line("ask (perfect|total|sizes)", "an unknown question"), {}, (0, 0)
        (self.scale,), self.vertices = self.line(f"scale ({LONG})", "'scale NUMBER'"), sum(self.sides)
        for _ in range(self.count("edges")):
            last = self.edge(last, *self.line(f"{COUNT} {COUNT} {WEIGHT}", "an edge is 'u v weight'"))
        self.sha256, count = self.hash_lines(1).hex(), self.count("values")
        need(count == 1 or self.ask == "sizes" and 1 <= count <= self.vertices // 2 + 1, "a wrong number of values")
        self.values = [(self.line(WEIGHT, "a value is no number") + [0])[:2] for _ in range(count)]
        need(self.scale == 1 or self.ask != "total" and self.scale.bit_length() * self.vertices * count <= MOST_BITS, "a wrong scale")
        self.steps = [self.line(STEP, "an unknown step") for _ in range(self.count("steps"))]
        need(self.count("messages") == len(self.lines) - self.at, "a wrong number of messages")
        self.hash, self.joined = self.hash_lines(0), {}
        self.check_steps()

    def line(self, pattern, why):
        """The words of the next line that are in parentheses in the pattern; numbers as integers."""
        self.at += 1
        match = re.fullmatch(pattern, self.lines[self.at - 1]) if self.at <= len(self.lines) else None
        need(match, f"line {self.at} that counts: {why}" if self.at <= len(self.lines) else "the text ends too early")
        return [word if word.isalpha() else int(word) for word in match.groups() if word is not None]

    def count(self, name):
        (count,) = self.line(f"{name} {COUNT}", f"'{name} NUMBER' is expected")
        need(count <= len(self.lines) - self.at, f"more {name} than lines")
        return count

    def hash_lines(self, first):
        return hashlib.sha256("".join(line + "\n" for line in self.lines[first : self.at]).encode()).digest()

    def edge(self, last, u, v, real, imaginary=0):
        w = v + (self.sides[0] if len(self.sides) == 2 else 0)
        need((u, v) > last and (real or imaginary), "edges must ascend, and no weight is 0")
        need(1 <= u <= w <= self.vertices and (len(self.sides) == 1 or u <= self.sides[0] and v >= 1), "an edge of no such vertices")
        need(u < w or self.ask == "perfect" and self.scale == 1, "a loop where none is allowed")
        self.edges[u, w] = real, imaginary
        return u, v

    def may_stay(self, v):
        return self.ask != "perfect" or (self.sides[0] < self.sides[-1] if v > self.sides[0] else self.sides[0] > self.sides[-1])

    def check_steps(self):
        """Every vertex is closed once, where it is open in one table alone; every edge is used once, between open ends."""
        tables, tables_of, closed, used, messages = [], {}, set(), set(), len(self.lines) - self.at
        for k, (letter, *ends) in enumerate(self.steps):
            where, top, v, edge = f"step {k + 1}: ", tables[-1] if tables else set(), ends[0] if ends else 0, tuple(ends)
            need(all(1 <= end <= self.vertices for end in ends) and (tables or letter == "n"), where + "no such vertex or table")
            if letter == "n":
                tables.append(set())
            elif letter == "o":
                need(v not in top and v not in closed, where + "the vertex was opened before")
                tables_of[v] = tables_of.get(v, 0) + 1
                top.add(v)
            elif letter == "e":
                need(edge in self.edges and v < ends[1] and edge not in used, where + "no such edge, or used before")
                need({*ends} <= top, where + "an end of the edge is not open")
                used.add(edge)
            elif letter == "c":
                need(v in top and tables_of[v] == 1, where + "the vertex is not open here alone")
                top.remove(v)
                closed.add(v)
            else:
                need(len(tables) > 1, where + "there is one table only")
                left, both = tables[-2], tables[-2] & top
                self.joined[k] = tuple(left), tuple(sorted(both)), tuple(top)
                tables_of.update({end: tables_of[end] - 1 for end in both})
                tables[-2:] = [left | top]
            messages -= len(both) + 1 if letter == "j" else letter in "ec"
            need(messages >= 0 and len(tables) <= MOST_TABLES, where + "too many tables, or fewer messages than the steps need")
            need(len(tables[-1]) <= WIDEST, where + "too many open vertices")
        need(len(tables) == 1 and not tables[0] and messages == 0, "the last step leaves more than an empty table, or messages")
        need(len(closed) == self.vertices and used == {(u, v) for u, v in self.edges if u < v}, "a vertex or an edge is missing")

    def error(self):
        """The binary logarithm of the probability that 2^40 hashes find a proof of something false."""
        sums, degree = {}, self.vertices // 2 if self.ask == "sizes" else 0
        for ends, (a, b) in self.edges.items():
            for v in set(ends):
                sums[v] = sums.get(v, 1) + abs(a) + abs(b)
        bits = max(sum(s.bit_length() for s in sums.values()), *((abs(a) + abs(b)).bit_length() for a, b in self.values)) + 1
        return math.log2(2.0**-82 + 2.0**28 * (2 * bits / 123 * 2.0**-114 + degree * 2.0**-123))


class Check:
    """Goes from the claim about the whole problem back to the claim that the number of an empty table is 1."""

    def __init__(self, proof):
        self.proof, self.messages, self.hash = proof, iter(proof.lines[proof.at :]), proof.hash
        for _ in range(HASHES):
            self.hash = hashlib.sha256(self.hash).digest()
        next(k for k in range(1 << 32) if self.is_prime(hashlib.sha256(self.hash + k.to_bytes(4, "big")).digest()))
        self.residue = lambda weight, root=pow(2, (self.p - 1) // 4, self.p): (weight[0] + weight[1] * root) % self.p

    def is_prime(self, seed):
        self.p = p = LOW + int.from_bytes(seed, "big") % (1 << 120) * 8 + 5
        bases = (int.from_bytes(hashlib.sha256(seed + bytes([j])).digest(), "big") % p for j in range(64))
        return all(x in (1, p - 1) or x * x % p == p - 1 for x in (pow(base, (p - 1) // 4, p) for base in bases))

    def draw(self, line):
        self.hash = hashlib.sha256(self.hash + line.encode() + b"\n").digest()
        return int.from_bytes(self.hash, "big") % self.p

    def message(self, count):
        line = next(self.messages, "")
        match = re.fullmatch(" ".join([HEX] * count), line)
        numbers = [int(word, 16) for word in match.groups()] if match else [self.p]
        need(max(numbers) < self.p, f"message {line[:70]!r} has a wrong form, or a number that is not below the prime")
        return (*numbers, self.draw(line))

    def run(self):
        proof, p = self.proof, self.p
        z = self.draw("z") if proof.ask == "sizes" else 1
        claims = [(sum(self.residue(value) * pow(z, k, p) for k, value in enumerate(proof.values)) % p, {})]
        for k in reversed(range(len(proof.steps))):
            (letter, *ends), (claim, r) = proof.steps[k], claims.pop()
            if letter == "o":
                del r[ends[0]]
            elif letter == "c":
                stay = proof.may_stay(ends[0]) + self.residue(proof.edges.get((ends[0], ends[0]), (0, 0)))
                zero, t = self.message(1)
                claim, r[ends[0]] = zero + t * (claim - stay * zero), t
            elif letter == "e":
                (a, b), (zero, two, t) = ends, self.message(2)
                one = claim - self.residue(proof.edges[a, b]) * z * r[a] * r[b] * zero - zero - two
                claim, r[a], r[b] = zero + t * (one + t * two), r[a] * t % p, r[b] * t % p
            elif letter == "j":
                left, both, right = proof.joined[k]
                for v in both:
                    one, two, t = self.message(2)
                    claim, r[v] = claim - r[v] * one + t * (one + t * two), t
                x, y, _ = self.message(2)
                need((x * y - claim) % p == 0, "a product of two tables is wrong", Wrong)
                claims.append((x, {v: r[v] for v in left}))
                claim, r = y, {v: r[v] for v in right}
            need(letter != "n" or claim == 1, "the last claim is not 1: the number or the proof is wrong", Wrong)
            claims += [(claim % p, r)] if letter != "n" else []


def add(found, key, words):
    """Adds a weight to an edge: 1 if there are no words."""
    need(len(words) < 3 and all(re.fullmatch(PLAIN, word) for word in (*words, *map(str, key))), f"INPUT has no numbers: {words}")
    weight, key = ([Fraction(word) for word in words or "1"] + [Fraction(0)])[:2], tuple(map(int, key))
    found[key] = tuple(map(sum, zip(found.get(key, (0, 0)), weight)))


def read_matrix(lines):
    """The sides and the entries of a Matrix Market file, and whether it lists a triangle."""
    head, lines = lines[0].lower().split(), [line.split() for line in lines[1:] if line.strip() and line[0] != "%"]
    need(len(head) == 5 and head[4] in ("general", *MIRROR), "INPUT has no known head of Matrix Market")
    (m, n, *count), cells, found = (int(word) if re.fullmatch("[0-9]+", word) else -1 for word in lines[0]), lines[1:], {}
    if head[2] == "array":
        below = {"general": -n, "skew-symmetric": 1}.get(head[4], 0)
        places = ((i + 1, j + 1) for j in range(n) for i in range(m) if i - j >= below)
        cells = [[*place, *cell] for place, cell in zip(places, cells, strict=True)]
    need(head[2] == "array" or count == [len(cells)], "INPUT has a wrong number of entries")
    for i, j, *words in cells:
        add(found, (i, j), words)
    real, imaginary = MIRROR.get(head[4], (0, 0))
    return [m, n], {**found, **{(j, i): (a * real, b * imaginary) for (i, j), (a, b) in found.items() if i != j and real}}, real != 0


def read_list(lines, arcs, named):
    """The same for an edge list; not for what may be another format, unless the file is `named` as one."""
    rows = [words for words in (re.split("(?:^|[ \t])[#%]", line, maxsplit=1)[0].split() for line in lines) if words]
    table = len(rows) == 3 and not named and all(len(words) == 3 and re.fullmatch("[-+.0-9e]*", "".join(words)) for words in rows)
    found, number = {}, {word: k for k, word in enumerate(dict.fromkeys(word for words in rows for word in words[:2]), 1)}
    need(max(map(len, rows)) in (2, 3) and not table and not any(line.startswith("%graph") for line in lines[1:]), READS)
    need(not any(re.search("[][<>{}*;\"]|,$|[.].*e", word) for word in number), READS)
    for u, v, *words in (words for words in rows if len(words) > 1):
        add(found, [number[u], number[v]] if arcs else sorted((number[u], number[v])), words)
    return [len(number)] * 2, found, True


def compare(proof, path, pattern, loops):
    with open(path, encoding="utf-8-sig", newline="") as file:
        lines, name = file.read().split("\n"), re.search(r"(^|/)[^/.]*$|[.](mtx|el|edges|ncol|txt)$", path)
    need(not any(re.search(r"[^\S \t\r]|\r.|[\0-\10]", line) for line in lines) and name, READS)
    graph, market = len(proof.sides) == 1, lines[0].lower().startswith("%%matrixmarket")
    sides, found, mirrored = read_matrix(lines) if market else read_list(lines, not graph, name[2] in ("el", "edges"))
    shift = 0 if graph and mirrored else sides[0]
    least = 1 - (shift == 0 and any(u == v for u, v in proof.edges))  # loops count in a graph if the proof has some
    found = {(u, v + shift): (1, 0) if pattern else (a * proof.scale, b * proof.scale) for (u, v), (a, b) in found.items()
             if (a or b) and (shift or v >= u + least) and (loops or u != v)}
    sides = ([sum(sides)] if shift else sides[:1]) if graph else sides
    need(sides == proof.sides and found == proof.edges, f"the proof is about another problem than {path}", Wrong)


def show(proof, name):
    what, size = [("graph of {} vertices", proof.vertices // 2), ("{} x {} matrix", min(proof.sides))][len(proof.sides) - 1]
    for k, (a, b) in enumerate(proof.values):
        power = proof.scale ** (k if proof.ask == "sizes" else size) if a or b else 1
        text = f"{Fraction(a, power)}" + (f"{'+' * (b > 0)}{Fraction(b, power)}i" if b else "")
        print(f"{k} {text}" if proof.ask == "sizes" else text)
    print(f"proved: {proof.ask}, {what.format(*proof.sides)}, {len(proof.edges)} edges, scale {proof.scale}, {name}, sha256 {proof.sha256};",
          f"2^40 hashes find a proof of something false with probability below 2^{math.ceil(proof.error())}", file=sys.stderr)


def main(words):
    files = [word for word in words if word not in ("--pattern", "--no-loops")]
    if len(files) not in (1, 2) or files[0].startswith("-"):
        return print(__doc__.split("\n", maxsplit=1)[0], file=sys.stderr) or 2
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
