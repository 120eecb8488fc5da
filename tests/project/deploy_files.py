"""Checks the files in deploy/ line by line, where docker and systemd are absent.

Every key must be known and its value must have the right form, so that a misspelt line is found.
Both functions return faults as sentences; an empty list: none.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import yaml

Is = Callable[[Any], bool]
_DURATION = r"(\d+(us|ms|s|m|h))+"
_SIZE = r"\d+[KMGT]?"


def _like(pattern: str) -> Is:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _one_of(*values: object) -> Is:
    return lambda value: any(value is one or value == one for one in values)


def _list_of(check: Is) -> Is:
    return lambda value: isinstance(value, list) and bool(value) and all(map(check, value))


def _is_boolean(value: Any) -> bool:
    return isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


# Compose


class _Unique(yaml.SafeLoader):
    """Refuses a key that is given twice."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        keys = [self.construct_object(key) for key, _ in node.value]
        if len(keys) != len(set(keys)):
            raise yaml.YAMLError("a key is given twice")
        return super().construct_mapping(node, deep)


_HEALTH: dict[str, Is] = {
    "test": lambda value: (
        isinstance(value, list)
        and len(value) > 1
        and value[0] in ("CMD", "CMD-SHELL")
        and all(isinstance(word, str) for word in value)
    ),
    "interval": _like(_DURATION),
    "timeout": _like(_DURATION),
    "start_period": _like(_DURATION),
    "retries": _is_number,
}
_BUILD: dict[str, Is] = {"context": _like(r"\S+"), "dockerfile": _like(r"\S+")}
_SERVICE: dict[str, Is | dict[str, Is]] = {
    "image": _like(r"[a-z0-9./-]+:[\w.-]+"),
    "build": _BUILD,
    "restart": _one_of("no", "always", "on-failure", "unless-stopped"),
    "init": _is_boolean,
    "read_only": _is_boolean,
    "command": _list_of(_like(r".+")),
    "environment": lambda value: isinstance(value, dict) and all(map(_like(r"[A-Z_]+"), value)),
    "ports": _list_of(_like(r"(\d+\.\d+\.\d+\.\d+:)?\d+:\d+")),
    "volumes": _list_of(_like(r"[a-z]+:/[\w/]+")),
    "depends_on": lambda value: isinstance(value, dict),
    "healthcheck": _HEALTH,
    "tmpfs": _list_of(_like(r"/\w+")),
    "cap_drop": _list_of(_one_of("ALL")),
    "security_opt": _list_of(_one_of("no-new-privileges:true")),
    "networks": _list_of(_like(r"[a-z]+")),
}
_CONDITIONS = ("service_started", "service_healthy", "service_completed_successfully")


_VARIABLE = r"\$\$|\$\{([A-Z_]+)(?:(:-|:\?)([^}\n]*))?\}"


def interpolated(text: str, settings: Mapping[str, str]) -> str:
    """The text with settings in place of ${NAME}, ${NAME:-default} and ${NAME:?why}, as in compose.

    >>> interpolated("${A} ${B:-b} $$", {"A": "a"})
    'a b $'
    """

    def value(found: re.Match[str]) -> str:
        if found[0] == "$$":
            return "$"
        name, sign, more = found[1], found[2], found[3]
        given = settings.get(name, "")
        if not given and sign == ":?":
            raise ValueError(f"{name} {more}")
        return given or (more if sign == ":-" else "")

    if "$" in re.sub(_VARIABLE, "", text):
        raise ValueError("a $ stands for nothing")
    return re.sub(_VARIABLE, value, text)


def compose_faults(text: str, settings: Mapping[str, str]) -> list[str]:
    """What is wrong with a compose file."""
    try:
        data = yaml.load(interpolated(text, settings), _Unique)
    except (ValueError, yaml.YAMLError) as error:
        return [str(error)]
    return list(_compose_faults(data))


