"""A network that loses packets: usage: lossy.py TARGET LOST DELAY

Two tun devices with this program between them, one in this machine's network, one in a network namespace of the program's
own. Of the IP packets that the kernel sends through either, LOST (0 to 1) are dropped at random, and the others arrive
DELAY milliseconds later. Connections to the far side go on to 127.0.0.1:TARGET. Prints the address and port of the far
side; then, for each line on standard input, the packets dropped and passed so far; a line "0.2" changes LOST. Ends with
its input, and everything that it made ends with it. Needs root, python3 and iproute2; no module of the kernel but tun.
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import socket
import struct
import subprocess
import sys
import threading
import time

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN_NO_PI = 0x1001
LIBC = ctypes.CDLL(None, use_errno=True)


def enter(namespace=None):
    """Of this thread: a network namespace of its own, or that of the open file."""
    failed = LIBC.unshare(CLONE_NEWNET) if namespace is None else LIBC.setns(namespace, CLONE_NEWNET)
    if failed:
        raise OSError(ctypes.get_errno(), "no network namespace")


def tun(name, own, other):
    """Made in the namespace of this thread."""
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN_NO_PI))
    subprocess.run(["ip", "address", "add", own, "peer", other, "dev", name], check=True)
    subprocess.run(["ip", "link", "set", name, "up"], check=True)
    return device


class Network:
    def __init__(self, one, two, lost, delay):
        self.other = {one: two, two: one}
        self.lost, self.delay = lost, delay
        self.dropped = self.passed = 0

    def carry(self):
        due, count = [], 0
        while True:
            wait = max(0, due[0][0] - time.monotonic()) if due else None
            for device in select.select(list(self.other), [], [], wait)[0]:
                packet = os.read(device, 65536)
                if random.random() < self.lost:
                    self.dropped += 1
                else:
                    self.passed += 1
                    count += 1
                    heapq.heappush(due, (time.monotonic() + self.delay, count, self.other[device], packet))
            while due and due[0][0] <= time.monotonic():
                device, packet = heapq.heappop(due)[2:]
                os.write(device, packet)


def pump(one, two):
    try:
        while data := one.recv(65536):
            two.sendall(data)
    except OSError:
        pass
    for each in (one, two):
        try:
            each.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(listener, target):
    while True:
        client = listener.accept()[0]
        try:
            server = socket.create_connection(("127.0.0.1", target))
        except OSError:
            client.close()
            continue
        for pair in ((client, server), (server, client)):
            threading.Thread(target=pump, args=pair, daemon=True).start()


def main():
    target, lost, delay = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]) / 1000
    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    third = random.randrange(256)  # another may run on this machine
    near, far = f"10.213.{third}.1", f"10.213.{third}.2"
    here = tun(f"lossy{third}", near, far)
    enter()
    there = tun("lossy", far, near)
    listener = socket.create_server((far, 0))
    enter(home)
    network = Network(here, there, lost, delay)
    threading.Thread(target=network.carry, daemon=True).start()
    threading.Thread(target=serve, args=(listener, target), daemon=True).start()
    print(far, listener.getsockname()[1], flush=True)
    for line in sys.stdin:
        network.lost = float(line) if line.strip() else network.lost
        print(network.dropped, network.passed, flush=True)


main()
