package io.outrider.power;

import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.power.PowerModule.TimerArguments;
import java.time.Clock;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Sleep timers of the unit, by name; none outlives the run. Under the lock of its owner. */
final class SleepTimers {
    /** Prefix of names in AutoPi's listing. */
    static final String PREFIX = "_sleep_timer/";

    static final String ALL = "*";
    static final String NAME = "[A-Za-z0-9_.-]{1,64}";

    private static final int MOST = 64;

    private final Ticker ticker;
    private final Clock clock;
    private final BiConsumer<String, Map<String, Object>> publish;
    private final Map<String, SleepTimer> timers = new LinkedHashMap<>();

    SleepTimers(Ticker ticker, Clock clock, BiConsumer<String, Map<String, Object>> publish) {
        this.ticker = ticker;
        this.clock = clock;
        this.publish = publish;
    }

    /** @param startNanos time by the ticker at which its period began */
    void add(String name, int period, int interval, int delay, String reason, long startNanos) {
        long due = startNanos + VehicleUse.seconds(period);
        SleepTimer timer = new SleepTimer(name, period, interval, delay, reason, clock.instant(), due);
        timers.put(name, timer);
        event(timer, "added", timer.data());
    }

    void change(TimerArguments given, int delay) throws Failure {
        if (given.clear() != null) {
            clear(named("clear", given.clear()));
        }
        if (given.refresh() != null) {
            named("refresh", given.refresh()).forEach(this::restart);
        }
        if (given.add() != null) {
            if (timers.size() >= MOST && !timers.containsKey(given.add())) {
                throw new Failure(
                        CommonErrors.BUSY, "there are " + MOST + " sleep timers already; clear one of them first");
            }
            add(given.add(), given.period(), given.interval(), delay, given.reason(), ticker.nanos());
        }
    }

    void clearAll() {
        clear(List.copyOf(timers.values()));
    }

    private void clear(List<SleepTimer> cleared) {
        for (SleepTimer each : cleared) {
            timers.remove(each.name());
            event(each, "cleared", Map.of());
        }
    }

    /** Begins the period anew. */
    void restart(SleepTimer timer) {
        timers.replace(timer.name(), timer.due(ticker.nanos() + VehicleUse.seconds(timer.period())));
    }

    void postpone(SleepTimer timer, long seconds) {
        timers.replace(timer.name(), timer.due(ticker.nanos() + VehicleUse.seconds(seconds)));
        event(timer, "postponed", Map.of("seconds", seconds));
    }

    /** Removes a timer that has put the unit to sleep, and says by how much its sleep was reduced. */
    void used(SleepTimer timer, int interval) {
        timers.remove(timer.name());
        if (interval < timer.interval()) {
            event(timer, "reduced", Map.of("interval", interval, "was", timer.interval()));
        }
    }

    private List<SleepTimer> named(String argument, String name) throws Failure {
        if (name.equals(ALL)) {
            return List.copyOf(timers.values());
        }
        SleepTimer timer = timers.get(name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name);
        if (timer == null) {
            throw Failure.argument(argument, "there is no sleep timer of this name; power.sleep_timer lists them");
        }
        return List.of(timer);
    }

    private void event(SleepTimer timer, String what, Map<String, Object> data) {
        publish.accept("system/sleep_timer/" + timer.name() + "/" + what, data);
    }

    /** The timer that is due first. */
    Optional<SleepTimer> next() {
        return timers.values().stream().min(Comparator.comparingLong(each -> each.dueNanos() - ticker.nanos()));
    }

    Map<String, Object> listing() {
        Map<String, Object> all = new LinkedHashMap<>();
        timers.forEach((name, each) -> all.put(PREFIX + name, each.listed(clock.instant(), ticker.nanos())));
        return all;
    }
}
