"""Both compilers on a small program: what they make runs, and what they refuse is explained."""

from __future__ import annotations

import itertools
import stat
import subprocess
from pathlib import Path

import pytest
from helpers import bare_6502
from helpers.processes import is_running, wait_until
from helpers.tools import compiler_or_skip, needs_cc

from pygen.base.errors import CompileFailed, ToolMissing, UsageError, UserError
from pygen.base.project import C_FOLDER
from pygen.compilers import BuildRequest, BuildResult, Compiler, load_address_and_entry
from pygen.compilers.base import MappedObject, ZeroPageTaken
from pygen.compilers.choice import COMPILERS, pick_compilers
from pygen.compilers.host import HostCompiler
from pygen.compilers.oscar64 import TESTED_VERSION, Oscar64
from pygen.compilers.oscar64_map import lost_jump
from pygen.compilers.results import map_text
from pygen.proof.canaries import FOLDER as CANARIES

FLAGS = {"oscar64": ["-O2"], "cc65": ["-Oirs", "--static-locals"]}

# The part that both units include, with other macros, as the dungeons do with their kinds.
SHARED_C = """\
static uint8_t table[TABLE_SIZE];
static const uint8_t steps[4] = { STEP, 2, 3, 4 };

static uint8_t work(uint8_t value)
{
    uint8_t index;
    uint8_t sum = 0;
    for (index = 0; index < TABLE_SIZE; ++index) {
        table[index] = value + steps[index & 3];
        value += FACTOR;
    }
    for (index = 0; index < TABLE_SIZE; ++index)
        sum += table[index];
    return sum;
}
"""

UNIT_C = """\
#include "core/platform.h"
#define TABLE_SIZE {size}
#define STEP {step}
#define FACTOR {factor}
#include "shared.c"
ZEROPAGE_EXTERN(uint8_t, calls);
uint8_t {name}_run(uint8_t value)
{{
    ++calls;
    return work(value);
}}
"""

EXIT_AND_MAILBOX_C = """\
#include "core/platform.h"

#if defined(__OSCAR64C__)
#define EXIT __asm { jmp $ff00 }
#elif defined(__CC65__)
#define EXIT __asm__("jmp $ff00");
#else
#define EXIT
#endif

#define MAILBOX VOLATILE_AT(0x1c00)
"""

MAIN_C = (
    EXIT_AND_MAILBOX_C
    + """\
#define MAP BYTES_AT(0x0800)

uint8_t small_run(uint8_t value);
uint8_t large_run(uint8_t value);

ZEROPAGE_BEGIN
ZEROPAGE uint8_t calls;
ZEROPAGE static uint8_t *cursor;
ZEROPAGE_END

static uint16_t squares[200];
static uint8_t preset[3] = { 5, 6, 7 };
const uint8_t text[4] = { 65, 66, 67, 0 };

INLINE uint8_t low(uint16_t value)
{
    return (uint8_t)value;
}

int main(void)
{
    uint8_t index;
    MAILBOX[0] = calls;
    MAILBOX[1] = low(squares[MAILBOX[0]]);
    MAILBOX[2] = small_run(SEED);
    MAILBOX[3] = large_run(SEED);
    MAILBOX[4] = calls;
    for (index = 0; index < 200; ++index)
        squares[index] = (uint16_t)index * index;
    MAILBOX[5] = low(squares[199] >> 8);
    MAILBOX[6] = low(squares[199] % (MAILBOX[4] + 8));
    MAILBOX[7] = preset[MAILBOX[4]] + text[1];
    cursor = MAP;
    for (index = 0; index < 100; ++index)
        *cursor++ = index;
    EXIT
    return 0;
}
"""
)

NATIVE_C = """\
#include <stdio.h>
#define main program_main
#include "main.c"
#undef main
uint8_t native_memory[0x10000];
int main(void)
{
    program_main();
    fwrite(native_memory + 0x1c00, 1, 8, stdout);
    return 0;
}
"""

SMALL = {"size": 20, "step": 1, "factor": 3}
LARGE = {"size": 31, "step": 7, "factor": 5}
SEED = 9


