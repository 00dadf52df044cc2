#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The time of the planner's choice, compared with the best forced engine.

    bench/default.py [--time=SECONDS] [--threads=N] [--queries] [FOLDER]

The cases are matrices from formulas, 40 random matrices of all kinds, and the files NAME.mtx of FOLDER.  Each
run starts perm-mtx (the environment's PERM_MTX, else build/tools/perm-mtx).  Its seconds are processor seconds
of the whole program: reading, reductions, planning, computing.  Runs below 0.3 s are made three times, and the
least counts.  A forced engine is killed when it is far behind the best known time, so that the table takes
minutes.  A dash: the planner refuses the case within SECONDS (100), or reductions leave nothing to compute;
such cases do not count.  The last line: how many cases take at most 1.2 times the time of the best engine plus
20 ms, and the worst ratio of those that are more than 20 ms behind.  Then come the processor seconds of
queries, beside those that they may take; --queries: these alone."""
import argparse
import json
import math
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import threading
import time

RANDOM, LEAST_ORDER, MOST_ORDER, WITHIN, EXTRA = 40, 4, 34, 1.2, 0.02
# Numbers in thousandths if they are no integers.
KINDS = [("pattern", "integer", 1, 1), ("digits", "integer", 1, 9), ("signed", "integer", -99, 99),
         ("real", "real", 1, 999), ("signs", "real", -999, 999), ("complex", "complex", -999, 999)]
# Matrices: the question, and the seconds that it may take; graphs of dimer: the question of countmatch.
QUERIES = [("full 20 x 20", 20, lambda i, j: 1, "--matchings", 0.2), ("full 24 x 24", 24, lambda i, j: 1, "--matchings", 3),
           ("20 x 20 from -9 to 9", 20, lambda i, j: (7 * i * i + 11 * i * j + 5 * j) % 19 - 9, "--matchings", 0.2),
           ("derangements", 60, lambda i, j: int(i != j), "--exact", 0.1)]
GRAPHS = [("grid 60 60", "--sample=100", 3), ("torus 200 200", "--plan", 4), ("torus 200 200", "--log10", 5)]
SMALL_GRAPHS, SMALL_SECONDS = 10000, 2
FORMULAS = [("identity", 1000, lambda i, j, n: i == j), ("ones", 70, lambda i, j, n: True),
            ("tridiagonal", 90, lambda i, j, n: abs(i - j) <= 1),
            ("three-diagonals", 50, lambda i, j, n: (j - i) % n <= 2),
            ("menage", 60, lambda i, j, n: j != i and j != (i + 1) % n),
            ("derangements", 60, lambda i, j, n: i != j), ("hessenberg", 20, lambda i, j, n: j <= i + 1)]

parser = argparse.ArgumentParser()
parser.add_argument("--time", type=float, default=100)
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--queries", action="store_true")
parser.add_argument("folder", nargs="?", type=pathlib.Path)
args = parser.parse_args()
program = os.environ.get("PERM_MTX", "build/tools/perm-mtx")
engines = [line.split()[0] for line in subprocess.run([program, "--help=engines"], capture_output=True, text=True,
                                                      check=True).stdout.splitlines()
           if line.startswith("  ") and line[2] != " "]


def run(file, engine, limit):
    """(the answer as a dictionary or None, processor seconds, seconds) of one run."""
    command = [program, "--json", "--gpus=none", f"--threads={args.threads}", f"--time={args.time}", file]
    child = subprocess.Popen(command + ([f"--engine={engine}"] if engine else []), stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
    begin, clock = time.monotonic(), threading.Timer(limit, os.kill, [child.pid, signal.SIGKILL])
    clock.start()
    text = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    clock.cancel()
    child.returncode = status
    return json.loads(text) if status == 0 else None, used.ru_utime + used.ru_stime, time.monotonic() - begin


def measure(file, engine=None, limit=1e6):
    """(names of engines, order, least processor seconds, least seconds); infinite: there is no answer."""
    names, order, least, wall = "", 0, math.inf, math.inf
    for k in range(3):
        answer, computed, taken = run(file, engine, limit)
        if answer is None:
            break
        names, order = ",".join(answer["engines"]), answer["n"]
        least, wall = min(least, computed), min(wall, taken)
        if least >= 0.3:
            break
    return names, order, least, wall


rows = []


def case(name, file):
    usual = measure(file)
    best = ("", 0, math.inf, usual[3])
    for engine in engines if usual[0] else []:
        best = min(best, measure(file, engine, 1.5 * best[3] + 0.3), key=lambda r: r[2])
    if best[2] < math.inf:
        rows.append((usual[2], best[2]))
    shown = [f"{r[2]:.3f}" if r[2] < math.inf else "-" for r in (usual, best)]
    names = [r[0] or "-" for r in (usual, best)]
    ratio = f"{usual[2] / best[2]:.2f}" if best[2] < math.inf else "-"
    print(f"{name:24} {usual[1]:4} {names[0]:12} {shown[0]:>9} {names[1]:12} {shown[1]:>9} {ratio:>7}", flush=True)


def write(file, field, rows, cols, entry):
    with open(file, "w") as out:
        print(f"%%MatrixMarket matrix array {field} general\n{rows} {cols}", file=out)
        for j in range(cols):
            for i in range(rows):
                print(entry(i, j), file=out)


def drawn(file, k):
    order = LEAST_ORDER + k * (MOST_ORDER - LEAST_ORDER) // (RANDOM - 1)
    cols = order + (order // 4 if k % 7 == 6 else 0)  # some are rectangular
    name, field, least, most = KINDS[k % len(KINDS)]
    percent, state = [100, 50, 25, 12][k // 2 % 4], random.Random(k)

    def entry(i, j):
        full = i == j or state.random() * 100 < percent
        numbers = [state.randint(least, most) if full else 0 for _ in range(1 + (field == "complex"))]
        return " ".join(str(x) if field == "integer" else f"{x}e-3" for x in numbers)

    write(file, field, order, cols, entry)
    return f"{name}-{order}x{cols}-{percent}%"


def query(title, allowed, name, file, *options):
    """Prints the processor seconds of one run of a program; returns whether it takes no more than allowed."""
    child = subprocess.Popen([os.path.join(os.path.dirname(program), name), "--gpus=none",
                              f"--threads={args.threads}", *options, file], stdout=subprocess.DEVNULL)
    _, child.returncode, used = os.wait4(child.pid, 0)
    seconds = used.ru_utime + used.ru_stime
    print(f"{title:24} {options[-1]:17} {seconds:9.3f} {allowed:9}", flush=True)
    return child.returncode == 0 and seconds <= allowed


def small_graphs(out):
    """Random graphs with nine vertices, in graph6."""
    state = random.Random(9)
    for _ in range(SMALL_GRAPHS):
        print("H" + "".join(chr(63 + state.randrange(64)) for _ in range(6)), file=out)


def queries():
    print(f"\n{'query':42} {'seconds':>9} {'allowed':>9}")
    done = []
    with tempfile.TemporaryDirectory() as scratch:
        for title, n, entry, question, allowed in QUERIES:
            write(scratch + "/matrix.mtx", "integer", n, n, entry)
            done.append(query(title, allowed, "perm-mtx", scratch + "/matrix.mtx", question))
        for title, question, allowed in GRAPHS:
            with open(scratch + "/graph.el", "w") as out:
                subprocess.run([os.path.join(os.path.dirname(program), "dimer"), *title.split()], stdout=out, check=True)
            done.append(query(title, allowed, "countmatch", scratch + "/graph.el", question))
        with open(scratch + "/small.g6", "w") as out:
            small_graphs(out)
        done.append(query(f"{SMALL_GRAPHS} small graphs", SMALL_SECONDS, "countmatch", scratch + "/small.g6",
                          "--matchings=line"))
    print(f"\n{sum(done)} of {len(done)} queries take no more than they may")


if args.queries:
    queries()
    raise SystemExit

print(f"{'case':24} {'n':>4} {'default':12} {'seconds':>9} {'best':12} {'s':>9} {'ratio':>7}")
with tempfile.TemporaryDirectory() as scratch:
    matrix = scratch + "/matrix.mtx"
    for title, n, formula in FORMULAS:
        write(matrix, "integer", n, n, lambda i, j: int(formula(i, j, n)))
        case(title, matrix)
    for k in range(RANDOM):
        title = drawn(matrix, k)
        case(title, matrix)
for path in sorted(args.folder.glob("*.mtx")) if args.folder else []:
    case(path.name, str(path))
within = sum(usual <= WITHIN * best + EXTRA for usual, best in rows)
worst = max((usual / best for usual, best in rows if usual > best + EXTRA), default=0)
print(f"\n{within} of {len(rows)} within {WITHIN:g} times the best engine and {EXTRA:g} s; worst ratio {worst:.2f}")
if args.time >= 1:  # shorter limits are for tests
    queries()
