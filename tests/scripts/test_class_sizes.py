"""scripts/class-sizes counts the members of classes, and finds those that are too large."""

from conftest import ROOT
from oracle import commands
from oracle.scripts import load_script

class_sizes = load_script("class-sizes")

HEADER = """
class Small {
  public:
    Small() = default;
    void act();
    void act(int n) { n_ = n; }
    struct Part {
        int a, b;
    };

  private:
    int n_ = 0;
};
"""


def test_members_are_counted(tmp_path):
    (tmp_path / "small.hpp").write_text(HEADER)
    found = class_sizes.sizes(["small.hpp"], tmp_path)
    assert found == {("small.hpp", "Small"): (4, 1), ("small.hpp", "Small::Part"): (2, 2)}


def test_large_classes_are_found():
    of = class_sizes.Size
    engine, other = ("engine/a.hpp", "A"), ("exchange/b.hpp", "B")
    assert class_sizes.findings({engine: of(40, 30), other: of(60, 60)}, {}) == []
    for large in ({engine: of(41, 0)}, {engine: of(31, 31)}, {other: of(61, 0)}):
        assert len(class_sizes.findings(large, {})) == 1, large
    assert class_sizes.findings({engine: of(50, 20)}, {engine: of(50, 20)}) == []
    assert "has grown" in class_sizes.findings({engine: of(51, 20)}, {engine: of(50, 20)})[0]
    assert "engine/a.hpp A 49 20" in class_sizes.findings({engine: of(49, 20)}, {engine: of(50, 20)})[0]
    assert "no line" in class_sizes.findings({engine: of(40, 20)}, {engine: of(50, 20)})[0]


def test_no_class_of_this_repository_is_too_large():
    outcome = commands.run([ROOT / "scripts" / "class-sizes"], ROOT)
    assert outcome.status == 0, outcome
