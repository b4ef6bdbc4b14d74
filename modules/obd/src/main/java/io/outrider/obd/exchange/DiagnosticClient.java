package io.outrider.obd.exchange;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanPort;
import io.outrider.can.isotp.IsoTpException;
import io.outrider.can.isotp.IsoTpLink;
import io.outrider.can.isotp.IsoTpSettings;
import io.outrider.obd.errors.ObdErrors;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Diagnostic client of one bus. Sends one request at a time: an ECU may confuse parallel testers, and the vehicle's own
 * traffic has priority. Equal read requests share the answer if made while one is in progress or within
 * {@link ResponseTimeouts#share} of its answer. Any thread.
 */
public final class DiagnosticClient implements AutoCloseable {
    private final CanBus bus;
    private final IsoTpSettings transport;
    private final IsoTpSettings unpadded;
    private final ResponseTimeouts timing;
    private final Ticker ticker;
    private final Clock clock;
    private final ReentrantLock exchangeLock = new ReentrantLock(true);
    private final PortPool ports;
    private final RecentResponses recent;
    private final LongAdder exchanges = new LongAdder();
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

    /** Sends a request and waits for the answers; the result is empty if no ECU answers. */
    public Responses send(DiagnosticRequest request) throws IsoTpException, BusException, InterruptedException {
        long calledAt = ticker.nanos();
        exchangeLock.lockInterruptibly();
        try {
            if (!request.isReading()) {
                recent.invalidate(ticker.nanos());
                return sendToVehicle(request);
            }
            Responses answers = recent.find(request, calledAt);
            if (answers != null) {
                shared.increment();
                return answers;
            }
            long startedAt = ticker.nanos();
            answers = sendToVehicle(request);
            recent.put(request, answers, startedAt, ticker.nanos());
            return answers;
        } finally {
            exchangeLock.unlock();
        }
    }

    /** {@link #send} with the failures of a function. */
    public Responses query(DiagnosticRequest request) throws Failure, InterruptedException {
        try {
            return send(request);
        } catch (BusException e) {
            throw new Failure(e.code(), e.getMessage(), e);
        } catch (IsoTpException e) {
            throw new Failure(ObdErrors.NOT_TAKEN, "the request " + request + " was not taken: " + e.getMessage(), e);
        }
    }

    @FunctionalInterface
    public interface Exclusive {
        void run() throws Failure, BusException, InterruptedException;
    }

    /** Runs an exchange between requests, and drops the shared answers. */
    public void exclusively(Exclusive exchange) throws Failure, BusException, InterruptedException {
        exchangeLock.lockInterruptibly();
        try {
            bus.transmitter().awaitRequestGap();
            recent.invalidate(ticker.nanos());
            exchange.run();
        } finally {
            recent.invalidate(ticker.nanos());
            exchangeLock.unlock();
        }
    }

    public void invalidate() {
        recent.invalidate(ticker.nanos());
    }

    private Responses sendToVehicle(DiagnosticRequest request)
            throws IsoTpException, BusException, InterruptedException {
        bus.transmitter().awaitRequestGap();
        exchanges.increment();
        List<CanFilter> filters = request.address().responses();
        CanPort port = ports.acquire(filters);
        boolean clean = false;
        try {
            IsoTpLink link = new IsoTpLink(port, request.address(), request.padded() ? transport : unpadded, ticker);
            Responses answers = new Exchange(request, timing, link, ticker).run(clock);
            clean = !answers.isEmpty() && !answers.isStillPending();
            return answers;
        } finally {
            if (clean) {
                ports.release(filters, port);
            } else {
                port.close(); // a late answer must not reach the next request
            }
        }
    }

    public long exchanges() {
        return exchanges.sum();
    }

    public long shared() {
        return shared.sum();
    }

    /** Waits for the request in progress, which ends at once if the bus was closed before. */
    @Override
    public void close() {
        exchangeLock.lock();
        try {
            ports.close();
        } finally {
            exchangeLock.unlock();
        }
    }
}
