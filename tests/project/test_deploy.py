"""The content of deploy/, and the settings, checked by the programs that read them, if installed.

tests/web/server/test_proxy.py runs the nginx example.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.project import ROOT
from tests.project.deploy_files import (
    compose_faults,
    dockerfile_faults,
    interpolated,
    unit_faults,
)
from tests.web.cluster import postgresql
from tests.web.serving import Server

DEPLOY = ROOT / "deploy"
# Set by a parent for its child processes only.
INSIDE = {"PLYGROUND_PROCESS", "PLYGROUND_PROCESSES", "PLYGROUND_REPLACES"}


# Settings


def settings_in_code(source: Path) -> set[str]:
    text = "".join(file.read_text(encoding="utf-8") for file in sorted(source.rglob("*.py")))
    return set(re.findall(r"\b(?:PLYGROUND|PROMETHEUS)_[A-Z_]+\b", text)) - INSIDE


def settings_in_table(text: str) -> set[str]:
    rows = re.findall(r"^\| (`[^|]*) \|", text, flags=re.MULTILINE)
    names = {name for row in rows for name in re.findall(r"`([A-Z][A-Z_]+)(?:=\w+)?`", row)}
    return {name for name in names if name.startswith(("PLYGROUND_", "PROMETHEUS_"))}


def test_table_lists_exactly_the_settings() -> None:
    table = settings_in_table((ROOT / "docs" / "how-to" / "running.md").read_text(encoding="utf-8"))
    assert len(table) > 15
    assert settings_in_code(ROOT / "src") == table


def test_missing_setting_is_detected(tmp_path: Path) -> None:
    (tmp_path / "new.py").write_text("os.environ['PLYGROUND_NEW']\n", encoding="utf-8")
    assert settings_in_code(tmp_path) == {"PLYGROUND_NEW"}
    assert settings_in_table("| `PLYGROUND_RATE=off` | no |\n| `X` | `PLYGROUND_NO` |") == {
        "PLYGROUND_RATE"
    }


# Containers


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def test_images_are_pinned() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    images = re.findall(r"^FROM (\S+)", dockerfile, flags=re.MULTILINE)
    images += [service["image"] for service in compose()["services"].values()]
    assert len(images) >= 4
    for image in images:
        assert re.fullmatch(r"[a-z]+:\d+\.\d+[\w.-]*", image), f"{image} may be another tomorrow"


def test_the_image_runs_unprivileged_and_has_a_health_check() -> None:
    stages = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").split("\nFROM ")
    assert len(stages) == 3, "one to build and one to run"
    last = stages[-1]
    assert last.index("\nUSER plyground") < last.index("\nENTRYPOINT")
    assert "\nHEALTHCHECK" in last
    assert "/health/" in last
    assert "apt-get" not in last
    assert "PLYGROUND_PROFILE=production" in last


def test_build_context_holds_only_the_sources_of_a_wheel() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    let_in = {rule[1:] for rule in rules if rule.startswith("!")}
    assert all((ROOT / name).exists() for name in let_in)
    assert {"pyproject.toml", "CMakeLists.txt", "src", "cpp", "tools"} <= let_in
    assert "deploy" not in let_in


def test_the_compose_file_waits_for_health_and_keeps_data() -> None:
    services = compose()["services"]
    assert set(services) == {"database", "web"}
    assert all("healthcheck" in service for service in services.values())
    assert services["web"]["depends_on"]["database"]["condition"] == "service_healthy"
    kept = {volume.partition(":")[0] for one in services.values() for volume in one["volumes"]}
    assert kept == set(compose()["volumes"])
    assert services["web"]["read_only"] is True
    assert services["web"]["cap_drop"] == ["ALL"]
    assert all(port.startswith("127.0.0.1:") for port in services["web"]["ports"])
    assert "ports" not in services["database"]
    inside = compose()["networks"]["inside"]["ipam"]["config"][0]
    assert services["web"]["environment"]["FORWARDED_ALLOW_IPS"] == inside["gateway"]


def test_deploy_files_hold_no_secrets() -> None:
    """Secrets come from a file of settings, without which nothing starts."""
    example = (DEPLOY / "plyground.env.example").read_text(encoding="utf-8")
    given = dict(re.findall(r"^([A-Z_]+)=(.*)$", example, flags=re.MULTILINE))
    asked = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    assert set(given) == asked
    assert given["PLYGROUND_SECRET_KEY"] == given["POSTGRES_PASSWORD"] == ""
    for service in compose()["services"].values():
        for name, value in service["environment"].items():
            if re.search("KEY|PASSWORD", name):
                assert re.fullmatch(r"\$\{\w+:\?[^}]+\}", value), f"{name} is written down"
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert "/deploy/plyground.env" in ignored


SETTINGS = {"PLYGROUND_HOSTS": "a.example", "PLYGROUND_SECRET_KEY": "k", "POSTGRES_PASSWORD": "p"}


def test_every_line_of_the_compose_file_is_known() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert compose_faults(text, SETTINGS) == []


def test_docker_reads_the_compose_file(tmp_path: Path) -> None:
    docker = shutil.which("docker") or pytest.skip("docker is not installed")
    known = subprocess.run([docker, "compose", "version"], capture_output=True)
    if known.returncode:
        pytest.skip("this docker knows no compose files")
    env = tmp_path / "env"
    env.write_text("".join(f"{name}={value}\n" for name, value in SETTINGS.items()))
    command = [docker, "compose", "-f", str(DEPLOY / "compose.yaml"), "--env-file", str(env)]
    done = subprocess.run([*command, "config", "--quiet"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_missing_settings_stop_compose() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    for name in SETTINGS:
        given = {**SETTINGS, name: ""}
        assert compose_faults(text, given) == [f"{name} is missing in the file of settings"]


def misspelt(text: str, key: str) -> Iterator[str]:
    """The text with one key misspelt, for every key."""
    for found in re.finditer(key, text, flags=re.MULTILINE):
        yield text[: found.end(1)] + "x" + text[found.end(1) :]


def test_misspelt_lines_are_detected() -> None:
    """Names of services, volumes, networks and settings are free, but others refer to them."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    texts = list(misspelt(text, r"^ *([a-z_]+):"))
    passing = [one for one in texts if not compose_faults(one, SETTINGS)]
    assert len(texts) > 40
    assert [yaml.safe_load(one)["services"].keys() for one in passing] == [{"database", "webx"}]
    unit = (DEPLOY / "plyground.service").read_text(encoding="utf-8")
    texts = [*misspelt(unit, r"^(\w+)="), *misspelt(unit, r"^\[(\w+)\]")]
    assert len(texts) > 45
    assert [one for one in texts if not unit_faults(one)] == []
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    texts = list(misspelt(dockerfile, r"^([A-Z]+) "))
    assert len(texts) > 12
    assert [one for one in texts if not dockerfile_faults(one)] == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("interval: 5s", "interval: 5"),
        ("unless-stopped", "sometimes"),
        ("service_healthy", "service_happy"),
        ("- data:/data", "- date:/data"),
        ("networks: [inside]", "networks: [outside]"),
        ("read_only: true", "read_only: maybe"),
        ("retries: 3", "retries: three"),
        ("8000:8000", "8000"),
        ("    init: true\n", "    init: true\n    init: true\n"),
        ("gateway: 172.30.77.1", "gateway: here"),
        ("${PLYGROUND_SMTP:-}", "${PLYGROUND_SMTP"),
    ],
)
def test_wrong_values_in_the_compose_file_are_detected(right: str, wrong: str) -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert right in text
    assert compose_faults(text.replace(right, wrong, 1), SETTINGS) != []


