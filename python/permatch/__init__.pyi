# SPDX-License-Identifier: GPL-3.0-or-later
from collections.abc import Callable, Hashable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from os import PathLike
from typing import Generic, Literal, NamedTuple, Protocol, TypedDict, TypeVar, Union, overload

from numpy import complex128, dtype, float64, generic, int64, intc, ndarray, object_
from numpy.typing import ArrayLike, NDArray
from typing_extensions import TypeAlias, Unpack

from . import photonics as photonics
from ._bounds import Bethe as Bethe
from ._bounds import Bounds as Bounds
from ._bounds import Interval as Interval
from ._devices import DeviceArray as DeviceArray
from ._devices import DeviceBatch as DeviceBatch
from ._door import DomainError as DomainError
from ._door import Error as Error
from ._door import InputError as InputError
from ._door import PrecisionError as PrecisionError
from ._door import PrecisionWarning as PrecisionWarning
from ._door import StoppedError as StoppedError
from ._door import UnableError as UnableError
from ._door import WrongError as WrongError
from ._ising import Ising as Ising
from ._numbers import Complex as Complex
from ._numbers import ExactComplex as ExactComplex
from ._numbers import Gaussian as Gaussian
from ._numbers import Integer as Integer
from ._numbers import Number as Number
from ._numbers import Rational as Rational
from ._numbers import Real as Real
from ._stacks import Batch as Batch

__version__: str
__all__: list[str]

class _Sparse(Protocol):
    """A matrix or array of scipy.sparse."""
    @property
    def shape(self) -> tuple[int, ...]: ...
    def tocsr(self) -> object: ...

class _Graph(Protocol):
    """A graph of networkx or igraph."""
    def is_directed(self) -> bool: ...

class _Frame(Protocol):
    """A data frame of pandas."""
    @property
    def index(self) -> object: ...
    @property
    def columns(self) -> object: ...

class _Molecule(Protocol):
    """A molecule of RDKit."""
    def GetAtoms(self) -> Iterable[object]: ...
    def GetBonds(self) -> Iterable[object]: ...

class _OnDevice(Protocol):
    """An array of a GPU, as of torch, cupy or jax."""
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __dlpack__(self, *, stream: Union[int, None] = None) -> object: ...

_Entry: TypeAlias = Union[int, float, complex, Fraction, Gaussian, generic]
_Exact: TypeAlias = Sequence[Sequence[Union[int, Fraction]]]
_One: TypeAlias = Union[Sequence[Sequence[_Entry]], ndarray[tuple[int, int], dtype[generic]]]
_Many: TypeAlias = Union[Sequence[Sequence[Sequence[_Entry]]], ndarray[tuple[int, int, int], dtype[generic]]]
_Shares: TypeAlias = Union[NDArray[float64], NDArray[complex128], NDArray[object_]]
_Matrix: TypeAlias = Union[ArrayLike, Sequence[Sequence[_Entry]], _Sparse]
_Stack: TypeAlias = Union[ArrayLike, Sequence[Sequence[Sequence[_Entry]]]]
_Line: TypeAlias = Union[ArrayLike, Sequence[_Entry]]
_Times: TypeAlias = Union[Sequence[int], Sequence[Sequence[int]], NDArray[int64], NDArray[intc], None]
_Unmatched: TypeAlias = Union[int, Literal["least"]]
_Precision: TypeAlias = Union[int, Literal["exact", "double", "dd"], None]
_Coupling: TypeAlias = Union[int, float, Fraction, generic]
_Edge: TypeAlias = tuple[Hashable, Hashable]

_Matchings = TypeVar("_Matchings")
_Labelled = TypeVar("_Labelled", bound=_Frame)

class Best(NamedTuple, Generic[_Matchings]):
    matchings: _Matchings
    weights: Union[NDArray[float64], NDArray[object_]]
    logs: NDArray[float64]
    rest: Union[int, float, Fraction, None]
    log10_rest: float

_Missing: TypeAlias = Union[complex, Fraction, Decimal, Gaussian]

