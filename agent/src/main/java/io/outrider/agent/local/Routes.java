package io.outrider.agent.local;

import io.outrider.api.Failure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which path is what. */
final class Routes {
    private static final Pattern EXECUTE = Pattern.compile("/dongle/([^/]+)/(execute|execute_raw)");

    /** Stands for this unit, whatever its id is. */
    private static final String THIS_UNIT = "-";

    /** One of the list of the fleet's devices, which here are one. */
    private record Device(String id, String unitId) {}

    private final Unit unit;
    private final Gate gate;
    private final StatusPage status;
    private final Execution execution;
    private final Following following;
    private final Posting posting;

    Routes(Unit unit, Gate gate, StatusPage status, Execution execution, Following following, Posting posting) {
        this.unit = unit;
        this.gate = gate;
        this.status = status;
        this.execution = execution;
        this.following = following;
        this.posting = posting;
    }

    void serve(Request request) throws IOException, Refusal, InterruptedException {
        gate.refuseBrowsers(request.headers());
        String path = request.path();
        if (path.equals("/")) {
            only("GET", request);
            request.answerJson(200, Map.of("unit_id", unit.id().get()));
            return;
        }
        gate.refuseStrangers(request.headers());
        Matcher execute = EXECUTE.matcher(path);
        if (execute.matches()) {
            only("POST", request);
            execute(request, execute.group(1), execute.group(2).equals("execute_raw"));
            return;
        }
        switch (path) {
            case "/status" -> {
                only("GET", request);
                request.answerJson(200, status.now());
            }
            case "/metrics" -> {
                only("GET", request);
                request.answerText(
                        200,
                        Exposition.TYPE,
                        Exposition.text(unit.health().get().values()));
            }
            case "/stream" -> {
                only("GET", request);
                following.serve(request);
            }
            case "/records" -> {
                only("POST", request);
                posting.serve(request);
            }
            case "/reload" -> {
                only("POST", request);
                reload(request);
            }
            case "/dongle/devices" -> {
                only("GET", request);
                String id = unit.id().get();
                request.answerJson(200, List.of(new Device(id, id)));
            }
            default ->
                throw new Refusal(
                        404,
                        Failure.Actor.CALLER,
                        "NO_SUCH_PATH",
                        "there is nothing at this path; there are /, /status, "
                                + "/metrics, /stream, /records, /reload, /dongle/devices/ and /dongle/UNIT_ID/execute/");
        }
    }

    private void execute(Request request, String id, boolean raw) throws IOException, Refusal, InterruptedException {
        if (id.equals(THIS_UNIT) || id.equals(unit.id().get())) {
            execution.serve(request, raw);
        } else {
            request.answerText(401, Request.TEXT, "this is another unit; GET / tells which\n");
        }
    }

    private void reload(Request request) throws IOException, Refusal {
        try {
            request.answerJson(200, Map.of("result", unit.reload().reload()));
        } catch (Failure e) {
            throw new Refusal(500, e.actor(), e.code(), e.getMessage());
        }
    }

    private static void only(String method, Request request) throws Refusal {
        if (!request.method().equals(method)) {
            request.header("Allow", method);
            throw new Refusal(405, Failure.Actor.CALLER, "BAD_METHOD", "this path takes " + method + " only");
        }
    }
}