def expected_mailbox() -> bytes:
    """What the program computes, done again in Python."""

    def work(size: int, step: int, factor: int) -> int:
        steps = [step, 2, 3, 4]
        return sum(SEED + factor * index + steps[index & 3] for index in range(size)) & 0xFF

    square = 199 * 199
    return bytes([0, 0, work(**SMALL), work(**LARGE), 2, square >> 8, square % 10, 7 + 66])


@pytest.fixture(params=list(COMPILERS))
def compiler(request: pytest.FixtureRequest) -> Compiler:
    return compiler_or_skip(request.param)


def project(folder: Path) -> list[Path]:
    files = {
        "main.c": MAIN_C,
        "small.c": UNIT_C.format(name="small", **SMALL),
        "large.c": UNIT_C.format(name="large", **LARGE),
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "shared.c").write_text(SHARED_C)
    for name, text in files.items():
        (folder / name).write_text(text)
    return [folder / name for name in files]


def request_for(folder: Path, compiler: Compiler, flags: list[str] | None = None) -> BuildRequest:
    return BuildRequest(
        sources=project(folder / "source"),
        output_folder=folder / "build",
        name="sample",
        include_folders=[C_FOLDER],
        defines={"SEED": str(SEED)},
        flags=FLAGS.get(compiler.name, []) if flags is None else flags,
    )


def one_file(folder: Path, text: str, **changes: object) -> BuildRequest:
    source = folder / "source" / "only.c"
    source.parent.mkdir(exist_ok=True)
    source.write_text(text)
    return BuildRequest([source], folder / "build", "only", **changes)  # type: ignore[arg-type]


def mailbox_after(folder: Path, result: BuildResult) -> bytes:
    prg = result.prg.read_bytes()
    load, entry = load_address_and_entry(prg)
    return bare_6502.run({load: prg[2:]}, entry, range(0x1C00, 0x1C08))


@needs_cc
def test_the_program_computes_what_python_computes(compiler: Compiler, tmp_path: Path) -> None:
    result = compiler.compile(request_for(tmp_path, compiler))
    assert mailbox_after(tmp_path, result) == expected_mailbox()


def test_oscar64_says_from_where_on_zero_page_is_free_of_its_registers(tmp_path: Path) -> None:
    compiler = compiler_or_skip("oscar64")
    text = "int main(void) { *(volatile unsigned char *)0x1c00 = 1; return 0; }\n"
    first_free = 0x53
    compiler.compile(one_file(tmp_path, text, registers_end=first_free))
    with pytest.raises(ZeroPageTaken, match="overwrite our variables from \\$52 on") as taken:
        compiler.compile(one_file(tmp_path, text, registers_end=first_free - 1))
    assert taken.value.first_free == first_free


def test_a_jump_that_oscar64_has_lost_is_an_error(tmp_path: Path) -> None:
    compiler = compiler_or_skip("oscar64")
    if compiler.version != TESTED_VERSION:
        pytest.skip(f"oscar64: another version than {TESTED_VERSION} may be right")
    text = (CANARIES / "far_return.c").read_text()
    folders = [CANARIES, C_FOLDER]
    for flags in (["-O1"], ["-O2", "-xz"], ["-Os"]):
        with pytest.raises(CompileFailed, match=r"lost a jump in step at \$2[0-9a-f]{3}"):
            compiler.compile(one_file(tmp_path, text, include_folders=folders, flags=flags))
    shorter = text.replace("words[6] = 0x0D0E;", "")
    compiler.compile(one_file(tmp_path, shorter, include_folders=folders, flags=["-O1"]))


@pytest.mark.parametrize(
    ("behind", "lost"),
    [
        # The next block begins where the jump should be.
        (".s18:\n14e6 : a9 64 __ LDA #$64", ("join", 0x14E4)),
        ('; 12, "join.inc"\n.s18:\n14e6 : a9 64 __ LDA #$64', ("join", 0x14E4)),
        # The jump is there, or the branch is one within assembly.
        ("14e6 : 4c 64 14 JMP $1464 ; (join.s19 + 0)\n.s18:\n14e9 : a9 64 __ LDA #$64", None),
        ("14e6 : 46 1b __ LSR ACCU + 0 \n14e8 : 6a __ __ ROR\n.s3:\n14e9 : 60 __ __ RTS", None),
    ],
)
def test_a_lost_jump_is_seen_in_the_listing(behind: str, lost: tuple[str, int] | None) -> None:
    branch = "14e3 : aa __ __ TAX\n14e4 : d0 03 __ BNE $14e9 ; (join.s18 + 3)\n"
    assert lost_jump(branch + behind + "\n") == lost


