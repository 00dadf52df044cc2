#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes small random faults (mutants) in the code that computes, and asks whether the tests see them.

    make check-mutants MUTANTS=400 MUTANT_SEED=1

A mutant changes one operator, number, condition or statement of one file.  Only that file is compiled
again, with sanitizers; its shared library is loaded before the one of all objects.  A mutant with the same
objects is no fault and is not counted, nor is a larger array.  The differential test runs first, with the
questions and engines that the file's folder answers, then with all.  Then follow the other C programs of
`make check`: those with a word of the file's name in theirs, then quick ones before slow ones.
The first failure, a crash, or much more processor time than without the mutant kills it.  Survivors are
listed for reading.  (DeMillo, Lipton and Sayward, Hints on test data selection, IEEE Computer 11, 1978.)"""
import argparse
import concurrent.futures
import functools
import glob
import json
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import threading
import time

SANITIZERS = [["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-ftrivial-auto-var-init=pattern"],
              ["-fsanitize=address"]]
ASAN = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()
# Questions and engines of the differential test for the files of a folder.
NEAR = {
    "classic": [("value", e) for e in ("enumerate", "ryser", "glynn", "recompute", "bbfg", "sparyser")],
    "dense": [("value", "dense"), ("pm_batch",), ("minors",), ("pm_minors",)],
    "engine": [("pm_batch",), ("pm_minors",)],
    "glynn": [("value", "dense"), ("value", "sparse"), ("value", "graded"), ("pm_batch",)],
    "graded": [("value", "graded"), ("agreement", "graded")],
    "hafnian": [("value", "hafnian"), ("loops",), ("gradient",)],
    "multiple": [("value", "multiplicity"), ("repeated", "multiplicity"), ("pm_batch",), ("loops",)],
    "nested": [("value", "nested")],
    "planar": [("value", "planar"), ("agreement", "planar"), ("shares by engine", "planar"),
               ("draws by engine", "planar")],
    "rank": [("value", "rank"), ("pm_rank",)],
    "reduce": [("value",), ("total",), ("repeated",)],
    "solve": [("pm_batch",), ("small",), ("loops",), ("gradient",), ("pm_rank",), ("repeated",)],
    "sparse": [("value", "sparse"), ("agreement", "sparse")],
    "sweep": [("total", "sweep"), ("agreement", "sweep"), ("sizes by engine", "sweep"), ("draws by engine", "sweep"),
              ("shares by engine", "sweep")],
    "table": [("value", "table"), ("pm_batch",)],
    "tree": [("total", "tree"), ("agreement", "tree"), ("sizes by engine", "tree"), ("draws by engine", "tree"),
             ("shares by engine", "tree")],
}
FOLDERS = ["src/engine", "src/num", "src/reduce", "src/solve"]

SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", " + ": " - ", " - ": " + ",
         " * ": " + ", " / ": " * ", " % ": " / ", " && ": " || ", " || ": " && ", " & ": " | ",
         " << ": " >> ", " >> ": " << ", " += ": " -= ", " -= ": " += "}
SITES = re.compile(r"(?<![-<>=!])(?:<=|>=|==|!=|<|>)(?![<>=])|(?<=\w|\)|\]) (?:[-+*/%&]|&&|\|\||<<|>>|[-+]=) ")
NUMBER = re.compile(r"(?<![\w.\"'])\d{1,3}(?![\w.'])")
LARGER = re.compile(r"enum {|(?:PM_NEW|alloc|_vec_init)\w*\(.*$|^[ \t]*(?:[a-z]\w* )+\*?\w+\[$")  # before a number
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
        if not LARGER.search(code[code.rfind("\n", 0, m.start()) + 1:m.start()]):
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
            source = os.path.relpath(m.group(3), args.srcdir) if m.group(3).startswith((".", "/")) else m.group(3)
            if source not in sources:
                continue
            words = [w for w in shlex.split(m.group(1)) if w != "ccache" and not re.match(r"-(O|g)\d?$|-W", w)]
            found.setdefault(source, []).append(words)
    return found


def compiled(folder, source, text, sanitizers):
    """The objects of the source with that text, as a list of their names in the folder, or None."""
    names = []
    path = os.path.join(folder, "mutant.c")
    with open(path, "w") as f:
        f.write(text)
    for k, recipe in enumerate(recipes[source]):
        names.append(os.path.join(folder, f"mutant{k}.o"))
        done = subprocess.run([*recipe, "-I" + os.path.join(args.srcdir, os.path.dirname(source)), "-O1", "-g0", "-w",
                               "-fPIC", "-DPIC", *sanitizers, "-c", "-o", names[-1], path], capture_output=True)
        if done.returncode != 0:
            return None
    return names


def contents(names):
    return [hash(open(name, "rb").read()) for name in names]


@functools.lru_cache(maxsize=None)
def original(source):
    """The objects of the source as it is; None if it does not compile this way."""
    folder = folder_of("original-" + source.replace("/", "-"))
    names = compiled(folder, source, texts[source], SANITIZERS[0])
    return names and contents(names)


def shared(name, *words):
    """Links a shared library."""
    subprocess.run(["gcc", "-shared", "-fopenmp", "-o", name, *words], check=True)
    return name


def link(test):
    """Links the test with the shared library of all objects.  False: it wraps functions, in an archive only."""
    lines = subprocess.run(["make", "-n", "V=1", "-W", os.path.join(args.srcdir, f"tests/{test}.c"), f"tests/{test}"],
                           capture_output=True, text=True).stdout.splitlines()
    line = [l for l in lines if "--mode=link" in l and f"-o tests/{test} " in l][-1]
    words = line.split(f"-o tests/{test} ")[1].split()
    if "--wrap" in line:
        return False
    subprocess.run(["gcc", "-fopenmp", "-o", os.path.join(args.work, test), *[w for w in words if w.endswith(".o")],
                    *glob.glob("tests/.libs/*.o"), core, *[w for w in words if w.startswith("-l")], *core_libraries],
                   check=True)
    return True


def outcome(folder, test, mutant, limit, **more):
    """Whether the test succeeds with this shared library before the others; its processor seconds, at most about
    `limit`."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
    environment = dict(os.environ, srcdir=os.path.abspath(args.srcdir), OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="2",
                       PM_TESTS="short", TMPDIR=folder, LD_PRELOAD=" ".join(mutant),
                       ASAN_OPTIONS="detect_leaks=0", **more)  # FLINT keeps memory
    run = subprocess.Popen(["timeout", "-k", "1", str(300 + 100 * limit), os.path.join(args.work, test)], env=environment,
                           preexec_fn=limited, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    _, status, used = os.wait4(run.pid, 0)
    return status == 0, used.ru_utime + used.ru_stime


def folder_of(name):
    folder = os.path.join(args.work, name)
    os.makedirs(folder, exist_ok=True)
    return folder


def measured(test):
    """The test's processor seconds; None if it fails or is slow."""
    good, used = outcome(folder_of("of-" + test), test, [], args.cpu)
    if not good:
        print(f"left out: {test} fails or takes more than {args.cpu} s", flush=True)
    return used if good else None


def words(name):
    return set(re.split(r"[/_.]", name)) - {"src", "engine", "c", "kernel"}


def cases(source):
    """Runs of the differential test: first the questions and engines that the file's folder answers."""
    near = NEAR.get(os.path.basename(os.path.dirname(source)), {})
    runs = [dict(zip(("PM_QUESTION", "PM_ENGINE"), n), PM_CASES=str(args.cases // 6)) for n in near]
    return [dict(r, PM_SEED=str(args.case), PM_FIRST="1") for r in [*runs, {"PM_CASES": str(args.cases)}]]


def killer(folder, source, mutant, others):
    """The name of the test that kills the mutant, or None."""
    for run in cases(source):
        if not outcome(folder, "differential", mutant, 3 + 4 * differential, **run)[0]:
            return "differential"
    return next((t for t in others if not outcome(folder, t, mutant, 3 + 4 * seconds[t])[0]), None)


def killer_of(folder, source, mutated, after):
    """The same; tests that take long only if the file's name is in theirs, and errors of memory at last."""
    mine = words(source)
    order = sorted(seconds, key=lambda t: (not mine & words(t), seconds[t]))
    order = [t for t in order if args.all or mine & words(t) or seconds[t] <= args.quick]
    name = os.path.join(folder, "mutant.so")
    found = killer(folder, source, [shared(name, *after)], order)
    if found is None:
        after = compiled(folder, source, mutated, SANITIZERS[1])
        found = killer(folder, source, [ASAN, shared(name, *after)], [t for t in order if mine & words(t)])
    return found


def try_mutants():
    """Takes mutants from the list until there are enough."""
    folder = folder_of(threading.current_thread().name)
    while time.monotonic() < end and len(made) < args.count:
        with lock:
            source, begin, stop, replacement = everything.pop()
            before = original(source)
        text = texts[source]
        mutated = text[:begin] + replacement + text[stop:]
        after = compiled(folder, source, mutated, SANITIZERS[0])
        if before is None or after is None or contents(after) == before:
            continue
        line = text.count("\n", 0, begin)
        one = {"file": source, "line": line + 1, "was": text.splitlines()[line].strip(),
               "now": mutated.splitlines()[line].strip(), "killer": killer_of(folder, source, mutated, after)}
        with lock:
            made.append(one)
            record.write(json.dumps(one) + "\n")
            if one["killer"] is None:
                print("survives: {file}:{line}\n    - {was}\n    + {now}".format(**one), flush=True)


parser = argparse.ArgumentParser()
parser.add_argument("--count", type=int, default=400)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--tests", required=True, help="names of programs in the folder tests")
parser.add_argument("--srcdir", default="..")
parser.add_argument("--work", default="mutants", help="a folder for objects, and for the list of all mutants")
parser.add_argument("--cases", type=int, default=1000, help="of the differential test")
parser.add_argument("--case", type=int, default=1, help="its seed")
parser.add_argument("--cpu", type=int, default=20, help="tests that take more processor seconds are left out")
parser.add_argument("--quick", type=float, default=0.15, help="processor seconds of the tests that run for each file")
parser.add_argument("--all", action="store_true", help="all tests run for each file")
parser.add_argument("--time", type=float, default=float("inf"), help="no more mutants after so many seconds")
parser.add_argument("--threads", type=int, default=os.cpu_count())
parser.add_argument("--only", default="", help="only files with this beginning")
args = parser.parse_args()
args.work = os.path.abspath(args.work)
tests = args.tests.split()
subprocess.run(["make", "-s", f"-j{args.threads}", "src/libcore.la", *("tests/" + t for t in tests)], check=True)
os.makedirs(args.work, exist_ok=True)
core_libraries = [w for w in re.search(r"dependency_libs='(.*)'", open("src/libcore.la").read()).group(1).split()
                  if w.startswith("-")]
core = shared(os.path.join(args.work, "core.so"), "-Wl,--whole-archive", "src/.libs/libcore.a",
              "-Wl,--no-whole-archive", *core_libraries)
end = time.monotonic() + args.time
with concurrent.futures.ThreadPoolExecutor(args.threads) as pool:
    tests = [t for t, good in zip(tests, pool.map(link, tests)) if good]
    tests.remove("differential")
    differential = outcome(args.work, "differential", [], 100, PM_SEED=str(args.case), PM_CASES=str(args.cases))[1]
    seconds = {t: s for t, s in zip(tests, pool.map(measured, tests)) if s is not None}
files = sorted(os.path.relpath(os.path.join(d, f), args.srcdir) for folder in FOLDERS
               for d, _, names in os.walk(os.path.join(args.srcdir, folder)) for f in names if f.endswith(".c"))
recipes = commands([f for f in files if f.startswith(args.only)])
texts = {f: open(os.path.join(args.srcdir, f)).read() for f in files if f in recipes}
everything = [(f, *site) for f in texts for site in sites(texts[f])]
random.Random(args.seed).shuffle(everything)
record = open(os.path.join(folder_of("."), f"mutants-{args.seed}.jsonl"), "w", buffering=1)
lock = threading.Lock()
made = []
workers = [threading.Thread(target=try_mutants, name=f"worker{k}") for k in range(args.threads)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print("| folder | mutants | killed | by the differential test |\n|---|---|---|---|")
for folder in [*sorted({os.path.dirname(m["file"]) for m in made}), ""]:
    here = [m["killer"] for m in made if m["file"].startswith(folder + "/" if folder else "")]
    print(f"| {folder or 'all'} | {len(here)} | {sum(k is not None for k in here)} | {here.count('differential')} |")
