package io.outrider.obd;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.MissingAnswer;
import io.outrider.api.ModuleContext;
import io.outrider.api.NoArguments;
import io.outrider.api.Outcome;
import io.outrider.api.Range;
import io.outrider.api.Signature;
import io.outrider.can.BusState;
import io.outrider.can.CanBus;
import io.outrider.can.CanId;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.query.EcuRegistry;
import io.outrider.obd.query.OrderedMap;
import io.outrider.obd.query.Protocol;
import io.outrider.obd.query.Querier;
import io.outrider.obd.query.QueryArguments;
import io.outrider.obd.query.TroubleCodeFunctions;
import io.outrider.obd.standard.StandardCommand;
import io.outrider.obd.standard.StandardCommands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Functions about the vehicle and the connection: protocol, status, commands, VIN, and a pause of sending. */
final class VehicleFunctions {
    private static final Signature<ProtocolArguments> PROTOCOL = new Signature<>(
            "obd.protocol", "Tells or sets the protocol that queries without header use", ProtocolArguments.class);
    private static final Signature<NoArguments> STATUS =
            new Signature<>("obd.status", "Tells how the bus and the connection to the vehicle do", NoArguments.class);
    private static final Signature<CommandsArguments> COMMANDS = new Signature<>(
            "obd.commands", "Lists the standard commands that the vehicle supports", CommandsArguments.class);
    private static final Signature<TroubleCodeFunctions.Arguments> DTC = new Signature<>(
            "obd.dtc",
            "Reads the diagnostic trouble codes of all ECUs, or clears them",
            TroubleCodeFunctions.Arguments.class);
    private static final Signature<NoArguments> VIN =
            new Signature<>("obd.vin", "Reads the vehicle identification number", NoArguments.class);

    private static final Signature<PauseArguments> PAUSE = new Signature<>(
            "obd.pause",
            "Sends nothing on the bus for a while, whoever asks, such as while a workshop's tester is connected",
            PauseArguments.class);
    private static final Signature<NoArguments> RESUME =
            new Signature<>("obd.resume", "Ends the pause of obd.pause", NoArguments.class);

    static final List<Signature<?>> SIGNATURES = List.of(PROTOCOL, STATUS, COMMANDS, DTC, VIN, PAUSE, RESUME);

    private final CanBus bus;
    private final DiagnosticClient client;
    private final EcuRegistry vehicle;
    private final Querier querier;
    private final ModuleContext context;
    private final TroubleCodeFunctions troubleCodes;

    VehicleFunctions(CanBus bus, DiagnosticClient client, EcuRegistry vehicle, Querier querier, ModuleContext context) {
        this.bus = bus;
        this.client = client;
        this.vehicle = vehicle;
        this.querier = querier;
        this.context = context;
        this.troubleCodes = new TroubleCodeFunctions(client, vehicle, context.clock());
    }

    List<Function<?>> functions() {
        return List.of(
                PROTOCOL.with(this::protocol),
                STATUS.with(this::status),
                COMMANDS.with(this::commands),
                DTC.with(troubleCodes::codes),
                VIN.with(this::vin),
                PAUSE.with(this::pause),
                RESUME.with(this::resume));
    }

    record ProtocolArguments(
            @JsonPropertyDescription("6 to 9, 31 to 36, or auto to find it out; without it nothing changes")
            String set,

            @JsonPropertyDescription("bit rate of the protocol, only to check it")
            Integer baudrate,

            @JsonPropertyDescription("make sure that the vehicle answers")
            boolean verify) {}

    private Object protocol(ProtocolArguments arguments) throws Failure, InterruptedException {
        if (arguments.set() == null && arguments.baudrate() != null) {
            throw Failure.argument("baudrate", "protocol must also be specified when baudrate is specified");
        }
        if (arguments.set() != null) {
            Optional<Protocol> protocol = Protocol.parse(arguments.set());
            if (protocol.isPresent()
                    && arguments.baudrate() != null
                    && protocol.get().bitRate() != arguments.baudrate()) {
                throw Failure.argument(
                        "baudrate",
                        "protocol " + protocol.get().id() + " has "
                                + protocol.get().bitRate() + " bit/s");
            }
            vehicle.use(protocol);
        }
        if (arguments.verify()) {
            vehicle.ensureDiscovered();
        }
        Map<String, Object> supported = new LinkedHashMap<>();
        supported.put("AUTO", Map.of("name", "Autodetect", "interface", "SocketCAN"));
        for (Protocol each : Protocol.values()) {
            supported.put(each.id(), Map.of("name", each.label(), "interface", "SocketCAN"));
        }
        return OrderedMap.of("current", currentProtocol(), "supported", supported);
    }

