package io.outrider.service.program;

import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the service until it is stopped by a signal. */
@Command(name = "run", description = "Runs the service: HTTP API, broker and database.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions options;

    @Override
    public Integer call() throws Exception {
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    stop.countDown();
                    try {
                        stopped.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "stop");
        Runtime.getRuntime().addShutdownHook(hook);
        try (FleetService service = FleetService.start(options.settings(), Clock.systemUTC())) {
            FirstAccount.createIfMissing(service, options.words()).forEach(options.out()::println);
            options.out().println("outrider-service runs at " + service.url());
            options.out().flush();
            tellSystemd();
            stop.await();
        } finally {
            stopped.countDown();
        }
        return 0;
    }

    /** Tells a unit with Type=notify that the service answers; by a program, as Java has no datagram sockets of the machine. */
    private static void tellSystemd() throws IOException, InterruptedException {
        if (System.getenv("NOTIFY_SOCKET") != null) {
            new ProcessBuilder("systemd-notify", "--ready").inheritIO().start().waitFor();
        }
    }
}
