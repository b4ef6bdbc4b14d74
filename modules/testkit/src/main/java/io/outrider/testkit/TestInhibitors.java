package io.outrider.testkit;

import io.outrider.api.Inhibitors;
import io.outrider.api.PollingPolicy;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Inhibitors of a test, which expire by its ticker. Any thread. */
public final class TestInhibitors implements Inhibitors {
    private static final String OWNER = "test";

    private record Entry(Activity activity, String reason, long until) {}

    private final Supplier<Ticker> ticker;
    private final List<Entry> entries = new CopyOnWriteArrayList<>();
    private volatile PollingPolicy policy = Optional::empty;

    TestInhibitors(Supplier<Ticker> ticker) {
        this.ticker = ticker;
    }

    @Override
    public Handle inhibit(Activity activity, String reason, Duration expiry) {
        Entry entry = new Entry(activity, reason, ticker.get().nanos() + expiry.toNanos());
        entries.add(entry);
        return () -> entries.removeIf(each -> each == entry);
    }

    @Override
    public List<Inhibition> active(Activity activity) {
        long now = ticker.get().nanos();
        return entries.stream()
                .filter(each -> each.activity == activity && each.until - now > 0)
                .map(each -> new Inhibition(OWNER, activity, each.reason, Duration.ofNanos(each.until - now)))
                .toList();
    }

    @Override
    public void polling(PollingPolicy other) {
        policy = other;
    }

    /** The module's policy; by default nothing is blocked. */
    public PollingPolicy policy() {
        return policy;
    }
}
