package io.outrider.obd;

import io.outrider.api.Conditions;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.PollingPolicy;
import io.outrider.api.Signature;
import io.outrider.can.CanBus;
import io.outrider.can.isotp.IsoTpSettings;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.ResponseTimeouts;
import io.outrider.obd.formula.EvaluationLock;
import io.outrider.obd.frames.FrameFunctions;
import io.outrider.obd.query.BatchQuerier;
import io.outrider.obd.query.EcuRegistry;
import io.outrider.obd.query.Protocol;
import io.outrider.obd.query.Querier;
import io.outrider.obd.query.QueryArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Module {@code obd} on one bus. */
public final class ObdModule implements Module {
    /** Conditions that show a vehicle in use and do not come from its bus. */
    private static final List<String> IN_MOTION = List.of("position/moving");

    private static final Signature<QueryArguments> QUERY = new Signature<>(
                    "obd.query", "Asks the vehicle one thing and returns the answer's value", QueryArguments.class)
            .batchedBy("obd.query_many");
    private static final Signature<BatchQuerier.Arguments> QUERY_MANY = new Signature<>(
            "obd.query_many",
            "Asks the vehicle several things, as many at once as it takes",
            BatchQuerier.Arguments.class);
    private static final Signature<FormulaFunction.Arguments> FORMULA = new Signature<>(
            "obd.formula", "Tries a formula on captured frames and shows each step", FormulaFunction.Arguments.class);

    public static final List<Signature<?>> SIGNATURES = Stream.of(
                    List.of(QUERY, QUERY_MANY, FORMULA),
                    VehicleFunctions.SIGNATURES,
                    PauseFunctions.SIGNATURES,
                    FrameFunctions.SIGNATURES)
            .<Signature<?>>flatMap(List::stream)
            .toList();

    private final CanBus bus;
    private final DiagnosticClient client;
    private final SilentBusPolicy polling;
    private final EcuRegistry vehicle;
    private final List<Function<?>> functions;

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
        VehicleFunctions about = new VehicleFunctions(bus, client, vehicle, querier, context);
        List<Function<?>> all = new ArrayList<>();
        all.add(QUERY.with(querier::query));
        all.add(QUERY_MANY.with(batch::query));
        all.addAll(about.functions());
        all.addAll(new PauseFunctions(bus).functions());
        all.addAll(new FrameFunctions(bus, client, transport, settings.recordingMb(), settings.recordingsMb(), context)
                .functions());
        FormulaFunction formula = new FormulaFunction(context.ticker(), evaluations);
        all.add(FORMULA.with(formula::dryRun));
        functions = List.copyOf(all);
        context.inhibitors().polling(policy(context.conditions()));
        BusWatch watch = new BusWatch(bus, polling, vehicle, new BusEvents(context.events()));
        context.every(BusWatch.INTERVAL, watch::check);
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
        return new BusHealth(bus, polling, vehicle).health();
    }

    @Override
    public void close() {
        polling.close();
        bus.close(); // first, so that a request in progress fails and releases the client
        client.close();
    }
}
