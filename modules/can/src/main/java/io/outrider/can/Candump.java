package io.outrider.can;

import io.outrider.api.Excerpt;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Codec of the log format of can-utils ({@code candump -l}, {@code canplayer}):
 * {@code (1436509052.249713) can0 7E8#04410C0FA0000000}, FD frames {@code 123##1AABB} with a flags digit, remote frames
 * {@code 123#R4}. A data length code above 8 on a classic frame ({@code _9} to {@code _F} at the end) is dropped.
 */
public final class Candump {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final Pattern LINE =
            Pattern.compile("\\((\\d{1,11})\\.(\\d{6})\\)\\s+(\\S+)\\s+(\\S+?)(?:\\s+[RT])?");
    private static final String ID = "([0-9A-Fa-f]{3}|[0-9A-Fa-f]{8})";
    private static final Pattern DATA_FRAME = Pattern.compile(ID + "#(#[0-9A-Fa-f])?([0-9A-Fa-f.]*)(?:_[9A-Fa-f])?");
    private static final Pattern REMOTE_FRAME = Pattern.compile(ID + "#R([0-8]?)(?:_[9A-Fa-f])?");
    private static final int ERROR_FLAG = 0x20000000;
    private static final int FLAG_BRS = 0x1;

    private Candump() {}

    public record CandumpEntry(String bus, CanFrame frame) {}

    public static String line(String bus, CanFrame frame) {
        long micros = frame.stampMicros();
        return String.format(
                Locale.ROOT, "(%d.%06d) %s %s", micros / 1_000_000, micros % 1_000_000, bus, frameText(frame));
    }

    static String frameText(CanFrame frame) {
        StringBuilder text = new StringBuilder(30);
        if (frame.kind() == CanFrame.Kind.ERROR) {
            text.append(HEX.toHexDigits(frame.idValue() | ERROR_FLAG));
        } else {
            String digits = HEX.toHexDigits(frame.idValue());
            text.append(frame.isExtended() ? digits : digits.substring(5));
        }
        text.append('#');
        switch (frame.kind()) {
            case REMOTE -> text.append('R').append(frame.length() == 0 ? "" : String.valueOf(frame.length()));
            case FD -> text.append("#0").append(HEX.formatHex(frame.data()));
            case FD_BRS -> text.append("#1").append(HEX.formatHex(frame.data()));
            default -> text.append(HEX.formatHex(frame.data()));
        }
        return text.toString();
    }

    public static CandumpEntry parseLine(String line) {
        Matcher matcher = LINE.matcher(line.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a line of a candump log: '" + Excerpt.ofWord(line)
                    + "'; it looks like (1436509052.249713) can0 7E8#0441");
        }
        long micros = Long.parseLong(matcher.group(1)) * 1_000_000 + Long.parseLong(matcher.group(2));
        return new CandumpEntry(matcher.group(3), parseFrame(matcher.group(4)).at(micros));
    }

    /** Parses {@code 7DF#02010C}, {@code 18DB33F1#…}, {@code 123##1…} or {@code 123#R}. */
    public static CanFrame parseFrame(String text) {
        Matcher remote = REMOTE_FRAME.matcher(text);
        if (remote.matches()) {
            String asked = remote.group(2);
            return CanFrame.remote(id(remote.group(1)), asked.isEmpty() ? 0 : Integer.parseInt(asked));
        }
        Matcher matcher = DATA_FRAME.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + Excerpt.ofWord(text)
                    + "' is not a frame: write 3 or 8 hexadecimal digits, #, and the data, such as 7DF#02010C");
        }
        byte[] data = bytes(matcher.group(3).replace(".", ""));
        int number = Integer.parseUnsignedInt(matcher.group(1), 16);
        if (matcher.group(1).length() == 8 && (number & ERROR_FLAG) != 0) {
            return CanFrame.error(number, data);
        }
        if (matcher.group(2) != null) {
            int flags = Integer.parseInt(matcher.group(2).substring(1), 16);
            return CanFrame.fd(id(matcher.group(1)), (flags & FLAG_BRS) != 0, data);
        }
        return CanFrame.of(id(matcher.group(1)), data);
    }

    private static CanId id(String digits) {
        return new CanId(Integer.parseUnsignedInt(digits, 16), digits.length() == 8);
    }

    private static byte[] bytes(String digits) {
        if (digits.length() % 2 != 0) {
            throw new IllegalArgumentException(
                    "the data '" + Excerpt.ofWord(digits) + "' has half a byte too few or too many");
        }
        return HEX.parseHex(digits);
    }
}
