package io.outrider.wire.columns;

import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Generator of random records of every kind, with more edge cases than a vehicle has. */
final class RandomRecords {
    private static final List<String> NAMES = List.of(
            "value",
            "unit",
            "loc",
            "lat",
            "const",
            "row",
            "@tag",
            "at",
            "columns",
            "",
            "ключ",
            "a b\"\\",
            "\ud83d\ude97");
    private static final List<Object> EDGE_CASES = List.of(
            0,
            -0.0,
            0.0,
            1.0,
            1,
            1L << 62,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            1e300,
            -1e-300,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            0.1f,
            1e22,
            9007199254740993L,
            new BigInteger("123456789012345678901234567890"),
            new BigDecimal("0.1234567890123456789012345678901"),
            new BigDecimal("1E+400"),
            new BigDecimal("-1E-400"),
            new BigDecimal("2.50"),
            "const",
            "line",
            "\ud800 half",
            "23:59:59",
            "24:00:00",
            "\u0000\u001f\"\\/é漢\ud83d\ude97",
            true,
            false);

    private final RandomGenerator random;

    RandomRecords(RandomGenerator random) {
        this.random = random;
    }

    List<SequencedRecord> some(int maxCount) {
        int count = 1 + random.nextInt(maxCount);
        int types = 1 + random.nextInt(4);
        boolean regular = random.nextBoolean();
        long sequence = random.nextInt(10) == 0 ? Long.MAX_VALUE / 2 : 1 + random.nextInt(1000);
        long micros = random.nextInt(20) == 0 ? random.nextLong() : 1_700_000_000_000_000L + random.nextInt();
        long up = random.nextInt(20) == 0 ? random.nextLong() : random.nextInt(1 << 30);
        List<Map<String, Integer>> shapes = new ArrayList<>();
        for (int i = 0; i < types; i++) {
            shapes.add(shape());
        }
        List<SequencedRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int type = random.nextInt(types);
            Map<String, Integer> shape = regular || random.nextInt(8) > 0 ? shapes.get(type) : shape();
            Map<String, Object> fields = new LinkedHashMap<>();
            shape.forEach((name, kind) -> fields.put(name, value(regular ? kind : random.nextInt(12), 0)));
            Timestamp at = new Timestamp(micros, up, regular || random.nextBoolean());
            records.add(new SequencedRecord(
                    sequence,
                    new TelemetryRecord("t." + type, at, fields, Priority.values()[regular ? 1 : random.nextInt(3)])));
            sequence += random.nextInt(5) == 0 ? 1 + random.nextInt(100) : 1;
            long step = random.nextInt(4) == 0 ? 0 : random.nextInt(2_000_000) - (regular ? 0 : 1_000_000);
            micros += step;
            up += step + (random.nextInt(10) == 0 ? random.nextInt(3) : 0);
        }
        return records;
    }

    private Map<String, Integer> shape() {
        Map<String, Integer> shape = new LinkedHashMap<>();
        int members = random.nextInt(5);
        for (int i = 0; i < members; i++) {
            shape.put(NAMES.get(random.nextInt(NAMES.size())), random.nextInt(12));
        }
        return shape;
    }

    private Object value(int kind, int depth) {
        switch (kind) {
            case 0:
                return random.nextInt(100) - 50;
            case 1:
                return random.nextLong();
            case 2:
                return random.nextInt(16_000) / 4.0;
            case 3:
                return Math.round((57 + random.nextDouble()) * 1e6) / 1e6;
            case 4:
                return random.nextDouble();
            case 5:
                return "state " + random.nextInt(3);
            case 6:
                return String.format("%02d:%02d:%02d", random.nextInt(24), random.nextInt(60), random.nextInt(60));
            case 7:
                return random.nextBoolean();
            case 8:
                return depth > 3 ? List.of() : List.of(value(random.nextInt(12), depth + 1), random.nextInt());
            case 9:
                Map<String, Object> inner = new LinkedHashMap<>();
                int members = depth > 3 ? 0 : random.nextInt(3);
                for (int i = 0; i < members; i++) {
                    inner.put(NAMES.get(random.nextInt(NAMES.size())), value(random.nextInt(12), depth + 1));
                }
                return inner;
            case 10:
                return "text".repeat(random.nextInt(4)) + (char) random.nextInt(0x10000);
            default:
                return EDGE_CASES.get(random.nextInt(EDGE_CASES.size()));
        }
    }
}
