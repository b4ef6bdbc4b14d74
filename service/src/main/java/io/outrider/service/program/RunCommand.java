package io.outrider.service.program;

import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the service until it is stopped by a signal. */
@Command(name = "run", description = "Runs the service: HTTP API, broker and database.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions options;

    @Override
    public Integer call() throws Exception {
        CompletableFuture<Void> stop = new CompletableFuture<>();
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stop.complete(null);
            stopped.join();
        }));
        try (FleetService service = FleetService.start(options.settings(), Clock.systemUTC())) {
            FirstAccount.createIfMissing(service, options.words()).forEach(options.out()::println);
            options.out().println("outrider-service runs at " + service.url());
            options.out().flush();
            tellSystemd();
            stop.join();
        } finally {
            stopped.complete(null);
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
