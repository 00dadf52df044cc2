#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of proofs of docs/proofs.md: user seconds of one thread, the least of several runs.

    bench/proofs.py [RUNS [NAME]...]     usual: 5 runs of all rows

The answers without and with a proof are measured in turns.  The programs are found by PATH, and the matrices
of the SuiteSparse collection in the folder PM_DATA."""
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
if "PM_DATA" not in os.environ:
    sys.exit("proofs.py: set PM_DATA to a folder with matrices of the SuiteSparse collection")
DATA = pathlib.Path(os.environ["PM_DATA"])


def board(*shape):
    return lambda: subprocess.run(["dimer", *shape], capture_output=True, text=True, check=True).stdout


def dense():
    draw = random.Random(24)
    return "\n".join(["%%MatrixMarket matrix array integer general", "24 24",
                      *(str(draw.randrange(2)) for _ in range(24 * 24)), ""])


def stored(name):
    return lambda: (DATA / f"{name}.mtx").read_text()


# What the table calls a problem, its text, and the command.
ROWS = {
    "king 14 x 14": (board("king", "14", "14"), ["countmatch"]),
    "king 16 x 16": (board("king", "16", "16"), ["countmatch"]),
    "king 18 x 18": (board("king", "18", "18"), ["countmatch"]),
    "box 4 x 4 x 6": (board("box", "4", "4", "6"), ["countmatch"]),
    "can_144, pattern": (stored("can_144"), ["perm-mtx", "--pattern"]),
    "mesh1e1, pattern": (stored("mesh1e1"), ["perm-mtx", "--pattern"]),
    "a random 0/1 matrix of order 24": (dense, ["perm-mtx"]),
    "west0132, pattern": (stored("west0132"), ["perm-mtx", "--pattern"]),
    "494_bus, pattern, by a tree": (stored("494_bus"), ["perm-mtx", "--pattern"]),
    "1138_bus, pattern, by a tree": (stored("1138_bus"), ["perm-mtx", "--pattern"]),
    "bcspwr06, pattern, by a tree": (stored("bcspwr06"), ["perm-mtx", "--pattern"]),
    "bp_1200, pattern, with tight sets": (stored("bp_1200"), ["perm-mtx", "--pattern"]),
    "grid 60 x 60, by a drawing": (board("grid", "60", "60"), ["countmatch"]),
    "grid 100 x 100, by a drawing": (board("grid", "100", "100"), ["countmatch"]),
}


def measure(command):
    """User seconds of a command that must succeed, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, text


def seconds(least):
    return f"{least:.2f} s" if least >= 0.01 else "< 0.01 s"


def row(name, runs, folder):
    make, (program, *options) = ROWS[name]
    text, proof = make(), folder / "proof"
    problem = folder / ("problem.el" if program == "countmatch" else "problem.mtx")
    problem.write_text(text)
    plain = [program, *options, "--threads=1", str(problem)]
    files = [*options, str(proof), str(problem)]
    ways = [plain, [*plain, f"--prove={proof}"], ["pm-verify", *files],
            [sys.executable, "-S", str(HERE / "../tools/pm_verify.py"), *files]]
    found = [[measure(way) for way in ways] for _ in range(runs)]
    if len({text.removesuffix("+0i\n") for run in found for _, text in run}) != 1:
        sys.exit(f"{name}: the numbers differ")
    times = [seconds(min(run[k][0] for run in found)) for k in range(4)]
    print(f"| {name} | {times[0]} | {times[1]} | {proof.stat().st_size / 1000:.0f} kB | {times[2]} | {times[3]} |",
          flush=True)


def main(runs="5", *names):
    print("| problem | answer | with proof | size | C | Python |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in names or ROWS:
            row(name, int(runs), pathlib.Path(folder))


main(*sys.argv[1:])
