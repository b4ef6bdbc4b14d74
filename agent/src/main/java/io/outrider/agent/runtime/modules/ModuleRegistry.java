package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.ModuleFunctions;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Check;
import io.outrider.api.Failure;
import io.outrider.api.FaultOwner;
import io.outrider.api.Health;
import io.outrider.api.ModuleFactory;
import io.outrider.api.State;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registry of the open modules and the table of their functions. Any thread. */
public final class ModuleRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleRegistry.class);

    private final Binder binder = new Binder(Json.mapper());
    private final Path data;
    private final Clock clock;
    private final Ticker ticker;
    private OpenContext.Shared shared; // set before any module is opened
    private final Map<String, ModuleFactory> factories = new LinkedHashMap<>();

    /** By name of the factory. Replaced as a whole, so that readers see a consistent state. */
    private volatile Map<String, OpenModule> modules = Map.of();

    private volatile Functions functions = new Functions(binder, List.<ModuleFunctions>of());
    private final Map<String, BoundSettings> inForce = new LinkedHashMap<>(); // by module; guarded by this
    private boolean closed; // guarded by this

    /** By module, the reason why its current settings are not in force. Replaced as a whole. */
    private volatile Map<String, String> refused = Map.of();

    /** @param data parent of the modules' data directories */
    public ModuleRegistry(Path data, Clock clock, Ticker ticker) {
        this.data = data;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** A registry with these modules only, opened with their sections of these settings, without a daemon. */
    public ModuleRegistry(Iterable<ModuleFactory> factories, Settings settings, Path data, Clock clock, Ticker ticker)
            throws Failure {
        this(data, clock, ticker);
        Map<String, Class<? extends Record>> shapes = new TreeMap<>();
        factories.forEach(factory -> shapes.putAll(factory.sections()));
        open(factories, new SettingsSchema(shapes).validate(settings), "");
    }

    /**
     * Opens the modules of a process without a daemon.
     *
     * @param unit id of the unit; empty if there is none
     * @throws Failure if a module rejects its settings; all are closed. A module with a fault is missing
     */
    public void open(Iterable<ModuleFactory> all, BoundSettings settings, String unit) throws Failure {
        Failure rejection = openAll(all, settings, ModulePorts.standalone(this::functions, unit, ticker));
        if (rejection != null) {
            close();
            throw rejection;
        }
        problems().forEach(LOG::error);
    }

    /**
     * Opens the modules; of two with the same name, the latter. Called once. A module that does not open is missing, which
     * {@link #health()} reports; each reload tries it again.
     */
    public void open(Iterable<ModuleFactory> all, BoundSettings settings, ModulePorts ports) {
        openAll(all, settings, ports);
        problems().forEach(LOG::error);
    }

    /** @return first rejection of settings; null if there is none */
    private synchronized Failure openAll(Iterable<ModuleFactory> all, BoundSettings settings, ModulePorts ports) {
        shared = new OpenContext.Shared(binder, data, clock, ticker, ports, this::states);
        all.forEach(factory -> factories.put(factory.name(), factory));
        Failure rejection = null;
        Map<String, String> problems = new TreeMap<>();
        for (Map.Entry<String, ModuleFactory> each : factories.entrySet()) {
            try {
                open(each.getKey(), each.getValue(), settings);
            } catch (Failure | RuntimeException | Error e) {
                problems.put(each.getKey(), missing(each.getKey(), each.getValue(), e));
                rejection = rejection == null && e instanceof Failure failure ? failure : rejection;
            }
        }
        functions = table();
        refused = Map.copyOf(problems);
        return rejection;
    }

    private static String missing(String name, ModuleFactory factory, Throwable why) {
        return "[" + name + "] of " + ModuleLocation.of(factory.getClass()) + " does not open ("
                + message(factory, name, why) + "), and outrider does without it; "
                + (why instanceof Failure
                        ? "correct it and run outrider reload"
                        : "repair the jar, then restart outrider");
    }

    /** Names of the modules' settings sections. */
    public Set<String> sections() {
        Set<String> names = new TreeSet<>();
        factories.values().forEach(each -> names.addAll(each.sections().keySet()));
        return names;
    }

    /**
     * Reopens the modules of the given sections, and those whose settings were refused before. A module that rejects its new
     * settings is reopened with its old ones, which {@link #health()} reports until a reload succeeds.
     *
     * @throws Failure if modules rejected their settings; the others have their new ones
     */
    public synchronized void apply(BoundSettings newer, Set<String> changed) throws Failure {
        if (closed) {
            throw new Failure(Failure.Actor.AGENT, AgentErrors.STOPPING, "outrider is being stopped");
        }
        Set<String> names = new TreeSet<>(refused.keySet());
        factories.forEach((name, factory) -> {
            if (!Collections.disjoint(factory.sections().keySet(), changed)) {
                names.add(name);
            }
        });
        names.retainAll(factories.keySet());
        Map<String, String> problems = new TreeMap<>();
        for (String name : names) {
            ModuleFactory factory = factories.get(name);
            if (modules.containsKey(name)) {
                modules.get(name).close(); // first, as both may use the same device
            }
            try {
                open(name, factory, newer);
            } catch (Failure | RuntimeException | Error e) {
                problems.put(name, asBefore(name, factory, e));
            }
        }
        functions = table();
        refused = Map.copyOf(problems);
        if (!problems.isEmpty()) {
            String all = String.join("\n", problems.values());
            LOG.error("{}", all);
            throw new Failure(AgentErrors.BAD_SETTING, all);
        }
    }

    private String asBefore(String name, ModuleFactory factory, Throwable why) {
        if (!inForce.containsKey(name)) {
            return missing(name, factory, why);
        }
        String sentence = "[" + name + "] does not open with its new settings (" + message(factory, name, why) + ")";
        try {
            open(name, factory, inForce.get(name));
            return sentence + " and goes on with the old; correct them and run outrider reload";
        } catch (Failure | RuntimeException | Error e) {
            return sentence + ", nor with the old (" + message(factory, name, e)
                    + "), and does not work; correct them and run outrider reload";
        }
    }

    private static String message(ModuleFactory factory, String module, Throwable e) {
        if (e instanceof Failure) {
            return e.getMessage();
        }
        FaultOwner owner = FaultOwner.of(module, factory.getClass());
        LOG.error("internal error while opening module {}{}", module, owner.logSuffix(), e);
        return owner.sentence() + "; cause: " + ModuleLocation.cause(e);
    }

    private Functions table() {
        return new Functions(
                binder, modules.values().stream().map(OpenModule::functions).toList());
    }

    private void open(String name, ModuleFactory factory, BoundSettings with) throws Failure {
        OpenContext context = new OpenContext(name, with, shared);
        OpenModule module;
        try {
            module = new OpenModule(name, factory.open(context), context);
        } catch (Failure | RuntimeException | Error e) {
            context.close();
            throw e;
        }
        try {
            module.requireDeclared(factory);
        } catch (RuntimeException | Error e) {
            module.close();
            throw e;
        }
        replace(name, module);
        inForce.put(name, with);
    }

    private void replace(String name, OpenModule module) {
        Map<String, OpenModule> all = new LinkedHashMap<>(modules);
        all.put(name, module);
        modules = all;
    }

    /** The current functions; a reload replaces the table. */
    public Functions functions() {
        return functions;
    }

    /** States for {@code state.sls}, by name. */
    public SortedMap<String, State> states() {
        SortedMap<String, State> byName = new TreeMap<>();
        for (OpenModule each : modules.values()) {
            each.states().forEach(state -> byName.put(state.name(), state));
        }
        return byName;
    }

    /** Checks of the open modules, by name of the module. */
    public Map<String, List<Check>> checks() {
        Map<String, List<Check>> all = new LinkedHashMap<>();
        modules.forEach((name, module) -> all.put(name, module.checks()));
        all.values().removeIf(List::isEmpty);
        return all;
    }

    /** Why modules are missing, or not open with their current settings; one sentence each. */
    public List<String> problems() {
        return List.copyOf(refused.values());
    }

    /** Health of the modules by name; those without health are absent. */
    public Map<String, Health> health() {
        Map<String, Health> all = new LinkedHashMap<>();
        modules.forEach((name, module) -> all.put(name, module.health()));
        refused.keySet().forEach(name -> all.putIfAbsent(name, Health.NOTHING));
        all.replaceAll(this::withProblems);
        all.values().removeIf(Health.NOTHING::equals);
        return all;
    }

    private Health withProblems(String name, Health health) {
        List<String> problems = new ArrayList<>(health.problems());
        Optional.ofNullable(refused.get(name)).ifPresent(problems::add);
        shared.ports().inhibitions().problem(name).ifPresent(problems::add);
        shared.ports().periodic().problem(name).ifPresent(problems::add);
        return new Health(health.facts(), health.metrics(), problems);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        List.copyOf(modules.values()).forEach(OpenModule::close);
    }
}
