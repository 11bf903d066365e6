"""Running the studio's server on this machine."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from pygen.base.errors import CannotWrite, UserError
from pygen.base.temporary import temporary_folder
from pygen.studio.server import Server
from pygen.studio.workshop import Workshop

SECONDS_TO_END = 1


class StoppableServer(uvicorn.Server):
    """A server that, when it ends, also ends all requests that wait for a change."""

    def __init__(self, config: uvicorn.Config, ending: threading.Event) -> None:
        super().__init__(config)
        self.ending = ending

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.ending.set()
        super().handle_exit(sig, frame)


class Studio:
    """A server for the page of the spec in a file.

    Builds go into `folder`. With `port` 0 the system chooses a free port. Raises UserError if the
    port is taken.
    """

    def __init__(self, path: Path, folder: Path, port: int) -> None:
        self._listener = _listen(port)
        self._port: int = self._listener.getsockname()[1]
        self._token, self._ticket = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self._workshop = Workshop(path, folder)
        server = Server(self._workshop, folder)
        config = uvicorn.Config(
            server.app(self._port, self._token, self._ticket),
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

    @property
    def address_for_browser(self) -> str:
        """An address that opens the page once, for the browser's command line, which other users
        can read."""
        return f"http://127.0.0.1:{self._port}/?token={self._ticket}"

    def serve(self, tell: Callable[[str], None]) -> None:
        """Serve until the user or `end` stops the server. `tell` gets the address first."""
        warming = threading.Thread(target=self._workshop.warm_up, daemon=True)
        warming.start()
        try:
            tell(self.address)
            self._server.run(sockets=[self._listener])
        finally:
            # Python aborts if it ends while a thread is inside compiled code that is not Python's.
            warming.join()

    def end(self) -> None:
        """Stop the server from another thread."""
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

    Builds go into a new folder in `folder`, which is removed at the end. `port` has the meaning of
    `Studio`'s. `tell` is called with the address; with `opens` the browser opens it. `page` is the
    state with which the page begins, as in the part of an address after the #. Raises UserError as
    `Studio` does, and if `folder` cannot be written.
    """

    state = f"#{page}" if page else ""
    with contextlib.ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _remove_old(folder)
            own = stack.enter_context(temporary_folder(FOLDER_PREFIX, folder))
        except OSError as error:
            raise CannotWrite(folder, error) from error
        studio = Studio(path, own, port)

        def told(address: str) -> None:
            tell(address + state)
            if opens:
                # Without a browser the printed address is enough.
                with contextlib.suppress(webbrowser.Error):
                    webbrowser.open(studio.address_for_browser + state)

        studio.serve(told)


FOLDER_PREFIX = "studio-"
SECONDS_KEPT = 7 * 24 * 3600


def _remove_old(folder: Path) -> None:
    """Remove the folders of studios that were killed."""
    for left in folder.glob(f"{FOLDER_PREFIX}*"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > SECONDS_KEPT:
                shutil.rmtree(left)


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        # Connections that come before the server runs wait for it.
        listener.listen()
    except OSError as error:
        listener.close()
        raise UserError(
            f"--port {port}: {error.strerror}",
            "Choose another one, or none: then it is a free one.",
        ) from error
    return listener
