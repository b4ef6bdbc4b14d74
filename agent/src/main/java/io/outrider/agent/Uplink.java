package io.outrider.agent;

import io.outrider.agent.jobs.Delivery;
import io.outrider.agent.jobs.Jobs;
import io.outrider.agent.jobs.Outlet;
import io.outrider.agent.link.Arrival;
import io.outrider.agent.link.Link;
import io.outrider.agent.link.Listener;
import io.outrider.agent.link.Message;
import io.outrider.agent.link.Receipt;
import io.outrider.api.Health;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Between the jobs and the link, which a change of settings replaces. */
final class Uplink implements Outlet, Health.Source, AutoCloseable {
    private final Consumer<String> state;
    private volatile Link link;
    private boolean ended;

    /** @param state told in a few words how the link is, on its thread */
    Uplink(Consumer<String> state) {
        this.state = state;
    }

    /** What the link brings goes to the jobs. */
    private record Inbound(Jobs jobs, Consumer<String> state) implements Listener {
        @Override
        public void connected() {
            state.accept("connected to the fleet");
            jobs.connected();
        }

        @Override
        public void arrived(List<Arrival> arrivals) {
            jobs.accept(arrivals.stream()
                    .map(each -> new Delivery(each.payload(), each.acknowledge()))
                    .toList());
        }

        @Override
        public void disconnected() {
            state.accept("not connected to the fleet"); // what was not acknowledged has been reported as failed
        }
    }

    /** The outcome of one publish. */
    private record Told(Outlet.Verdict verdict) implements Receipt {
        @Override
        public void acknowledged() {
            verdict.acknowledged();
        }

        @Override
        public void failed() {
            verdict.failed();
        }

        @Override
        public void refused(String why, boolean forGood) {
            verdict.refused(why, forGood);
        }
    }

    /** Ends the present link, if there is one, before the next is made: a broker knows a unit once. */
    synchronized void open(Function<Listener, Link> maker, Jobs jobs) {
        end();
        if (ended) {
            return; // settings that come while the daemon stops
        }
        Link made = maker.apply(new Inbound(jobs, state));
        link = made;
        made.start();
    }

    @Override
    public boolean publish(String topic, byte[] payload, Verdict verdict) {
        Link now = link;
        return now != null && now.publish(new Message(topic, payload, false), new Told(verdict));
    }

    @Override
    public Health health() {
        Link now = link;
        return now == null ? Health.NOTHING : now.health();
    }

    @Override
    public synchronized void close() {
        ended = true;
        end();
    }

    private void end() {
        Link now = link;
        link = null;
        if (now != null) {
            now.close();
        }
    }
}
