package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.agent.runtime.functions.FunctionDoc;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Module of {@code sys.*}: the unit's functions and their documentation. */
public final class SysModule implements Module {
    /** Modules or functions; all if none. */
    record Names(List<String> names) {}

    record Nothing() {}

    record Name(@JsonProperty(required = true) String name) {}

    private final Supplier<Functions> functions;

    /** @param functions called at each call, as the table does not exist yet */
    public SysModule(Supplier<Functions> functions) {
        this.functions = functions;
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                new Function<>(
                        "sys.list_functions",
                        "The names of all functions, or of some modules",
                        Names.class,
                        (Names arguments) ->
                                chosen(arguments).stream().map(Function::name).toList()),
                new Function<>(
                        "sys.list_modules",
                        "The names of all modules, the words before the dot",
                        Nothing.class,
                        (Nothing nothing) -> functions.get().modules()),
                new Function<>("sys.doc", "What functions do and take, by name", Names.class, this::doc),
                new Function<>("sys.argspec", "The arguments of a function", Name.class, this::argspec));
    }

    private List<Function<?>> chosen(Names arguments) {
        List<String> names = arguments.names() == null ? List.of() : arguments.names();
        return functions.get().all().stream()
                .filter(each -> names.isEmpty()
                        || names.stream()
                                .anyMatch(name ->
                                        each.name().equals(name) || each.name().startsWith(name + ".")))
                .toList();
    }

    private Object doc(Names arguments) {
        Map<String, String> texts = new TreeMap<>();
        chosen(arguments).forEach(each -> texts.put(each.name(), FunctionDoc.text(each)));
        return texts;
    }

    private Object argspec(Name arguments) throws Failure {
        Function<?> function = functions.get().find(arguments.name());
        List<Parameter> parameters = Parameter.of(function.arguments());
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("args", parameters.stream().map(Parameter::name).toList());
        List<String> defaults = new ArrayList<>();
        parameters.stream()
                .filter(each -> !each.required())
                .forEach(each -> defaults.add(each.otherwise().isEmpty() ? null : each.otherwise()));
        spec.put("defaults", defaults);
        spec.put("varargs", null);
        spec.put("kwargs", null);
        spec.put("kinds", parameters.stream().map(Parameter::kind).toList());
        spec.put("help", parameters.stream().map(Parameter::help).toList());
        return Map.of(function.name(), spec);
    }

    @Override
    public void close() {}
}
