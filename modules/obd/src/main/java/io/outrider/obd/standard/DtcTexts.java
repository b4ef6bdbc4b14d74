package io.outrider.obd.standard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Texts of trouble codes. The table is read from {@code dtc.tsv} on first use and kept as sorted codes and one block of
 * UTF-8. Immutable, any thread.
 */
public final class DtcTexts {
    private final char[] codes;
    private final int[] ends;
    private final byte[] texts;

    private DtcTexts(Map<Integer, byte[]> table) {
        codes = new char[table.size()];
        ends = new int[table.size()];
        texts = new byte[table.values().stream().mapToInt(text -> text.length).sum()];
        int index = 0;
        int end = 0;
        for (Map.Entry<Integer, byte[]> entry : table.entrySet()) {
            byte[] text = entry.getValue();
            System.arraycopy(text, 0, texts, end, text.length);
            end += text.length;
            codes[index] = (char) entry.getKey().intValue();
            ends[index++] = end;
        }
    }

    private static final class Standard {
        static final DtcTexts TEXTS = load();

        private static DtcTexts load() {
            try (InputStream table = DtcTexts.class.getResourceAsStream("dtc.tsv")) {
                return read(new String(table.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("the table of trouble codes cannot be read", e);
            }
        }
    }

    /** The built-in table. */
    public static DtcTexts standard() {
        return Standard.TEXTS;
    }

    /**
     * Parses lines of code, tab and text; empty lines and those with {@code #} are skipped.
     *
     * @throws IllegalArgumentException naming the invalid line or the duplicate code
     */
    static DtcTexts read(String table) {
        Map<Integer, byte[]> texts = new TreeMap<>();
        for (String line : table.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] column = line.split("\t", -1);
            if (column.length != 2 || column[1].isBlank()) {
                throw new IllegalArgumentException("neither comment nor code, tab and text: " + line);
            }
            byte[] text = column[1].strip().getBytes(StandardCharsets.UTF_8);
            if (texts.put(TroubleCodes.bits(column[0]), text) != null) {
                throw new IllegalArgumentException("this code has a text already: " + line);
            }
        }
        return new DtcTexts(texts);
    }

    /** Number of codes with a text of their own. */
    public int size() {
        return codes.length;
    }

    /**
     * The standard's text, or else the meaning of the code's digits.
     *
     * @param code as {@code P0104}
     * @throws IllegalArgumentException for an invalid code
     */
    public String text(String code) {
        int bits = TroubleCodes.bits(code);
        int index = Arrays.binarySearch(codes, (char) bits);
        if (index < 0) {
            return DtcAreas.describe(bits);
        }
        int start = index == 0 ? 0 : ends[index - 1];
        return new String(texts, start, ends[index] - start, StandardCharsets.UTF_8);
    }
}
