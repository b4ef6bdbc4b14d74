package io.outrider.obd;

import io.outrider.api.Check;
import io.outrider.api.Conditions;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.PollingPolicy;
import io.outrider.api.Signature;
import io.outrider.can.BusState;
import io.outrider.can.CanBus;
import io.outrider.can.isotp.IsoTpSettings;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.ResponseTimeouts;
import io.outrider.obd.formula.EvaluationLock;
import io.outrider.obd.frames.FrameFunctions;
import io.outrider.obd.query.BatchQuerier;
import io.outrider.obd.query.EcuRegistry;
import io.outrider.obd.query.OrderedMap;
import io.outrider.obd.query.Protocol;
import io.outrider.obd.query.Querier;
import io.outrider.obd.query.QueryArguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Module {@code obd} on one bus. */
public final class ObdModule implements Module {
    /** Conditions that show a vehicle in use and do not come from its bus. */
    private static final List<String> IN_MOTION = List.of("position/moving");

    /** Interval of the check for events of the bus; an idle unit wakes up as often. */
    private static final Duration BUS_CHECK = Duration.ofSeconds(10);

    private static final Signature<QueryArguments> QUERY = new Signature<>(
                    "obd.query", "Asks the vehicle one thing and returns the answer's value", QueryArguments.class)
            .batchedBy("obd.query_many");
    private static final Signature<BatchQuerier.Arguments> QUERY_MANY = new Signature<>(
            "obd.query_many",
            "Asks the vehicle several things, as many at once as it takes",
            BatchQuerier.Arguments.class);
    private static final Signature<FormulaFunction.Arguments> FORMULA = new Signature<>(
            "obd.formula", "Tries a formula on captured frames and shows each step", FormulaFunction.Arguments.class);

    static final List<Signature<?>> SIGNATURES = Stream.of(
                    List.of(QUERY, QUERY_MANY, FORMULA), VehicleFunctions.SIGNATURES, FrameFunctions.SIGNATURES)
            .<Signature<?>>flatMap(List::stream)
            .toList();

    private final CanBus bus;
    private final DiagnosticClient client;
    private final SilentBusPolicy polling;
    private final EcuRegistry vehicle;
    private final List<Function<?>> functions;
    private final List<Check> checks;

    /** Takes ownership of the bus, which is closed with the module. */
    public ObdModule(CanBus bus, ObdSettings settings, ModuleContext context) throws Failure {
        this.bus = bus;
        bus.transmitter().listenOnly(settings.listenOnly());
        bus.transmitter().minimumGap(TimeUnit.MILLISECONDS.toNanos(settings.minimumGapMs()));
        polling = new SilentBusPolicy(
                bus,
                TimeUnit.MILLISECONDS.toNanos(settings.silenceMs()),
                settings.silentBus(),
                context.ticker(),
                new PollingState(context.data(), context.boot()));
        IsoTpSettings transport = IsoTpSettings.DEFAULT.withPadding(settings.padding());
        client = new DiagnosticClient(bus, transport, timing(settings), context.ticker(), context.clock());
        vehicle = new EcuRegistry(client, Protocol.parse(settings.protocol()));
        EvaluationLock evaluations = new EvaluationLock();
        Querier querier = new Querier(client, vehicle, evaluations);
        BatchQuerier batch = new BatchQuerier(querier, client, vehicle, context);
        List<Function<?>> all = new ArrayList<>();
        all.add(QUERY.with(querier::query));
        all.add(QUERY_MANY.with(batch::query));
        all.addAll(new VehicleFunctions(bus, client, vehicle, querier, context).functions());
        all.addAll(FrameFunctions.of(bus, client, transport, settings.recordingMb(), settings.recordingsMb(), context));
        FormulaFunction formula = new FormulaFunction(context.ticker(), evaluations);
        all.add(FORMULA.with(formula::dryRun));
        functions = List.copyOf(all);
        checks = new VehicleChecks(bus, polling, vehicle).checks();
        context.inhibitors().polling(policy(context.conditions()));
        BusEvents events = new BusEvents(context.events());
        context.every(BUS_CHECK, () -> update(events));
    }

    private void update(BusEvents events) {
        Map<String, Object> details = vehicle.isDiscovered()
                ? Map.of("protocol", vehicle.protocol().id(), "autodetected", vehicle.isAutodetected())
                : Map.of();
        events.update(bus.state().condition() != BusState.Condition.DOWN, polling.isActive(), details);
    }

    /** Asks at each call, as conditions change. */
    private PollingPolicy policy(Conditions conditions) {
        return new PollingPolicy() {
            @Override
            public Optional<String> blocked() {
                return polling.pollingBlocked(conditions.hold(IN_MOTION));
            }

            @Override
            public boolean readsVehicle() {
                return true;
            }
        };
    }

    private static ResponseTimeouts timing(ObdSettings settings) {
        return new ResponseTimeouts(
                TimeUnit.MILLISECONDS.toNanos(settings.responseTimeoutMs()),
                TimeUnit.MILLISECONDS.toNanos(settings.quietTimeMs()),
                ResponseTimeouts.DEFAULT.pending(),
                ResponseTimeouts.DEFAULT.whole(),
                TimeUnit.MILLISECONDS.toNanos(settings.shareMs()));
    }

    @Override
    public List<Function<?>> functions() {
        return functions;
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
                "transmit", VehicleFunctions.transmit(bus),
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

    @Override
    public List<Check> checks() {
        return checks;
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
                List.of(bus.name() + " is down or not there: " + InterfaceCheck.bringUp(bus.name())
                        + "; [obd] can names the interface");
            case BUS_OFF ->
                List.of(bus.name() + " has taken itself off the bus: check bit rate and wiring, then ip link set "
                        + bus.name() + " down and up");
            case PASSIVE, WARNING ->
                List.of(bus.name() + " sees many errors: check bit rate, wiring, and whether the vehicle is awake");
            case ERROR_ACTIVE -> List.of();
        };
    }

    @Override
    public void close() {
        polling.close();
        bus.close(); // first, so that a request in progress fails and releases the client
        client.close();
    }
}
