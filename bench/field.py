#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The instances of data/benchmark by permatch and by the peers that are installed, on one thread: a table in Markdown.

    bench/field.py [--limit=SECONDS] [--peers=NAME,...] [INSTANCE...]

A time is processor seconds of the one call, without reading or compiling; permatch's has the whole program.  ">": more
than SECONDS (20), or than 12 GiB of memory.  "+": not tried, since the peer was too slow at a smaller instance of the
same question and maker.  "-": there is no such function.  "wrong": not the certified answer; floating answers may be
off by 1e-9 of it.  "error": the peer raised one.  Below the table are the wrong answers and the errors.

Permanents get the matrix, and where a graph is bipartite its biadjacency matrix; hafnians get the adjacency matrix, with
loops of 1 where all matchings are asked; model counters get the CNF twin.  FLINT is the library in python-flint.
The programs perm-mtx and countmatch must be in PATH.
"""
import json
import os
import resource
import signal
import sys
import tempfile
from fractions import Fraction

for variable in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ["NUMBA_THREADING_LAYER"] = "workqueue"  # the others do not allow forks
for variable in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):  # settings that slow peers down
    os.environ.pop(variable, None)
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "benchmark"))
import benchmark  # noqa: E402

NONE = "-"

# ------------------------------------------------------------------ the question as a peer reads it


def adjacency(question, order, part):
    rows = [[0] * order for _ in range(order)]
    for (i, j), x in part.items():
        rows[i][j] = rows[j][i] = x
    for v in range(order if question == "total" else 0):
        rows[v][v] = 1
    return rows


def biadjacency(question, order, part):
    """The matrix whose permanent is the answer, or None."""
    if question == "per":
        return [[part.get((i, j), 0) for j in range(order)] for i in range(order)]
    near, side = [[] for _ in range(order)], {}
    for i, j in part:
        near[i].append(j)
        near[j].append(i)
    for root in range(order if question == "perfect" else 0):
        found = [] if root in side else [root]
        side.setdefault(root, 0)
        for v in found:
            found += [w for w in near[v] if w not in side]
            side.update((w, 1 - side[v]) for w in near[v] if w not in side)
    if question != "perfect" or any(side[i] == side[j] for i, j in part):
        return None
    rows, columns = ([v for v in range(order) if side[v] == s] for s in (0, 1))
    return [[part.get((min(u, v), max(u, v)), 0) for v in columns] for u in rows]


def floats(rows):
    import numpy

    imaginary = any(isinstance(x, tuple) for row in rows for x in row)
    return numpy.array([[complex(*x) if imaginary and x else float(x) for x in row] for row in rows])


# ------------------------------------------------------------------ peers: a function that prepares a call, or "-"


def permatch(question, stack):
    folder = tempfile.mkdtemp()
    paths = []
    for k, (order, part) in enumerate(stack):
        paths.append(os.path.join(folder, f"{k}.mtx"))
        with open(paths[-1], "w") as file:
            file.write(benchmark.file_text(question, order, part))
    command = benchmark.PROGRAMS[question] + ["--exact", "--threads=1"] + paths
    return lambda: [benchmark.number(text) for text in benchmark.run(command)]


def floating(permanent, hafnian, loop_hafnian, forks=True):
    """Peers with functions of arrays; they are called once before, which may compile them: in the parent if it can fork
    after this, that is, without threads."""
    import numpy

    def warm():
        for kind in (float, complex):
            for function in (permanent, hafnian, loop_hafnian):
                for size in (2, 6):
                    function(numpy.ones((size, size), dtype=kind))

    def prepare(question, stack):
        warm()
        function = {"per": permanent, "perfect": hafnian}.get(question, loop_hafnian)
        rows = biadjacency if question == "per" else adjacency
        matrices = [floats(rows(question, *one)) for one in stack]
        return lambda: [complex(function(matrix)) for matrix in matrices]

    if forks:
        warm()
    return prepare


def walrus():
    import thewalrus

    return floating(thewalrus.perm, thewalrus.hafnian, lambda a: thewalrus.hafnian(a, loop=True))


def piquasso():
    import numpy
    from piquasso._math.hafnian import hafnian_with_reduction, loop_hafnian_with_reduction
    from piquasso._math.permanent import permanent

    def ones(a):
        return numpy.ones(len(a), dtype=int)

    return floating(
        lambda a: permanent(a.astype(complex), ones(a), ones(a)),
        lambda a: hafnian_with_reduction(a.astype(complex), ones(a)),
        lambda a: loop_hafnian_with_reduction(a.astype(complex), a.diagonal().astype(complex), ones(a)),
        forks=False,
    )


def matrices_of(question, stack):
    matrices = [biadjacency(question, *one) for one in stack]
    return None if None in matrices else matrices


def flint():
    import ctypes
    import glob

    import flint as package

    folder = os.path.join(os.path.dirname(os.path.dirname(package.__file__)), "python_flint.libs")
    library = ctypes.CDLL(glob.glob(os.path.join(folder, "libflint*"))[0])
    library.gr_heap_init.restype = library.gr_mat_entry_ptr.restype = ctypes.c_void_p
    ring = ctypes.create_string_buffer(1024)

    def must(status):
        if status:
            raise RuntimeError("FLINT is unable" if status == 2 else f"FLINT's status {status}")

    def load(rows):
        matrix = ctypes.create_string_buffer(64)
        library.gr_mat_init(matrix, ctypes.c_long(len(rows)), ctypes.c_long(len(rows)), ring)
        for i, row in enumerate(rows):
            for j, x in enumerate(row):
                text = f"({x[0]})+({x[1]})*I" if isinstance(x, tuple) else str(x)
                at = library.gr_mat_entry_ptr(matrix, ctypes.c_long(i), ctypes.c_long(j), ring)
                must(library.gr_set_str(ctypes.c_void_p(at), text.encode(), ring))
        return matrix

    def permanent(matrix):
        answer, text = ctypes.c_void_p(library.gr_heap_init(ring)), ctypes.c_char_p()
        must(library.gr_mat_permanent(answer, matrix, ring))
        must(library.gr_get_str(ctypes.byref(text), answer, ring))
        return text.value.decode()

    def value(text):
        return benchmark.number(text.replace("*I", "i").replace("I", "i").strip("()"))

    def prepare(question, stack):
        matrices = matrices_of(question, stack)
        if not matrices:
            return NONE
        imaginary = any(isinstance(x, tuple) for row in matrices[0] for x in row)
        (library.gr_ctx_init_fmpzi if imaginary else library.gr_ctx_init_fmpz)(ring)
        loaded = [load(rows) for rows in matrices]
        return lambda: [value(permanent(matrix)) for matrix in loaded]

    return prepare


def sympy():
    from sympy import I, Matrix, expand, im, re

    def prepare(question, stack):
        matrices = matrices_of(question, stack)
        if not matrices:
            return NONE
        loaded = [Matrix([[x[0] + x[1] * I if isinstance(x, tuple) else x for x in row] for row in rows]) for rows in matrices]
        return lambda: [(int(re(x)), int(im(x))) for x in (expand(matrix.per()) for matrix in loaded)]

    return prepare


def sage():
    import sage.all__sagemath_modules  # noqa: F401
    from sage.matrix.constructor import matrix
    from sage.rings.integer_ring import ZZ

    def prepare(question, stack):
        matrices = matrices_of(question, stack)
        if not matrices or any(isinstance(x, tuple) for row in matrices[0] for x in row):
            return NONE
        loaded = [matrix(ZZ, rows) for rows in matrices]
        return lambda: [(int(one.permanent()), 0) for one in loaded]

    return prepare


def twins(question, stack, count):
    twin = [benchmark.cnf(question, *one) for one in stack]
    if any(isinstance(w, tuple) for _, weights in twin for w in weights):
        return NONE
    return lambda: [count(clauses, weights) for clauses, weights in twin]


def ganak():
    import pyganak

    def count(clauses, weights):
        weighted = set(weights) - {1}
        counter = (pyganak.WeightedCounter if weighted else pyganak.Counter)()
        for variable, weight in enumerate(weights if weighted else (), 1):
            counter.set_lit_weight(variable, float(weight))
            counter.set_lit_weight(-variable, 1.0)
        for clause in clauses:
            counter.add_clause(list(clause))
        return counter.count()

    return lambda question, stack: twins(question, stack, count)


def d4():
    import py_d4

    def count(clauses, weights):
        return int(py_d4.Solver([list(clause) for clause in clauses], len(weights)).count().getIntResult())

    def prepare(question, stack):
        if any(set(benchmark.cnf(question, *one)[1]) - {1} for one in stack):
            return NONE  # weights are not asked here
        return twins(question, stack, count)

    return prepare


PEERS = {
    "permatch": lambda: permatch, "walrus": walrus, "piquasso": piquasso, "flint": flint, "sympy": sympy, "sage": sage,
    "ganak": ganak, "d4": d4,
}  # fmt: skip

# ------------------------------------------------------------------ one answer in a process of its own


def processor_seconds():
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def forked(function, *arguments):
    """What the function returns in a child process, and how this ended: a signal, or 0."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        os.close(reader)
        try:
            result = function(*arguments)
        except MemoryError:
            os.kill(os.getpid(), signal.SIGXCPU)
        except Exception as error:
            result = f"{type(error).__name__}: {error}"
        with os.fdopen(writer, "w") as file:
            json.dump(result, file)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as file:
        text = file.read()
    ended = os.waitpid(process, 0)[1] & 127
    return json.loads(text) if text and not ended else None, ended


