package io.outrider.obd;

import io.outrider.can.BusState;
import io.outrider.can.CanBus;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** When the vehicle is left in peace unless a person asks. Any thread; never blocks. */
final class Manners {
    private final CanBus bus;
    private final long silenceNanos;
    private final boolean asksSilentBus;

    /** @param silenceNanos how long nobody is heard on a bus that sleeps */
    Manners(CanBus bus, long silenceNanos, boolean asksSilentBus) {
        this.bus = bus;
        this.silenceNanos = silenceNanos;
        this.asksSilentBus = asksSilentBus;
    }

    /** Why it is, for people; empty if it may be asked. */
    Optional<String> unwelcome() {
        long silence = bus.silenceNanos(); // first and always: it tells best what is asked often
        if (bus.transmitter().isListenOnly()) {
            return Optional.of(bus.name() + " is set to listen only");
        }
        if (bus.transmitter().isPaused()) {
            return Optional.of("sending on " + bus.name() + " is paused");
        }
        BusState.Condition condition = bus.state().condition();
        if (condition == BusState.Condition.DOWN) {
            return Optional.of(bus.name() + " is down or not there");
        }
        if (condition == BusState.Condition.BUS_OFF) {
            return Optional.of(bus.name() + " has taken itself off the bus");
        }
        if (asksSilentBus || silence < silenceNanos) {
            return Optional.empty();
        }
        return Optional.of(
                silence == Long.MAX_VALUE
                        ? "nothing has been heard on the bus yet"
                        : "the bus is silent for " + words(TimeUnit.NANOSECONDS.toSeconds(silence)));
    }

    private static String words(long seconds) {
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds < 7_200 ? seconds / 60 + " min" : seconds / 3_600 + " h";
    }
}
