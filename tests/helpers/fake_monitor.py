"""A stand-in for an emulator's binary monitor: a socket that answers as a test wants."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass

EVENT = 0xFFFFFFFF


@dataclass(frozen=True)
class Request:
    """A request as it came."""

    command: int
    number: int
    body: bytes


def frame(kind: int, number: int, body: bytes = b"", error: int = 0) -> bytes:
    """An answer or, with number EVENT, an event."""
    return struct.pack("<BBIBBI", 2, 2, len(body), kind, error, number) + body


def stopped(address: int) -> bytes:
    return frame(0x62, EVENT, struct.pack("<H", address))


def resumed(address: int) -> bytes:
    return frame(0x63, EVENT, struct.pack("<H", address))


def registers_event() -> bytes:
    return frame(0x31, EVENT, b"\x00\x00")


class FakeMonitor:
    """Listens on a free loopback port, serves one client, and sends what `answer` returns.

    `answer` gets each request; None closes the connection.
    """

    def __init__(self, answer: Callable[[Request], bytes | None], port: int = 0) -> None:
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", port))
        self._client: socket.socket | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self.port: int = self._listener.getsockname()[1]
        self.requests: list[Request] = []

    def __enter__(self) -> FakeMonitor:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        for connection in (self._listener, self._client):
            if connection is not None:
                _shut(connection)
        self._thread.join(10)

    def send(self, data: bytes) -> None:
        """Send to the client at once, from within `answer`."""
        assert self._client is not None
        self._client.sendall(data)

    def _serve(self) -> None:
        try:
            self._client, _ = self._listener.accept()
            with self._client:
                self._serve_client(self._client)
        except OSError:
            pass

    def _serve_client(self, client: socket.socket) -> None:
        while head := _receive(client, 11):
            _, _, length, number, command = struct.unpack("<BBIIB", head)
            request = Request(command, number, _receive(client, length))
            self.requests.append(request)
            answer = self._answer(request)
            if answer is None:
                return
            client.sendall(answer)


def _receive(client: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        received = client.recv(size - len(data))
        if not received:
            return b""
        data += received
    return data


def _shut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
