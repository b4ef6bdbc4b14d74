#!/usr/bin/env python3
"""Receiver of the fleet service's callbacks, with Python's standard library.

usage: webhook.py PORT < TOKEN
Verifies the signature of each with the token that its command was given with, prints a line for it, and answers GET with the last
ones as JSON, the newest first. A wrong signature gets 403."""
import collections
import hashlib
import hmac
import json
import signal
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

token = sys.stdin.readline().strip()
received = collections.deque(maxlen=20)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        expected = hmac.new(token.encode(), body, hashlib.sha256).hexdigest()
        right = hmac.compare_digest(expected, self.headers.get("X-Request-Signature", ""))
        callback = json.loads(body) if right else {}
        received.appendleft({"signature": "right" if right else "WRONG", "jid": callback.get("jid"),
                             "state": callback.get("state"), "response": callback.get("response")})
        print("webhook    %(jid)s  %(state)s, signature %(signature)s" % received[0], flush=True)
        self.answer(200 if right else 403, b"")

    def do_GET(self):
        self.answer(200, json.dumps(list(received)).encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if body:  # else the client may be gone already
            self.wfile.write(body)

    def log_message(self, *args):
        pass


signal.signal(signal.SIGINT, signal.SIG_DFL)
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
