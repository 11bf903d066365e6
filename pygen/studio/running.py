"""Running the studio's server on this machine."""

from __future__ import annotations

import contextlib
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from pygen.base.errors import UserError
from pygen.base.temporary import temporary_folder
from pygen.studio.server import Server
from pygen.studio.workshop import Workshop

SECONDS_TO_END = 1


class StoppableServer(uvicorn.Server):
    """A server that tells those who wait for a change when it ends."""

    def __init__(self, config: uvicorn.Config, ending: threading.Event) -> None:
        super().__init__(config)
        self.ending = ending

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.ending.set()
        super().handle_exit(sig, frame)


class Studio:
    """A server for the page of the spec in a file.

    What is built is put into `folder`. `port` 0 takes a free one. Raises UserError if the port is
    taken.
    """

    def __init__(self, path: Path, folder: Path, port: int) -> None:
        self._listener = _listen(port)
        self._port: int = self._listener.getsockname()[1]
        self._token = secrets.token_urlsafe(24)
        self._workshop = Workshop(path, folder)
        server = Server(self._workshop, folder)
        config = uvicorn.Config(
            server.app(self._port, self._token),
            log_level="critical",
            access_log=False,
            server_header=False,
            date_header=False,
            ws="none",
            lifespan="off",
            timeout_graceful_shutdown=SECONDS_TO_END,
        )
        self._server = StoppableServer(config, server.is_ending)

    @property
    def address(self) -> str:
        """The address that opens the page."""
        return f"http://127.0.0.1:{self._port}/?token={self._token}"

    def serve(self, tell: Callable[[str], None]) -> None:
        """Serve until the user or `end` ends it; `tell` is called with the address first."""
        threading.Thread(target=self._workshop.warm_up, daemon=True).start()
        tell(self.address)
        self._server.run(sockets=[self._listener])

    def end(self) -> None:
        """End it from another thread."""
        self._server.ending.set()
        self._server.should_exit = True


def run_studio(
    path: Path,
    folder: Path,
    port: int,
    opens: bool,
    tell: Callable[[str], None],
    page: str = "",
) -> None:
    """Serve the page of the spec in the file `path` until the user ends it.

    What is built is put into a folder of its own in `folder`, which is removed at the end. `port`
    is that of `Studio`. `tell` is called with the address; with `opens` the
    browser opens it. `page` is the state with which the page begins, as it is in an address behind
    the #. Raises UserError as `Studio` does.
    """

    def told(address: str) -> None:
        address += f"#{page}" if page else ""
        tell(address)
        if opens:
            # Without a browser the address that was printed is enough.
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(address)

    folder.mkdir(parents=True, exist_ok=True)
    with temporary_folder("studio-", folder) as own:
        Studio(path, own, port).serve(told)


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        # Who comes before the server has begun, waits.
        listener.listen()
    except OSError as error:
        listener.close()
        raise UserError(
            f"--port {port}: {error.strerror}",
            "Choose another one, or none: then it is a free one.",
        ) from error
    return listener
