"""Receiver of callbacks that verifies signatures by itself. Arguments: TOKEN. Prints its port, then a line for each request."""
import hashlib, hmac, json, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

token = sys.argv[1].encode()
seen = {}
lock = threading.Lock()


class Receiver(BaseHTTPRequestHandler):
    def do_GET(self):
        with lock:
            print(json.dumps({"path": self.path, "body": {}}), flush=True)
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        expected = hmac.new(token, body, hashlib.sha256).hexdigest()
        genuine = hmac.compare_digest(expected, self.headers.get("X-Request-Signature", ""))
        path = self.path
        seen[path] = seen.get(path, 0) + 1
        line = json.dumps({"path": path, "genuine": genuine, "type": self.headers["Content-Type"],
                           "host": self.headers["Host"], "body": json.loads(body)})
        with lock:
            print(line, flush=True)
        if path.startswith("/fail-"):
            status = 500 if seen[path] <= int(path.split("-")[1]) else 200
        elif path == "/redirect":
            self.send_response(302)
            self.send_header("Location", "/redirected")
            self.end_headers()
            return
        elif path == "/never":
            time.sleep(30)
            return
        elif path == "/drip":
            self.send_response(200)
            self.end_headers()
            for _ in range(300):
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.1)
            return
        elif path == "/huge":
            self.send_response(200)
            self.send_header("Content-Length", str(1 << 30))
            self.end_headers()
            for _ in range(1 << 14):
                self.wfile.write(b"x" * (1 << 16))
            return
        else:
            status = 200
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
server.daemon_threads = True
print(server.server_port, flush=True)
server.serve_forever()
