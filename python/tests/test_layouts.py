# SPDX-License-Identifier: GPL-3.0-or-later
"""Every public function takes arrays of every layout, and gives what it gives for a contiguous array, to the last bit."""

import inspect
import warnings

import numpy
import pytest

import permatch
from permatch import photonics

# Numbers of 8 bits, so that every type holds them; symmetric and not, real and complex.
REAL = numpy.array([[1, 2.5, 3, 0.5], [2, 1.25, 4, 1], [0.75, 3, 1, 2], [1.5, 0.25, 2, 5]])
EVEN = (REAL + REAL.T) / 2
COMPLEX, EVEN_COMPLEX = REAL * (1 + 0.5j) - 1j, EVEN * (1 + 0.5j) - 1j
STACK, EVENS = numpy.stack([REAL, REAL.T + 1]), numpy.stack([EVEN, EVEN + 1])
ODD, ODD_COMPLEX, ODDS = REAL - REAL.T, COMPLEX - COMPLEX.T, STACK - STACK.transpose(0, 2, 1)
LOOPS = numpy.array([0.5, 1, 2, 4])
HALF = numpy.diag([0.5, 0.25, 0.5, 0.25])
SWAP = numpy.array([[0, 1], [1, 0.0]])

# Functions of one array, and the arrays that they get.
CALLS = {
    "permanent": (lambda a, put: permatch.permanent(a), REAL, COMPLEX),
    "permanent, rows": (lambda a, put: permatch.permanent(a, rows=[2, 1, 1, 0]), REAL, COMPLEX),
    "permanent, exactly": (lambda a, put: permatch.permanent(a, precision="exact"), REAL, COMPLEX),
    "permanents": (lambda a, put: permatch.permanents(a), STACK, STACK * 1j + 1),
    "permanent_of_product": (lambda a, put: permatch.permanent_of_product(a, put(LOOPS[:, None] * LOOPS)), REAL, COMPLEX),
    "minors": (lambda a, put: permatch.minors(a), REAL, COMPLEX),
    "gradient": (lambda a, put: permatch.gradient(a, rows=[2, 1, 1, 1]), REAL, COMPLEX),
    "hafnian": (lambda a, put: permatch.hafnian(a), EVEN, EVEN_COMPLEX),
    "hafnian, repeats": (lambda a, put: permatch.hafnian(a, repeats=[1, 1, 2, 2]), EVEN, EVEN_COMPLEX),
    "hafnian, exactly": (lambda a, put: permatch.hafnian(a, repeats=[1, 1, 2, 2], precision="exact"), EVEN, EVEN_COMPLEX),
    "hafnians": (lambda a, put: permatch.hafnians(a, loops=True), EVENS, EVENS * 1j + 1),
    "hafnians, loops": (lambda a, put: permatch.hafnians(a, loops=put(numpy.stack([LOOPS, LOOPS]))), EVENS, EVENS * 1j + 1),
    "hafnian_patterns": (lambda a, put: permatch.hafnian_patterns(a, 3, loops=put(LOOPS)), EVEN, EVEN_COMPLEX),
    "hafnian_gradient": (lambda a, put: permatch.hafnian_gradient(a), EVEN, EVENS * 1j + 1),
    "hafnian_gradient, loops": (lambda a, put: permatch.hafnian_gradient(a, loops=put(LOOPS)), EVEN, EVEN_COMPLEX),
    "loop_hafnian": (lambda a, put: permatch.loop_hafnian(a), EVEN, EVEN_COMPLEX),
    "loop_hafnian, loops": (lambda a, put: permatch.loop_hafnian(a, put(LOOPS)), EVEN, EVEN_COMPLEX),
    "loop_hafnian, repeats": (lambda a, put: permatch.loop_hafnian(a, put(LOOPS), repeats=[2, 1, 0, 3]), EVEN, EVEN_COMPLEX),
    "loop_hafnian, bits": (lambda a, put: permatch.loop_hafnian(a, put(LOOPS), precision=80), EVEN, EVEN_COMPLEX),
    "torontonian": (lambda a, put: permatch.torontonian(a), HALF, HALF + 0j),
    "low_rank_hafnian": (lambda a, put: permatch.low_rank_hafnian(a, put(LOOPS)), EVEN, EVEN_COMPLEX),
    "montrealer": (lambda a, put: permatch.montrealer(a, put(LOOPS)), EVEN, EVEN_COMPLEX),
    "loop_torontonian": (lambda a, put: permatch.loop_torontonian(a, put(LOOPS / 8)), HALF, HALF + 0j),
    "pfaffian": (lambda a, put: permatch.pfaffian(a), ODD, ODD_COMPLEX),
    "pfaffian, exactly": (lambda a, put: permatch.pfaffian(a, precision="exact"), ODD, ODD_COMPLEX),
    "pfaffians": (lambda a, put: permatch.pfaffians(a), ODDS, ODDS * (1 + 1j)),
    "pfaffian_gradient": (lambda a, put: permatch.pfaffian_gradient(a), ODD, ODDS * (1 + 1j)),
    "perfect_matchings": (lambda a, put: permatch.perfect_matchings(a), EVEN, EVEN_COMPLEX),
    "estimate": (lambda a, put: permatch.estimate(a), REAL),
    "bounds": (lambda a, put: permatch.bounds(a), REAL, COMPLEX),
    "bethe": (lambda a, put: permatch.bethe(a).beliefs, REAL),
    "interval": (lambda a, put: permatch.interval(a, 0.125), REAL, COMPLEX),
    "marginals": (lambda a, put: permatch.marginals(a), REAL),
    "marginals, signed": (lambda a, put: permatch.marginals(a, signed=True), COMPLEX),
    "marginals of a stack": (lambda a, put: permatch.marginals(a), STACK),
    "marginals, log": (lambda a, put: permatch.marginals(a, log=True), REAL),
    "marginals, unmatched": (lambda a, put: permatch.marginals(a, unmatched=2), REAL),
    "joint_marginals": (lambda a, put: permatch.joint_marginals(a, [2, 0]), REAL),
    "joint_marginals, signed": (lambda a, put: permatch.joint_marginals(a, [2, 0], signed=True), COMPLEX),
    "sample": (lambda a, put: permatch.sample(a, 20, seed=1), REAL),
    "best": (lambda a, put: permatch.best(a, 2).logs, REAL),
    "jpda": (lambda a, put: permatch.jpda(a, 2), REAL),
    "matching_polynomial": (lambda a, put: permatch.matching_polynomial(a), REAL),
    "plan": (lambda a, put: permatch.plan(a), REAL, COMPLEX),
    "probabilities": (lambda a, put: photonics.probabilities(a, [1, 1], [[1, 1], [2, 0]]), SWAP, SWAP * 1j),
    "amplitudes": (lambda a, put: photonics.amplitudes(a, [1, 1], [[1, 1], [2, 0]]), SWAP, SWAP * 1j),
    "all_outputs": (lambda a, put: photonics.all_outputs(a, [1, 1]), SWAP, SWAP * 1j),
    "partly_distinguishable": (lambda a, put: photonics.partly_distinguishable(a, [1, 1], [1, 1], 0.5), SWAP, SWAP * 1j),
    "sample_photons": (lambda a, put: photonics.sample_photons(a, [1, 1], 3, seed=1), SWAP, SWAP * 1j),
    "gaussian_probabilities": (lambda a, put: photonics.gaussian_probabilities(a, [[1, 0], [1, 1]]), HALF * 4),
    "density_elements": (lambda a, put: photonics.density_elements(a, [[1, 0], [1, 1]], [1, 0]), HALF * 4),
    "photon_moments": (lambda a, put: photonics.photon_moments(a, [[1, 0], [1, 1]]), HALF * 4),
    "photon_cumulants": (lambda a, put: photonics.photon_cumulants(a, [[1, 0], [1, 1]]), HALF * 4),
    "fock_threshold_probabilities": (lambda a, put: photonics.fock_threshold_probabilities(a, [1, 1], [[1, 1], [1, 0]]), SWAP, SWAP * 1j),
    "beyond_cutoff": (lambda a, put: photonics.beyond_cutoff(a, 3), HALF * 4),
    "threshold_probabilities": (lambda a, put: photonics.threshold_probabilities(a, [[1, 0], [1, 1]]), HALF * 4),
    "sample_gaussian": (lambda a, put: photonics.sample_gaussian(a, count=3, seed=1), HALF * 4),
    "sample_threshold": (lambda a, put: photonics.sample_threshold(a, count=3, seed=1), HALF * 4),
}
GRAPHS = {"clar_polynomial", "kekule", "ising", "cycle_covers", "sample_cycle_covers"}  # they take no arrays, or no weights


