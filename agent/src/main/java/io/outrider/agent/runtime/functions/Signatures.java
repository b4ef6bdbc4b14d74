package io.outrider.agent.runtime.functions;

import io.outrider.api.CommonErrors;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Table of function declarations by name. Immutable; any thread. */
public final class Signatures {
    private final Binder binder;
    private final SortedMap<String, Signature<?>> byName = new TreeMap<>();

    /** @throws IllegalStateException if two functions have the same name */
    public Signatures(Binder binder, Collection<? extends Signature<?>> all) {
        this.binder = binder;
        for (Signature<?> each : all) {
            if (byName.put(each.name(), each) != null) {
                throw new IllegalStateException("two functions are called " + each.name());
            }
        }
    }

    /** Functions that the modules have when they are open; of two modules with the same name, the latter's. */
    public static Signatures of(Iterable<? extends ModuleFactory> factories) {
        Map<String, List<Signature<?>>> byModule = new LinkedHashMap<>();
        factories.forEach(each -> byModule.put(each.name(), each.signatures()));
        return new Signatures(
                new Binder(Json.mapper()),
                byModule.values().stream().<Signature<?>>flatMap(List::stream).toList());
    }

    public Collection<Signature<?>> all() {
        return List.copyOf(byName.values());
    }

    /** @throws Failure {@code NO_SUCH_FUNCTION}, with a suggestion */
    public Signature<?> find(String name) throws Failure {
        Signature<?> signature = byName.get(name);
        if (signature == null) {
            throw new Failure(
                            CommonErrors.NO_SUCH_FUNCTION,
                            "'" + Excerpt.ofWord(name) + "' is not available"
                                    + AutopiCommands.insteadOf(name)
                                            .map(instead -> ": " + instead)
                                            .orElseGet(() -> suggestion(name)))
                    .at("function");
        }
        return signature;
    }

    /** The nearest name, and the functions of the module or all modules. */
    private String suggestion(String name) {
        String module = name.contains(".") ? name.substring(0, name.indexOf('.') + 1) : name;
        List<String> siblings =
                byName.keySet().stream().filter(each -> each.startsWith(module)).toList();
        return DidYouMean.hint(name, byName.keySet()) + ". "
                + (siblings.isEmpty()
                        ? "There are the modules " + String.join(", ", modules())
                        : "There are " + String.join(", ", siblings));
    }

    /** Distinct names before the dot of all functions. */
    public List<String> modules() {
        return byName.keySet().stream().map(Signatures::module).distinct().toList();
    }

    /** Name before the dot of a function's name. */
    static String module(String function) {
        return function.substring(0, function.indexOf('.'));
    }

    /** The arguments of a call with secrets masked, for logs and replies. */
    RedactedArguments shown(String name, List<?> positional, Map<String, ?> keywords) {
        Signature<?> signature = byName.get(name);
        return RedactedArguments.of(
                signature == null ? List.of() : Parameter.of(signature.arguments()), positional, keywords);
    }

    public void check(String name, List<?> positional, Map<String, ?> keywords) throws Failure {
        bind(find(name), positional, keywords);
    }

    /** @throws Failure with the function's name before the sentence */
    <A extends Record> A bind(Signature<A> signature, List<?> positional, Map<String, ?> keywords) throws Failure {
        try {
            return binder.bind(signature.arguments(), positional, keywords);
        } catch (Failure e) {
            String path = inCall(e.path(), Parameter.of(signature.arguments()), positional.size(), keywords);
            throw e.withMessage(signature.name() + ": " + e.getMessage()).at(path);
        }
    }

    /**
     * The path of a wrong argument as seen from the call: {@code arg[0]} or {@code kwarg.formula}; empty if the argument
     * is not given.
     */
    private static String inCall(String path, List<Parameter> parameters, int positional, Map<String, ?> keywords) {
        String name = path.split("[.\\[]", 2)[0];
        Parameter parameter = Parameter.named(parameters, name);
        for (String keyword : keywords.keySet()) {
            if (Excerpt.ofWord(keyword).equals(name)
                    || parameter != null && parameter.equals(Parameter.named(parameters, keyword))) {
                return "kwarg." + path;
            }
        }
        int index = parameter == null ? -1 : parameters.indexOf(parameter);
        return index >= 0 && index < positional ? "arg[" + index + "]" + path.substring(name.length()) : "";
    }
}
