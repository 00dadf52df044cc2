#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Terms of sequences, by permatch and in a second way; the file "table" describes the sequences.

    campaign.py TERM...            compute terms, such as A356481:12 or A356481:0..15, and compare them with
                                   the b-files beside this program; lines "sequence n value seconds"
    campaign.py --second TERM...   the same, in the second way, too
    campaign.py --check TERM...    compare with the b-files only, with one run of a program for each TERM
    campaign.py --input TERM       write the graph or the matrix of a term
    campaign.py --write TERM...    the second way must agree with the first; then write the b-files

The programs countmatch, perm-mtx and dimer must be in PATH.  CAMPAIGN_OPTIONS has more options for
them; --mod=P among them compares residues.  A second way is one of

    separated   a weight is a sum of products, one factor for the smaller and one for the larger vertex; so
                a state of a sweep over the vertices is only how many open edges have each of the products
    other primes  for Schur's matrix, whose entries are roots of unity modulo primes
    other order   the vertices, or rows and columns, in another order, modulo PRIME; with the engine hafnian
                  both orders have different pairs, and with the engine sweep different frontiers
    other engine  another engine of permatch, named in the table below
"""
import math
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PRIME = 2147483629


def primes(limit):
    sieve = bytearray([1]) * (limit + 1)
    sieve[0:2] = b"\0\0"
    for p in range(2, math.isqrt(limit) + 1):
        if sieve[p]:
            sieve[p * p :: p] = bytes(len(sieve[p * p :: p]))
    return [p for p in range(limit + 1) if sieve[p]]


PRIMES = primes(2000)


def is_prime(k):
    """Miller-Rabin; its bases prove primality below 3.3e24 (Sorenson and Webster, Math. Comp. 86, 2017)."""
    if k < 43:
        return int(k in PRIMES)
    power = (k - 1 & 1 - k).bit_length() - 1
    for base in PRIMES[:13]:
        x = pow(base, k - 1 >> power, k)
        if x not in (1, k - 1) and all((x := x * x % k) != k - 1 for _ in range(power - 1)):
            return 0
    return 1


def factorial_prime(i, j):
    """Whether i! j + 1 is prime; Lucas's converse of Fermat's theorem proves it, as the factors of i! j are known."""
    k = math.factorial(i) * j + 1
    if not is_prime(k):
        return 0
    for q in (q for q in PRIMES if q <= max(i, j) and (k - 1) % q == 0):
        next(a for a in range(2, k) if pow(a, k - 1, k) == 1 and pow(a, (k - 1) // q, k) != 1)
    return 1


def phi(k):
    return sum(1 for i in range(1, k + 1) if math.gcd(i, k) == 1)


def fibonacci(k):
    a, b = 0, 1
    for _ in range(k):
        a, b = b, a + b
    return a


def thirds(multiple, sign, inner):
    """Types for (multiple * i * j + sign * r) / 3, where r is the residue of inner * i * j modulo 3."""

    def residue(a, b):
        return sign * (inner * a * b % 3)

    return (
        lambda i, size: [(0, i)] + ([(i % 3, 1)] if i % 3 else []),
        lambda j, size: [(0, multiple * j)] + [(a, residue(a, j)) for a in (1, 2) if residue(a, j)],
        3,
    )


def toeplitz(constant, slope):
    """Types for constant(size) + slope * (j - i)."""
    return (
        lambda i, size: [(0, 1), (1, i)],
        lambda j, size: [(0, constant(size) + slope * j), (1, -slope)],
        1,
    )


# name: entry(i, j, size) for 1 <= i < j <= size, and separated types (opening, closing, scale) or None
HAFNIANS = {
    "A338456": (
        lambda i, j, size: (j - i + 1) // 2,
        (
            lambda i, size: [(i % 2, 1), (2 + i % 2, i)],
            lambda j, size: [(j % 2, j), (1 - j % 2, j + 1), (2, -1), (3, -1)],
            2,
        ),
    ),
    "A354865": (lambda i, j, size: phi(j - i), None),
    "A356481": (lambda i, j, size: j - i + 1, toeplitz(lambda size: 1, 1)),
    "A356482": (lambda i, j, size: size - (j - i), toeplitz(lambda size: size, -1)),
    "A356483": (lambda i, j, size: PRIMES[j - i], None),
    "A356484": (lambda i, j, size: PRIMES[size - 1 - (j - i)], None),
    "A357279": (
        lambda i, j, size: i + j - 1,
        (lambda i, size: [(0, 1), (1, i)], lambda j, size: [(0, j - 1), (1, 1)], 1),
    ),
    "A357419": (lambda i, j, size: math.comb(i + j - 2, i - 1), None),
    "A357420": (lambda i, j, size: j - i if j <= 2 * i else 0, None),
    "A357421": (lambda i, j, size: 1 + (i * j - 1) % 9, None),
    "A357503": (lambda i, j, size: j - i, toeplitz(lambda size: 0, 1)),
    "A358158": (lambda i, j, size: i * j // 3, thirds(1, -1, 1)),
    "A358160": (lambda i, j, size: i * j - i * j // 3, thirds(2, 1, 1)),
    "A358162": (lambda i, j, size: -(-i * j // 3), thirds(1, 1, -1)),
    "A358164": (lambda i, j, size: i * j + -i * j // 3, thirds(2, -1, -1)),
    "A381514": (lambda i, j, size: PRIMES[j - i - 1], None),
    "A391640": (
        lambda i, j, size: fibonacci(i + j - 1),
        (
            lambda i, size: [(0, fibonacci(i)), (1, fibonacci(i - 1))],
            lambda j, size: [(0, fibonacci(j)), (1, fibonacci(j - 1))],
            1,
        ),
    ),
    "A393480": (lambda i, j, size: int(str(i * j)[::-1]), None),
}


def square(k):
    return int(math.isqrt(k) ** 2 == k)


def omega(k):
    count, p = 0, 2
    while p * p <= k:
        while k % p == 0:
            k, count = k // p, count + 1
        p += 1
    return count + (k > 1)


# name: entry(i, j, n) of the n x n matrix, and the engine of the second way; without one, another order
PERMANENTS = {
    "A000341": (lambda i, j, n: is_prime(2 * i + 2 * j - 1), None),
    "A000348": (lambda i, j, n: is_prime(4 * i**2 + (2 * j - 1) ** 2), None),
    "A009679": (lambda i, j, n: int(math.gcd(2 * i, 2 * j - 1) == 1), None),
    "A077762": (lambda i, j, n: is_prime(i**2 + (j + n) ** 2), None),
    "A095986": (lambda i, j, n: square(i + j), None),
    "A096901": (lambda i, j, n: square(8 * (i + j) + 1), None),
    "A097082": (lambda i, j, n: square(5 * (i + j) ** 2 + 4) or square(5 * (i + j) ** 2 - 4), None),
    "A103687": (lambda i, j, n: is_prime(i + j + 1), None),
    "A134293": (lambda i, j, n: is_prime(2 * i + 2 * j + 1), None),
    "A276735": (lambda i, j, n: int(omega(i + j) == 2), None),
    "A320843": (lambda i, j, n: int(max(i, j) % min(i, j) == 0), None),
    "A321597": (lambda i, j, n: is_prime(i * j + 1), None),
    "A321611": (lambda i, j, n: is_prime(i**4 + j**4), None),
    "A321805": (lambda i, j, n: factorial_prime(i, j), None),
    "A349099": (lambda i, j, n: i * j % (n + 1), "dense"),
    "A353453": (lambda i, j, n: abs(i - j) if max(i, j) <= 2 * min(i, j) else 0, None),
    "A353933": (lambda i, j, n: 1 + (i * j - 1) % 9, "dense"),
    "A354756": (lambda i, j, n: int(math.lcm(i, j) <= n), None),
    "A358157": (lambda i, j, n: i * j // 3, "dense"),
    "A358159": (lambda i, j, n: i * j - i * j // 3, "dense"),
    "A358161": (lambda i, j, n: -(-i * j // 3), "dense"),
    "A358163": (lambda i, j, n: i * j + -i * j // 3, "dense"),
    "A374067": (lambda i, j, n: PRIMES[abs(i - j) - 1] if i != j else 1, "sweep"),
    "A374068": (lambda i, j, n: PRIMES[abs(i - j) - 1] if i != j else 0, "sweep"),
    "A393240": (lambda i, j, n: fibonacci(i + j - 1), "dense"),
    "A393479": (lambda i, j, n: int(str(i * j)[::-1]), "sweep"),
}

# name: edges of the graph of term n, on 1 ... size
GRAPHS = {"A252897": (lambda n: 2 * n, lambda i, j: square(i + j))}

# name: the word of dimer, and the largest board without an edge; a board of odd sides leaves one vertex free
BOARDS = {"A243510": ("king", 1), "A289202": ("knight", 2)}

OFFSET_ZERO = set(HAFNIANS) | {
    "A003112", "A009679", "A095986", "A096901", "A097082", "A243510", "A252897", "A276735", "A320843",
    "A349099", "A353453", "A353933", "A354756", "A358157", "A358159", "A358161", "A358163", "A374067",
    "A374068", "A393240", "A393479",
}  # fmt: skip


def shuffled(size):
    """An order of 1 ... size that has nothing to do with the usual one."""
    step = next(s for s in range(size * 5 // 13 + 1, 2 * size + 3) if math.gcd(s, size) == 1)
    return [1 + k * step % size for k in range(1, size + 1)]


def rows(name, n, order):
    """The matrix of a term; order permutes rows, and columns by another order where this is allowed."""
    if name in HAFNIANS:
        entry = HAFNIANS[name][0]
        index = order(2 * n)
        return [[0 if i == j else entry(min(i, j), max(i, j), 2 * n) for j in index] for i in index]
    if name in GRAPHS:
        size, edge = GRAPHS[name]
        index = order(size(n))
        return [[0 if i == j else edge(i, j) for j in index] for i in index]
    entry = PERMANENTS[name][0]
    return [[entry(i, j, n) for j in order(n)] for i in order(n)]


def usual(size):
    return range(1, size + 1)


def text(name, n, order=usual):
    if name in BOARDS:
        command = ["dimer", BOARDS[name][0], str(n), str(n)]
        lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        if order is usual:
            return lines
        edges = [line for line in lines.splitlines() if not line.startswith("%")]
        return "\n".join(edges[k - 1] for k in order(len(edges))) + "\n"
    return "".join(" ".join(map(str, row)) + "\n" for row in rows(name, n, order))


def program(name, n):
    if name in BOARDS:
        return ["countmatch"] + ["--unmatched=1"] * (n % 2)
    return ["perm-mtx", "--format=table"] if name in PERMANENTS else ["countmatch", "--format=table", "--as=adjacency"]


def run(command, text, what):
    command = command + os.environ.get("CAMPAIGN_OPTIONS", "").split()
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"campaign.py: {what}: {done.stderr.strip()}")
    return int(done.stdout)


def ask(name, n, order=usual, options=()):
    """The answer of permatch."""
    if n == 0 or (name in BOARDS and n <= BOARDS[name][1]):
        return 1  # the empty product
    if name == "A003112":
        return schur(n)[0]
    return run(program(name, n) + list(options), text(name, n, order), f"{name} {n}")


def schur(n, skipped=0):
    """The permanent of Schur's matrix of order 2 n + 1, and primes enough: per(F) <= order^(order/2), since F /
    sqrt(order) is unitary.  Modulo a prime p = 1 modulo the order there is a root of unity of this order."""
    order = 2 * n + 1
    bits = math.log2(order) * order / 2 + 2 if not skipped else 1
    p = (2**31 // order + 1) * order + 1
    answer, modulus = 0, 1
    while modulus.bit_length() <= bits:
        p -= order
        if p >= 2**31 or not is_prime(p):
            continue
        if skipped:
            skipped -= 1
            continue
        powers = (pow(g, (p - 1) // order, p) for g in range(2, p))
        root = next(w for w in powers if all(pow(w, order // q, p) != 1 for q in PRIMES if order % q == 0))
        matrix = "".join(
            " ".join(str(pow(root, i * j % order, p)) for j in range(order)) + "\n" for i in range(order)
        )
        residue = run(["perm-mtx", "--format=table", f"--mod={p}"], matrix, f"A003112 {n}")
        answer += (residue - answer) * pow(modulus, -1, p) % p * modulus
        modulus *= p
    return answer if answer <= modulus // 2 else answer - modulus, modulus


def separated(size, opening, closing, scale):
    """The hafnian of the weights sum_t opening_t(i) closing_t(j) / scale, for i < j; 2 ... size vertices."""
    states = {(): 1}
    for v in range(1, size + 1):
        after = {}
        for state, value in states.items():
            for kind, factor in opening(v, size):
                longer = state + (0,) * (kind + 1 - len(state))
                new = longer[:kind] + (longer[kind] + 1,) + longer[kind + 1 :]
                if sum(new) <= size - v:
                    after[new] = after.get(new, 0) + value * factor
            for kind, factor in closing(v, size):
                if kind < len(state) and state[kind]:
                    new = state[:kind] + (state[kind] - 1,) + state[kind + 1 :]
                    while new and not new[-1]:
                        new = new[:-1]
                    after[new] = after.get(new, 0) + value * factor * state[kind]
        states = after
    return states.get((), 0) // scale ** (size // 2)


def second(name, n, value):
    """Whether the second way agrees with value."""
    if name == "A003112":
        residue, modulus = schur(n, skipped=8)
        return (value - residue) % modulus == 0
    if name in HAFNIANS and HAFNIANS[name][1]:
        return separated(2 * n, *HAFNIANS[name][1]) == value
    if name in PERMANENTS and PERMANENTS[name][1]:
        return ask(name, n, usual, ["--engine=" + PERMANENTS[name][1], f"--mod={PRIME}"]) == value % PRIME
    return ask(name, n, shuffled, [f"--mod={PRIME}"]) == value % PRIME


def check(word):
    """How many terms of a word there are, and which differ from the b-file; one run answers many terms."""
    pairs = list(terms([word]))
    answers = {n: ask(name, n) for name, n in pairs if n == 0 or name in BOARDS or name == "A003112"}
    name = word.partition(":")[0]
    with tempfile.TemporaryDirectory() as folder:
        rest = [n for _, n in pairs if n not in answers]
        files = [os.path.join(folder, str(n)) for n in rest]
        for n, path in zip(rest, files):
            with open(path, "w") as file:
                file.write(text(name, n))
        if files:
            done = subprocess.run(program(name, 0) + files, capture_output=True, text=True)
            answers |= dict(zip(rest, (int(line.split()[-1]) for line in done.stdout.splitlines())))
    known = stored(name)
    return len(pairs), [n for _, n in pairs if n not in known or answers.get(n) != known[n]]


def stored(name):
    path = os.path.join(HERE, f"b{name[1:]}.txt")
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        return {int(n): int(value) for n, value in (line.split() for line in file if line[0] != "#")}


def terms(words):
    for word in words:
        name, _, numbers = word.partition(":")
        if not any(name in kind for kind in (HAFNIANS, PERMANENTS, GRAPHS, BOARDS, ["A003112"])):
            sys.exit(f"campaign.py: {word}: no such sequence; the file table lists them")
        first, _, last = numbers.partition("..")
        if not first.isdigit() or not (last or first).isdigit():
            sys.exit(f"campaign.py: {word}: a term looks like A356481:12 or A356481:0..15")
        for n in range(int(first), int(last or first) + 1):
            if n or name in OFFSET_ZERO:
                yield name, n


def main(arguments):
    mode = arguments.pop(0) if arguments and arguments[0].startswith("--") else ""
    if not arguments or mode not in ("", "--second", "--check", "--input", "--write"):
        sys.exit(__doc__.strip())
    wrong = 0
    for word in arguments if mode == "--check" else []:
        count, differ = check(word)
        print(word, count, "terms" if not differ else f"WRONG {differ}")
        wrong += len(differ)
    for name, n in terms(arguments) if mode != "--check" else []:
        if mode == "--input":
            sys.stdout.write(text(name, n))
            continue
        known = stored(name)
        start = time.process_time() + sum(os.times()[2:4])
        value = known.get(n) if mode == "--second" and n in known else ask(name, n)
        agrees = n not in known or "--mod" in os.environ.get("CAMPAIGN_OPTIONS", "") or known[n] == value
        if mode in ("--second", "--write"):
            agrees = agrees and second(name, n, value)
        seconds = time.process_time() + sum(os.times()[2:4]) - start
        print(name, n, value, f"{seconds:.2f}", "" if agrees else "WRONG", flush=True)
        wrong += not agrees
        if mode == "--write" and agrees and n not in known:
            known[n] = value
            with open(os.path.join(HERE, f"b{name[1:]}.txt"), "w") as file:
                file.writelines(f"{k} {known[k]}\n" for k in sorted(known))
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
