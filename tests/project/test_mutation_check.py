"""The faults of tools/mutation_check.py and the tests that it runs for them."""

import py_compile
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from conftest import ROOT
from support.modules import load_module

mutation_check = load_module(ROOT / "tools" / "mutation_check.py")


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("a < b", ["(a <= b)"]),
        ("a = b + 1", ["a = (b - 1)", "a = b + (2)"]),
        ("a and not b", ["(a or not b)", "a and (b)"]),
        ("def f():\n    return x", ["def f():\n    return (None)"]),
        ("def f():\n    return None", []),
        ("if a:\n    pass", ["if (not (a)):\n    pass"]),
        ("a: int | None = True", ["a: int | None = (False)"]),
        ("@f(1)\ndef g() -> int: ...", []),
        ("f'{1}' + 'ä' * 3", ["f'{1}' + ('ä' // 3)", "f'{1}' + 'ä' * (4)"]),
    ],
)
def test_one_place_of_a_python_module_is_changed(source: str, mutants: list[str]) -> None:
    assert [mutant.apply(source) for mutant in mutation_check.python_mutants("x.py", source)] == mutants


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("if (a < b) c += 1;", ["if (a <= b) c += 1;", "if (a < b) c -= 1;", "if (a < b) c += 2;"]),
        ("std::vector<int> a{64};  // 1 + 2", ["std::vector<int> a{65};  // 1 + 2"]),
        ("return !a;", ["return {};", "return a;"]),
        ("return false;", ["return true;"]),
        ('assert(a == 1);\n#define A 1\nconst char* b = "1";', []),
    ],
)
def test_one_place_of_a_cpp_file_is_changed(source: str, mutants: list[str]) -> None:
    assert [mutant.apply(source) for mutant in mutation_check.cpp_mutants("x.hpp", source)] == mutants


def test_most_specific_tests_run_first() -> None:
    first, *others = mutation_check.tests_of("src/outply/jobs/cores.py", ROOT)
    assert first == "tests/jobs/test_cores.py"
    assert "tests/jobs/test_executor.py" in others


def test_tests_of_the_native_core_exist() -> None:
    assert mutation_check.tests_of("native/bitset.hpp", ROOT) == list(mutation_check.CPP_TESTS)


def test_bytecode_of_a_mutant_is_not_used_for_the_restored_source(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    mutation_check.write_source(module, "value = 1")
    py_compile.compile(str(module))
    mutation_check.write_source(module, "value = 2")
    assert not Path(cache_from_source(str(module))).exists()
