"""Reads a telemetry batch, with nothing but docs/wire.md to go by. Rows come out as JSON, one a line."""
import json
import sys
import zlib

DICTIONARY = open(sys.argv[1], "rb").read()

FINAL_CODES = 56
CONTINUATION_CODES = 93 - FINAL_CODES


def packed(text):
    numbers, number, weight = [], 0, 1
    for letter in text:
        code = ord(letter) - 32 - (letter > '"') - (letter > "\\")
        number += weight * code
        weight *= CONTINUATION_CODES
        if code < FINAL_CODES:
            numbers.append(number)
            number, weight = 0, 1
    assert weight == 1
    return numbers


def signed(text):
    return [number >> 1 if number & 1 == 0 else -(number >> 1) - 1 for number in packed(text)]


def series(encoding, first, slope, rest, count):
    if encoding == "line":
        return [first + slope * i + rest[i] for i in range(count)]
    if encoding == "step":
        numbers = [first]
        for each in rest:
            numbers.append(numbers[-1] + slope + each)
        return numbers
    numbers = [first, first + slope]
    for each in rest:
        slope += each
        numbers.append(numbers[-1] + slope)
    return numbers


def column(encoded, count):
    encoding = encoded[0]
    if encoding == "const":
        return [encoded[1]] * count
    if encoding == "list":
        return encoded[1:]
    if encoding == "words":
        return [encoded[1][i] for i in packed(encoded[2])]
    scale, first, slope, text = encoded[1:]
    numbers = series(encoding, first, slope, signed(text), count)
    if scale is None:
        return numbers
    if scale == "clock":
        return ["%02d:%02d:%02d" % (n // 3600, n // 60 % 60, n % 60) for n in numbers]
    if isinstance(scale, list):
        return [n * scale[0] if len(scale) == 1 else n * scale[0] / scale[1] for n in numbers]
    return [n / 10**scale for n in numbers]


def fill(rows, template):
    for name, member in template.items():
        if isinstance(member, dict):
            values = [{} for _ in rows]
            fill(values, member)
        else:
            values = column(member, len(rows))
        for row, value in zip(rows, values):
            row[name] = value


def stamp(micros):
    days, rest = divmod(micros, 86_400_000_000)
    # the civil calendar for any year; datetime knows 1 to 9999 only
    era, day = divmod(days + 719_468, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    date = (day - (153 * month + 2) // 5 + 1, (month + 2) % 12 + 1)
    year += era * 400 + (month > 9)
    text = "-%04d" % -year if year < 0 else "%04d" % year if year < 10_000 else "+%d" % year
    seconds, micros = divmod(rest, 1_000_000)
    return "%s-%02d-%02dT%02d:%02d:%02d.%06dZ" % (
        text, date[1], date[0], seconds // 3600, seconds // 60 % 60, seconds % 60, micros)


def read(payload):
    if payload[:1] == b"\x78":
        payload = zlib.decompressobj(zdict=DICTIONARY).decompress(payload)
    batch = json.loads(payload)
    assert batch["columns"] == 1
    timestamps = []
    for each in batch["moments"]:
        seconds, rest = column(each["seconds"], each["n"]), column(each["rest"], each["n"])
        timestamps.append([each["from"] + 1_000_000 * s + r for s, r in zip(seconds, rest)])
    records = []
    for group in batch["groups"]:
        count = group["n"]
        at = [timestamps[group["m"]][index] for index in column(group["at"], count)]
        trusted = column(group["trusted"], count) if "trusted" in group else [True] * count
        rows = []
        for i in range(count):
            rows.append({"@t": group["t"], "@ts": stamp(at[i])})
            if not trusted[i]:
                rows[i]["@tq"] = "unknown"
        fill(rows, group["row"])
        records += zip(at, rows)
    ordered = sorted(records, key=lambda each: each[0])
    if "order" in batch:
        ordered = [ordered.pop(ahead) for ahead in packed(batch["order"])]
    gaps = dict(zip(batch.get("gaps", [])[::2], batch.get("gaps", [])[1::2]))
    sequence = batch["first"]
    for i, (_, row) in enumerate(ordered):
        sequence += gaps.get(i, 0)
        yield batch["unit"], batch["boot"], sequence, row
        sequence += 1


for line in sys.stdin:
    print(json.dumps([list(each) for each in read(bytes.fromhex(line))]).replace("Infinity", "\"Infinity\""), flush=True)
