package io.outrider.agent.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.CallArguments;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The arguments of a command, in all the ways in which they come: words of the line, a list, an object; and in the list,
 * as the incumbent's clients write them, {@code {"__kwarg__": true, key: value}} and, where the function has such a
 * parameter, {@code "key=value"}.
 */
public final class ArgumentsReader {
    private static final String MARK = "__kwarg__";

    /** What the function is called with. */
    public record Given(List<Object> positional, Map<String, Object> keywords) {}

    private final Supplier<Functions> functions;
    private final ObjectMapper mapper;

    /** @param functions tell which words of the form key=value are keywords */
    public ArgumentsReader(Supplier<Functions> functions, ObjectMapper mapper) {
        this.functions = functions;
        this.mapper = mapper;
    }

    /**
     * @param words of the line, behind the function's name; they come before the list
     * @throws Failure for what is of the wrong kind or given twice
     */
    public Given read(String function, List<String> words, JsonNode arg, JsonNode kwarg) throws Failure {
        CallArguments line = CallArguments.of(words);
        Given given = new Given(new ArrayList<>(line.positional()), new LinkedHashMap<>(line.keywords()));
        if (arg.isArray()) {
            List<Parameter> parameters = parameters(function);
            for (JsonNode each : arg) {
                addElement(given, parameters, each);
            }
        } else if (!arg.isMissingNode() && !arg.isNull()) {
            addElement(given, parameters(function), arg);
        }
        if (kwarg.isObject()) {
            for (Map.Entry<String, JsonNode> each : kwarg.properties()) {
                addKeyword(given, each.getKey(), plain(shorten(each.getKey()), each.getValue()));
            }
        } else if (!kwarg.isMissingNode() && !kwarg.isNull()) {
            throw Failure.argument("kwarg", "takes an object of keywords and their values");
        }
        return typed(given, parameters(function));
    }

    /** With the words that the function takes as numbers or as yes and no being that, so that they are shown as such. */
    private static Given typed(Given given, List<Parameter> parameters) {
        given.keywords.replaceAll((name, value) -> {
            Parameter parameter = Parameter.named(parameters, name);
            return parameter == null || parameter.isList() ? value : parameter.typed(value);
        });
        for (int i = 0; i < given.positional.size(); i++) {
            Parameter parameter = Parameter.at(parameters, i);
            if (parameter != null) {
                given.positional.set(i, parameter.typed(given.positional.get(i)));
            }
        }
        return given;
    }

    private void addElement(Given given, List<Parameter> parameters, JsonNode element) throws Failure {
        if (element.path(MARK).asBoolean(false)) {
            for (Map.Entry<String, JsonNode> each : element.properties()) {
                if (!each.getKey().equals(MARK)) {
                    addKeyword(given, each.getKey(), plain(shorten(each.getKey()), each.getValue()));
                }
            }
            return;
        }
        if (element.isTextual()) {
            Map<String, String> keyword =
                    CallArguments.of(List.of(element.textValue())).keywords();
            for (Map.Entry<String, String> each : keyword.entrySet()) {
                if (parameters.stream().anyMatch(parameter -> isNamed(parameter, each.getKey()))) {
                    addKeyword(given, each.getKey(), each.getValue());
                    return;
                }
            }
        }
        given.positional.add(plain("arg[" + given.positional.size() + "]", element));
    }

    private static void addKeyword(Given given, String name, Object value) throws Failure {
        if (given.keywords.containsKey(name)) {
            throw Failure.argument(shorten(name), "given twice");
        }
        given.keywords.put(name, value);
    }

    private static boolean isNamed(Parameter parameter, String name) {
        return parameter.name().equals(name) || parameter.aliases().contains(name);
    }

    /** None for a function that does not exist, which is told when it is called. */
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

    /** The parser makes an infinity of 1e999, and JSON has no infinity. */
    private static void checkNumbers(String name, JsonNode node) throws Failure {
        if (node.isNumber() && !Double.isFinite(node.doubleValue())) {
            throw Failure.argument(name, "holds a number that is too large; at most about 1.8e308 can be worked with");
        }
        for (JsonNode each : node) {
            checkNumbers(name, each);
        }
    }

    private static String shorten(String name) {
        return name.length() <= 60 ? name : name.substring(0, 60) + "…";
    }
}
