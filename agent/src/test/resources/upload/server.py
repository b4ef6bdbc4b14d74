"""A server in the incumbent's form, with TLS if a certificate and its key are named. Prints its port, then a JSON line for each request; takes orders on its input.

An order is what the next requests are answered with: a status, "drop", or "ok"; with "bad N" it answers 400 to every
batch in which a record's value is N.
"""
import gzip
import json
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

state = {"order": "ok", "bad": None}
telling = threading.Lock()


def tell(what):
    """A line at a time, whichever thread has something to say."""
    with telling:
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        order = state["order"]
        if order == "drop":
            self.connection.close()
            self.close_connection = True
            return
        problem = None
        rows = []
        try:
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            rows = json.loads(body)
            if self.headers.get("Content-Type") != "application/json":
                problem = "content type"
            elif not isinstance(rows, list) or not all("@t" in row and row["@ts"].endswith("Z") for row in rows):
                problem = "rows"
            elif [row["@ts"] for row in rows] != sorted(row["@ts"] for row in rows):
                problem = "order"
        except (ValueError, KeyError, TypeError) as error:
            problem = repr(error)
        code = 200 if order == "ok" else int(order.split()[0])
        if code == 200 and state["bad"] is not None and any(row.get("value") == state["bad"] for row in rows):
            code = 400
        if code == 413 and len(rows) <= 10:
            code = 200
        tell({
            "code": code, "problem": problem, "unit": self.headers.get("unit-id"),
            "authorization": self.headers.get("Authorization"), "values": [row.get("value") for row in rows],
        })
        self.send_response(code)
        if len(order.split()) > 1:
            self.send_header("Retry-After", order.split()[1])
        answer = b'{"detail": "as ordered"}'
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if len(sys.argv) > 1:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = tls.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda request, address: None  # who does not trust it hangs up
threading.Thread(target=server.serve_forever, daemon=True).start()
tell({"port": server.server_address[1]})
for line in sys.stdin:
    if line.startswith("bad "):
        state["bad"] = int(line[4:])
    elif line.strip() != "mark":
        state["order"] = line.strip()
    tell({"order": line.strip()})
