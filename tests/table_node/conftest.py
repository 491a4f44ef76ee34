"""A table under way for the tests of the witness."""

import pytest

from felt.fact import TableSeen
from tests.table_node.tabletop import Tabletop
from tests.table_node.told import guide


@pytest.fixture
def table() -> Tabletop:
    """A bare table that was seen whole, hand h1 under way."""
    tabletop = Tabletop()
    assert tabletop.settle() == [TableSeen(())]
    guide(tabletop, "h1", "dealing")
    return tabletop
