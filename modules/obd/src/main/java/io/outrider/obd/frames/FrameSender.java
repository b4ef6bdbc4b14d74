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

/**
 * Implementation of {@code obd.send}: sends one message, ISO-TP or raw, and collects the frames of its answers. Runs
 * between queries, which would otherwise receive its answers.
 */
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
        SentAnswers answers = new SentAnswers(arguments.formatResponse(), call);
        CanFrame frame = arguments.autoFormat() ? null : message.frame();
        try {
            client.<Failure>exclusively(() -> exchange(arguments, message, frame, answers));
        } catch (BusException e) {
            throw Buses.failure(e);
        }
        return result(arguments, message, answers);
    }

    private void exchange(Arguments arguments, RawMessage message, CanFrame frame, SentAnswers answers)
            throws Failure, BusException, InterruptedException {
        long limit = ticker.nanos() + LIMIT_NANOS;
        try (CanPort port = bus.open(message.address().responses())) {
            if (frame != null) {
                port.send(frame);
                collectFrames(port, arguments, limit, answers);
                return;
            }
            IsoTpLink link = new IsoTpLink(port, message.address(), transport, ticker);
            link.send(message.data(), limit);
            collectMessages(link, arguments, limit, answers);
        } catch (IsoTpException e) {
            throw new Failure(ObdErrors.NOT_TAKEN, "the message was not taken: " + e.getMessage(), e);
        }
    }

    private void collectFrames(CanPort port, Arguments arguments, long limit, SentAnswers answers)
            throws Failure, BusException, InterruptedException {
        while (isWaiting(arguments, answers) && ticker.nanos() - limit < 0) {
            CanFrame frame = port.receive(SILENCE_NANOS);
            if (frame == null) {
                return;
            }
            answers.add(List.of(frame));
        }
    }

    private void collectMessages(IsoTpLink link, Arguments arguments, long limit, SentAnswers answers)
            throws Failure, BusException, InterruptedException {
        while (isWaiting(arguments, answers)) {
            long now = ticker.nanos();
            IsoTpLink.Arrival arrival = limit - now <= 0 ? null : link.receive(now + SILENCE_NANOS, limit);
            if (arrival == null) {
                link.abandon().forEach(answers::addMissing);
                return;
            }
            if (arrival instanceof IsoTpMessage whole) {
                answers.add(whole.frames());
            } else if (arrival instanceof IsoTpLink.Broken broken) {
                answers.addMissing(broken);
            }
        }
    }

    private static boolean isWaiting(Arguments arguments, SentAnswers answers) {
        return arguments.expectsAny()
                && answers.size() < (arguments.expected() == 0 ? Arguments.MOST : arguments.expected());
    }

    private Object result(Arguments arguments, RawMessage message, SentAnswers answers) throws Failure {
        if (answers.isEmpty() && !answers.missing().isEmpty()) {
            MissingAnswer first = answers.missing().get(0);
            throw new Failure(Failure.Actor.VEHICLE, first.code(), first.error());
        }
        if (arguments.expectsAny() && answers.isEmpty()) {
            throw new Failure(
                    VehicleErrors.NO_DATA,
                    "expected a response but got none; is the filter right (can_flow_control_filter)?");
        }
        if (answers.size() < arguments.expected()) {
            throw new Failure(
                    VehicleErrors.UNEXPECTED_ANSWER,
                    "expected " + arguments.expected() + " frames but got " + answers.size()
                            + answers.missing().stream()
                                    .map(each -> "; " + each.error())
                                    .collect(Collectors.joining()));
        }
        List<String> lines = new ArrayList<>();
        if (arguments.echo()) {
            lines.add(arguments.message());
        }
        lines.addAll(answers.lines());
        if (arguments.output().equals("dict") && lines.size() == 1) {
            return new Reading(arguments.type(), lines.get(0), null, answers.missing(), clock.instant());
        }
        return new Readings(arguments.type(), lines, answers.missing(), clock.instant());
    }

    /**
     * Frames of the answers to a sent message as text, in reserved memory, and the ECUs of incomplete answers. One thread.
     */
    static final class SentAnswers {
        private static final int OBJECTS = 56;
        private static final int MOST_MISSING = 255;

        private final List<String> lines = new ArrayList<>();
        private final Map<CanId, MissingAnswer> missing = new TreeMap<>();
        private final boolean digitsOnly;
        private final Call call;

        /** @param digitsOnly frames without a separator between id and data */
        SentAnswers(boolean digitsOnly, Call call) {
            this.digitsOnly = digitsOnly;
            this.call = call;
        }

        void add(List<CanFrame> frames) throws Failure {
            for (CanFrame frame : frames) {
                String line = digitsOnly ? frame.hex() : frame.toString();
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
        void addMissing(IsoTpLink.Broken answer) {
            CanId ecu = answer.source();
            if (missing.size() < MOST_MISSING) {
                missing.putIfAbsent(
                        ecu,
                        new MissingAnswer(
                                ecu.toString(), ecu + ": " + answer.fault().getMessage(), VehicleErrors.BROKEN_ANSWER));
            }
        }

        List<MissingAnswer> missing() {
            return List.copyOf(missing.values());
        }

        int size() {
            return lines.size();
        }

        boolean isEmpty() {
            return lines.isEmpty();
        }

        List<String> lines() {
            return lines;
        }
    }
}
