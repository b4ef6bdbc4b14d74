package io.outrider.bench.fleet;

import io.outrider.bench.daemon.Folders;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.fleet.FleetEnrolment.Login;
import io.outrider.bench.measure.CpuUsage;
import io.outrider.bench.measure.Durations;
import io.outrider.bench.measure.Figure;
import io.outrider.bench.service.ServiceClient;
import io.outrider.bench.service.ServiceProcess;
import io.outrider.testkit.Await;
import io.outrider.testkit.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Program {@code bench/fleet}: a service with many units on the wire, measured, killed, and measured again. */
public final class FleetBench {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final double MOST_ROUND_TRIP_MILLIS = 1_000;

    private final FleetOptions options;
    private final ServiceProcess service;
    private final StoredRecords stored;
    private final List<Figure> figures = new ArrayList<>();

    private FleetBench(FleetOptions options, ServiceProcess service, StoredRecords stored) {
        this.options = options;
        this.service = service;
        this.stored = stored;
    }

    public static void main(String[] words) throws Exception {
        FleetOptions options;
        try {
            options = FleetOptions.parse(List.of(words));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + "\n" + FleetOptions.USAGE);
            System.exit(2);
            return;
        }
        Path folder = Files.createTempDirectory("outrider-fleet");
        boolean holds = false;
        try (ResourceCloser closer = new ResourceCloser()) {
            String database = options.postgresql() ? PostgresServer.shared().newDatabase() : null;
            ServiceProcess service = closer.add(new ServiceProcess(
                    ServiceProcess.built(),
                    folder,
                    "[callbacks]\nallow = [\"127.0.0.0/8\"]\n"
                            + (database == null ? "" : "[database]\nurl = \"" + database + "\"\n")));
            service.start();
            StoredRecords stored = database == null
                    ? StoredRecords.sqlite(service.data().resolve("service.db"))
                    : StoredRecords.postgresql(database);
            FleetBench bench = new FleetBench(options, service, stored);
            try {
                bench.run(closer);
                holds = bench.figures.stream().allMatch(Figure::ok);
            } finally {
                if (!holds) {
                    System.out.println("the log of the service:\n" + Files.readString(service.log()));
                }
            }
        } finally {
            Folders.delete(folder);
        }
        System.exit(holds ? 0 : 1);
    }

    private void run(ResourceCloser closer) throws Exception {
        long begin = System.nanoTime();
        List<Login> logins = FleetEnrolment.enrol(service, options.units());
        figure("enrolment, code and unit by HTTP", perSecond(options.units(), begin), "", true);
        LightFleet fleet = closer.add(new LightFleet(logins, service.brokerPort(), options.driving()));
        FleetCommands commands =
                closer.add(new FleetCommands(new ServiceClient(service.url(), service.token()), logins));
        begin = System.nanoTime();
        fleet.connect(LONGEST);
        figure(
                "units that connect for the first time",
                seconds(begin) + " for " + options.units() + ", " + perSecond(options.units(), begin),
                "",
                true);
        measured(fleet, commands);
        killed(fleet, commands);
    }

    private void measured(LightFleet fleet, FleetCommands commands) throws Exception {
        fleet.upload(true);
        commands.start(options.commands());
        wait(Duration.ofSeconds(15)); // the service compiles its methods
        fleet.acknowledgements().take();
        commands.roundTrips().take();
        long begin = System.nanoTime();
        long before = stored.records();
        long batches = fleet.acknowledgedBatches();
        long acknowledged = fleet.acknowledgedRecords();
        CpuUsage cpu = CpuUsage.now(service.pid());
        CpuUsage own = CpuUsage.now(ProcessHandle.current().pid());
        wait(Duration.ofMinutes(options.minutes()));
        cpu = CpuUsage.now(service.pid()).since(cpu);
        own = CpuUsage.now(ProcessHandle.current().pid()).since(own);
        long after = stored.records();
        double seconds = cpu.seconds();
        figure(
                "acknowledged by the broker",
                "%.0f batches/s, %.0f records/s"
                        .formatted(
                                (fleet.acknowledgedBatches() - batches) / seconds,
                                (fleet.acknowledgedRecords() - acknowledged) / seconds),
                "",
                true);
        double rate = (after - before) / ((System.nanoTime() - begin) / 1e9);
        long behind = Math.max(0, fleet.acknowledgedRecords() - after);
        figure(
                "stored",
                "%.0f records/s; %d acknowledged ones wait".formatted(rate, behind),
                "at most 10 s of them wait",
                behind <= 10 * rate + 1_000);
        latencies("", fleet, commands);
        figure("memory of the service", ServiceMemory.of(service).text(), "", true);
        figure(
                "processor of the service; of the units",
                "%.0f %%; %.0f %% of a core".formatted(cpu.cpuPercent(), own.cpuPercent()),
                "",
                true);
    }

    private void latencies(String when, LightFleet fleet, FleetCommands commands) {
        figure("PUBACK of a batch" + when, text(fleet.acknowledgements().take()), "", true);
        roundTrips(when, "99 % under 1 s, none refused", MOST_ROUND_TRIP_MILLIS, commands);
    }

    /** @param most milliseconds of 99 % */
    private void roundTrips(String when, String target, double most, FleetCommands commands) {
        Durations all = commands.roundTrips().take();
        figure(
                "command, from the request to its callback" + when,
                text(all) + " of " + all.count() + ", " + commands.failed() + " refused",
                target,
                all.millis(0.99) < most && commands.failed() == 0);
    }

    /** Kills the service between two commands, uploads under way. */
    private void killed(LightFleet fleet, FleetCommands commands) throws Exception {
        commands.stop(LONGEST);
        service.kill();
        fleet.lost();
        long begin = System.nanoTime();
        service.start();
        String started = seconds(begin);
        commands.start(options.commands());
        fleet.awaitOnline(LONGEST);
        figure(
                "killed and started: all units are online again",
                seconds(begin) + " after its start, which took " + started,
                "at most 120 s",
                System.nanoTime() - begin < Duration.ofSeconds(120).toNanos());
        commands.stop(LONGEST);
        roundTrips(
                ", while they come back", "none refused", Double.MAX_VALUE, commands); // a unit has it once it is back
        commands.start(options.commands());
        fleet.acknowledgements().take();
        wait(Duration.ofMinutes(1));
        latencies(", in the minute after that", fleet, commands);
        commands.stop(LONGEST);
        fleet.drain(LONGEST);
        long records = fleet.acknowledgedRecords();
        begin = System.nanoTime();
        Await.until("what is acknowledged is stored", LONGEST, () -> {
            long count = stored.records();
            if (count < records) {
                throw new IllegalStateException(count + " of " + records);
            }
            return true;
        });
        String caughtUp = seconds(begin);
        StoredRecords.Count count = stored.count();
        figure(
                "records acknowledged; stored; different ones",
                "%d; %d; %d, %d batches sent again, the last stored after %s"
                        .formatted(records, count.records(), count.identities(), fleet.sentAgain(), caughtUp),
                "the same",
                count.records() == records && count.identities() == records);
        figure("memory of the service at its end", ServiceMemory.of(service).text(), "", true);
    }

    private void figure(String name, String measured, String target, boolean holds) {
        Figure figure = new Figure(name, measured, "–", 0, target.isEmpty() ? "–" : target, holds);
        figures.add(figure);
        System.out.println(figure.line());
    }

    private static String text(Durations durations) {
        return "median " + Durations.text(durations.median()) + ", 99 % " + Durations.text(durations.millis(0.99))
                + ", longest " + Durations.text(durations.millis(1));
    }

    private static void wait(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static String seconds(long begin) {
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - begin) / 1e9);
    }

    private static String perSecond(int count, long begin) {
        return String.format(Locale.ROOT, "%.0f a second", count / ((System.nanoTime() - begin) / 1e9));
    }
}
