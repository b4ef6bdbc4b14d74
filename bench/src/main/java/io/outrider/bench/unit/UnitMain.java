package io.outrider.bench.unit;

import io.outrider.bench.daemon.Folders;
import io.outrider.bench.soak.BatchesOfColumns;
import io.outrider.can.NetworkInterfaces;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Program {@code bench/unit}; see {@link UnitOptions#USAGE}. */
public final class UnitMain {
    private static final String USUAL_INTERFACE = "vcan0";
    private static final int LOG_LINES = 10;
    private static final long END_SECONDS = 30;

    private final PrintStream out;
    private final CountDownLatch interrupted = new CountDownLatch(1);

    UnitMain(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] words) throws Exception {
        UnitMain main = new UnitMain(System.out);
        CountDownLatch ended = new CountDownLatch(1);
        Thread hook = new Thread(() -> main.interrupt(ended), "ctrl-c");
        Runtime.getRuntime().addShutdownHook(hook);
        int code = 1;
        try {
            code = main.run(words);
        } finally {
            ended.countDown();
        }
        if (main.interrupted.getCount() > 0) {
            Runtime.getRuntime().removeShutdownHook(hook);
            System.exit(code);
        }
    }

    /** Waits until the unit has ended, as the JVM ends when this shutdown hook returns. */
    private void interrupt(CountDownLatch ended) {
        interrupted.countDown();
        try {
            ended.await(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the exit code. */
    int run(String... words) throws Exception {
        UnitOptions options;
        try {
            options = UnitOptions.parse(words);
        } catch (IllegalArgumentException e) {
            out.println("bench/unit: " + e.getMessage());
            out.print(UnitOptions.USAGE);
            return 2;
        }
        if (options.help()) {
            out.print(UnitOptions.USAGE);
            return 0;
        }
        List<String> interfaces = NetworkInterfaces.can();
        if (options.can() != null && !interfaces.contains(options.can())) {
            out.println("bench/unit: there is no CAN interface '" + options.can() + "'; "
                    + (interfaces.isEmpty()
                            ? "this machine has none, so leave --can out"
                            : "there are: " + String.join(", ", interfaces)));
            return 1;
        }
        Path temporary = Files.createTempDirectory("outrider-unit");
        try {
            return run(options, temporary);
        } finally {
            Folders.delete(temporary);
            out.println("ended; " + (options.home() == null ? "nothing is left" : options.home() + " is kept"));
        }
    }

    private int run(UnitOptions options, Path temporary) throws Exception {
        String can = options.can();
        if (can == null && NetworkInterfaces.can().contains(USUAL_INTERFACE)) {
            can = USUAL_INTERFACE;
        }
        Path home = options.home() == null ? temporary.resolve("u1") : options.home();
        UnitCheck check = options.check() ? new UnitCheck(out) : null;
        Consumer<String> lines = check == null ? out::println : check::printed;
        MessagePrinter printer = new MessagePrinter(new BatchesOfColumns(), Clock.systemUTC(), lines);
        int code;
        long pid;
        try (BenchUnit unit = new BenchUnit(home, temporary, can, printer)) {
            printIntroduction(unit, can, options, home);
            unit.start();
            pid = unit.pid();
            code = check == null ? watch(unit) : check.run(unit);
        }
        return check == null ? code : Math.max(code, check.ended(pid));
    }

    private void printIntroduction(BenchUnit unit, String can, UnitOptions options, Path home) {
        out.println("unit " + BenchUnit.ID + " with a simulated vehicle in town on "
                + (can == null ? "a bus without a kernel" : can) + ", all times in UTC");
        out.println("settings, data and log in " + home
                + (options.home() == null ? ", deleted at the end (--home FOLDER keeps them)" : ", kept"));
        out.println();
        out.println("in another terminal, over the broker:");
        out.println("  " + unit.mqttLine());
        out.println("and as the command line of the unit:");
        out.println("  " + unit.commandLine() + " obd.query RPM");
        out.println("  (" + unit.commandLine() + " status)");
        out.println();
        out.println("what the unit publishes (Ctrl-C ends everything):");
    }

    private int watch(BenchUnit unit) throws InterruptedException, IOException {
        while (!interrupted.await(200, TimeUnit.MILLISECONDS)) {
            if (!unit.alive()) {
                out.println("the daemon has ended; the last lines of its log:");
                List<String> log = Files.readAllLines(unit.log());
                log.subList(Math.max(0, log.size() - LOG_LINES), log.size()).forEach(each -> out.println("  " + each));
                return 1;
            }
        }
        return 0;
    }
}