@needs_cc
@pytest.mark.parametrize(
    "level", ["-O0", "-O1", "-O2", "-O3", "-Os", "-O2 -xz", "-O1 -g", "-Os -Oo -Oi -Op -Oz"]
)
def test_oscar64_computes_the_same_at_every_level(level: str, tmp_path: Path) -> None:
    compiler = compiler_or_skip("oscar64")
    result = compiler.compile(request_for(tmp_path, compiler, level.split()))
    assert mailbox_after(tmp_path, result) == expected_mailbox()


@needs_cc
def test_what_is_written_to_a_fixed_address_for_others_to_read_is_kept(
    compiler: Compiler, tmp_path: Path
) -> None:
    result = compiler.compile(request_for(tmp_path, compiler))
    memory = {result.image_start: result.image}
    assert bare_6502.run(memory, result.entry, range(0x800, 0x864)) == bytes(range(100))


@needs_cc
@pytest.mark.parametrize("size", [1, 255, 256, 257, 700])
def test_every_byte_of_bss_and_of_our_zero_page_starts_as_zero(
    compiler: Compiler, size: int, tmp_path: Path
) -> None:
    text = EXIT_AND_MAILBOX_C + (
        f"static volatile unsigned char cleared[{size}];\n"
        "ZEROPAGE_BEGIN\nZEROPAGE static volatile uint8_t hot[70];\nZEROPAGE_END\n"
        "int main(void)\n{\n    uint16_t i;\n    MAILBOX[0] = MAILBOX[1] = 0;\n"
        f"    for (i = 0; i < {size}; ++i)\n        MAILBOX[0] |= cleared[i];\n"
        "    for (i = 0; i < 70; ++i)\n        MAILBOX[1] |= hot[i];\n    EXIT\n    return 0;\n}\n"
    )
    request = one_file(tmp_path, text, include_folders=[C_FOLDER])
    assert mailbox_after(tmp_path, compiler.compile(request))[:2] == bytes(2)


@needs_cc
def test_the_hardware_stack_begins_at_its_top(compiler: Compiler, tmp_path: Path) -> None:
    result = compiler.compile(request_for(tmp_path, compiler))
    memory = {result.image_start: result.image}
    top = bare_6502.run(memory, result.entry, range(0x1FE, 0x200))
    assert top != bytes([bare_6502.DIRTY] * 2), "the call of main left no return address here"


@needs_cc
def test_cc65_keeps_its_arguments_at_the_end_of_the_programs_memory(tmp_path: Path) -> None:
    compiler = compiler_or_skip("cc65")
    result = compiler.compile(request_for(tmp_path, compiler, ["-Cl"]))
    memory = {result.image_start: result.image}
    stack = bare_6502.run(memory, result.entry, range(0xCE00, 0xD004))
    dirt = bytes([bare_6502.DIRTY])
    assert stack[-5:-4] != dirt and stack[-4:] == dirt * 4 and stack[:0x100] == dirt * 0x100


@needs_cc
def test_a_main_that_returns_does_not_run_into_data(compiler: Compiler, tmp_path: Path) -> None:
    text = "int main(void) { *(volatile unsigned char *)0x1c00 = 1; return 0; }\n"
    result = compiler.compile(one_file(tmp_path, text))
    with pytest.raises(AssertionError, match="did not end within its limit of cycles"):
        mailbox_after(tmp_path, result)


@needs_cc
def test_the_host_compiles_the_same_source(tmp_path: Path) -> None:
    sources = project(tmp_path)
    (tmp_path / "native.c").write_text(NATIVE_C)
    program = tmp_path / "native"
    include = ["-I", str(C_FOLDER)]
    subprocess.run(
        ["cc", "-Wall", "-Wextra", "-Werror", f"-DSEED={SEED}", *include, "-o", str(program)]
        + [str(source) for source in [tmp_path / "native.c", *sources[1:]]],
        check=True,
        timeout=60,
    )
    done = subprocess.run([str(program)], capture_output=True, check=True, timeout=60)
    assert done.stdout == expected_mailbox()


