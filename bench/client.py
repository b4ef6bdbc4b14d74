#!/usr/bin/env python3
"""Client of the fleet service, written from the specification of its HTTP API alone, with Python's standard library.

usage: client.py URL[,URL...] DEVICE_ID [REGISTRY USER PASSWORD IMAGE] < TOKEN, E-MAIL AND PASSWORD, A LINE EACH
Runs every operation and rule against a unit that drives, prints a line for each, and exits with 0 only if all hold. The requests
go to the addresses in turn. With a registry, which has IMAGE:1, a release is applied on the unit's container engine."""
import datetime
import hashlib
import hmac
import itertools
import json
import re
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

bases = itertools.cycle(sys.argv[1].split(","))
device = sys.argv[2]
own = sys.argv[3:]
token, email, password = [sys.stdin.readline().strip() for line in range(3)]
failed = 0
WAIT = 90


def call(method, path, body=None, authorization="APIToken " + token, **query):
    """Status and parsed body of a request."""
    url = next(bases) + path + ("?" + urllib.parse.urlencode(query) if query else "")
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    if authorization:
        request.add_header("Authorization", authorization)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def holds(sentence, condition, detail=""):
    global failed
    failed += not condition
    print(("ok    " if condition else "WRONG ") + sentence + ("" if condition else ": " + str(detail)), flush=True)
    return condition


def is_utc(text):
    return re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", text)


def until(condition):
    """First true value of a function, or its last value after a while."""
    end = time.monotonic() + WAIT
    value = condition()
    while not value and time.monotonic() < end:
        time.sleep(0.2)
        value = condition()
    return value


def utc(ago=0, form="%Y-%m-%dT%H:%M:%S.000Z"):
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=ago)).strftime(form)


