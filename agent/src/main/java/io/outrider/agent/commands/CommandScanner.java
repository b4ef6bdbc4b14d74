package io.outrider.agent.commands;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.MemoryWeight;
import io.outrider.api.Failure;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Streaming parser for the head of a command; a rejected command is never held as an object tree. Thread-safe. */
record CommandScanner(JsonFactory factory) {
    static final int LARGEST_BYTES = 256 * 1024;
    private static final Pattern JID = Pattern.compile("[0-9A-Za-z._-]{1,64}");
    private static final Pattern BLANK = Pattern.compile("\\p{javaWhitespace}");
    private static final Set<String> KNOWN = Set.of("jid", "fun", "command", "cancel", "issued", "expires");

    CommandHead scan(byte[] payload, boolean isCut) {
        ScannedFields scan = new ScannedFields();
        try (JsonParser parser = factory.createParser(payload)) {
            if (isCut) {
                scan.unreadable = "it is longer than the unit takes ([link] longest)";
                scan.untilJid(parser);
            } else if (payload.length > LARGEST_BYTES) {
                scan.untilJid(parser);
                scan.unreadable = "it has " + payload.length + " bytes, and " + LARGEST_BYTES + " are taken at most";
            } else {
                scan.whole(parser);
            }
        } catch (IOException e) {
            scan.unreadable = scan.unreadable == null ? reason(e) : scan.unreadable;
        }
        return scan.head();
    }

    /** Jackson's own message may quote a secret. */
    static String reason(IOException e) {
        if (!(e instanceof JsonProcessingException json)) {
            return "it is not UTF-8";
        }
        JsonLocation at = json.getLocation();
        String what = Json.fault(json, "it is not JSON that can be read here");
        return what + (at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")");
    }

    private static final class ScannedFields {
        private final Set<String> seen = new HashSet<>();
        private String jid;
        private boolean isCancel;
        private String fun;
        private String command;
        private String issued;
        private String expires;
        private long weight;
        private String unreadable;

        void untilJid(JsonParser parser) throws IOException {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                while (jid == null && !seen.contains("jid") && parser.nextToken() == JsonToken.FIELD_NAME) {
                    field(parser, parser.currentName());
                }
            }
        }

        void whole(JsonParser parser) throws IOException {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                unreadable = "it is not a JSON object";
                return;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                field(parser, parser.currentName());
            }
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "more behind the object");
            }
            if (unreadable == null && jid == null) {
                unreadable = "jid: is missing, or not 1 to 64 of the characters 0-9 A-Z a-z . _ -";
            }
        }

        private void field(JsonParser parser, String name) throws IOException {
            JsonToken value = parser.nextToken();
            if (KNOWN.contains(name)) {
                if (!seen.add(name)) {
                    throw new JsonParseException(parser, "Duplicate field");
                }
                take(parser, name, value);
            }
            weigh(parser);
        }

        private void take(JsonParser parser, String name, JsonToken value) throws IOException {
            switch (name) {
                case "jid" -> {
                    boolean usable = value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NUMBER_INT;
                    jid = usable && JID.matcher(parser.getText()).matches() ? parser.getText() : null;
                }
                case "cancel" ->
                    isCancel = value == JsonToken.VALUE_TRUE
                            || value == JsonToken.VALUE_STRING
                                    && parser.getText().strip().equals("true")
                            || value == JsonToken.VALUE_NUMBER_INT
                                    && !parser.getText().matches("-?0+");
                case "fun" -> fun = text(parser, value);
                case "command" -> command = text(parser, value);
                case "issued" -> issued = text(parser, value);
                default -> expires = text(parser, value);
            }
        }

        private static String text(JsonParser parser, JsonToken value) throws IOException {
            return value == JsonToken.VALUE_STRING ? parser.getText() : null;
        }

        private void weigh(JsonParser parser) throws IOException {
            int depth = 0;
            for (JsonToken token = parser.currentToken(); token != null; token = parser.nextToken()) {
                if (token.isStructStart()) {
                    weight += MemoryWeight.CONTAINER;
                    depth++;
                } else if (token.isStructEnd()) {
                    depth--;
                } else {
                    weight += MemoryWeight.NODE + (token == JsonToken.VALUE_STRING ? parser.getTextLength() : 0);
                }
                if (depth == 0) {
                    return;
                }
            }
        }

        CommandHead head() {
            String line = fun == null ? command : fun;
            return new CommandHead(
                    jid, name(line), isCancel, timestamp(issued), timestamp(expires), weight + words(line), unreadable);
        }

        private static String name(String line) {
            if (line == null || line.isBlank()) {
                return "?";
            }
            String name = BLANK.split(line.strip(), 2)[0];
            return name.substring(0, Math.min(name.length(), CommandReader.LONGEST_NAME));
        }

        private static long words(String line) {
            return line == null
                    ? 0
                    : MemoryWeight.NODE
                            * line.chars().filter(Character::isWhitespace).count();
        }

        /** Null if invalid: the parser of the whole command reports it. */
        private static Instant timestamp(String text) {
            try {
                return text == null ? null : CommandReader.timestamp("", text);
            } catch (Failure e) {
                return null;
            }
        }
    }
}
