package io.outrider.obd.query;

import io.outrider.api.Failure;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * OBD protocols with AutoPi's numbers. With SocketCAN the system sets the bit rate of the interface; a protocol selects
 * only the width of the ids and the padding.
 */
public enum Protocol {
    P6("6", "ISO 15765-4 (CAN 11/500)", false, 500_000),
    P7("7", "ISO 15765-4 (CAN 29/500)", true, 500_000),
    P8("8", "ISO 15765-4 (CAN 11/250)", false, 250_000),
    P9("9", "ISO 15765-4 (CAN 29/250)", true, 250_000),
    P31("31", "HS CAN (ISO 11898, 11 bit, 500 kbit/s, variable DLC)", false, 500_000),
    P32("32", "HS CAN (ISO 11898, 29 bit, 500 kbit/s, variable DLC)", true, 500_000),
    P33("33", "HS CAN (ISO 15765, 11 bit, 500 kbit/s, DLC=8)", false, 500_000),
    P34("34", "HS CAN (ISO 15765, 29 bit, 500 kbit/s, DLC=8)", true, 500_000),
    P35("35", "HS CAN (ISO 15765, 11 bit, 250 kbit/s, DLC=8)", false, 250_000),
    P36("36", "HS CAN (ISO 15765, 29 bit, 250 kbit/s, DLC=8)", true, 250_000);

    private final String id;
    private final String label;
    private final boolean extended;
    private final int bitRate;

    Protocol(String id, String label, boolean extended, int bitRate) {
        this.id = id;
        this.label = label;
        this.extended = extended;
        this.bitRate = bitRate;
    }

    /** @return empty for {@code auto} */
    public static Optional<Protocol> parse(String written) throws Failure {
        String text = Hex.unquote(written.strip());
        if (text.equalsIgnoreCase("auto") || text.equals("0")) {
            return Optional.empty();
        }
        for (Protocol protocol : values()) {
            if (protocol.id.equals(text)) {
                return Optional.of(protocol);
            }
        }
        throw Failure.argument(
                "protocol",
                "unsupported protocol '" + Hex.shorten(text) + "' specified; there are auto, "
                        + Arrays.stream(values()).map(Protocol::id).collect(Collectors.joining(", ")));
    }

    /** True for the values that keep the present protocol. */
    static boolean isUntouched(String written) {
        String text = written == null ? "none" : Hex.unquote(written.strip()).toLowerCase(Locale.ROOT);
        return text.equals("none") || text.equals("null");
    }

    /** False for the protocols with variable data length, whose frames are not padded to 8 bytes. */
    public boolean isPadded() {
        return this != P31 && this != P32;
    }

    public String id() {
        return id;
    }

    public String label() {
        return label;
    }

    public boolean isExtended() {
        return extended;
    }

    public int bitRate() {
        return bitRate;
    }
}
