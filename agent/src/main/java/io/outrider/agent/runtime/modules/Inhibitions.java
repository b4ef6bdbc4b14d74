package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.Registration;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Handle;
import io.outrider.api.Inhibitors.Inhibition;
import io.outrider.api.PollingPolicy;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Inhibitions and polling policies of all modules. Any thread. */
public final class Inhibitions {
    /** Longer expiries are shortened to this one. */
    private static final Duration LONGEST = Duration.ofDays(3650);

    private record InhibitionEntry(String owner, Activity activity, String reason, long since, long until) {}

    private final Ticker ticker;
    private final List<InhibitionEntry> entries = new ArrayList<>(); // guarded by this
    private final Map<String, GuardedPollingPolicy> policies = new ConcurrentHashMap<>();

    public Inhibitions(Ticker ticker) {
        this.ticker = ticker;
    }

    /** @throws IllegalArgumentException if the expiry is not positive */
    public synchronized Handle inhibit(String owner, Activity activity, String reason, Duration expiry) {
        if (expiry.isNegative() || expiry.isZero()) {
            throw new IllegalArgumentException("an inhibition of " + expiry);
        }
        Duration length = expiry.compareTo(LONGEST) < 0 ? expiry : LONGEST;
        long now = ticker.nanos();
        InhibitionEntry entry = new InhibitionEntry(
                owner, Objects.requireNonNull(activity), Objects.requireNonNull(reason), now, now + length.toNanos());
        removeExpired();
        entries.add(entry);
        return () -> remove(entry);
    }

    private synchronized void remove(InhibitionEntry entry) {
        entries.removeIf(each -> each == entry);
    }

    synchronized void end(String owner) {
        entries.removeIf(each -> each.owner.equals(owner));
    }

    private void removeExpired() {
        long now = ticker.nanos();
        entries.removeIf(each -> each.until - now <= 0);
    }

    /** Inhibitions of all owners in force, oldest first. */
    public synchronized List<Inhibition> active(Activity activity) {
        removeExpired();
        long now = ticker.nanos();
        return entries.stream()
                .filter(each -> each.activity == activity)
                .map(each -> new Inhibition(
                        each.owner,
                        activity,
                        each.reason,
                        Duration.ofNanos(now - each.since),
                        Duration.ofNanos(each.until - now)))
                .toList();
    }

    /** Sets a module's policy on calls of its functions without a user. */
    Registration polling(String module, PollingPolicy policy) {
        GuardedPollingPolicy guarded = new GuardedPollingPolicy(module, policy);
        policies.put(module, guarded);
        return () -> policies.remove(module, guarded);
    }

    /** Policy of a module, which throws nothing. */
    public Optional<PollingPolicy> policy(String module) {
        return Optional.ofNullable(policies.get(module));
    }

    /** Problem of a module's policy. */
    Optional<String> problem(String module) {
        return Optional.ofNullable(policies.get(module)).flatMap(GuardedPollingPolicy::problem);
    }
}
