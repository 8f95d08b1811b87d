#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""What a target meets in the wild: hostile-client.py KIND ADDRESS PORT

Attacks one port until it is told to stop (SIGTERM), then prints how many connections it made and in
how many seconds. Prints "attacking" once its first wave has arrived.
"""
import json
import random
import select
import signal
import socket
import struct
import sys
import time

RATE = 1000  # connections a second
CROWD = 400  # connections at once for the kinds that stay
DENIED, PARAM_EXCHANGE, CREATE_STREAMS = 255, 9, 10


class Stop(Exception):
    pass


def stop(*_):
    raise Stop


class Attack:
    def __init__(self, address, port):
        self.address, self.port = address, port
        self.made, self.since = 0, time.monotonic()

    def connect(self):
        try:
            connection = socket.create_connection((self.address, self.port), timeout=5)
        except OSError:
            return None
        self.made += 1
        return connection

    def hit_and_run(self, words):
        """Connects, says something, leaves: RATE times a second."""
        while True:
            connection = self.connect()
            if connection:
                try:
                    connection.sendall(words())
                except OSError:
                    pass
                connection.close()
            if self.made == RATE // 4:
                print("attacking", flush=True)
            self.pace()

    def pace(self):
        ahead = self.since + self.made / RATE - time.monotonic()
        if ahead > 0:
            time.sleep(ahead)

    def stay(self, introduce, crowd):
        """Keeps a crowd of connections; who is thrown out comes back, RATE times a second."""
        poll, connections, told = select.poll(), {}, False
        while True:
            while len(connections) < crowd:
                connection = self.connect()
                if not connection:
                    break
                introduce(connection)
                connections[connection.fileno()] = connection
                self.pace()
                poll.register(connection, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
            if not told:
                print("attacking", flush=True)
                told = True
            for number, _ in poll.poll(100):
                poll.unregister(number)
                connections.pop(number).close()

    # The kinds.

    def scan(self):
        self.hit_and_run(lambda: b"")

    def garbage(self):
        words = [b"GET / HTTP/1.1\r\nHost: target\r\nUser-Agent: somebody\r\n\r\n", b"\0" * 64,
                 b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 8, b"x" * 37 + b"\xff" * 100]
        self.hit_and_run(lambda: random.choice(words))

    def half_open(self):
        self.stay(lambda connection: None, CROWD)

    def only_cookie(self):
        """Says who it is, is asked for its terms, and stays silent."""
        self.stay(lambda connection: connection.sendall(cookie()), CROWD // 4)

    def endless_terms(self):
        self.stay(announce_too_much, CROWD // 4)

    def no_streams(self):
        """Gets the port, and never connects the data."""
        self.stay(get_port, 1)


def cookie():
    return bytes(random.choices(b"abcdefghijklmnopqrstuvwxyz234567", k=36)) + b"\0"


def announce_too_much(connection):
    connection.sendall(cookie())
    try:
        if connection.recv(1) == bytes([PARAM_EXCHANGE]):
            connection.sendall(struct.pack("!I", 2**31) + b"{" * 1000)
    except OSError:
        pass


def get_port(connection):
    terms = json.dumps({"tcp": True, "time": 10, "parallel": 1, "len": 131072}).encode()
    try:
        connection.sendall(cookie())
        if connection.recv(1) == bytes([PARAM_EXCHANGE]):
            connection.sendall(struct.pack("!I", len(terms)) + terms)
            connection.recv(1)
    except OSError:
        pass


def main():
    attack = Attack(sys.argv[2], int(sys.argv[3]))
    signal.signal(signal.SIGTERM, stop)
    try:
        getattr(attack, sys.argv[1].replace("-", "_"))()
    except Stop:
        print(attack.made, round(time.monotonic() - attack.since, 1), flush=True)


main()
