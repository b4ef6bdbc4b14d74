#!/usr/bin/env python3
"""Receiver of webhooks that verifies their signatures: webhook.py FILE < TOKEN

Takes a free port of this machine, prints it, and appends a line to FILE for each callback: 'signature right' or 'signature WRONG', then
the body."""
import hashlib
import hmac
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

token = sys.stdin.readline().strip().encode()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        expected = hmac.new(token, body, hashlib.sha256).hexdigest()
        right = hmac.compare_digest(expected, self.headers.get("X-Request-Signature", ""))
        with open(sys.argv[1], "a") as file:
            file.write("signature %s %s\n" % ("right" if right else "WRONG", body.decode()))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
