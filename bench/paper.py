#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of the SUPerman paper beside ours, as docs/lab/paper.md.

    bench/paper.py tables FOLDER [OPTION of pm-bench]...   measures, and keeps tables in FOLDER
    bench/paper.py page FOLDER... > docs/lab/paper.md          makes the page of them

A folder has the tables of one machine.  Where several commits were measured, the last column of a
table names the commit of each row.

The environment: PM_BENCH, the program (default: build/bench/pm-bench); PM_DATA, the folder with the
matrices of the SuiteSparse collection; PM_COMMIT, what was measured (default: what git says)."""
import csv
import io
import os
import pathlib
import subprocess
import sys

# Suites with their operands, and with the seconds that a row may take.
SUITES = {
    "accuracy": (["35", "36", "38", "40", "45", "48", "50"], "10"),
    "sparse": ([], "30"),
}
# Tables of suites that pm-bench had when they were measured.
KEPT = ("placements", "scaling")


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
    commit = os.environ.get("PM_COMMIT") or output("git", "-C", str(pathlib.Path(__file__).parent),
                                                   "describe", "--always", "--dirty")
    return f"{len(os.sched_getaffinity(0))} cores of {cpu}; {gpu or 'no GPU'}; commit {commit}"


def tables(folder, options):
    bench = os.environ.get("PM_BENCH", "build/bench/pm-bench")
    folder.mkdir(parents=True, exist_ok=True)
    name = machine()
    gpus = "none" if "; no GPU;" in name else "1"
    for suite, (operands, seconds) in SUITES.items():
        with open(folder / f"{suite}.csv", "w") as out:
            subprocess.run([bench, "--csv", f"--gpus={gpus}", f"--time={seconds}", *options, suite,
                            *operands], stdout=out, check=False)
    (folder / "machine").write_text(name + "\n")


def number(cell):
    """A cell as a number; what was foreseen stands behind "~".  None where there is none."""
    try:
        return float(cell.lstrip("~"))
    except (AttributeError, ValueError):
        return None


class Table:
    """Titles, and rows by title."""

    def __init__(self, cells):
        self.titles = cells[0]
        self.rows = [dict(zip(self.titles, line)) for line in cells[1:]]

    def markdown(self):
        lines = [self.titles, *(row.values() for row in self.rows)]
        lines = ["| " + " | ".join(cell or "-" for cell in line) + " |" for line in lines]
        return "\n".join([lines[0], "|" + " --- |" * len(self.titles), *lines[1:]])


class Machine:
    """The tables of one machine by suite and first title."""

    def __init__(self, folder):
        self.name, self.commits = (folder / "machine").read_text().strip().rsplit("; commit ", 1)
        self.tables = {}
        for suite in (*SUITES, *KEPT):
            path = folder / f"{suite}.csv"
            for part in path.read_text().strip().split("\n\n") if path.exists() else []:
                cells = list(csv.reader(io.StringIO(part)))
                if cells:
                    self.tables[suite, cells[0][0]] = Table(cells)

    def table(self, suite, first):
        return self.tables.get((suite, first), Table([[first, "seconds", "paper s"]]))

    def show(self, suite, first):
        table = self.table(suite, first)
        return table.markdown() if table.rows else "Not measured here."


def behind(machine):
    """The rows in which the paper took less time, named by their first cells."""
    for suite, key, what in (("accuracy", "matrix", "precision"), ("placements", "placement", "kernels"),
                             ("sparse", "matrix", "sparse, the paper's own plan"),
                             ("scaling", "H200", "scaling")):
        table = machine.table(suite, key)
        for row in table.rows:
            ours, papers = number(row["seconds"]), number(row["paper s"])
            if ours is not None and papers is not None and papers < ours:
                names = table.titles[:table.titles.index("seconds")]
                yield f"- {what}: {', '.join(row.get(n, '') for n in names)}: {row['seconds']} s; " \
                      f"the paper {row['paper s']} s"


def best(table, own, names):
    """For each name, our own row beside the least time of the paper."""
    for name in dict.fromkeys(row[names] for row in table.rows):
        rows = [row for row in table.rows if row[names] == name]
        ours = [row["seconds"] for row in rows if own in row.values()]
        papers = [x for x in (number(row["paper s"]) for row in rows) if x is not None]
        yield name, ours[0] if ours else "", f"{min(papers):g}" if papers else ""


def summary(machine):
    """Our own plan beside the paper's best: rows of three cells."""
    for n, ours, theirs in best(machine.table("accuracy", "matrix"), "default", "n"):
        if theirs:
            yield f"all entries 0.91, order {n}", ours, theirs
    yield from best(machine.table("sparse", "matrix"), "own", "matrix")
    for row in machine.table("scaling", "H200").rows:
        yield f"all entries 0.91, order {row['n']}, {row['H200']} H200", f"~{row['seconds']}", \
            row["paper s"]


def ahead(machine):
    titles = ("matrix", "permatch, own plan, s", "paper, its best, s")
    rows = [row for row in summary(machine) if None not in (number(row[1]), number(row[2]))]
    slower = [row[0] for row in rows if number(row[1]) >= number(row[2])]
    yield f"""### Where the paper is ahead

Of {len(rows)} matrices that both have, our own plan is {
    'slower for ' + ', '.join(slower) if slower else 'never slower'}:

{Table([titles, *rows]).markdown()}

The paper's own methods, as we have them, on this machine beside the paper's seconds: the paper is ahead in
these rows.

{chr(10).join(behind(machine)) or '- none'}
"""


def command(suite):
    return " ".join(["pm-bench", suite, *SUITES[suite][0]])


def section(machine):
    return f"""## {machine.name}

Commit {machine.commits}.

{''.join(ahead(machine))}
### Precision

`{command('accuracy')}`: the paper's modes, then ours.

{machine.show('accuracy', 'matrix')}

### Kernels

The paper's kernels on our GPU.  The suite that measured them is not in later versions.

{machine.show('placements', 'placement')}

Whole programs:

{machine.show('placements', 'program')}

### Sparse matrices

`{command('sparse')}`: the paper's plan, and in rows `own` ours.

{machine.show('sparse', 'matrix')}

### Scaling

The paper measured 1, 2, 4 and 8 nodes of one A100, orders 48 and 50, and says that the speedup is close to
linear, without numbers.  The suite that measured ours is not in later versions.

{machine.show('scaling', 'ranks')}

{machine.show('scaling', 'H200')}
"""


def page(folders):
    print(f"""# The tables of the SUPerman paper, and ours

`make bench-paper` wrote this page; nothing is written by hand.  There is one section for each machine.  It names
the commit that was measured.  If there are several commits, the last column of a table names the commit of each row.

The figures of the paper are from the paper: precision and kernels on a Quadro GV100, sparse matrices on an H200,
the baseline on 44 cores of a Xeon Gold 6152.  `~` marks a predicted time of a run that was not made.  `-` means
that there is no figure.

If all entries are 0.91, all rows are equal, and our plan uses that.  For dense matrices without such structure,
the tables of whole programs compare the two programs, but on other devices than those of the paper.  For 192
H200, our time is predicted from one device, for a dense walk; the paper's time was measured.  pm-bench(1)
explains why some counts of leaves differ.

{chr(10).join(section(Machine(folder)) for folder in folders)}""", end="")


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("tables", "page"):
        sys.exit(__doc__)
    if sys.argv[1] == "tables":
        tables(pathlib.Path(sys.argv[2]), sys.argv[3:])
    else:
        page([pathlib.Path(name) for name in sys.argv[2:]])


if __name__ == "__main__":
    main()
