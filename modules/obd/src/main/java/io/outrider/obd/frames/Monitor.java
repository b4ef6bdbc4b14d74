package io.outrider.obd.frames;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.Reading;
import io.outrider.api.Readings;
import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.obd.query.RawMessage;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code obd.monitor}: the next frames on the bus, with the kernel's time stamps. Sends nothing. */
final class Monitor {
    /** What {@code obd.monitor} takes. */
    record Arguments(
            @JsonPropertyDescription("so many frames at the most, 1 to 100000") @JsonProperty(defaultValue = "500")
            Integer limit,

            @JsonPropertyDescription("so many seconds at the most, 0.01 to 600") @JsonProperty(defaultValue = "5")
            Double duration,

            @JsonPropertyDescription("only ids that match id[,mask], hexadecimal")
            String filter,

            @JsonPropertyDescription("name of the result") @JsonProperty(defaultValue = "raw")
            String type,

            @JsonPropertyDescription(
                    "accepted for the incumbent's sake, as wait: limit and duration end it, not a silence")
            @JsonAlias("wait")
            boolean waiting) {
        Arguments {
            limit = limit == null ? 500 : limit;
            if (limit < 1 || limit > 100_000) {
                throw new IllegalArgumentException("limit: " + limit + " is not from 1 to 100000");
            }
            duration = Durations.orElse(duration, 5);
            type = type == null ? "raw" : type;
        }
    }

    private final CanBus bus;
    private final Clock clock;
    private final Ticker ticker;

    Monitor(CanBus bus, Clock clock, Ticker ticker) {
        this.bus = bus;
        this.clock = clock;
        this.ticker = ticker;
    }

    Object watch(Arguments arguments) throws Failure, InterruptedException {
        List<CanFilter> filters = RawMessage.filters("filter", arguments.filter());
        long deadline = ticker.nanos() + Durations.nanos(arguments.duration());
        List<Map<String, Object>> values = new ArrayList<>();
        try (CanPort port = bus.open(filters)) {
            Buses.requireUp(bus);
            long left = deadline - ticker.nanos();
            while (values.size() < arguments.limit() && left > 0) { // a bus that is never silent ends too
                CanFrame frame = port.receive(left);
                if (frame == null) {
                    break;
                }
                left = deadline - ticker.nanos();
                values.add(value(frame));
            }
        } catch (BusException e) {
            throw Buses.failure(e);
        }
        return new Readings(arguments.type(), values, clock.instant());
    }

    private Map<String, Object> value(CanFrame frame) {
        Instant stamp = frame.stampMicros() == CanFrame.NO_STAMP
                ? clock.instant()
                : Instant.EPOCH.plus(frame.stampMicros(), ChronoUnit.MICROS);
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("_stamp", Reading.text(stamp));
        value.put("value", frame.hex());
        return value;
    }
}
