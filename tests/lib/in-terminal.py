#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-only
"""Runs a command with a real terminal as its standard error, and shows what was sent to it.

in-terminal.py COLUMNS SECONDS COMMAND...

Standard output of the command is dropped. After SECONDS (0: never) it gets SIGTERM. What the
terminal received goes to standard output as it is; the exit status is the command's."""
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time


def main():
    columns, seconds, command = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    before = termios.tcgetattr(slave)
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=slave)
    deadline = time.monotonic() + seconds if seconds else None
    while True:
        ready, _, _ = select.select([master], [], [], 0.05)
        if ready:
            os.write(1, os.read(master, 65536))
        elif process.poll() is not None:
            break
        if deadline and time.monotonic() >= deadline:
            process.send_signal(signal.SIGTERM)
            deadline = None
    if termios.tcgetattr(slave) != before:
        print("\nthe terminal was left in another state")
        return 99
    return process.returncode


sys.exit(main())
