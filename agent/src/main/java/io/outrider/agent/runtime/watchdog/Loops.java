package io.outrider.agent.runtime.watchdog;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The loops the daemon lives by. Any thread. */
public final class Loops implements Health.Source {
    private final Ticker ticker;
    private final List<Loop> all = new CopyOnWriteArrayList<>();

    public Loops(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * From now on this loop has to turn.
     *
     * @param name for people, such as {@code bus can0}
     * @param limit how long one round may take when all goes wrong that can be expected to
     */
    public Loop register(String name, Duration limit) {
        Loop loop = new Loop(name, limit, ticker, this);
        all.add(loop);
        return loop;
    }

    void remove(Loop loop) {
        all.remove(loop);
    }

    List<Loop> stuck() {
        return all.stream().filter(Loop::isStuck).toList();
    }

    @Override
    public Health health() {
        List<Loop> stuck = stuck();
        return new Health(
                Map.of(),
                List.of(Metric.gauge("watchdog_stuck_loops", "Loops that have not turned in time", stuck.size())),
                stuck.stream()
                        .map(loop -> loop.problem() + "; restart outrider if this stays, and report it")
                        .toList());
    }
}
