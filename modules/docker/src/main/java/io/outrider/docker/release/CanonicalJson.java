package io.outrider.docker.release;

import io.outrider.api.Failure;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Canonical JSON, which releases are signed over. Members are sorted by their UTF-16 units, without blanks, in UTF-8; texts
 * escape quotation mark, backslash and control characters only ({@code \b \t \n \f \r}, else four lower-case digits); numbers
 * are decimal without exponent, sign of zero and trailing zeros of a fraction, fractions rounded to 15 significant digits. So it is
 * RFC 8785 for integers below 2^53 and usual fractions.
 */
final class CanonicalJson {
    private static final int DEEPEST = 16;
    private static final MathContext DIGITS = new MathContext(15);
    private static final int MOST_BITS = 1100; // as large as a double can be

    private final DocumentValue source;
    private final int most;
    private final StringBuilder out = new StringBuilder();

    private CanonicalJson(DocumentValue source, int most) {
        this.source = source;
        this.most = most;
    }

    /**
     * @param without member of the value itself that is left out
     * @param most characters
     * @throws Failure also if it is too large or nested too deeply, so that others need not look
     */
    static byte[] of(DocumentValue source, String without, int most) throws Failure {
        CanonicalJson json = new CanonicalJson(source, most);
        json.write(source.value(), without, 0);
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(json.out));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return exact;
        } catch (CharacterCodingException e) {
            throw source.invalid("has text that is no Unicode");
        }
    }

    private void write(Object value, String without, int depth) throws Failure {
        if (depth > DEEPEST || out.length() > most) {
            throw source.invalid(
                    depth > DEEPEST ? "is nested more than " + DEEPEST + " deep" : "is larger than " + most + " bytes");
        }
        String separator = "";
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((name, each) -> sorted.put(String.valueOf(name), each));
            sorted.remove(without);
            out.append('{');
            for (Map.Entry<String, Object> each : sorted.entrySet()) {
                out.append(separator);
                text(each.getKey());
                out.append(':');
                write(each.getValue(), "", depth + 1);
                separator = ",";
            }
            out.append('}');
        } else if (value instanceof List<?> list) {
            out.append('[');
            for (Object each : list) {
                out.append(separator);
                write(each, "", depth + 1);
                separator = ",";
            }
            out.append(']');
        } else if (value instanceof Number number) {
            out.append(number(number));
        } else if (value == null || value instanceof Boolean) {
            out.append(value);
        } else {
            text(value.toString());
        }
        if (out.length() > most) {
            throw source.invalid("is larger than " + most + " bytes");
        }
    }

    private String number(Number number) throws Failure {
        if (number instanceof BigInteger big && big.bitLength() <= MOST_BITS) {
            return big.toString();
        }
        if (number instanceof Integer || number instanceof Long) {
            return number.toString();
        }
        double value = number.doubleValue();
        if (!Double.isFinite(value)) {
            throw source.invalid("has a number that is too large");
        }
        return value == Math.rint(value) && Math.abs(value) < 1L << 53
                ? Long.toString((long) value)
                : new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString();
    }

    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int escape = "\"\\\b\t\n\f\r".indexOf(c);
            if (escape >= 0) {
                out.append('\\').append("\"\\btnfr".charAt(escape));
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
