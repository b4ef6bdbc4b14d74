package io.outrider.obd;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.can.BusState;
import io.outrider.can.CanBus;
import io.outrider.obd.query.EcuRegistry;
import io.outrider.obd.query.OrderedMap;
import java.util.List;
import java.util.Map;

/** Health of the bus for status and metrics. */
final class BusHealth implements Health.Source {
    private final CanBus bus;
    private final SilentBusPolicy polling;
    private final EcuRegistry vehicle;

    BusHealth(CanBus bus, SilentBusPolicy polling, EcuRegistry vehicle) {
        this.bus = bus;
        this.polling = polling;
        this.vehicle = vehicle;
    }

    @Override
    public Health health() {
        BusState state = bus.state();
        boolean up = state.condition() != BusState.Condition.DOWN && state.condition() != BusState.Condition.BUS_OFF;
        Map<String, Object> facts = OrderedMap.of(
                "interface", bus.name(),
                "state", state.condition(),
                "heard", polling.isActive(),
                "protocol", vehicle.isDiscovered() ? vehicle.protocol().id() : "not known",
                "autodetected", vehicle.isAutodetected(),
                "transmit", transmit(bus),
                "loggers", polling.reason(false).orElse("may ask"),
                "frames_received", state.received(),
                "frames_sent", state.sent(),
                "frames_dropped", state.dropped());
        return new Health(
                facts,
                List.of(
                        metric("can_frames_received_total", "Frames read from the bus", state.received()),
                        metric("can_frames_sent_total", "Frames sent on the bus", state.sent()),
                        metric("can_frames_dropped_total", "Frames lost before they were read", state.dropped()),
                        new Metric(
                                "can_bus_up",
                                Metric.Kind.GAUGE,
                                "1 while frames can be sent and received",
                                labels(),
                                up ? 1 : 0)),
                problems(state.condition()));
    }

    /** {@code on}, {@code paused} or {@code listen_only}. */
    static String transmit(CanBus bus) {
        return bus.transmitter().isListenOnly()
                ? "listen_only"
                : bus.transmitter().isPaused() ? "paused" : "on";
    }

    private Metric metric(String name, String help, long value) {
        return new Metric(name, Metric.Kind.COUNTER, help, labels(), value);
    }

    private Map<String, String> labels() {
        return Map.of("bus", bus.name());
    }

    private List<String> problems(BusState.Condition condition) {
        return switch (condition) {
            case DOWN ->
                List.of(bus.name() + " is down or not there: ip link set " + bus.name()
                        + " up type can bitrate 500000; [obd] can names the interface");
            case BUS_OFF ->
                List.of(bus.name() + " has taken itself off the bus: check bit rate and wiring, then ip link set "
                        + bus.name() + " down and up");
            case PASSIVE, WARNING ->
                List.of(bus.name() + " sees many errors: check bit rate, wiring, and whether the vehicle is awake");
            case ERROR_ACTIVE -> List.of();
        };
    }
}
