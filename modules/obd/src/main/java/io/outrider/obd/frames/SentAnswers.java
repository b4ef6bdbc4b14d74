package io.outrider.obd.frames;

import io.outrider.api.Call;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.api.VehicleErrors;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Frames of the answers to a sent message as text, in reserved memory, and the ECUs of incomplete answers. One thread.
 */
final class SentAnswers {
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

    /** @throws Failure if the budget is used up */
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

    /** Missing answers sorted by ECU id. */
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