def measured(prepare, name, limit):
    """Seconds and answers, or "-"."""
    call = prepare(*benchmark.make(name))
    if call == NONE:
        return NONE
    used = processor_seconds()
    signal.alarm(int(60 * limit))  # a peer may wait for a thread that is not there
    resource.setrlimit(resource.RLIMIT_CPU, (int(used + limit) + 1,) * 2)
    resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
    try:
        found = call()
    except RuntimeError:
        if processor_seconds() - used > limit:  # permatch's program had the limit
            os.kill(os.getpid(), signal.SIGXCPU)
        raise
    seconds = processor_seconds() - used
    pairs = [x if isinstance(x, tuple) else (x.real, x.imag) if isinstance(x, complex) else (x, 0) for x in found]
    return seconds, [[repr(part) if isinstance(part, int) else float(part).hex() for part in x] for x in pairs]


def exact(text):
    """The number of a text, or None for an infinite one."""
    try:
        return Fraction(text if "x" not in text else float.fromhex(text))
    except (OverflowError, ValueError):
        return None


def right(found, known):
    """Whether integers are those, or floats within 1e-9 of them."""
    for texts, value in zip(found, known, strict=True):
        parts = [exact(text) for text in texts]
        if None in parts:
            return False
        slack = Fraction(1, 10**9) * max(map(abs, value)) if any("x" in text for text in texts) else 0
        if any(abs(part - number) > slack for part, number in zip(parts, value)):
            return False
    return True


