package io.outrider.bench.car;

import io.outrider.api.Ticker;
import io.outrider.bench.car.bus.FrameSource;
import io.outrider.bench.car.bus.PortWait;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.bench.car.drive.VehicleMotion;
import io.outrider.bench.car.ecu.Ecu;
import io.outrider.bench.car.ecu.Ecus;
import io.outrider.bench.car.fault.Faults;
import io.outrider.can.BusErrors;
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
 * Simulated vehicle on a bus, whose ECUs answer requests with values that follow a drive. While the drive is asleep it
 * neither receives nor sends frames. One thread of its own; public methods may be called from any.
 */
public final class SimulatedCar implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SimulatedCar.class);

    /** Latest reaction to a wake-up. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final VehicleMotion drive;
    private final Ticker ticker;
    private final Faults faults = new Faults();
    private final List<Ecu> ecus;
    private final List<FrameSource> sources;
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

    /** Vehicle that drives in town and broadcasts, on the system's clock. */
    public static SimulatedCar inTown(CanBus bus) throws BusException {
        return new SimulatedCar(bus, ScriptedDrive.inTown(), Ticker.system(), CarSettings.DEFAULT.withBroadcast());
    }

    /**
     * Begins the drive and answers requests.
     *
     * @throws BusException if the bus allows no port
     */
    public SimulatedCar(CanBus bus, VehicleMotion drive, Ticker ticker, CarSettings settings) throws BusException {
        this.drive = drive;
        this.ticker = ticker;
        this.start = ticker.nanos();
        this.ecus = Ecus.all(settings.vin(), faults);
        this.sources = new ArrayList<>(ecus);
        if (settings.broadcast()) {
            sources.add(new CyclicMessages(start));
        }
        List<CanFilter> filters =
                ecus.stream().flatMap(ecu -> ecu.filters().stream()).distinct().toList();
        this.port = bus.open(filters);
        this.thread = new Thread(this::run, "car-" + bus.name());
        thread.setDaemon(true);
        thread.start();
    }

    /** Faults in force; may be changed while it runs. */
    public Faults faults() {
        return faults;
    }

    /** Current state of the drive. */
    public DriveState state() {
        return stateAt(ticker.nanos());
    }

    /** Number of answered requests; one that two ECUs answer counts twice. */
    public long answered() {
        return answered.get();
    }

    /** Number of sent frames. */
    public long sent() {
        return sent.get();
    }

    /** Number of frames that the bus did not accept. */
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
        CanFrame frame = PortWait.forFrame(port, ticker, awake ? due() : FrameSource.NEVER, LONGEST_WAIT_NANOS);
        long now = ticker.nanos();
        DriveState state = stateAt(now);
        awake = state.isAwake();
        if (!awake) {
            sources.forEach(FrameSource::fallAsleep);
            return;
        }
        if (frame != null) {
            for (Ecu ecu : ecus) {
                if (ecu.accept(frame, state, now)) {
                    answered.incrementAndGet();
                }
            }
        }
        for (FrameSource source : sources) {
            for (CanFrame next = source.next(state, now); next != null; next = source.next(state, now)) {
                send(next);
            }
        }
    }

    private long due() {
        long earliest = FrameSource.NEVER;
        for (FrameSource source : sources) {
            long due = source.due();
            if (earliest == FrameSource.NEVER || due != FrameSource.NEVER && due - earliest < 0) {
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
            if (e.code() == BusErrors.BUS_CLOSED) {
                throw e;
            }
            unsent.incrementAndGet();
            LOG.debug("not sent: {}", e.getMessage());
        }
    }

    /** Stops at once; afterwards it sends nothing and its thread has ended. */
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
