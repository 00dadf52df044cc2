#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes small random faults (mutants) in the code that computes, and asks whether the tests see them.

    make check-mutants MUTANTS=400 MUTANT_SEED=1     in a build folder

A mutant changes one operator, number, condition or statement of one file.  Only that file is compiled
again; the tests are linked with its objects before the library's archive.  A mutant with the same objects
is no fault and is not counted.  The differential test runs first, then the tests of the file's folder; the
first failure, a crash, or too much processor time kills the mutant.  Survivors are listed for reading.
(DeMillo, Lipton and Sayward, Hints on test data selection, IEEE Computer 11, 1978.)"""
import argparse
import json
import os
import random
import re
import resource
import shlex
import subprocess
import sys

FOLDERS = ["src/engine", "src/num", "src/reduce", "src/batch"]

# The tests of a folder, quick ones first; the longest prefix counts.
TESTS = {
    "src/num": "num ball_real ball_dd ball_complex weights",
    "src/reduce": "reduce_named graph_rules reduce",
    "src/batch": "small_many batch small loops loop_methods",
    "src/engine": "solve stop small",
    "src/engine/classic": "small solve",
    "src/engine/dense": "dense weights",
    "src/engine/glynn": "dense graded weights",
    "src/engine/graded": "graded graded_whole",
    "src/engine/hafnian": "hafnian",
    "src/engine/multiple": "repeats",
    "src/engine/nested": "nested",
    "src/engine/planar": "planar planar_known planar_shares torus_draws",
    "src/engine/rank": "batch",
    "src/engine/sparse": "sparse",
    "src/engine/sweep": "sweep sweep_order sweep_shares sweep_middle",
    "src/engine/tree": "tree_more draws tree",
}

SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", " + ": " - ", " - ": " + ",
         " * ": " + ", " / ": " * ", " % ": " / ", " && ": " || ", " || ": " && ", " & ": " | ",
         " << ": " >> ", " >> ": " << ", " += ": " -= ", " -= ": " += "}
SITES = re.compile(r"(?<![-<>=!])(?:<=|>=|==|!=|<|>)(?![<>=])|(?<=\w|\)|\]) (?:[-+*/%&]|&&|\|\||<<|>>|[-+]=) ")
NUMBER = re.compile(r"(?<![\w.\"'])\d{1,3}(?![\w.'])")
STATEMENT = re.compile(r"^[ \t]+[a-z_][^;{}=]*(?:\)| [-+*/|&^]?= [^;{}]+|\+\+|--);$", re.M)
CONDITION = re.compile(r"\b(?:if|while) (\(.+\))$", re.M)
OTHER = re.compile(r"/\*[\s\S]*?\*/|//[^\n]*|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.M)


def blank(text):
    """The text with comments, strings and preprocessor lines replaced by spaces."""
    return OTHER.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def sites(text):
    """All (begin, end, replacement) of a file."""
    code = blank(text)
    for m in SITES.finditer(code):
        yield m.start(), m.end(), SWAPS[m.group()]
    for m in NUMBER.finditer(code):
        if "enum {" in code[code.rfind("\n", 0, m.start()) + 1:m.start()]:
            continue
        yield m.start(), m.end(), str(int(m.group()) + 1)
    for m in STATEMENT.finditer(code):
        if not re.match(r"\s*(return|const|static|else|goto|struct|case)\b", m.group()):
            yield m.start(), m.end(), " ;"
    for m in CONDITION.finditer(code):
        yield m.start(1), m.end(1), "(!" + text[m.start(1):m.end(1)] + ")"


def commands(sources):
    """The compiler's command for each object of each source: {source: [[argument, ...], ...]}."""
    wanted = [word for s in sources for word in ("-W", os.path.join(args.srcdir, s))]
    lines = subprocess.run(["make", "-n", "V=1", *wanted, "src/libcore.la"], capture_output=True, text=True).stdout
    found = {}
    for line in lines.replace("\\\n", " ").splitlines():
        m = re.search(r"--mode=compile (.*?) -MT .* -c -o (\S+) (?:`[^`]*`)?(\S+\.c)", line)
        if m:
            source = os.path.relpath(m.group(3), args.srcdir) if m.group(3).startswith("..") else m.group(3)
            words = [w for w in shlex.split(m.group(1)) if w != "ccache" and not re.match(r"-(O|g)\d?$|-W", w)]
            found.setdefault(source, []).append(words)
    return found


def compiled(source, recipes, text):
    """The objects of the source with that text, as a list of their names, or None."""
    folder = os.path.join(args.srcdir, os.path.dirname(source))
    names = []
    path = os.path.join(args.work, "mutant.c")
    with open(path, "w") as f:
        f.write(text)
    for k, recipe in enumerate(recipes):
        name = os.path.join(args.work, f"mutant{k}.o")
        done = subprocess.run([*recipe, "-I" + folder, "-O1", "-g0", "-w", "-fPIC", "-DPIC", "-c", "-o", name, path],
                              capture_output=True)
        if done.returncode != 0:
            return None
        names.append(name)
    return names


