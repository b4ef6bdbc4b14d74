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
 * Ports of the questions asked a moment ago, so that whoever asks as fast as the vehicle answers does not open and
 * close a socket every time. A port that is handed out again has forgotten everything that came before. One that lay
 * idle for longer is not used again: other people's traffic may have filled it to the brim, and then the next answer
 * would be lost. Not for several threads.
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

    /** A port with exactly these filters; the caller gives it back or closes it. */
    CanPort take(List<CanFilter> filters) throws BusException {
        long now = ticker.nanos();
        CanPort kept = null;
        for (int i = idle.size() - 1; i >= 0; i--) {
            Idle each = idle.get(i);
            if (now - each.since > FRESH_NANOS) {
                idle.remove(i).port.close();
            } else if (kept == null && each.filters.equals(filters)) {
                kept = idle.remove(i).port;
            }
        }
        if (kept == null) {
            return bus.open(filters);
        }
        kept.discardWaiting();
        return kept;
    }

    void giveBack(List<CanFilter> filters, CanPort port) {
        idle.add(new Idle(filters, port, ticker.nanos()));
    }

    @Override
    public void close() {
        idle.forEach(each -> each.port.close());
        idle.clear();
    }
}
