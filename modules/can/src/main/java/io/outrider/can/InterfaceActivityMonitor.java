package io.outrider.can;

import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Activity monitor of an interface, sampling the kernel's receive counter on demand. Frames between two samples count
 * as received at the second one, so silence is reported too short by at most the sampling interval, never too long. Any
 * thread.
 *
 * <p>Hardware drivers count only frames from the wire. A virtual interface (vcan) also counts frames sent on it as
 * received, so the frames of this process are subtracted. Where that is wrong (vxcan, slcan before Linux 6.0), the
 * error is on the side of silence.
 *
 * <p>Before Linux 5.17 most drivers count error frames as received; an unanswered request on a dead bus causes some. An
 * increase therefore counts as activity only beyond the number of error frames meanwhile; where the kernel does not
 * count these, the error is on the side of silence.
 */
final class InterfaceActivityMonitor {
    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Path device;
    private final Ticker ticker;
    private final LongSupplier own;
    private final LongSupplier errors;
    private final ActivityMonitor monitor;
    private boolean known;
    private long received;
    private long foreign;
    private long errorsSeen;
    private long sampledAt;

    /**
     * @param own frames of this process sent or being sent, so that none of them counts as foreign
     * @param errors error frames since start; read after the kernel's counter, which includes them
     */
    InterfaceActivityMonitor(Path device, Ticker ticker, LongSupplier own, LongSupplier errors) {
        this.device = device;
        this.ticker = ticker;
        this.own = own;
        this.errors = errors;
        this.monitor = new ActivityMonitor(ticker);
        sample();
    }

    synchronized long silenceNanos() {
        if (ticker.nanos() - sampledAt >= SAMPLE_NANOS) {
            sample();
        }
        return monitor.silenceNanos();
    }

    private void sample() {
        sampledAt = ticker.nanos();
        long now = count();
        if (now < 0) {
            known = false;
            return;
        }
        long counted = Files.exists(device.resolve("device")) ? now : now - own.getAsLong();
        boolean sameInterface = known && now >= received; // false: another interface of the same name
        long errorsNow = errors.getAsLong();
        if (sameInterface && counted - foreign > errorsNow - errorsSeen) {
            monitor.recordActivity();
        }
        errorsSeen = errorsNow;
        // A frame being sent is subtracted before the kernel counts it, so the maximum is the best count of foreign
        // frames.
        foreign = sameInterface ? Math.max(foreign, counted) : counted;
        received = now;
        known = true;
    }

    /** Negative if there is no interface. */
    private long count() {
        try {
            return Long.parseLong(
                    Files.readString(device.resolve("statistics/rx_packets")).strip());
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }
}
