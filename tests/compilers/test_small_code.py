"""What is made of cc65's assembly for dungeons that prefer size."""

from __future__ import annotations

import pytest

from pygen.compilers.cc65_locals import BLOCK, moved_locals, unit_of_locals, zero_page_of
from pygen.compilers.cc65_small import shortened


def function(
    name: str,
    code: str,
    variables: dict[str, int] | None = None,
    result: str = "void",
    arguments: str = "void",
) -> str:
    """A function as cc65 writes it; `code` has an instruction, or a label and one, in each line."""
    header = f"; {result} __near__ {name} ({arguments})\n\n"
    bss = "".join(f"{label}:\n\t.res\t{n},$00\n" for label, n in (variables or {}).items())
    bss = f'\n.segment\t"BSS"\n\n{bss}' if bss else ""
    lines = [
        line if line.endswith(":") or ":" in line else f"\t{line}"
        for line in map(str.strip, code.strip().splitlines())
    ]
    text = "\n".join(lines)
    return f'{header}.proc\t_{name}: near\n\n{bss}\n.segment\t"CODE"\n\n{text}\n\n.endproc\n'


def code_of(text: str) -> list[str]:
    """The instructions and labels of a function, one space between name and operand."""
    body = text.partition('.segment\t"CODE"\n')[2].partition(".endproc")[0]
    return [" ".join(line.split()) for line in body.splitlines() if line.strip()]


HEADER = "\t.autoimport\ton\n"


def places(text: str) -> dict[str, int]:
    """Where labels are among the local variables in zero page."""
    lines = [line.partition(f" = {BLOCK} + ") for line in text.splitlines()]
    return {label: int(place) for label, mark, place in lines if mark}


def test_variables_of_functions_that_call_each_other_have_bytes_of_their_own() -> None:
    first = function("first", "sta L0001\njsr _second\njsr _third\nstx L0001+1\nrts", {"L0001": 2})
    second = function(
        "second", "sta L0002\nbne L0010\njmp _third\nL0010: lda L0002\nrts", {"L0002": 1}
    )
    third = function("third", "sta L0003\njeq _fourth\nrts", {"L0003": 1})
    fourth = function("fourth", "rts", {"L0005": 1})
    other = function("other", "stx L0004\nrts", {"L0004": 2})
    (text,), size = moved_locals([HEADER + first + second + third + fourth + other], 80)
    assert places(text) == {"L0001": 0, "L0002": 2, "L0003": 3, "L0005": 4, "L0004": 0}
    assert size == 5
    assert ".res" not in text and f".importzp\t{BLOCK}" in text


def test_functions_of_other_units_count() -> None:
    first = HEADER + function("first", "jsr _second\nrts", {"L0001": 1})
    second = "\t.export\t_second\n" + HEADER + function("second", "rts", {"L0001": 1})
    texts, _ = moved_locals([first, second], 80)
    assert [places(text) for text in texts] == [{"L0001": 0}, {"L0001": 1}]


@pytest.mark.parametrize(
    "code", ["lda L0001,y", "lda #<(L0001)", "sta L0001+1,x", "lda (L0001,x)", ".addr L0001",
             "php"],
)  # fmt: skip
def test_what_is_no_plain_variable_stays(code: str) -> None:
    """Nor do those of a function with anything that is not understood."""
    text = HEADER + function("first", f"sta L0001\nstx L0001+1\n{code}\nrts", {"L0001": 2})
    assert moved_locals([text], 80) == ([text], 0)


@pytest.mark.parametrize(
    "code", ["inc L0001", "lda L0001", "beq L0002\nsta L0001\nL0002: ldx L0001",
             "jsr _first_of_all\ncmp L0001", "sta L0001+1\nlda L0001"],
)  # fmt: skip
def test_a_variable_that_may_have_a_value_from_the_last_call_stays(code: str) -> None:
    text = HEADER + function("first", f"{code}\nrts", {"L0001": 2})
    assert moved_locals([text], 80) == ([text], 0)


def test_a_function_that_something_unknown_may_call_keeps_its_variables() -> None:
    """So do those that it calls."""
    first = function("first", "ldy #$01\njsr _second\njmp _third\nrts", {"L0001": 1})
    rest = function("second", "rts", {"L0002": 1}) + function("third", "rts", {"L0003": 1})
    by_pointer = function("other", "lda #<(_second)\nldx #>(_second)\nrts")
    (text,), _ = moved_locals([HEADER + first + rest + by_pointer], 80)
    assert places(text) == {"L0001": 0, "L0003": 1}
    kernel = "\t.import _first\n.proc _kernel\n\tjmp _first\n.endproc\n"
    texts = [HEADER + first + rest, kernel]
    assert moved_locals(texts, 80) == (texts, 0)


def test_labels_of_two_functions_may_be_the_same() -> None:
    first = function("first", "jmp _second", {"L0001": 1})
    (text,), _ = moved_locals([HEADER + first + function("second", "rts", {"L0001": 1})], 80)
    assert f"L0001 = {BLOCK} + 0\n" in text and f"L0001 = {BLOCK} + 1\n" in text


def test_arrays_and_functions_that_call_themselves_stay() -> None:
    array = HEADER + function("first", "rts", {"L0001": 3})
    endless = HEADER + function("first", "jsr _first\nrts", {"L0001": 1})
    for text in (array, endless):
        assert moved_locals([text], 80) == ([text], 0)


