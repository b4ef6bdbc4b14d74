package io.outrider.obd.frames;

import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import io.outrider.api.Ticker;
import io.outrider.can.BusErrors;
import io.outrider.can.BusException;
import io.outrider.can.BusState;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.NetworkInterfaces;
import io.outrider.obd.query.RawMessage;
import java.util.List;

/** Reception, bus checks and failures shared by the frame functions. */
final class Buses {
    /** Filter of send-only ports: the id of lowest priority, which is unused. */
    static final CanFilter NOTHING = CanFilter.exact(CanId.extended(CanId.MAX_EXTENDED));

    private Buses() {}

    /** @throws Failure if the bus is down, which would otherwise look like silence */
    static void requireUp(CanBus bus) throws Failure {
        if (bus.state().condition() == BusState.Condition.DOWN) {
            List<String> present = NetworkInterfaces.can();
            throw new Failure(
                    BusErrors.BUS_DOWN,
                    bus.name() + " is down or missing; the CAN interfaces of this machine: "
                            + (present.isEmpty() ? "none" : String.join(", ", present)) + ". Bring it up (ip link set "
                            + bus.name() + " up) and ask again.");
        }
    }

    static double duration(Double seconds, double otherwise) {
        if (seconds != null && !(seconds >= 0.01 && seconds <= 600)) {
            throw new InvalidArgumentException("duration", Range.text(seconds) + " is not from 0.01 to 600 seconds");
        }
        return seconds == null ? otherwise : seconds;
    }

    interface Sink<T, E extends Exception> {
        /** @return false if there is no room, which ends the reception */
        boolean accept(T received) throws Failure, E;
    }

    /** Receives frames for the given time, and up to the given number. Sends no frames. */
    static <E extends Exception> int receive(
            CanBus bus, String filter, double seconds, int most, Ticker ticker, Sink<CanFrame, E> sink)
            throws Failure, E, InterruptedException {
        List<CanFilter> filters = RawMessage.filters("filter", filter);
        long deadline = ticker.nanos() + (long) (seconds * 1e9);
        int count = 0;
        try (CanPort port = bus.open(filters)) {
            requireUp(bus);
            long left = deadline - ticker.nanos();
            while (count < most && left > 0) { // also ends on a bus that is never silent
                CanFrame frame = port.receive(left);
                left = deadline - ticker.nanos();
                if (frame == null || !sink.accept(frame)) {
                    break;
                }
                count++;
            }
        } catch (BusException e) {
            throw failure(e);
        }
        return count;
    }

    static Failure failure(BusException e) {
        return new Failure(Failure.Actor.OPERATOR, e.code(), e.getMessage(), e);
    }
}