def test_every_line_of_the_dockerfile_is_known() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert dockerfile_faults(text) == []
    assert dockerfile_faults(text.replace("--from=build", "--from=made")) != []
    assert dockerfile_faults(text.replace("USER plyground", "USER somebody")) != []


def test_service_of_the_compose_file_starts_and_becomes_healthy(tmp_path: Path) -> None:
    """Its command with its environment, and the check of its health, on this machine."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    given = {**SETTINGS, "PLYGROUND_SECRET_KEY": "k" * 60}
    web = yaml.safe_load(interpolated(text, given))["services"]["web"]
    command = web["command"]
    assert (command[0], command[-2:]) == ("serve", ["--workers", "2"])
    with postgresql() as url, socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        settings = {**web["environment"], "DATABASE_URL": url, "PLYGROUND_LOG": "text"}
        settings = {name: value or "" for name, value in settings.items()}
        free.close()
        places = {"0.0.0.0": "127.0.0.1", "8000": str(port)}
        words = [places.get(word, word) for word in command[1:] if word != "--no-browser"]
        server = Server(tmp_path, *words, **settings).start()
        try:
            assert server.port == port
            check = [word.replace(":8000", f":{port}") for word in web["healthcheck"]["test"]]
            assert check[:2] == ["CMD", "python"]
            done = subprocess.run([sys.executable, *check[2:]], capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        finally:
            server.stop()


# systemd


def test_every_line_of_the_unit_is_known() -> None:
    text = (DEPLOY / "plyground.service").read_text(encoding="utf-8")
    assert unit_faults(text) == []
    for right, wrong in (("=yes", "=maybe"), ("0700", "700"), ("512", "many"), ("=2G", "=2X")):
        assert unit_faults(text.replace(right, wrong, 1)) != []


def systemd(tmp_path: Path, *command: str) -> str:
    """The verdict of systemd itself on the unit, with a program that exists in it."""
    program = shutil.which("systemd-analyze") or pytest.skip("there is no systemd here")
    unit = tmp_path / "plyground.service"
    text = (DEPLOY / "plyground.service").read_text(encoding="utf-8")
    there = shutil.which("true") or "/bin/true"
    unit.write_text(text.replace("/opt/plyground/bin/plyground", there), encoding="utf-8")
    done = subprocess.run(
        [program, *command, str(unit)], capture_output=True, text=True, timeout=60
    )
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    return output


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    assert systemd(tmp_path, "verify", "--man=no") == ""


def test_systemd_rates_the_unit_as_restricted(tmp_path: Path) -> None:
    output = systemd(tmp_path, "security", "--offline=true", "--threshold=20", "--no-pager")
    assert "Overall exposure level" in output


def test_unit_starts_an_existing_command() -> None:
    text = (DEPLOY / "plyground.service").read_text(encoding="utf-8")
    found = re.search(r"^ExecStart=\S+ serve (.*)$", text, flags=re.MULTILINE)
    assert found is not None
    asked = re.findall(r"--[a-z-]+", found[1])
    help_text = subprocess.run(
        [sys.executable, "-m", "plyground", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "200", "TERM": "dumb"},
    ).stdout
    assert all(option in help_text for option in asked)
    in_compose = compose()["services"]["web"]["command"]
    assert all(word in help_text for word in in_compose if word.startswith("--"))
