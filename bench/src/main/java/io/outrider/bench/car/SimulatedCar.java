package io.outrider.bench.car;

import io.outrider.api.Ticker;
import io.outrider.bench.car.bus.PortWait;
import io.outrider.bench.car.bus.Talker;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.VehicleMotion;
import io.outrider.bench.car.ecu.Ecu;
import io.outrider.bench.car.ecu.Ecus;
import io.outrider.bench.car.fault.Faults;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A vehicle on a bus: its ECUs answer what they are asked, with values that follow a drive. While the drive says that
 * it sleeps, nothing of it takes or sends a frame. One thread of its own; everything public may be used from any.
 */
public final class SimulatedCar implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatedCar.class);

    /** How late it may notice that it wakes up. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final VehicleMotion drive;
    private final Ticker ticker;
    private final Faults faults = new Faults();
    private final List<Ecu> ecus;
    private final List<Talker> talkers;
    private final CanPort port;
    private final Thread thread;
    private final long start;
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong unsent = new AtomicLong();
    private boolean awake = true;
    private volatile boolean closed;

    public SimulatedCar(CanBus bus, VehicleMotion drive, Ticker ticker) throws BusException {
        this(bus, drive, ticker, CarSettings.DEFAULT);
    }

    /**
     * Begins the drive and answers from now on.
     *
     * @throws BusException if there can be no port on this bus
     */
    public SimulatedCar(CanBus bus, VehicleMotion drive, Ticker ticker, CarSettings settings) throws BusException {
        this.drive = drive;
        this.ticker = ticker;
        this.start = ticker.nanos();
        this.ecus = Ecus.all(settings.vin(), faults);
        this.talkers = new ArrayList<>(ecus);
        if (settings.broadcast()) {
            talkers.add(new CyclicMessages(start));
        }
        List<CanFilter> filters =
                ecus.stream().flatMap(ecu -> ecu.filters().stream()).distinct().toList();
        this.port = bus.open(filters);
        this.thread = new Thread(this::run, "car-" + bus.name());
        thread.setDaemon(true);
        thread.start();
    }

    /** What is wrong with it; may be changed while it runs. */
    public Faults faults() {
        return faults;
    }

    /** How it is now. */
    public DriveState state() {
        return stateAt(ticker.nanos());
    }

    /** Requests that were answered, since start; one that two ECUs answer counts twice. */
    public long answered() {
        return answered.get();
    }

    /** Frames that it sent, since start. */
    public long sent() {
        return sent.get();
    }

    /** Frames that it could not send because the bus did not take them, since start. */
    public long unsent() {
        return unsent.get();
    }

    private DriveState stateAt(long now) {
        return drive.at((now - start) / 1e9);
    }

    private void run() {
        try {
            while (!closed) {
                step();
            }
        } catch (InterruptedException e) {
            LOG.debug("stopped");
        } catch (BusException e) {
            if (!closed) {
                LOG.error("the simulated car has left the bus: {}", e.getMessage());
            }
        }
    }

    private void step() throws BusException, InterruptedException {
        CanFrame frame = PortWait.forFrame(port, ticker, awake ? due() : Talker.NEVER, LONGEST_WAIT_NANOS);
        long now = ticker.nanos();
        DriveState state = stateAt(now);
        awake = state.isAwake();
        if (!awake) {
            talkers.forEach(Talker::fallAsleep);
            return;
        }
        if (frame != null) {
            for (Ecu ecu : ecus) {
                if (ecu.accept(frame, state, now)) {
                    answered.incrementAndGet();
                }
            }
        }
        for (Talker talker : talkers) {
            for (CanFrame next = talker.next(state, now); next != null; next = talker.next(state, now)) {
                send(next);
            }
        }
    }

    private long due() {
        long earliest = Talker.NEVER;
        for (Talker talker : talkers) {
            long due = talker.due();
            if (earliest == Talker.NEVER || due != Talker.NEVER && due - earliest < 0) {
                earliest = due;
            }
        }
        return earliest;
    }

    private void send(CanFrame frame) throws BusException, InterruptedException {
        try {
            port.send(frame);
            sent.incrementAndGet();
        } catch (BusException e) {
            if (e.reason() == BusException.Reason.CLOSED) {
                throw e;
            }
            unsent.incrementAndGet();
            LOG.debug("not sent: {}", e.getMessage());
        }
    }

    /** Stops at once: afterwards it sends nothing, and its thread has ended. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        port.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
