package io.outrider.agent.runtime.watchdog;

import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client of systemd's notification socket (sd_notify(3)); does nothing without systemd. Any thread; returns within about
 * 1 s even if systemd does not read, and never throws: the first of several failures is logged.
 */
public final class ServiceManager {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceManager.class);

    private final UnixDatagrams datagrams; // null without systemd
    private final Ticker ticker;
    private final Duration watchdog;
    private final AtomicBoolean failed = new AtomicBoolean();

    private ServiceManager(UnixDatagrams datagrams, Ticker ticker, Duration watchdog) {
        this.datagrams = datagrams;
        this.ticker = ticker;
        this.watchdog = watchdog;
    }

    /** @param ticker CLOCK_MONOTONIC, which systemd uses too */
    public static ServiceManager of(Map<String, String> environment, Ticker ticker) {
        String socket = environment.getOrDefault("NOTIFY_SOCKET", "");
        if (!socket.isEmpty()) {
            try {
                return new ServiceManager(
                        new UnixDatagrams(socket, ticker),
                        ticker,
                        watchdog(environment).orElse(null));
            } catch (IllegalArgumentException e) {
                LOG.warn("systemd notifications disabled: NOTIFY_SOCKET: {}", e.getMessage());
            }
        }
        return new ServiceManager(null, ticker, null);
    }

    /** Watchdog timeout, if it applies to this process. */
    private static Optional<Duration> watchdog(Map<String, String> environment) {
        String micros = environment.getOrDefault("WATCHDOG_USEC", "");
        String pid = environment.getOrDefault("WATCHDOG_PID", "");
        if (micros.isEmpty()
                || !pid.isEmpty()
                        && !pid.equals(Long.toString(ProcessHandle.current().pid()))) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(micros))
                    .filter(value -> value > 0 && value <= TimeUnit.DAYS.toMicros(1))
                    .map(value -> Duration.of(value, ChronoUnit.MICROS));
        } catch (NumberFormatException e) {
            LOG.warn("systemd watchdog disabled: WATCHDOG_USEC is '{}'", micros);
            return Optional.empty();
        }
    }

    /** Time without {@link #alive} after which systemd ends the process; empty without a watchdog. */
    Optional<Duration> watchdog() {
        return Optional.ofNullable(watchdog);
    }

    /** Notifies the end of the start or of {@link #reloading}. */
    public void ready() {
        send("READY=1");
    }

    /** Notifies the begin of a reload; {@link #ready} must follow, even if the reload fails. */
    public void reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=" + TimeUnit.NANOSECONDS.toMicros(ticker.nanos()));
    }

    public void stopping() {
        send("STOPPING=1");
    }

    /** Status text for {@code systemctl status}, on one line. */
    public void status(String text) {
        send("STATUS=" + text.replaceAll("[\\r\\n]+", " ").strip());
    }

    /** Watchdog keep-alive, sent by {@link Watchdog}. */
    void alive() {
        send("WATCHDOG=1");
    }

    private void send(String message) {
        if (datagrams == null) {
            return;
        }
        try {
            datagrams.send(message.getBytes(StandardCharsets.UTF_8));
            failed.set(false);
        } catch (IOException e) {
            if (!failed.getAndSet(true)) {
                LOG.warn(
                        "notification {} to systemd failed: {}; systemd may end this process",
                        message.lines().findFirst().orElse(""),
                        e.getMessage());
            }
        }
    }
}
