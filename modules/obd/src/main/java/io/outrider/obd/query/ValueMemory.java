package io.outrider.obd.query;

import io.outrider.api.Call;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.can.CanFrame;
import io.outrider.can.isotp.IsoTpMessage;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** Memory reservation for the values of one call, from the budget of all calls. Any thread. */
record ValueMemory(Call call) {
    private static final int OBJECT = 48;

    /**
     * Frames of the messages as text, one per line.
     * @throws Failure if the budget is used up
     */
    String rawText(List<IsoTpMessage> messages) throws Failure {
        long length = 0;
        for (IsoTpMessage message : messages) {
            for (CanFrame frame : message.frames()) {
                length += 9 + 2L * frame.length();
            }
        }
        reserve(2 * length); // two copies exist while it is built
        StringBuilder text = new StringBuilder((int) length);
        for (IsoTpMessage message : messages) {
            for (CanFrame frame : message.frames()) {
                text.append(text.isEmpty() ? "" : "\n").append(frame.hex());
            }
        }
        return text.toString();
    }

    /**
     * Reserves the memory of a value until the result has been written.
     * @throws Failure if the budget is used up
     */
    Object reserved(Object value) throws Failure {
        reserve(size(value));
        return value;
    }

    private void reserve(long bytes) throws Failure {
        if (!call.reserve(bytes)) {
            throw new Failure(
                    CommonErrors.BUSY,
                    "results take the memory there is for them; try again when other calls have ended, or ask for less"
                            + " in one call");
        }
    }

    private static long size(Object value) {
        long size = OBJECT;
        if (value instanceof CharSequence text) {
            size += text.length();
        } else if (value instanceof BigInteger number) {
            size += number.bitLength() / 8;
        } else if (value instanceof List<?> list) {
            for (Object each : list) {
                size += size(each);
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> each : map.entrySet()) {
                size += size(each.getKey()) + size(each.getValue());
            }
        }
        return size;
    }
}
