# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs for both verifiers: proof_inputs.py COUNT FOLDER VERIFIER, or proof_inputs.py zoo INDEX FOLDER VERIFIER

Writes COUNT random inputs into FOLDER, Matrix Market files and edge lists with changes, and gives each to pm_verify.py
and to VERIFIER (a program) with a proof that permatch wrote, which is also changed at times.  Both must end with the
same status and print the same numbers.  A changed proof is only accepted with the right numbers.  An input as it was
when its proof was written must be accepted with the options of the program that wrote it; and if a changed one is
accepted, that program must give the same answer for it, or refuse it.  With zoo: every third file of a list (file, program
with options, ...; all if PM_TESTS is long), also under names of edge lists and matrices.  PM_SEED is the seed."""
import contextlib
import io
import os
import random
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
import pm_verify  # noqa: E402

WORDS = ["a", "b", "1", "2", "3", "1,2", "x.y", "a:b", "->", "--", "a->b", "a--b", "(1,2)", "1e3", "-2", "1/3", ".5", "2.", "0",
         "#", "%", "# c", "%graph", "%graph 2", "%graph undirected", "%graph directed", "%place 0,1 1,0", "\t", " ", "\r", "\n",
         "é", "1e99999999", "1/0", "+1", "00", "general", "symmetric", "hermitian", "skew-symmetric", "array", "nan", "{", ";", ","]


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=300, **more)


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def number(rational=True):
    kinds = [str(random.randint(-3, 4)), "1", "2"]
    return random.choice(kinds + ["0.5", "-1.25", "1e1", "3/2", ".25"] if rational else kinds)


def edge_list():
    """An edge list; the program that asks about it, with options of its own and of a verifier."""
    names = random.choice([["1", "2", "3", "4", "5"], ["a", "b", "c", "d"], ["1,1", "1,2", "2,1", "2,2"], ["v.1", "v_2", "x:3", "w"]])
    lines = [" ".join(random.choice(names) for _ in "uv") for _ in range(random.randint(2, 9))]
    if random.random() < 0.4:
        lines = [f"{line} {number()}" for line in lines]
    lines = [random.choice(names)] * (random.random() < 0.2) + lines
    head = random.choice([[], [], ["%graph undirected"], ["%graph 3"], ["# a comment", ""]])
    options = random.choice([[], ["--pattern"]])
    if random.random() < 0.5:
        options = options + random.choice([[], ["--loops"]])
        return ".el", "\n".join(head + lines) + "\n", ["countmatch", "--exact", *options], options
    options = options + random.choice([[], ["--no-loops"], ["--undirected"], ["--no-loops", "--undirected"]])
    return ".el", "\n".join(head + lines) + "\n", ["cyclecover", "--exact", *options], options


def matrix_market():
    form, field = random.choice(["coordinate", "coordinate", "array"]), random.choice(["real", "integer", "complex", "pattern"])
    symmetry = random.choice(["general", "general", "symmetric", "skew-symmetric", "hermitian"])
    if form == "array" and field == "pattern" or symmetry == "skew-symmetric" and field == "pattern":
        field = "real"
    if symmetry == "hermitian":
        field = "complex"
    m = random.randint(1, 5)
    n = m if symmetry != "general" or random.random() < 0.5 else random.randint(1, 5)
    places = [(i, j) for j in range(1, n + 1) for i in range(1, m + 1)
              if symmetry == "general" or i > j or i == j and symmetry != "skew-symmetric"]
    if form == "coordinate":
        places = random.sample(places, random.randint(len(places) // 2, len(places)))
    lines = []
    for i, j in places:
        parts = {"pattern": 0, "complex": 2}.get(field, 1)
        value = [number(field != "integer") for _ in range(parts)]
        if symmetry == "hermitian" and i == j:
            value[1] = "0"
        lines.append(" ".join([*([str(i), str(j)] if form == "coordinate" else []), *value]))
    size = f"{m} {n} {len(lines)}" if form == "coordinate" else f"{m} {n}"
    text = "\n".join([f"%%MatrixMarket matrix {form} {field} {symmetry}", "% a comment", size, *lines]) + "\n"
    options = random.choice([[], [], ["--pattern"]])
    programs = ["perm-mtx", "perm-mtx", "cyclecover"] + ["countmatch"] * (symmetry in ("general", "symmetric"))
    program = random.choice(programs)  # the others are matrices of no graph
    extra = {"countmatch": [[], ["--loops"]], "cyclecover": [[], ["--no-loops"]]}.get(program, [[]])
    options = options + random.choice(extra)
    return ".mtx", text, [program, "--exact", *options, *random.choice([[], ["--total"]])], options


def changed(text):
    """The text with one or two changes."""
    for _ in range(random.randint(1, 2)):
        lines = text.split("\n")
        k, kind = random.randrange(len(lines)), random.randrange(6)
        words = lines[k].split(" ")
        at = random.randrange(len(words))
        if kind == 0:
            words[at] = random.choice(WORDS)
        elif kind == 1:
            words.insert(at, random.choice(WORDS))
        elif kind == 2:
            del words[at]
        elif kind == 3:
            words[at] += random.choice(WORDS)
        lines[k] = " ".join(words)
        if kind == 4:
            lines.insert(k, random.choice(lines))
        elif kind == 5:
            del lines[k]
        text = "\n".join(lines)
    return text


class Judges:
    """Both verifiers, and what they did not agree about."""

    def __init__(self, verifier):
        self.verifier, self.tried, self.accepted, self.odd = verifier, 0, 0, []

    def judge(self, words):
        """The status and the numbers, if both agree."""
        one = run([self.verifier, *words])
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            status = pm_verify.main(words)
        self.tried += 1
        self.accepted += status == 0
        if (one.returncode, one.stdout.decode()) != (status, out.getvalue()) or status not in (0, 1, 2, 5):
            self.odd.append(f"verdicts {one.returncode} and {status}: {' '.join(words)}")
            for path in words[-2:]:
                shutil.copy(path, f"{path}.odd{len(self.odd)}")
        return status, out.getvalue()


def answer(command, path):
    """What a program prints; None if it refuses."""
    done = run([*command, path])
    return done.stdout.decode().replace("+0i", "").replace("-0i", "") if done.returncode == 0 else None


def random_inputs(count, folder, judges):
    proof, other = os.path.join(folder, "proof"), os.path.join(folder, "changed.proof")
    while judges.tried < count:
        ending, text, command, options = random.choice([edge_list, matrix_market])()
        path = os.path.join(folder, "input" + ending)
        write(path, text)
        if run([*command, f"--prove={proof}", path]).returncode != 0:
            continue
        status, right = judges.judge([*options, proof, path])
        if status != 0:
            judges.odd.append(f"not accepted: {' '.join(command)}: {text!r}")
        judges.judge([proof, path])
        for _ in range(12):
            write(path, changed(text))
            status, numbers = judges.judge([*options, proof, path])
            if status == 0 and answer(command, path) not in (None, numbers):
                judges.odd.append(f"another answer: {' '.join(command)}: {open(path, encoding='utf-8').read()!r}")
            some = random.sample(sorted(pm_verify.OPTIONS), random.randint(0, 2))
            judges.judge([*some, proof, path])
        write(path, text)
        for _ in range(6):
            with open(proof, encoding="ascii") as file:
                write(other, changed(file.read()))
            status, numbers = judges.judge([*options, other, path])
            if status == 0 and numbers != right:
                judges.odd.append(f"a changed proof says {numbers}, not {right}: {' '.join(command)}: {text!r}")


def zoo(index, folder, judges):
    """A file of which there is no proof is compared with the last one."""
    proof, here = os.path.join(folder, "zoo.proof"), os.path.dirname(index)
    first = os.path.join(folder, "first.el")
    write(first, "a b\n")
    run(["countmatch", f"--prove={proof}", first])
    with open(index, encoding="utf-8") as file:
        rows = [line.split("\t") for line in file if line.strip() and not line.startswith("#")]
    step = 1 if os.environ.get("PM_TESTS") == "long" else 3
    for name, command, *_ in rows[random.randrange(step)::step]:
        path = os.path.join(here, name)
        words = [word for word in command.split() if word != "<"]
        options = [word for word in words[1:] if word in pm_verify.OPTIONS]
        run([*words, f"--prove={proof}.new", path])
        if os.path.exists(f"{proof}.new"):
            os.replace(f"{proof}.new", proof)
        for ending in ("", ".el", ".mtx"):
            given = os.path.join(folder, name + ending)
            shutil.copyfile(path, given)
            status, numbers = judges.judge([*options, proof, given])
            if status == 0 and answer(words, given) not in (None, numbers):
                judges.odd.append(f"another answer: {' '.join(words)} {given}")
            os.remove(given)


def main(words):
    random.seed(int(os.environ.get("PM_SEED", "1")))
    judges = Judges(words[-1])
    if words[0] == "zoo":
        zoo(words[1], words[2], judges)
    else:
        random_inputs(int(words[0]), words[1], judges)
    print(*judges.odd[:20], sep="\n", end="\n" if judges.odd else "")
    print(f"{judges.tried} inputs, {judges.accepted} accepted, {len(judges.odd)} odd")


if __name__ == "__main__":
    main(sys.argv[1:])
