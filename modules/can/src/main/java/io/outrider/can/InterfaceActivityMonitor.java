package io.outrider.can;

import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Hears the others on an interface by the kernel's count of received frames, read when somebody asks: a busy bus wakes
 * nobody for that. What came between two looks counts as heard at the second, so silence is told late, by the time
 * between two looks at most, and never too early. Any thread.
 *
 * <p>A driver of hardware counts what came over the wire, and nothing that this machine sent. A virtual interface counts
 * what was sent on it as received too (vcan does), so there the frames of this process are taken off. Where that is one too
 * many (vxcan, slcan before Linux 6.0, which count as hardware does), silence is assumed rather than life.
 *
 * <p>Before Linux 5.17 most drivers count their error frames as received too, and an unanswered question on a dead bus makes
 * some. So what came between two looks counts as heard only if it is more than the error frames that came meanwhile; where a
 * kernel does not count these, silence is assumed rather than life for that moment.
 */
final class InterfaceActivityMonitor {
    /** Asked more often, it says what it knows. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Path device;
    private final Ticker ticker;
    private final LongSupplier own;
    private final LongSupplier errors;
    private final ActivityMonitor ear;
    private boolean known;
    private long received;
    private long others;
    private long errorsSeen;
    private long looked;

    /**
     * Looks for the first time, so that the next look knows what is new.
     *
     * @param device as {@code /sys/class/net/can0}
     * @param own frames of this process that went out or are just about to, so that none is taken for somebody else's
     * @param errors error frames that have come since start; asked after the kernel's count was read, which they are part of
     */
    InterfaceActivityMonitor(Path device, Ticker ticker, LongSupplier own, LongSupplier errors) {
        this.device = device;
        this.ticker = ticker;
        this.own = own;
        this.errors = errors;
        this.ear = new ActivityMonitor(ticker);
        look();
    }

    synchronized long silenceNanos() {
        if (ticker.nanos() - looked >= LOOK_NANOS) {
            look();
        }
        return ear.silenceNanos();
    }

    private void look() {
        looked = ticker.nanos();
        long now = count();
        if (now < 0) {
            known = false;
            return;
        }
        long without = Files.exists(device.resolve("device")) ? now : now - own.getAsLong();
        boolean again = known && now >= received; // else another interface of that name
        long errorsNow = errors.getAsLong();
        if (again && without - others > errorsNow - errorsSeen) {
            ear.hear();
        }
        errorsSeen = errorsNow;
        // A frame on its way is taken off before it is counted: the most there ever was is what is known of the others.
        others = again ? Math.max(others, without) : without;
        received = now;
        known = true;
    }

    /** Negative while there is no interface. */
    private long count() {
        try {
            return Long.parseLong(
                    Files.readString(device.resolve("statistics/rx_packets")).strip());
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }
}
