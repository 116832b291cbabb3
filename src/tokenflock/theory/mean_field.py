"""The mean field on the circle: infinitely many tokens as a density, with noise or without.

    d_t f = -d_a (f v) + (1 / kappa) d_a^2 f,     v = (1 / beta) d_a log(e^(beta cos) * f)   (SA),
                                                  v = (1 / beta) d_a (e^(beta cos) * f)      (USA),

for tokens at angle a with Q = K = V = I under full attention and noise sqrt(2 / kappa) dW.  In
moments z_k = E e^(ika) the convolution is exact: it multiplies z_k by I_k(beta).  Without noise
clusters become points in the end, which no finite number of moments follows.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp
from scipy.special import ive

from tokenflock.errors import InputError
from tokenflock.numerics.reals import number, whole
from tokenflock.theory.weighting import is_softmax

SETTLING = 50  # times a density is replaced by the one that noise balances in its field
RESOLVED = 1e-8  # the largest last moment of a density that is still resolved


@dataclass(frozen=True)
class MeanField:
    """Full attention between infinitely many tokens on the circle; `kappa` may be infinite.

    `modes` moments are kept.  Densities are given by their moments z_1, z_2, ..., complex; z_0 = 1.

    >>> field = tkf.theory.MeanField(beta=1.0, kappa=5.0)
    >>> z = field.evolved([0.0, 60.0], tkf.theory.wrapped_normal(0.5))
    >>> print(f"{abs(z[-1, 0]):.6f} {abs(field.stationary()[0]):.6f}")
    0.853008 0.853008
    """

    beta: float
    kappa: float = np.inf
    weighting: str = "softmax"
    modes: int = 32

    def __post_init__(self) -> None:
        if not np.isfinite(number("beta", self.beta)):
            raise InputError(f"`beta` must be finite. Got {self.beta!r}.")
        if not number("kappa", self.kappa) > 0:
            raise InputError(f"`kappa` must be positive. Got {self.kappa!r}.")
        if whole("modes", self.modes) < 2:
            raise InputError(f"`modes` must be at least 2. Got {self.modes!r}.")
        is_softmax(self.weighting)

    @property
    def angles(self) -> np.ndarray:
        """The grid of angles on which products are formed, fine enough for those of three."""
        count = 4 * self.modes
        return 2 * np.pi * np.arange(count) / count

    def density(self, z: ArrayLike) -> np.ndarray:
        """f = (1 / 2 pi) sum_k z_k e^(-ika) on the grid `angles`."""
        return self._series(np.asarray(z, complex)) / (2 * np.pi)

    def moments(self, f: ArrayLike) -> np.ndarray:
        """z_k = int e^(ika) f da of a density on the grid, k = 1...modes."""
        f = np.asarray(f, float)
        return 2 * np.pi * np.fft.ifft(f, axis=-1)[..., 1 : self.modes + 1]

    def _series(self, z: np.ndarray, mean: float = 1.0) -> np.ndarray:
        """mean + 2 Re sum_k z_k e^(-ika) on the grid."""
        count = 4 * self.modes
        whole = np.zeros((*z.shape[:-1], count // 2 + 1), complex)
        whole[..., 0], whole[..., 1 : z.shape[-1] + 1] = mean, z
        return np.fft.irfft(np.conj(whole), count, axis=-1) * count

    def _bessel(self) -> np.ndarray:
        """e^-|beta| I_k(beta) for k = 0...modes, with the sign of I_k(-beta) = (-1)^k I_k(beta)."""
        k = np.arange(self.modes + 1)
        return ive(k, abs(self.beta)) * np.where(self.beta < 0, (-1.0) ** k, 1.0)

    def velocity(self, z: ArrayLike) -> np.ndarray:
        """v on the grid."""
        z = np.asarray(z, complex)
        k, bessel = np.arange(1, self.modes + 1), self._bessel()
        if self.beta == 0:
            return self._series(-1j * np.where(k == 1, 0.5, 0.0) * z, mean=0.0)
        pull = self._series(-1j * k * bessel[1:] * z, mean=0.0) / self.beta
        if is_softmax(self.weighting):
            return pull / self._series(bessel[1:] * z, mean=float(bessel[0]))
        return pull * np.exp(abs(self.beta))

    def rate_of_change(self, z: ArrayLike) -> np.ndarray:
        """dz_k/dt = ik E[v e^(ika)] - (k^2 / kappa) z_k."""
        z = np.asarray(z, complex)
        k = np.arange(1, self.modes + 1)
        flux = self.moments(self.density(z) * self.velocity(z))
        return 1j * k * flux - k**2 / self.kappa * z

    def evolved(self, times: ArrayLike, z0: ArrayLike, tol: float = 1e-9) -> np.ndarray:
        """The moments (time, modes) of a density that starts with moments z0 at the first time."""
        times, start = _increasing(times), self._padded(z0)
        found = solve_ivp(
            lambda t, y: _parts(self.rate_of_change(_complex(y))), (times[0], times[-1]),
            _parts(start), "LSODA", times, rtol=tol, atol=tol * 1e-2,
        )  # fmt: skip
        return self._resolved(_complex(found.y.T))

    def _resolved(self, z: np.ndarray) -> np.ndarray:
        """Moments whose last ones are negligible."""
        last = float(np.abs(z[..., -2:]).max())
        if not last < RESOLVED:
            raise InputError(
                f"The density becomes too sharp for {self.modes} moments (the last is {last:.1e}). "
                "Take more `modes`, more noise, or shorter times."
            )
        return z

    def _padded(self, z: ArrayLike) -> np.ndarray:
        z = np.atleast_1d(np.asarray(z, complex))
        if z.ndim != 1 or not np.isfinite(z).all() or (np.abs(z) > 1 + 1e-12).any():
            raise InputError("Moments must be a row of numbers, |z_k| <= 1.")
        return np.concatenate([z, np.zeros(self.modes)])[: self.modes]

    def stationary(self, start: ArrayLike = 0.9) -> np.ndarray:
        """The moments of a density at rest, symmetric about a = 0, found from a first guess:

            f ~ (e^(beta cos) * f)^(kappa / beta)   (SA),   f ~ e^((kappa / beta) e^(beta cos) * f).

        `start` is the order parameter of a wrapped normal to begin with, or moments; a small one
        finds the uniform density where that is stable.
        """
        if self.kappa == np.inf:
            raise InputError("Without noise the densities at rest are points: give a `kappa`.")
        z = _guess(start, self.modes)
        for _ in range(SETTLING):
            z = self._at_rest(z, self.kappa)
        z = _newton(lambda y: self._at_rest(y, self.kappa) - y, z)
        return self._resolved(z.astype(complex))

    def branch(self, order: ArrayLike) -> np.ndarray:
        """The inverse temperatures kappa at which densities at rest have order parameters z_1.

        They tell how the uniform density loses its stability: where kappa falls with growing order
        clusters appear by a jump, below the `critical_kappa`.
        """
        orders = np.atleast_1d(np.asarray(order, float))
        if not ((orders > 0) & (orders < 1)).all():
            raise InputError(f"`order` must lie between 0 and 1. Got {order!r}.")
        return np.array([self._kappa_of(r) for r in orders]).reshape(np.shape(order))

    def _kappa_of(self, r: float) -> float:
        """The noise at which z_1 = r: solved for kappa and the other moments."""

        def miss(y: np.ndarray) -> np.ndarray:
            z = np.concatenate([[r], y[1:]])
            return self._at_rest(z, y[0]) - z

        first = np.concatenate([[self.critical_kappa()], _guess(r, self.modes)[1:]])
        return float(_newton(miss, first)[0])

    def _at_rest(self, z: np.ndarray, kappa: float) -> np.ndarray:
        """The moments of the density that noise balances in the field of real moments z."""
        if self.beta == 0:
            log_f = kappa * z[0] * np.cos(self.angles)
        else:
            bessel = self._bessel()
            field = self._series(bessel[1:] * z.astype(complex), mean=float(bessel[0]))
            softmax = is_softmax(self.weighting)
            climbed = np.log(field) if softmax else field * np.exp(abs(self.beta))
            log_f = kappa / self.beta * climbed
        f = np.exp(log_f - log_f.max())
        return self.moments(f / f.mean() / (2 * np.pi)).real

    def critical_kappa(self) -> float:
        """The inverse temperature at which the uniform density loses its stability,

        beta I_0 / I_1   (SA),     beta / I_1   (USA),     2 at beta = 0.
        """
        if self.beta == 0:
            return 2.0
        bessel = self._bessel()
        scale = bessel[0] if is_softmax(self.weighting) else np.exp(-abs(self.beta))
        return float(self.beta * scale / bessel[1])

    def gaussian_closure(self, times: ArrayLike, r0: float) -> np.ndarray:
        """The order parameter r(t) if densities stayed wrapped normals, z_k = r^(k^2):

            dr/dt = dz_1/dt of the mean field at z_k = r^(k^2),

        r (1 - r^4) / 2 - r / kappa at beta = 0.  Exact where the uniform density is left.
        """
        times = _increasing(times)
        if not 0 < r0 < 1:
            raise InputError(f"`r0` must lie between 0 and 1. Got {r0!r}.")

        def slope(t: float, r: np.ndarray) -> list[float]:
            return [
                float(self.rate_of_change(_guess(float(np.clip(r[0], 0, 1)), self.modes))[0].real)
            ]

        found = solve_ivp(
            slope, (times[0], times[-1]), [r0], "DOP853", times, rtol=1e-9, atol=1e-12
        )
        return found.y[0]


def wrapped_normal(order: float, modes: int = 32) -> np.ndarray:
    """The moments r^(k^2) of a normal law wrapped around the circle, with order parameter r."""
    if not 0 <= number("order", order) <= 1:
        raise InputError(f"`order` must lie between 0 and 1. Got {order!r}.")
    return order ** (np.arange(1.0, modes + 1) ** 2)


def _increasing(times: ArrayLike) -> np.ndarray:
    """Finite times, each later than the one before: densities do not diffuse backward."""
    t = np.asarray(times, float)
    if t.ndim != 1 or not len(t) or not np.isfinite(t).all() or (np.diff(t) <= 0).any():
        raise InputError(f"`times` must be finite and increase. Got {times!r}.")
    return t


def _newton(miss: Callable[[np.ndarray], np.ndarray], y: np.ndarray) -> np.ndarray:
    """A zero of `miss` near y, by differences of fixed length: high moments are nearly zero."""
    for _ in range(30):
        here = miss(y)
        slope = np.array([(miss(y + 1e-7 * e) - here) / 1e-7 for e in np.eye(len(y))]).T
        step = np.linalg.lstsq(slope, -here, rcond=1e-12)[0]
        y = y + step
        if np.abs(step).max() < 1e-11:
            return y
    raise InputError("No density at rest was found from here. Begin with another `start`.")


def _guess(start: ArrayLike, modes: int) -> np.ndarray:
    if np.ndim(start) == 0:
        return wrapped_normal(float(np.real(start)), modes)
    return np.concatenate([np.real(start), np.zeros(modes)])[:modes]


def _parts(z: np.ndarray) -> np.ndarray:
    return np.concatenate([z.real, z.imag])


def _complex(y: np.ndarray) -> np.ndarray:
    half = y.shape[-1] // 2
    return y[..., :half] + 1j * y[..., half:]
