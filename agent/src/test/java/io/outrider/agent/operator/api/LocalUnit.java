package io.outrider.agent.operator.api;

import io.outrider.agent.operator.stream.EventBroadcast;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.process.ProcessMetrics;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Unit with a toy module and its local API on a free port. */
public final class LocalUnit implements AutoCloseable {
    static final LocalSettings CLOSED = new LocalSettings(true, 0, null, null, false);
    static final LocalSettings OPEN = new LocalSettings(true, 0, null, null, true);
    static final LocalApi.Pace QUICK = new LocalApi.Pace(
            TimeUnit.MILLISECONDS.toNanos(20),
            TimeUnit.MILLISECONDS.toNanos(50),
            TimeUnit.MILLISECONDS.toNanos(500),
            TimeUnit.SECONDS.toNanos(60));

    public final ToyHttpModule toy = new ToyHttpModule();
    public final EventBroadcast broadcast = new EventBroadcast();
    public final ToyRecordsIntake intake = new ToyRecordsIntake();
    public final Path directory;
    final ClientTokens clients;
    private final LocalApi api;
    private final List<Process> processes = new ArrayList<>();
    private volatile Failure reloadFails;

    public LocalUnit(Path directory) throws Failure {
        this(directory, CLOSED);
    }

    /** @param port used by another unit before */
    public LocalUnit(Path directory, int port) throws Failure {
        this(directory, new LocalSettings(true, port, null, null, false));
    }

    LocalUnit(Path directory, LocalSettings settings) throws Failure {
        this(directory, settings, QUICK);
    }

    LocalUnit(Path directory, LocalSettings settings, LocalApi.Pace pace) throws Failure {
        this.directory = directory;
        this.clients = new ClientTokens(directory.resolve("local/client-key"));
        Functions functions = new Functions(new Binder(Json.mapper()), List.of(toy));
        DaemonFacade unit = new DaemonFacade(
                () -> "u-1",
                Map.of("outrider", "test"),
                new DirectCalls(functions),
                () -> functions,
                this::health,
                broadcast,
                this::reload,
                intake);
        Clock clock = Clock.fixed(ToyHttpModule.NOW, ZoneOffset.UTC);
        api = new LocalApi(settings, directory, directory.resolve("local/containers"), clients, unit, clock, pace);
    }

    public void reloadFails(Failure failure) {
        reloadFails = failure;
    }

    private String reload() throws Failure {
        if (reloadFails != null) {
            throw reloadFails;
        }
        return "nothing changed";
    }

    private Map<String, Health> health() {
        Map<String, Health> health = new LinkedHashMap<>();
        Metric odd = new Metric("toy_seen_total", Metric.Kind.COUNTER, "a \\ and\na line", Map.of("a", "\"\\\n"), 1.5);
        health.put("toy", new Health(Map.of("state", "fine"), List.of(odd), List.of("the toy is dusty: wipe it")));
        health.put("process", new ProcessMetrics(Ticker.system()).health());
        health.put("local", api == null ? Health.NOTHING : api.health());
        return health;
    }

    public int port() {
        return api.port();
    }

    public String url() {
        return "http://127.0.0.1:" + port();
    }

    LocalApi api() {
        return api;
    }

    public String token() throws Exception {
        return Files.readString(directory.resolve("token")).strip();
    }

    /** Client in a process of its own, which ends with the unit at the latest. */
    Process start(String... words) throws Exception {
        Process client = Curl.start(words);
        processes.add(client);
        return client;
    }

    List<Process> clients() {
        return processes;
    }

    @Override
    public void close() {
        api.close();
        for (Process client : processes) {
            client.destroyForcibly().onExit().join();
        }
    }
}
