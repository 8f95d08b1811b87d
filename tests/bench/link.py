# SPDX-License-Identifier: GPL-3.0-only
"""A veth link between two network namespaces, and what its two ends cost the processors."""
import os
import statistics
import subprocess
import sys
import time

NEAR, FAR = "10.88.0.1", "10.88.0.2"
PORT = 5201


def default_congestion():
    with open("/proc/sys/net/ipv4/tcp_congestion_control", encoding="ascii") as file:
        return file.read().strip()


def ip(*words):
    subprocess.run(("ip",) + words, check=True)


class Link:
    """Two namespaces, near and far, with an interface eth0 each; all gone at the end. congestion is a
    name, or "default" for what the machine does by itself; shape a rate for both ways in the words of
    tc, or None."""

    def __init__(self, mtu, congestion="cubic", shape=None):
        name = f"lrbench-{os.getpid()}"
        self.near, self.far = name + "-m", name + "-t"
        self.servers = []
        for ns in (self.near, self.far):
            ip("netns", "add", ns)
            ip("-n", ns, "link", "set", "lo", "up")
        ip("link", "add", "eth0", "netns", self.near, "type", "veth", "peer", "name", "eth0", "netns", self.far)
        for ns, address in ((self.near, NEAR), (self.far, FAR)):
            ip("-n", ns, "link", "set", "eth0", "mtu", str(mtu), "up")
            ip("-n", ns, "address", "add", address + "/24", "dev", "eth0")
            # The route decides for sockets that do not ask: the servers, and iperf 2.
            if congestion != "default":
                ip("-n", ns, "route", "change", "10.88.0.0/24", "dev", "eth0", "congctl", congestion)
            if shape:
                subprocess.run(["tc", "-n", ns, "qdisc", "add", "dev", "eth0", "root", "tbf", "rate", shape,
                                "burst", "1m", "latency", "20ms"], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.stop_servers()
        for ns in (self.near, self.far):
            subprocess.run(["ip", "netns", "del", ns], check=False)

    def serve(self, command, port, ns=None):
        """A server, on the far side unless another namespace is named; returns when it listens."""
        inside = ["ip", "netns", "exec", ns or self.far]
        self.servers.append(subprocess.Popen(inside + command, stdout=subprocess.DEVNULL,
                                             stderr=subprocess.DEVNULL))
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            if subprocess.run(inside + ["ss", "-Hltn", f"sport = :{port}"], capture_output=True,
                              check=True).stdout:
                return
            time.sleep(0.01)
        sys.exit(f"bench: {command[0]} does not listen on port {port}")

    def stop_servers(self):
        for server in self.servers:
            server.terminate()
        for server in self.servers:
            server.wait()
        self.servers = []

    def start(self, command, ns=None, **how):
        return subprocess.Popen(["ip", "netns", "exec", ns or self.near] + command, text=True, **how)


def busy_seconds():
    """What all cores were busy since boot."""
    with open("/proc/stat", encoding="ascii") as stat:
        fields = [int(field) for field in stat.readline().split()[1:]]
    return (sum(fields[:3]) + sum(fields[5:7])) / os.sysconf("SC_CLK_TCK")


def spread(values, form="{:.2f}"):
    """Median with lowest and highest."""
    numbers = (statistics.median(values), min(values), max(values))
    return "{} ({} - {})".format(*(form.format(number) for number in numbers))


def test_command(linerate, *options):
    """A test of the link that no threshold ends early."""
    return [linerate, "test", "eth0", "--allow-virtual", "eth0", "--target", FAR, "--fail-threshold", "1",
            "--cpu-load-fail-threshold", "100", *options]
