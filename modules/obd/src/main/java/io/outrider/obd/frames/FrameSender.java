package io.outrider.obd.frames;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Call;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.MissingAnswer;
import io.outrider.api.ModuleContext;
import io.outrider.api.Reading;
import io.outrider.api.Readings;
import io.outrider.api.Ticker;
import io.outrider.api.VehicleErrors;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.isotp.IsoTpException;
import io.outrider.can.isotp.IsoTpLink;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.can.isotp.IsoTpSettings;
import io.outrider.obd.errors.ObdErrors;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.query.RawMessage;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Implementation of {@code obd.send}. Runs between queries, which would otherwise receive its answers. */
final class FrameSender {
    /** As AutoPi: the answer ends after a pause of this length. */
    private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    record Arguments(
            @JsonProperty(required = true)
            @JsonPropertyDescription("7DF#02010C0000000000, or only the data with header=")
            String message,

            @JsonPropertyDescription("CAN id, hexadecimal, if the message has none")
            String header,

            @JsonPropertyDescription("the data is a request (010C): length and padding are added")
            boolean autoFormat,

            @JsonPropertyDescription("false, true, or the number of frames that must answer")
            @JsonProperty(defaultValue = "false")
            String expectResponse,

            @JsonPropertyDescription("id and data without # between")
            boolean formatResponse,

            @JsonPropertyDescription("the first line of the result is what was sent")
            boolean echo,

            @JsonPropertyDescription("list or dict") @JsonProperty(defaultValue = "list")
            String output,

            @JsonPropertyDescription("name of the result") @JsonProperty(defaultValue = "raw")
            String type,

            @JsonPropertyDescription("as for obd.query") @JsonAlias("extended_address")
            String canExtendedAddress,

            @JsonPropertyDescription("as for obd.query") @JsonAlias("flow_control_filter")
            String canFlowControlFilter,

            @JsonPropertyDescription("as for obd.query") @JsonAlias("flow_control_id_pair")
            String canFlowControlIdPair) {
        private static final int MOST = 10_000;

        Arguments {
            expectResponse = expectResponse == null ? "false" : expectResponse.toLowerCase(Locale.ROOT);
            if (!expectResponse.matches("true|false|\\d{1,5}")
                    || expectResponse.matches("\\d+") && Integer.parseInt(expectResponse) > MOST) {
                throw new InvalidArgumentException(
                        "expect_response",
                        "'" + expectResponse + "' is neither true, false nor a number of frames up to " + MOST);
            }
            output = output == null ? "list" : output;
            if (!output.equals("list") && !output.equals("dict")) {
                throw new InvalidArgumentException("output", "'" + output + "' is neither list nor dict");
            }
            type = type == null ? "raw" : type;
        }

        boolean expectsAny() {
            return !expectResponse.equals("false") && !expectResponse.equals("0");
        }

        int expected() {
            return expectResponse.equals("true") || expectResponse.equals("false")
                    ? 0
                    : Integer.parseInt(expectResponse);
        }
    }

    private final CanBus bus;
    private final DiagnosticClient client;
    private final IsoTpSettings transport;
    private final Ticker ticker;
    private final Clock clock;

    FrameSender(CanBus bus, DiagnosticClient client, IsoTpSettings transport, ModuleContext context) {
        this.bus = bus;
        this.client = client;
        this.transport = transport;
        this.ticker = context.ticker();
        this.clock = context.clock();
    }

    Object send(Arguments arguments, Call call) throws Failure, InterruptedException {
        RawMessage message = RawMessage.parse(
                arguments.message(),
                arguments.header(),
                arguments.canExtendedAddress(),
                arguments.canFlowControlFilter(),
                arguments.canFlowControlIdPair());
        if (arguments.autoFormat() && message.data().length == 0) {
            throw Failure.argument("message", "a request has at least one byte; auto_format=false sends empty frames");
        }
        CanFrame frame = arguments.autoFormat() ? null : message.frame();
        Sending sending = new Sending(arguments, call);
        try {
            client.exclusively(() -> sending.exchange(message, frame));
        } catch (BusException e) {
            throw Buses.failure(e);
        }
        return sending.result();
    }

    /** One message: the frames of its answers as text, in reserved memory, and the ECUs of incomplete answers. */
    private final class Sending {
        private static final int OBJECTS = 56;
        private static final int MOST_MISSING = 255;

