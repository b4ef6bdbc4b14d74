package io.outrider.obd.standard;

import static io.outrider.obd.standard.ResponseBytes.A;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Conversion of diagnostic trouble codes between two bytes and text, {@code P0104} (SAE J2012). */
final class TroubleCodes {
    private static final String SYSTEMS = "PCBU";
    private static final Pattern CODE = Pattern.compile("[PCBU][0-3][0-9A-F]{3}");

    private TroubleCodes() {}

    static String text(int bits) {
        return "%c%X%03X".formatted(SYSTEMS.charAt(bits >> 14 & 3), bits >> 12 & 3, bits & 0xFFF);
    }

    static int bits(String code) {
        if (!CODE.matcher(code).matches()) {
            throw new IllegalArgumentException("a trouble code looks like P0104, not '" + code + "'");
        }
        return SYSTEMS.indexOf(code.charAt(0)) << 14 | Integer.parseInt(code.substring(1), 16);
    }

    /** Null for 0000, which means no code. */
    static String single(int bits) {
        return bits == 0 ? null : text(bits);
    }

    /**
     * Answers 43, 47 and 4A. On CAN the second byte is the number of codes (ISO 15765-4), and filler follows them. A
     * count that is too large and half a code at the end are accepted, because vehicles send both.
     */
    static List<String> list(ResponseBytes answer) throws Failure {
        int size = answer.payload().length - 2;
        int codes = Math.min(answer.u8(A), size / 2);
        List<String> list = new ArrayList<>();
        for (int i = 0; i < codes; i++) {
            int bits = answer.u16(1 + 2 * i);
            if (bits != 0) {
                list.add(text(bits));
            }
        }
        return List.copyOf(list);
    }
}
