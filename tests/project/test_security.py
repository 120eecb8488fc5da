"""Security: ruff's rules for our code, and pip-audit for our packages."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.project import ROOT


def test_security_rules_are_active(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text("import subprocess\nsubprocess.run('ls ' + input(), shell=True)\n")
    command = [sys.executable, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml")]
    done = subprocess.run([*command, "--select", "S", str(file)], capture_output=True, text=True)
    assert done.returncode == 1
    assert "S602" in done.stdout


def vulnerable(audit: dict[str, Any]) -> list[str]:
    """The packages with known vulnerabilities, and those vulnerabilities."""
    return [
        f"{one['name']} {one['version']}: {', '.join(hole['id'] for hole in one['vulns'])}"
        for one in audit["dependencies"]
        if one.get("vulns")
    ]


def judge(answer: str, code: int) -> None:
    """Fails if pip-audit has found a vulnerability; skips if it could not check."""
    try:
        audit = json.loads(answer)
    except ValueError:
        pytest.skip("the list of known holes can't be reached")
    assert vulnerable(audit) == []
    known = [one["name"] for one in audit["dependencies"] if "skip_reason" not in one]
    if "django" not in known:
        pytest.skip("the reachable list of vulnerabilities does not have our packages")
    assert code == 0


@pytest.mark.deep
def test_no_package_has_a_known_vulnerability() -> None:
    """Needs the network."""
    command = [sys.executable, "-m", "pip_audit", "--progress-spinner", "off", "--format", "json"]
    try:
        done = subprocess.run(
            [*command, "--skip-editable", "--timeout", "15"],
            capture_output=True,
            text=True,
            timeout=180,
        )
    except subprocess.TimeoutExpired:
        pytest.skip("the list of known holes does not answer in time")
    judge(done.stdout, done.returncode)


HOLE = {"id": "PYSEC-1", "fix_versions": ["2.0"]}
GOOD = {"name": "django", "version": "5.2", "vulns": []}
BAD = {"name": "bad", "version": "1.0", "vulns": [HOLE]}
UNKNOWN = {"name": "plyground", "skip_reason": "distribution marked as editable"}


@pytest.mark.parametrize("rows", [[GOOD, BAD, UNKNOWN], [BAD, UNKNOWN]])
def test_known_vulnerability_is_reported(rows: list[dict[str, Any]]) -> None:
    """Even if the database is incomplete: a skip would hide it."""
    with pytest.raises(AssertionError, match=r"bad 1\.0: PYSEC-1"):
        judge(json.dumps({"dependencies": rows}), 1)


def test_packages_that_could_not_be_audited_fail_the_check() -> None:
    for answer in ("", "no JSON", json.dumps({"dependencies": [UNKNOWN]})):
        with pytest.raises(pytest.skip.Exception):
            judge(answer, 1)
    judge(json.dumps({"dependencies": [GOOD, UNKNOWN]}), 0)
    with pytest.raises(AssertionError):
        judge(json.dumps({"dependencies": [GOOD, UNKNOWN]}), 1)
