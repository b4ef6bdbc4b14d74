package io.outrider.unit.gnss;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Module;
import io.outrider.api.Reading;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Module {@code gnss}: position of the unit. */
final class GnssModule implements Module {
    private static final Signature<None> LOCATION =
            new Signature<>("gnss.location", "Where the unit is: position, height, speed, course", None.class);

    static final List<Signature<?>> SIGNATURES = List.of(LOCATION);

    record None() {}

    /** Degrees. */
    record Place(double lat, double lon) {}

    /** {@link Fix} with the unit's wall-clock time of its arrival. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonPropertyOrder({"_type", "utc", "date_utc", "loc", "alt", "sog", "cog", "nsat", "fix", "_stamp"})
    record Location(
            @JsonProperty("_type") String type,
            String utc,
            @JsonProperty("date_utc") String dateUtc,
            Place loc,
            Double alt,
            Double sog,
            Double cog,
            Integer nsat,
            String fix,
            @JsonProperty("_stamp") String stamp) {
        static Location of(ReceiverWatch.TimedFix seen) {
            Fix fix = seen.fix();
            return new Location(
                    "pos",
                    fix.utc(),
                    fix.dateUtc(),
                    new Place(fix.lat(), fix.lon()),
                    fix.alt(),
                    fix.sog(),
                    fix.cog(),
                    fix.nsat(),
                    fix.fix(),
                    Reading.text(seen.stamp()));
        }
    }

    /** Receivers usually report once a second. */
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final PositionReceiver receiver;
    private final long maxAgeNanos;
    private final Ticker ticker;
    private final Clock clock;
    private ReceiverWatch watch;
    private boolean closed;

    GnssModule(GnssSettings settings, Ticker ticker, Clock clock) {
        this.receiver = settings.receiver();
        this.maxAgeNanos = TimeUnit.SECONDS.toNanos(settings.maxAge());
        this.ticker = ticker;
        this.clock = clock;
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(LOCATION.with((None none) -> Location.of(watch().latest(maxAgeNanos, FIRST_NANOS))));
    }

    private synchronized ReceiverWatch watch() throws Failure {
        if (closed) {
            throw new Failure(GnssErrors.CLOSED, "gnss was closed: ask again");
        }
        if (watch == null || watch.isOver()) {
            watch = ReceiverWatch.begin(receiver, ticker, clock);
        }
        return watch;
    }

    private synchronized ReceiverWatch current() {
        return watch;
    }

    /** Empty before the first call: most machines have no receiver. */
    @Override
    public Health health() {
        ReceiverWatch last = current();
        if (last == null) {
            return Health.NOTHING;
        }
        ReceiverWatch.TimedFix seen = last.seen();
        boolean fresh = seen != null && ticker.nanos() - seen.nanos() <= maxAgeNanos;
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("receiver", receiver.name());
        facts.put("position", fresh ? "known" : last.why());
        return new Health(
                facts, List.of(Metric.gauge("gnss_fix", "1 while the position is known", fresh ? 1 : 0)), List.of());
    }

    @Override
    public void close() {
        ReceiverWatch last;
        synchronized (this) {
            closed = true;
            last = watch;
        }
        if (last != null) {
            last.close();
        }
    }
}