def test_what_has_no_room_stays() -> None:
    text = HEADER + function("first", "rts", {"L0001": 2, "L0002": 2, "L0003": 1})
    (changed,), size = moved_locals([text], 3)
    assert places(changed) == {"L0001": 0, "L0003": 2} and size == 3
    assert "L0002:\n\t.res\t2" in changed


def test_the_zero_page_of_units_is_counted() -> None:
    variables = '.segment\t"ZEROPAGE"\n_a:\n\t.res\t1,$00\n_b:\n\t.res\t2,$00\n.segment\t"CODE"\n'
    assert zero_page_of([variables, function("first", "rts", {"L0001": 9})]) == 3
    assert zero_page_of([unit_of_locals(7)]) == 7


READ = """lda L0001
and #$07
sta ptr1
lda #$00
clc
adc #>(_bits)
sta ptr1+1
ldy #<(_bits)
lda (ptr1),y
"""
STORED = """lda #<(_left)
ldx #>(_left)
clc
adc L0001
bcc L0009
inx
L0009: sta ptr1
stx ptr1+1
ldy L0002
lda _right,y
ldy #$00
sta (ptr1),y
"""


def test_a_byte_is_read_by_an_index() -> None:
    text = function("first", f"{READ}sta _found\nrts")
    assert code_of(shortened(text)) == [
        "lda L0001", "and #$07", "tay", "lda _bits,y", "sta _found", "rts",
    ]  # fmt: skip


def test_a_number_is_added_to_the_address() -> None:
    sum_of = """ldx #$00
lda L0001
clc
adc #$02
bcc L0009
inx
L0009: sta ptr1
txa
clc
adc #>(_bits)
sta ptr1+1
ldy #<(_bits)
lda (ptr1),y
sta _found
rts
"""
    wanted = ["ldx #$00", "lda L0001", "tay", "lda _bits+2,y", "sta _found", "rts"]
    assert code_of(shortened(function("first", sum_of))) == wanted
    # X may be anything here.
    other = function("first", sum_of.replace("ldx #$00\n", "ldx L0002\n"))
    assert shortened(other) == other
    # X is returned.
    other = function("first", sum_of, result="unsigned char")
    assert shortened(other) == other


@pytest.mark.parametrize(
    "behind",
    ["iny\nlda (ptr1),y\nrts", "sty _found\nrts", "ldx ptr1+1\nrts", "jsr staspidx\nrts",
     "beq L0008\nldy #$01\nL0008: tya\nrts", "jsr incsp2\nsta _found,y\nrts", "rol a\nrts",
     "adc #$01\nrts", "jsr pusha\nbvc L0008\nclc\nL0008: rts", "jmp _any_number", "bcc L0008",
     "L0008: bne *+5\nrts", "ldy #<(L0008)\nL0008: rts"],
)  # fmt: skip
def test_code_that_needs_the_address_stays(behind: str) -> None:
    text = function("first", f"{READ}{behind}")
    assert shortened(text) == text


def test_a_byte_is_stored_by_an_index() -> None:
    text = function("first", f"{STORED}lda #$01\nrts")
    assert code_of(shortened(text)) == [
        "ldy L0002", "lda _right,y", "ldy L0001", "sta _left,y", "lda #$01", "rts",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new"),
    [("ldy L0002", "inc L0001"), ("lda _right,y", "jsr _other"), ("ldy #$00", "ldy #$01"),
     ("ldy L0002", "stx _found"), ("lda _right,y", "L0008: lda _right,y"),
     ("ldy L0002", "lda #$01\nsta (ptr2),y"), ("ldy L0002", "rol a"),
     ("ldy L0002", "ldx #$01\ninc _left,x"),
     ("sta (ptr1),y", "sta (ptr1),y\nlda (ptr1),y"), ("sta (ptr1),y", "sta (ptr1),y\ntya"),
     ("ldy #$00\nsta (ptr1),y", "ldy #$00\nstx ptr1+1\nsta (ptr1),y")],
)  # fmt: skip
def test_bytes_are_stored_by_an_address_where_an_index_does_not_serve(old: str, new: str) -> None:
    text = function("first", f"{STORED.replace(old, new)}lda #$01\nrts")
    assert shortened(text) == text


@pytest.mark.parametrize(
    "behind", ["beq L0008\nlda #$01\nL0008: rts", "jsr _of_two_bytes\nrts", "jmp booleq"]
)
def test_what_is_left_by_the_calculation_of_an_address_is_not_lost(behind: str) -> None:
    """The flags of what was stored, and X."""
    stored = STORED.replace("lda _right,y\nldy #$00", "ldy #$00\nlda _right")
    text = function("first", f"{stored}{behind}")
    assert shortened(text) == text


def test_a_function_that_gets_one_byte_does_not_read_x() -> None:
    behind = "lda #$01\njsr _second\nrts"
    takes_byte = function("second", "rts", arguments="unsigned int, unsigned char")
    text = function("first", STORED + behind)
    assert shortened(text) == text
    assert "sta\t_left,y" in shortened(text + takes_byte)
    takes_word = function("second", "rts", arguments="unsigned char, unsigned int")
    any_number = function("second", "jsr enter\nrts", arguments="unsigned char")
    for other in (takes_word, any_number):
        assert shortened(text + other) == text + other


def test_lines_for_debuggers_stay() -> None:
    line = '\t.dbg\tline, "first.c", 3\n'
    text = function("first", f"{STORED}lda #$01\nrts").replace("\tlda\t", f"{line}\tlda\t")
    text = text.replace("\tlda #<", f"{line}\tlda #<").replace("\trts", f"{line}\trts")
    assert shortened(text).count(line) == 2
