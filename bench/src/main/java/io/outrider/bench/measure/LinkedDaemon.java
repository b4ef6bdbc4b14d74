package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The installed daemon as a unit of its own; it is there when the broker has its presence. One thread. */
final class LinkedDaemon implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final String unit;
    private final DaemonProcess daemon;
    private final PahoClient watcher;
    private final BlockingQueue<Boolean> presence = new LinkedBlockingQueue<>();

    /** @param link lines of the section {@code [link]} */
    LinkedDaemon(Path folder, String unit, Mosquitto broker, String link) {
        this.unit = unit;
        daemon = new DaemonProcess(DaemonProcess.installed(), folder.resolve(unit), """
                [unit]
                id = "%s"
                [local]
                port = 0
                [link]
                %s
                """.formatted(unit, link));
        watcher = new PahoClient(broker.openPort(), "watcher-" + unit);
        watcher.subscribe(
                CommandExchange.topic(unit) + "presence",
                payload -> presence.add(
                        CommandExchange.json(payload).path("online").asBoolean()));
    }

    /** Seconds until it is linked. Java gets {@code -Doutrider.options} of this program, to look closer. */
    double start() throws InterruptedException {
        presence.clear();
        long begun = System.nanoTime();
        daemon.start(System.getProperty("outrider.options", ""));
        Boolean online = false;
        while (online != null && !online) {
            online = presence.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        if (online == null) {
            throw new IllegalStateException(unit + " is not linked, see " + daemon.log());
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    long pid() {
        return daemon.pid();
    }

    void stop() throws InterruptedException {
        daemon.stop();
    }

    @Override
    public void close() {
        watcher.close();
        daemon.close();
    }
}
