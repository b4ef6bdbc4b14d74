package io.outrider.agent.runtime.functions;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Table of the unit's functions by name. Immutable; any thread. */
public final class Functions {
    /** Function with bound arguments; can be run repeatedly. */
    @FunctionalInterface
    public interface Prepared {
        Object run(Call call) throws Failure, InterruptedException;

        /** Runs without a job. */
        default Object run() throws Failure, InterruptedException {
            return run(Call.detached());
        }
    }

    private final Binder binder;
    private final SortedMap<String, Function<?>> byName = new TreeMap<>();

    /** @throws IllegalStateException if two functions have the same name */
    public Functions(Binder binder, Collection<? extends Module> modules) {
        this.binder = binder;
        for (Module module : modules) {
            for (Function<?> function : module.functions()) {
                if (byName.put(function.name(), function) != null) {
                    throw new IllegalStateException("two functions are called " + function.name());
                }
            }
        }
    }

    public Collection<Function<?>> all() {
        return List.copyOf(byName.values());
    }

    /** @throws Failure {@code NO_SUCH_FUNCTION}, with a suggestion */
    public Function<?> find(String name) throws Failure {
        Function<?> function = byName.get(name);
        if (function == null) {
            throw new Failure(
                    Failure.Actor.CALLER,
                    "NO_SUCH_FUNCTION",
                    "'" + Binder.shorten(name) + "' is not available"
                            + AutopiCommands.insteadOf(name)
                                    .map(instead -> ": " + instead)
                                    .orElseGet(() -> suggestion(name)));
        }
        return function;
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

    /** Name of the function that takes several calls of this one at once; empty if there is none. */
    public Optional<String> batchOf(String name) {
        return Optional.ofNullable(byName.get(name)).map(Function::batch).filter(byName::containsKey);
    }

    /** Distinct names before the dot of all functions. */
    public List<String> modules() {
        return byName.keySet().stream()
                .map(name -> name.substring(0, name.indexOf('.')))
                .distinct()
                .toList();
    }

    /** The arguments of a call with secrets masked, for logs and replies. */
    public RedactedArguments shown(String name, List<?> positional, Map<String, ?> keywords) {
        Function<?> function = byName.get(name);
        return RedactedArguments.of(
                function == null ? List.of() : Parameter.of(function.arguments()), positional, keywords);
    }

    public Prepared prepare(String name, List<?> positional, Map<String, ?> keywords) throws Failure {
        return bind(find(name), positional, keywords);
    }

    /** Turns a runtime exception of a module into a failure of the call. */
    private static <A extends Record> Object run(Function<A> function, A arguments, Call call)
            throws Failure, InterruptedException {
        try {
            return function.body().run(arguments, call);
        } catch (RuntimeException | StackOverflowError e) {
            throw Failure.fault(function.name(), e);
        }
    }

    private <A extends Record> Prepared bind(Function<A> function, List<?> positional, Map<String, ?> keywords)
            throws Failure {
        try {
            A arguments = binder.bind(function.arguments(), positional, keywords);
            return call -> run(function, arguments, call);
        } catch (Failure e) {
            throw new Failure(e.actor(), e.code(), function.name() + ": " + e.getMessage(), e);
        }
    }
}
