package io.outrider.service.telemetry;

import io.outrider.service.database.Database;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** Types and fields that the database has, so that most batches write none. Any thread. */
final class KnownFields {
    private static final String INSERT_TYPE = Database.statement("telemetry/insert-type");
    private static final String INSERT_FIELD = Database.statement("telemetry/insert-field");

    private static final int MOST_FIELDS = 100_000;

    /** Fields of a device that are listed; its records have as many as they like. */
    private static final int MOST_OF_DEVICE = 2_000;

    private static final int MOST_TYPES = 10_000;

    /** Types that a device makes, fewer than are read at once; they stay, as other instances know their numbers. */
    private static final int MOST_MADE_BY_DEVICE = 1_900;

    /** Number for records whose type has none: they are read with all others of their device only. */
    static final int UNNAMED = 0;

    private final Map<String, Integer> types = new ConcurrentHashMap<>();

    /** Devices that have made as many types as they may. */
    private final Set<Long> full = ConcurrentHashMap.newKeySet();

    private final Set<String> fields = ConcurrentHashMap.newKeySet();

    /**
     * Number of a type, which is added if it is new; {@link #UNNAMED} if the device has made as many as it may.
     *
     * @param newlyFull takes the device then
     */
    int type(Handle handle, long device, String name, Set<Long> newlyFull) {
        Integer known = types.get(name);
        if (known != null) {
            return known;
        }
        boolean isFull = full.contains(device) || newlyFull.contains(device);
        return stored(handle, name)
                .or(() -> isFull ? Optional.empty() : added(handle, device, name))
                .orElseGet(() -> {
                    newlyFull.add(device);
                    return UNNAMED;
                });
    }

    private Optional<Integer> added(Handle handle, long device, String name) {
        handle.execute(INSERT_TYPE, name, device, device, MOST_MADE_BY_DEVICE);
        return stored(handle, name);
    }

    private static Optional<Integer> stored(Handle handle, String name) {
        return Database.find(handle, Integer.class, "SELECT id FROM telemetry_type WHERE name = ?", name);
    }

    /** Adds the fields that are new. */
    Set<RecordField> addFields(Handle handle, long device, Set<RecordField> all) {
        String count = "SELECT COUNT(*) FROM telemetry_field WHERE device = ?";
        Set<RecordField> added = new LinkedHashSet<>();
        int room = -1;
        for (RecordField each : all) {
            if (fields.contains(key(device, each))) {
                continue;
            }
            if (room < 0) {
                room = MOST_OF_DEVICE
                        - Database.find(handle, Integer.class, count, device).orElseThrow();
            }
            if (room-- > 0) {
                handle.execute(INSERT_FIELD, device, each.field(), each.kind(), each.type());
                added.add(each);
            }
        }
        return added;
    }

    /**
     * Remembers what a committed transaction has written.
     *
     * @param newlyFull devices for whose types there was no room
     */
    void committed(long device, Set<RecordField> added, Map<String, Integer> numbers, Set<Long> newlyFull) {
        full.addAll(newlyFull);
        numbers.values().removeIf(each -> each == UNNAMED);
        if (types.size() > MOST_TYPES) {
            types.clear();
        }
        types.putAll(numbers);
        if (fields.size() > MOST_FIELDS) {
            fields.clear();
        }
        added.forEach(each -> fields.add(key(device, each)));
    }

    private static String key(long device, RecordField field) {
        return device + " " + field.kind() + " " + field.field();
    }
}