    private Map<String, Object> currentProtocol() {
        Protocol protocol = vehicle.protocol();
        return OrderedMap.of(
                "id", protocol.id(),
                "name", protocol.label(),
                "autodetected", vehicle.isAutodetected(),
                "ecus", vehicle.ecus().stream().map(CanId::toString).toList(),
                "baudrate", protocol.bitRate());
    }

    private Object status(NoArguments none) {
        BusState state = bus.state();
        Map<String, Object> connection = OrderedMap.of(
                "interface", bus.name(),
                "state", state.condition(),
                "transmit", transmit(bus),
                "frames_received", state.received(),
                "frames_sent", state.sent(),
                "frames_dropped", state.dropped(),
                "error_frames", state.errorFrames(),
                "requests", client.exchanges(),
                "shared_answers", client.shared());
        return OrderedMap.of("connection", connection, "protocol", currentProtocol());
    }

    record CommandsArguments(
            @JsonPropertyDescription("dict (names and descriptions) or list (names)")
            @JsonProperty(defaultValue = "dict")
            String output,

            @JsonPropertyDescription("every command there is, whether the vehicle supports it or not")
            boolean all) {
        CommandsArguments {
            output = output == null ? "dict" : output;
            if (!output.equals("dict") && !output.equals("list")) {
                throw new InvalidArgumentException("output", "'" + output + "' is neither dict nor list");
            }
        }
    }

    private Object commands(CommandsArguments arguments) throws Failure, InterruptedException {
        List<MissingAnswer> missing = arguments.all() ? List.of() : vehicle.refresh();
        Map<String, String> found = new LinkedHashMap<>();
        for (StandardCommand command : StandardCommands.all()) {
            if (arguments.all() || vehicle.lists(command.mode(), command.pid())) {
                found.put(command.name(), describe(command));
            }
        }
        Object supported = arguments.output().equals("dict") ? found : new ArrayList<>(found.keySet());
        Map<String, Object> result = OrderedMap.of("protocol", currentProtocol(), "supported", supported);
        if (missing.isEmpty()) {
            return result;
        }
        result.put("missing", missing);
        return new Outcome(result, TroubleCodeFunctions.PARTIAL);
    }

    private static String describe(StandardCommand command) {
        String request = command.pid() < 0
                ? String.format("mode 0x%02X", command.mode())
                : String.format("PID 0x%02X%02X", command.mode(), command.pid());
        return command.description() + " (" + request + ")";
    }

    private Object vin(NoArguments none, Call call) throws Failure, InterruptedException {
        return querier.query(context.arguments(QueryArguments.class, List.of("VIN"), Map.of()), call);
    }

    record PauseArguments(
            @JsonPropertyDescription("how long nothing is sent, 1 to 86400 seconds") @JsonProperty(defaultValue = "600")
            Integer seconds) {
        PauseArguments {
            seconds = Range.orElse("seconds", seconds, 600, 1, 86_400);
        }
    }

    private Object pause(PauseArguments arguments) {
        bus.transmitter().pauseFor(TimeUnit.SECONDS.toNanos(arguments.seconds()));
        return OrderedMap.of("transmit", transmit(bus), "seconds", arguments.seconds());
    }

    private Object resume(NoArguments none) {
        bus.transmitter().resume();
        return Map.of("transmit", transmit(bus));
    }

    /** {@code on}, {@code paused} or {@code listen_only}. */
    static String transmit(CanBus bus) {
        return bus.transmitter().isListenOnly()
                ? "listen_only"
                : bus.transmitter().isPaused() ? "paused" : "on";
    }
}
