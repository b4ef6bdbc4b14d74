package io.outrider.bench.press;

import io.outrider.api.Excerpt;
import io.outrider.bench.daemon.CommandLedger;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.LocalApiClient;
import io.outrider.bench.daemon.ProcessMemory;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.daemon.ServedVehicle;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.can.CanBus;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Unit under load: the installed daemon with its start script and no options, a broker behind a network that can be cut,
 * and a vehicle in this process. Pings go on all the time, both ways. Parts may use it from several threads.
 */
final class PressedUnit implements AutoCloseable {
    /** Limit of waits; many times what they take on an idle machine. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Duration PING_LIMIT = TimeoutFactor.scaled(Duration.ofSeconds(60));

    /** Addition for each unanswered command: three forced writes of a slow disk. */
    private static final Duration PING_LIMIT_PER_COMMAND = TimeoutFactor.scaled(Duration.ofMillis(15));

    private static final Duration ENDING = Duration.ofSeconds(3);
    private static final int LOG_LINES = 6;
    private static final int LIMIT_MILLIS = (int) PING_LIMIT.toMillis();
    private static final long SETTLING_MILLIS = 5_000;
    private final ResourceCloser closer = new ResourceCloser();
    private final String id;
    private final DaemonProcess daemon;
    private final LossProxy network;
    private final ServedVehicle vehicle;
    private final CommandLedger ledger = new CommandLedger();
    private final Fleet fleet;
    private final LocalApiClient api;
    private final ReadWriteLock link = new ReentrantReadWriteLock();
    private volatile String part = "the warm-up";
    private PingWatch overBroker;
    private PingWatch onUnit;
    private double memoryBefore;
    private double memoryMost;

    /**
     * Starts everything.
     *
     * @param id of the unit, unique in a run
     * @param archive true to create a class archive
     */
    PressedUnit(Path folder, String id, boolean archive) throws Exception {
        this.id = id;
        try {
            Mosquitto broker = closer.add(
                    Mosquitto.configured(folder, new Mosquitto.BrokerConfig().brokerLine("max_inflight_messages 20")));
            network = closer.add(new LossProxy(broker.port()));
            fleet = new Fleet(broker.openPort(), id, ledger);
            closer.add(fleet);
            vehicle = closer.add(new ServedVehicle("press0"));
            Installation program = new Installation(folder.resolve(id + "-program")).onServedBus();
            if (archive) {
                program.archive();
            }
            daemon = closer.add(new UnitBuilder(folder.resolve(id), id)
                    .localApi()
                    .link("url = \"mqtt://127.0.0.1:" + network.port() + "\"")
                    .settings("[cmd]\nenabled = true\n[upload]\nage = 1\n")
                    .vehicle(vehicle, program)
                    .build());
            api = new LocalApiClient(daemon.apiPort(), id);
            daemon.start();
        } catch (Exception | Error e) {
            closer.close();
            throw e;
        }
    }

    /** Warms the unit up with small loads and starts the pings. */
    void begin(int warmUpRounds) throws Exception {
        await("the unit is online", fleet::isOnline);
        WarmUp.run(this, warmUpRounds);
        PingLimit queued = new PingLimit(PING_LIMIT, PING_LIMIT_PER_COMMAND, ledger::unanswered);
        PingLimit alone = PingLimit.of(PING_LIMIT);
        overBroker =
                closer.add(new PingWatch("over the broker", queued, this::pingOverBroker, this::alive, () -> part));
        onUnit = closer.add(new PingWatch("on the unit", alone, this::pingOnUnit, this::alive, () -> part));
        Thread.sleep(SETTLING_MILLIS); // memory of the warm-up is released
        memoryBefore = daemon.memory().now();
    }

    /** Sends no ping while the unit is cut off. */
    private OptionalLong pingOverBroker(PingLimit limit) throws InterruptedException {
        link.readLock().lock();
        try {
            long most = limit.now().toNanos();
            long begun = System.nanoTime();
            String jid = fleet.ping();
            while (fleet.answeredAt(jid) == 0 && System.nanoTime() - begun < most && alive()) {
                Thread.sleep(2); // polling interval
            }
            long answeredAt = fleet.answeredAt(jid);
            fleet.forget(jid);
            return answeredAt == 0 ? OptionalLong.empty() : OptionalLong.of(answeredAt - begun);
        } finally {
            link.readLock().unlock();
        }
    }

