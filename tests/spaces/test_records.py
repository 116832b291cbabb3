"""The record of every space, and a space of one's own wherever ours serve."""

import numpy as np
import pytest

import tokenflock as tkf
from tokenflock import plots, spaces
from tokenflock._jax import jnp
from tokenflock.observables import clusters
from tokenflock.spaces import Space, SpaceRecord, named, record_of
from tokenflock.spec import registry, vocabulary

NAMES = tuple(dict.fromkeys(word.partition(":")[0] for word in vocabulary.SPACES))
WORDS = [word.replace("TAU", "2").replace("ALPHA", "0.5") for word in vocabulary.SPACES]


class Walls(Space, name="walls"):
    """Tokens of the square [-1, 1]^d, stopped by its walls: nine lines of a user's own."""

    def velocity(self, t, x, attention):
        return attention(x)

    def retract(self, x):
        return x.clip(-1.0, 1.0)


class Mine(Space):
    """One without a name."""

    def velocity(self, t, x, attention):
        return attention(x) - x


class Half(Space):
    """One with a record, made of ours."""

    record = SpaceRecord("half-speed", unit=True, metric="angle", title="Half")

    def velocity(self, t, x, attention):
        return 0.5 * tkf.Sphere().velocity(t, x, attention)

    def retract(self, x):
        return tkf.normalize(x)


def test_every_word_of_the_vocabulary_has_a_record_and_the_other_way_round():
    ours = {name for name, entry in registry._ENTRIES["space"].items() if not entry.is_own}
    assert ours == set(NAMES)
    assert [record_of(name).name for name in NAMES] == list(NAMES)


@pytest.mark.parametrize("word", WORDS)
def test_a_word_stands_for_the_space_of_its_record(word):
    space = named(word)
    assert space.record.name == word.partition(":")[0]
    assert space.record is record_of(word)
    assert getattr(spaces, type(space).__name__) is type(space)


@pytest.mark.parametrize("name", NAMES)
def test_numbers_stand_where_the_record_says(name):
    words = {word for word in vocabulary.SPACES if word.partition(":")[0] == name}
    number = record_of(name).number
    assert any(":" in word for word in words) == (number is not None)
    assert number is None or f"{name}:{number}" in words


@pytest.mark.parametrize("word", WORDS)
def test_unit_spaces_keep_tokens_on_the_sphere_and_others_do_not(word):
    space = named(word)
    far = np.array([[3.0, 4.0], [0.0, 2.0]])
    norms = np.linalg.norm(np.asarray(space.retract(jnp.asarray(far))), axis=-1)
    assert np.allclose(norms, 1.0) == space.record.unit
    if space.record.unit:
        with pytest.raises(tkf.InputError, match="must lie on the unit sphere"):
            space.check(far, tkf.SelfAttention(1.0))
    else:
        space.check(far, tkf.SelfAttention(1.0))


@pytest.mark.slow
@pytest.mark.parametrize("word", WORDS)
def test_angles_compare_tokens_whose_norm_attention_does_not_feel(word):
    # Where directions count, the field of stretched tokens turns them as that of unit tokens does.
    space, attention = named(word), tkf.SelfAttention(1.3)
    x = tkf.normalize(np.random.default_rng(0).normal(size=(5, 3)))

    def turning(stretch):
        y = jnp.asarray(stretch * x)
        v = np.asarray(space.velocity(0.5, y, attention))
        across = v - (v * x).sum(axis=-1, keepdims=True) * x
        return across / np.linalg.norm(across, axis=-1, keepdims=True)

    agree = np.allclose(turning(1.0), turning(4.0), rtol=0, atol=1e-9)
    assert agree == (space.record.metric == "angle")


def test_both_parts_of_mix_ln_are_known_as_mix_ln():
    space = tkf.MixLN(1.0)
    assert space.during(0.5).record == space.record
    assert space.during(2.0).record.metric == "angle"


def test_datasets_tell_what_the_record_says():
    run = tkf.simulate(tkf.Spec(n=4, space="preln", t_end=0.5, samples=2))
    assert run.x.attrs["space"] == "preln"
    assert run.x.attrs["metric"] == "angle"
    assert run.x.attrs["space_title"] == "Pre-LN"


def test_a_space_of_ones_own_gets_a_record():
    assert Walls.record == SpaceRecord("walls", unit=False, metric="euclidean", title="Walls")
    assert Mine.record == SpaceRecord("mine", unit=False, metric="euclidean", title="Mine")
    assert Half.record == SpaceRecord("half-speed", unit=True, metric="angle", title="Half")
    with pytest.raises(tkf.InputError, match="There is no space 'mine'"):
        record_of("mine")


@pytest.mark.slow
def test_a_space_of_ones_own_is_followed():
    attention, start = tkf.SelfAttention(1.0), np.array([[0.5, 0.1], [0.3, -0.2]])
    path = tkf.solve(tkf.Flow(attention, Walls()), start, [0.0, 1.0, 5.0])
    free = tkf.solve(tkf.Flow(attention, tkf.Euclidean()), start, [0.0, 5.0])
    assert float(np.abs(free.x).max()) > 5.0
    np.testing.assert_allclose(path.x[-1, :, 0], 1.0)
    run = tkf.simulate(tkf.Spec(init=start, space="walls", t_end=5.0, samples=3))
    np.testing.assert_allclose(run.x[-1], path.x[-1], rtol=0, atol=1e-6)


@pytest.mark.slow
def test_half_the_speed_is_twice_the_time():
    x0 = tkf.normalize(np.random.default_rng(1).normal(size=(6, 3)))
    attention = tkf.SelfAttention(2.0)
    slow = tkf.solve(tkf.Flow(attention, Half()), x0, [0.0, 2.0], tol=1e-10)
    fast = tkf.solve(tkf.Flow(attention), x0, [0.0, 1.0], tol=1e-10)
    np.testing.assert_allclose(slow.x[-1], fast.x[-1], rtol=0, atol=1e-8)
    drawn = tkf.simulate(tkf.Spec(n=3, init="gaussian", space="half-speed", t_end=1.0, samples=2))
    np.testing.assert_allclose(np.linalg.norm(drawn.x, axis=-1), 1.0)


@pytest.mark.parametrize(("space", "title"), [(Walls(), "Walls"), (Mine(), "Mine")])
def test_a_space_of_ones_own_is_drawn_and_clustered(space, title):
    x0 = np.repeat([[0.1, 0.2], [-0.3, 0.5]], 3, axis=0)
    run = tkf.solve(tkf.Flow(tkf.SelfAttention(1.0), space), x0, [0.0, 0.5])
    assert f",  {title}" in plots.figure_of(run).get_suptitle()
    np.testing.assert_array_equal(clusters(run.x)[0], [0, 0, 0, 1, 1, 1])


def test_a_layer_of_ones_own_is_an_euler_step_and_a_retraction():
    x0 = np.array([[0.9, 0.1], [0.8, -0.2]])
    flow = tkf.Flow(tkf.SelfAttention(1.0), Walls())
    path = tkf.solve(flow, x0, [0.0, 1.0], method="layers", step=1.0)
    expected = np.clip(x0 + np.asarray(flow.attention(x0)), -1.0, 1.0)
    np.testing.assert_allclose(path.x[-1], expected)