def _compose_faults(data: Any) -> Iterator[str]:
    top = {
        "name": _like(r"[a-z]+"),
        "services": lambda value: isinstance(value, dict) and bool(value),
        "volumes": lambda value: isinstance(value, dict),
        "networks": lambda value: isinstance(value, dict),
    }
    yield from _faults("", data, top)
    if not isinstance(data, dict) or not isinstance(data.get("services"), dict):
        return
    for name, service in data["services"].items():
        yield from _faults(name, service, _SERVICE)
        yield from _references(name, service, data)
    for name, volume in (data.get("volumes") or {}).items():
        if volume is not None:
            yield f"volumes.{name}: has settings"
    for name, network in (data.get("networks") or {}).items():
        address = r"\d+\.\d+\.\d+\.\d+"
        config = {"subnet": _like(rf"{address}/\d+"), "gateway": _like(address)}
        try:
            (row,) = network["ipam"]["config"]
            others = [set(network) - {"ipam"}, set(network["ipam"]) - {"config"}]
        except (KeyError, TypeError, ValueError):
            yield f"networks.{name}: no ipam.config of one row"
            continue
        yield from _faults(f"networks.{name}", row, config)
        yield from (f"networks.{name}: unknown {key}" for keys in others for key in keys)


def _faults(place: str, data: Any, checks: Mapping[str, Is | dict[str, Is]]) -> Iterator[str]:
    if not isinstance(data, dict):
        yield f"{place}: is not a mapping"
        return
    for key, value in data.items():
        check = checks.get(key)
        if check is None:
            yield f"{place}.{key}: unknown key"
        elif isinstance(check, dict):
            yield from _faults(f"{place}.{key}", value, check)
        elif not check(value):
            yield f"{place}.{key}: cannot be {value!r}"


def _references(name: str, service: Any, data: Any) -> Iterator[str]:
    if not isinstance(service, dict):
        return
    if "image" not in service and "build" not in service:
        yield f"{name}: has neither image nor build"
    for volume in service.get("volumes") or ():
        if str(volume).partition(":")[0] not in (data.get("volumes") or {}):
            yield f"{name}.volumes: {volume} is not declared"
    for network in service.get("networks") or ():
        if network not in (data.get("networks") or {}):
            yield f"{name}.networks: {network} is not declared"
    waits = service.get("depends_on")
    for other, how in waits.items() if isinstance(waits, dict) else ():
        if fault := _wait_fault(data["services"].get(other), how):
            yield f"{name}.depends_on.{other}: {fault}"


def _wait_fault(awaited: Any, how: Any) -> str:
    if awaited is None:
        return "there is no such service"
    if not isinstance(how, dict) or how.get("condition") not in _CONDITIONS or len(how) > 1:
        return "unknown condition"
    if how["condition"] == "service_healthy" and "healthcheck" not in awaited:
        return "it has no healthcheck"
    return ""


# systemd

_YES = _like("yes|no")
_NAMES = _like(r"[\w-]+")
_WORDS = r"[\w@.-]+( [\w@.-]+)*"
_UNIT: dict[str, dict[str, Is]] = {
    "Unit": {
        "Description": _like(".+"),
        "Wants": _like(rf"({_WORDS}\.(target|service))"),
        "After": _like(r"[\w.-]+\.(target|service)( [\w.-]+\.(target|service))*"),
    },
    "Service": {
        "Type": _one_of("exec", "simple", "notify"),
        "User": _NAMES,
        "Group": _NAMES,
        "Environment": _like(r"[A-Z_]+=\S*( [A-Z_]+=\S*)*"),
        "EnvironmentFile": _like(r"-?/\S+"),
        "ExecStart": _like(r"/\S+( \S+)*"),
        "Restart": _one_of("on-failure", "always"),
        "RestartSec": _like(r"\d+"),
        "TimeoutStopSec": _like(r"\d+"),
        "KillMode": _one_of("mixed", "control-group"),
        "StateDirectory": _NAMES,
        "StateDirectoryMode": _like(r"0[0-7]{3}"),
        "UMask": _like(r"0[0-7]{3}"),
        "AmbientCapabilities": _like(r"(CAP_\w+)?"),
        "CapabilityBoundingSet": _like(r"(CAP_\w+)?"),
        "DevicePolicy": _one_of("auto", "closed", "strict"),
        "MemoryMax": _like(_SIZE),
        "ProcSubset": _one_of("all", "pid"),
        "ProtectHome": _one_of("yes", "read-only", "tmpfs"),
        "ProtectProc": _one_of("invisible", "noaccess", "ptraceable"),
        "ProtectSystem": _one_of("yes", "full", "strict"),
        "RestrictAddressFamilies": _like(r"AF_(UNIX|INET6?)( AF_(UNIX|INET6?))*"),
        "SystemCallArchitectures": _one_of("native"),
        "SystemCallErrorNumber": _like(r"E[A-Z]+"),
        "SystemCallFilter": _like(r"~?@(system-service|privileged)"),
        "TasksMax": _like(r"\d+"),
        **dict.fromkeys(
            (
                *("LockPersonality", "MemoryDenyWriteExecute", "NoNewPrivileges", "PrivateDevices"),
                *("PrivateTmp", "PrivateUsers", "ProtectClock", "ProtectControlGroups"),
                *("ProtectHostname", "ProtectKernelLogs", "ProtectKernelModules"),
                *("ProtectKernelTunables", "RemoveIPC", "RestrictNamespaces", "RestrictRealtime"),
                "RestrictSUIDSGID",
            ),
            _YES,
        ),
    },
    "Install": {"WantedBy": _like(r"[\w-]+\.target")},
}
_REPEATED = ("SystemCallFilter", "Environment")