def unaligned(a):
    record = numpy.zeros(a.shape, dtype=[("skip", "u1"), ("x", a.dtype)])
    record["x"] = a
    return record["x"]


def read_only(a):
    a = a.copy()
    a.flags.writeable = False
    return a


def spread(a):
    wide = numpy.full([2 * n for n in a.shape], 77, dtype=a.dtype)
    part = wide[tuple(slice(None, None, 2) for _ in a.shape)]
    part[...] = a
    return part


def frame(a):
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(a) if a.ndim == 2 else pandas.Series(a) if a.ndim == 1 else a


def mixed_frame(a):
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame({k: a[:, k].astype(object if k else a.dtype) for k in range(a.shape[1])}) if a.ndim == 2 else a


def tensor(change):
    def made(a):
        return change(pytest.importorskip("torch").tensor(numpy.ascontiguousarray(a)))
    return made


def of_jax(a):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    return jax.numpy.asarray(a)


def of_scipy(a):
    return pytest.importorskip("scipy.sparse").csr_matrix(a) if a.ndim == 2 else a


LAYOUTS = {
    "columns first": numpy.asfortranarray,
    "transposed": lambda a: numpy.ascontiguousarray(a.T).T,
    "every other": spread,
    "backwards": lambda a: numpy.ascontiguousarray(a[::-1])[::-1],
    "all axes backwards": lambda a: numpy.flip(numpy.ascontiguousarray(numpy.flip(a))),
    "columns backwards": lambda a: numpy.asfortranarray(a[..., ::-1])[..., ::-1],
    "other bytes": lambda a: a.astype(a.dtype.newbyteorder()),
    "unaligned": unaligned,
    "read only": read_only,
    "short": lambda a: a.astype("c8" if a.dtype.kind == "c" else "f4"),
    "objects": lambda a: a.astype(object),
    "lists": lambda a: a.tolist(),
    "matrix": lambda a: numpy.matrix(a) if a.ndim == 2 else a,
    "without masked entries": lambda a: numpy.ma.array(a),
    "data frame": frame,
    "data frame of objects": mixed_frame,
    "torch": tensor(lambda t: t),
    "torch, transposed": tensor(lambda t: t.mT.contiguous().mT if t.ndim > 1 else t),
    "torch, conjugate": tensor(lambda t: t.conj().resolve_conj().conj()),
    "torch, negative": tensor(lambda t: (t * -1j).conj().imag if not t.is_complex() else t),
    "jax": of_jax,
    "sparse": of_scipy,
}
FROM_SHORT = {"objects", "lists", "data frame of objects"}  # exact numbers may be computed in another way


