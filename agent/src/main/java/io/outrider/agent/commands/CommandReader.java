package io.outrider.agent.commands;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.ShellWords;
import io.outrider.api.Failure;
import io.outrider.wire.Command;
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

/**
 * Parser for messages on {@code …/command}: {@code {jid, fun, arg, kwarg, issued, expires}} or {@code {jid, cancel:
 * true}}. {@code command} is an alias of {@code fun}; null is the same as absent; unknown fields are ignored.
 * Thread-safe.
 */
final class CommandReader {
    static final int LONGEST_NAME = 200;

    private static final int DEEPEST = 64;

    private final ObjectMapper mapper = Json.bounded(DEEPEST)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();
    private final CommandScanner scanner = new CommandScanner(mapper.getFactory());
    private final ArgumentsReader arguments;

    CommandReader(Supplier<Functions> functions) {
        arguments = new ArgumentsReader(functions, mapper);
    }

    /** Parses the head only, without allocating the arguments. Of a truncated message only the jid is used. */
    CommandHead head(byte[] payload, boolean isCut) {
        return scanner.scan(payload, isCut);
    }

    /** @throws Failure for an invalid command; its sentence has no values of the message */
    Command read(byte[] payload, CommandHead head) throws Failure {
        if (head.unreadable() != null) {
            throw bad(head.unreadable());
        }
        try {
            return run(head.jid(), mapper.readTree(payload));
        } catch (IOException e) {
            throw bad(CommandScanner.reason(e));
        }
    }

    private Command run(String jid, JsonNode root) throws Failure {
        JsonNode fun = root.hasNonNull("fun") ? root.get("fun") : root.path("command");
        if (!fun.isTextual() || fun.textValue().isBlank()) {
            throw bad("fun: takes the name of a function as text, such as test.ping");
        }
        Instant issued = timestamp(root, "issued");
        Instant expires = timestamp(root, "expires");
        List<String> words = hasBlank(fun.textValue()) ? ShellWords.split(fun.textValue()) : List.of(fun.textValue());
        if (words.get(0).isEmpty()) {
            throw bad("fun: takes the name of a function as text, such as test.ping");
        }
        if (words.get(0).length() > LONGEST_NAME) {
            throw bad("fun: the name of a function has at most " + LONGEST_NAME + " characters");
        }
        ArgumentsReader.ParsedArguments parsed =
                arguments.read(words.get(0), words.subList(1, words.size()), root.path("arg"), root.path("kwarg"));
        return new Command(jid, words.get(0), parsed.positional(), parsed.keywords(), issued, expires);
    }

    private static boolean hasBlank(String text) {
        return text.chars().anyMatch(Character::isWhitespace);
    }

    private static Instant timestamp(JsonNode root, String name) throws Failure {
        return root.hasNonNull(name) ? timestamp(name, root.get(name).asText()) : null;
    }

    static Instant timestamp(String name, String text) throws Failure {
        try {
            TemporalAccessor read =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            return read instanceof OffsetDateTime timestamp
                    ? timestamp.toInstant()
                    : ((LocalDateTime) read).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw Failure.argument(name, "takes a time such as 2026-01-31T12:00:00Z");
        }
    }

    private static Failure bad(String sentence) {
        return new Failure(JobErrors.INVALID, sentence);
    }
}
