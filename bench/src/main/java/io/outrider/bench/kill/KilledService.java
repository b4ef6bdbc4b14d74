package io.outrider.bench.kill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.fleet.WireUnit;
import io.outrider.bench.service.KillableService;
import io.outrider.bench.service.ServiceClient;
import io.outrider.testkit.TimeoutFactor;
import io.outrider.wire.Micros;
import io.reactivex.schedulers.Schedulers;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Fleet service with two units on the wire, which is killed and started again. The rounds' threads and those of the units. */
final class KilledService implements WireUnit.Listener, AutoCloseable {
    /** Function whose return comes behind the callback's timeout. */
    static final String LATE = "test.sleep";

    static final long BEGIN_MICROS = Micros.of(Instant.parse("2026-11-27T10:00:00Z"));
    private static final String STARTED = "2026-11-27T10:00:00Z";
    private static final long LATE_MILLIS = 2_500;
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Request that fails while the service is down. */
    @FunctionalInterface
    interface Request {
        void send() throws IOException;
    }

    private final ResourceCloser closer = new ResourceCloser();
    private final KillableService service;
    private final WebhookReceiver receiver;
    private final List<WireUnit> units = new ArrayList<>();
    private final List<String> devices = new ArrayList<>();
    private final List<String> passwords = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final long project;
    private final String absentDevice;
    private final Map<String, Long> revisions = new ConcurrentHashMap<>();

    /** Documents by unit and revision. */
    private final Map<String, String> documents = new ConcurrentHashMap<>();

    /** Revisions by unit and version of the release in them. */
    private final Map<String, Long> versions = new ConcurrentHashMap<>();

    /** Last report of each unit. */
    private final Map<String, ObjectNode> reports = new ConcurrentHashMap<>();

    private final AtomicLong reportNumber = new AtomicLong();
    private final Map<String, Integer> deliveries = new ConcurrentHashMap<>();
    private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();
    private volatile ServicePoint awaited;
    private volatile CountDownLatch reached = new CountDownLatch(1);
    private volatile String version = "";

    /**
     * Starts the service.
     *
     * @param callbackHost address of this machine as the service reaches it
     */
    KilledService(KillableService service, String callbackHost) throws Exception {
        this.service = closer.add(service);
        try {
            service.start();
            receiver = closer.add(new WebhookReceiver(callbackHost, service.token(), (point, path) -> reach(point)));
            WireUnit.Threads shared = new WireUnit.Threads(threads, 2, Schedulers.from(threads));
            for (int i = 0; i < 2; i++) {
                String code = client().post("/dongle/enrolment_codes/", "{}")
                        .get("code")
                        .textValue();
                JsonNode login = new ServiceClient(service.url(), "")
                        .post("/enrol/", "{\"code\": \"" + code + "\", \"unit_id\": \"wire-" + i + "\"}");
                devices.add(login.get("device_id").textValue());
                passwords.add(login.get("password").textValue());
                WireUnit unit = closer.add(new WireUnit(
                        "wire-" + i, passwords.get(i), service::brokerPort, "00000000000000a" + i, shared, this));
                unit.connect().get(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS);
                units.add(unit);
                enableContainers(devices.get(i));
            }
            absentDevice = client().post("/dongle/devices/", "{\"unit_id\": \"wire-away\"}")
                    .get("id")
                    .textValue();
            project = client().post("/docker/projects/", "{\"name\": \"fleet\"}")
                    .get("id")
                    .longValue();
        } catch (Exception | Error e) {
            close();
            throw e;
        }
    }

    private void enableContainers(String device) throws IOException, InterruptedException {
        // the JDK's client knows no PATCH
        Process curl = new ProcessBuilder(
                        "curl",
                        "-sf",
                        "-X",
                        "PATCH",
                        "-H",
                        "Authorization: APIToken " + service.token(),
                        "-d",
                        "{\"containers\": true}",
                        service.url() + "/dongle/devices/" + device + "/")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (curl.waitFor() != 0) {
            throw new IllegalStateException("containers cannot be enabled on " + device);
        }
    }

    ServiceClient client() throws IOException {
        return new ServiceClient(service.url(), service.token());
    }

    String callback(String path) {
        return receiver.url(path);
    }

    WireUnit unit(int index) {
        return units.get(index);
    }

    String device(int index) {
        return devices.get(index);
    }

    /** Device whose unit never connects. */
    String absentDevice() {
        return absentDevice;
    }

    long project() {
        return project;
    }

    JobCallbacks callbacks(String jid) {
        return new JobCallbacks(receiver.of(jid));
    }

    /** Times that a command came to its unit. */
    int deliveries(String jid) {
        return deliveries.getOrDefault(jid, 0);
    }

    Queue<String> mistakes() {
        return mistakes;
    }

    Path log() {
        return service.log();
    }

