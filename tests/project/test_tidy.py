"""clang-tidy checks every line of both builds, though not every file twice."""

from pathlib import Path

import pytest

import tidy

PLAIN = "int plain();\n"
ASKS = "#if defined(__AVX2__)\nint fast();\n#endif\n"


@pytest.fixture
def cpp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tidy, "ROOT", tmp_path)
    for folder in ("core", "bind", "games/go", "games/othello"):
        (tmp_path / "cpp" / folder).mkdir(parents=True)
    return tmp_path / "cpp"


def commands(cpp: Path, *files: str) -> list[dict[str, str]]:
    """A compile command of each file for each build."""
    builds = ("_core_baseline", "_core_avx2")
    return [
        {"file": str(cpp / file), "command": f"c++ -DPLYGROUND_MODULE={build} -c {file}"}
        for build in builds
        for file in files
    ]


def second_build(cpp: Path, *files: str, every: bool = False) -> list[str]:
    """The files whose second build is checked, in addition to the first."""
    kept = tidy.chosen(commands(cpp, *files), every)
    first = [entry["file"] for entry in kept if "_core_baseline" in entry["command"]]
    assert first == [str(cpp / file) for file in files]
    second = [Path(entry["file"]) for entry in kept if "_core_avx2" in entry["command"]]
    return [file.relative_to(cpp).as_posix() for file in second]


def test_equal_builds_are_checked_once(cpp: Path) -> None:
    (cpp / "bind" / "module.cpp").write_text(PLAIN)
    assert second_build(cpp, "bind/module.cpp") == []
    assert second_build(cpp, "bind/module.cpp", every=True) == ["bind/module.cpp"]


@pytest.mark.parametrize(
    "condition",
    [
        "#if defined(__AVX2__)",
        "# ifdef __BMI2__",
        "#if 0\n#elif defined(__BMI2__)",
        "#if defined(__AVX512VNNI__)",
    ],
)
def test_changes_are_followed_through_included_headers(cpp: Path, condition: str) -> None:
    (cpp / "core" / "bits.hpp").write_text(f"{condition}\nint fast();\n#endif\n")
    (cpp / "games" / "go" / "rules.hpp").write_text('#include "core/bits.hpp"\n')
    (cpp / "games" / "go" / "bind.cpp").write_text('#  include "rules.hpp"\n')
    (cpp / "bind" / "module.cpp").write_text(PLAIN)
    assert second_build(cpp, "bind/module.cpp", "games/go/bind.cpp") == ["games/go/bind.cpp"]


def test_differing_headers_are_checked_once(cpp: Path) -> None:
    (cpp / "core" / "bits.hpp").write_text(ASKS)
    (cpp / "games" / "othello" / "kernel.hpp").write_text(ASKS)
    both = '#include "core/bits.hpp"\n#include "kernel.hpp"\n'
    (cpp / "bind" / "module.cpp").write_text('#include "core/bits.hpp"\n')
    (cpp / "games" / "go" / "bind.cpp").write_text('#include "core/bits.hpp"\n')
    (cpp / "games" / "othello" / "bind.cpp").write_text('#include "kernel.hpp"\n')
    files = ("bind/module.cpp", "games/go/bind.cpp", "games/othello/bind.cpp")
    assert second_build(cpp, *files) == ["bind/module.cpp", "games/othello/bind.cpp"]
    (cpp / "games" / "othello" / "bind.cpp").write_text(both)
    assert second_build(cpp, *files) == ["games/othello/bind.cpp"]


def test_cyclic_includes_are_followed_once(cpp: Path) -> None:
    (cpp / "core" / "one.hpp").write_text('#include "core/two.hpp"\n' + ASKS)
    (cpp / "core" / "two.hpp").write_text('#include "core/one.hpp"\n')
    (cpp / "bind" / "module.cpp").write_text('#include "core/two.hpp"\n')
    assert second_build(cpp, "bind/module.cpp") == ["bind/module.cpp"]


@pytest.mark.usefixtures("cpp")
def test_foreign_files_are_not_checked() -> None:
    stranger = {"file": "/usr/src/nanobind.cpp", "command": "c++ -c nanobind.cpp"}
    assert tidy.chosen([stranger], every=True) == []


def checked(cpp: Path, changed: str) -> list[str]:
    """The sources that are checked after a change of one file, as `folder/name`."""
    entries = commands(cpp, "bind/module.cpp", "games/go/bind.cpp")
    kept = tidy.chosen(entries, every=False, changed={cpp / changed})
    return [Path(entry["file"]).relative_to(cpp).as_posix() for entry in kept]


def test_changed_source_and_sources_of_a_changed_header_are_checked(cpp: Path) -> None:
    (cpp / "core" / "bits.hpp").write_text(PLAIN)
    (cpp / "games" / "go" / "rules.hpp").write_text('#include "core/bits.hpp"\n')
    (cpp / "games" / "go" / "bind.cpp").write_text('#include "rules.hpp"\n')
    (cpp / "bind" / "module.cpp").write_text('#include "core/bits.hpp"\n')
    assert checked(cpp, "games/go/bind.cpp") == ["games/go/bind.cpp"]
    assert checked(cpp, "games/go/rules.hpp") == ["games/go/bind.cpp"]
    assert checked(cpp, "core/bits.hpp") == ["bind/module.cpp", "games/go/bind.cpp"]
    assert checked(cpp, "games/othello/rules.hpp") == []


def test_changes_are_counted_from_the_merge_base_with_main(
    cpp: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = cpp.parent
    for name in ("GIT_DIR", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)

    def commit(file: str) -> None:
        (root / file).write_text(PLAIN)
        assert tidy.git("add", "-A") is not None
        who = ("-c", "user.name=x", "-c", "user.email=x@x.example")
        assert tidy.git(*who, "commit", "-m", file) is not None

    assert tidy.changed_files() is None
    assert tidy.git("init", "--initial-branch", "main") is not None
    commit("cpp/core/old.hpp")
    assert tidy.changed_files() == set()
    assert tidy.git("checkout", "-b", "work") is not None
    commit("cpp/core/committed.hpp")
    (root / "cpp/core/old.hpp").write_text("// changed\n")
    (root / "cpp/core/new.hpp").write_text(PLAIN)
    names = {"committed.hpp", "old.hpp", "new.hpp"}
    assert tidy.changed_files() == {cpp / "core" / name for name in names}
