package io.outrider.bench.press;

import io.outrider.api.Ticker;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.bench.daemon.BusServer;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.soak.ResourceCloser;
import io.outrider.can.CanBus;
import io.outrider.can.VirtualBus;
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
    /** For what comes by itself once the unit has time; many times what it takes on an idle machine. */
    static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Duration LIMIT_OF_PING = TimeoutFactor.scaled(Duration.ofSeconds(60));

    /** Three forced writes of a slow disk. */
    private static final Duration LIMIT_OF_EACH_BEFORE = TimeoutFactor.scaled(Duration.ofMillis(15));

    private static final Duration ENDING = Duration.ofSeconds(3);
    private static final int LOG_LINES = 6;
    private static final int LIMIT_MILLIS = (int) LIMIT_OF_PING.toMillis();
    private static final long SETTLED_BEFORE_MILLIS = 5_000;
    private final ResourceCloser closing = new ResourceCloser();
    private final String id;
    private final String settings;
    private final DaemonProcess daemon;
    private final LossProxy network;
    private final VirtualBus bus;
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
     * Starts all but the daemon.
     *
     * @param id of the unit; no two of one run are the same
     * @param archive whether the program gets its archive of classes
     */
    PressedUnit(Path folder, String id, boolean archive) throws Exception {
        this.id = id;
        try {
            Mosquitto broker =
                    closing.add(Mosquitto.locked(folder, new Mosquitto.Lock().broker("max_inflight_messages 20")));
            network = closing.add(new LossProxy(broker.port()));
            fleet = new Fleet(broker.openPort(), id, ledger);
            closing.add(fleet);
            bus = closing.add(new VirtualBus("press0", Ticker.system(), () -> System.currentTimeMillis() * 1_000));
            ScriptedDrive drive = new ScriptedDrive(1);
            closing.add(new SimulatedCar(
                    bus, drive.from(drive.startOf(Phase.TOWN)), Ticker.system(), CarSettings.DEFAULT.withBroadcast()));
            BusServer server = closing.add(new BusServer(bus));
            int port = Mosquitto.freePort();
            api = new LocalApiClient(port, id);
            settings = settings(id, port, network.port());
            Installation program = new Installation(folder.resolve(id + "-program"));
            if (archive) {
                program.archive();
            }
            program.onServedBus();
            daemon = closing.add(new DaemonProcess(program.program(), folder.resolve(id), settings));
            daemon.start(server.option());
        } catch (Exception | Error e) {
            closing.close();
            throw e;
        }
    }

    private static String settings(String id, int port, int broker) {
        return """
                [unit]
                id = "%s"
                [local]
                port = %d
                open = true
                [link]
                url = "mqtt://127.0.0.1:%d"
                [cmd]
                enabled = true
                [upload]
                age = 1
                """.formatted(id, port, broker);
    }

    /** Warms it up with the small forms of what comes, and begins to ping. */
    void begin() throws Exception {
        await("the unit is online", fleet::isOnline);
        WarmUp.run(this);
        PingLimit behindOthers = new PingLimit(LIMIT_OF_PING, LIMIT_OF_EACH_BEFORE, ledger::waiting);
        PingLimit alone = PingLimit.of(LIMIT_OF_PING);
        overBroker = closing.add(
                new PingWatch("over the broker", behindOthers, this::pingOverBroker, this::alive, () -> part));
        onUnit = closing.add(new PingWatch("on the unit", alone, this::pingOnUnit, this::alive, () -> part));
        Thread.sleep(SETTLED_BEFORE_MILLIS); // the loggers go on, and what the warming-up took is given back
        memoryBefore = ProcessMemory.of(daemon.pid()).now();
    }

    /** None is sent while the unit is cut off. */
    private OptionalLong pingOverBroker(PingLimit limit) throws InterruptedException {
        link.readLock().lock();
        try {
            long most = limit.now().toNanos();
            long begun = System.nanoTime();
            String jid = fleet.ping();
            while (fleet.answeredAt(jid) == 0 && System.nanoTime() - begun < most && alive()) {
                Thread.sleep(2); // looks again
            }
            long answeredAt = fleet.answeredAt(jid);
            fleet.forget(jid);
            return answeredAt == 0 ? OptionalLong.empty() : OptionalLong.of(answeredAt - begun);
        } finally {
            link.readLock().unlock();
        }
    }

    /** One that finds the unit busy is sent again: the whole has to be over within the limit. */
    private OptionalLong pingOnUnit(PingLimit limit) throws InterruptedException {
        long begun = System.nanoTime();
        long end = begun + limit.now().toNanos();
        while (System.nanoTime() < end && alive()) {
            int left = (int) Math.max(1, (end - System.nanoTime()) / 1_000_000);
            if (api.call(left, "test.ping").text().equals("true")) {
                return OptionalLong.of(System.nanoTime() - begun);
            }
            Thread.sleep(100); // others get a turn
        }
        return OptionalLong.empty();
    }

    /** Does something while the unit is cut off from the broker; returns when it is online again. */
    void cutOff(CutOffAction meanwhile) throws Exception {
        link.writeLock().lock();
        try {
            network.mode(LossProxy.Mode.CLOSE);
            network.cut();
            await("the broker misses the unit", () -> !fleet.isOnline());
            meanwhile.take();
            network.mode(LossProxy.Mode.PASS);
            await("the unit is online again", fleet::isOnline);
        } finally {
            network.mode(LossProxy.Mode.PASS);
            link.writeLock().unlock();
        }
    }

    /** Runs the action while there is no subscriber to the unit's replies. */
    void unheard(CutOffAction meanwhile) throws Exception {
        link.writeLock().lock();
        try {
            fleet.unsubscribe();
            try {
                meanwhile.take();
            } finally {
                fleet.subscribe();
            }
        } finally {
            link.writeLock().unlock();
        }
    }

    /** Waits until so many answers are kept by the unit, or more. */
    void awaitKept(int answers) throws IOException {
        Pattern unsent = Pattern.compile("outrider_jobs_unsent_returns (\\d+)");
        await("the unit keeps " + answers + " answers", () -> {
            Matcher metric = unsent.matcher(api.get("/metrics", LIMIT_MILLIS).text());
            return metric.find() && Integer.parseInt(metric.group(1)) >= answers;
        });
    }

    /** Something that a part does. */
    @FunctionalInterface
    interface CutOffAction {
        void take() throws Exception;
    }

    /** Waits, and gives up at once if the daemon ends. */
    void await(String sentence, Await.Condition condition) throws IOException {
        boolean[] died = new boolean[1];
        Await.until(sentence, PATIENCE, () -> {
            died[0] = !alive();
            return died[0] || condition.holds();
        });
        if (died[0]) {
            throw new IOException(death());
        }
    }

    void awaitAnswers() throws IOException {
        await("all commands are answered or rejected", () -> ledger.unanswered() == 0);
    }

    /** What is in its settings file from the next reload on, besides what it needs. */
    void settings(String more) {
        daemon.settings(settings + more);
    }

    boolean alive() {
        return daemon.alive();
    }

    /** Whether it has ended, or does so now: connections break a moment before the process is gone. */
    boolean ends() {
        try {
            Await.until("it ends", ENDING, () -> !alive());
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }

    /** What it is pressed with from now on. */
    void part(String name) {
        part = name;
    }

    long pid() {
        return daemon.pid();
    }

    /** How it ended, with the last lines of its log. */
    String death() throws IOException {
        try (Stream<String> lines = Files.lines(daemon.log())) {
            List<String> all = lines.toList();
            return "the daemon has ended with exit code " + daemon.exitCode() + "; the last lines of its log:\n    "
                    + String.join(
                            "\n    ",
                            all.subList(Math.max(0, all.size() - LOG_LINES), all.size()).stream()
                                    .map(each -> each.length() > 200 ? each.substring(0, 200) + "…" : each)
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
        return bus.node();
    }

    ProcessMemory memory() throws IOException {
        ProcessMemory memory = ProcessMemory.of(daemon.pid());
        memoryMost = Math.max(memoryMost, memory.most());
        return memory;
    }

    /** Waits until memory is back, or this time is over, and says what all came to. */
    UnitReport finish(Duration settling, double mostMoreMegabytes) throws Exception {
        long begun = System.nanoTime();
        double after = Double.NaN;
        while (alive()) {
            after = memory().now();
            if (after - memoryBefore <= mostMoreMegabytes || System.nanoTime() - begun > settling.toNanos()) {
                break;
            }
            Thread.sleep(1_000); // it settles
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        overBroker.close();
        onUnit.close();
        if (alive()) {
            try {
                awaitAnswers();
            } catch (AssertionError e) {
                // the ledger complains
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
        closing.close();
    }
}
