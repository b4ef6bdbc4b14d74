package io.outrider.unit.gnss;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.NoArguments;
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
    private static final Signature<NoArguments> LOCATION =
            new Signature<>("gnss.location", "Where the unit is: position, height, speed, course", NoArguments.class);

    static final List<Signature<?>> SIGNATURES = List.of(LOCATION);

    /** {@link Fix} with the unit's wall-clock time of its arrival. */
    @JsonPropertyOrder({"_type", "fix", "_stamp"})
    record Location(
            @JsonProperty("_type") String type,
            @JsonUnwrapped Fix fix,
            @JsonProperty("_stamp") String stamp) {}

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
        return List.of(LOCATION.with((NoArguments none) -> location()));
    }

    private Location location() throws Failure, InterruptedException {
        ReceiverWatch.TimedFix seen = watch().latest(maxAgeNanos, FIRST_NANOS);
        return new Location("pos", seen.fix(), Reading.text(seen.stamp()));
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

    public static final class GnssFactory implements ModuleFactory {
        @Override
        public String name() {
            return "gnss";
        }

        @Override
        public Class<? extends Record> settings() {
            return GnssSettings.class;
        }

        @Override
        public List<Signature<?>> signatures() {
            return GnssModule.SIGNATURES;
        }

        @Override
        public List<ErrorCode> errors() {
            return GnssErrors.ALL;
        }

        @Override
        public Module open(ModuleContext context) throws Failure {
            return new GnssModule(context.settings(GnssSettings.class), context.ticker(), context.clock());
        }
    }
}