    /** Repeats a ping that the unit rejects as busy, until the limit. */
    private OptionalLong pingOnUnit(PingLimit limit) throws InterruptedException {
        long begun = System.nanoTime();
        long end = begun + limit.now().toNanos();
        while (System.nanoTime() < end && alive()) {
            int left = (int) Math.max(1, (end - System.nanoTime()) / 1_000_000);
            if (api.call(left, "test.ping").text().equals("true")) {
                return OptionalLong.of(System.nanoTime() - begun);
            }
            Thread.sleep(100); // lets other callers through
        }
        return OptionalLong.empty();
    }

    /** Runs the action while the unit is cut off from the broker; returns when the unit is online again. */
    void cutOff(CutOffAction action) throws Exception {
        link.writeLock().lock();
        try {
            network.mode(LossProxy.LossMode.CLOSE);
            network.cut();
            await("the broker misses the unit", () -> !fleet.isOnline());
            action.run();
            network.mode(LossProxy.LossMode.PASS);
            await("the unit is online again", fleet::isOnline);
        } finally {
            network.mode(LossProxy.LossMode.PASS);
            link.writeLock().unlock();
        }
    }

    /** Runs the action while there is no subscriber to the unit's replies. */
    void withoutSubscriber(CutOffAction action) throws Exception {
        link.writeLock().lock();
        try {
            fleet.unsubscribe();
            try {
                action.run();
            } finally {
                fleet.subscribe();
            }
        } finally {
            link.writeLock().unlock();
        }
    }

    /** Waits until the unit keeps at least this many answers. */
    void awaitUnsentReturns(int answers) throws IOException {
        Pattern unsent = Pattern.compile("outrider_jobs_unsent_returns (\\d+)");
        await("the unit keeps " + answers + " answers", () -> {
            Matcher metric = unsent.matcher(api.get("/metrics", LIMIT_MILLIS).text());
            return metric.find() && Integer.parseInt(metric.group(1)) >= answers;
        });
    }

    /** Action of a part while the unit is cut off or has no subscriber. */
    @FunctionalInterface
    interface CutOffAction {
        void run() throws Exception;
    }

    /** Waits, and gives up at once if the daemon ends. */
    void await(String sentence, Await.Expectation condition) throws IOException {
        boolean[] ended = new boolean[1];
        Await.until(sentence, PATIENCE, () -> {
            ended[0] = !alive();
            return ended[0] || condition.holds();
        });
        if (ended[0]) {
            throw new IOException(death());
        }
    }

    void awaitAnswers() throws IOException {
        await("all commands are answered or rejected", () -> ledger.unanswered() == 0);
    }

    /** Adds sections to its settings file, from the next reload on. */
    void settings(String more) {
        daemon.settings(more);
    }

    boolean alive() {
        return daemon.alive();
    }

    /** True if the daemon ends within some seconds; connections break a moment before the process is gone. */
    boolean ends() {
        try {
            Await.until("it ends", ENDING, () -> !alive());
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }

    /** Sets the name of the running part, for reports. */
    void part(String name) {
        part = name;
    }

    long pid() {
        return daemon.pid();
    }

    /** Exit code and last lines of the log. */
    String death() throws IOException {
        try (Stream<String> lines = Files.lines(daemon.log())) {
            List<String> all = lines.toList();
            return "the daemon has ended with exit code " + daemon.exitCode() + "; the last lines of its log:\n    "
                    + String.join(
                            "\n    ",
                            all.subList(Math.max(0, all.size() - LOG_LINES), all.size()).stream()
                                    .map(each -> Excerpt.of(each, 200))
                                    .toList());
        }
    }

    Fleet fleet() {
        return fleet;
    }

    LocalApiClient api() {
        return api;
    }

    CanBus bus() {
        return vehicle.node();
    }

    ProcessMemory memory() throws IOException {
        ProcessMemory memory = daemon.memory();
        memoryMost = Math.max(memoryMost, memory.peak());
        return memory;
    }

    /** Waits until the memory is released or the time is over; then reports. */
    UnitReport finish(Duration settling, double mostMoreMegabytes) throws Exception {
        long begun = System.nanoTime();
        double after = Double.NaN;
        while (alive()) {
            after = memory().now();
            if (after - memoryBefore <= mostMoreMegabytes || System.nanoTime() - begun > settling.toNanos()) {
                break;
            }
            Thread.sleep(1_000); // polling interval
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        overBroker.close();
        onUnit.close();
        if (alive()) {
            try {
                awaitAnswers();
            } catch (AssertionError e) {
                // the ledger reports them
            }
        }
        return new UnitReport(
                id,
                ledger,
                List.of(overBroker, onUnit),
                memoryBefore,
                memoryMost,
                after,
                seconds,
                mostMoreMegabytes,
                alive());
    }

    @Override
    public void close() throws Exception {
        closer.close();
    }
}
