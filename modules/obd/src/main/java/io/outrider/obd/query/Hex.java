package io.outrider.obd.query;

import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Parser of hexadecimal arguments: {@code 22}, {@code 0x22}, {@code x22}, {@code "22"}, with blanks around. AutoPi's
 * users need the quotes and the x to keep 09 from being parsed as a number.
 */
final class Hex {
    static final int SHOWN = 40;
    private static final int MOST_DIGITS = 8_192;

    private Hex() {}

    static String digits(String argument, String written) throws Failure {
        String text = unquote(written.strip());
        if (text.startsWith("0x") || text.startsWith("0X")) {
            text = text.substring(2);
        } else if (text.startsWith("x") || text.startsWith("X")) {
            text = text.substring(1);
        }
        if (text.isEmpty() || text.length() > MOST_DIGITS || !isHex(text)) {
            throw Failure.argument(argument, "'" + shorten(written) + "' is not hexadecimal; write digits such as 0C");
        }
        return text.toUpperCase(Locale.ROOT);
    }

    static int number(String argument, String written, int most) throws Failure {
        String digits = digits(argument, written);
        if (digits.length() > 8 || Long.parseLong(digits, 16) > most) {
            throw Failure.argument(
                    argument,
                    "'" + shorten(written) + "' is more than "
                            + Integer.toHexString(most).toUpperCase(Locale.ROOT));
        }
        return (int) Long.parseLong(digits, 16);
    }

    static byte[] bytes(String argument, String digits) throws Failure {
        if (digits.length() % 2 != 0) {
            throw Failure.argument(
                    argument, "'" + shorten(digits) + "' has an odd number of hexadecimal digits; bytes have two each");
        }
        return HexFormat.of().parseHex(digits);
    }

    static boolean isHex(String text) {
        return text.matches("[0-9A-Fa-f]+");
    }

    /** At most so much of a text as an error shows. */
    static String shorten(String text) {
        return Excerpt.of(text, SHOWN);
    }

    static String unquote(String text) {
        String inner = text;
        while (inner.length() >= 2
                && (inner.charAt(0) == '"' || inner.charAt(0) == '\'')
                && inner.charAt(inner.length() - 1) == inner.charAt(0)) {
            inner = inner.substring(1, inner.length() - 1).strip();
        }
        return inner;
    }
}
