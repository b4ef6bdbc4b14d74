package io.outrider.obd.standard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
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

    public static DtcTexts standard() {
        return Standard.TEXTS;
    }

    /** Parses lines of code, tab and text; empty lines and those with {@code #} are skipped. */
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

    public int size() {
        return codes.length;
    }

    /** The standard's text, or else the meaning of the code's digits. */
    public String text(String code) {
        int bits = TroubleCodes.bits(code);
        int index = Arrays.binarySearch(codes, (char) bits);
        if (index < 0) {
            return DtcAreas.describe(bits);
        }
        int start = index == 0 ? 0 : ends[index - 1];
        return new String(texts, start, ends[index] - start, StandardCharsets.UTF_8);
    }

    /** Meaning of the digits of a trouble code: its definer and its area (SAE J2012). */
    private static final class DtcAreas {
        private static final List<String> SYSTEMS = List.of("powertrain", "chassis", "body", "network");

        /** By the third character of P0 and P2 codes. */
        private static final List<String> POWERTRAIN = List.of(
                "fuel and air metering, auxiliary emission controls",
                "fuel and air metering",
                "fuel and air metering, injectors",
                "ignition system or misfire",
                "auxiliary emission controls",
                "vehicle speed, idle control and auxiliary inputs",
                "computer and output circuits",
                "transmission",
                "transmission",
                "transmission",
                "hybrid propulsion",
                "hybrid propulsion",
                "hybrid propulsion");

        /** By the third character of U0 codes. */
        private static final List<String> NETWORK = List.of(
                "network wiring",
                "lost communication",
                "lost communication",
                "software incompatible",
                "invalid data received",
                "invalid data received");

        private DtcAreas() {}

        static String describe(int bits) {
            int system = bits >> 14 & 3;
            int type = bits >> 12 & 3;
            int third = bits >> 8 & 0xF;
            String name = SYSTEMS.get(system);
            if (manufacturers(system, type, third)) {
                return "manufacturer-specific " + name + " code";
            }
            if (type == 3 && (system == 1 || system == 2)) {
                return "reserved " + name + " code";
            }
            String area = area(system, type, third);
            return "standard " + name + " code" + (area.isEmpty() ? "" : ": " + area);
        }

        /** P1 and P30 to P33; of the other systems types 1 and 2. */
        private static boolean manufacturers(int system, int type, int third) {
            return type == 1 || (system == 0 ? type == 3 && third < 4 : type == 2);
        }

        private static String area(int system, int type, int third) {
            if (system == 0 && (type == 0 || type == 2 && third < 0xA)) {
                return third < POWERTRAIN.size() ? POWERTRAIN.get(third) : "";
            }
            if (system == 3 && type == 0) {
                return third < NETWORK.size() ? NETWORK.get(third) : "";
            }
            return "";
        }
    }
}
