"""An HTTP server of the incumbent's form that judges each request, keeps the rows, and behaves as it is told.

receiver.py FOLDER UNIT SCHEME TOKEN     prints its port, ends with its input

FOLDER/rows      a line of JSON for each request whose rows were kept: an array
FOLDER/wrong     a line for each request that breaks the form
FOLDER/behaviours  how it behaves, words separated by blanks, one for each request in turn, over and over; read anew
                 at each request. accept, drop (rows are kept, and no answer sent), lose (neither), or a status
"""

import gzip
import json
import os
import sys
import threading
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

folder, unit, scheme, token = sys.argv[1:5]
lock = threading.Lock()
requests = 0


def keep(name, line):
    """Appends a line; it is on the disk when this returns."""
    with open(os.path.join(folder, name), "a", encoding="utf-8") as file:
        file.write(line + "\n")
        file.flush()
        os.fsync(file.fileno())


def behaviour():
    global requests
    try:
        with open(os.path.join(folder, "behaviours"), encoding="utf-8") as file:
            behaviours = file.read().split()
    except FileNotFoundError:
        behaviours = []
    requests += 1
    return behaviours[requests % len(behaviours)] if behaviours else "accept"


def stamp(row):
    text = row["@ts"]
    if len(text) != 27 or not text.endswith("Z"):
        raise ValueError(f"@ts {text!r} is not UTC with microseconds and Z")
    return datetime.fromisoformat(text[:-1])


def check(headers, body):
    """The rows, or a ValueError that says which part of the form is broken."""
    if headers.get("Content-Type") != "application/json":
        raise ValueError(f"content-type {headers.get('Content-Type')!r}")
    if headers.get("unit-id") != unit:
        raise ValueError(f"unit-id {headers.get('unit-id')!r}")
    if headers.get("Authorization") != f"{scheme} {token}":
        raise ValueError("authorization is not scheme and token")
    encoding = headers.get("Content-Encoding")
    if encoding not in (None, "gzip"):
        raise ValueError(f"content-encoding {encoding!r}")
    try:
        rows = json.loads(gzip.decompress(body) if encoding else body, parse_constant=lambda word: 1 / 0)
    except (OSError, EOFError, ValueError, ZeroDivisionError) as e:
        raise ValueError(f"no JSON: {e}") from e
    if not isinstance(rows, list) or not rows:
        raise ValueError("no array with elements")
    for row in rows:
        if not isinstance(row, dict) or not isinstance(row.get("@t"), str) or not isinstance(row.get("@ts"), str):
            raise ValueError(f"no record: {row!r}")
    stamps = [stamp(row) for row in rows]
    if stamps != sorted(stamps):
        raise ValueError("not the oldest first")
    return rows


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = self.headers.get("Content-Length")
        if length is None:
            keep("wrong", "no content-length")
            return self.answer(411)
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            self.close_connection = True  # cut short on its way: nobody's fault
            return
        with lock:
            try:
                rows = check(self.headers, body)
            except ValueError as e:
                keep("wrong", str(e))
                return self.answer(400)
            told = behaviour()
            if told in ("accept", "drop"):
                keep("rows", json.dumps(rows))
        if told in ("drop", "lose"):
            self.close_connection = True
        else:
            self.answer(200 if told == "accept" else int(told))

    def answer(self, status):
        self.send_response(status)
        if status in (429, 503):
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
