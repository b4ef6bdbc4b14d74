package io.outrider.obd.standard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * What trouble codes mean. The table is read from {@code dtc.tsv} when the first text is asked for and kept as sorted
 * codes and one block of UTF-8. Immutable, any thread.
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
                return table == null ? read("") : read(new String(table.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("the table of trouble codes cannot be read", e);
            }
        }
    }

    /** The table of this program. */
    public static DtcTexts standard() {
        return Standard.TEXTS;
    }

    /**
     * Lines of code, tab and text; empty ones and those with {@code #} are skipped.
     *
     * @throws IllegalArgumentException naming the line that is neither, or a code that comes twice
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

    /** How many codes have a text of their own. */
    public int size() {
        return codes.length;
    }

    /**
     * The standard's text, or where the table has none, what the code's digits alone tell.
     *
     * @param code as {@code P0104}
     * @throws IllegalArgumentException for anything that is not a code
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
