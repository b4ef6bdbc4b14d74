package io.outrider.agent.runtime.modules;

import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.api.Failure;
import io.outrider.api.FaultOwner;
import io.outrider.api.Health;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Catalog of the modules of the class path: the usable ones, and why others cannot be used. Immutable.
 *
 * @param usable of two with the same name, the latter
 * @param missing sentences by the name of the module, or of its jar if the module has none
 */
public record ModuleCatalog(List<ModuleFactory> usable, SortedMap<String, String> missing)
        implements Iterable<ModuleFactory> {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    /** These modules, without those whose declarations fail, or claim a name or function of others. */
    public static ModuleCatalog of(Iterable<ModuleFactory> found, Set<String> reservedNames, Set<String> functions) {
        SortedMap<String, String> missing =
                new TreeMap<>(found instanceof ModuleCatalog checked ? checked.missing : Map.of());
        Map<String, ModuleFactory> byName = new LinkedHashMap<>();
        for (ModuleFactory each : found) {
            String name = ModuleLocation.fileName(each.getClass());
            try {
                name = requireName(each.name(), reservedNames);
                if (!FaultOwner.of(name, each.getClass())
                        .equals(FaultOwner.OUTRIDER)) { // those have tests: no work here
                    requireDeclarable(each);
                }
                byName.put(name, each);
            } catch (RuntimeException | Error e) {
                missing.put(name, ModuleLocation.unusable(name, each.getClass(), e));
            }
        }
        Set<String> taken = new HashSet<>(functions);
        Set<String> sections = new HashSet<>(reservedNames);
        sections.addAll(byName.keySet());
        List<ModuleFactory> usable = new ArrayList<>();
        byName.forEach((name, each) -> {
            try {
                Set<String> further = new HashSet<>(each.sections().keySet());
                further.remove(name);
                if (!Collections.disjoint(sections, further)) {
                    throw new IllegalStateException("a section of " + further + " belongs to another module");
                }
                taken.addAll(requireFree(each.signatures(), taken));
                sections.addAll(further);
                usable.add(each);
            } catch (RuntimeException | Error e) {
                missing.put(name, ModuleLocation.unusable(name, each.getClass(), e));
            }
        });
        return new ModuleCatalog(List.copyOf(usable), missing);
    }

    private static String requireName(String name, Set<String> reserved) {
        if (name == null || !NAME.matcher(name).matches() || reserved.contains(name)) {
            throw new IllegalStateException("a module cannot be called '" + name + "'");
        }
        return name;
    }

    private static void requireDeclarable(ModuleFactory factory) {
        factory.sections().values().forEach(ModuleCatalog::requireConstructible);
        factory.signatures().forEach(signature -> Parameter.of(signature.arguments()));
    }

    /** Binds an empty section: only a fault of the record counts, not the refusal of a key that is absent. */
    private static void requireConstructible(Class<? extends Record> settings) {
        try {
            new Binder(Json.mapper()).bind(settings, List.of(), Map.of());
        } catch (Failure e) {
            Throwable cause = Binder.fault(e).orElse(e.getCause());
            if (Binder.fault(e).isPresent() || cause instanceof InvalidDefinitionException) {
                throw new IllegalStateException(
                        "its settings class " + settings.getSimpleName() + " failed: " + ModuleLocation.cause(cause),
                        e);
            }
        }
    }

    private static Set<String> requireFree(List<Signature<?>> signatures, Set<String> taken) {
        Set<String> own = new HashSet<>();
        for (Signature<?> each : signatures) {
            if (taken.contains(each.name()) || !own.add(each.name())) {
                throw new IllegalStateException("two functions are called " + each.name());
            }
        }
        return own;
    }

    @Override
    public Iterator<ModuleFactory> iterator() {
        return usable.iterator();
    }

    public List<String> problems() {
        return List.copyOf(missing.values());
    }

    /** Health of the missing modules, which have a problem and nothing else. */
    public Map<String, Health> health() {
        Map<String, Health> health = new LinkedHashMap<>();
        missing.forEach((name, why) -> health.put(name, new Health(Map.of(), List.of(), List.of(why))));
        return health;
    }
}
