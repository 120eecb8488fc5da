"""Runs clang-tidy over the C++ sources, with the flags they were built with.

It checks the sources that changed since this branch left main, and those that include a changed
header; with `--all`, every source. A source of the core is built twice, for every processor and for
those with AVX2. Of the second build it only checks enough sources to cover all differences; with
`--all`, everything.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from build_backend import has_compiler

ROOT = Path(__file__).parents[1]
DATABASE = ROOT / "build" / "tidy"
BUILD = DATABASE / "cmake"


def flags(command: str) -> list[str]:
    """The parts of a compile command that matter to another compiler's front end."""
    words = shlex.split(command)
    matter, differ = ("-D", "-I", "-std=", "-W", "-m"), ("-Wno-", "-mcpu=")
    kept = [word for word in words if word.startswith(matter) and not word.startswith(differ)]
    system = [words[i + 1] for i, word in enumerate(words) if word == "-isystem"]
    return kept + [word for folder in system for word in ("-isystem", folder)]


def reached(file: Path, seen: set[Path]) -> set[Path]:
    """The file and its includes, direct and indirect; `seen` grows to the same set."""
    if file in seen or not file.exists():
        return seen
    seen.add(file)
    for name in re.findall(r'(?m)^\s*#\s*include\s*"([^"]+)"', file.read_text(encoding="utf-8")):
        reached(ROOT / "cpp" / name, seen)
        reached(file.parent / name, seen)
    return seen


def differs(file: Path) -> bool:
    """Whether a file has code for AVX2 or later instruction sets."""
    text = file.read_text(encoding="utf-8")
    return bool(re.search(r"(?m)^\s*#\s*(?:el)?if.*__(?:AVX\w+|BMI2)__", text))


def chosen(
    entries: list[dict[str, str]], every: bool, changed: set[Path] | None = None
) -> list[dict[str, str]]:
    """The commands to check: all of one build, and those of the other that cover all differences.

    If `changed` is given, only commands that compile one of these files.
    """
    ours = [entry for entry in entries if Path(entry["file"]).is_relative_to(ROOT / "cpp")]
    read = {entry["file"]: reached(Path(entry["file"]), set()) for entry in ours}
    if changed is not None:
        ours = [entry for entry in ours if read[entry["file"]] & changed]
    kept = [entry for entry in ours if every or "_core_avx2" not in entry["command"]]
    others = [
        ({file for file in read[entry["file"]] if differs(file)}, entry)
        for entry in ours
        if entry not in kept
    ]
    left = set[Path]().union(*(files for files, _ in others))
    for files, entry in sorted(others, key=lambda other: -len(other[0])):
        if files & left:
            kept.append(entry)
            left -= files
    return kept


def git(*arguments: str) -> list[str] | None:
    """The lines that git prints; None where it fails."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.splitlines()


def changed_files() -> set[Path] | None:
    """The C++ files changed since this branch left main; None if that is unknown."""
    base = git("merge-base", "HEAD", "origin/main") or git("merge-base", "HEAD", "main")
    if not base:
        return None
    changed = git("diff", "--name-only", base[0], "--", "cpp", ".clang-tidy") or []
    changed += git("ls-files", "--others", "--exclude-standard", "--", "cpp") or []
    if ".clang-tidy" in changed:
        changed += git("ls-files", "--", "cpp") or []
    return {ROOT / name for name in changed}


def configure() -> None:
    """Have CMake write the commands of both builds; nothing is compiled."""
    import nanobind

    beside = Path(sys.executable).with_name("cmake")
    defines = [f"-Dnanobind_DIR={nanobind.cmake_dir()}", f"-DPython_EXECUTABLE={sys.executable}"]
    command = [str(beside) if beside.exists() else "cmake", "-S", str(ROOT), "-B", str(BUILD)]
    done = subprocess.run([*command, *defines], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def write_database(every: bool, changed: set[Path] | None) -> list[str]:
    """Write clang-tidy's own list of compile commands; return the files in it, longest first."""
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    ours = chosen(entries, every, changed)
    for entry in ours:
        words = ["clang++", *flags(entry["command"]), "-c", entry["file"]]
        entry["command"] = shlex.join(words)
    DATABASE.mkdir(parents=True, exist_ok=True)
    (DATABASE / "compile_commands.json").write_text(json.dumps(ours, indent=1), encoding="utf-8")
    files = [entry["file"] for entry in ours]
    return sorted(set(files), key=lambda file: (-files.count(file), file))


def tidy(file: str) -> list[str]:
    """The problems in one file and the headers it includes."""
    program = str(Path(sys.executable).with_name("clang-tidy"))
    command = [program, "--quiet", "-p", str(DATABASE), file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.returncode:
        return []
    return re.split(r"\n(?=\S+:\d+:\d+: (?:error|warning))", done.stdout.strip() or done.stderr)


def main() -> int:
    """Check the files; return 1 if there is any problem."""
    if not has_compiler():
        print("clang-tidy skipped: it reads a C++ compiler's headers, and there is none")
        return 1 if os.environ.get("CI") == "true" else 0
    every = "--all" in sys.argv
    changed = None if every else changed_files()
    if changed is None and not every:
        print("clang-tidy skipped: git can't say what changed; `make test-deep` checks every file")
        return 0
    if changed is not None and not changed:
        return 0
    configure()
    files = write_database(every, changed)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        found = [wrong for file in threads.map(tidy, files) for wrong in file]
    for wrong in dict.fromkeys(found):  # every file that includes a header reports its problems
        print(wrong)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
