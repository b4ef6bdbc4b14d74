package io.outrider.agent.daemon;

import io.outrider.agent.commands.Jobs;
import io.outrider.agent.operator.api.ClientTokens;
import io.outrider.agent.operator.api.DaemonFacade;
import io.outrider.agent.operator.api.LocalApi;
import io.outrider.agent.operator.api.LocalSettings;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.parts.HealthPosition;
import io.outrider.agent.runtime.parts.Part;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.telemetry.record.RecordFactory;
import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.LocalApiAccess;
import io.outrider.wire.TelemetryRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Wiring of the local API, and the access of modules to it. */
final class LocalApiWiring implements LocalApiAccess {
    private final DaemonBase base;
    private final Path folder;
    private final ClientTokens clients;
    private volatile LocalApi opened; // null until it is open, and while it is off

    LocalApiWiring(DaemonBase base) {
        this.base = base;
        folder = base.environment().data().resolve("local");
        clients = new ClientTokens(folder.resolve("client-key"));
    }

    @Override
    public String address() {
        LocalApi api = opened;
        return api == null ? null : api.url();
    }

    @Override
    public Path socketFolder() {
        return opened == null ? null : containers();
    }

    private Path containers() {
        return folder.resolve("containers");
    }

    @Override
    public String token(String client) throws Failure {
        return clients.token(client);
    }

    /** Opens the API, if it is enabled, and adds its part. */
    void open(
            Jobs jobs,
            TelemetryWiring telemetry,
            Supplier<Functions> functions,
            Supplier<Map<String, Health>> health,
            DaemonFacade.Reload reload)
            throws Failure {
        Part part = Part.named(Sections.LOCAL.name()).health(HealthPosition.LOCAL, () -> Health.NOTHING);
        LocalSettings settings = base.settings().section(Sections.LOCAL);
        if (settings.enabled()) {
            DaemonFacade daemon = new DaemonFacade(
                    base::unit,
                    Map.of("outrider", Version.text(), "java", Runtime.version().toString()),
                    jobs,
                    functions,
                    health,
                    base.broadcast(),
                    reload,
                    new LocalRecords(new RecordFactory(base.clock()), telemetry.sink()));
            Path runtime = base.environment().runtime();
            LocalApi local = new LocalApi(settings, runtime, containers(), clients, daemon, base.clock());
            part.health(HealthPosition.LOCAL, local::health).closed(local);
            opened = local;
        }
        base.parts().add(part);
    }

    /** Intake of the records of containers and scripts, all or none of a request. Any thread. */
    private record LocalRecords(RecordFactory records, RecordSink sink) implements DaemonFacade.RecordsIntake {
        @Override
        public CompletableFuture<Boolean> accept(List<Map<String, Object>> rows) throws Failure {
            List<TelemetryRecord> all = new ArrayList<>();
            for (Map<String, Object> row : rows) {
                all.add(record(all.size(), row));
            }
            return sink.accept(all);
        }

        private TelemetryRecord record(int index, Map<String, Object> row) throws Failure {
            try {
                return records.of(row);
            } catch (Failure e) {
                throw new Failure(
                        e.actor(),
                        e.errorCode(),
                        "record " + index + " (the first is 0): " + e.getMessage() + "; none was taken");
            }
        }
    }
}
