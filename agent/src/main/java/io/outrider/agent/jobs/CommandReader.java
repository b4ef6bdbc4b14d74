package io.outrider.agent.jobs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.agent.functions.Functions;
import io.outrider.agent.functions.Line;
import io.outrider.api.Failure;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Reads what arrives on {@code …/command}: {@code {jid, fun, arg, kwarg, issued, expires}} or {@code {jid, cancel: true}}.
 * {@code command} is another name of {@code fun}; null is the same as absent; unknown fields are ignored. Any thread.
 */
final class CommandReader {
    static final int LARGEST_BYTES = 256 * 1024;
    private static final int DEEPEST = 64;
    private static final Pattern JID = Pattern.compile("[0-9A-Za-z._-]{1,64}");

    private final ObjectMapper mapper = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();
    private final ArgumentsReader arguments;

    /** @param functions tell which words of the form key=value are keywords */
    CommandReader(Supplier<Functions> functions) {
        arguments = new ArgumentsReader(functions, mapper);
    }

    Incoming read(byte[] payload) {
        String jid = null;
        try {
            jid = jidOf(payload);
            if (payload.length > LARGEST_BYTES) {
                throw bad("it has " + payload.length + " bytes, and " + LARGEST_BYTES + " are taken at most");
            }
            JsonNode root = mapper.readTree(payload);
            if (!root.isObject()) {
                throw bad("it is not a JSON object");
            }
            if (jid == null) {
                throw bad("jid: is missing, or not 1 to 64 of the characters 0-9 A-Z a-z . _ -");
            }
            return root.path("cancel").asBoolean(false) ? new Incoming.Cancel(jid) : new Incoming.Run(run(jid, root));
        } catch (Failure e) {
            return new Incoming.Unreadable(e.getMessage(), jid);
        } catch (JsonProcessingException e) {
            // Jackson's own words may quote a secret
            JsonLocation at = e.getLocation();
            String where = at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
            return new Incoming.Unreadable("it is not JSON that can be read here" + where, jid);
        } catch (IOException e) {
            return new Incoming.Unreadable("it is not UTF-8", jid);
        }
    }

    private Command run(String jid, JsonNode root) throws Failure {
        JsonNode fun = root.hasNonNull("fun") ? root.get("fun") : root.path("command");
        if (!fun.isTextual() || fun.textValue().isBlank()) {
            throw bad("fun: takes the name of a function as text, such as test.ping");
        }
        Instant issued = moment(root, "issued");
        Instant expires = moment(root, "expires");
        List<String> words = hasBlank(fun.textValue()) ? Line.split(fun.textValue()) : List.of(fun.textValue());
        if (words.get(0).isEmpty()) {
            throw bad("fun: takes the name of a function as text, such as test.ping");
        }
        ArgumentsReader.Given given =
                arguments.read(words.get(0), words.subList(1, words.size()), root.path("arg"), root.path("kwarg"));
        return new Command(jid, words.get(0), given.positional(), given.keywords(), issued, expires);
    }

    private static boolean hasBlank(String text) {
        return text.chars().anyMatch(Character::isWhitespace);
    }

    private static Instant moment(JsonNode root, String name) throws Failure {
        if (!root.hasNonNull(name)) {
            return null;
        }
        try {
            TemporalAccessor read = DateTimeFormatter.ISO_DATE_TIME.parseBest(
                    root.get(name).asText(), OffsetDateTime::from, LocalDateTime::from);
            return read instanceof OffsetDateTime moment
                    ? moment.toInstant()
                    : ((LocalDateTime) read).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw Failure.argument(name, "takes a time such as 2026-01-31T12:00:00Z");
        }
    }

    /** The first jid at the top, even of what is too large, too deep or broken further on; null if there is none. */
    private String jidOf(byte[] payload) {
        try (JsonParser parser = mapper.createParser(payload)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = parser.currentName().equals("jid");
                JsonToken value = parser.nextToken();
                if (found) {
                    boolean usable = value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NUMBER_INT;
                    return usable && JID.matcher(parser.getText()).matches() ? parser.getText() : null;
                }
                parser.skipChildren();
            }
        } catch (IOException e) {
            // told by whoever reads the whole
        }
        return null;
    }

    private static Failure bad(String sentence) {
        return new Failure(Failure.Actor.CALLER, "INVALID", sentence);
    }
}
