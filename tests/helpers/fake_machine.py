"""A machine made of stubs, on which ./bootstrap can be run without changing the real one.

Its PATH has a few harmless tools of the real machine, and stubs of whatever installs. Each stub
notes its call in `calls`. The stubs' behaviour is steered by files in the folder `state`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from pygen.base.project import PROJECT

HARMLESS = (
    "awk", "cat", "chmod", "cmp", "cp", "cut", "date", "dirname", "env", "grep", "head", "mkdir",
    "mktemp", "paste", "rm", "sed", "sh", "sort", "tail", "touch", "true",
)  # fmt: skip

# Offered packages are lines of state/offered; those of state/offered_when_added are offered once
# the sources have the component. `install` makes stubs of the programs in a package.
APT_GET = """
[ "$1" != --print-uris ] || {
    echo "'http://some.place/a.deb' a.deb 1500000 SHA256:1"
    echo "'http://some.place/b.deb' b.deb 600000 SHA256:2"
    exit
}
[ "$1" != -q ] || shift
[ "$1 $DEBIAN_FRONTEND $LC_ALL" = "$1 noninteractive C" ] || [ "$1" = indextargets ] || {
    echo "E: apt-get may ask questions, or answer in another language"
    exit 100
}
[ "$1" = indextargets ] || [ ! -s "$STATE/locked" ] || {
    sed -i 1d "$STATE/locked"
    echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1 (apt-get)"
    exit 100
}
case $1 in
    update)
        [ ! -e "$STATE/offline" ] || { echo "Err:1 Temporary failure"; exit 0; }
        echo "Hit:1 some source"
        [ ! -e "$STATE/one_source_broken" ] || echo "W: Failed to fetch another source"
        ! grep -Eqs 'contrib|multiverse' "$STATE/sources/"* ||
            cat "$STATE/offered_when_added" >>"$STATE/offered"
        ;;
    indextargets) cat "$STATE/targets" ;;
    *)
        [ ! -e "$STATE/install_fails" ] || { echo "E: You have no disk left"; exit 100; }
        for word in "$@"; do
            case $word in
                cc65) new="cc65 ca65 ld65" ;;
                vice) new=x64sc ;;
                gcc) new=cc ;;
                python3.11) cp "$STATE/python" "$BIN/python3.11"; continue ;;
                python3-venv) cp "$STATE/python" "$BIN/python3"; continue ;;
                *) continue ;;
            esac
            for program in $new; do touch "$BIN/$program"; chmod 755 "$BIN/$program"; done
        done
        ;;
esac
"""

APT_CACHE = """
[ "$1" = madison ] && grep -s "^$2 " "$STATE/offered" | sed 's/ / | /'
true
"""

SUDO = """
[ "$1" != -n ] || shift
[ ! -e "$STATE/sudo_wants_password" ] || { echo "sudo: a password is required"; exit 1; }
exec "$@"
"""

PYTHON = """
case "$*" in
    "-c import sys"*) ;;
    "-c import ensurepip"*) [ ! -e "$STATE/no_venv" ] ;;
    --version) echo "Python 3.11.2" ;;
    "-m venv "*) mkdir -p "$3/bin"; cp "$STATE/python" "$3/bin/python" ;;
    "-m pip "*)
        [ "${PIP_USER:-0}" = 0 ] || { echo "ERROR: cannot perform a --user install"; exit 1; }
        [ ! -e "$STATE/offline" ] || { echo "ERROR: no connection"; exit 1; }
        ;;
    */pygen/console/launcher.py*)
        shift
        echo "in $(pwd)"
        for word in "$@"; do echo "word <$word>"; done
        exit "$(cat "$STATE/task_status")"
        ;;
    *) echo "unexpected: $*"; exit 99 ;;
esac
"""

OLD_PYTHON = (
    """
case "$*" in "-c import sys"*) exit 1 ;; esac
"""
    + PYTHON
)

DEBIAN = "Debian|Debian|{sources}:1\n"
OFFERED = "cc65 2.19\ngcc 12.2\nlibc6-dev 2.36\npython3 3.11.2\npython3-venv 3.11.2\n"


class Machine:
    """The stubs, and a project folder with the real ./bootstrap."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.project = folder / "a project"
        self.programs = folder / "bin"
        self.state = folder / "state"
        self.calls_file = folder / "calls"
        for new in (self.project, self.programs, self.state / "sources", folder / "tmp"):
            new.mkdir(parents=True)
        (folder / "home").mkdir()
        for tool in HARMLESS:
            found = shutil.which(tool)
            assert found, f"this machine lacks {tool}"
            (self.programs / tool).symlink_to(found)
        shutil.copy(PROJECT / "bootstrap", self.project)
        (self.project / "requirements").mkdir()
        for group in ("product", "studio", "tests"):
            (self.project / f"requirements/{group}.txt").write_text(f"{group}-package==1.0\n")
        self.stub("apt-get", APT_GET)
        self.stub("apt-cache", APT_CACHE)
        self.stub("sleep", "")
        self.stub("id", 'cat "$STATE/user"')
        self.set(user="0", task_status="0", offered=OFFERED, offered_when_added="vice 3.7\n")
        self.set(python=self.stub("python3", PYTHON).read_text(), targets="")

    def stub(self, name: str, body: str = "") -> Path:
        """Put a program on PATH that notes its call and does `body`."""
        path = self.programs / name
        note = '[ "${0##*/}" = id ] || echo "${0##*/} $*" >>"$CALLS"\n'
        path.write_text(f"#!{self.programs / 'sh'}\n{note}{body}")
        path.chmod(0o755)
        return path

    def set(self, **states: str) -> None:
        """Write files of the folder `state`."""
        for name, text in states.items():
            (self.state / name).write_text(text)
        python = self.state / "python"
        if python.exists():
            python.chmod(0o755)

    def sources(self, name: str, text: str, targets: str = DEBIAN) -> Path:
        """A file of package sources; `targets` is what apt-get says of them."""
        path = self.state / "sources" / name
        path.write_text(text)
        self.set(targets=targets.replace("{sources}", str(path)))
        return path

    def install_everything(self) -> None:
        for name in (
            "cc65",
            "ca65",
            "ld65",
            "x64sc",
            "cc",
            "tcc",
            "chromium",
            "chromedriver",
            "acme",
            "64tass",
            "Xvfb",
            "xdotool",
            "clang",
            "clang-tidy",
        ):
            self.stub(name)

    def run(
        self, *arguments: str, folder: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run ./bootstrap from another folder, with an empty HOME and nobody at the keyboard."""
        cwd = folder or self.folder / "home"
        folders = {"BIN": self.programs, "STATE": self.state, "CALLS": self.calls_file}
        own = {"PATH": self.programs, "HOME": self.folder / "home", "TMPDIR": self.folder / "tmp"}
        self.calls_file.write_text("")
        return subprocess.run(
            [os.path.relpath(self.project / "bootstrap", cwd), *arguments],
            cwd=cwd,
            env={key: str(value) for key, value in (folders | own).items()} | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def calls(self, program: str) -> list[str]:
        """The arguments of every call of `program` in the last run."""
        lines = self.calls_file.read_text().splitlines()
        return [line.partition(" ")[2] for line in lines if line.partition(" ")[0] == program]

    def left_over(self) -> list[str]:
        """What was left in the folder of temporary files."""
        return [path.name for path in (self.folder / "tmp").iterdir()]
