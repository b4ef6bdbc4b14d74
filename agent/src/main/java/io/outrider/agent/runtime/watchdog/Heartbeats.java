package io.outrider.agent.runtime.watchdog;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Registry of the heartbeats of the daemon's threads. Any thread. */
public final class Heartbeats implements Health.Source {
    private final Ticker ticker;
    private final List<Heartbeat> all = new CopyOnWriteArrayList<>();

    public Heartbeats(Ticker ticker) {
        this.ticker = ticker;
    }

    /** @param limit longest time between two beats under expected faults */
    public Heartbeat register(String name, Duration limit) {
        Heartbeat heartbeat = new Heartbeat(name, limit, ticker, this);
        all.add(heartbeat);
        return heartbeat;
    }

    void remove(Heartbeat heartbeat) {
        all.remove(heartbeat);
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
                        .map(heartbeat -> heartbeat.problem() + "; restart outrider if this stays, and report it")
                        .toList());
    }
}
