package io.outrider.agent.runtime.functions;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.FaultOwner;
import io.outrider.api.Function;
import io.outrider.api.Module;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Table of the unit's functions by name. Immutable; any thread. */
public final class Functions {
    /** Function with bound arguments; can be run repeatedly. */
    @FunctionalInterface
    public interface Prepared {
        Object run(Call call) throws Failure, InterruptedException;

        default Object run() throws Failure, InterruptedException {
            return run(Call.detached());
        }
    }

    private final Signatures signatures;
    private final Map<String, Function<?>> byName = new HashMap<>();
    private final Map<String, FaultOwner> faultOwners = new HashMap<>();

    /** @param modules of the distribution, whose faults are outrider's */
    public Functions(Binder binder, Collection<? extends Module> modules) {
        this(
                binder,
                modules.stream()
                        .map(each -> new ModuleFunctions(FaultOwner.OUTRIDER, each.functions()))
                        .toList());
    }

    public Functions(Binder binder, List<ModuleFunctions> modules) {
        List<Function<?>> all = new ArrayList<>();
        for (ModuleFunctions module : modules) {
            all.addAll(module.functions());
            module.functions().forEach(each -> faultOwners.put(each.name(), module.owner()));
        }
        signatures =
                new Signatures(binder, all.stream().map(Function::signature).toList());
        all.forEach(each -> byName.put(each.name(), each));
    }

    public Signatures signatures() {
        return signatures;
    }

    public Collection<Function<?>> all() {
        return signatures.all().stream()
                .<Function<?>>map(each -> byName.get(each.name()))
                .toList();
    }

    public Function<?> find(String name) throws Failure {
        return byName.get(signatures.find(name).name());
    }

    /** Name of the function that takes several calls of this one at once; empty if there is none. */
    public Optional<String> batchOf(String name) {
        return Optional.ofNullable(byName.get(name)).map(Function::batch).filter(byName::containsKey);
    }

    /** Owner of the faults in a function. */
    public FaultOwner faultOwner(String name) {
        return faultOwners.getOrDefault(name, FaultOwner.OUTRIDER);
    }

    public RedactedArguments shown(String name, List<?> positional, Map<String, ?> keywords) {
        return signatures.shown(name, positional, keywords);
    }

    public Prepared prepare(String name, List<?> positional, Map<String, ?> keywords) throws Failure {
        return bind(find(name), positional, keywords);
    }

    /** Turns an unchecked exception of a module into a failure of the call. */
    private <A extends Record> Object run(Function<A> function, A arguments, Call call)
            throws Failure, InterruptedException {
        try {
            return function.body().run(arguments, call);
        } catch (RuntimeException | Error e) {
            throw faultOwner(function.name()).failure(function.name(), e);
        }
    }

    private <A extends Record> Prepared bind(Function<A> function, List<?> positional, Map<String, ?> keywords)
            throws Failure {
        A arguments = signatures.bind(function.signature(), positional, keywords);
        return call -> run(function, arguments, call);
    }
}
