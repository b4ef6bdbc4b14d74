package io.outrider.agent.builtin;

import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.IoReason;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Module of {@code status.uptime}, of machine and daemon, and AutoPi's {@code rpi.uptime}. */
public final class StatusModule implements Module {
    private static final Signature<NoArguments> STATUS_UPTIME =
            new Signature<>("status.uptime", "How long machine and daemon have been up", NoArguments.class);
    private static final Signature<NoArguments> RPI_UPTIME = new Signature<>(
            StandardNames.MACHINE_UPTIME, "The same as status.uptime, as AutoPi calls it", NoArguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(STATUS_UPTIME, RPI_UPTIME);

    private static final DateTimeFormatter ISO =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

    /** A larger difference between clock and uptime means that the clock was set. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(2);

    private final Clock clock;
    private final Ticker ticker;
    private final long opened;
    private Instant started;

    public StatusModule(Clock clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
        this.opened = ticker.nanos();
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                STATUS_UPTIME.with((NoArguments none) -> uptime()), RPI_UPTIME.with((NoArguments none) -> uptime()));
    }

    private Object uptime() throws Failure {
        double uptimeSeconds;
        try {
            uptimeSeconds =
                    Double.parseDouble(Files.readString(Path.of("/proc/uptime")).split(" ")[0]);
        } catch (IOException | NumberFormatException e) {
            throw new Failure(AgentErrors.NO_PROC, "/proc/uptime cannot be read: " + IoReason.of(e), e);
        }
        long seconds = (long) uptimeSeconds;
        Instant since = since(clock.instant().minusMillis((long) (uptimeSeconds * 1000)));
        Map<String, Object> uptime = new LinkedHashMap<>();
        uptime.put("seconds", seconds);
        uptime.put("since_iso", ISO.format(since));
        uptime.put("since_t", since.getEpochSecond());
        uptime.put("days", seconds / 86_400);
        uptime.put("time", seconds / 3600 % 24 + ":" + String.format("%02d", seconds / 60 % 60));
        uptime.put("agent_seconds", (ticker.nanos() - opened) / 1_000_000_000L);
        return uptime;
    }

    private synchronized Instant since(Instant now) {
        if (started == null || Duration.between(started, now).abs().compareTo(CLOCK_TOLERANCE) > 0) {
            started = now;
        }
        return started;
    }
}