def shown(texts):
    parts = [f"{float.fromhex(text):.12g}" if "x" in text else text for text in texts]
    parts = [text if len(text) < 25 else f"{text[:12]}... ({len(text)} characters)" for text in parts]
    return parts[0] if parts[1] in ("0", "-0") else f"{parts[0]} + {parts[1]} i"


def cell(prepare, name, limit, known):
    """The cell of the table, and what to tell below it."""
    result, ended = forked(measured, prepare, name, limit)
    if ended in (signal.SIGXCPU, signal.SIGKILL):
        return ">", None
    if not isinstance(result, list):
        return (NONE, None) if result == NONE else ("error", result or f"signal {ended}")
    seconds, found = result
    if right(found, known):
        return (">" if seconds > limit else f"{seconds:.2g}"), None
    bad = next(k for k in range(len(known)) if not right(found[k : k + 1], known[k : k + 1]))
    return "wrong", f"{shown(found[bad])} instead of {shown([str(x) for x in known[bad]])}"


def column(peer, names, limit, table):
    """The cells and notes of a peer."""
    try:
        prepare = PEERS[peer]()
    except ImportError:
        return None
    cells, slow = [], {}
    for name in names:
        family = tuple(name.split()[: 3 if name.split()[1] in ("lattice", "sequence") else 2])
        known = [benchmark.number(value) for value in table[name][2]]
        order = benchmark.make(name)[1][0][0]
        cells.append(("+", None) if order >= slow.get(family, order + 1) else cell(prepare, name, limit, known))
        if cells[-1][0] == ">":
            slow[family] = order
        print(peer, name, *map(str, filter(None, cells[-1])), sep="\t", file=sys.stderr, flush=True)
    return cells


def main(arguments):
    options = dict(a[2:].split("=", 1) for a in arguments if a.startswith("--"))
    limit, table = float(options.get("limit", 20)), benchmark.table()
    names = [a for a in arguments if not a.startswith("--")] or list(table)
    peers = options.get("peers", ",".join(PEERS)).split(",")
    with tempfile.TemporaryDirectory() as tempfile.tempdir:  # the children end without cleaning
        columns = {peer: forked(column, peer, names, limit, table)[0] for peer in peers}
    columns = {peer: cells for peer, cells in columns.items() if cells}
    print("| instance | " + " | ".join(columns) + " |\n|" + "---|" * (1 + len(columns)))
    for k, name in enumerate(names):
        print(f"| {name} | " + " | ".join(cells[k][0] for cells in columns.values()) + " |")
    print()
    for peer, cells in columns.items():
        for name, (text, note) in zip(names, cells):
            if note:
                print(f"* {name}, {peer}: {text}: {note} ({table[name][0]})")


if __name__ == "__main__":
    main(sys.argv[1:])