class _QueryOptions(TypedDict, total=False):
    threads: int
    memory: int
    seconds: float

class _EntryOptions(_QueryOptions, total=False):
    missing: _Missing

class _ShareOptions(_EntryOptions, total=False):
    rtol: float
    strict: bool
    estimate: float
    delta: float
    seed: int

class _Tuned(_QueryOptions, total=False):
    strict: bool
    gpus: int
    engine: str
    reduce: str
    no_reduce: str
    modulus: Union[int, str]
    audit: float
    checkpoint: Union[str, bytes, PathLike[str]]
    checkpoint_every: float
    unproved: bool
    seed: int

class _Options(_Tuned, total=False):
    epsilon: float

class _Observed(_Tuned, total=False):
    progress: Callable[[float], object]
    prove: Union[str, PathLike[str]]

class _Watched(_Observed, total=False):
    epsilon: float

class _Entries(_Watched, total=False):
    missing: _Missing

@overload
def permanent(a: _Exact, *, rows: _Times = None, cols: _Times = None, precision: Literal["exact", None] = None,
              rtol: None = None, log: Literal[False] = False, **options: Unpack[_Entries]) -> Union[Integer, Rational]: ...
@overload
def permanent(a: NDArray[float64], *, rows: _Times = None, cols: _Times = None, precision: _Precision = None,
              rtol: Union[float, None] = None, log: bool = False, **options: Unpack[_Entries]) -> Union[Integer, Rational, Real]: ...
@overload
def permanent(a: Sequence[Sequence[float]], *, rows: _Times = None, cols: _Times = None, precision: _Precision = None,
              rtol: Union[float, None] = None, log: bool = False, **options: Unpack[_Entries]) -> Union[Integer, Rational, Real]: ...
@overload
def permanent(a: _Matrix, *, rows: _Times = None, cols: _Times = None, precision: _Precision = None,
              rtol: Union[float, None] = None, log: bool = False, **options: Unpack[_Entries]) -> Number: ...
@overload
def permanents(stack: _Stack, *, rows: _Times = None, cols: _Times = None, precision: _Precision = None,
               normalized: bool = False, threads: int = 0, rtol: Union[float, None] = None,
               strict: bool = False, gpus: int = 0, log: bool = False, missing: _Missing = ...) -> Batch: ...
@overload
def permanents(stack: _OnDevice, *, rows: _Times = None, cols: _Times = None, precision: _Precision = None,
               normalized: bool = False, threads: int = 0, rtol: Union[float, None] = None,
               strict: bool = False, gpus: int = 0) -> DeviceBatch: ...
@overload
def permanent_of_product(left: _One, right: _One, *, rows: _Times = None, cols: _Times = None,
                         precision: _Precision = None, normalized: bool = False, threads: int = 0,
                         rtol: Union[float, None] = None, strict: bool = False) -> Number: ...
@overload
def permanent_of_product(left: _Many, right: _Many, *, rows: _Times = None, cols: _Times = None,
                         precision: _Precision = None, normalized: bool = False, threads: int = 0,
                         rtol: Union[float, None] = None, strict: bool = False) -> Batch: ...
@overload
def permanent_of_product(left: _Stack, right: _Stack, *, rows: _Times = None, cols: _Times = None,
                         precision: _Precision = None, normalized: bool = False, threads: int = 0,
                         rtol: Union[float, None] = None, strict: bool = False) -> Union[Number, Batch]: ...
def minors(a: _Stack, *, rows: _Times = None, cols: _Times = None, precision: _Precision = None,
           threads: int = 0, rtol: Union[float, None] = None, strict: bool = False,
           log: bool = False) -> Batch: ...
def gradient(a: _Stack, *, rows: _Times = None, cols: _Times = None, precision: _Precision = None,
             threads: int = 0, rtol: Union[float, None] = None, strict: bool = False,
             log: bool = False) -> Batch: ...
def hafnian(a: _Matrix, *, repeats: _Times = None, precision: _Precision = None, rtol: Union[float, None] = None,
            log: bool = False, **options: Unpack[_Watched]) -> Number: ...
