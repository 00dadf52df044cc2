#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A hundred instances with certified answers; the file "table" has one in each line.

    benchmark.py --list                the names
    benchmark.py --write DIR NAME...   the files of an instance: Matrix Market or an edge list, and the CNF twin
    benchmark.py --check NAME...       compare permatch's answers with the table
    benchmark.py --certify NAME...     check the certificates of the answers

Without a NAME: all instances.  A name has a question, a maker below, and its arguments.  The questions are

    per     the permanent                 perfect  the sum over the perfect matchings of a graph
    total   ... over all matchings        loops    ... over the perfect matchings, loops match their vertex alone

An instance is a list of matrices (several for a stack), each an order and a dictionary {(i, j): entry}, 0 <= i,
j < order; graphs have i <= j.  An entry is an integer, or a pair (real part, imaginary part).  In the CNF twin, a
variable stands for an entry; a model weighs the product of the weights of its true variables.  Certificates:

    formula   a closed formula or a recurrence, below
    separated the second way of the folder campaign
    plain     a sum over sets of lines or vertices in Python's integers, which shares nothing with permatch
    proof     a proof by --prove that pm-verify accepts
    order     another order of rows and columns or of vertices, modulo a prime below 2^31
    published only the source in the table; no answer of ours

The programs perm-mtx, countmatch and pm-verify must be in PATH.
"""
import functools
import itertools
import math
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "campaign"))
import campaign  # noqa: E402

# ------------------------------------------------------------------ makers


def numbers(seed):
    """Numbers below 2^31 - 1: the minimal standard generator of Park and Miller (Comm. ACM 31, 1988)."""
    while True:
        seed = seed * 16807 % 2147483647
        yield seed


def square(n, entry):
    return [(n, {(i, j): value for i in range(n) for j in range(n) if (value := entry(i, j))})]


def circulant(n, *shifts):
    return square(n, lambda i, j: int((j - i) % n in shifts))


def apart(n, *shifts):
    """All ones but for the shifts: derangements for 0, and the problem of the ménages for 0 and 1."""
    return square(n, lambda i, j: int((j - i) % n not in shifts))


def band(n, below, above):
    return square(n, lambda i, j: int(-below <= j - i <= above))


def numbered(n):
    """The numbers 1 ... n^2 row by row, of rank 2."""
    return square(n, lambda i, j: i * n + j + 1)


def products(n):
    return square(n, lambda i, j: (i + 1) * (j + 1))


def hilbert(n):
    """Hilbert's matrix times the least common multiple of its denominators."""
    multiple = math.lcm(*range(1, 2 * n))
    return square(n, lambda i, j: multiple // (i + j + 1))


def bits(seed, n, percent):
    drawn = numbers(seed)
    return square(n, lambda i, j: int(next(drawn) % 100 < percent))


def integers(seed, n, largest):
    drawn = numbers(seed)
    return square(n, lambda i, j: (next(drawn) * 2147483647 + next(drawn)) % (2 * largest + 1) - largest)


def sequence(name, n):
    """A term of the folder campaign."""
    rows = campaign.rows(name, n, campaign.usual)
    graph = name not in campaign.PERMANENTS
    return [(len(rows), {(i, j): x for i, row in enumerate(rows) for j, x in enumerate(row) if x and (i < j or not graph)})]


def optics(seed, count, n, imaginary, symmetric, times=1):
    """A stack of random matrices, in units of 2^-20; every row and column is there so many times."""
    drawn = numbers(seed)
    stack = []
    for _ in range(count):
        part = {}
        for i, j in itertools.product(range(n), repeat=2):
            if not symmetric or i <= j:
                real, imag = (next(drawn) % 2097151 - 1048575 for _ in "ri")
                part[i, j] = (real, imag) if imaginary else real
        size = range(n * times)
        stack.append((n * times, {(i, j): part[min(i % n, j % n), max(i % n, j % n)] if symmetric else part[i % n, j % n]
                                  for i in size for j in size if not symmetric or i <= j}))  # fmt: skip
    return stack


def graph(n, edges):
    return [(n, {(min(u, v), max(u, v)): 1 for u, v in edges if u != v})]


STEPS = {
    "grid": lambda step: sum(map(abs, step)) == 1,
    "torus": lambda step: sum(map(abs, step)) == 1,
    "king": lambda step: max(map(abs, step)) == 1,
    "triangular": lambda step: max(map(abs, step)) == 1 and sum(step) != 0,
    "knight": lambda step: sorted(map(abs, step)) == [1, 2],
}


def lattice(kind, *sides):
    cells = list(itertools.product(*map(range, sides)))
    number = {cell: k for k, cell in enumerate(cells)}
    steps = list(filter(STEPS[kind], itertools.product(range(-2, 3), repeat=len(sides))))
    moved = ((cell, tuple(map(sum, zip(cell, step)))) for cell in cells for step in steps)
    if kind == "torus":
        moved = ((cell, tuple(x % side for x, side in zip(other, sides))) for cell, other in moved)
    return graph(len(cells), ((number[cell], number[other]) for cell, other in moved if other in number))


def cube(n):
    return lattice("grid", *[2] * n)


def aztec(n):
    cells = [(x, y) for x in range(-n, n) for y in range(-n, n) if abs(2 * x + 1) + abs(2 * y + 1) <= 2 * n]
    number = {cell: k for k, cell in enumerate(cells)}
    return graph(len(cells), ((k, number[c]) for (x, y), k in number.items() for c in ((x + 1, y), (x, y + 1)) if c in number))


def complete(n):
    return graph(n, itertools.combinations(range(n), 2))


def kneser(n, k):
    """Sets of k of n elements, joined where they are disjoint; kneser 5 2 is Petersen's graph."""
    sets = [set(s) for s in itertools.combinations(range(n), k)]
    return graph(len(sets), (uv for uv in itertools.combinations(range(len(sets)), 2) if not sets[uv[0]] & sets[uv[1]]))


def folded(n):
    """The folded n-cube: the (n - 1)-cube and its diagonals."""
    size = 2 ** (n - 1)
    return graph(size, ((v, v ^ bit) for v in range(size) for bit in [2**k for k in range(n - 1)] + [size - 1]))


def pentagons():
    """The Hoffman-Singleton graph: Robertson's five pentagons P and five pentagrams Q."""
    edges = []
    for h, j in itertools.product(range(5), repeat=2):
        edges += [(5 * h + j, 5 * h + (j + 1) % 5), (25 + 5 * h + j, 25 + 5 * h + (j + 2) % 5)]
        edges += [(5 * h + j, 25 + 5 * i + (h * i + j) % 5) for i in range(5)]
    return graph(50, edges)


def regular(seed, n, degree):
    """A union of so many random perfect matchings without a common edge."""
    drawn, edges = numbers(seed), set()
    while len(edges) < n * degree // 2:
        order = sorted(range(n), key=lambda v: next(drawn))
        more = {(min(pair), max(pair)) for pair in zip(order[::2], order[1::2])}
        edges |= more if not more & edges else set()
    return graph(n, edges)


def sparse(seed, n, percent, largest=0):
    """A random graph; with weights from -largest to largest."""
    drawn = numbers(seed)
    part = {}
    for pair in itertools.combinations(range(n), 2):
        if next(drawn) % 100 < percent:
            part[pair] = next(drawn) % (2 * largest + 1) - largest or 1 if largest else 1
    return [(n, part)]


MAKERS = {f.__name__: f for f in (circulant, apart, band, numbered, products, hilbert, bits, integers, sequence, optics, lattice,
                                  cube, aztec, complete, kneser, folded, pentagons, regular, sparse)}  # fmt: skip


def make(name):
    """The question and the stack of an instance."""
    question, maker, *words = name.split()
    stack = MAKERS[maker](*(int(word) if word.isdigit() else word for word in words))
    if question == "perfect":
        stack = [(order, {(i, j): x for (i, j), x in part.items() if i != j}) for order, part in stack]
    return question, stack


# ------------------------------------------------------------------ files


def file_text(question, order, part, usual=lambda n: list(range(n))):
    """A Matrix Market file or an edge list, with its lines or vertices in an order."""
    rows, columns = usual(order), usual(order)
    if question == "per" and usual is not shuffled:
        columns = list(range(order))
    kind = "complex" if any(isinstance(x, tuple) for x in part.values()) else "integer"
    plain = {key: " ".join(map(str, x)) if isinstance(x, tuple) else str(x) for key, x in part.items()}
    if question == "per":
        lines = [f"{rows[i] + 1} {columns[j] + 1} {x}" for (i, j), x in plain.items()]
        return f"%%MatrixMarket matrix coordinate {kind} general\n{order} {order} {len(lines)}\n" + "\n".join(lines) + "\n"
    lines = [f"{max(rows[i], rows[j]) + 1} {min(rows[i], rows[j]) + 1} {x}" for (i, j), x in plain.items()]
    return f"%%MatrixMarket matrix coordinate {kind} symmetric\n{order} {order} {len(lines)}\n" + "\n".join(lines) + "\n"


def cnf(question, order, part):
    """Clauses of the twin, and weights of its variables 1, 2, ..., or None where a model has no such weight."""
    places = {}
    for variable, (i, j) in enumerate(part, 1):
        for place in {(0, i), (1, j)} if question == "per" else {(0, i), (0, j)}:
            places.setdefault(place, []).append(variable)
    clauses = [(-a, -b) for there in places.values() for a, b in itertools.combinations(there, 2)]
    if question != "total":
        every = itertools.product((0, 1) if question == "per" else (0,), range(order))
        clauses += [tuple(places.get(place, ())) for place in every]
    return clauses, list(part.values())


def cnf_text(question, order, part):
    clauses, weights = cnf(question, order, part)
    if any(isinstance(w, tuple) for w in weights):
        return None
    lines = [f"p cnf {len(weights)} {len(clauses)}"] + ["c t wmc" if set(weights) - {1} else "c t mc"]
    if set(weights) - {1}:
        lines += [f"c p weight {v} {w} 0\nc p weight -{v} 1 0" for v, w in enumerate(weights, 1)]
    return "\n".join(lines + [" ".join(map(str, clause + (0,))) for clause in clauses]) + "\n"


def write(folder, name, usual=lambda n: list(range(n)), twins=False):
    """The paths of the files of an instance."""
    question, stack = make(name)
    paths = []
    for k, (order, part) in enumerate(stack):
        stem = os.path.join(folder, name.replace(" ", "-") + (f"-{k}" if len(stack) > 1 else ""))
        texts = [(".mtx", file_text(question, order, part, usual))] + [(".cnf", cnf_text(question, order, part))] * twins
        for ending, text in texts:
            if text is not None:
                with open(stem + ending, "w") as file:
                    file.write(text)
        paths.append(stem + ".mtx")
    return question, paths


# ------------------------------------------------------------------ answers


PROGRAMS = {
    "per": ["perm-mtx"],
    "perfect": ["countmatch", "--as=adjacency"],
    "total": ["countmatch", "--as=adjacency", "--total"],
    "loops": ["countmatch", "--as=adjacency", "--loops"],
}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(" ".join(command) + ": " + done.stderr.strip())
    return [line.split()[-1] for line in done.stdout.splitlines()]


def answers(name, usual=lambda n: list(range(n)), options=("--exact",)):
    with tempfile.TemporaryDirectory() as folder:
        question, paths = write(folder, name, usual)
        return run(PROGRAMS[question] + list(options) + paths)


# ------------------------------------------------------------------ certificates


def shuffled(n):
    """An order of 0 ... n - 1 that has nothing to do with the usual one; the next call gives another."""
    order = list(range(n))
    random.Random(n).shuffle(order)
    return order


def number(text):
    """The real and imaginary parts of an answer of permatch."""
    if not text.endswith("i"):
        return int(text), 0
    cut = max(text.rfind("+"), text.rfind("-"))
    imag = text[cut:-1]
    return int(text[:cut] or 0), int(imag + "1" if imag in "+-" else imag)


def times(a, b):
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def plain(question, order, part):
    """The answer by sets: of the columns that the first rows use, or of the vertices that are left."""
    part = {key: x if isinstance(x, tuple) else (x, 0) for key, x in part.items()}
    by = [[] for _ in range(order)]
    for (i, j), x in part.items():
        by[i].append((j, x))
    sums = {0: (1, 0)}
    for i in range(order):
        after = {}
        for used, value in sums.items():
            ways = [(1 << j, x) for j, x in by[i]]
            if question != "per":
                if used >> i & 1:
                    ways = [(0, (1, 0))]
                else:
                    ways = [(1 << i | bit, x) for bit, x in ways]
                    ways += [(1 << i, (1, 0))] if question == "total" else []
            for bit, x in ways:
                if not used & bit:
                    a, b = times(value, x)
                    c, d = after.get(used | bit, (0, 0))
                    after[used | bit] = a + c, b + d
        sums = after
    return sums.get((1 << order) - 1, (0, 0))


def menages(n):
    return sum((-1) ** k * 2 * n * math.comb(2 * n - k, k) // (2 * n - k) * math.factorial(n - k) for k in range(n + 1))


def fibonacci(n):
    return functools.reduce(lambda pair, _: (pair[1], sum(pair)), range(n), (0, 1))[0]


FORMULAS = {
    "per apart N 0": lambda n: sum((-1) ** k * math.factorial(n) // math.factorial(k) for k in range(n + 1)),
    "per apart N 0 1": menages,  # Touchard, C. R. Acad. Sci. 198, 1934
    "per circulant N 0 1 2": lambda n: fibonacci(n - 1) + fibonacci(n + 1) + 2,  # Minc, Permanents, 1978
    "per products N": lambda n: math.factorial(n) ** 3,
    "per band N 1 1": lambda n: fibonacci(n + 1),
    "per band N N 1": lambda n: 2 ** (n - 1),
    "perfect aztec N": lambda n: 2 ** (n * (n + 1) // 2),  # Elkies, Kuperberg, Larsen, Propp, J. Algebraic Comb. 1, 1992
    "perfect complete N": lambda n: math.prod(range(1, n, 2)),
    "total complete N": lambda n: sum(math.comb(n, 2 * k) * math.prod(range(1, 2 * k, 2)) for k in range(n // 2 + 1)),
    "total lattice grid N": lambda n: fibonacci(n + 1),
    "total lattice torus N": lambda n: fibonacci(n - 1) + fibonacci(n + 1),
}


def formula(name):
    for n in sorted({int(word) for word in name.split() if word.isdigit()}, reverse=True):
        pattern = " ".join("N" if word == str(n) else word for word in name.split())
        if pattern in FORMULAS:
            return [(FORMULAS[pattern](n), 0)]
    raise KeyError(name)


def proved(name, values):
    with tempfile.TemporaryDirectory() as folder:
        question, [path] = write(folder, name)
        proof = os.path.join(folder, "proof")
        run(PROGRAMS[question] + [f"--prove={proof}", path])
        return run(["pm-verify", proof, path])[-1:] == values


def certified(name, certificate, values):
    if certificate == "proof":
        return proved(name, values)
    pairs = [number(value) for value in values]
    if certificate == "formula":
        return formula(name) == pairs
    if certificate == "plain":
        question, stack = make(name)
        return [plain(question, *one) for one in stack] == pairs
    if certificate == "separated":
        word, n = name.split()[2:]
        return campaign.second(word, int(n), int(values[0]))
    if certificate == "order":
        p = campaign.PRIME
        residues = [number(value) for value in answers(name, shuffled, [f"--mod={p}"])]
        return [tuple(x % p for x in pair) for pair in pairs] == residues
    return certificate == "published"


def table():
    """Lines of the table: name, certificate, source, answers."""
    with open(os.path.join(HERE, "table")) as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return {name: (certificate, source, values.split()) for name, certificate, source, values in lines}


def main(arguments):
    known = table()
    mode, names = arguments[0] if arguments else "", arguments[1:]
    folder = names.pop(0) if mode == "--write" and names else "."
    if mode not in ("--list", "--write", "--check", "--certify"):
        sys.exit(__doc__.strip())
    wrong = 0
    for name in names or known:
        certificate, _, values = known[name]
        if mode == "--list":
            print(name)
        elif mode == "--write":
            write(folder, name, twins=True)
        elif certificate != "published":
            good = answers(name) == values if mode == "--check" else certified(name, certificate, values)
            wrong += not good
            print(f"{name}: {'right' if good else 'WRONG'}", flush=True)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
