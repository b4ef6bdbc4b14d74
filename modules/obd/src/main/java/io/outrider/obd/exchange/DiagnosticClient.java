package io.outrider.obd.exchange;

import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanPort;
import io.outrider.can.isotp.IsoTpException;
import io.outrider.can.isotp.IsoTpLink;
import io.outrider.can.isotp.IsoTpSettings;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks questions on one bus, one at a time: an ECU may mix up two testers' requests, and the vehicle's own traffic
 * comes first. Equal questions that only read, asked while one of them is being answered, or within {@link ResponseTimeouts#share} of
 * it, share the answer. Any thread.
 */
public final class DiagnosticClient implements AutoCloseable {
    private final CanBus bus;
    private final IsoTpSettings transport;
    private final IsoTpSettings unpadded;
    private final ResponseTimeouts timing;
    private final Ticker ticker;
    private final Clock clock;
    private final ReentrantLock asking = new ReentrantLock(true);
    private final PortPool ports;
    private final RecentResponses recent;
    private final LongAdder asked = new LongAdder();
    private final LongAdder shared = new LongAdder();

    public DiagnosticClient(CanBus bus, IsoTpSettings transport, ResponseTimeouts timing, Ticker ticker, Clock clock) {
        this.bus = bus;
        this.transport = transport;
        this.unpadded = transport.withPadding(IsoTpSettings.UNPADDED);
        this.timing = timing;
        this.ticker = ticker;
        this.clock = clock;
        this.ports = new PortPool(bus, ticker);
        this.recent = new RecentResponses(timing.share());
    }

    /**
     * Asks and waits for the answers; nobody answering is an empty result.
     *
     * @throws IsoTpException if a long request was not taken
     */
    public Responses ask(DiagnosticRequest question) throws IsoTpException, BusException, InterruptedException {
        long called = ticker.nanos();
        asking.lockInterruptibly();
        try {
            if (!question.isReading()) {
                recent.forget(ticker.nanos());
                return askVehicle(question);
            }
            Responses answers = recent.find(question, called);
            if (answers != null) {
                shared.increment();
                return answers;
            }
            long begun = ticker.nanos();
            answers = askVehicle(question);
            recent.put(question, answers, begun, ticker.nanos());
            return answers;
        } finally {
            asking.unlock();
        }
    }

    /** An exchange of frames that is made elsewhere. */
    @FunctionalInterface
    public interface Exclusive<E extends Exception> {
        void run() throws E, BusException, InterruptedException;
    }

    /** Runs it when no question is being asked, and lets none be asked meanwhile; what was answered before is forgotten. */
    public <E extends Exception> void exclusively(Exclusive<E> exchange) throws E, BusException, InterruptedException {
        asking.lockInterruptibly();
        try {
            bus.transmitter().awaitTurn();
            recent.forget(ticker.nanos());
            exchange.run();
        } finally {
            recent.forget(ticker.nanos());
            asking.unlock();
        }
    }

    /** Frames were sent that no question is made of: what the vehicle answered before need not hold any more. */
    public void forget() {
        recent.forget(ticker.nanos());
    }

    private Responses askVehicle(DiagnosticRequest question) throws IsoTpException, BusException, InterruptedException {
        bus.transmitter().awaitTurn();
        asked.increment();
        return exchange(question);
    }

    private Responses exchange(DiagnosticRequest question) throws IsoTpException, BusException, InterruptedException {
        List<CanFilter> filters = question.address().responses();
        CanPort port = ports.take(filters);
        boolean clean = false;
        try {
            IsoTpLink link =
                    new IsoTpLink(port, question.address(), question.isPadded() ? transport : unpadded, ticker);
            Responses answers = new Exchange(question, timing, link, ticker).run(clock);
            clean = !answers.isEmpty() && !answers.isStillPending();
            return answers;
        } finally {
            if (clean) {
                ports.giveBack(filters, port);
            } else {
                port.close(); // a late answer must not be the next question's
            }
        }
    }

    /** Exchanges on the bus since start. */
    public long asked() {
        return asked.sum();
    }

    /** Questions that got another one's answer since start. */
    public long shared() {
        return shared.sum();
    }

    /** Ends at once if the bus was closed before; else after the question that is being asked. */
    @Override
    public void close() {
        asking.lock();
        try {
            ports.close();
        } finally {
            asking.unlock();
        }
    }
}
