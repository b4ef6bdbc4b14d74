package io.outrider.obd.query;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.api.VehicleErrors;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpLink;
import io.outrider.can.isotp.IsoTpMessage;
import io.outrider.obd.errors.ObdErrors;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.NegativeResponses;
import io.outrider.obd.exchange.Responses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** ECUs whose answer to a request was lost, refused or did not come; if cut, further ones may have answered. */
record MissingAnswers(SortedMap<CanId, MissingAnswer> byEcu, boolean cut) {
    private static final MissingAnswer OTHERS = new MissingAnswer(
            "others",
            Responses.MOST + " answers came, and no more are taken; name one ECU with header= of obd.query",
            ObdErrors.TOO_MANY_ANSWERS);

    private static final int RESPONSE_PENDING = 0x78;

    /**
     * Response codes of an ECU that does not support the request (ISO 14229-1, A.1): service, sub-function, range, and
     * the first two in this session. Such an ECU is not missing.
     */
    private static final Set<Integer> HAS_IT_NOT = Set.of(0x11, 0x12, 0x31, 0x7E, 0x7F);

    /** For a request that each ECU has to answer: an ECU that does not support it is missing too. */
    static MissingAnswers ofAll(DiagnosticRequest request, Responses answers) {
        return of(request, answers, Set.of());
    }

    static MissingAnswers of(DiagnosticRequest request, Responses answers) {
        return of(request, answers, HAS_IT_NOT);
    }

    private static MissingAnswers of(DiagnosticRequest request, Responses answers, Set<Integer> excuses) {
        SortedMap<CanId, MissingAnswer> missing = new TreeMap<>();
        for (CanId ecu : request.responders()) {
            missing.put(
                    ecu, new MissingAnswer(ecu.toString(), ecu + " did not answer " + request, VehicleErrors.NO_DATA));
        }
        for (Responses.Refusal refusal : answers.refusals()) {
            missing.remove(refusal.source());
            if (!excuses.contains(refusal.code())) {
                String source = refusal.source().toString();
                missing.put(
                        refusal.source(),
                        new MissingAnswer(source, describe(request, refusal), VehicleErrors.NEGATIVE_RESPONSE));
            }
        }
        for (IsoTpLink.Broken broken : answers.broken()) {
            String source = broken.source().toString();
            missing.put(broken.source(), new MissingAnswer(source, describe(broken), VehicleErrors.BROKEN_ANSWER));
        }
        answers.positive().stream().map(IsoTpMessage::source).forEach(missing::remove);
        return new MissingAnswers(missing, answers.cut());
    }

    static String describe(IsoTpLink.Broken broken) {
        return broken.source() + ": " + broken.fault().getMessage();
    }

    static String describe(DiagnosticRequest request, Responses.Refusal refusal) {
        if (refusal.code() == RESPONSE_PENDING) {
            return refusal.source() + " asked for more time to answer " + request
                    + " (response pending, 7F xx 78) and then said nothing";
        }
        return String.format(
                "%s refuses %s: %s (7F %02X %02X)",
                refusal.source(), request, NegativeResponses.words(refusal.code()), refusal.service(), refusal.code());
    }

    boolean isEmpty() {
        return byEcu.isEmpty() && !cut;
    }

    List<MissingAnswer> list() {
        List<MissingAnswer> list = new ArrayList<>(byEcu.values());
        if (cut) {
            list.add(OTHERS);
        }
        return list;
    }

    static Failure failure(List<MissingAnswer> missing, String then) {
        ErrorCode code = missing.get(0).code();
        String words = missing.stream().map(MissingAnswer::error).collect(Collectors.joining("; "));
        return new Failure(Failure.Actor.VEHICLE, code, words + then);
    }

    static Failure nonePositive(DiagnosticRequest request, Responses answers) {
        if (!answers.refusals().isEmpty()) {
            return new Failure(
                    VehicleErrors.NEGATIVE_RESPONSE,
                    answers.refusals().stream()
                            .map(refusal -> describe(request, refusal))
                            .collect(Collectors.joining("; ")));
        }
        if (!answers.broken().isEmpty()) {
            return new Failure(
                    VehicleErrors.BROKEN_ANSWER,
                    answers.broken().stream().map(MissingAnswers::describe).collect(Collectors.joining("; ")));
        }
        String others = answers.foreign().isEmpty()
                ? ""
                : " (messages that answer something else came from "
                        + answers.foreign().get(0) + ")";
        return new Failure(
                VehicleErrors.NO_DATA,
                "No data received from vehicle within timeout: nobody answered " + request + others
                        + ". Is the ignition on, and is this the right header?");
    }

    /** Union; an ECU that answered only one of two requests is missing. */
    MissingAnswers and(MissingAnswers others) {
        SortedMap<CanId, MissingAnswer> both = new TreeMap<>(byEcu);
        for (Map.Entry<CanId, MissingAnswer> other : others.byEcu.entrySet()) {
            both.putIfAbsent(other.getKey(), other.getValue());
        }
        return new MissingAnswers(both, cut || others.cut);
    }

    static MissingAnswers none() {
        return new MissingAnswers(new TreeMap<>(), false);
    }
}
