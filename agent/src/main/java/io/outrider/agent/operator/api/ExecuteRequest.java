package io.outrider.agent.operator.api;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.outrider.agent.commands.ArgumentsReader;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.ShellWords;
import io.outrider.api.Failure;
import io.outrider.wire.Command;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Parser for the body of an execute request: {@code {command, arg, kwarg}}, with {@code fun} as an alias of {@code
 * command}; arguments are parsed as in a command of the fleet. Other members are ignored.
 */
final class ExecuteRequest {
    private static final String FORM = "the body has to be a JSON object such as {\"command\": \"test.ping\"}";

    /** Approximate bytes of a parsed value, name or pair of brackets. */
    private static final long VALUE = 80;

    private final ObjectMapper mapper;
    private final ObjectReader reader;
    private final ArgumentsReader arguments;

    ExecuteRequest(ObjectMapper mapper, Supplier<Functions> functions) {
        this.mapper = mapper;
        this.reader = mapper.reader().with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
        this.arguments = new ArgumentsReader(functions, mapper);
    }

    /** @param raw true if {@code command} is a whole line and the only member */
    Command command(byte[] body, boolean raw, String jid) throws HttpError {
        JsonNode request = read(body);
        JsonNode line = request.hasNonNull("command") ? request.get("command") : request.path("fun");
        if (!line.isTextual() || line.asText().isBlank()) {
            throw HttpError.badRequest("command: is missing, or no text; such as {\"command\": \"test.ping\"}");
        }
        if (raw && (request.hasNonNull("arg") || request.hasNonNull("kwarg"))) {
            throw HttpError.badRequest((request.hasNonNull("arg") ? "arg" : "kwarg")
                    + ": is not taken by execute_raw, where command is the whole line; write it there, or send this to"
                    + " execute");
        }
        try {
            List<String> words = ShellWords.split(line.asText());
            if (words.isEmpty() || words.get(0).isEmpty()) {
                throw HttpError.badRequest("command: names no function");
            }
            ArgumentsReader.ParsedArguments parsed = arguments.read(
                    words.get(0), words.subList(1, words.size()), request.path("arg"), request.path("kwarg"));
            return Command.now(jid, words.get(0), parsed.positional(), parsed.keywords());
        } catch (Failure e) {
            throw HttpError.badRequest("command: " + e.getMessage());
        }
    }

    /** Approximate bytes of the parsed body, without parsing it to objects. */
    long weight(byte[] body) throws HttpError {
        long values = 0;
        try (JsonParser parser = mapper.createParser(body)) {
            while (parser.nextToken() != null) {
                values++;
            }
        } catch (IOException e) { // from memory, so the JSON is invalid
            throw noJson(e);
        }
        return 2L * body.length + VALUE * values;
    }

    private JsonNode read(byte[] body) throws HttpError {
        try {
            JsonNode request = reader.readTree(body);
            if (request.isObject()) {
                return request;
            }
        } catch (IOException e) { // from memory, so the JSON is invalid
            throw noJson(e);
        }
        throw HttpError.badRequest(FORM);
    }

    /** Jackson's own message names its classes. */
    private static HttpError noJson(IOException e) {
        if (!(e instanceof JsonProcessingException json)) {
            return HttpError.badRequest(FORM);
        }
        JsonLocation at = json.getLocation();
        String fault = Json.fault(json, "");
        String what = fault.isEmpty() ? FORM : "the body cannot be taken: " + fault;
        return HttpError.badRequest(
                what + (at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")"));
    }
}
