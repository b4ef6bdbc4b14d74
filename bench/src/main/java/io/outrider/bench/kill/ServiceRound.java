package io.outrider.bench.kill;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.bench.fleet.WireUnit;
import io.outrider.bench.service.ServiceClient;
import io.outrider.testkit.Await;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/**
 * Work of every kind at once, during which the service is killed: commands with callbacks, a batch, an upload, a release in waves.
 * The round remembers what was acknowledged.
 */
final class ServiceRound {
    static final int RECORDS = 20;

    private final int number;
    private final KilledService fleet;
    private final Consumer<ServicePoint> reached;
    final Set<String> acceptedJids = ConcurrentHashMap.newKeySet();

    /** Those of the unit that is away. */
    final Set<String> absentJids = ConcurrentHashMap.newKeySet();

    private final List<CompletableFuture<?>> work = new ArrayList<>();

    ServiceRound(int number, KilledService fleet, Consumer<ServicePoint> reached) {
        this.number = number;
        this.fleet = fleet;
        this.reached = reached;
    }

    int number() {
        return number;
    }

    String version() {
        return "1.0." + number;
    }

    void begin(ExecutorService threads) {
        executeOnAbsent();
        for (String body : List.of(
                command("test.ping", "[]", "/ok", 120),
                command("test.ping", "[]", "/refused", 120),
                command(KilledService.LATE, "[2]", "/late", 1))) {
            work.add(CompletableFuture.runAsync(() -> tryToExecute(body), threads));
        }
        work.add(CompletableFuture.runAsync(this::batch, threads));
        work.add(CompletableFuture.runAsync(this::upload, threads));
        work.add(CompletableFuture.runAsync(this::release, threads));
    }

    private String command(String function, String arguments, String path, int timeout) {
        return "{\"command\": \"%s\", \"arg\": %s, \"callback_url\": \"%s\", \"callback_timeout\": %d}"
                .formatted(function, arguments, fleet.callback("/" + number + path), timeout);
    }

    /** Accepted before the kill; its timer ends before or behind that. */
    private void executeOnAbsent() {
        try {
            String body = command("test.ping", "[]", "/absent", 1 + number % 3);
            absentJids.add(fleet.client()
                    .post("/dongle/devices/" + fleet.absentDevice() + "/execute/", body)
                    .get("jid")
                    .textValue());
        } catch (IOException e) {
            fleet.mistakes().add("a command to the unit that is away: " + e.getMessage());
        }
    }

    private void tryToExecute(String body) {
        try {
            execute(body);
        } catch (IOException e) { // nothing was promised
        }
    }

    /** Returns the jid. */
    private String execute(String body) throws IOException {
        reached.accept(ServicePoint.COMMAND_SENT);
        String jid = fleet.client()
                .post("/dongle/devices/" + fleet.device(0) + "/execute/", body)
                .get("jid")
                .textValue();
        acceptedJids.add(jid);
        reached.accept(ServicePoint.COMMAND_ANSWERED);
        return jid;
    }

    /** Sends a command while one of several instances is down; the others take it, hand it to the unit and send its callback. */
    void executeBeside() {
        try {
            String jid = execute(command("test.ping", "[]", "/beside", 120));
            Await.until(
                    "the instances that are left end " + jid,
                    () -> fleet.callbacks(jid).isExecuted());
        } catch (IOException | AssertionError e) {
            fleet.mistakes().add("while one instance is down: " + e.getMessage());
        }
    }

    private void batch() {
        List<SequencedRecord> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            long sequence = (long) number * RECORDS + i + 1;
            long micros = KilledService.BEGIN_MICROS + sequence;
            records.add(new SequencedRecord(
                    sequence,
                    new TelemetryRecord(
                            "bench.batch",
                            new Timestamp(micros, micros, true),
                            Map.of("n", sequence),
                            Priority.NORMAL)));
        }
        reached.accept(ServicePoint.BATCH_SENT);
        WireUnit unit = fleet.unit(0);
        unit.upload(records).join(); // sent again until it is acknowledged
        reached.accept(ServicePoint.BATCH_ACKNOWLEDGED);
    }

    private void upload() {
        List<String> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            records.add("{\"@t\": \"bench.upload\", \"@ts\": \"2026-11-27T10:00:00.%06dZ\", \"n\": %d}"
                    .formatted(number * RECORDS + i, number * RECORDS + i + 1));
        }
        reached.accept(ServicePoint.UPLOAD_SENT);
        fleet.untilDone(() -> fleet.upload(records.toString()));
        reached.accept(ServicePoint.UPLOAD_ANSWERED);
    }

    /** Creates the release; where no answer came, it is there whole or not at all. */
    private void release() {
        String path = "/docker/projects/" + fleet.project() + "/releases/";
        String body = """
                {"version": "%s", "devices": ["%s", "%s"], "containers": [{"name": "app", "image": "a", "tag": "1"}],
                 "rollout": {"canary": ["%s"], "waves": [100]}}""".formatted(version(), fleet.device(0), fleet.device(1), fleet.device(0));
        reached.accept(ServicePoint.RELEASE_SENT);
        fleet.untilDone(() -> {
            ServiceClient client = fleet.client();
            for (JsonNode each : client.get(path)) {
                if (each.get("version").textValue().equals(version())) {
                    return;
                }
            }
            client.post(path, body);
        });
        reached.accept(ServicePoint.RELEASE_ANSWERED);
    }

    void awaitEnd() {
        work.forEach(CompletableFuture::join);
    }
}
