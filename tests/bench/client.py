"""A client that asks as fast as the server answers: raw sockets, connections kept open."""

import socket
import threading
import time
from collections.abc import Sequence


class Connection:
    """One connection to the server on this machine."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; its status and body."""
        self.socket.sendall(request)
        received = bytearray()
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._receive()
        head = bytes(received[:end]).lower()
        length = int(head.split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
        body = received[end + 4 :]
        while len(body) < length:
            body += self._receive()
        return int(head[9:12]), bytes(body)

    def _receive(self) -> bytes:
        chunk = self.socket.recv(262_144)
        if not chunk:
            raise ConnectionError("The server closed the connection.")
        return chunk

    def close(self) -> None:
        self.socket.close()


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n".encode()


def post(path: str, body: bytes) -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def requests_per_second(port: int, requests: Sequence[bytes], connections: int = 2) -> float:
    """How many requests the server answers per second, asked over that many connections."""
    failures: list[int] = []

    def work(share: Sequence[bytes]) -> None:
        connection = Connection(port)
        for request in share:
            status, _ = connection.ask(request)
            if status != 200:
                failures.append(status)
        connection.close()

    threads = [
        threading.Thread(target=work, args=(requests[start::connections],))
        for start in range(connections)
    ]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    duration = time.perf_counter() - begin
    if failures:
        raise RuntimeError(f"The server answered {failures[0]} where 200 was expected.")
    return len(requests) / duration
