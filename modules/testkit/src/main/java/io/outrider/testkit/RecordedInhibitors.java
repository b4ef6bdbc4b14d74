package io.outrider.testkit;

import io.outrider.api.Inhibitors;
import io.outrider.api.PollingPolicy;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Inhibitors of a test, in which other modules can inhibit, too. Any thread. */
public final class RecordedInhibitors implements Inhibitors {
    /** Owner of what the module of the test inhibits. */
    public static final String OWN = "tested";

    private record RecordedInhibition(Inhibition begun, long since, long until) {}

    private final List<RecordedInhibition> entries = new CopyOnWriteArrayList<>();
    private final Supplier<Ticker> ticker;
    private volatile PollingPolicy policy = Optional::empty;

    RecordedInhibitors(Supplier<Ticker> ticker) {
        this.ticker = ticker;
    }

    @Override
    public Handle inhibit(Activity activity, String reason, Duration expiry) {
        return inhibit(OWN, activity, reason, expiry);
    }

    /** Inhibits as the module {@code owner}. */
    public Handle inhibit(String owner, Activity activity, String reason, Duration expiry) {
        long now = ticker.get().nanos();
        RecordedInhibition entry = new RecordedInhibition(
                new Inhibition(owner, activity, reason, Duration.ZERO, expiry), now, now + expiry.toNanos());
        entries.add(entry);
        return () -> entries.removeIf(each -> each == entry);
    }

    @Override
    public List<Inhibition> active(Activity activity) {
        return active().stream().filter(each -> each.activity() == activity).toList();
    }

    /** Inhibitions of all activities in force, oldest first. */
    public List<Inhibition> active() {
        long now = ticker.get().nanos();
        return entries.stream()
                .filter(each -> each.until - now > 0)
                .map(each -> new Inhibition(
                        each.begun.owner(),
                        each.begun.activity(),
                        each.begun.reason(),
                        Duration.ofNanos(now - each.since),
                        Duration.ofNanos(each.until - now)))
                .toList();
    }

    @Override
    public void polling(PollingPolicy other) {
        policy = other;
    }

    PollingPolicy policy() {
        return policy;
    }
}
