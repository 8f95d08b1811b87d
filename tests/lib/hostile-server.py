#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""A server that speaks iperf3's protocol and misbehaves in one named way.

    hostile-server.py WAY PORT [SECONDS]

It listens on every address and serves until it is ended. SECONDS belongs to the ways that wait or
change their mind after a time. WAY is "none" for a server that behaves.
"""

import json
import select
import socket
import struct
import sys
import threading
import time

COOKIE_BYTES = 37
TEST_START, TEST_RUNNING, TEST_END = 1, 2, 4
PARAM_EXCHANGE, CREATE_STREAMS, SERVER_TERMINATE = 9, 10, 11
EXCHANGE_RESULTS, DISPLAY_RESULTS, IPERF_DONE = 13, 14, 16
ACCESS_DENIED, SERVER_ERROR = -1, -2

# Ways that show before the first word of the protocol.
BLUNT = ("closes", "closes-first", "echo", "http", "silence", "garbage", "busy", "busy-first", "deaf")


class Gone(Exception):
    """The client has closed the connection."""


def receive(peer, size):
    data = b""
    while len(data) < size:
        part = peer.recv(size - len(data))
        if not part:
            raise Gone
        data += part
    return data


def send_state(control, state):
    control.sendall(struct.pack("b", state))


def send_json(control, text):
    data = text.encode() if isinstance(text, str) else text
    control.sendall(struct.pack("!I", len(data)) + data)


def receive_json(control):
    (size,) = struct.unpack("!I", receive(control, 4))
    return json.loads(receive(control, size))


def reset(peer):
    """Closes with RST instead of FIN."""
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    peer.close()


def hold(peer):
    """Keeps the connection open and says nothing until the client leaves."""
    try:
        while peer.recv(65536):
            pass
    except OSError:
        pass


class Server:
    def __init__(self, way, port, seconds):
        self.way, self.seconds, self.begun = way, seconds, time.monotonic()
        self.waiting = {}  # cookie: data connections of that test
        self.arrival = threading.Condition()
        self.listener = socket.create_server(("::", port), family=socket.AF_INET6,
                                             dualstack_ipv6=True, backlog=64)

    def serve(self):
        while True:
            peer, _ = self.listener.accept()
            threading.Thread(target=self.greet, args=(peer,), daemon=True).start()

    def greet(self, peer):
        try:
            if self.way in BLUNT and self.be_blunt(peer):
                return
            cookie = receive(peer, COOKIE_BYTES)
            with self.arrival:
                if cookie in self.waiting:
                    self.waiting[cookie].append(peer)
                    self.arrival.notify_all()
                    return
                self.waiting[cookie] = []
            self.test(peer, cookie)
        except (Gone, OSError):
            peer.close()

    def be_blunt(self, peer):
        """True when that is all the client gets."""
        if self.way in ("busy-first", "closes-first") and time.monotonic() - self.begun > self.seconds:
            return False
        if self.way in ("busy", "busy-first"):
            receive(peer, COOKIE_BYTES)
            send_state(peer, ACCESS_DENIED)
            peer.close()
        elif self.way in ("closes", "closes-first"):
            peer.close()
        elif self.way == "garbage":
            peer.sendall(bytes(range(7, 256)) * 64)
            hold(peer)
        elif self.way == "http":
            # As nginx does: waits for a line, and answers what is none with 400.
            peer.settimeout(60)
            if b"\n" in peer.recv(4096):
                peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            hold(peer)
        elif self.way == "echo":
            while data := peer.recv(65536):
                peer.sendall(data)
            peer.close()
        else:
            hold(peer)
        return True

    def data_connections(self, cookie, number):
        with self.arrival:
            self.arrival.wait_for(lambda: len(self.waiting[cookie]) >= number, 10)
            return self.waiting.pop(cookie)

    def test(self, control, cookie):
        send_state(control, PARAM_EXCHANGE)
        if self.way == "half-handshake":
            return hold(control)
        parameters = receive_json(control)
        if self.way == "server-error":
            send_state(control, SERVER_ERROR)
            control.sendall(struct.pack("!II", 1, 0))
            return control.close()
        if self.way == "slow-handshake":
            time.sleep(self.seconds)
        send_state(control, CREATE_STREAMS)
        streams = self.data_connections(cookie, parameters.get("parallel", 1))
        if self.way == "no-start":
            return hold(control)
        send_state(control, TEST_START)
        send_state(control, TEST_RUNNING)
        if parameters.get("reverse"):
            bytes_moved, seconds = self.send(control, streams)
        else:
            bytes_moved, seconds = self.take(control, streams)
        self.report(control, parameters, bytes_moved, seconds)
        return None

    def take(self, control, streams):
        """Receives until the client says that its time is over."""
        begun, moved, buffer = time.monotonic(), 0, bytearray(1 << 20)
        while True:
            for peer in select.select([control, *streams], [], [])[0]:
                if peer is control:
                    state = struct.unpack("b", receive(control, 1))[0]
                    if state == TEST_END:
                        return moved, time.monotonic() - begun
                    continue
                moved += peer.recv_into(buffer)
            self.disturb(control, streams, time.monotonic() - begun)

    def disturb(self, control, streams, elapsed):
        if elapsed < self.seconds:
            return
        if self.way == "resets-data":
            for peer in streams:
                reset(peer)
            hold(control)
            raise Gone
        if self.way == "terminates":
            send_state(control, SERVER_TERMINATE)
            raise Gone
        if self.way == "stops-reading":
            hold(control)
            raise Gone

    def send(self, control, streams):
        """Sends until the client says that its time is over."""
        begun, moved, block = time.monotonic(), 0, bytes(1 << 20)
        writers = [] if self.way == "sends-nothing" else streams
        for peer in streams:
            peer.setblocking(False)
        while True:
            readable, writable, _ = select.select([control], writers, [])
            if readable and struct.unpack("b", receive(control, 1))[0] == TEST_END:
                return moved, time.monotonic() - begun
            for peer in writable:
                moved += peer.send(block)

    def report(self, control, parameters, bytes_moved, seconds):
        send_state(control, EXCHANGE_RESULTS)
        receive_json(control)
        if self.way == "no-results":
            return hold(control)
        if self.way == "endless-results":
            control.sendall(struct.pack("!I", 0x7FFFFFFF) + b'{"cpu_util_total":1,')
            return hold(control)
        if self.way == "slow-results":
            time.sleep(self.seconds)
        send_json(control, self.results(parameters, bytes_moved, seconds))
        if self.way == "no-goodbye":
            return reset(control)
        send_state(control, DISPLAY_RESULTS)
        receive(control, 1)
        return control.close()

    def results(self, parameters, bytes_moved, seconds):
        stream = {"id": 1, "bytes": bytes_moved, "retransmits": -1, "jitter": 0, "errors": 0,
                  "omitted_errors": 0, "packets": 0, "omitted_packets": 0, "start_time": 0,
                  "end_time": seconds}
        document = {"cpu_util_total": 10, "cpu_util_user": 1, "cpu_util_system": 9,
                    "sender_has_retransmits": 0, "congestion_used": "cubic",
                    "streams": [stream] * parameters.get("parallel", 1)}
        if self.way == "not-json":
            return "<html><body>It works!</body></html>"
        if self.way == "a-list":
            return "[1, 2, 3]"
        if self.way == "too-large":
            document["server_output_text"] = "x" * (4 << 20)
        changes = {"too-many-bytes": {"bytes": 10 ** 15}, "negative": {"bytes": -5},
                   "not-a-number": {"bytes": float("nan")}, "text": {"bytes": "many"},
                   "half-the-time": {"end_time": seconds / 2}, "no-time": {"end_time": 0},
                   "no-bytes": {"bytes": 0}}
        stream.update(changes.get(self.way, {}))
        if self.way == "two-streams":
            document["streams"] = [stream, dict(stream, id=3)]
        if self.way == "no-streams":
            document["streams"] = []
        return json.dumps(document)


def be_deaf(port):
    """Listens, but the queue is full, so that no connection attempt is answered."""
    listener = socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True,
                                    backlog=0)
    fillers = []
    for _ in range(4):
        filler = socket.socket(socket.AF_INET6)
        filler.setblocking(False)
        filler.connect_ex(("::1", port))
        fillers.append(filler)
    time.sleep(10 ** 6)
    listener.close()


def main():
    way, port = sys.argv[1], int(sys.argv[2])
    if way == "deaf":
        be_deaf(port)
    Server(way, port, float(sys.argv[3]) if len(sys.argv) > 3 else 0).serve()


main()