def test_the_compiler_that_cc_names_is_asked_for_its_version_with_its_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "mine"
    script.write_text('#!/bin/sh\necho "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("CC", f"{script} -fast")
    found = HostCompiler.find()
    assert (found.command, found.version) == ((str(script), "-fast"), "-fast --version")


def test_a_compiler_without_a_version_is_called_by_its_command(tmp_path: Path) -> None:
    compiler = HostCompiler(("false", "-fast"), "")
    with pytest.raises(CompileFailed, match="^false "):
        compiler.compile("quick", [], [], tmp_path / "library")


def test_a_map_says_where_an_object_ends() -> None:
    one = MappedObject("one", 0x1000, 0x20, "BSS", "bss")
    empty = MappedObject("none", 0x2000, 0, "BSS", "bss")
    lines = map_text([], [one, empty]).splitlines()
    assert [line.split(" ")[0] for line in lines[-2:]] == ["$1000-$101f", "$2000-$2000"]


def test_the_flags_of_the_spec_reach_the_compiler(compiler: Compiler, tmp_path: Path) -> None:
    text = "#ifndef FLAG\n#error there is no flag\n#endif\nint main(void) { return 0; }\n"
    letter = {"oscar64": "d", "cc65": "D"}[compiler.name]
    assert compiler.compile(one_file(tmp_path, text, flags=[f"-{letter}FLAG=1"])).prg.exists()
    with pytest.raises(CompileFailed, match="there is no flag"):
        compiler.compile(one_file(tmp_path, text))


def test_two_folders_give_the_same_bytes(compiler: Compiler, tmp_path: Path) -> None:
    first = compiler.compile(request_for(tmp_path / "here", compiler))
    second = compiler.compile(request_for(tmp_path / "some" / "where" / "else", compiler))
    files = sorted(path.name for path in first.prg.parent.iterdir())
    assert files == ["sample.asm", "sample.lbl", "sample.lines", "sample.map", "sample.prg"]
    for name in files:
        one, other = first.prg.parent / name, second.prg.parent / name
        assert one.read_bytes() == other.read_bytes(), name


def test_everything_lies_inside_the_programs_memory(compiler: Compiler, tmp_path: Path) -> None:
    result = compiler.compile(request_for(tmp_path, compiler))
    assert result.image_start == result.entry == 0x2000
    for item in result.objects:
        low, high = (0x02, 0x100) if item.kind == "zeropage" else (0x2000, 0xD000)
        assert low <= item.address and item.address + item.size <= high, item
    kinds = {segment.kind for segment in result.segments}
    assert kinds == {"code", "data", "bss", "zeropage", "stack"}
    assert 0 < result.free < 0xD000 - 0x2000 - len(result.image)


def test_the_program_starts_where_the_request_says(compiler: Compiler, tmp_path: Path) -> None:
    text = "int main(void) { for (;;) { } return 0; }\n"
    request = one_file(tmp_path, text, program_start=0x3400, program_end=0x3FFF)
    result = compiler.compile(request)
    assert result.image_start == result.entry == 0x3400
    assert all(s.start + s.size <= 0x4000 for s in result.segments)


def test_bss_is_not_in_the_image(compiler: Compiler, tmp_path: Path) -> None:
    text = (
        "unsigned char large[8000];\n"
        "int main(void) { unsigned i; for (i = 0; i < 8000; ++i) large[i] = (unsigned char)i;\n"
        "for (;;) { large[large[7]]++; } return 0; }\n"
    )
    result = compiler.compile(one_file(tmp_path, text))
    assert len(result.image) < 1000
    assert {s.kind: s.size for s in result.segments}["bss"] >= 8000


def test_objects_and_labels_have_their_c_names_and_places(
    compiler: Compiler, tmp_path: Path
) -> None:
    result = compiler.compile(request_for(tmp_path, compiler))
    by_name = {item.name: item for item in result.objects}
    assert by_name["squares"].size == 400 and by_name["squares"].kind == "bss"
    assert by_name["preset"].size == 3 and by_name["preset"].kind == "data"
    assert by_name["calls"].size == 1 and by_name["calls"].kind == "zeropage"
    assert sorted(item.size for item in result.objects if item.name == "table") == [20, 31]
    assert result.largest(3)[0].size >= result.largest(3)[1].size >= result.largest(3)[2].size
    assert result.labels["squares"] == by_name["squares"].address
    assert {"main", "table", "table__2"} <= set(result.labels)
    offset = by_name["preset"].address - result.image_start
    assert result.image[offset : offset + 3] == bytes([5, 6, 7])


def test_the_label_file_is_what_the_monitor_of_vice_reads(
    compiler: Compiler, tmp_path: Path
) -> None:
    result = compiler.compile(request_for(tmp_path, compiler))
    lines = result.label_file.read_text().splitlines()
    assert f"al C:{result.labels['main']:04x} .main" in lines
    assert lines == sorted(lines, key=lambda line: line.split()[1])


ERROR_C = "int main(void)\n{\n    return undefined_name;\n}\n"
WARNING_C = "int main(void)\n{\n#pragma bogus x\n    return 0;\n}\n"
UNDEFINED_C = "int other(void);\n\nint main(void)\n{\n    return other();\n}\n"


def test_an_error_is_shown_with_its_line(compiler: Compiler, tmp_path: Path) -> None:
    with pytest.raises(CompileFailed) as caught:
        compiler.compile(one_file(tmp_path, ERROR_C))
    lines = caught.value.message.splitlines()
    assert lines[0] == f"{compiler} rejected the program:"
    assert any(
        line.startswith(f"{tmp_path / 'source' / 'only.c'}:3: error: ")
        and "undefined_name" in line
        and after == "    return undefined_name;"
        for line, after in itertools.pairwise(lines)
    ), caught.value.message


def test_a_missing_header_is_shown_with_the_line_that_asks_for_it(
    compiler: Compiler, tmp_path: Path
) -> None:
    text = '#include <stdint.h>\n#include "nowhere.h"\nint main(void) { return 0; }\n'
    with pytest.raises(CompileFailed, match=r"only\.c:2: error: .*nowhere\.h.*\n +#include"):
        compiler.compile(one_file(tmp_path, text))


def test_a_missing_source_is_a_clear_error(compiler: Compiler, tmp_path: Path) -> None:
    request = one_file(tmp_path, "")
    request.sources[0].unlink()
    with pytest.raises(CompileFailed, match=r"error: .*only\.c"):
        compiler.compile(request)


def test_a_warning_is_as_bad_as_an_error(compiler: Compiler, tmp_path: Path) -> None:
    with pytest.raises(CompileFailed, match=r"only\.c:\d: warning: .*pragma"):
        compiler.compile(one_file(tmp_path, WARNING_C))


ALWAYS_TRUE_C = """\
volatile unsigned char number;
static void failed(void) { number = 1; for (;;) ; }
unsigned char bytes[4];
int main(void)
{
    unsigned char n;
    for (n = 0; n != 4; ++n) {
        bytes[n] = number;
        if (!(n < 4))
            failed();
    }
    return 0;
}
"""


def test_what_is_never_reached_behind_an_assertion_is_no_mistake(tmp_path: Path) -> None:
    request = one_file(tmp_path, ALWAYS_TRUE_C, flags=["-n", "-g"])
    assert compiler_or_skip("oscar64").compile(request).prg.is_file()


def test_an_undefined_function_is_shown_where_it_is_named(
    compiler: Compiler, tmp_path: Path
) -> None:
    with pytest.raises(CompileFailed, match=r"only\.c:\d: error: .*other.*\n +.*other\("):
        compiler.compile(one_file(tmp_path, UNDEFINED_C))


def test_an_undefined_function_is_found_in_an_included_file(
    compiler: Compiler, tmp_path: Path
) -> None:
    request = one_file(tmp_path, '#include "part.c"\n')
    (tmp_path / "source" / "part.c").write_text(UNDEFINED_C)
    with pytest.raises(CompileFailed, match=r"part\.c:\d: .*\n +return other\(\);"):
        compiler.compile(request)


def test_paths_below_the_current_folder_are_short(
    compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CompileFailed, match=r"(?m)^source/only\.c:3: error"):
        compiler.compile(one_file(tmp_path, ERROR_C))


def test_a_program_that_does_not_fit_is_a_clear_error(compiler: Compiler, tmp_path: Path) -> None:
    text = (
        "unsigned char enormous[30000];\nunsigned char more[20000];\n"
        "int main(void) { unsigned char i = 0; for (;;) { enormous[i] = more[i]; ++i; }"
        " return 0; }\n"
    )
    with pytest.raises(CompileFailed, match="(?s)(overflow|place)") as caught:
        compiler.compile(one_file(tmp_path, text))
    assert not (tmp_path / "build" / "only.prg").exists()
    assert "does not fit" in caught.value.hint


def test_a_failed_build_leaves_nothing_of_the_last_good_one(
    compiler: Compiler, tmp_path: Path
) -> None:
    good = compiler.compile(one_file(tmp_path, "int main(void) { return 0; }\n"))
    assert good.prg.exists()
    with pytest.raises(CompileFailed):
        compiler.compile(one_file(tmp_path, ERROR_C))
    assert list((tmp_path / "build").iterdir()) == []


def test_a_build_folder_that_is_a_file_is_a_clear_error(compiler: Compiler, tmp_path: Path) -> None:
    (tmp_path / "build").write_text("")
    with pytest.raises(UserError, match="cannot be written"):
        compiler.compile(one_file(tmp_path, ERROR_C))


def fake_oscar64(folder: Path, version: str, otherwise: str) -> Path:
    """A program that answers -v as OSCAR64 does and else runs the shell commands given."""
    path = folder / "bin" / "oscar64"
    path.parent.mkdir(parents=True)
    path.write_text(
        f'#!/bin/sh\nif [ "$1" = -v ]; then echo "Starting oscar64 {version}"; exit 0; fi\n'
        f"{otherwise}\n"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.parametrize("version", ["1.32.272", "1.32.273"])
def test_a_version_that_miscompiles_is_named_as_such(version: str, tmp_path: Path) -> None:
    compiler = Oscar64.find(fake_oscar64(tmp_path, version, "exit 1"))
    assert compiler.version == version
    assert "miscompile" in compiler.version_warning and "1.32.271" in compiler.version_warning
    choice = pick_compilers("oscar64", {"oscar64": compiler.path})
    assert "miscompile" in choice.sentence


def test_nothing_is_said_against_the_tested_version(tmp_path: Path) -> None:
    assert Oscar64.find(fake_oscar64(tmp_path, "1.32.271", "exit 1")).version_warning == ""


def test_another_version_is_called_untested(tmp_path: Path) -> None:
    compiler = Oscar64.find(fake_oscar64(tmp_path, "1.33.1", "exit 1"))
    assert "untested" in compiler.version_warning


def test_a_hanging_compiler_is_stopped_with_all_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    hang = f"sleep 300 & echo $! >> {pids}; echo $$ >> {pids}; wait"
    compiler = Oscar64.find(fake_oscar64(tmp_path, "1.32.271", hang))
    compiler.time_limit_s = 1.0
    with pytest.raises(CompileFailed, match="did not finish within 1 seconds"):
        compiler.compile(one_file(tmp_path, ERROR_C))
    started = [int(pid) for pid in pids.read_text().split()]
    assert len(started) == 2
    # A killed process that nobody waits for takes a moment to be gone.
    assert wait_until(lambda: not any(map(is_running, started)))
    assert list((tmp_path / "build").iterdir()) == []


def test_a_crashing_compiler_is_a_clear_error(tmp_path: Path) -> None:
    compiler = Oscar64.find(fake_oscar64(tmp_path, "1.32.271", "echo so far; kill -SEGV $$"))
    with pytest.raises(CompileFailed, match="(?s)crashed.*its output was:.*so far"):
        compiler.compile(one_file(tmp_path, ERROR_C))


def test_a_compiler_that_fails_in_silence_is_a_clear_error(tmp_path: Path) -> None:
    compiler = Oscar64.find(fake_oscar64(tmp_path, "1.32.271", "exit 3"))
    with pytest.raises(CompileFailed, match="ended with exit status 3 and printed nothing$"):
        compiler.compile(one_file(tmp_path, ERROR_C))


def test_a_compiler_that_writes_nothing_is_a_clear_error(tmp_path: Path) -> None:
    compiler = Oscar64.find(fake_oscar64(tmp_path, "1.32.271", "exit 0"))
    with pytest.raises(CompileFailed, match="wrote no program"):
        compiler.compile(one_file(tmp_path, ERROR_C))


def test_a_path_too_long_for_oscar64_is_a_clear_error(tmp_path: Path) -> None:
    compiler = Oscar64.find(fake_oscar64(tmp_path, "1.32.271", "exit 0"))
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    deep.mkdir(parents=True)
    source = deep / "only.c"
    source.write_text(ERROR_C)
    with pytest.raises(UserError, match="too long"):
        compiler.compile(BuildRequest([source], tmp_path / "build", "only"))


def test_more_local_variables_than_zero_page_can_hold_are_refused(tmp_path: Path) -> None:
    compiler = compiler_or_skip("oscar64")
    names = [f"v{index}" for index in range(60)]
    port = "((volatile unsigned *)0x400)"
    reads = "".join(f"{name} = {port}[{index}];\n" for index, name in enumerate(names))
    adds = "".join(f"{a} += {b};\n" for a, b in itertools.pairwise([*names, names[0]]))
    writes = "".join(f"{port}[{index}] = {name};\n" for index, name in enumerate(names))
    text = f"int main(void)\n{{\nunsigned {', '.join(names)};\n{reads}for (;;) {{\n"
    text += f"{adds}{writes}}}\nreturn 0;\n}}\n"
    with pytest.raises(CompileFailed, match="overwrite our variables"):
        compiler.compile(one_file(tmp_path, text, flags=["-O2"]))
    assert list((tmp_path / "build").iterdir()) == []


@pytest.mark.parametrize("kind", list(COMPILERS))
def test_a_compiler_missing_where_the_spec_says_is_a_clear_error(kind: str, tmp_path: Path) -> None:
    with pytest.raises(ToolMissing, match="the spec names this path"):
        COMPILERS[kind].find(tmp_path / "nowhere")


@pytest.fixture
def empty_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH on which there is nothing, and no other trace of a compiler."""
    folder = tmp_path / "empty"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("OSCAR64_HOME", raising=False)
    monkeypatch.delenv("CC65_HOME", raising=False)
    return folder


@pytest.mark.usefixtures("empty_machine")
@pytest.mark.parametrize("choice", ["auto", "all", "oscar64", "cc65"])
def test_no_compiler_at_all_is_an_error_that_says_what_to_do(choice: str) -> None:
    with pytest.raises(ToolMissing, match="found neither") as caught:
        pick_compilers(choice)
    assert caught.value.hint


def fake_cc65(folder: Path) -> None:
    for tool in ("cc65", "ca65", "ar65", "ld65", "od65"):
        (folder / tool).write_text("#!/bin/sh\necho 'cc65 V2.19 - Test' >&2\n")
        (folder / tool).chmod(0o755)


def test_auto_takes_cc65_when_there_is_no_oscar64(empty_machine: Path) -> None:
    fake_cc65(empty_machine)
    choice = pick_compilers("auto")
    assert [item.name for item in choice.compilers] == ["cc65"]
    assert "2.19" in choice.sentence and "OSCAR64 was found neither" in choice.sentence


def test_auto_prefers_oscar64_and_says_where_it_was_found(
    empty_machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_cc65(empty_machine)
    home = tmp_path / "home"
    fake_oscar64(home, "1.32.271", "exit 0")
    monkeypatch.setenv("OSCAR64_HOME", str(home))
    choice = pick_compilers("auto")
    assert [str(item) for item in choice.compilers] == ["OSCAR64 1.32.271"]
    assert "OSCAR64_HOME" in choice.sentence
    assert [item.name for item in pick_compilers("all").compilers] == ["oscar64", "cc65"]


def test_a_path_in_the_spec_comes_before_the_environment(
    empty_machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_oscar64(tmp_path / "home", "1.32.200", "exit 0")
    monkeypatch.setenv("OSCAR64_HOME", str(tmp_path / "home"))
    fake_oscar64(tmp_path / "spec", "1.32.271", "exit 0")
    choice = pick_compilers("auto", {"oscar64": tmp_path / "spec"})
    assert choice.compilers[0].version == "1.32.271" and "from the spec" in choice.sentence


def test_a_compiler_nobody_knows_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="clang"):
        pick_compilers("clang")
