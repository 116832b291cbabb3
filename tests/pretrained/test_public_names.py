"""`tkf.pretrained.*`: imported on use, and known to type checkers."""

import ast
import inspect

import pytest

from tokenflock import pretrained


def typed_names():
    """The module of every name that is imported for type checkers alone."""
    tree = ast.parse(inspect.getsource(pretrained))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    home = "tokenflock.pretrained."
    return {
        alias.name: node.module.removeprefix(home) for node in block.body for alias in node.names
    }


def test_what_is_imported_on_use_is_what_type_checkers_see():
    assert typed_names() == pretrained._HOME
    assert sorted(pretrained.__all__) == sorted(pretrained._HOME)
    for name in pretrained.__all__:
        found = getattr(pretrained, name)
        assert found.__name__ == name
        assert found.__doc__


def test_old_names_tell_the_new_ones():
    for old, new in pretrained._RENAMED.items():
        assert new in pretrained.__all__
        with pytest.raises(AttributeError, match=f"is now `tokenflock.pretrained.{new}`"):
            getattr(pretrained, old)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pretrained.nothing  # noqa: B018
