# Evaluates each formula as the incumbent does and prints the median of several rounds, in nanoseconds per evaluation.
import time


class Message:
    def __init__(self, data):
        self.data = data


def bytes_to_int(data):
    value = 0
    for byte in data:
        value = value * 256 + byte
    return value


def bytes_to_hex(data):
    return "".join("%02x" % byte for byte in data)


def twos_comp(value, bits):
    return value - (1 << bits) if value & (1 << (bits - 1)) else value


def once(cases, count):
    total = 0.0
    for text, messages in cases:
        made = [Message(bytearray.fromhex(data)) for data in messages]
        names = {"message": made[0], "messages": made, "bytes_to_int": bytes_to_int,
                 "bytes_to_hex": bytes_to_hex, "twos_comp": twos_comp}
        begun = time.perf_counter_ns()
        for _ in range(count):
            eval(text.strip(), {}, names)
        total += (time.perf_counter_ns() - begun) / count
    return total / len(cases)


def main(cases):
    once(cases, 500)
    print(sorted(once(cases, 2000) for _ in range(5))[2])


