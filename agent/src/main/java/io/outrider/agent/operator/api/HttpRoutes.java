package io.outrider.agent.operator.api;

import io.outrider.api.Failure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which path is what. */
final class HttpRoutes {
    private static final Pattern EXECUTE = Pattern.compile("/dongle/([^/]+)/(execute|execute_raw)");

    /** Stands for this unit, whatever its id is. */
    private static final String THIS_UNIT = "-";

    /** One of the list of the fleet's devices, which here are one. */
    private record Device(String id, String unitId) {}

    private final DaemonFacade unit;
    private final AccessControl gate;
    private final Function<RequestHead, byte[]> self;
    private final StatusEndpoint status;
    private final ExecuteEndpoint execution;
    private final StreamEndpoint following;
    private final RecordsEndpoint posting;

    /** @param self the answer to {@code GET /}: who this is */
    HttpRoutes(
            DaemonFacade unit,
            AccessControl gate,
            Function<RequestHead, byte[]> self,
            StatusEndpoint status,
            ExecuteEndpoint execution,
            StreamEndpoint following,
            RecordsEndpoint posting) {
        this.unit = unit;
        this.self = self;
        this.gate = gate;
        this.status = status;
        this.execution = execution;
        this.following = following;
        this.posting = posting;
    }

    /** Decides by the head of the request alone. */
    RequestAdmission admit(RequestHead head) throws HttpError {
        gate.refuseBrowsers(head);
        if (head.path().equals("/")) {
            only("GET", head);
            return RequestAdmission.now(self.apply(head));
        }
        gate.refuseStrangers(head);
        Matcher execute = EXECUTE.matcher(head.path());
        if (execute.matches()) {
            only("POST", head);
            return execute(execute.group(1), execute.group(2).equals("execute_raw"));
        }
        switch (head.path()) {
            case "/status" -> {
                only("GET", head);
                return RequestAdmission.withoutBody(request -> request.answerJson(200, status.now()));
            }
            case "/metrics" -> {
                only("GET", head);
                return RequestAdmission.withoutBody(this::metrics);
            }
            case "/stream" -> {
                only("GET", head);
                if (head.isHead()) {
                    throw HttpError.badMethod("GET");
                }
                return RequestAdmission.withoutBody(following::serve);
            }
            case "/records" -> {
                only("POST", head);
                posting.refuseIfBusy();
                return RequestAdmission.withBody(RecordsEndpoint.LARGEST_BODY, posting::serve);
            }
            case "/reload" -> {
                only("POST", head);
                return RequestAdmission.withBody(HttpExchange.LARGEST_BODY, this::reload);
            }
            case "/dongle/devices" -> {
                only("GET", head);
                String id = unit.id().get();
                return RequestAdmission.withoutBody(request -> request.answerJson(200, List.of(new Device(id, id))));
            }
            default ->
                throw new HttpError(
                        404,
                        Failure.Actor.CALLER,
                        "NO_SUCH_PATH",
                        "there is nothing at this path; there are /, /status, /metrics, /stream, /records, /reload, "
                                + "/dongle/devices/, /dongle/UNIT_ID/execute/ and /dongle/UNIT_ID/execute_raw/");
        }
    }

    private RequestAdmission execute(String id, boolean raw) throws HttpError {
        if (!id.equals(THIS_UNIT) && !id.equals(unit.id().get())) {
            return RequestAdmission.withoutBody(
                    request -> request.answerText(401, HttpExchange.TEXT, "this is another unit; GET / tells which\n"));
        }
        execution.refuseIfBusy();
        return RequestAdmission.withBody(HttpExchange.LARGEST_BODY, request -> execution.serve(request, raw));
    }

    private void metrics(HttpExchange request) throws IOException {
        request.answerText(
                200,
                PrometheusText.TYPE,
                PrometheusText.text(unit.health().get().values()));
    }

    private void reload(HttpExchange request) throws IOException, HttpError {
        try {
            request.answerJson(200, Map.of("result", unit.reload().reload()));
        } catch (Failure e) {
            throw new HttpError(500, e.actor(), e.code(), e.getMessage());
        }
    }

    /** HEAD is GET, of which the answer's head is wanted. */
    private static void only(String method, RequestHead head) throws HttpError {
        if (!head.method().equals(method) && !(method.equals("GET") && head.isHead())) {
            throw HttpError.badMethod(method);
        }
    }
}
