"""Evaluates formulas as the incumbent does and prints each value in one canonical line."""
import io
import json
import resource
import signal
import sys


class Message:
    def __init__(self, data):
        self.data = data


def bytes_to_int(bs):
    total, shift = 0, 0
    for b in reversed(bs):
        total += b * (2 ** shift)
        shift += 8
    return total


def bytes_to_hex(bs):
    return "".join(("0" + hex(b)[2:])[-2:] if b < 256 else hex(b)[2:] for b in bs)


def twos_comp(val, num_bits):
    return val - (1 << num_bits) if val & (1 << (num_bits - 1)) else val


def canonical(value, depth=0):
    if value is None:
        return "n"
    kind = type(value)
    if kind is bool:
        return "b:" + str(value)
    if kind is int:
        return "i:" + hex(value)
    if kind is float:
        return "f:" + ("nan" if value != value else repr(value))
    if kind is str:
        return "s:" + value.encode("utf-16-be", "surrogatepass").hex()
    if kind in (bytes, bytearray):
        return "y:" + value.hex()
    if kind in (list, tuple):
        return "[" + ",".join(canonical(v) for v in value) + "]"
    if kind is dict:
        return "{" + ",".join(canonical(k) + "=" + canonical(v) for k, v in value.items()) + "}"
    raise TypeError("a reading cannot carry " + kind.__name__)


def late(*_):
    raise TimeoutError()


resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
signal.signal(signal.SIGPROF, late)
out, sys.stdout = sys.stdout, io.StringIO()
for line in sys.stdin:
    text, payloads = json.loads(line)
    messages = [Message(bytearray.fromhex(p)) for p in payloads]
    names = {
        "messages": messages,
        "bytes_to_int": bytes_to_int,
        "bytes_to_hex": bytes_to_hex,
        "twos_comp": twos_comp,
    }
    if messages:
        names["message"] = messages[0]
    try:
        signal.setitimer(signal.ITIMER_PROF, 2)
        try:
            value = canonical(eval(text, {}, names))
        finally:  # an alarm that comes here is caught below, and none comes after it
            signal.setitimer(signal.ITIMER_PROF, 0)
    except BaseException as e:
        value = "error:" + type(e).__name__ + ": " + ascii(str(e))[:80]
    print(value, file=out)
