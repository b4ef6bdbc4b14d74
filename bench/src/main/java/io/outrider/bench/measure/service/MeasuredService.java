package io.outrider.bench.measure.service;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.bench.daemon.Folders;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.fleet.FleetEnrolment;
import io.outrider.bench.fleet.FleetEnrolment.Login;
import io.outrider.bench.fleet.StoredRecords;
import io.outrider.bench.fleet.WireUnit;
import io.outrider.bench.service.ServiceProcess;
import io.outrider.testkit.PostgresServer;
import io.reactivex.schedulers.Schedulers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Service that is measured, with units on the wire and its database beside it. */
final class MeasuredService implements WireUnit.Listener, AutoCloseable {
    private final ResourceCloser closer = new ResourceCloser();
    private final boolean postgresql;
    private final ServiceProcess process;
    private final BareDatabase database;
    private final List<Login> logins;
    private final List<WireUnit> units = new ArrayList<>();

    MeasuredService(boolean postgresql, int count) throws Exception {
        this.postgresql = postgresql;
        try {
            Path folder = Files.createTempDirectory("outrider-measure");
            closer.add(() -> Folders.delete(folder));
            String url = postgresql ? PostgresServer.shared().newDatabase() : null;
            process = closer.add(new ServiceProcess(
                    ServiceProcess.built(), folder, url == null ? "" : "[database]\nurl = \"" + url + "\"\n"));
            process.start();
            database = closer.add(new BareDatabase(
                    url == null ? "jdbc:sqlite:" + process.data().resolve("service.db") : StoredRecords.jdbcUrl(url)));
            logins = FleetEnrolment.enrol(process, count);
            ExecutorService threads = Executors.newCachedThreadPool();
            closer.add(threads::shutdownNow);
            WireUnit.Threads shared = new WireUnit.Threads(threads, 1, Schedulers.from(threads));
            for (Login each : logins) {
                String run = "%016x".formatted(0xb0000 + units.size());
                WireUnit unit = new WireUnit(each.unitId(), each.password(), process::brokerPort, run, shared, this);
                unit.connect().get(60, TimeUnit.SECONDS);
                closer.add(unit);
                units.add(unit);
            }
        } catch (Exception | Error e) {
            closer.close();
            throw e;
        }
    }

    /** For the names of figures. */
    String name() {
        return postgresql ? "PostgreSQL" : "SQLite";
    }

    ServiceProcess process() {
        return process;
    }

    BareDatabase database() {
        return database;
    }

    List<Login> logins() {
        return logins;
    }

    List<WireUnit> units() {
        return units;
    }

    @Override
    public void command(WireUnit unit, JsonNode command) {}

    @Override
    public void desired(WireUnit unit, JsonNode document) {}

    @Override
    public void close() throws Exception {
        closer.close();
    }
}
