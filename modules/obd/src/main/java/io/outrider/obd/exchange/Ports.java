package io.outrider.obd.exchange;

import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanPort;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ports of questions that were asked lately, so that a question asked every second does not open and close a socket
 * every time. A port that is handed out again has forgotten everything that came before. Not for several threads.
 */
final class Ports implements AutoCloseable {
    private static final int KEPT = 8;

    private final CanBus bus;
    private final Map<List<CanFilter>, CanPort> idle = new LinkedHashMap<>();

    Ports(CanBus bus) {
        this.bus = bus;
    }

    /** A port with exactly these filters; the caller gives it back or closes it. */
    CanPort take(List<CanFilter> filters) throws BusException {
        CanPort kept = idle.remove(filters);
        if (kept == null) {
            return bus.open(filters);
        }
        kept.discardWaiting();
        return kept;
    }

    void giveBack(List<CanFilter> filters, CanPort port) {
        CanPort other = idle.put(filters, port);
        if (other != null) {
            other.close();
        }
        if (idle.size() > KEPT) {
            Iterator<CanPort> oldest = idle.values().iterator();
            oldest.next().close();
            oldest.remove();
        }
    }

    @Override
    public void close() {
        idle.values().forEach(CanPort::close);
        idle.clear();
    }
}
