"""`plyground lessons` at the prompt."""

from pathlib import Path

import pytest

from plyground.cli import main
from plyground.learn.lessons import lesson_files

GOOD = "game = 'go'\ntitle = 'T'\nsummary = 'S'\n[[steps]]\nwords = 'W'\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code and the output of a command."""
    with pytest.raises(SystemExit) as ended:
        main(["lessons", *arguments])
    output = capsys.readouterr()
    code = ended.value.code
    assert isinstance(code, int)
    return code, output.out, output.err


def test_the_list_names_every_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "list")
    assert code == 0
    for rows in lesson_files.lessons().values():
        for lesson in rows:
            assert lesson.name in out


def test_mistakes_are_reported_with_their_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good, bad = tmp_path / "01-good.toml", tmp_path / "02-bad.toml"
    good.write_text(GOOD, encoding="utf-8")
    bad.write_text(GOOD + "marks = 'Z9'\n", encoding="utf-8")
    assert run(capsys, "check", str(good)) == (0, f"{good}: can be done\n", "")
    code, out, err = run(capsys, "check", str(good), str(bad), str(tmp_path / "none.toml"))
    assert (code, out) == (1, f"{good}: can be done\n")
    assert "02-bad.toml, line 6: Z9 is not on this board." in err
    assert "none.toml can't be read" in err
