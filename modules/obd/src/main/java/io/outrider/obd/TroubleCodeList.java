package io.outrider.obd;

import io.outrider.api.Call;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.can.CanId;
import io.outrider.obd.errors.ObdErrors;
import io.outrider.obd.standard.DtcTexts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Distinct trouble codes of several ECUs, bounded by the memory budget. One thread. */
final class TroubleCodeList {
    static final int MOST = 5_000;

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

    /** Adds codes of an ECU; if the budget is used up, the ECU is listed as incomplete. */
    void add(CanId ecu, List<?> more) {
        read = true;
        for (Object each : more) {
            String code = (String) each;
            if (codes.contains(code)) {
                continue;
            }
            if (codes.size() >= MOST || !call.reserve(WEIGHT)) {
                markIncomplete(
                        ecu,
                        "some of the codes of " + ecu + " are left out: a result has up to " + MOST
                                + " codes, and less while other calls take the memory for results; ask it alone with"
                                + " obd.query header=",
                        ObdErrors.TOO_MANY_CODES);
                return;
            }
            codes.add(code);
            values.add(VehicleFunctions.ordered(
                    "code", code, "text", DtcTexts.standard().text(code)));
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

    List<Map<String, Object>> values() {
        return values;
    }

    List<MissingAnswer> missing() {
        return List.copyOf(missing.values());
    }
}