def same(found, wanted, exactly):
    if isinstance(wanted, (str, list)):
        return found == wanted or not exactly
    if isinstance(wanted, tuple):
        return len(found) == len(wanted) and all(same(*pair, exactly) for pair in zip(found, wanted))
    if hasattr(found, "toarray"):
        found = found.toarray()
    if hasattr(found, "to_numpy"):
        found = found.to_numpy()
    found, wanted = (x if isinstance(x, numpy.ndarray) else numpy.asarray(complex(x)) for x in (found, wanted))
    near = (found == wanted) if exactly else (abs(found - wanted) <= 1e-12 * (1 + abs(wanted))) | (found == wanted)
    return found.shape == wanted.shape and near.all()


class _Tensor:
    """What a tensor of torch that requires a gradient looks like."""

    requires_grad, shape, ndim = True, (4, 4), 2

    def resolve_neg(self):
        raise AssertionError("its gradient would be lost")


@pytest.mark.parametrize("name", CALLS)
def test_gradients_are_not_lost(name):
    with pytest.raises(permatch.InputError, match=r"permatch.torch has .*detach\(\)"):
        CALLS[name][0](_Tensor(), lambda a: a)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", CALLS)
def test_layout(name, layout):
    function, *arrays = CALLS[name]
    put = LAYOUTS[layout]
    if (name, layout) == ("marginals, log", "sparse"):
        return  # an entry 0 of a sparse matrix is not there, and log=True of an array takes it for the entry 1
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        for array in arrays:
            exactly = layout not in FROM_SHORT and layout != "sparse"
            assert same(function(put(array), put), function(array, lambda a: a), exactly), (name, layout)


def test_all_functions():
    """No function of the package is left out."""
    public = [name for module in (permatch, photonics) for name in module.__all__
              if inspect.isfunction(getattr(module, name))]
    assert not set(public) - {name.split(",")[0].split(" ")[0] for name in CALLS} - GRAPHS


@pytest.mark.parametrize("name", CALLS)
def test_masked(name):
    """A masked entry is no number: it is refused, in whatever array it is."""
    function, array, *_ = CALLS[name]
    masked = numpy.ma.array(array, mask=abs(array) == abs(array).max())
    for given in (masked, list(masked)):
        with pytest.raises(permatch.InputError, match="masked"):
            function(given, lambda a: a)


@pytest.mark.parametrize("name", ["hafnians, loops", "hafnian_patterns", "loop_hafnian, loops", "loop_torontonian"])
def test_masked_loops(name):
    function, array, *_ = CALLS[name]
    with pytest.raises(permatch.InputError, match="masked"):
        function(array, lambda a: numpy.ma.array(a, mask=a == a))
