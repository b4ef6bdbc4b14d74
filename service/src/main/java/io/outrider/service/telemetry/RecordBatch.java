package io.outrider.service.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.problem.Problem;
import io.outrider.wire.Micros;
import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Batch of one device to store.
 *
 * @param run of the unit's daemon as 64 bits; 0 for rows without a sequence, which are identified by their content
 * @param types of the records, in the order of the first of each
 * @param fields of the records with their kinds
 * @param refused records that cannot be stored, and are not among the rows
 */
record RecordBatch(
        long device,
        long run,
        List<StoredRow> rows,
        Set<String> types,
        Set<RecordField> fields,
        long bytes,
        int refused) {
    /** Run of rows that were posted without a sequence. */
    static final long POSTED = 0;

    /** Times of stored records: 1970 to 2261; those of units without a clock are moved to its ends. */
    private static final long LATEST = Micros.of(Instant.parse("2261-12-31T23:59:58Z"));

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Writer whose serializer is looked up once. */
    private static final ObjectWriter RECORDS = MAPPER.writerFor(Map.class);

    /** Writer of objects of the same members as the same text. */
    private static final ObjectMapper CANONICAL =
            new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private static final int LONGEST_TYPE = 100;

    /** Types of a batch: each that is new is written on its own while other batches wait. */
    private static final int MOST_TYPES = 1_000;

    /** Limit of a record's JSON; a unit keeps records of 64 KiB at most. */
    private static final int LONGEST_RECORD = 128 << 10;

    /** Fields of a batch that are looked at. */
    private static final int MOST_FIELDS = 2_000;

    /** Limit of the heap that a batch takes. */
    private static final long MOST_BYTES = 64 << 20;

    /** Escape of the character 0, which PostgreSQL does not take; behind an even number of backslashes. */
    private static final Pattern ZERO = Pattern.compile("((?<!\\\\)(?:\\\\\\\\)*)\\\\u0000");

    /** @throws IOException if the records have too much JSON in all, as those of a small batch that repeats a text may have */
    static RecordBatch of(long device, BatchCodec.Rows decoded) throws IOException {
        Rows rows = new Rows();
        for (BatchCodec.BatchRow each : decoded.rows()) {
            if (rows.bytes > MOST_BYTES) {
                throw new IOException("its records have more than " + MOST_BYTES + " bytes");
            }
            try {
                rows.add(each.sequence(), each.micros(), each.row(), RECORDS.writeValueAsString(each.row()));
            } catch (IOException e) { // the others are stored
                rows.refused++;
            }
        }
        return rows.batch(device, runNumber(decoded.boot()));
    }

    /** @throws Problem that names the first record that is wrong */
    static RecordBatch posted(long device, JsonNode array) {
        Rows rows = new Rows();
        for (int i = 0; i < array.size(); i++) {
            try {
                JsonNode record = array.get(i);
                if (!record.isObject()) {
                    throw new IOException("a record is an object");
                }
                Map<?, ?> members = MAPPER.convertValue(record, Map.class);
                rows.add(
                        hash(CANONICAL.writeValueAsString(members)),
                        time(record.path("@ts")),
                        members,
                        MAPPER.writeValueAsString(record));
            } catch (IOException e) {
                throw Problem.body("[" + i + "]", "record " + i + ": " + e.getMessage());
            }
        }
        return rows.batch(device, POSTED);
    }

    private static final class Rows {
        private final List<StoredRow> rows = new ArrayList<>();
        private final Set<RecordField> fields = new LinkedHashSet<>();

        /** Members of each type with the class of their last value: a field is made when it changes. */
        private final Map<String, Map<Object, Class<?>>> members = new LinkedHashMap<>();

        private long bytes;
        private int refused;

        void add(long sequence, long micros, Map<?, ?> sent, String json) throws IOException {
            String stored = json.contains("\\u0000") ? ZERO.matcher(json).replaceAll("$1\\\\ufffd") : json;
            bytes += StoredRow.bytes(stored);
            if (stored.length() > LONGEST_RECORD) {
                throw new IOException("a record has " + LONGEST_RECORD + " characters at most");
            }
            Map<?, ?> record = stored.equals(json) ? sent : MAPPER.readValue(stored, Map.class);
            if (!areFinite(record.values())) {
                throw new IOException("a number is outside of 64 bits of floating point");
            }
            if (!(record.get("@t") instanceof String type) || type.isEmpty() || type.length() > LONGEST_TYPE) {
                throw new IOException("'@t' is text of 1 to " + LONGEST_TYPE + " characters");
            }
            if (members.size() >= MOST_TYPES && !members.containsKey(type)) {
                throw new IOException("a batch has " + MOST_TYPES + " types at most");
            }
            rows.add(new StoredRow(type, Math.max(0, Math.min(LATEST, micros)), sequence, stored));
            addFields(type, record);
        }

        private void addFields(String type, Map<?, ?> record) {
            Map<Object, Class<?>> known = members.computeIfAbsent(type, name -> new HashMap<>());
            boolean isNew = false;
            for (Map.Entry<?, ?> each : record.entrySet()) {
                Class<?> kind = each.getValue() == null ? null : each.getValue().getClass();
                isNew |= each.getValue() instanceof Map || known.put(each.getKey(), kind) != kind;
            }
            if (isNew && fields.size() < MOST_FIELDS) {
                RecordField.addAll(type, record, fields);
            }
        }

        private static boolean isFinite(Object value) {
            if (value instanceof Map<?, ?> map) {
                return areFinite(map.values());
            }
            if (value instanceof List<?> list) {
                return areFinite(list);
            }
            return !(value instanceof Number number) || Double.isFinite(number.doubleValue());
        }

        private static boolean areFinite(Collection<?> values) {
            for (Object each : values) { // of each record: no stream
                if (!isFinite(each)) {
                    return false;
                }
            }
            return true;
        }

        RecordBatch batch(long device, long run) {
            return new RecordBatch(device, run, List.copyOf(rows), members.keySet(), fields, bytes, refused);
        }
    }

    private static long time(JsonNode text) throws IOException {
        try {
            return Micros.of(OffsetDateTime.parse(text.isTextual() ? text.textValue() : "")
                    .toInstant());
        } catch (DateTimeException e) {
            return outside(text.asText());
        }
    }

    /** Time of a year of more than four digits, which a unit without a clock may send. */
    private static long outside(String text) throws IOException {
        if (text.matches("[+-][0-9]{4,10}-[0-9-]+T[0-9:.]+Z")) {
            return text.startsWith("-") ? 0 : LATEST;
        }
        throw new IOException("'@ts' is ISO 8601 with its zone");
    }

    static long runNumber(String boot) {
        if (boot.matches("[0-9a-f]{16}")) {
            long run = HexFormat.fromHexDigitsToLong(boot);
            return run == POSTED ? 1 : run;
        }
        return hash("run " + boot);
    }

    private static long hash(String text) {
        return HexFormat.fromHexDigitsToLong(MasterKey.hash(text), 0, 16);
    }
}
