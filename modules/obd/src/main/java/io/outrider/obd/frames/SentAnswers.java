package io.outrider.obd.frames;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.MissingAnswer;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Frames that came back for a message, as text, in memory that all calls share, and whose did not all come. One thread. */
final class SentAnswers {
    private static final int OBJECTS = 56;
    private static final int MOST_MISSING = 255;

    private final List<String> lines = new ArrayList<>();
    private final Map<CanId, MissingAnswer> missing = new TreeMap<>();
    private final boolean digitsOnly;
    private final Call call;

    /** @param digitsOnly whether a frame is shown without a mark between identifier and data */
    SentAnswers(boolean digitsOnly, Call call) {
        this.digitsOnly = digitsOnly;
        this.call = call;
    }

    /** @throws Failure if there is no memory for so many */
    void add(List<CanFrame> frames) throws Failure {
        for (CanFrame frame : frames) {
            String line = digitsOnly ? frame.hex() : frame.toString();
            if (!call.reserve(OBJECTS + line.length())) {
                throw new Failure(
                        Failure.Actor.CALLER,
                        "BUSY",
                        "results take the memory there is for them; the message was sent, and " + lines.size()
                                + " frames had come back: try again when other calls have ended, or with a smaller"
                                + " expect_response");
            }
            lines.add(line);
        }
    }

    /** For an answer that did not come whole; nothing of it is among the frames. */
    void miss(IsoTpLink.Broken answer) {
        CanId ecu = answer.source();
        if (missing.size() < MOST_MISSING) {
            missing.putIfAbsent(
                    ecu,
                    new MissingAnswer(
                            ecu.toString(), ecu + ": " + answer.fault().getMessage(), "BROKEN_ANSWER"));
        }
    }

    /** By id. */
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