@overload
def hafnians(stack: _Stack, *, loops: Union[bool, _Stack] = False, repeats: _Times = None, precision: _Precision = None,
             normalized: bool = False, threads: int = 0, rtol: Union[float, None] = None,
             strict: bool = False, gpus: int = 0, log: bool = False) -> Batch: ...
@overload
def hafnians(stack: _OnDevice, *, loops: Union[bool, _OnDevice] = False, repeats: _Times = None, precision: _Precision = None,
             normalized: bool = False, threads: int = 0, rtol: Union[float, None] = None,
             strict: bool = False, gpus: int = 0) -> DeviceBatch: ...
def hafnian_patterns(a: _Matrix, cutoff: int, *, loops: Union[bool, _Line] = False, precision: _Precision = None,
                     normalized: bool = False, threads: int = 0, rtol: Union[float, None] = None,
                     strict: bool = False) -> Batch: ...
def loop_hafnian(a: _Matrix, loops: Union[_Line, None] = None, *, repeats: _Times = None, precision: _Precision = None,
                 rtol: Union[float, None] = None, log: bool = False, **options: Unpack[_Watched]) -> Number: ...
def hafnian_gradient(a: _Stack, *, loops: Union[bool, _Stack] = False, repeats: _Times = None, precision: _Precision = None,
                     threads: int = 0, rtol: Union[float, None] = None, strict: bool = False) -> Batch: ...
def pfaffian(a: _Matrix, *, precision: _Precision = None, rtol: Union[float, None] = None,
             **options: Unpack[_Watched]) -> Number: ...
@overload
def pfaffians(stack: _Stack, *, precision: _Precision = None, threads: int = 0, rtol: Union[float, None] = None,
              strict: bool = False) -> Batch: ...
@overload
def pfaffians(stack: _OnDevice, *, precision: _Precision = None, threads: int = 0, rtol: Union[float, None] = None,
              strict: bool = False) -> DeviceBatch: ...
def pfaffian_gradient(a: _Stack, *, precision: _Precision = None, threads: int = 0, rtol: Union[float, None] = None,
                      strict: bool = False) -> Batch: ...
@overload
def torontonian(o: _One, *, precision: _Precision = None, rtol: Union[float, None] = None,  # type: ignore[overload-overlap, unused-ignore]
                threads: int = 0, gpus: int = 0, strict: bool = False) -> Real: ...
@overload
def torontonian(o: _Many, *, precision: _Precision = None, rtol: Union[float, None] = None,  # type: ignore[overload-overlap, unused-ignore]
                threads: int = 0, gpus: int = 0, strict: bool = False) -> Batch: ...
@overload
def torontonian(o: _Stack, *, precision: _Precision = None, rtol: Union[float, None] = None,
                threads: int = 0, gpus: int = 0, strict: bool = False) -> Union[Real, Batch]: ...
@overload
def torontonian(o: _OnDevice, *, precision: _Precision = None, rtol: Union[float, None] = None,
                threads: int = 0, gpus: int = 0, strict: bool = False) -> DeviceBatch: ...
@overload
def loop_torontonian(o: _One, gamma: _Line, *, precision: _Precision = None, rtol: Union[float, None] = None,
                     threads: int = 0, gpus: int = 0, strict: bool = False) -> Real: ...
@overload
def loop_torontonian(o: _Many, gamma: _Line, *, precision: _Precision = None, rtol: Union[float, None] = None,
                     threads: int = 0, gpus: int = 0, strict: bool = False) -> Batch: ...
@overload
def loop_torontonian(o: _Stack, gamma: _Line, *, precision: _Precision = None, rtol: Union[float, None] = None,
                     threads: int = 0, gpus: int = 0, strict: bool = False) -> Union[Real, Batch]: ...
@overload
def loop_torontonian(o: _OnDevice, gamma: _OnDevice, *, precision: _Precision = None, rtol: Union[float, None] = None,
                     threads: int = 0, gpus: int = 0, strict: bool = False) -> DeviceBatch: ...
