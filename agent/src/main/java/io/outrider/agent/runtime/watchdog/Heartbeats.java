package io.outrider.agent.runtime.watchdog;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The loops the daemon lives by. Any thread. */
public final class Heartbeats implements Health.Source {
    private final Ticker ticker;
    private final List<Heartbeat> all = new CopyOnWriteArrayList<>();

    public Heartbeats(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * From now on this loop has to turn.
     *
     * @param name for people, such as {@code bus can0}
     * @param limit how long one round may take when all goes wrong that can be expected to
     */
    public Heartbeat register(String name, Duration limit) {
        Heartbeat loop = new Heartbeat(name, limit, ticker, this);
        all.add(loop);
        return loop;
    }

    void remove(Heartbeat loop) {
        all.remove(loop);
    }

    List<Heartbeat> stuck() {
        return all.stream().filter(Heartbeat::isStuck).toList();
    }

    @Override
    public Health health() {
        List<Heartbeat> stuck = stuck();
        return new Health(
                Map.of(),
                List.of(Metric.gauge("watchdog_stuck_loops", "Loops that have not turned in time", stuck.size())),
                stuck.stream()
                        .map(loop -> loop.problem() + "; restart outrider if this stays, and report it")
                        .toList());
    }
}
