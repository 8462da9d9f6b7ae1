"""Parameters that pytest fills."""

from __future__ import annotations

from python.project.programs import edges_of, program_of, targets

CONFTEST = (
    "import pytest\n@pytest.fixture\ndef db(): pass\n@pytest.fixture(name='user')\ndef make_user(db): pass\n"
)


def test_the_nearest_fixture_wins() -> None:
    program = program_of(
        {
            "conftest.py": CONFTEST,
            "tests/conftest.py": "import pytest\n@pytest.fixture\ndef db(db): pass\n",
            "tests/test_a.py": "def test_one(db, user, tmp_path, request): pass\n",
            "test_b.py": "import pytest\n@pytest.fixture()\ndef db(): pass\ndef test_two(db): pass\n",
        }
    )
    assert edges_of(program, "N", "tests/test_a.py", "test_one(db") == {("tests/conftest.py:3:db", True)}
    assert targets(program, "tests/test_a.py", "user") == {"conftest.py:5:make_user"}
    assert targets(program, "tests/test_a.py", "tmp_path") == set()
    # A fixture that asks for its own name means the next one outwards.
    assert targets(program, "tests/conftest.py", "db(db") == {"conftest.py:3:db"}
    assert targets(program, "test_b.py", "test_two(db") == {"test_b.py:3:db"}
    assert targets(program, "conftest.py", "make_user(db") == {"conftest.py:3:db"}


def test_classes_imports_plugins_and_marks() -> None:
    program = program_of(
        {
            "plugin.py": CONFTEST,
            "shared.py": "import pytest\n@pytest.fixture\ndef net(): pass\n",
            "conftest.py": "pytest_plugins = ['plugin']\n",
            "test_a.py": """
            import pytest
            from shared import net as wire
            class TestThing:
                @pytest.fixture
                def own(self): pass
                @pytest.mark.usefixtures("db")
                @pytest.mark.parametrize("value, other", [])
                def test_it(self, own, wire, value, other, default=1): pass
            def helper(db): pass
            """,
        }
    )
    assert targets(program, "test_a.py", "test_it(self, own") == {"test_a.py:5:own"}
    assert targets(program, "test_a.py", "own, wire") == {"shared.py:3:net"}
    assert targets(program, "test_a.py", 'usefixtures("db') == {"plugin.py:3:db"}
    assert targets(program, "test_a.py", "wire, value") == set()
    assert targets(program, "test_a.py", "helper(db") == set()
