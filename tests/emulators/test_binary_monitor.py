"""The monitor's client, tested against a socket that answers well, badly or not at all."""

from __future__ import annotations

import random
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from helpers.fake_monitor import (
    EVENT,
    FakeMonitor,
    Request,
    frame,
    registers_event,
    resumed,
    stopped,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from pygen.base.errors import EmulatorFailed
from pygen.emulators.binary_monitor import BinaryMonitor
from pygen.emulators.monitor_messages import Checkpoint, Event, Operation

PATIENT = 30.0
IMPATIENT = 0.2

CHECKPOINT = struct.Struct("<IBHHBBBBIIBB")


@contextmanager
def monitor_answering(
    answer: Callable[[Request], bytes | None], timeout_seconds: float = PATIENT
) -> Iterator[BinaryMonitor]:
    with (
        FakeMonitor(answer) as fake,
        BinaryMonitor.connect("127.0.0.1", fake.port, timeout_seconds) as monitor,
    ):
        yield monitor


def with_body(body: bytes) -> Callable[[Request], bytes]:
    return lambda request: frame(request.command, request.number, body)


def checkpoint_body(number: int, hit: bool) -> bytes:
    return CHECKPOINT.pack(number, hit, 0x1C00, 0x1C00, 1, 1, 2, 0, 1, 0, 0, 0)


def picture_body(width: int, height: int, pixels: bytes) -> bytes:
    fields = struct.pack("<HHHHHHB", width, height, 1, 0, 2, 1, 8)
    return struct.pack("<I", len(fields)) + fields + struct.pack("<I", width * height) + pixels


# Well-behaved answers


def test_memory_is_read_from_the_asked_range_and_bank() -> None:
    seen: list[bytes] = []

    def answer(request: Request) -> bytes:
        seen.append(request.body)
        return frame(1, request.number, b"\x03\x00abc")

    with monitor_answering(answer) as monitor:
        assert monitor.read_memory(0x0800, 3, bank=1) == b"abc"
    assert seen == [bytes.fromhex("00 0008 0208 00 0100")]


def test_all_64_kib_can_be_read_though_the_length_field_then_says_zero() -> None:
    everything = random.Random(1).randbytes(0x10000)
    with monitor_answering(with_body(b"\x00\x00" + everything)) as monitor:
        assert monitor.read_memory(0, 0x10000, bank=1) == everything


def test_memory_is_written_with_its_range_and_bank() -> None:
    with (
        FakeMonitor(with_body(b"")) as fake,
        BinaryMonitor.connect("127.0.0.1", fake.port) as monitor,
    ):
        monitor.write_memory(0x1C00, b"\x12\x34", bank=1)
        assert fake.requests[0].command == 2
        assert fake.requests[0].body == bytes.fromhex("00 001c 011c 00 0100 1234")


def test_events_before_an_answer_are_kept_and_do_not_disturb_it() -> None:
    def answer(request: Request) -> bytes:
        return registers_event() + stopped(0xE000) + frame(0x81, request.number)

    with monitor_answering(answer) as monitor:
        monitor.ping()
        event = monitor.next_event(PATIENT)
        assert event is not None
        assert (event.kind, event.program_counter) == (Event.STOPPED, 0xE000)


def test_an_answer_in_single_bytes_is_put_together() -> None:
    whole = frame(1, 1, b"\x03\x00abc")

    def answer(request: Request) -> bytes:
        for value in whole[:-1]:
            fake.send(bytes([value]))
        return whole[-1:]

    with (
        FakeMonitor(answer) as fake,
        BinaryMonitor.connect("127.0.0.1", fake.port) as monitor,
    ):
        assert monitor.read_memory(0, 3, bank=0) == b"abc"


def test_a_checkpoint_hit_is_told_by_its_number() -> None:
    def answer(request: Request) -> bytes:
        if request.command == 0x12:
            return frame(0x11, request.number, checkpoint_body(7, hit=False))
        return (
            frame(0xAA, request.number)
            + resumed(0x2000)
            + frame(0x11, EVENT, checkpoint_body(7, hit=True))
            + registers_event()
            + stopped(0x2003)
        )

    with monitor_answering(answer) as monitor:
        assert monitor.set_checkpoint(0x1C00, 0x1C00, Operation.STORE) == 7
        monitor.resume()
        events: list[Any] = [monitor.next_event(PATIENT) for _ in range(3)]
        assert [event.kind for event in events] == [
            Event.RESUMED,
            Event.CHECKPOINT,
            Event.STOPPED,
        ]
        assert Checkpoint.from_body(events[1].body) == Checkpoint(number=7, hit=True)


def test_registers_and_banks_are_known_by_name() -> None:
    bodies = {
        0x82: b"\x02\x00" + b"\x06\x00\x00\x03cpu" + b"\x06\x01\x00\x03ram",
        0x83: b"\x02\x00" + b"\x05\x03\x10\x02PC" + b"\x04\x00\x08\x01A",
        0x31: b"\x02\x00" + b"\x03\x03\x00\xe0" + b"\x03\x00\x2a\x00",
    }
    with monitor_answering(lambda r: frame(r.command, r.number, bodies[r.command])) as monitor:
        assert monitor.banks() == {"cpu": 0, "ram": 1}
        names = monitor.register_names()
        assert names == {"PC": 3, "A": 0}
        values = monitor.registers()
        assert (values[names["PC"]], values[names["A"]]) == (0xE000, 42)


def test_a_resource_is_text_or_a_number() -> None:
    with monitor_answering(with_body(b"\x00\x05/here")) as monitor:
        assert monitor.resource("KernalName") == "/here"
    with monitor_answering(with_body(b"\x01\x04\x10\x27\x00\x00")) as monitor:
        assert monitor.resource("Speed") == 10000


@pytest.mark.parametrize("missing", [0, 4])
def test_a_picture_has_its_rows_whether_or_not_vice_cuts_off_its_end(missing: int) -> None:
    pixels = bytes([1, 2, 3, 4, 5, 6, 7, 15, 0, 0, 0, 0])
    body = picture_body(4, 3, pixels[: len(pixels) - missing])
    with monitor_answering(with_body(body)) as monitor:
        display = monitor.display()
    assert (display.width, display.height, display.pixels) == (4, 3, pixels)


def test_the_palette_is_red_green_blue() -> None:
    with monitor_answering(with_body(b"\x02\x00\x03\x00\x00\x00\x03\xff\x80\x01")) as monitor:
        assert monitor.palette() == [(0, 0, 0), (255, 128, 1)]


def test_a_refusal_says_why_and_the_monitor_remains_usable() -> None:
    def answer(request: Request) -> bytes:
        return frame(request.command, request.number, error=0x81 if request.command == 1 else 0)

    with monitor_answering(answer) as monitor:
        with pytest.raises(EmulatorFailed, match="invalid parameter"):
            monitor.read_memory(0, 1, bank=99)
        monitor.ping()


def test_the_connection_may_be_closed_instead_of_an_answer_to_quit() -> None:
    with monitor_answering(lambda request: None) as monitor:
        monitor.quit(PATIENT)
        assert not monitor.is_open


def test_no_event_in_time_is_none() -> None:
    with monitor_answering(with_body(b"")) as monitor:
        monitor.ping()
        assert monitor.next_event(0.01) is None


# Answers that are not the protocol


def test_a_port_without_a_monitor_is_a_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(EmulatorFailed, match=f"no monitor answers at 127.0.0.1:{port}"):
        BinaryMonitor.connect("127.0.0.1", port)


def test_silence_is_a_clear_error() -> None:
    with (
        monitor_answering(lambda request: b"", IMPATIENT) as monitor,
        pytest.raises(EmulatorFailed, match="no answer within 0.2 s"),
    ):
        monitor.ping()


def test_a_closed_connection_is_a_clear_error() -> None:
    with (
        monitor_answering(lambda request: None) as monitor,
        pytest.raises(EmulatorFailed, match="connection"),
    ):
        monitor.ping()


@pytest.mark.parametrize("kept", [1, 5, 11, 12, 14])
def test_an_answer_that_breaks_off_is_a_clear_error(kept: int) -> None:
    def answer(request: Request) -> bytes:
        return frame(1, request.number, b"\x03\x00abc")[:kept]

    with (
        monitor_answering(answer, IMPATIENT) as monitor,
        pytest.raises(EmulatorFailed, match="no answer within"),
    ):
        monitor.read_memory(0, 3, bank=1)


@pytest.mark.parametrize("length", [(1 << 20) + 1, 0x7FFFFFFF, 0xFFFFFFFF])
def test_an_oversized_answer_is_refused_before_it_is_received(length: int) -> None:
    def answer(request: Request) -> bytes:
        return struct.pack("<BBIBBI", 2, 2, length, 0x81, 0, request.number)

    with (
        monitor_answering(answer) as monitor,
        pytest.raises(EmulatorFailed, match=f"answer of {length} bytes"),
    ):
        monitor.ping()


@pytest.mark.parametrize("head", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x02\x01" + bytes(10)])
def test_something_else_that_answers_is_a_clear_error(head: bytes) -> None:
    with (
        monitor_answering(lambda request: head) as monitor,
        pytest.raises(EmulatorFailed, match="not a VICE binary monitor"),
    ):
        monitor.ping()


def test_an_answer_to_another_request_is_a_clear_error() -> None:
    with (
        monitor_answering(lambda request: frame(0x81, request.number + 1)) as monitor,
        pytest.raises(EmulatorFailed, match="another request"),
    ):
        monitor.ping()


def test_an_answer_of_another_type_is_a_clear_error() -> None:
    with (
        monitor_answering(lambda request: frame(0x85, request.number)) as monitor,
        pytest.raises(EmulatorFailed, match="answer of type 0x85"),
    ):
        monitor.ping()


@pytest.mark.parametrize("body", [b"", b"\x03\x00", b"\x03\x00ab", b"\x03\x00abcd"])
def test_memory_of_another_length_is_a_clear_error(body: bytes) -> None:
    with (
        monitor_answering(with_body(body)) as monitor,
        pytest.raises(EmulatorFailed, match="where 3 were requested"),
    ):
        monitor.read_memory(0, 3, bank=1)


def test_an_answer_that_nothing_asked_for_is_a_clear_error() -> None:
    def answer(request: Request) -> bytes:
        return frame(0x81, request.number) + frame(0x81, request.number + 1)

    with monitor_answering(answer) as monitor:
        monitor.ping()
        with pytest.raises(EmulatorFailed, match="without a request"):
            monitor.next_event(PATIENT)


def test_a_flood_of_events_ends_in_an_error_and_not_in_full_memory() -> None:
    with (
        monitor_answering(lambda request: resumed(0x2000) * 100_000) as monitor,
        pytest.raises(EmulatorFailed, match="more than 1000 events"),
    ):
        monitor.ping()


def test_an_endless_stream_of_ignored_events_ends_with_the_time_limit() -> None:
    def answer(request: Request) -> bytes:
        while True:
            fake.send(registers_event() * 1000)

    with (
        FakeMonitor(answer) as fake,
        BinaryMonitor.connect("127.0.0.1", fake.port, IMPATIENT) as monitor,
        pytest.raises(EmulatorFailed, match="no answer within"),
    ):
        monitor.ping()


def test_a_picture_whose_size_is_a_lie_is_a_clear_error() -> None:
    with (
        monitor_answering(with_body(picture_body(60000, 60000, bytes(100)))) as monitor,
        pytest.raises(EmulatorFailed, match="picture of 60000 x 60000"),
    ):
        monitor.display()


def test_a_colour_that_the_machine_does_not_have_is_a_clear_error() -> None:
    with (
        monitor_answering(with_body(picture_body(2, 1, b"\x01\x10"))) as monitor,
        pytest.raises(EmulatorFailed, match="colour 16"),
    ):
        monitor.display()


def test_after_nonsense_every_call_fails_at_once() -> None:
    with monitor_answering(lambda request: b"nonsense!!!!") as monitor:
        with pytest.raises(EmulatorFailed):
            monitor.ping()
        with pytest.raises(EmulatorFailed, match="can no longer be used: the other side is not"):
            monitor.ping()
        with pytest.raises(EmulatorFailed, match="can no longer be used"):
            monitor.next_event(PATIENT)


CALLS: dict[str, Callable[[BinaryMonitor], object]] = {
    "read_memory": lambda monitor: monitor.read_memory(0x0800, 16, bank=1),
    "banks": BinaryMonitor.banks,
    "register_names": BinaryMonitor.register_names,
    "registers": BinaryMonitor.registers,
    "set_checkpoint": lambda monitor: monitor.set_checkpoint(1, 2, Operation.STORE),
    "resource": lambda monitor: monitor.resource("KernalName"),
    "display": BinaryMonitor.display,
    "palette": BinaryMonitor.palette,
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
@settings(max_examples=60, deadline=None, derandomize=True)
@given(body=st.binary(max_size=60))
def test_any_body_is_either_understood_or_a_clear_error(
    call: Callable[[BinaryMonitor], object], body: bytes
) -> None:
    def answer(request: Request) -> bytes:
        kind = 0x11 if request.command == 0x12 else request.command
        return frame(kind, request.number, body)

    with monitor_answering(answer) as monitor:
        try:
            call(monitor)
        except EmulatorFailed as error:
            assert error.message


@settings(max_examples=100, deadline=None, derandomize=True)
@given(stream=st.binary(min_size=1, max_size=200))
def test_any_bytes_at_all_are_a_clear_error(stream: bytes) -> None:
    """So few random bytes hold no answer to this request; then the connection ends."""

    def answer(request: Request) -> None:
        fake.send(stream)

    with (
        FakeMonitor(answer) as fake,
        BinaryMonitor.connect("127.0.0.1", fake.port, PATIENT) as monitor,
        pytest.raises(EmulatorFailed),
    ):
        monitor.ping()