def contents(names):
    return [open(name, "rb").read() for name in names]


def objects(test):
    """The test's own objects, and the libraries."""
    line = subprocess.run(["make", "-n", "V=1", "-W", os.path.join(args.srcdir, f"tests/{test}.c"), f"tests/{test}"],
                          capture_output=True, text=True).stdout
    link = [l for l in line.splitlines() if "--mode=link" in l and f"-o tests/{test} " in l]
    words = link[-1].split(f"-o tests/{test} ")[1].split()
    return [w for w in words if w.endswith(".o")], [w for w in words if w.startswith("-l")], \
        [w for w in link[-1].split() if w.startswith("-Wl,")]


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (args.cpu, args.cpu + 1))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def passes(test, mutated):
    """True if the test, linked with these objects, succeeds."""
    if test not in known:
        known[test] = objects(test)
    own, libraries, flags = known[test]
    program = os.path.join(args.work, "program")
    linked = subprocess.run(["gcc", "-fopenmp", *flags, "-o", program, *own, *mutated, "tests/.libs/libtest.a",
                             "src/.libs/libcore.a", *libraries, *core_libraries], capture_output=True, text=True)
    if linked.returncode != 0:
        sys.exit("cannot link " + test + "\n" + linked.stderr[-2000:])
    environment = dict(os.environ, srcdir=os.path.abspath(args.srcdir), OMP_WAIT_POLICY="passive",
                       PM_TESTS="short")
    if test == "differential":
        environment.update(PM_SEED=str(args.case), PM_CASES=str(args.cases))
    try:
        return subprocess.run([program], env=environment, preexec_fn=limit, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=20 * args.cpu, cwd=args.work).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def tests_of(source):
    folder = max((f for f in TESTS if source.startswith(f + "/")), key=len)
    return ["differential", *TESTS[folder].split(), *(["gpu_host"] if "gpu" in source else [])]


parser = argparse.ArgumentParser()
parser.add_argument("--count", type=int, default=400)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--srcdir", default="..")
parser.add_argument("--work", default="mutants", help="a folder for objects, and for the list of all mutants")
parser.add_argument("--cases", type=int, default=2000, help="of the differential test")
parser.add_argument("--case", type=int, default=1, help="its seed")
parser.add_argument("--cpu", type=int, default=60, help="processor seconds of a test")
parser.add_argument("--only", default="", help="only files with this beginning")
args = parser.parse_args()
os.makedirs(args.work, exist_ok=True)
args.work = os.path.abspath(args.work)
subprocess.run(["make", "-s", "src/libcore.la", "tests/differential",
                "tests/gpu_host", *("tests/" + t for t in sorted({t for names in TESTS.values() for t in names.split()}))], check=True)
known = {}
core_libraries = [w for w in re.search(r"dependency_libs='(.*)'", open("src/libcore.la").read()).group(1).split()
                  if w.startswith("-")]
files = sorted(os.path.relpath(os.path.join(d, f), args.srcdir) for folder in FOLDERS
               for d, _, names in os.walk(os.path.join(args.srcdir, folder)) for f in names if f.endswith(".c"))
files = [f for f in files if f.startswith(args.only)]
recipes = commands(files)
files = [f for f in files if f in recipes]
texts = {f: open(os.path.join(args.srcdir, f)).read() for f in files}
everything = [(f, *site) for f in files for site in sites(texts[f])]
chance = random.Random(args.seed)
chance.shuffle(everything)
tally = {}
record = open(os.path.join(args.work, f"mutants-{args.seed}.jsonl"), "w", buffering=1)
made = 0
for source, begin, end, replacement in everything:
    if made == args.count:
        break
    text = texts[source]
    line = text.count("\n", 0, begin) + 1
    was = text.splitlines()[line - 1].strip()
    mutated = text[:begin] + replacement + text[end:]
    now = mutated.splitlines()[line - 1].strip()
    before = compiled(source, recipes[source], text)
    if before is None:
        sys.exit("cannot compile " + source)
    same = contents(before)
    after = compiled(source, recipes[source], mutated)
    if after is None or contents(after) == same:
        continue
    made += 1
    killer = next((t for t in tests_of(source) if not passes(t, after)), None)
    record.write(json.dumps({"file": source, "line": line, "was": was, "now": now, "killer": killer}) + "\n")
    folder = os.path.dirname(source)
    killed, survived = tally.get(folder, (0, 0))
    tally[folder] = (killed + (killer is not None), survived + (killer is None))
    if killer is None:
        print(f"survives: {source}:{line}\n    - {was}\n    + {now}", flush=True)
print("| folder | mutants | killed |\n|---|---|---|")
for folder, (killed, survived) in sorted(tally.items()):
    print(f"| {folder} | {killed + survived} | {killed} |")
print(f"| all | {made} | {sum(k for k, _ in tally.values())} |")
