#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two hundred questions at four limits.  No run may take more memory than --memory and 32 MB beside what a
program has at its start, or more processor time than --time and two seconds, or half as long again.  Every
end is by a documented status, with a message unless the question is answered.  And every allocation of a
megabyte, and every thread now and then, asks the budget: unasked.c, a library for LD_PRELOAD, writes what
does not into SCRATCH/unasked.

    limits.py SCRATCH LIBRARY [COUNT]    all of them; or COUNT that are spread over the list, at any speed
"""

import os
import resource
import subprocess
import sys

LIMITS = [("32M", 1), ("64M", 2), ("256M", 1), ("1G", 2)]
SIZES = {"M": 1 << 20, "G": 1 << 30}
BEYOND, SLACK_SECONDS, SLACK_TIMES = 32 << 20, 2, 1.5
KILL_SECONDS, KILL_WAITING = 60, 1200  # of the processor; of the clock, on a busy machine
ADDRESS_SPACE = 4 << 30


def lehmer(state):
    while True:
        state = state * 16807 % 2147483647
        yield state


def table(rows, cols, entry):
    return "".join(" ".join(str(entry(i, j)) for j in range(cols)) + "\n" for i in range(rows))


def sparse(order, degree, weights):
    draw = lehmer(7)
    at = {(i, (i + next(draw) % order) % order) for i in range(order) for _ in range(degree)}
    at |= {(i, i) for i in range(order)}
    return "%%MatrixMarket matrix coordinate integer general\n" + f"{order} {order} {len(at)}\n" + "".join(
        f"{i + 1} {j + 1} {1 + (i * j) % weights}\n" for i, j in sorted(at))


def edges(vertices, degree):
    draw = lehmer(11)
    pairs = {tuple(sorted((i, next(draw) % vertices))) for i in range(vertices) for _ in range(degree)}
    return "".join(f"v{i} v{j}\n" for i, j in sorted(pairs) if i != j)


def write_inputs(scratch):
    def lattice(*words):
        return subprocess.run(["dimer", *map(str, words)], check=True, capture_output=True, text=True).stdout

    texts = {
        "dense": table(40, 40, lambda i, j: (i * i + 7 * i * j + j + 1) % 97 / 97),
        "signed": table(34, 34, lambda i, j: (5 * i + 3 * j * j + i * j) % 19 - 9),
        "complex": table(30, 30, lambda i, j: f"{(i + 2 * j) % 7}+{(3 * i + j) % 5}i"),
        "ones": table(300, 300, lambda i, j: 1),
        "wide": table(20, 400, lambda i, j: (i * 7 + j * 3) % 11),
        "sparse": sparse(2000, 3, 5),
        "thick": sparse(120, 12, 3),
        "empty": "%%MatrixMarket matrix coordinate integer general\n1000000 1000000 1\n1 1 1\n",
        "low": table(60, 60, lambda i, j: (i + 1) * (j + 2) + i * i + j * j),
        "large.el": lattice("grid", 200, 200),
        "torus.el": lattice("torus", 20, 20),
        "king.el": lattice("king", 14, 14),
        "box.el": lattice("box", 6, 6, 6),
        "spins.el": lattice("grid", 200, 200, "--couplings=pm1"),
        "random.el": edges(400, 3),
        "complete.el": "".join(f"{i} {j}\n" for i in range(1, 60) for j in range(i + 1, 61)),
        "arcs.el": "".join(f"{i} {j}\n" for i in range(1, 50) for j in range(1, 50) if (i * j + i) % 3),
    }
    for name, text in texts.items():
        with open(os.path.join(scratch, name), "w", encoding="ascii") as file:
            file.write(text)


MATRICES = ["dense", "signed", "complex", "ones", "wide", "sparse", "thick", "empty", "low"]
GRAPHS = ["large.el", "torus.el", "king.el", "box.el", "random.el", "complete.el"]
OF_BOTH = [[], ["--matchings"], ["--marginals"], ["--sample=3"], ["--list"], ["--bounds"], ["--total"], ["--unmatched=2"],
           ["--structure"], ["--prove=proof"], ["--plan"], ["--estimate=0.1", "--unproved"], ["--mod=1000003"]]
OF_MATRICES = [["--minors"], ["--precision=200"], ["--precision=dd"], ["--pattern"]]
OF_GRAPHS = [["--symmetry"], ["--log10"], ["--engine=tree"]]
MORE = [
    ["perm-mtx", "--rows=3000,3000", "--cols=3000,3000", "two"],
    ["perm-mtx", "--rows=3000,3000", "--cols=3000,3000", "--marginals", "two"],
    ["perm-mtx", "--engine=rank", "low"],
    ["perm-mtx", "--engine=rank", "dense"],
    ["cyclecover", "arcs.el"],
    ["cyclecover", "--total", "arcs.el"],
    ["cyclecover", "--min-length=3", "arcs.el"],
    ["countmatch", "--list", "torus.el"],
    ["ising", "--beta=1", "spins.el"],
    ["ising", "--beta=1", "--sample=2", "spins.el"],
    ["perm-mtx", "--best=100", "ones"],
    ["countmatch", "--clar", "king.el"],
]


def questions():
    """Two hundred: all of MORE, and the others evenly."""
    asked = [["perm-mtx", *options, name] for options in OF_BOTH + OF_MATRICES for name in MATRICES]
    asked += [["countmatch", *options, name] for options in OF_BOTH + OF_GRAPHS for name in GRAPHS]
    others = 200 - len(MORE)
    return [asked[k * len(asked) // others] for k in range(others)] + MORE


def confine():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (KILL_SECONDS,) * 2)


def run(command, folder, preload):
    """The status, the bytes and the processor seconds of a command, and its messages."""
    messages = os.path.join(folder, "messages")
    env = dict(os.environ, LD_PRELOAD=preload, PM_UNASKED=os.path.join(folder, "unasked"))
    with open(os.path.join(folder, "out"), "wb") as out, open(messages, "wb") as err:
        child = subprocess.Popen(["timeout", str(KILL_WAITING), *command], cwd=folder, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=err, env=env,
                                 preexec_fn=confine)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    with open(messages, encoding="utf-8", errors="replace") as file:
        return child.returncode, used.ru_maxrss << 10, used.ru_utime + used.ru_stime, file.read()


def unasked(folder):
    """The functions of the library that did not ask, each once."""
    names = set()
    try:
        with open(os.path.join(folder, "unasked"), encoding="ascii") as file:
            lines = set(file)
        os.remove(os.path.join(folder, "unasked"))
    except FileNotFoundError:
        return names
    for line in lines:
        size, *places = line.split()
        asked = subprocess.run(["addr2line", "-f", "-e", os.environ["PM_LIBRARY"], *places[:4]], check=True,
                               capture_output=True, text=True).stdout.split("\n")[::2]
        names.add(f"{'time' if size == '0' else size + ' bytes'} in " + " of ".join(name for name in asked if name))
    return names


def judge(case, folder, start, preload, any_speed):
    """What is wrong with a case; an empty text: nothing."""
    (memory, seconds), question = case
    program, *options = question
    status, bytes_used, time_used, message = run(
        [program, f"--memory={memory}", f"--time={seconds}", "--threads=1", *options], folder, preload)
    wrong = sorted(unasked(folder))
    if status not in (0, 1, 4) or (status > 0 and not message):
        wrong.append(f"status {status}")
    most = int(memory[:-1]) * SIZES[memory[-1]] + start + BEYOND
    if bytes_used > most:
        wrong.append(f"{bytes_used >> 20} MB")
    if not any_speed and time_used > max(seconds + SLACK_SECONDS, seconds * SLACK_TIMES):
        wrong.append(f"{time_used:.1f} s")
    return ", ".join(wrong)


def main():
    folder, preload = sys.argv[1:3]
    write_inputs(folder)
    with open(os.path.join(folder, "two"), "w", encoding="ascii") as file:
        file.write("1 2\n3 4\n")
    cases = [(limit, question) for question in questions() for limit in LIMITS]
    if len(sys.argv) > 3:
        count = int(sys.argv[3])
        cases = [cases[(k * len(cases) // count + k) % len(cases)] for k in range(count)]
    start = run(["perm-mtx", "two"], folder, preload)[1]
    bad = 0
    for number, case in enumerate(cases, 1):
        wrong = judge(case, folder, start, preload, len(sys.argv) > 3)
        bad += wrong != ""
        print(f"{'not ok' if wrong else 'ok'} {number} - --memory={case[0][0]} --time={case[0][1]} {' '.join(case[1])}"
              + (f": {wrong}" if wrong else ""), flush=True)
    print(f"1..{len(cases)}")
    return bad > 0


sys.exit(main())