def unit_faults(text: str) -> list[str]:
    """What is wrong with a systemd unit."""
    return list(_unit_faults(text))


def _unit_faults(text: str) -> Iterator[str]:
    section, seen = "", set()
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if found := re.fullmatch(r"\[(\w+)\]", line):
            section = found[1]
            if section not in _UNIT:
                yield f"unknown section {section}"
            continue
        key, equals, value = line.partition("=")
        check = _UNIT.get(section, {}).get(key)
        if not equals or check is None:
            yield f"[{section}] {line}: unknown key"
        elif not check(value):
            yield f"[{section}] {key} cannot be {value!r}"
        elif key in seen and key not in _REPEATED:
            yield f"[{section}] {key} is given twice"
        seen.add(key)
    if not {"ExecStart", "WantedBy"} <= seen:
        yield "ExecStart or WantedBy is missing"


# Dockerfile

_INSTRUCTIONS: dict[str, str] = {
    "FROM": r"[a-z]+:[\w.-]+( AS \w+)?",
    "RUN": r".+",
    "WORKDIR": r"/\w+",
    "COPY": r"(--from=\w+ )?\S+ \S+",
    "ENV": r"[A-Z_]+=\S+( +[A-Z_]+=\S+)*",
    "USER": r"[a-z]+",
    "VOLUME": r"/\w+",
    "EXPOSE": r"\d+",
    "STOPSIGNAL": r"SIG[A-Z]+",
    "HEALTHCHECK": rf"(--(interval|timeout|start-period)={_DURATION} |--retries=\d+ )* ?CMD \[.+\]",
    "ENTRYPOINT": r'\["[^"]+"(, "[^"]+")*\]',
    "CMD": r'\["[^"]+"(, "[^"]+")*\]',
}


def dockerfile_faults(text: str) -> list[str]:
    """What is wrong with a Dockerfile."""
    return list(_dockerfile_faults(text))


def _dockerfile_faults(text: str) -> Iterator[str]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    stages, users = set(), {"root"}
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        if not line.strip():
            continue
        word, _, rest = line.partition(" ")
        rest = re.sub(r"(?<=\w)  +(?=\S)", " ", rest)
        pattern = _INSTRUCTIONS.get(word)
        if pattern is None:
            yield f"unknown instruction {line}"
        elif not re.fullmatch(pattern, rest):
            yield f"{word} cannot be {rest}"
        stages |= set(re.findall(r" AS (\w+)", rest)) if word == "FROM" else set()
        users |= set(re.findall(r"useradd [^&]* (\w+) +&&", rest)) if word == "RUN" else set()
        if (found := re.match(r"--from=(\w+)", rest)) and found[1] not in stages:
            yield f"there is no stage {found[1]}"
        if word == "USER" and rest not in users:
            yield f"there is no user {rest}"
