package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.MemoryWeight;
import io.outrider.wire.TelemetryRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** Last reading of one logger for {@code logger.list}; a large one is cut. Guarded by the schedule. */
final class LastReading {
    static final int MOST_BYTES = 4 << 10;

    static final String CUT = "… [cut]";
    private static final Map<String, Object> NO_MEMORY = Map.of(
            "cut", "all loggers together keep " + (ReadingMemory.MOST_BYTES >> 20) + " MiB of readings, and no more");

    private final ReadingMemory.Account memory;
    private TelemetryRecord record;
    private long bytes;

    LastReading(ReadingMemory.Account memory) {
        this.memory = memory;
    }

    void set(TelemetryRecord read) {
        long whole = MemoryWeight.of(read.fields());
        TelemetryRecord kept = whole <= MOST_BYTES ? read : with(read, beginning(read.fields()));
        long weight = whole <= MOST_BYTES ? whole : MemoryWeight.of(kept.fields());
        if (memory.replace(bytes, weight)) {
            record = kept;
            bytes = weight;
        } else {
            memory.replace(bytes, 0);
            record = with(read, NO_MEMORY);
            bytes = 0;
        }
    }

    /** @return null before the first reading */
    TelemetryRecord record() {
        return record;
    }

    private static TelemetryRecord with(TelemetryRecord read, Map<String, Object> fields) {
        return new TelemetryRecord(read.type(), read.at(), fields, read.priority());
    }

    private static Map<String, Object> beginning(Map<String, Object> fields) {
        Map<String, Object> beginning = new LinkedHashMap<>();
        long left = MOST_BYTES - MemoryWeight.of(Map.of());
        for (Map.Entry<String, Object> each : fields.entrySet()) {
            left -= MemoryWeight.of(each.getKey()) + MemoryWeight.of(CUT);
            if (left < 0) {
                break;
            }
            Object value = shortened(each.getValue(), left);
            left -= value.equals(CUT) ? 0 : MemoryWeight.of(value);
            beginning.put(each.getKey(), value);
        }
        return beginning;
    }

    private static Object shortened(Object value, long bytes) {
        if (MemoryWeight.of(value) <= bytes) {
            return value;
        }
        int length = (int) (bytes - MemoryWeight.of(CUT));
        if (!(value instanceof String text) || length <= 0) {
            return CUT;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length) + CUT;
    }
}
