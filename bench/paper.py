#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of the SUPerman paper beside ours, as docs/paper.md.

    bench/paper.py tables FOLDER [OPTION of pm-bench]...   measures, and keeps tables in FOLDER
    bench/paper.py page FOLDER > docs/paper.md             makes the page of them

The environment: PM_BENCH, the program (default: build/bench/pm-bench); PM_DATA, the folder with the
matrices of the SuiteSparse collection; PM_COMMIT, what was measured (default: what git says)."""
import csv
import io
import os
import pathlib
import subprocess
import sys

SUITES = [
    ("accuracy", ["35", "36", "38", "40", "45", "48", "50", "0.91"]),
    ("placements", ["30", "32", "35", "38"]),
    ("sparse", []),
    ("scaling", []),
]
MATRICES = 11  # of the paper's sparse table


def output(*command):
    """What a command prints; "" where it cannot be run."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def machine():
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo")
                if line.startswith("model name")), "unknown processor")
    gpu = output("nvidia-smi", "--query-gpu=name", "--format=csv,noheader").split("\n")[0]
    commit = os.environ.get("PM_COMMIT") or output("git", "describe", "--always", "--dirty")
    return f"{len(os.sched_getaffinity(0))} cores of {cpu}; {gpu or 'no GPU'}; commit {commit}"


def tables(folder, options):
    bench = os.environ.get("PM_BENCH", "build/bench/pm-bench")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "machine").write_text(machine() + "\n")
    for suite, operands in SUITES:
        with open(folder / f"{suite}.csv", "w") as out:
            subprocess.run([bench, "--csv", *options, suite, *operands], stdout=out, check=False)


def read(folder, suite):
    """The tables of a suite: lists of rows, the titles first."""
    text = (folder / f"{suite}.csv").read_text().strip()
    if not text:
        sys.exit(f"{folder}/{suite}.csv has no table; measure again")
    return [list(csv.reader(io.StringIO(part))) for part in text.split("\n\n")]


def number(cell):
    """A cell as a number; what was foreseen stands behind "~".  None where there is none."""
    try:
        return float(cell.lstrip("~"))
    except ValueError:
        return None


def markdown(table):
    lines = ["| " + " | ".join(cell or "-" for cell in row) + " |" for row in table]
    lines.insert(1, "|" + " --- |" * len(table[0]))
    return "\n".join(lines)


def behind(table, key):
    """The rows in which the paper took less time, named by their first cells."""
    title = {name: k for k, name in enumerate(table[0])}
    for row in table[1:]:
        ours, papers = number(row[title["seconds"]]), number(row[title["paper s"]])
        if ours is not None and papers is not None and papers < ours:
            yield f"- {key}: {', '.join(row[:title['seconds']])}: {row[title['seconds']]} s; " \
                  f"the paper {row[title['paper s']]} s"


def best(table, own, names):
    """For each name, our own row beside the least time of the paper."""
    title = {name: k for k, name in enumerate(table[0])}
    for name in dict.fromkeys(row[title[names]] for row in table[1:]):
        rows = [row for row in table[1:] if row[title[names]] == name]
        ours = [row[title["seconds"]] for row in rows if own in row]
        papers = [x for x in (number(row[title["paper s"]]) for row in rows) if x is not None]
        yield [name, ours[0] if ours else "", f"{min(papers):g}" if papers else ""]


def left_out(sparse):
    """Which matrices of the table of sparse ones lack our own row."""
    names = dict.fromkeys(row[0] for row in sparse[1:])
    measured = [row[0] for row in sparse[1:] if row[1] == "own"]
    lacking = [name for name in names if name not in measured]
    if len(measured) == MATRICES:
        return ""
    return f"Of the sparse table, {len(measured)} of {MATRICES} matrices are whole" \
           f"{'; not ' + ', '.join(lacking) if lacking else ''}: the run ended early.\n"


def page(folder):
    accuracy, = read(folder, "accuracy")
    *kernels, programs = read(folder, "placements")
    sparse, = read(folder, "sparse")
    *ranks, forecast = read(folder, "scaling")
    ahead = [*behind(accuracy, "precision"), *(line for t in kernels for line in behind(t, "kernels")),
             *behind(sparse, "sparse, the paper's own plan"), *behind(forecast, "scaling")]
    summary = [["", "permatch, own plan, s", "paper, its best, s"],
               *([f"all entries 0.91, order {n}", ours, theirs]
                 for n, ours, theirs in best(accuracy, "default", "n") if theirs),
               *best(sparse, "own", "matrix")]
    for row in forecast[1:]:
        summary.append([f"all entries 0.91, order {row[1]}, {row[0]} H200", f"~{row[2]}", row[3]])
    both = [row for row in summary[1:] if number(row[1]) is not None and number(row[2]) is not None]
    slower = [row[0] for row in both if number(row[1]) >= number(row[2])]
    print(f"""# The tables of the SUPerman paper, and ours

Made by `bench/paper.py`; nothing here is written by hand.

Measured on: {(folder / 'machine').read_text().strip()}.
{left_out(sparse)}The paper's figures are its own: precision and kernels on a Quadro GV100, sparse matrices on an H200, its
baseline on 44 cores of a Xeon Gold 6152.  `~` marks what was not run, but foreseen; `-` what there is not.

## Where the paper is ahead

Of {len(both)} matrices that both have, our own plan is {'slower for ' + ', '.join(slower) if slower else 'never slower'}:

{markdown(summary)}

Where all entries are 0.91, rows are equal, and our plan makes use of that; on dense matrices without such
structure the table of whole programs below compares, but for other devices than the paper's.  Of 192 H200,
which both are about, ours is foreseen from one device and for a dense walk, the paper's was measured.

The paper's own methods, as we have them, on our machine beside the paper's seconds: the paper is ahead in
these rows.

{chr(10).join(ahead) or '- none'}

## Precision

`pm-bench accuracy {' '.join(SUITES[0][1])}`: the paper's modes, then ours.

{markdown(accuracy)}

## Kernels

`pm-bench placements {' '.join(SUITES[1][1])}`: the paper's kernels on our GPU.

{chr(10).join(markdown(t) for t in kernels) or 'There was no GPU.'}

Whole programs:

{markdown(programs)}

## Sparse matrices

`pm-bench sparse`: the paper's plan, and in rows `own` ours.  Counts of leaves that differ are explained in
pm-bench(1).

{markdown(sparse)}

## Scaling

`pm-bench scaling`.

{chr(10).join(markdown(t) for t in ranks)}

{markdown(forecast)}""")


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("tables", "page"):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2])
    if sys.argv[1] == "tables":
        tables(folder, sys.argv[3:])
    else:
        page(folder)


if __name__ == "__main__":
    main()
