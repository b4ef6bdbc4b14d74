package io.outrider.agent.runtime.watchdog;

import io.outrider.api.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the daemon tells systemd (sd_notify(3)). Without one, nothing happens. Any thread; returns within about a second
 * even if nobody listens, and never throws: what is not heard is logged once.
 */
public final class ServiceManager {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceManager.class);

    private final Datagrams datagrams;
    private final Ticker ticker;
    private final Duration watchdog;
    private final AtomicBoolean failed = new AtomicBoolean();

    private ServiceManager(Datagrams datagrams, Ticker ticker, Duration watchdog) {
        this.datagrams = datagrams;
        this.ticker = ticker;
        this.watchdog = watchdog;
    }

    /**
     * The one that started this process.
     *
     * @param environment NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID are read of it
     * @param ticker the machine's: systemd compares its time with its own CLOCK_MONOTONIC
     */
    public static ServiceManager of(Map<String, String> environment, Ticker ticker) {
        String socket = environment.getOrDefault("NOTIFY_SOCKET", "");
        if (socket.isEmpty()) {
            return new ServiceManager(null, ticker, null);
        }
        try {
            Duration watchdog = watchdog(environment).orElse(null);
            return new ServiceManager(new UnixDatagrams(socket, ticker), ticker, watchdog);
        } catch (IllegalArgumentException e) {
            LOG.warn("systemd is not told anything: NOTIFY_SOCKET: {}", e.getMessage());
            return new ServiceManager(null, ticker, null);
        }
    }

    /** How long it waits for a sign of life; only if it is this process that it waits for. */
    private static Optional<Duration> watchdog(Map<String, String> environment) {
        String micros = environment.getOrDefault("WATCHDOG_USEC", "");
        String pid = environment.getOrDefault("WATCHDOG_PID", "");
        if (micros.isEmpty()
                || !pid.isEmpty()
                        && !pid.equals(Long.toString(ProcessHandle.current().pid()))) {
            return Optional.empty();
        }
        try {
            long value = Long.parseLong(micros);
            return value > 0 && value <= TimeUnit.DAYS.toMicros(1)
                    ? Optional.of(Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(value)))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            LOG.warn("systemd's watchdog is not served: WATCHDOG_USEC is '{}'", micros);
            return Optional.empty();
        }
    }

    /** How long systemd waits for {@link #alive} before it ends the process; empty if it does not. */
    Optional<Duration> watchdog() {
        return Optional.ofNullable(watchdog);
    }

    /** Started up; also the end of {@link #reloading}. */
    public void ready() {
        send("READY=1");
    }

    /** Reading settings; {@link #ready} has to follow, also if they are bad. */
    public void reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=" + TimeUnit.NANOSECONDS.toMicros(ticker.nanos()));
    }

    public void stopping() {
        send("STOPPING=1");
    }

    /** For {@code systemctl status}: one line, newlines become blanks. */
    public void status(String text) {
        send("STATUS=" + text.replaceAll("[\\r\\n]+", " ").strip());
    }

    /** Asks for more time to start, reload or stop, counted from now. */
    public void extend(Duration more) {
        send("EXTEND_TIMEOUT_USEC=" + TimeUnit.NANOSECONDS.toMicros(more.toNanos()));
    }

    /** The sign of life; {@link Watchdog} gives it. */
    void alive() {
        send("WATCHDOG=1");
    }

    private void send(String message) {
        if (datagrams == null) {
            return;
        }
        try {
            datagrams.send(message);
            failed.set(false);
        } catch (IOException e) {
            if (!failed.getAndSet(true)) {
                LOG.warn(
                        "systemd was not told {}: {}; it may end this process",
                        message.lines().findFirst().orElse(""),
                        e.getMessage());
            }
        }
    }
}
