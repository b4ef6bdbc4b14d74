package io.outrider.unit.gnss;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One life of the thread that reads a receiver: from a question until nobody has asked for a while, the receiver ends, or
 * {@link #close}. Any thread may ask.
 */
final class ReceiverWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiverWatch.class);

    /** Longer than most loggers wait between two positions. */
    static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** A feed without a line for so long is opened anew, should anybody ask. */
    private static final long DEAD_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final long CLOSE_MILLIS = 10_000;

    /** A position, when it came by both clocks. */
    record Seen(Fix fix, long nanos, Instant stamp) {}

    private final PositionReceiver receiver;
    private final Ticker ticker;
    private final Clock clock;
    private final Thread thread = new Thread(this::run, "gnss");
    private final long begun;
    private long asked;
    private Seen seen;
    private Failure end;
    private String why;
    private PositionReceiver.Feed feed;
    private boolean closed;

    private ReceiverWatch(PositionReceiver receiver, Ticker ticker, Clock clock) {
        this.receiver = receiver;
        this.ticker = ticker;
        this.clock = clock;
        this.begun = ticker.nanos();
        this.asked = begun;
        this.why = "nothing has come from " + receiver.name()
                + " yet: is the receiver switched on, and for a serial device the speed right ([gnss] baud)?";
    }

    static ReceiverWatch begin(PositionReceiver receiver, Ticker ticker, Clock clock) {
        ReceiverWatch watch = new ReceiverWatch(receiver, ticker, clock);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    synchronized boolean isOver() {
        return end != null;
    }

    /** Why there is no position, for people. */
    synchronized String why() {
        return end != null ? end.getMessage() : why;
    }

    synchronized Seen seen() {
        return seen;
    }

    /**
     * The latest position. Waits for the first, up to that long since the watch began.
     *
     * @throws Failure if there is none that young, or the receiver cannot be read
     */
    synchronized Seen latest(long maxAgeNanos, long waitNanos) throws Failure, InterruptedException {
        asked = ticker.nanos();
        while (!isFresh(maxAgeNanos) && end == null) {
            long left = waitNanos - (ticker.nanos() - begun);
            if (left <= 0) {
                break;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        if (isFresh(maxAgeNanos)) {
            return seen;
        }
        if (end != null) {
            throw new Failure(end.actor(), end.code(), end.getMessage(), end.getCause());
        }
        throw new Failure(
                Failure.Actor.VEHICLE,
                "NO_FIX",
                seen == null
                        ? why
                        : "the last position is " + TimeUnit.NANOSECONDS.toSeconds(ticker.nanos() - seen.nanos())
                                + " s old: " + why);
    }

    private boolean isFresh(long maxAgeNanos) {
        return seen != null && ticker.nanos() - seen.nanos() <= maxAgeNanos;
    }

    private void run() {
        Failure reason;
        try (PositionReceiver.Feed opened = receiver.open()) {
            reason = keep(opened) ? read(opened) : over("the module was closed");
        } catch (Failure e) {
            reason = e;
        } catch (IOException e) {
            reason = over(receiver.name() + " cannot be read any more (" + IoReason.of(e)
                    + "): it is tried again with the next question");
        } catch (RuntimeException e) {
            LOG.error("reading {} ended by a fault of this program", receiver.name(), e);
            reason = Failure.fault("reading " + receiver.name(), e);
        }
        finish(reason);
    }

    /** @return false if it was closed meanwhile */
    private synchronized boolean keep(PositionReceiver.Feed opened) {
        feed = opened;
        return !closed;
    }

    private synchronized void finish(Failure reason) {
        end = reason;
        notifyAll();
    }

    private static Failure over(String sentence) {
        return new Failure(Failure.Actor.OPERATOR, "NO_HARDWARE", sentence);
    }

    private Failure read(PositionReceiver.Feed opened) throws IOException {
        LineReader lines = new LineReader(opened.lines());
        PositionDecoder decoder = receiver.decoder();
        long heard = ticker.nanos();
        while (true) {
            try {
                String line = lines.read();
                if (line == null) {
                    return over(receiver.name() + " has ended: it was unplugged or restarted, and is tried again with"
                            + " the next question");
                }
                heard = ticker.nanos();
                note(decoder.take(line));
            } catch (SocketTimeoutException e) {
                if (ticker.nanos() - heard > DEAD_NANOS) {
                    return over(receiver.name() + " says nothing: it is asked again with the next question");
                }
            }
            if (isUnwanted()) {
                return over("nobody asked for a while");
            }
        }
    }

    private synchronized boolean isUnwanted() {
        return closed || ticker.nanos() - asked > IDLE_NANOS;
    }

    private synchronized void note(PositionDecoder.News news) {
        if (news instanceof PositionDecoder.Position position) {
            seen = new Seen(position.fix(), ticker.nanos(), clock.instant());
            why = "the receiver has not said since where it is";
            notifyAll();
        } else if (news instanceof PositionDecoder.Lost lost) {
            why = lost.why();
        }
    }

    /** Waits for the thread to end, which it does at once. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (feed != null) {
                feed.close();
            }
        }
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
