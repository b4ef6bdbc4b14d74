package io.outrider.obd.frames;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Call;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Readings;
import io.outrider.api.Ticker;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Implementation of {@code obd.monitor}: the next frames on the bus with kernel timestamps. Sends no frames. */
final class Monitor {
    record Arguments(
            @JsonPropertyDescription("so many frames at the most, 1 to 10000") @JsonProperty(defaultValue = "500")
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
            if (limit < 1 || limit > MOST) {
                throw new InvalidArgumentException(
                        "limit",
                        limit + " is not from 1 to " + MOST
                                + (limit > MOST ? "; obd.dump records as many as there are" : ""));
            }
            duration = Buses.duration(duration, 5);
            type = type == null ? "raw" : type;
        }
    }

    /** As many frames as fit the limit of a result. */
    private static final int MOST = 10_000;

    private final CanBus bus;
    private final Clock clock;
    private final Ticker ticker;

    Monitor(CanBus bus, Clock clock, Ticker ticker) {
        this.bus = bus;
        this.clock = clock;
        this.ticker = ticker;
    }

    Object watch(Arguments arguments, Call call) throws Failure, InterruptedException {
        SeenFrames values = new SeenFrames();
        Buses.<Failure>receive(bus, arguments.filter(), arguments.duration(), arguments.limit(), ticker, frame -> {
            keep(frame, values, call);
            return true;
        });
        return new Readings(arguments.type(), values, clock.instant());
    }

    private void keep(CanFrame frame, SeenFrames values, Call call) throws Failure {
        if (!call.reserve(values.bytesToReserve())) {
            throw new Failure(
                    CommonErrors.BUSY,
                    "other calls have results that take the memory there is; try again when they have ended, or with a"
                            + " limit of less than " + values.size());
        }
        Instant now = clock.instant();
        values.add(
                frame,
                frame.stampMicros() == CanFrame.NO_STAMP
                        ? ChronoUnit.MICROS.between(Instant.EPOCH, now)
                        : frame.stampMicros());
    }
}
