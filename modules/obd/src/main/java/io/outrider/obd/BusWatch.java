package io.outrider.obd;

import io.outrider.can.BusState;
import io.outrider.can.CanBus;
import io.outrider.obd.query.EcuRegistry;
import java.time.Duration;
import java.util.Map;

/** Periodic check of the bus for its events. One thread. */
final class BusWatch {
    /** Also the interval at which an idle unit wakes up. */
    static final Duration INTERVAL = Duration.ofSeconds(10);

    private final CanBus bus;
    private final SilentBusPolicy polling;
    private final EcuRegistry vehicle;
    private final BusEvents events;

    BusWatch(CanBus bus, SilentBusPolicy polling, EcuRegistry vehicle, BusEvents events) {
        this.bus = bus;
        this.polling = polling;
        this.vehicle = vehicle;
        this.events = events;
    }

    void check() {
        events.update(bus.state().condition() != BusState.Condition.DOWN, polling.isActive(), details());
    }

    private Map<String, Object> details() {
        return vehicle.isDiscovered()
                ? Map.of("protocol", vehicle.protocol().id(), "autodetected", vehicle.isAutodetected())
                : Map.of();
    }
}
