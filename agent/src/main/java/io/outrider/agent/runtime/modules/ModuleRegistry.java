package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Failure;
import io.outrider.api.FaultText;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.Module;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.api.State;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private volatile Functions functions = new Functions(binder, List.of());
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
        factories.forEach(factory -> shapes.put(factory.name(), factory.settings()));
        open(factories, new SettingsSchema(shapes).validate(settings));
    }

    /** Opens the modules of a process without a daemon; see {@link #open(Iterable, BoundSettings, ModulePorts)}. */
    public void open(Iterable<ModuleFactory> all, BoundSettings settings) throws Failure {
        open(all, settings, ModulePorts.standalone(this::functions, ticker));
    }

    /**
     * Opens the modules; of two with the same name, the latter. Called once.
     *
     * @throws Failure if a module rejects its settings; modules opened before are closed
     */
    public void open(Iterable<ModuleFactory> all, BoundSettings settings, ModulePorts ports) throws Failure {
        shared = new OpenContext.Shared(binder, data, clock, ticker, ports, this::states);
        all.forEach(factory -> factories.put(factory.name(), factory));
        try {
            for (ModuleFactory factory : factories.values()) {
                replace(factory.name(), open(factory, settings));
                inForce.put(factory.name(), settings);
            }
            functions = table();
        } catch (Failure | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Names of the modules, which are those of their settings sections. */
    public Set<String> sections() {
        return factories.keySet();
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
        Set<String> names = new TreeSet<>(changed);
        names.addAll(refused.keySet());
        names.retainAll(factories.keySet());
        Map<String, String> problems = new TreeMap<>();
        for (String name : names) {
            modules.get(name).close(); // first, as both may use the same device
            try {
                replace(name, open(factories.get(name), newer));
                inForce.put(name, newer);
            } catch (Failure | RuntimeException e) {
                problems.put(name, asBefore(name, e));
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

    private String asBefore(String name, Exception why) {
        String sentence = "[" + name + "] does not open with its new settings (" + message(name, why) + ")";
        try {
            replace(name, open(factories.get(name), inForce.get(name)));
            return sentence + " and goes on with the old; correct them and run outrider reload";
        } catch (Failure | RuntimeException e) {
            return sentence + ", nor with the old (" + message(name, e)
                    + "), and does not work; correct them and run outrider reload";
        }
    }

    private static String message(String module, Exception e) {
        if (e instanceof Failure) {
            return e.getMessage();
        }
        LOG.error("internal error while opening module {}" + FaultText.LOG_SUFFIX, module, e);
        return FaultText.SENTENCE;
    }

    private Functions table() {
        return new Functions(
                binder, modules.values().stream().map(OpenModule::module).toList());
    }

    private OpenModule open(ModuleFactory factory, BoundSettings with) throws Failure {
        OpenContext context = new OpenContext(factory.name(), with, shared);
        try {
            return new OpenModule(asDeclared(factory, factory.open(context)), context);
        } catch (Failure | RuntimeException e) {
            context.close();
            throw e;
        }
    }

    private static Module asDeclared(ModuleFactory factory, Module module) {
        List<Signature<?>> opened = module.functions().stream()
                .<Signature<?>>map(Function::signature)
                .toList();
        if (opened.size() != factory.signatures().size() || !opened.containsAll(factory.signatures())) {
            module.close();
            throw new IllegalStateException(
                    "module " + factory.name() + " has other functions than its factory declares");
        }
        return module;
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
            each.module().states().forEach(state -> byName.put(state.name(), state));
        }
        return byName;
    }

    /** Health of the modules by name; those without health are absent. */
    public Map<String, Health> health() {
        Map<String, Health> all = new LinkedHashMap<>();
        modules.forEach((name, module) -> all.put(name, module.module().health()));
        refused.forEach((name, why) -> all.computeIfPresent(name, (same, health) -> {
            List<String> problems = new ArrayList<>(health.problems());
            problems.add(why);
            return new Health(health.facts(), health.metrics(), problems);
        }));
        all.values().removeIf(Health.NOTHING::equals);
        return all;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        List.copyOf(modules.values()).forEach(OpenModule::close);
    }

    private record OpenModule(Module module, OpenContext context) implements AutoCloseable {
        /** Ends the registrations first: no listener and no task of the module runs while it is closed. */
        @Override
        public void close() {
            context.close();
            module.close();
        }
    }
}