    /** Sends until it works, as clients do that have to. */
    void untilDone(Request request) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TimeoutFactor.scaledSeconds(120));
        while (true) {
            try {
                request.send();
                return;
            } catch (IOException e) {
                if (System.nanoTime() > end) {
                    throw new IllegalStateException(e);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            }
        }
    }

    void upload(String records) throws IOException {
        HttpURLConnection request = (HttpURLConnection)
                URI.create(service.url() + "/logbook/storage/").toURL().openConnection();
        request.setConnectTimeout(TIMEOUT_MILLIS);
        request.setReadTimeout(TIMEOUT_MILLIS);
        request.setDoOutput(true);
        request.setRequestProperty("Content-Type", "application/json");
        request.setRequestProperty("unit-id", units.get(0).unitId());
        request.setRequestProperty("Authorization", "token " + passwords.get(0));
        request.getOutputStream().write(records.getBytes(StandardCharsets.UTF_8));
        if (request.getResponseCode() != 200) {
            throw new IOException("status " + request.getResponseCode());
        }
        request.getInputStream().close();
    }

    /**
     * Runs a round and kills the service at a point of it.
     *
     * @param delayMillis between the point and the kill
     * @param whileDown called between the kill and the start
     * @return whether the point was reached
     */
    boolean kill(ServiceRound round, ServicePoint point, long delayMillis, Runnable whileDown) throws Exception {
        version = round.version();
        reached = new CountDownLatch(1);
        awaited = point;
        round.begin(threads);
        boolean isReached = reached.await(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS);
        awaited = null;
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
        service.kill();
        whileDown.run();
        service.start();
        round.awaitEnd();
        return isReached;
    }

    /** Runs a round and stops the service in it; returns what the stop does. */
    int stop(ServiceRound round, Callable<Integer> stop) throws Exception {
        version = round.version();
        reached = new CountDownLatch(1);
        awaited = ServicePoint.COMMAND_ANSWERED;
        round.begin(threads);
        reached.await(TimeoutFactor.scaledSeconds(30), TimeUnit.SECONDS);
        awaited = null;
        int code = stop.call();
        service.start();
        round.awaitEnd();
        return code;
    }

    /** Runs a round in which nothing happens to the service. */
    void leave(ServiceRound round) {
        version = round.version();
        round.begin(threads);
        round.awaitEnd();
    }

    void reach(ServicePoint point) {
        if (point == awaited) {
            reached.countDown();
        }
    }

    @Override
    public void command(WireUnit unit, JsonNode command) {
        if (unit != units.get(0) || !command.has("jid")) {
            mistakes.add(unit.unitId() + " got " + command);
        }
        deliveries.merge(command.path("jid").asText(), 1, Integer::sum);
        reach(ServicePoint.COMMAND_DELIVERED);
        unit.acknowledge(command);
        long pause = command.path("fun").asText().equals(LATE) ? LATE_MILLIS : 0;
        timer.schedule(() -> reply(unit, command), pause, TimeUnit.MILLISECONDS);
    }

    private void reply(WireUnit unit, JsonNode command) {
        reach(ServicePoint.RETURN_SENT);
        unit.reply(command).thenRun(() -> reach(ServicePoint.RETURN_ACKNOWLEDGED));
    }

    @Override
    public void desired(WireUnit unit, JsonNode document) {
        long revision = document.path("revision").asLong();
        String known = documents.putIfAbsent(unit.unitId() + " " + revision, document.toString());
        if (known != null && !known.equals(document.toString())) {
            mistakes.add("revision " + revision + " of " + unit.unitId() + " has two documents");
        }
        if (revision < revisions.merge(unit.unitId(), revision, Math::max)) {
            // came again, as the broker has lost the acknowledgement or is another one; units refuse it
            // (docs/desired.md)
            ObjectNode refusal = reports.get(unit.unitId()).deepCopy();
            refusal.putObject("error").put("code", "REVISION_BACKWARDS").put("message", "refused by the bench");
            report(unit, refusal);
            return;
        }
        ObjectNode report = JSON.createObjectNode().put("revision", revision);
        for (JsonNode each : document.path("projects")) {
            if (each.path("version").asText().equals(version)) {
                reach(unit == units.get(0) ? ServicePoint.DOCUMENT_DELIVERED : ServicePoint.SECOND_WAVE_DELIVERED);
            }
            report.withArray("projects")
                    .addObject()
                    .put("state", "applied")
                    .put("name", each.path("name").asText())
                    .put("version", each.path("version").asText())
                    .put("version_hash", each.path("version_hash").asText());
            String release = unit.unitId() + " " + each.path("version").asText();
            Long before = versions.putIfAbsent(release, revision);
            if (before != null && before != revision) {
                mistakes.add("the release of " + release + " has the revisions " + before + " and " + revision);
            }
        }
        reports.put(unit.unitId(), report);
        report(unit, report);
    }

    /** Reports come to the service in any order, and are numbered for that. */
    private void report(WireUnit unit, ObjectNode report) {
        timer.execute(() -> {
            ObjectNode numbered = report.deepCopy();
            numbered.putObject("agent").put("started", STARTED).put("reports", reportNumber.incrementAndGet());
            reach(ServicePoint.REPORT_SENT);
            unit.report(numbered).thenRun(() -> reach(ServicePoint.REPORT_ACKNOWLEDGED));
        });
    }

    /** Units report at each connection. */
    @Override
    public void online(WireUnit unit) {
        ObjectNode report = reports.get(unit.unitId());
        if (report != null) {
            report(unit, report);
        }
    }

    @Override
    public void close() throws Exception {
        try {
            closer.close();
        } finally {
            timer.shutdownNow();
            threads.shutdownNow();
        }
    }
}
