"""The server that is measured: gunicorn with one worker, on a port of this machine."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


def environment(database: Path) -> dict[str, str]:
    """The variables of a process that serves or fills the database."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
        "DATABASE_URL": f"sqlite:///{database}",
        "SECRET_KEY": "known-to-everybody-and-good-for-measuring-only",
        "HTTPS": "off",
        "LOG_LEVEL": "ERROR",
        "CELERY_BROKER_URL": "memory://localhost",
    }


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its port, and the process that answers."""

    port: int
    worker: int

    def processor_seconds(self) -> float:
        """The processor time that the worker has used so far."""
        fields = Path(f"/proc/{self.worker}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


#: As `make run` serves, but by one process.
_OPTIONS = "--workers 1 --threads 4 --keep-alive 60 --no-control-socket --log-level warning"


@contextmanager
def serving(database: Path) -> Iterator[Server]:
    """Serve the database for a while."""
    port = _free_port()
    command = f"{sys.executable} -m gunicorn kbase.wsgi {_OPTIONS}"
    process = subprocess.Popen(
        [*command.split(), "--bind", f"127.0.0.1:{port}"],
        env=environment(database),
    )
    try:
        _wait_for(port, process)
        yield Server(port, _worker_of(process.pid))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise RuntimeError("The server did not start.")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("The server did not answer in time.")


def _worker_of(master: int) -> int:
    """The process that answers, which the master starts after it listens."""
    children = Path(f"/proc/{master}/task/{master}/children")
    for _ in range(100):
        if started := children.read_text().split():
            return int(started[0])
        time.sleep(0.1)
    raise RuntimeError("The server started no worker.")


def report(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
