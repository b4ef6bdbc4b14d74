package io.outrider.obd.query;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Call;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.MissingAnswer;
import io.outrider.api.Outcome;
import io.outrider.api.Readings;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.obd.errors.ObdErrors;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.Responses;
import io.outrider.obd.standard.DtcTexts;
import io.outrider.obd.standard.StandardCommand;
import io.outrider.obd.standard.StandardCommands;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Trouble code functions: stored, pending and permanent codes (SAE J1979, services 03, 07 and 0A), and clearing (04).
 */
public final class TroubleCodeFunctions {
    public static final int PARTIAL = 2;

    public static final int MOST_CODES = 5_000;

    private final DiagnosticClient client;
    private final EcuRegistry vehicle;
    private final Clock clock;

    public TroubleCodeFunctions(DiagnosticClient client, EcuRegistry vehicle, Clock clock) {
        this.client = client;
        this.vehicle = vehicle;
        this.clock = clock;
    }

    public enum Kind {
        @JsonProperty("stored")
        STORED(0x03),
        @JsonProperty("pending")
        PENDING(0x07),
        @JsonProperty("permanent")
        PERMANENT(0x0A);

        private final int mode;

        Kind(int mode) {
            this.mode = mode;
        }
    }

    public record Arguments(
            @JsonPropertyDescription("clear stored and pending codes, freeze frames and monitor results of all ECUs")
            boolean clear,

            @JsonPropertyDescription("stored, pending or permanent") @JsonProperty(defaultValue = "stored")
            Kind kind) {
        public Arguments {
            if (clear && kind != null) {
                throw new InvalidArgumentException(
                        "kind", "clearing takes the stored and the pending codes together; leave kind away");
            }
            kind = kind == null ? Kind.STORED : kind;
        }
    }

    public Object codes(Arguments arguments, Call call) throws Failure, InterruptedException {
        if (arguments.clear()) {
            return clear();
        }
        StandardCommand command = StandardCommands.at(arguments.kind().mode, -1).orElseThrow();
        BroadcastAnswers merged = sendToAll(command.mode());
        TroubleCodeList codes = new TroubleCodeList(call);
        for (IsoTpMessage answer : merged.answers().positive()) {
            try {
                codes.add(answer.source(), (List<?>) command.decode(answer.payload()));
            } catch (Failure e) {
                codes.markIncomplete(answer.source(), e); // an unreadable answer must not hide the codes of other ECUs
            }
        }
        codes.requireAny();
        List<MissingAnswer> missing = new ArrayList<>(merged.missing());
        missing.addAll(codes.missing.values());
        Readings readings =
                new Readings("dtc", codes.values, missing, merged.answers().stamp());
        return missing.isEmpty() ? readings : new Outcome(readings, PARTIAL);
    }

    private Object clear() throws Failure, InterruptedException {
        BroadcastAnswers merged = sendToAll(0x04);
        String cleared = merged.answers().positive().stream()
                .map(answer -> answer.source().toString())
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
        if (!merged.missing().isEmpty()) {
            throw MissingAnswers.failure(
                    merged.missing(), "; not everything is cleared, only what " + cleared + " had");
        }
        return new Readings("dtc", List.of(), clock.instant());
    }

    /** Answers of all ECUs to one functional request, at least one of them positive. */
    private record BroadcastAnswers(Responses answers, List<MissingAnswer> missing) {}

    private BroadcastAnswers sendToAll(int service) throws Failure, InterruptedException {
        vehicle.ensureDiscovered();
        IsoTpAddress all = IsoTpAddress.functional(vehicle.protocol().isExtended());
        DiagnosticRequest request =
                DiagnosticRequest.of(all, (byte) service).untilAnswered(vehicle.responders(service, -1));
        Responses answers = client.query(request);
        if (answers.positive().isEmpty()) {
            throw MissingAnswers.nonePositive(request, answers);
        }
        return new BroadcastAnswers(
                answers, MissingAnswers.ofAll(request, answers).list());
    }

    /** Distinct trouble codes of several ECUs, bounded by the memory budget. One thread. */
    private static final class TroubleCodeList {
        /** Estimated bytes of a code with its text, in the result and in the set of known codes. */
        private static final int WEIGHT = 500;

        private final Call call;
        private final Set<String> codes = new HashSet<>();
        private final List<Map<String, Object>> values = new ArrayList<>();
        private final Map<CanId, MissingAnswer> missing =
                new LinkedHashMap<>(); // a map: an ECU may have answered more than once
        private boolean read;
        private Failure unreadable;

        TroubleCodeList(Call call) {
            this.call = call;
        }

        void add(CanId ecu, List<?> more) {
            read = true;
            for (Object each : more) {
                String code = (String) each;
                if (codes.contains(code)) {
                    continue;
                }
                if (codes.size() >= MOST_CODES || !call.reserve(WEIGHT)) {
                    markIncomplete(
                            ecu,
                            "some of the codes of " + ecu + " are left out: a result has up to " + MOST_CODES
                                    + " codes, and less while other calls take the memory for results; ask it alone with"
                                    + " obd.query header=",
                            ObdErrors.TOO_MANY_CODES);
                    return;
                }
                codes.add(code);
                values.add(
                        OrderedMap.of("code", code, "text", DtcTexts.standard().text(code)));
            }
        }

        /** Lists the ECU of an unreadable answer as missing. */
        void markIncomplete(CanId ecu, Failure why) {
            unreadable = why;
            markIncomplete(ecu, ecu + ": " + why.getMessage(), why.errorCode());
        }

        private void markIncomplete(CanId ecu, String error, ErrorCode code) {
            missing.putIfAbsent(ecu, new MissingAnswer(ecu.toString(), error, code));
        }

        /** @throws Failure if there were answers and all of them were unreadable */
        void requireAny() throws Failure {
            if (!read && unreadable != null) {
                throw unreadable;
            }
        }
    }
}