        private final Arguments arguments;
        private final Call call;
        private final List<String> lines = new ArrayList<>();
        private final Map<CanId, MissingAnswer> missing = new TreeMap<>();
        private long limit;

        private Sending(Arguments arguments, Call call) {
            this.arguments = arguments;
            this.call = call;
        }

        /** @param frame raw frame to send, or null */
        private void exchange(RawMessage message, CanFrame frame) throws Failure, BusException, InterruptedException {
            limit = ticker.nanos() + LIMIT_NANOS;
            try (CanPort port = bus.open(message.address().responses())) {
                if (frame != null) {
                    port.send(frame);
                    collectFrames(port);
                    return;
                }
                IsoTpLink link = new IsoTpLink(port, message.address(), transport, ticker);
                link.send(message.data(), limit);
                collectMessages(link);
            } catch (IsoTpException e) {
                throw new Failure(ObdErrors.NOT_TAKEN, "the message was not taken: " + e.getMessage(), e);
            }
        }

        private void collectFrames(CanPort port) throws Failure, BusException, InterruptedException {
            while (isWaiting() && ticker.nanos() - limit < 0) {
                CanFrame frame = port.receive(SILENCE_NANOS);
                if (frame == null) {
                    return;
                }
                add(List.of(frame));
            }
        }

        private void collectMessages(IsoTpLink link) throws Failure, BusException, InterruptedException {
            while (isWaiting()) {
                long now = ticker.nanos();
                IsoTpLink.Reception arrival = limit - now <= 0 ? null : link.receive(now + SILENCE_NANOS, limit);
                if (arrival == null) {
                    link.abandon().forEach(this::addMissing);
                    return;
                }
                if (arrival instanceof IsoTpMessage whole) {
                    add(whole.frames());
                } else if (arrival instanceof IsoTpLink.Broken broken) {
                    addMissing(broken);
                }
            }
        }

        private boolean isWaiting() {
            return arguments.expectsAny()
                    && lines.size() < (arguments.expected() == 0 ? Arguments.MOST : arguments.expected());
        }

        private void add(List<CanFrame> frames) throws Failure {
            for (CanFrame frame : frames) {
                String line = arguments.formatResponse() ? frame.hex() : frame.toString();
                if (!call.reserve(OBJECTS + line.length())) {
                    throw new Failure(
                            CommonErrors.BUSY,
                            "results take the memory there is for them; the message was sent, and " + lines.size()
                                    + " frames had come back: try again when other calls have ended, or with a smaller"
                                    + " expect_response");
                }
                lines.add(line);
            }
        }

        /** Lists the sender of an incomplete answer as missing; its frames are not included. */
        private void addMissing(IsoTpLink.Broken answer) {
            String ecu = answer.source().toString();
            if (missing.size() < MOST_MISSING) {
                String error = ecu + ": " + answer.fault().getMessage();
                missing.putIfAbsent(answer.source(), new MissingAnswer(ecu, error, VehicleErrors.BROKEN_ANSWER));
            }
        }

        private Object result() throws Failure {
            List<MissingAnswer> incomplete = List.copyOf(missing.values());
            if (lines.isEmpty() && !incomplete.isEmpty()) {
                MissingAnswer first = incomplete.get(0);
                throw new Failure(Failure.Actor.VEHICLE, first.code(), first.error());
            }
            if (arguments.expectsAny() && lines.isEmpty()) {
                throw new Failure(
                        VehicleErrors.NO_DATA,
                        "expected a response but got none; is the filter right (can_flow_control_filter)?");
            }
            if (lines.size() < arguments.expected()) {
                throw new Failure(
                        VehicleErrors.UNEXPECTED_ANSWER,
                        "expected " + arguments.expected() + " frames but got " + lines.size()
                                + incomplete.stream()
                                        .map(each -> "; " + each.error())
                                        .collect(Collectors.joining()));
            }
            if (arguments.echo()) {
                lines.add(0, arguments.message());
            }
            if (arguments.output().equals("dict") && lines.size() == 1) {
                return new Reading(arguments.type(), lines.get(0), null, incomplete, clock.instant());
            }
            return new Readings(arguments.type(), lines, incomplete, clock.instant());
        }
    }
}
