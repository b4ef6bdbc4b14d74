package io.outrider.obd;

import io.outrider.api.Call;
import io.outrider.api.MissingAnswer;
import io.outrider.can.CanId;
import io.outrider.obd.standard.DtcTexts;
import java.util.ArrayList;
import java.util.HashSet;
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
    private final List<MissingAnswer> missing = new ArrayList<>();

    TroubleCodeList(Call call) {
        this.call = call;
    }

    /** Of an ECU whose codes do not all have room, it keeps some and says so. */
    void add(CanId ecu, List<?> more) {
        for (Object each : more) {
            String code = (String) each;
            if (codes.contains(code)) {
                continue;
            }
            if (codes.size() >= MOST || !call.reserve(WEIGHT)) {
                missing.add(new MissingAnswer(
                        ecu.toString(),
                        "some of the codes of " + ecu + " are left out: a result has up to " + MOST
                                + " codes, and less while other calls take the memory for results; ask it alone with"
                                + " obd.query header=",
                        "TOO_MANY_CODES"));
                return;
            }
            codes.add(code);
            values.add(VehicleFunctions.ordered(
                    "code", code, "text", DtcTexts.standard().text(code)));
        }
    }

    List<Map<String, Object>> values() {
        return values;
    }

    List<MissingAnswer> missing() {
        return missing;
    }
}
