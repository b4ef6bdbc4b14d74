package io.outrider.obd.exchange;

import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanPort;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Pool of recently used ports, so that frequent requests do not open a socket each. A reused port has dropped all
 * earlier frames. A port that was idle for longer is closed instead: bus traffic may have filled its buffer, and the
 * next answer would be lost. Not thread-safe.
 */
final class PortPool implements AutoCloseable {
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private record Idle(List<CanFilter> filters, CanPort port, long since) {}

    private final CanBus bus;
    private final Ticker ticker;
    private final List<Idle> idle = new ArrayList<>();

    PortPool(CanBus bus, Ticker ticker) {
        this.bus = bus;
        this.ticker = ticker;
    }

    CanPort acquire(List<CanFilter> filters) throws BusException {
        long now = ticker.nanos();
        CanPort pooled = null;
        for (int i = idle.size() - 1; i >= 0; i--) {
            Idle each = idle.get(i);
            if (now - each.since > FRESH_NANOS) {
                idle.remove(i).port.close();
            } else if (pooled == null && each.filters.equals(filters)) {
                pooled = idle.remove(i).port;
            }
        }
        if (pooled == null) {
            return bus.open(filters);
        }
        pooled.discardReceived();
        return pooled;
    }

    void release(List<CanFilter> filters, CanPort port) {
        idle.add(new Idle(filters, port, ticker.nanos()));
    }

    @Override
    public void close() {
        idle.forEach(each -> each.port.close());
        idle.clear();
    }
}
