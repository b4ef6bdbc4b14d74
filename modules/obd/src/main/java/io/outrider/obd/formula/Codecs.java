package io.outrider.obd.formula;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Implementation of decode() and encode(): ASCII, UTF-8, Latin-1 and UTF-16, with errors strict, ignore or replace. */
final class Codecs {
    private Codecs() {}

    static String decode(Bytes bytes, Object encoding, Object errors, Evaluation run) {
        run.size(bytes.length);
        CharsetDecoder decoder = charset(encoding).newDecoder();
        CodingErrorAction action = action(errors);
        decoder.onMalformedInput(action).onUnmappableCharacter(action);
        try {
            return decoder.decode(ByteBuffer.wrap(bytes.copy())).toString();
        } catch (CharacterCodingException e) {
            throw EvaluationFailure.failed(
                    "the bytes are no " + charset(encoding) + " text: " + Repr.brief(bytes, run));
        }
    }

    static Bytes encode(String text, Object encoding, Object errors, Evaluation run) {
        run.size(text.length() * 2L);
        CharsetEncoder encoder = charset(encoding).newEncoder();
        CodingErrorAction action = action(errors);
        encoder.onMalformedInput(action).onUnmappableCharacter(action);
        try {
            ByteBuffer buffer = encoder.encode(CharBuffer.wrap(text));
            byte[] array = new byte[buffer.remaining()];
            buffer.get(array);
            return Bytes.of(array, false);
        } catch (CharacterCodingException e) {
            throw EvaluationFailure.failed("the text has characters that are not in " + charset(encoding));
        }
    }

    private static CodingErrorAction action(Object errors) {
        if (errors == Args.MISSING) {
            return CodingErrorAction.REPORT;
        }
        return switch (name(errors, "errors")) {
            case "strict" -> CodingErrorAction.REPORT;
            case "ignore" -> CodingErrorAction.IGNORE;
            case "replace" -> CodingErrorAction.REPLACE;
            default -> throw EvaluationFailure.refused("errors is 'strict', 'ignore' or 'replace'");
        };
    }

    private static Charset charset(Object encoding) {
        if (encoding == Args.MISSING) {
            return StandardCharsets.UTF_8;
        }
        String name = name(encoding, "an encoding").toLowerCase(Locale.ROOT).replace('_', '-');
        return switch (name) {
            case "utf-8", "utf8", "u8", "utf" -> StandardCharsets.UTF_8;
            case "ascii", "us-ascii", "646" -> StandardCharsets.US_ASCII;
            case "latin-1", "latin1", "iso-8859-1", "iso8859-1", "8859", "l1", "latin", "cp819" ->
                StandardCharsets.ISO_8859_1;
            case "utf-16-be", "utf-16be" -> StandardCharsets.UTF_16BE;
            case "utf-16-le", "utf-16le" -> StandardCharsets.UTF_16LE;
            default ->
                throw EvaluationFailure.refused("the encoding '" + Text.cut(name, 24)
                        + "' is not known: ascii, utf-8, latin-1, utf-16-be and utf-16-le are");
        };
    }

    private static String name(Object value, String what) {
        if (value instanceof String text) {
            return text;
        }
        throw EvaluationFailure.failed(what + " must be a text, not a " + Types.name(value));
    }
}