@overload
def montrealer(a: _One, loops: Union[_Line, None] = None, *, precision: _Precision = None,  # type: ignore[overload-overlap, unused-ignore]
               rtol: Union[float, None] = None, threads: int = 0, strict: bool = False) -> Union[Real, Complex]: ...
@overload
def montrealer(a: _Stack, loops: Union[_Line, None] = None, *, precision: _Precision = None, rtol: Union[float, None] = None,
               threads: int = 0, strict: bool = False) -> Union[Real, Complex, Batch]: ...
@overload
def low_rank_hafnian(left: _One, loops: Union[_Line, None] = None, *, repeats: _Times = None,  # type: ignore[overload-overlap, unused-ignore]
                     precision: _Precision = None, normalized: bool = False, rtol: Union[float, None] = None,
                     threads: int = 0, strict: bool = False) -> Union[Real, Complex]: ...
@overload
def low_rank_hafnian(left: _Stack, loops: Union[_Stack, None] = None, *, repeats: _Times = None, precision: _Precision = None,
                     normalized: bool = False, rtol: Union[float, None] = None, threads: int = 0,
                     strict: bool = False) -> Union[Real, Complex, Batch]: ...
def perfect_matchings(graph: Union[_Graph, _Matrix], *, unmatched: Union[_Unmatched, None] = None,
                      weight: Union[str, None] = None, precision: _Precision = None, log: bool = False,
                      **options: Unpack[_Watched]) -> Number: ...
def cycle_covers(graph: _Graph, least: Literal[1, 2, 3] = 1, *, weight: Union[str, None] = None,
                 precision: _Precision = None, log: bool = False, **options: Unpack[_Watched]) -> Number: ...
def estimate(a: Union[_Graph, _Matrix], epsilon: float = 0.01, delta: float = 0.05, *, weight: Union[str, None] = None,
             log: bool = False, **options: Unpack[_Observed]) -> Number: ...
def bounds(a: Union[_Graph, _Matrix], *, weight: Union[str, None] = None, log: bool = False,
           **options: Unpack[_EntryOptions]) -> Bounds: ...
def bethe(a: _Matrix, *, log: bool = False, **options: Unpack[_EntryOptions]) -> Bethe: ...
def interval(a: _Matrix, error: Union[float, Fraction, _Matrix], *, precision: _Precision = None,
             **options: Unpack[_QueryOptions]) -> Interval: ...
@overload
def marginals(a: _Graph, *, unmatched: _Unmatched, weight: Union[str, None] = None, precision: _Precision = None,
              log: bool = False, signed: bool = False, **options: Unpack[_QueryOptions]
              ) -> tuple[dict[_Edge, Union[float, Fraction]], dict[Hashable, Union[float, Fraction]]]: ...
@overload
def marginals(a: _Matrix, *, unmatched: _Unmatched, precision: _Precision = None, log: bool = False, signed: bool = False,
              **options: Unpack[_EntryOptions]
              ) -> tuple[Union[NDArray[float64], NDArray[object_], _Sparse],
                         tuple[Union[NDArray[float64], NDArray[object_]], Union[NDArray[float64], NDArray[object_]]]]: ...
@overload
def marginals(a: _Graph, *, unmatched: None = None, weight: Union[str, None] = None, precision: _Precision = None,
              log: bool = False, signed: bool = False, **options: Unpack[_ShareOptions]
              ) -> dict[_Edge, Union[float, Fraction]]: ...
@overload
def marginals(a: _One, *, unmatched: None = None, precision: _Precision = None, log: bool = False, signed: bool = False,
              adjacency: Union[bool, None] = None, **options: Unpack[_ShareOptions]) -> _Shares: ...
@overload
def marginals(a: _Many, *, unmatched: None = None, precision: _Precision = None, log: bool = False, signed: bool = False,
              adjacency: Union[bool, None] = None, **options: Unpack[_ShareOptions]) -> Batch: ...
