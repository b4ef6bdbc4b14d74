package io.outrider.obd;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Function;
import io.outrider.api.Range;
import io.outrider.api.Signature;
import io.outrider.can.CanBus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Functions that suspend sending, for instance while a workshop's tester is connected. */
final class PauseFunctions {
    private static final Signature<Arguments> PAUSE = new Signature<>(
            "obd.pause",
            "Sends nothing on the bus for a while, whoever asks, such as while a workshop's tester is connected",
            Arguments.class);
    private static final Signature<None> RESUME =
            new Signature<>("obd.resume", "Ends the pause of obd.pause", None.class);

    static final List<Signature<?>> SIGNATURES = List.of(PAUSE, RESUME);

    private static final int MOST_SECONDS = 86_400;

    /** Arguments of {@code obd.pause}. */
    record Arguments(
            @JsonPropertyDescription("how long nothing is sent, 1 to 86400 seconds") @JsonProperty(defaultValue = "600")
            Integer seconds) {
        Arguments {
            seconds = Range.orElse("seconds", seconds, 600, 1, MOST_SECONDS);
        }
    }

    record None() {}

    private final CanBus bus;

    PauseFunctions(CanBus bus) {
        this.bus = bus;
    }

    List<Function<?>> functions() {
        return List.of(PAUSE.with(this::pause), RESUME.with(this::resume));
    }

    private Object pause(Arguments arguments) {
        bus.transmitter().pauseFor(TimeUnit.SECONDS.toNanos(arguments.seconds()));
        return VehicleFunctions.ordered("transmit", BusHealth.transmit(bus), "seconds", arguments.seconds());
    }

    private Object resume(None none) {
        bus.transmitter().resume();
        return Map.of("transmit", BusHealth.transmit(bus));
    }
}
