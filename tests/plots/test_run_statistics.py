"""Mean and quantiles of stores, block by block, beside NumPy's of the whole."""

import numpy as np
import pytest
import xarray as xr

from tokenflock.plots import run_statistics
from tokenflock.plots.run_statistics import spread


def values(seeds=40, chunk=None):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(6, seeds, 5))
    x[rng.random(x.shape) < 0.2] = np.nan
    x[2, :, 3] = np.nan  # nothing done there
    made = xr.DataArray(x, dims=("beta", "seed", "time"))
    return made if chunk is None else made.chunk(chunk)


@pytest.mark.parametrize("chunk", [None, {"beta": 4, "seed": 7, "time": 5}, {"beta": 1, "time": 2}])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_blocks_give_what_the_whole_gives(chunk):
    x = values()
    found = spread(values(chunk=chunk))
    np.testing.assert_allclose(found.mean, np.nanmean(x.data, axis=1), rtol=0, atol=1e-15)
    for level, one in zip(run_statistics.LEVELS, found[1:3], strict=True):
        expected = np.nanquantile(x.data, level, axis=1)
        np.testing.assert_allclose(one, expected, rtol=0, atol=1e-14)
    assert found.share == 1
    assert found.mean.dims == ("beta", "time")


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_more_than_memory_holds_is_sampled_for_quantiles_alone(monkeypatch):
    monkeypatch.setattr(run_statistics, "MOST", 1000)
    x = values(seeds=900, chunk={"beta": 2, "seed": 50})
    found = spread(x)
    assert found.share == 1 / 9  # 9000 values in a block
    np.testing.assert_allclose(found.mean, np.nanmean(x.values, axis=1), rtol=0, atol=1e-14)
    expected = np.nanquantile(x.values[:, ::9], 0.9, axis=1)
    np.testing.assert_allclose(found.high, expected, rtol=0, atol=1e-14)
