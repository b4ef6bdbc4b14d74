package io.outrider.obd.formula;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** Methods of bytes: hex() and decode(). */
final class BytesMethods {
    private BytesMethods() {}

    static Object call(Bytes self, String name, Args args, Evaluation run) {
        if (name.equals("decode")) {
            Object[] a = args.bind(name, 0, "encoding", "errors");
            return decode(self, a[0], a[1], run);
        }
        Object[] a = args.bind(name, 0, "sep", "bytes_per_sep");
        if (a[1] != Args.MISSING) {
            throw Refusals.construct("hex() with groups is", "use hex() of slices and +");
        }
        return hex(self, a[0] == Args.MISSING ? "" : separator(a[0]), run);
    }

    private static String separator(Object value) {
        String text = value instanceof Bytes bytes ? bytes.latin1() : TextMethods.string(value, "hex");
        if (text.length() != 1 || text.charAt(0) > 127) {
            throw EvaluationFailure.failed("the separator of hex() is one ASCII character");
        }
        return text;
    }

    /** Lower-case hexadecimal. */
    static String hex(Bytes bytes, String separator, Evaluation run) {
        run.size(bytes.length * 3L);
        return HexFormat.ofDelimiter(separator).formatHex(bytes.copy());
    }

    private static String decode(Bytes bytes, Object encoding, Object errors, Evaluation run) {
        run.size(bytes.length);
        Charset charset = charset(encoding);
        CodingErrorAction action = action(errors);
        try {
            return charset.newDecoder()
                    .onMalformedInput(action)
                    .onUnmappableCharacter(action)
                    .decode(ByteBuffer.wrap(bytes.copy()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw EvaluationFailure.failed("the bytes are no " + charset + " text: " + Repr.brief(bytes, run));
        }
    }

    private static CodingErrorAction action(Object errors) {
        String name = errors == Args.MISSING ? "strict" : TextMethods.string(errors, "decode");
        return switch (name) {
            case "strict" -> CodingErrorAction.REPORT;
            case "ignore" -> CodingErrorAction.IGNORE;
            case "replace" -> CodingErrorAction.REPLACE;
            default -> throw EvaluationFailure.refused("errors is 'strict', 'ignore' or 'replace'");
        };
    }

    private static Charset charset(Object encoding) {
        String name = encoding == Args.MISSING ? "utf-8" : TextMethods.string(encoding, "decode");
        return switch (name.toLowerCase(Locale.ROOT).replace('_', '-')) {
            case "utf-8", "utf8" -> StandardCharsets.UTF_8;
            case "ascii", "us-ascii" -> StandardCharsets.US_ASCII;
            case "latin-1", "latin1", "iso-8859-1" -> StandardCharsets.ISO_8859_1;
            default ->
                throw EvaluationFailure.refused("the encoding '" + Text.cut(name, 24)
                        + "' is not part of formulas; use 'ascii', 'utf-8' or 'latin-1'");
        };
    }
}