@overload
def marginals(a: Union[_Stack, _Matrix], *, unmatched: None = None, precision: _Precision = None, log: bool = False,
              signed: bool = False, adjacency: Union[bool, None] = None,
              **options: Unpack[_ShareOptions]) -> Union[_Shares, Batch, _Sparse]: ...
def joint_marginals(a: ArrayLike, rows: Sequence[int], *, log: bool = False, threads: int = 0,
                    rtol: Union[float, None] = None, strict: bool = False, signed: bool = False,
                    missing: _Missing = ...) -> Batch: ...
@overload
def jpda(weights: _One, missed: ArrayLike = 1, *, log: bool = False, precision: _Precision = None,
         **options: Unpack[_ShareOptions]) -> _Shares: ...
@overload
def jpda(weights: _Many, missed: ArrayLike = 1, *, log: bool = False, precision: _Precision = None,
         **options: Unpack[_ShareOptions]) -> Batch: ...
@overload
def jpda(weights: ArrayLike, missed: ArrayLike = 1, *, log: bool = False, precision: _Precision = None,
         **options: Unpack[_ShareOptions]) -> Union[_Shares, Batch]: ...
@overload
def sample(a: _Graph, count: int = 1, *, seed: Union[int, None] = None, weight: Union[str, None] = None,
           log: bool = False, **options: Unpack[_QueryOptions]) -> list[list[_Edge]]: ...
@overload
def sample(a: _Labelled, count: int = 1, *, seed: Union[int, None] = None, adjacency: Union[bool, None] = None,
           log: bool = False, **options: Unpack[_EntryOptions]) -> _Labelled: ...
@overload
def sample(a: _Matrix, count: int = 1, *, seed: Union[int, None] = None, adjacency: Union[bool, None] = None,
           log: bool = False, **options: Unpack[_EntryOptions]) -> NDArray[intc]: ...
def sample_cycle_covers(graph: _Graph, count: int = 1, least: Literal[1, 2] = 1, *, seed: Union[int, None] = None,
                        weight: Union[str, None] = None, log: bool = False,
                        **options: Unpack[_QueryOptions]) -> list[list[list[Hashable]]]: ...
@overload
def best(a: _Graph, count: int = 1, *, weight: Union[str, None] = None, precision: _Precision = None,
         log: bool = False, **options: Unpack[_QueryOptions]) -> Best[list[list[_Edge]]]: ...
@overload
def best(a: _Labelled, count: int = 1, *, precision: _Precision = None, log: bool = False,
         **options: Unpack[_EntryOptions]) -> Best[_Labelled]: ...
@overload
def best(a: _Matrix, count: int = 1, *, precision: _Precision = None, log: bool = False,
         **options: Unpack[_EntryOptions]) -> Best[NDArray[intc]]: ...
def matching_polynomial(a: Union[_Graph, _Matrix], *, weight: Union[str, None] = None,
                        adjacency: Union[bool, None] = None,
                        **options: Unpack[_EntryOptions]) -> list[Union[int, Fraction]]: ...
def clar_polynomial(graph: Union[_Graph, _Matrix], *, memory: int = 0, seconds: float = 0) -> list[int]: ...
def kekule(molecule: _Molecule, *, skeleton: bool = False) -> _Graph: ...
@overload
def ising(couplings: Union[_Graph, Iterable[tuple[Hashable, Hashable, _Coupling]]], beta: _Coupling, *,
          field: Union[_Coupling, None] = None, weight: Union[str, None] = "weight") -> Ising: ...
@overload
def ising(couplings: Union[_Graph, Iterable[tuple[Hashable, Hashable, _Coupling]]],
          beta: Union[Sequence[_Coupling], NDArray[float64]], *, field: Union[_Coupling, None] = None,
          weight: Union[str, None] = "weight") -> list[Ising]: ...
def plan(a: Union[_Graph, _Matrix], *, unmatched: Union[_Unmatched, None] = None, precision: _Precision = None,
         log: bool = False, **options: Unpack[_Options]) -> str: ...
