package io.outrider.obd.frames;

import io.outrider.api.Failure;
import io.outrider.can.BusException;
import io.outrider.can.BusState;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanId;
import io.outrider.can.NetworkInterfaces;
import io.outrider.obd.errors.BusErrors;
import java.util.List;

/** Bus checks and failures shared by the frame functions. */
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

    static Failure failure(BusException e) {
        return new Failure(Failure.Actor.OPERATOR, BusErrors.of(e.reason()), e.getMessage(), e);
    }
}
