package io.outrider.unit.gnss;

import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reader thread of one receiver; ends after {@link #IDLE_NANOS} without a call, with the receiver, or by close. */
final class ReceiverWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiverWatch.class);

    /** Longer than the intervals of most loggers. */
    static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** A feed without a line for this long is closed; the next call opens it again. */
    private static final long DEAD_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final long CLOSE_MILLIS = 10_000;

    record TimedFix(Fix fix, long nanos, Instant stamp) {}

    private final PositionReceiver receiver;
    private final Ticker ticker;
    private final Clock clock;
    private final Thread thread = new Thread(this::run, "gnss");
    private final long begun;
    private long lastCall;
    private TimedFix seen;
    private Failure end;
    private String why;
    private InputStream feed;
    private boolean closed;

    private ReceiverWatch(PositionReceiver receiver, Ticker ticker, Clock clock) {
        this.receiver = receiver;
        this.ticker = ticker;
        this.clock = clock;
        this.begun = ticker.nanos();
        this.lastCall = begun;
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

    synchronized String why() {
        return end != null ? end.getMessage() : why;
    }

    synchronized TimedFix seen() {
        return seen;
    }

    /** Returns the latest position; waits for the first one up to the given time since the thread began. */
    synchronized TimedFix latest(long maxAgeNanos, long waitNanos) throws Failure, InterruptedException {
        lastCall = ticker.nanos();
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
            throw new Failure(end.actor(), end.errorCode(), end.getMessage(), end.getCause());
        }
        throw new Failure(
                GnssErrors.NO_FIX,
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
        try (InputStream opened = receiver.open()) {
            reason = register(opened) ? read(opened) : ended("the module was closed");
        } catch (Failure e) {
            reason = e;
        } catch (IOException e) {
            reason = ended(receiver.name() + " cannot be read any more (" + IoReason.of(e)
                    + "): it is tried again with the next question");
        } catch (RuntimeException e) {
            LOG.error("GNSS receiver {}: reader thread failed with an unexpected exception", receiver.name(), e);
            reason = Failure.fault("reading " + receiver.name(), e);
        }
        finish(reason);
    }

    /** @return false if closed meanwhile */
    private synchronized boolean register(InputStream opened) {
        feed = opened;
        return !closed;
    }

    private synchronized void finish(Failure reason) {
        end = reason;
        notifyAll();
    }

    private static Failure ended(String sentence) {
        return new Failure(CommonErrors.NO_HARDWARE, sentence);
    }

    private Failure read(InputStream opened) throws IOException {
        LineReader lines = new LineReader(opened);
        PositionDecoder decoder = receiver.decoder();
        long lastLine = ticker.nanos();
        while (true) {
            try {
                String line = lines.read();
                if (line == null) {
                    return ended(receiver.name() + " has ended: it was unplugged or restarted, and is tried again with"
                            + " the next question");
                }
                lastLine = ticker.nanos();
                apply(decoder.decode(line));
            } catch (SocketTimeoutException e) {
                if (ticker.nanos() - lastLine > DEAD_NANOS) {
                    return ended(receiver.name() + " says nothing: it is asked again with the next question");
                }
            }
            if (isIdle()) {
                return ended("nobody asked for a while");
            }
        }
    }

    private synchronized boolean isIdle() {
        return closed || ticker.nanos() - lastCall > IDLE_NANOS;
    }

    private synchronized void apply(PositionDecoder.ReceiverReport news) {
        if (news instanceof PositionDecoder.Position position) {
            seen = new TimedFix(position.fix(), ticker.nanos(), clock.instant());
            why = "the receiver has not said since where it is";
            notifyAll();
        } else if (news instanceof PositionDecoder.PositionLost lost) {
            why = lost.why();
        }
    }

    private void closeFeed() {
        if (feed == null) {
            return;
        }
        try {
            feed.close();
        } catch (IOException e) {
            LOG.debug("GNSS receiver {} does not close: {}", receiver.name(), e.toString());
        }
    }

    /** Closes the feed, which ends the thread at once, and waits for it. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            closeFeed();
        }
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
