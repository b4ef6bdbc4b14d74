package io.outrider.agent.operator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.operator.api.HttpReactor.RequestAdmission;
import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.FaultText;
import io.outrider.api.Metric;
import io.outrider.api.Reading;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Routes of the local API: admits requests by their heads and serves them. */
final class HttpRoutes implements HttpReactor.RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(HttpRoutes.class);
    private static final Pattern EXECUTE = Pattern.compile("/dongle/([^/]+)/(execute|execute_raw)");

    /** Alias of this unit's id in paths. */
    private static final String THIS_UNIT = "-";

    /** Element of the fleet's device list, which here has one. */
    private record Device(String id, String unitId) {}

    private record SectionProblem(String section, String problem) {}

    private record StatusPage(
            String unitId,
            String stamp,
            Map<String, String> versions,
            Map<String, Object> sections,
            List<SectionProblem> problems) {}

    private final DaemonFacade daemon;
    private final AccessControl accessControl;
    private final Clock clock;
    private final ObjectMapper mapper = Json.mapper();
    private final WriteTimeout writeTimeout;
    private final ExecuteEndpoint executeEndpoint;
    private final StreamEndpoint streamEndpoint;
    private final RecordsEndpoint recordsEndpoint;
    private final Map<Integer, LongAdder> answersByStatus = new ConcurrentSkipListMap<>();

    HttpRoutes(DaemonFacade daemon, AccessControl accessControl, HttpThreads threads, Clock clock, LocalApi.Pace pace) {
        this.daemon = daemon;
        this.accessControl = accessControl;
        this.clock = clock;
        this.writeTimeout = new WriteTimeout(threads.timer, pace.writeNanos());
        this.executeEndpoint = new ExecuteEndpoint(
                daemon.calls(), new ExecuteRequest(mapper, daemon.functions()), threads.callers, pace.callNanos());
        this.streamEndpoint = new StreamEndpoint(daemon.broadcast(), mapper, pace.streamNanos());
        this.recordsEndpoint =
                new RecordsEndpoint(daemon.records(), new RecordsBody(daemon.functions()), pace.diskNanos());
    }

    @Override
    public RequestAdmission admit(RequestHead head, boolean ofContainers) throws HttpError {
        accessControl.refuseBrowsers(head);
        if (head.path().equals("/")) {
            only("GET", head);
            return new RequestAdmission(
                    -1, whole(200, Map.of(), Map.of("unit_id", daemon.id().get()), head.isHead()), null);
        }
        accessControl.refuseStrangers(head, ofContainers);
        Matcher execute = EXECUTE.matcher(head.path());
        if (execute.matches()) {
            only("POST", head);
            return execute(execute.group(1), execute.group(2).equals("execute_raw"));
        }
        return switch (head.path()) {
            case "/status" -> get(head, request -> request.answerJson(200, status()));
            case "/metrics" -> get(head, this::metrics);
            case "/stream" -> {
                if (head.isHead()) {
                    throw HttpError.badMethod("GET");
                }
                yield get(head, streamEndpoint::serve);
            }
            case "/records" -> {
                only("POST", head);
                recordsEndpoint.refuseIfBusy();
                yield RequestAdmission.withBody(RecordsEndpoint.LARGEST_BODY, recordsEndpoint::serve);
            }
            case "/reload" -> {
                only("POST", head);
                yield RequestAdmission.withBody(HttpExchange.LARGEST_BODY, this::reload);
            }
            case "/dongle/devices" -> {
                String id = daemon.id().get();
                yield get(head, request -> request.answerJson(200, List.of(new Device(id, id))));
            }
            default ->
                throw new HttpError(
                        404,
                        LocalApiErrors.NO_SUCH_PATH,
                        "there is nothing at this path; there are /, /status, /metrics, /stream, /records, /reload, "
                                + "/dongle/devices/, /dongle/UNIT_ID/execute/ and /dongle/UNIT_ID/execute_raw/");
        };
    }

    private static RequestAdmission get(RequestHead head, RequestAdmission.Endpoint endpoint) throws HttpError {
        only("GET", head);
        return RequestAdmission.withoutBody(endpoint);
    }

    private RequestAdmission execute(String id, boolean raw) throws HttpError {
        if (!id.equals(THIS_UNIT) && !id.equals(daemon.id().get())) {
            return RequestAdmission.withoutBody(
                    request -> request.answerText(401, HttpExchange.TEXT, "this is another unit; GET / tells which\n"));
        }
        executeEndpoint.refuseIfBusy();
        return RequestAdmission.withBody(HttpExchange.LARGEST_BODY, request -> executeEndpoint.serve(request, raw));
    }

    /** HEAD is served as GET without the body. */
    private static void only(String method, RequestHead head) throws HttpError {
        if (!head.method().equals(method) && !(method.equals("GET") && head.isHead())) {
            throw HttpError.badMethod(method);
        }
    }

    private void metrics(HttpExchange request) throws IOException {
        String text = PrometheusText.text(daemon.health().get().values());
        request.answerText(200, PrometheusText.TYPE, text);
    }

    private void reload(HttpExchange request) throws IOException, HttpError {
        try {
            request.answerJson(200, Map.of("result", daemon.reload().reload()));
        } catch (Failure e) {
            throw new HttpError(500, e);
        }
    }

    private StatusPage status() {
        Map<String, Object> sections = new LinkedHashMap<>();
        List<SectionProblem> problems = new ArrayList<>();
        daemon.health().get().forEach((name, health) -> {
            if (!health.facts().isEmpty()) {
                sections.put(name, health.facts());
            }
            health.problems().forEach(problem -> problems.add(new SectionProblem(name, problem)));
        });
        String stamp = Reading.text(clock.instant()) + "Z";
        return new StatusPage(daemon.id().get(), stamp, daemon.versions(), sections, problems);
    }

    @Override
    public void serve(PendingConnection connection) {
        HttpExchange request = new HttpExchange(
                connection.head, connection.body, connection.channel, mapper, writeTimeout, this::count);
        try {
            try {
                connection.admission.endpoint().serve(request);
            } catch (HttpError e) {
                request.refuse(e);
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error("local API, {}: internal error" + FaultText.LOG_SUFFIX, request.path(), e);
                request.refuse(HttpError.fault());
            }
        } catch (IOException
                | IllegalStateException e) { // IllegalStateException: an error after the start of the response
            LOG.debug("local API, {}: the client has gone: {}", request.path(), e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the daemon stops
        }
    }

    @Override
    public byte[] refusal(HttpError refusal, boolean toHead) {
        return whole(refusal.status(), refusal.headers(), refusal.toJson(), toHead);
    }

    private byte[] whole(int status, Map<String, String> headers, Object value, boolean toHead) {
        count(status);
        try {
            return HttpExchange.whole(status, headers, mapper.writeValueAsBytes(value), toHead);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a map of texts is no JSON", e);
        }
    }

    private void count(int status) {
        answersByStatus.computeIfAbsent(status, each -> new LongAdder()).increment();
    }

    List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>();
        answersByStatus.forEach((status, count) -> metrics.add(new Metric(
                "local_requests_total",
                Metric.Kind.COUNTER,
                "Answers of the local API by HTTP status",
                Map.of("code", status.toString()),
                count.sum())));
        metrics.add(Metric.gauge("local_calls_running", "Calls over the local API now", executeEndpoint.running()));
        metrics.addAll(streamEndpoint.metrics());
        metrics.addAll(recordsEndpoint.metrics());
        return metrics;
    }
}
