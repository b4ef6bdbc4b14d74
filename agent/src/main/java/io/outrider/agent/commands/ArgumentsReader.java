package io.outrider.agent.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.CallArguments;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Parser for the arguments of a command: words of a line, a list or an object; a list may hold {@code {"__kwarg__":
 * true, key: value}} and, if the function has that parameter, {@code "key=value"}, as AutoPi's clients write them.
 */
public record ArgumentsReader(Supplier<Functions> functions, ObjectMapper mapper) {
    private static final String MARK = "__kwarg__";

    public record ParsedArguments(List<Object> positional, Map<String, Object> keywords) {}

    /** @throws Failure for an argument of the wrong type or given twice */
    public ParsedArguments read(String function, List<String> words, JsonNode arg, JsonNode kwarg) throws Failure {
        CallArguments line = CallArguments.of(words);
        ParsedArguments parsed =
                new ParsedArguments(new ArrayList<>(line.positional()), new LinkedHashMap<>(line.keywords()));
        if (arg.isArray()) {
            List<Parameter> parameters = parameters(function);
            for (JsonNode each : arg) {
                addElement(parsed, parameters, each);
            }
        } else if (!arg.isMissingNode() && !arg.isNull()) {
            addElement(parsed, parameters(function), arg);
        }
        if (kwarg.isObject()) {
            for (Map.Entry<String, JsonNode> each : kwarg.properties()) {
                addKeyword(parsed, each.getKey(), plain(Excerpt.ofWord(each.getKey()), each.getValue()));
            }
        } else if (!kwarg.isMissingNode() && !kwarg.isNull()) {
            throw Failure.argument("kwarg", "takes an object of keywords and their values");
        }
        return typed(parsed, parameters(function));
    }

    /** Converts words to numbers and booleans where the parameter has that type, so that they are shown as such. */
    private static ParsedArguments typed(ParsedArguments parsed, List<Parameter> parameters) {
        parsed.keywords.replaceAll((name, value) -> {
            Parameter parameter = Parameter.named(parameters, name);
            return parameter == null || parameter.isList() ? value : parameter.typed(value);
        });
        for (int i = 0; i < parsed.positional.size(); i++) {
            Parameter parameter = Parameter.at(parameters, i);
            if (parameter != null) {
                parsed.positional.set(i, parameter.typed(parsed.positional.get(i)));
            }
        }
        return parsed;
    }

    private void addElement(ParsedArguments parsed, List<Parameter> parameters, JsonNode element) throws Failure {
        if (element.path(MARK).asBoolean(false)) {
            for (Map.Entry<String, JsonNode> each : element.properties()) {
                if (!each.getKey().equals(MARK)) {
                    addKeyword(parsed, each.getKey(), plain(Excerpt.ofWord(each.getKey()), each.getValue()));
                }
            }
            return;
        }
        if (element.isTextual()) {
            Map<String, String> keyword =
                    CallArguments.of(List.of(element.textValue())).keywords();
            for (Map.Entry<String, String> each : keyword.entrySet()) {
                if (parameters.stream().anyMatch(parameter -> isNamed(parameter, each.getKey()))) {
                    addKeyword(parsed, each.getKey(), each.getValue());
                    return;
                }
            }
        }
        parsed.positional.add(plain("arg[" + parsed.positional.size() + "]", element));
    }

    private static void addKeyword(ParsedArguments parsed, String name, Object value) throws Failure {
        if (parsed.keywords.containsKey(name)) {
            throw Failure.argument(Excerpt.ofWord(name), "given twice");
        }
        parsed.keywords.put(name, value);
    }

    private static boolean isNamed(Parameter parameter, String name) {
        return parameter.name().equals(name) || parameter.aliases().contains(name);
    }

    /** Empty for an unknown function, which is reported at the call. */
    private List<Parameter> parameters(String function) {
        try {
            return Parameter.of(functions.get().find(function).arguments());
        } catch (Failure e) {
            return List.of();
        }
    }

    private Object plain(String name, JsonNode node) throws Failure {
        checkNumbers(name, node);
        return mapper.convertValue(node, Object.class);
    }

    /** Jackson parses 1e999 as infinity, which JSON cannot represent. */
    private static void checkNumbers(String name, JsonNode node) throws Failure {
        if (node.isNumber() && !Double.isFinite(node.doubleValue())) {
            throw Failure.argument(name, "holds a number that is too large; at most about 1.8e308 can be worked with");
        }
        for (JsonNode each : node) {
            checkNumbers(name, each);
        }
    }
}
