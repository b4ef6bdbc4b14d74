package io.outrider.obd;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.can.CanId;
import io.outrider.obd.standard.DtcTexts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Trouble codes of several ECUs, each once, as many as there is room for. One thread. */
final class TroubleCodeList {
    static final int MOST = 5_000;

    /** Bytes of a code with its text, in the result and among those that are known. */
    private static final int WEIGHT = 500;

    private final Call call;
    private final Set<String> codes = new HashSet<>();
    private final List<Map<String, Object>> values = new ArrayList<>();
    private final Map<CanId, MissingAnswer> missing = new LinkedHashMap<>(); // an ECU may have answered more than once
    private boolean read;
    private Failure unreadable;

    TroubleCodeList(Call call) {
        this.call = call;
    }

    /** Of an ECU whose codes do not all have room, it keeps some and says so. */
    void add(CanId ecu, List<?> more) {
        read = true;
        for (Object each : more) {
            String code = (String) each;
            if (codes.contains(code)) {
                continue;
            }
            if (codes.size() >= MOST || !call.reserve(WEIGHT)) {
                leaveOut(
                        ecu,
                        "some of the codes of " + ecu + " are left out: a result has up to " + MOST
                                + " codes, and less while other calls take the memory for results; ask it alone with"
                                + " obd.query header=",
                        "TOO_MANY_CODES");
                return;
            }
            codes.add(code);
            values.add(VehicleFunctions.ordered(
                    "code", code, "text", DtcTexts.standard().text(code)));
        }
    }

    /** For an answer that cannot be read. */
    void leaveOut(CanId ecu, Failure why) {
        unreadable = why;
        leaveOut(ecu, ecu + ": " + why.getMessage(), why.code());
    }

    private void leaveOut(CanId ecu, String error, String code) {
        missing.putIfAbsent(ecu, new MissingAnswer(ecu.toString(), error, code));
    }

    /** @throws Failure if there were answers and none of them could be read */
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
