package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.agent.runtime.functions.FunctionDoc;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Module of {@code sys.*}: the unit's functions and their documentation. */
public record SysModule(Signatures signatures) implements Module {
    private static final Signature<Names> LIST_FUNCTIONS =
            new Signature<>("sys.list_functions", "The names of all functions, or of some modules", Names.class);
    private static final Signature<NoArguments> LIST_MODULES = new Signature<>(
            "sys.list_modules", "The names of all modules, the words before the dot", NoArguments.class);
    private static final Signature<Names> DOC =
            new Signature<>("sys.doc", "What functions do and take, by name", Names.class);
    private static final Signature<NameArguments> ARGSPEC =
            new Signature<>("sys.argspec", "The arguments of a function", NameArguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(LIST_FUNCTIONS, LIST_MODULES, DOC, ARGSPEC);

    record Names(List<String> names) {}

    record NameArguments(@JsonProperty(required = true) String name) {}

    @Override
    public List<Function<?>> functions() {
        return List.of(
                LIST_FUNCTIONS.with((Names arguments) ->
                        chosen(arguments).stream().map(Signature::name).toList()),
                LIST_MODULES.with((NoArguments nothing) -> signatures.modules()),
                DOC.with(this::doc),
                ARGSPEC.with(this::argspec));
    }

    private List<Signature<?>> chosen(Names arguments) {
        List<String> names = arguments.names() == null ? List.of() : arguments.names();
        return signatures.all().stream()
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

    private Object argspec(NameArguments arguments) throws Failure {
        Signature<?> function = signatures.find(arguments.name());
        List<Parameter> parameters = Parameter.of(function.arguments());
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("args", parameters.stream().map(Parameter::name).toList());
        spec.put(
                "defaults",
                parameters.stream()
                        .filter(each -> !each.required())
                        .map(each -> each.otherwise().isEmpty() ? null : each.otherwise())
                        .toList());
        spec.put("varargs", null);
        spec.put("kwargs", null);
        spec.put("kinds", parameters.stream().map(Parameter::kind).toList());
        spec.put("help", parameters.stream().map(Parameter::help).toList());
        return Map.of(function.name(), spec);
    }
}
