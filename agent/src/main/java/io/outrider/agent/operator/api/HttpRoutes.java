package io.outrider.agent.operator.api;

import io.outrider.api.Failure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Routes of the local API. */
final class HttpRoutes {
    private static final Pattern EXECUTE = Pattern.compile("/dongle/([^/]+)/(execute|execute_raw)");

    /** Alias of this unit's id in paths. */
    private static final String THIS_UNIT = "-";

    /** Element of the fleet's device list, which here has one. */
    private record Device(String id, String unitId) {}

    private final DaemonFacade daemon;
    private final AccessControl accessControl;
    private final Function<RequestHead, byte[]> self;
    private final StatusEndpoint status;
    private final ExecuteEndpoint executeEndpoint;
    private final StreamEndpoint streamEndpoint;
    private final RecordsEndpoint recordsEndpoint;

    /** @param self response to {@code GET /} */
    HttpRoutes(
            DaemonFacade daemon,
            AccessControl accessControl,
            Function<RequestHead, byte[]> self,
            StatusEndpoint status,
            ExecuteEndpoint executeEndpoint,
            StreamEndpoint streamEndpoint,
            RecordsEndpoint recordsEndpoint) {
        this.daemon = daemon;
        this.self = self;
        this.accessControl = accessControl;
        this.status = status;
        this.executeEndpoint = executeEndpoint;
        this.streamEndpoint = streamEndpoint;
        this.recordsEndpoint = recordsEndpoint;
    }

    /** Routes a request by its head. */
    RequestAdmission admit(RequestHead head) throws HttpError {
        accessControl.refuseBrowsers(head);
        if (head.path().equals("/")) {
            only("GET", head);
            return RequestAdmission.now(self.apply(head));
        }
        accessControl.refuseStrangers(head);
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
                return RequestAdmission.withoutBody(streamEndpoint::serve);
            }
            case "/records" -> {
                only("POST", head);
                recordsEndpoint.refuseIfBusy();
                return RequestAdmission.withBody(RecordsEndpoint.LARGEST_BODY, recordsEndpoint::serve);
            }
            case "/reload" -> {
                only("POST", head);
                return RequestAdmission.withBody(HttpExchange.LARGEST_BODY, this::reload);
            }
            case "/dongle/devices" -> {
                only("GET", head);
                String id = daemon.id().get();
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
        if (!id.equals(THIS_UNIT) && !id.equals(daemon.id().get())) {
            return RequestAdmission.withoutBody(
                    request -> request.answerText(401, HttpExchange.TEXT, "this is another unit; GET / tells which\n"));
        }
        executeEndpoint.refuseIfBusy();
        return RequestAdmission.withBody(HttpExchange.LARGEST_BODY, request -> executeEndpoint.serve(request, raw));
    }

    private void metrics(HttpExchange request) throws IOException {
        request.answerText(
                200,
                PrometheusText.TYPE,
                PrometheusText.text(daemon.health().get().values()));
    }

    private void reload(HttpExchange request) throws IOException, HttpError {
        try {
            request.answerJson(200, Map.of("result", daemon.reload().reload()));
        } catch (Failure e) {
            throw new HttpError(500, e.actor(), e.code(), e.getMessage());
        }
    }

    /** HEAD is served as GET without the body. */
    private static void only(String method, RequestHead head) throws HttpError {
        if (!head.method().equals(method) && !(method.equals("GET") && head.isHead())) {
            throw HttpError.badMethod(method);
        }
    }
}
