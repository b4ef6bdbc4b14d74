package io.outrider.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls of a function with each of its arguments of each wrong kind, from its argument record. */
public final class WrongArguments {
    private static final Object[] KINDS = {
        null,
        "",
        " ",
        "zz",
        "\0",
        "[",
        "{",
        "[1",
        "1e999",
        "x".repeat(100_000),
        -1,
        0.5,
        Integer.MAX_VALUE,
        Long.MIN_VALUE,
        1e300,
        Double.NaN,
        true,
        List.of(),
        List.of("a", 1, List.of()),
        Arrays.asList("a", null),
        Map.of(),
        Map.of("", Map.of("b", List.of())),
    };

    private WrongArguments() {}

    /**
     * A call that may be wrong.
     *
     * @param argument the one that is; the other required ones have some value of their kind
     */
    public record Wrong(String argument, Object value, Map<String, Object> keywords) {}

    public static List<Wrong> of(Function<?> function) {
        List<Parameter> parameters = Parameter.of(function.arguments());
        List<Wrong> all = new ArrayList<>();
        for (Parameter parameter : parameters) {
            for (Object value : KINDS) {
                Map<String, Object> keywords = new LinkedHashMap<>();
                keywords.put(parameter.name(), value);
                parameters.stream()
                        .filter(Parameter::required)
                        .forEach(each -> keywords.putIfAbsent(each.name(), sample(each)));
                keywords.put(parameter.name(), value);
                all.add(new Wrong(parameter.name(), value, keywords));
            }
        }
        return all;
    }

    private static Object sample(Parameter parameter) {
        return switch (parameter.kind()) {
            case "integer", "number" -> 1;
            case "true|false" -> true;
            default -> "a.b";
        };
    }

    /**
     * Binds them all, and runs none: each is taken, or refused with a sentence that names the one that is wrong. The
     * first argument is given by its place, too.
     */
    public static void check(Functions functions, Function<?> function) {
        List<Parameter> parameters = Parameter.of(function.arguments());
        for (Wrong wrong : of(function)) {
            check(functions, function, parameters, wrong, List.of(), wrong.keywords());
            if (wrong.argument().equals(parameters.get(0).name())) {
                Map<String, Object> others = new LinkedHashMap<>(wrong.keywords());
                others.remove(wrong.argument());
                check(functions, function, parameters, wrong, Arrays.asList(wrong.value()), others);
            }
        }
    }

    private static void check(
            Functions functions,
            Function<?> function,
            List<Parameter> parameters,
            Wrong wrong,
            List<?> positional,
            Map<String, Object> keywords) {
        String shown = function.name() + " " + wrong.argument() + "=" + clip(wrong.value());
        try {
            functions.prepare(function.name(), positional, keywords);
        } catch (Failure e) {
            isRefusal(e, function.name(), named(parameters, wrong), shown);
        } catch (RuntimeException e) {
            throw new AssertionError(shown, e);
        }
    }

    /** The wrong one, and the other required ones, whose sample values have their kind but maybe not their meaning. */
    private static List<String> named(List<Parameter> parameters, Wrong wrong) {
        return parameters.stream()
                .filter(each -> each.required() || each.name().equals(wrong.argument()))
                .map(Parameter::name)
                .toList();
    }

    private static void isRefusal(Failure e, String function, List<String> names, String shown) {
        assertThat(e.code()).as(shown).isEqualTo("BAD_ARGUMENT");
        assertThat(e.getMessage()).as(shown).hasSizeLessThan(1000).doesNotContain("java.", "io.outrider.");
        String sentence = e.getMessage().substring(function.length() + 2);
        assertThat(names).as(shown + ": " + sentence).anyMatch(sentence::startsWith);
    }

    private static String clip(Object value) {
        String text = String.valueOf(value);
        return text.length() < 40 ? text : text.substring(0, 40) + "…";
    }
}
