package io.outrider.agent.operator.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Reading;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Parser for the body of {@code POST /records}: one record, an array of records, or concatenated records with or
 * without line ends. Checks the outer structure only. Thread-safe.
 */
record RecordsBody(Supplier<Functions> functions) {
    static final int MOST_RECORDS = 10_000;

    /** Limit of names, values and brackets, which bounds the memory of the parsed body. */
    static final int MOST_TOKENS = 250_000;

    /** Nesting limit including the brackets around all records. The telemetry accepts as much in one record. */
    private static final int DEEPEST = 20;

    private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+");
    private static final int LONGEST_TYPE = 100;

    private static final ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // as written by Python
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxTokenCount(MOST_TOKENS)
                            .build())
                    .build())
            .build()
            .readerForMapOf(Object.class);

    List<Map<String, Object>> records(byte[] body) throws HttpError {
        List<Map<String, Object>> records = new ArrayList<>();
        try (JsonParser parser = READER.getFactory().createParser(body)) {
            collect(parser, takenNamespaces(), records);
        } catch (StreamConstraintsException e) {
            throw bad(records.size(), "cannot be taken: " + Json.fault(e, "there is too much in one request"));
        } catch (JsonProcessingException e) {
            throw bad(
                    records.size(),
                    "is no JSON object, or a name is in it twice; line "
                            + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr());
        } catch (IOException e) {
            throw bad(records.size(), "is no JSON object");
        }
        if (records.isEmpty()) {
            throw HttpError.badRequest("there is no record in it; such as {\"@t\": \"myapp.temp\", \"value\": 21.5}");
        }
        return records;
    }

    private void collect(JsonParser parser, Set<String> taken, List<Map<String, Object>> records)
            throws IOException, HttpError {
        boolean array = parser.nextToken() == JsonToken.START_ARRAY;
        JsonToken next = array ? parser.nextToken() : parser.currentToken();
        while (next != null && next != JsonToken.END_ARRAY) {
            int index = records.size();
            if (next != JsonToken.START_OBJECT) {
                throw bad(index, "is no JSON object");
            }
            if (index == MOST_RECORDS) {
                throw HttpError.badRequest("there are more than " + MOST_RECORDS
                        + " records in it; send them in several requests; none was taken");
            }
            records.add(checked(index, READER.readValue(parser), taken));
            next = parser.nextToken();
        }
        if (array && parser.nextToken() != null) {
            throw HttpError.badRequest("there is something behind the array of records");
        }
    }

    private static Map<String, Object> checked(int index, Map<String, Object> record, Set<String> taken)
            throws HttpError {
        checkType(index, record.get("@t"), taken);
        Map<String, Object> checked = new LinkedHashMap<>(record);
        for (String name : record.keySet()) {
            if (name.equals("@ts")) {
                checked.put(name, stamp(index, record.get(name)));
            } else if (name.isEmpty() || name.startsWith("@") && !name.equals("@t")) {
                throw bad(index, "'" + name + "' is no name for a field: @t and @ts are the only ones with @");
            }
        }
        if (checked.size() == (checked.containsKey("@ts") ? 2 : 1)) {
            throw bad(index, "has no field beside its type, such as \"value\": 21.5");
        }
        return checked;
    }

    /** Normalizes a timestamp; without zone it is UTC. */
    private static String stamp(int index, Object given) throws HttpError {
        try {
            if (given instanceof String text && text.length() <= 40) {
                Instant instant = text.matches(".*(Z|z|[+-]\\d\\d:\\d\\d)")
                        ? OffsetDateTime.parse(text).toInstant()
                        : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
                if (instant.compareTo(Instant.EPOCH) > 0
                        && instant.atOffset(ZoneOffset.UTC).getYear() < 10_000) {
                    return Reading.text(instant) + "Z";
                }
                throw bad(
                        index,
                        "@ts has to be after 1970-01-01T00:00:00Z, which is what a clock says that was never set, and before"
                                + " the year 10000; without it, it is now");
            }
        } catch (DateTimeException e) {
            // reported below
        }
        throw bad(index, "@ts has to be a time such as \"2026-11-21T10:15:00.061530Z\"; without it, it is now");
    }

    /** Types of the vehicle and the unit begin with a module's name and a dot; containers must not use them. */
    private Set<String> takenNamespaces() {
        Set<String> taken = new HashSet<>(StandardNames.RECORD_NAMESPACES);
        taken.addAll(functions.get().signatures().modules());
        return taken;
    }

    private static void checkType(int index, Object type, Set<String> taken) throws HttpError {
        if (type == null) {
            throw bad(index, "@t is missing: the data type, such as \"myapp.temp\"");
        }
        if (!(type instanceof String text)
                || text.length() > LONGEST_TYPE
                || !TYPE.matcher(text).matches()) {
            throw bad(
                    index,
                    "@t has to be words of a-z, 0-9 and _ with dots between them, such as \"myapp.temp\", and at most "
                            + LONGEST_TYPE + " characters");
        }
        String first = text.substring(0, text.indexOf('.'));
        if (taken.contains(first)) {
            throw bad(
                    index,
                    "@t '" + text + "': types that begin with '" + first
                            + ".' are the unit's own; begin it with the name of your program, such as \"myapp." + first
                            + "\"");
        }
    }

    private static HttpError bad(int index, String sentence) {
        return HttpError.badRequest("record " + index + " (the first is 0): " + sentence + "; none was taken");
    }
}
