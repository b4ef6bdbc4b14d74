package io.outrider.obd.frames;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.can.CanFrame;
import java.util.ArrayList;
import java.util.List;

/** Frames that came back for a message, as text, in memory that all calls share. One thread. */
final class SentAnswers {
    private static final int OBJECTS = 56;

    private final List<String> lines = new ArrayList<>();
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
