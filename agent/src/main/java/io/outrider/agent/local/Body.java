package io.outrider.agent.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.functions.Line;
import io.outrider.agent.functions.Words;
import io.outrider.agent.jobs.Command;
import io.outrider.api.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The body of an execute request: {@code {command, arg, kwarg}}; members of other names are for others. */
final class Body {
    private final ObjectMapper mapper;

    Body(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** @param raw {@code command} is a whole line and there is nothing beside it */
    Command command(byte[] body, boolean raw, String jid) throws Refusal {
        JsonNode request = read(body);
        JsonNode line = request.path("command");
        if (!line.isTextual() || line.asText().isBlank()) {
            throw Refusal.badRequest("command: is missing, or no text; such as {\"command\": \"test.ping\"}");
        }
        try {
            List<String> words = Line.split(line.asText());
            if (words.isEmpty() || words.get(0).isEmpty()) {
                throw Refusal.badRequest("command: names no function");
            }
            Words given = Words.of(words.subList(1, words.size()));
            List<Object> positional = new ArrayList<>(given.positional());
            Map<String, Object> keywords = new LinkedHashMap<>(given.keywords());
            if (!raw) {
                addPositional(request.path("arg"), positional);
                addKeywords(request.path("kwarg"), keywords);
            }
            return Command.now(jid, words.get(0), positional, keywords);
        } catch (Failure e) {
            throw Refusal.badRequest("command: " + e.getMessage());
        }
    }

    private JsonNode read(byte[] body) throws Refusal {
        try {
            JsonNode request = mapper.readTree(body);
            if (request.isObject()) {
                return request;
            }
        } catch (JsonProcessingException e) {
            // told below: what the parser says of it is about its own classes
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
        throw Refusal.badRequest("the body has to be a JSON object such as {\"command\": \"test.ping\"}");
    }

    private void addPositional(JsonNode arg, List<Object> positional) throws Refusal {
        if (arg.isArray()) {
            arg.forEach(value -> positional.add(plain(value)));
        } else if (arg.isObject()) {
            throw Refusal.badRequest("arg: takes a list; names and values go into kwarg");
        } else if (!arg.isMissingNode() && !arg.isNull()) {
            positional.add(plain(arg));
        }
    }

    private void addKeywords(JsonNode kwarg, Map<String, Object> keywords) throws Refusal {
        if (kwarg.isMissingNode() || kwarg.isNull()) {
            return;
        }
        if (!kwarg.isObject()) {
            throw Refusal.badRequest("kwarg: takes an object of names and values");
        }
        for (Map.Entry<String, JsonNode> field : kwarg.properties()) {
            if (keywords.put(field.getKey(), plain(field.getValue())) != null) {
                throw Refusal.badRequest("kwarg: " + field.getKey() + " is in command too");
            }
        }
    }

    private Object plain(JsonNode value) {
        return mapper.convertValue(value, Object.class);
    }
}