class Receiver(BaseHTTPRequestHandler):
    requests = []
    signatures = set()
    refuse = {}
    keys = {}

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        expected = hmac.new(self.keys.get(self.path, token).encode(), body, hashlib.sha256).hexdigest()
        genuine = hmac.compare_digest(expected, self.headers["X-Request-Signature"])
        self.signatures.add(self.headers["X-Request-Signature"])
        self.requests.append((self.path, genuine, self.headers["Content-Type"], json.loads(body)))
        left = self.refuse.get(self.path, 0)
        self.refuse[self.path] = left - 1
        self.send_response(500 if left > 0 else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


receiver = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
callback = "http://127.0.0.1:%d/" % receiver.server_port


def received(path):
    return [each for each in Receiver.requests if each[0] == "/" + path]


jids = {}  # by the path of their callbacks


def execute(path, body, operation="execute", **how):
    status, job = call("POST", "/dongle/devices/%s/%s/" % (device, operation), {**body, "callback_url": callback + path}, **how)
    jids["/" + path] = job.get("jid")
    return status, job


def record_of(job):
    return call("GET", "/dongle/devices/%s/callback/%s/" % (device, job["jid"]))


def is_listed(path, jid):
    """True if the record of a job lists as many requests as came."""
    return len(record_of({"jid": jid})[1]["sent_requests"]) == len([each for each in Receiver.requests if each[0] == path])


# 4.2 devices
status, devices = call("GET", "/dongle/devices/")
unit = next((each["unit_id"] for each in devices if each["id"] == device), None)
holds("the device is listed with its unit", status == 200 and unit, devices)
online = until(lambda: call("GET", "/dongle/devices/%s/" % device)[1].get("online"))
holds("the unit is online", online)

# 5 authentication
for name, authorization in [("no token", None), ("an unknown token", "APIToken x"), ("an unknown scheme", "Basic eA==")]:
    status, problem = call("GET", "/dongle/devices/", authorization=authorization)
    holds("%s is refused" % name, status == 401 and problem["code"] == "NOT_AUTHENTICATED", problem)

status, login = call("POST", "/auth/login/", {"email": email, "password": password}, authorization=None)
bearer = "Bearer " + login.get("token", "")
holds("a login gives a JWT that identifies", status == 200 and call("GET", "/dongle/devices/", authorization=bearer)[0] == 200, login)
holds("a wrong password does not", call("POST", "/auth/login/", {"email": email, "password": "x"}, authorization=None)[0] == 401)

# 4.2, 6 commands and callbacks
Receiver.keys["/jwt"] = login.get("token", "")
execute("jwt", {"command": "test.ping"}, authorization=bearer)
until(lambda: received("jwt"))
holds("a JWT signs the callbacks of its commands", received("jwt") and received("jwt")[0][1], received("jwt"))
status, job = execute("ping", {"command": "test.ping"})
holds("execute answers with a job id and the unit", status == 200 and re.fullmatch(r"\d{20}", job["jid"])
      and job["minions"] == [unit], job)
until(lambda: received("ping"))
got = received("ping")
if holds("a callback arrives", len(got) == 1, got):
    path, genuine, kind, body = got[0]
    data = body["response"]["data"]
    holds("its signature is right", genuine)
    holds("its type is application/json", kind == "application/json", kind)
    holds("it has the shape of 6.1", body["response"]["tag"] == "salt/job/%s/ret/%s" % (job["jid"], unit)
          and body["jid"] == job["jid"] and body["state"] == "COMMAND_EXECUTED" and body["success"] is True
          and body["device_id"] == device and data["return"] is True and data["retcode"] == 0 and data["fun"] == "test.ping"
          and data["id"] == unit and data["cmd"] == "_return" and data["fun_args"] == [] and data["jid"] == job["jid"]
          and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+", data["_stamp"]), body)
record = until(lambda: (lambda r: r[1] if r[0] == 200 and r[1]["sent_requests"] else None)(
    call("GET", "/dongle/devices/%s/callback/%s/" % (device, job["jid"]))))
holds("the callback record has the shape of 2.6", record and record["url"] == callback + "ping"
      and record["timeout"] == 120 and record["device_id"] == device and record["command"]["command"] == "test.ping"
      and record["command"]["returner"] is None and record["command"]["arg"] == []
      and record["sent_requests"][0]["state"] == "COMMAND_EXECUTED" and record["sent_requests"][0]["success"] is True
      and record["sent_requests"][0]["response_statuscode"] == 200 and is_utc(record["sent_requests"][0]["timestamp"])
      and is_utc(record["timestamp"]) and re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", record["timeout_task_id"]), record)

status, job = execute("rpm", {"command": "obd.query", "arg": ["RPM"], "kwarg": {"force": True}})
until(lambda: received("rpm"))
got = received("rpm")
holds("obd.query returns revolutions", got and got[0][3]["response"]["data"]["return"]["_type"] == "rpm", got)
status, job = execute("raw", {"command": "obd.query speed mode=01 pid=0D formula='bytes_to_int(message.data[2:])'"}, "execute_raw")
until(lambda: received("raw"))
got = received("raw")
holds("execute_raw takes a line with a formula", got
      and isinstance(got[0][3]["response"]["data"]["return"]["value"], (int, float)), got)
status, job = execute("unknown", {"command": "no.such", "arg": [1]})
until(lambda: received("unknown"))
got = received("unknown")
holds("an unknown function returns an error", got and got[0][3]["success"] is False
      and got[0][3]["response"]["data"]["retcode"] == 254, got)
status, job = execute("state", {"command": "state.sls pending"})
until(lambda: received("state"))
record = call("GET", "/dongle/devices/%s/callback/%s/" % (device, job["jid"]))[1]
holds("the record of a state run has its result", received("state") and "result" in record, record)

Receiver.refuse["/again"] = 1
status, job = execute("again", {"command": "test.ping"})
until(lambda: len(received("again")) >= 2)
states = until(lambda: (lambda r: len(r["sent_requests"]) == 2 and [each["response_statuscode"] for each in r["sent_requests"]])(
    call("GET", "/dongle/devices/%s/callback/%s/" % (device, job["jid"]))[1]))
holds("a refused request is sent again, each recorded", states == [500, 200], states)

Receiver.refuse["/never"] = 9
status, job = execute("never", {"command": "test.ping"})
record = until(lambda: (lambda r: r if len(r["sent_requests"]) == 5 else None)(record_of(job)[1]))
no_sixth = time.monotonic()
if holds("five requests are sent, each recorded with its status", record and len(received("never")) == 5
         and {each["response_statuscode"] for each in record["sent_requests"]} == {500}
         and not any(each["success"] for each in record["sent_requests"]), record):
    fourth, fifth = [datetime.datetime.fromisoformat(each["timestamp"].rstrip("Z")) for each in record["sent_requests"][3:]]
    no_sixth += 2 * (fifth - fourth).total_seconds() + 1  # would have come by then

status, job = execute("late", {"command": "test.sleep", "arg": [4], "callback_timeout": 1})
until(lambda: len(received("late")) >= 2)
got = [each[3]["state"] for each in received("late")]
holds("TIMEOUT comes first, and COMMAND_EXECUTED follows", got == ["TIMEOUT", "COMMAND_EXECUTED"], received("late"))
body = received("late")[0][3]
holds("a TIMEOUT has the shape of 6.1, without a value", body["response"]["tag"] == "salt/job/%s/ret/%s" % (job["jid"], unit)
      and body["jid"] == job["jid"] and body["success"] is False and body["device_id"] == device
      and "return" not in body["response"]["data"], body)
for timeout in (0, 601, "x"):
    status, problem = call("POST", "/dongle/devices/%s/execute/" % device,
                           {"command": "test.ping", "callback_url": callback, "callback_timeout": timeout})
    holds("callback_timeout %s is refused" % timeout, status == 400, problem)

# 4.3 telemetry
execute("upload", {"command": "cloud.upload"})
raw = until(lambda: call("GET", "/logbook/storage/raw/", device_id=device, data_type="obd.rpm", start_utc=utc(600),
                         end_utc=utc(-60))[1])
holds("raw records come as the unit sent them", raw and raw[0]["@t"] == "obd.rpm" and raw[0]["@ts"].endswith("Z")
      and "value" in raw[0], raw)
status, everything = call("GET", "/logbook/storage/raw/", device_id=device, start_utc=utc(600), end_utc=utc(-60))
sample = raw[0] if raw else {}
exact = call("GET", "/logbook/storage/raw/", device_id=device, data_type="obd.rpm", start_utc=sample.get("@ts"),
             end_utc=utc(-60))[1]
holds("the period begins with its first microsecond", exact and exact[0] == sample, exact and exact[0])
holds("without data_type all types come", len({each["@t"] for each in everything}) > 3, len(everything))
status, uploaded = call("GET", "/logbook/storage/raw/", device_id=device, start_utc=utc(600), end_utc=utc(-60),
                        use_upload_time="true")
holds("use_upload_time finds them too", len(uploaded) >= len(everything), len(uploaded))
first = everything[0]
after = first["@ts"][:-2] + "1Z"  # a microsecond later
by_time, by_upload = [call("GET", "/logbook/storage/raw/", device_id=device, start_utc=after, end_utc=utc(-60), **how)[1]
                      for how in ({}, {"use_upload_time": "true"})]
holds("and a record of before the period that was uploaded in it", first not in by_time and first in by_upload, first)
status, latest = call("GET", "/logbook/storage/read/", device_id=device, field="obd.rpm.value", field_type="float",
                      from_utc=utc(600), aggregation="none")
holds("the latest value is one", status == 200 and len(latest) == 1 and latest[0]["value"] >= 0, latest)
begin = utc(86340)
status, points = call("GET", "/logbook/storage/read/", device_id=device, field="obd.rpm.value", field_type="float",
                      from_utc=begin, to_utc=utc(-60), aggregation="avg", interval="1h")
holds("24 hours by the hour are 24 points, from from_utc on", status == 200 and len(points) == 24
      and points[0]["ts"][:19] == begin[:19] and points[0]["ts"].endswith("Z"), points)
values = [each for each in points if each["value"] is not None]
holds("empty intervals are null, the last has a value", 1 <= len(values) <= 2 and isinstance(values[-1]["max_ts"], int), values)
for name in ("min", "MAX", "average", "SUM"):
    status, points = call("GET", "/logbook/storage/read/", device_id=device, field="obd.rpm.value", field_type="float",
                          from_utc=utc(3600), to_utc=utc(-60), aggregation=name, interval="10m")
    holds("aggregation %s" % name, status == 200 and len(points) == 7, points)
status, values = call("GET", "/logbook/storage/read/", device_id=device, field="obd.rpm.value", field_type="long",
                      from_utc=utc(600), aggregation="none", size=3)
holds("none with size gives the newest values", status == 200 and 1 <= len(values) <= 3
      and all(isinstance(each["value"], int) for each in values), values)
status, posted = call("POST", "/logbook/storage/", [])
holds("a client's token is no unit's", status == 401, posted)
places = until(lambda: call("GET", "/logbook/storage/read/", device_id=device, field="track.pos.loc", field_type="geo_point",
                            from_utc=utc(600), to_utc=utc(-60))[1])
holds("positions are points", places and places[-1]["location"] == {"lat": 57.02241, "lon": 9.89919}, places)
status, fields = call("GET", "/logbook/storage/fields/", device_id=device)
holds("the fields are listed with their types", {"field": "obd.rpm.value", "type": "float"} in fields, fields)
for whose in ({"device_id": device}, {}):
    trips = until(lambda: call("GET", "/logbook/trips/", start_utc=utc(600), end_utc=utc(-60), **whose)[1])
    holds("the trip that goes on is listed" + (", also of the whole account" if not whose else ""), any(
        each["device_id"] == device and each["state"] == "ONGOING" and each["end_time_utc"] is None for each in trips), trips)
status, problem = call("GET", "/logbook/storage/read/", device_id=unit, field="obd.rpm.value", field_type="float",
                       from_utc=utc(600))
holds("the unit id is no device id", status == 404, problem)

# 4.4 containers
status, problem = call("POST", "/docker/projects/", {"name": "client", "devices": [device]})
holds("containers need the device's setting", status == 403, problem)
call("PATCH", "/dongle/devices/%s/" % device, {"containers": True})
status, registry = call("POST", "/docker/registries/", 
                        {"name": "own", "url": own[0] if own else "https://r.example", "username": own[1] if own else "u",
                         "password": own[2] if own else "p"})
holds("a registry is created, without its password", status == 201 and "password" not in registry, registry)
status, project = call("POST", "/docker/projects/", {"name": "client", "description": "d", "registry": registry["id"],
                                                     "devices": [device]})
holds("a project is created", status == 201, project)
releases = "/docker/projects/%s/releases/" % project["id"]
status, release = call("POST", releases, {
    "version": "1.0.0", "devices": [device], "remove_containers": [],
    "containers": [{"name": "app", "image": own[3] if own else "team/app", "tag": "1", "required_tags": [], "purge_data": False,
                    "registry": "own", "startup_parameters": {"privileged": False, "environment": [], "network_mode": "none",
                                                              "restart_policy": "always"}}]})
holds("a release is created", status == 201 and re.fullmatch(r"[0-9a-f]{8}", release["version_hash"])
      and release["successful_deployments"] == [], release)
one = releases + "%s/" % release["id"]
holds("it is read", call("GET", one)[1]["version"] == "1.0.0")
holds("it is modified", call("PATCH", one, {"devices": [device]})[0] == 200)
reported = until(lambda: (lambda report: report if any(each["name"] == "client" for each in report.get("projects", [])) else None)(
    call("GET", "/dongle/devices/%s/" % device)[1].get("reported") or {}))
holds("the unit reports the document's revision, and that it has the release", reported and reported.get("revision"), reported)
holds("it is listed, and replaced by itself", [each["id"] for each in call("GET", releases)[1]] == [release["id"]]
      and call("PUT", one, {key: release[key] for key in ("version", "devices", "containers", "remove_containers")})[0] == 200)
for folder, entity, change in (("/docker/registries/", registry, {"metadata": {"team": "client"}}),
                               ("/docker/projects/", project, {"description": "of the client"})):
    path = "%s%s/" % (folder, entity["id"])
    changed = {**entity, **change}
    holds(path + " is read and modified", call("GET", path)[1]["name"] == entity["name"]
          and call("PATCH", path, change) == (200, changed) and call("GET", path) == (200, changed), call("GET", path))
    holds(path + " is as it was", call("PATCH", path, {key: entity[key] for key in change}) == (200, entity), call("GET", path))
    status, listed = call("GET", folder)
    holds(path + " is listed", status == 200 and entity in listed, listed)
    holds(path + " is replaced by itself", call("PUT", path, {key: entity[key] for key in entity if key not in ("id", "has_password")})
          == (200, entity))
if own:
    status, job = execute("docker", {"command": "state.sls docker.release", "callback_timeout": 600})
    until(lambda: received("docker"))
    done = until(lambda: device in call("GET", one)[1]["successful_deployments"])
    holds("state.sls docker.release applies it, and the device is among the successful deployments", done,
          (received("docker"), call("GET", "/dongle/devices/%s/job/%s/" % (device, job["jid"])), call("GET", one)[1]))
holds("deletions answer 204", [call("DELETE", path)[0] for path in (
    one, "/docker/projects/%s/" % project["id"], "/docker/registries/%s/" % registry["id"])] == [204, 204, 204])

time.sleep(max(0, no_sixth - time.monotonic()))
holds("no sixth request follows, and nothing after one that was taken", [len(received("never")), len(received("again"))] == [5, 2],
      received("never") + received("again"))
holds("each request is listed in the record of its job", until(lambda: all(is_listed(*each) for each in jids.items())), jids)
holds("each job has an id of its own, which its requests have", len(set(jids.values())) == len(jids) and all(
    body["jid"] == jids[path] for path, genuine, kind, body in Receiver.requests), jids)
holds("signatures of different requests differ", len(Receiver.signatures) == len(
    {(path, body["state"]) for path, genuine, kind, body in Receiver.requests}), Receiver.signatures)
sent = [(path, body["state"], body["jid"]) for path, genuine, kind, body in Receiver.requests if path not in ("/again", "/never")]
holds("each callback came once, by one instance", len(sent) == len(set(sent)), sent)
holds("each signature was right", all(genuine for path, genuine, kind, body in Receiver.requests))
print("== all hold" if not failed else "== %d wrong" % failed)
sys.exit(failed > 0)
