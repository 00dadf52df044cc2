#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes small random faults (mutants) in the code that computes, and asks whether the tests see them.

    make check-mutants MUTANTS=400 MUTANT_SEED=1

A mutant changes one operator, number, condition or statement of one file.  Only that file is compiled
again, with sanitizers, as mutant.so, which a test loads before the library of all objects.  A mutant with the same
objects is no fault and is not counted, nor is a larger array.  The differential test runs first, with the
questions and engines that the file's folder answers, then with all.  Then follow the other C programs of
`make check`: those with a word of the file's name in theirs, then quick ones before slow ones.
The first failure, a crash, or much more processor time than without the mutant kills it.  Survivors are
listed for reading.  (DeMillo, Lipton and Sayward, Hints on test data selection, IEEE Computer 11, 1978.)

The folder of work holds all that a step needs from those before it, so that they may take place on several
machines: `--do prepare` compiles the library and the tests; `--do compile` the mutants, with a compiler alone;
`--do run` needs none."""
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
import shutil
import subprocess
import sys
import threading
import time

SANITIZERS = ["-fsanitize=undefined,address", "-fsanitize-undefined-trap-on-error", "-ftrivial-auto-var-init=pattern"]
# Questions and engines of the differential test for the files of a folder.
NEAR = {
    "classic": [("value", e) for e in ("enumerate", "ryser", "sparyser")],
    "dense": [("value", "dense"), ("pm_batch",), ("minors",), ("pm_minors",)],
    "engine": [("pm_batch",), ("pm_minors",)],
    "glynn": [("value", "dense"), ("value", "sparse"), ("value", "graded"), ("pm_batch",)],
    "graded": [("value", "graded"), ("agreement", "graded")],
    "hafnian": [("value", "hafnian"), ("loops",), ("gradient",)],
    "multiple": [("value", "multiplicity"), ("repeated", "multiplicity"), ("pm_batch",), ("pm_minors",), ("loops",)],
    "nested": [("value", "nested")],
    "planar": [("value", "planar"), ("agreement", "planar"), ("shares by engine", "planar"),
               ("draws by engine", "planar")],
    "rank": [("value", "rank"), ("products",)],
    "reduce": [("value",), ("total",), ("repeated",)],
    "solve": [("pm_batch",), ("small",), ("loops",), ("gradient",), ("products",), ("repeated",)],
    "sparse": [("value", "sparse"), ("agreement", "sparse")],
    "sweep": [("total", "sweep"), ("agreement", "sweep"), ("sizes by engine", "sweep"), ("draws by engine", "sweep"),
              ("shares by engine", "sweep")],
    "table": [("value", "table"), ("pm_batch",)],
    "tree": [("total", "tree"), ("agreement", "tree"), ("sizes by engine", "tree"), ("draws by engine", "tree"),
             ("shares by engine", "tree")],
}
TESTED_AS = {"multiple": "repeat", "warp": "gpu", "source": "gpu", "resume": "share"}
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


def compiled(folder, source, text):
    """The objects of the source with that text, as a list of their names in the folder, or None."""
    names = []
    for k, recipe in enumerate(recipes[source]):
        names.append(os.path.join(folder, f"mutant{k}.o"))
        done = subprocess.run([*recipe, "-O1", "-g0", "-w", "-fPIC", "-DPIC", *SANITIZERS, "-c", "-o", names[-1],
                               "-x", "c", "-"], input=text.encode(), capture_output=True)
        if done.returncode != 0:
            return None
    return names


def contents(names):
    return [hash(open(name, "rb").read()) for name in names]


@functools.lru_cache(maxsize=None)
def original(source):
    """The objects of the source as it is; None if it does not compile this way."""
    names = compiled(folder_of("objects/" + source.replace("/", "-")), source, texts[source])
    if names is None:
        print("left out: " + source, flush=True)
    return names and contents(names)


def shared(name, *words):
    """Links a shared library."""
    subprocess.run(["gcc", "-shared", "-s", "-fopenmp", "-Wl,-soname," + os.path.basename(name), "-o", name, *words],
                   check=True)
    return name


def link(test):
    """Links the test with the shared library of all objects.  Its functions __wrap_F come before F there."""
    lines = subprocess.run(["make", "-n", "V=1", "-W", os.path.join(args.srcdir, f"tests/{test}.c"), f"tests/{test}"],
                           capture_output=True, text=True).stdout.splitlines()
    line = [l for l in lines if "--mode=link" in l and f"-o tests/{test} " in l][-1]
    words = line.split(f"-o tests/{test} ")[1].split()
    if "=calloc" in line:  # it also calls the function that it wraps
        return
    wrapped = [f"-Wl,--defsym={w}=__wrap_{w}" for w in re.findall(r"--wrap=(\w+)", line)]
    subprocess.run(["gcc", "-s", "-fopenmp", "-fsanitize=address", "-o", os.path.join(args.work, "tests", test),
                    *[w for w in words if w.endswith(".o")], *glob.glob("tests/.libs/*.o"), *wrapped,
                    "-Wl,--no-as-needed", os.path.join(args.work, "mutant.so"), core,
                    *[w for w in words if w.startswith("-l")], *core_libraries], check=True)


def copy_libraries(*programs):
    """Copies the shared libraries of the programs, but not those of the C library."""
    lines = subprocess.run(["ldd", *programs], capture_output=True, text=True,
                           env=dict(os.environ, LD_LIBRARY_PATH=args.work)).stdout
    for name in set(re.findall(r"=> (/\S+)", lines)):
        if not re.match(r"(ld-|lib(c|m|dl|rt|pthread)\.so|core\.so|mutant\.so)", os.path.basename(name)):
            shutil.copy(name, folder_of("lib"))


def folder_of(name):
    folder = os.path.join(args.work, name)
    os.makedirs(folder, exist_ok=True)
    return folder


def made(mutant):
    """Compiles a mutant: what it changes, or None if it is not counted."""
    number, (source, begin, stop, replacement) = mutant
    before, text = original(source), texts[source]
    mutated = text[:begin] + replacement + text[stop:]
    folder = folder_of(f"objects/{number % 1000}")
    after = before and compiled(folder, source, mutated)
    if not after or contents(after) == before:
        return None
    line = text.count("\n", 0, begin)
    shared(os.path.join(folder_of("mutants"), f"{number}.so"), *after, os.path.join(args.work, "core.so"))
    return {"number": number, "file": source, "line": line + 1, "was": text.splitlines()[line].strip(),
            "now": mutated.splitlines()[line].strip()}


def prepare():
    """The tests, all shared libraries that they need, and the commands that compile each source."""
    folder_of("tests")
    shared(os.path.join(args.work, "mutant.so"), "-x", "c", "/dev/null")
    list(pool.map(link, args.tests.split()))
    copy_libraries(*glob.glob(os.path.join(args.work, "tests", "*")))
    files = sorted(os.path.relpath(os.path.join(d, f), args.srcdir) for folder in FOLDERS
                   for d, _, names in os.walk(os.path.join(args.srcdir, folder)) for f in names if f.endswith(".c"))
    with open(os.path.join(args.work, "recipes.json"), "w") as out:
        json.dump(commands(files), out)


def compile_all():
    """The first mutants of a random order that are counted."""
    places = [(f, *site) for f in texts for site in sites(texts[f])]
    everything = list(enumerate(random.Random(args.seed).sample(places, len(places))))
    count = 0
    with open(os.path.join(args.work, "mutants.jsonl"), "w", buffering=1) as out:
        while count < args.count and everything:
            some = [everything.pop(0) for _ in range(min(4 * args.threads, len(everything)))]
            list(pool.map(original, {source for _, (source, *_) in some}))
            found = [m for m in pool.map(made, some) if m][:args.count - count]
            out.writelines(json.dumps(m) + "\n" for m in found)
            count += len(found)


def outcome(folder, test, limit, **more):
    """Whether the test succeeds with the mutant.so of the folder or without one; its processor seconds, at most
    about `limit`."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
    environment = dict(os.environ, srcdir=os.path.abspath(args.srcdir), OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="2",
                       PM_TESTS="short", TMPDIR=folder, CUDA_VISIBLE_DEVICES="",
                       ASAN_OPTIONS="detect_leaks=0", **more)  # FLINT keeps memory
    # without random addresses: the address sanitizer of some compilers needs that
    run = subprocess.Popen(["timeout", "-k", "1", str(20 + args.patience * limit), "setarch", "-R", "env",
                            f"LD_LIBRARY_PATH={folder}:{args.work}:{args.work}/lib",
                            os.path.join(args.work, "tests", test)], env=environment, preexec_fn=limited,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    _, status, used = os.wait4(run.pid, 0)
    return status == 0, used.ru_utime + used.ru_stime


def measured(test):
    """The test's processor seconds; None if it fails or is slow."""
    good, used = outcome(folder_of("of-" + test), test, args.cpu)
    if not good:
        print(f"left out: {test} fails or takes more than {args.cpu} s", flush=True)
    return used if good else None


def words(name):
    """Words of a name that tests and sources share: their stems, and those of tests for other words."""
    found = {w.rstrip("s") for w in re.split(r"[/_.]", name)} - {"", "src", "engine", "c", "kernel", "table", "program"}
    return found | {TESTED_AS[w] for w in found if w in TESTED_AS}


def cases(source):
    """Runs of the differential test: first the questions and engines that the file's folder answers."""
    near = next((NEAR[f] for f in reversed(source.split("/")[:-1]) if f in NEAR), {})
    runs = [dict(zip(("PM_QUESTION", "PM_ENGINE"), n), PM_CASES=str(args.cases // 4)) for n in near]
    return [dict(r, PM_SEED=str(args.case), PM_FIRST="1") for r in [*runs, {"PM_CASES": str(args.cases)}]]


def killer(folder, source):
    """The name of the test that kills the mutant, or None.  Tests that take long run only if the file's name is in
    theirs."""
    mine = words(source)
    order = sorted(seconds, key=lambda t: (not mine & words(t), seconds[t]))
    order = [t for t in order if args.all or mine & words(t) or seconds[t] <= args.quick]
    for run in cases(source):
        if not outcome(folder, "differential", 3 + 4 * differential, **run)[0]:
            return "differential"
    return next((t for t in order if not outcome(folder, t, 3 + 4 * seconds[t])[0]), None)


def run_mutant(mutant):
    if time.monotonic() > end:
        return None
    folder = folder_of("of-" + threading.current_thread().name)
    shutil.copy(os.path.join(args.work, "mutants", f"{mutant['number']}.so"), os.path.join(folder, "new.so"))
    os.replace(os.path.join(folder, "new.so"), os.path.join(folder, "mutant.so"))
    one = dict(mutant, killer=killer(folder, mutant["file"]))
    record.write(json.dumps(one) + "\n")
    if one["killer"] is None:
        print("survives: {file}:{line}\n    - {was}\n    + {now}".format(**one), flush=True)
    return one


parser = argparse.ArgumentParser()
parser.add_argument("--count", type=int, default=400)
parser.add_argument("--seed", type=int, default=1)
steps = ["prepare", "compile", "run"]
parser.add_argument("--do", nargs="+", choices=steps, default=steps)
parser.add_argument("--tests", default="", help="names of programs in the folder tests, for preparing")
parser.add_argument("--srcdir", default="..")
parser.add_argument("--work", default="mutants", help="the folder of work")
parser.add_argument("--cases", type=int, default=1000, help="of the differential test")
parser.add_argument("--case", type=int, default=1, help="its seed")
parser.add_argument("--cpu", type=int, default=20, help="tests that take more processor seconds are left out")
parser.add_argument("--patience", type=float, default=20, help="a test may wait for so many times its processor time")
parser.add_argument("--quick", type=float, default=0.15, help="processor seconds of the tests that run for each file")
parser.add_argument("--all", action="store_true", help="all tests run for each file")
parser.add_argument("--time", type=float, default=float("inf"), help="runs no more mutants after so many seconds")
parser.add_argument("--threads", type=int, default=os.cpu_count())
parser.add_argument("--only", default="", help="only files with this beginning")
args = parser.parse_args()
args.work = os.path.abspath(args.work)
pool = concurrent.futures.ThreadPoolExecutor(args.threads)
if "prepare" in args.do:
    subprocess.run(["make", "-s", f"-j{args.threads}", "src/libcore.la", *("tests/" + t for t in args.tests.split())],
                   check=True)
    core_libraries = [w for w in re.search(r"dependency_libs='(.*)'", open("src/libcore.la").read()).group(1).split()
                      if w.startswith("-")]
    core = shared(os.path.join(folder_of("."), "core.so"), "-Wl,--whole-archive", "src/.libs/libcore.a",
                  "-Wl,--no-whole-archive", *core_libraries)
    prepare()
if "compile" in args.do:
    recipes = json.load(open(os.path.join(args.work, "recipes.json")))
    texts = {f: open(os.path.join(args.srcdir, f)).read() for f in sorted(recipes) if f.startswith(args.only)}
    compile_all()
if "run" in args.do:
    end = time.monotonic() + args.time
    tests = sorted(os.listdir(os.path.join(args.work, "tests")))
    tests.remove("differential")
    differential = outcome(args.work, "differential", 100, PM_SEED=str(args.case), PM_CASES=str(args.cases))[1]
    seconds = {t: s for t, s in zip(tests, pool.map(measured, tests)) if s is not None}
    mutants = [json.loads(line) for line in open(os.path.join(args.work, "mutants.jsonl"))]
    record = open(os.path.join(args.work, "outcomes.jsonl"), "w", buffering=1)
    ran = [one for one in pool.map(run_mutant, mutants) if one]
    print("| folder | mutants | killed | by the differential test |\n|---|---|---|---|")
    for folder in [*sorted({os.path.dirname(m["file"]) for m in ran}), ""]:
        here = [m["killer"] for m in ran if m["file"].startswith(folder + "/" if folder else "")]
        print(f"| {folder or 'all'} | {len(here)} | {sum(k is not None for k in here)} | {here.count('differential')} |")
