#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a proof of permatch: pm_verify.py [--pattern] [--no-loops] PROOF [INPUT]

permatch_proof(5) has the format. INPUT, a Matrix Market file or an edge list, must have the same problem; its weights count
as 1 with --pattern, its loops do not with --no-loops. Exit status: 0 proved, 5 false, 1 unreadable, 2 usage."""
import hashlib, math, re, sys
from fractions import Fraction

MOST_BYTES, WIDEST, HASHES, LOW, MOST_TABLES, MOST_BITS = 1 << 28, 64, 4096, 1 << 123, 4096, 1 << 22
GROUP, MOST_FILLED = 6, 1 << 22
COUNT, LONG, HEX = "(0|[1-9][0-9]{0,16})", "[1-9][0-9]{0,999999}", "([0-9a-f]{31})"
WEIGHT, PLAIN = f"(0|-?{LONG})(?:,(-?{LONG}))?", "[-+]?[0-9]*[.]?[0-9]*([eE][-+]?[0-9]{1,5})?(/[0-9]+)?"
STEP, VERTICES, AROUND = f"([nj])|(c) {COUNT}", "([1-9][0-9 ]*)", "([-1-9][-0-9 ]*)"
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
        self.line("permatch-proof 2", "no permatch-proof, or not version 2")
        self.sides = self.line(f"graph {COUNT}|matrix {COUNT} {COUNT}", "'graph N' or 'matrix M N'")
        (self.ask,), self.edges, last = self.line("ask (perfect|total|sizes)", "an unknown question"), {}, (0, 0)
        (self.scale,), self.vertices = self.line(f"scale ({LONG})", "'scale NUMBER'"), sum(self.sides)
        for _ in range(self.count("edges")):
            last = self.edge(last, *self.line(f"{COUNT} {COUNT} {WEIGHT}", "an edge is 'u v weight'"))
        self.sha256, count = self.hash_lines(1).hex(), self.count("values")
        need(count == 1 or self.ask == "sizes" and 1 <= count <= self.vertices // 2 + 1, "a wrong number of values")
        self.values = [(self.line(WEIGHT, "a value is no number") + [0])[:2] for _ in range(count)]
        need(self.scale == 1 or self.ask != "total" and self.scale.bit_length() * self.vertices * count <= MOST_BITS, "a wrong scale")
        self.near = {}
        for u, v in (ends for ends in self.edges if ends[0] < ends[1]):
            self.near.setdefault(u, set()).add(v)
            self.near.setdefault(v, set()).add(u)
        for _ in range(self.count("tight")):
            self.leave_out(self.list(VERTICES))
        self.planar, self.groups, self.joined = self.lines[self.at : self.at + 1] == [f"plane {self.vertices}"], {}, {}
        if self.planar:
            self.read_plane()
        else:
            self.steps = [self.line(STEP, "an unknown step") for _ in range(self.count("steps"))]
            self.messages = self.count("messages")
            self.check_steps()
        self.hash = self.hash_lines(0)

    def line(self, pattern, why, number=int):
        """The words of the next line that are in parentheses in the pattern; numbers as integers."""
        self.at += 1
        match = re.fullmatch(pattern, self.lines[self.at - 1]) if self.at <= len(self.lines) else None
        need(match, f"line {self.at} that counts: {why}" if self.at <= len(self.lines) else "the text ends too early")
        return [word if word.isalpha() else number(word) for word in match.groups() if word is not None]

    def list(self, pattern):
        words = self.line(pattern, "a list of vertices is expected", str)[0].split(" ")
        need(all(re.fullmatch("-?" + COUNT, word) and 0 < abs(int(word)) <= self.vertices for word in words), "no such vertex in a list")
        return [int(word) for word in words]

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

    def leave_out(self, tight):
        """Vertices that all need one of as few neighbours leave no edges between these and others."""
        inside, across = set(tight), set().union(*(self.near.get(v, ()) for v in tight))
        need(all(not self.may_stay(v) and (v, v) not in self.edges for v in tight) and len(across) == len(tight), "a tight set is not tight")
        need(len(inside) == len(tight) and not inside & across, "a tight set has a vertex twice, or neighbours")
        for v in across:
            for u in self.near[v] - inside:
                self.near[u].remove(v)
            self.near[v] &= inside

    def check_steps(self):
        """Every vertex is closed once, where it is open in one table alone; this uses its edges to vertices that are not closed."""
        tables, tables_of, closed, messages = [], {}, set(), self.messages
        for k, (letter, *ends) in enumerate(self.steps):
            where, top, v = f"step {k + 1}: ", tables[-1] if tables else set(), ends[0] if ends else 0
            need((tables or letter == "n") and v <= self.vertices and (v > 0 or letter != "c"), where + "no such vertex or table")
            if letter == "n":
                tables.append(set())
            elif letter == "c":
                need(v not in closed and tables_of.get(v, 0) == (v in top), where + "the vertex is closed, or open elsewhere")
                ahead, is_open, self.groups[k] = sorted(self.near.get(v, set()) - closed), v in top, []
                for first in range(0, max(len(ahead), 1), GROUP):
                    group = ahead[first : first + GROUP]
                    self.groups[k].append((group, [w for w in group if w in top], is_open))
                    is_open = True
                tables_of.update({w: tables_of.get(w, 0) + 1 for w in ahead if w not in top})
                top.update(ahead)
                top.discard(v)
                closed.add(v)
            else:
                need(len(tables) > 1, where + "there is one table only")
                left, both = tables[-2], tables[-2] & top
                self.joined[k] = tuple(left), tuple(sorted(both)), tuple(top)
                tables_of.update({end: tables_of[end] - 1 for end in both})
                tables[-2:] = [left | top]
            messages -= len(both) + 1 if letter == "j" else len(self.groups[k]) if letter == "c" else 0
            need(messages >= 0 and len(tables) <= MOST_TABLES, where + "too many tables, or fewer messages than the steps need")
            need(len(tables[-1]) <= WIDEST, where + "too many open vertices")
        need(len(tables) == 1 and not tables[0] and messages == 0, "the last step leaves more than an empty table, or messages")
        need(len(closed) == self.vertices and self.messages == len(self.lines) - self.at, "a vertex is missing, or a wrong number of messages")

    def read_plane(self):
        """Every face has an odd number of edges along its boundary, and the faces make each component a sphere."""
        need(self.ask == "perfect" and all(a > 0 and not b for a, b in self.edges.values()) and self.values[0][0] >= 0
             and not any(self.values[0][1:]) and not any(u == v for u, v in self.edges), "this problem has no proof by a plane")
        self.at, self.along, after = self.at + 1, {}, {}
        for v in range(1, self.vertices + 1):
            around = self.list(AROUND)
            self.along.update({(v, abs(w)): w > 0 for w in around})
            after.update({(abs(w), v): (v, abs(x)) for w, x in zip(around, around[1:] + around[:1])})
            need({abs(w) for w in around} == self.near.get(v) and len(around) == len(self.near[v]), f"wrong neighbours of vertex {v}")
        need(all(self.along[half] != self.along[half[::-1]] for half in after), "an edge has two directions, or none")
        faces, parts, left, unseen = 0, 0, set(after), set(self.near)
        while left:
            half, odd, faces = left.pop(), 0, faces + 1
            first = half
            while (half := after[half]) != first:
                odd += self.along[half]
                left.remove(half)
            need((odd + self.along[first]) % 2, "a face has an even number of edges along its boundary")
        while unseen:
            wave, parts = {unseen.pop()}, parts + 1
            while wave:
                wave = {w for v in wave for w in self.near[v]} & unseen
                unseen -= wave
        need(self.vertices - len(after) // 2 + faces == 2 * parts, "the faces do not make a sphere")
        self.pairs = [self.line(f"{COUNT} {COUNT}", "a pair is 'u v'") for _ in range(self.count("pairs"))]
        need(sorted(sum(self.pairs, [])) == [*range(1, self.vertices + 1)] and self.at == len(self.lines), "the pairs are not all vertices")

    def error(self):
        """The binary logarithm of the probability that 2^40 hashes find a proof of something false."""
        sums, degree = {}, self.vertices // 2 if self.ask == "sizes" else 0
        for ends, (a, b) in self.edges.items():
            for v in set(ends):
                sums[v] = sums.get(v, 1) + abs(a) + abs(b)
        bits = max(sum(s.bit_length() for s in sums.values()), *((abs(a) + abs(b)).bit_length() for a, b in self.values)) + 1
        bits, challenges = (2 * bits, 0) if self.planar else (bits, (GROUP + 1) * 2.0**-83)
        return math.log2(challenges + 2.0**28 * (2 * bits / 123 * 2.0**-114 + degree * 2.0**-123))


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
        claim = sum(self.residue(value) * pow(z, k, p) for k, value in enumerate(proof.values)) % p
        if proof.planar:
            need((self.pfaffian() ** 2 - claim**2) % p == 0, "the Pfaffian is another number", Wrong)
            return
        claims = [(claim, {})]
        for k in reversed(range(len(proof.steps))):
            (letter, *ends), (claim, r) = proof.steps[k], claims.pop()
            if letter == "c":
                claim = self.undo_close(claim, r, ends[0], proof.groups[k], z)
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

    def undo_close(self, claim, r, u, groups, z):
        proof, p = self.proof, self.p
        rest = proof.may_stay(u) + self.residue(proof.edges.get((u, u), (0, 0)))
        r[u] = 1
        for group, old, is_open in reversed(groups):
            weight = {v: self.residue(proof.edges[min(u, v), max(u, v)]) * z * r[v] % p * r[u] % p for v in group}
            zero, *more, t = self.message(max(len(old) + is_open, 1))
            value, one = 0, claim - (rest + sum(weight.values())) * zero
            need(old or is_open or one % p == 0, "a first message is wrong", Wrong)
            for coefficient in reversed([one, *more]):
                value = (value + coefficient) * t % p
            claim, rest = (value + zero) % p, 1
            r.update({v: r[v] * (1 - t * weight[v]) % p for v in old})
            r[u] = r[u] * t % p
            for v in {*group, *([] if is_open else [u])} - set(old):
                del r[v]
        return claim

    def pfaffian(self):
        """Eliminates the pairs of rows of the matrix with the weight for an edge along its direction, and minus it against it."""
        p, rows, product, filled = self.p, {v: {} for v in range(1, self.proof.vertices + 1)}, 1, 0
        for (u, v), along in self.proof.along.items():
            rows[u][v] = (1 if along else -1) * self.proof.edges[min(u, v), max(u, v)][0] % p
        for u, v in self.proof.pairs:
            first, second = rows.pop(u), rows.pop(v)
            pivot = first.pop(v, 0)
            need(pivot, f"the pivot of the pair {u} {v} is 0", Wrong)
            product, inverse = product * pivot % p, pow(pivot, -1, p)
            del second[u]
            for pair, end in ((first, u), (second, v)):
                for x in pair:
                    del rows[x][end]
            for x, b in second.items():
                row, factor, before = rows[x], b * inverse % p, len(rows[x])
                for y, c in first.items():
                    if x != y:
                        row[y] = more = (row.get(y, 0) + factor * c) % p
                        rows[y][x] = -more % p
                filled += len(row) - before
            need(filled <= MOST_FILLED, "the pairs are eliminated in an order that makes too many entries")
        return product


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
