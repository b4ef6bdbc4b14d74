package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.process.BootId;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.State;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything the unit can do: opens the modules and puts their functions into one table. Any thread. */
public final class ModuleRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleRegistry.class);

    private final Binder binder = new Binder(Json.mapper());
    private final Path data;
    private final Clock clock;
    private final Ticker ticker;
    private final Map<String, ModuleFactory> factories = new LinkedHashMap<>();

    /** By the name of their factory. Replaced whole, so that who reads it sees one moment. */
    private volatile Map<String, Module> modules = Map.of();

    private volatile Functions functions;
    private final Map<String, Settings> inForce = new LinkedHashMap<>(); // by module; guarded by this
    private boolean closed; // guarded by this

    /** By module, why its present settings are not in force. Replaced whole. */
    private volatile Map<String, String> refused = Map.of();

    /**
     * Opens a module from each factory.
     *
     * @param settings of these modules and no other sections
     * @param data the directory in which each module gets one of its own
     * @throws Failure if the settings or the directory cannot be used; what was opened is closed again
     */
    public ModuleRegistry(Iterable<ModuleFactory> factories, Settings settings, Path data, Clock clock, Ticker ticker)
            throws Failure {
        this.data = data;
        this.clock = clock;
        this.ticker = ticker;
        factories.forEach(factory -> this.factories.put(factory.name(), factory));
        try {
            Map<String, Class<? extends Record>> shapes = new TreeMap<>();
            factories.forEach(factory -> shapes.put(factory.name(), factory.settings()));
            new SettingsSchema(shapes).validate(settings);
            for (ModuleFactory factory : this.factories.values()) {
                replace(factory.name(), open(factory, settings));
                inForce.put(factory.name(), settings);
            }
            functions = new Functions(binder, modules.values());
        } catch (Failure | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Opens the modules of the given sections again, with other settings, and those that were refused theirs before. A
     * module that cannot be opened with them is opened as before, and {@link #health()} tells until it can be.
     *
     * @throws Failure why some could not be opened; the others have their new settings
     */
    public synchronized void apply(Settings newer, Set<String> changed) throws Failure {
        if (closed) {
            throw new Failure(Failure.Actor.AGENT, "STOPPING", "outrider is being stopped");
        }
        Set<String> names = new TreeSet<>(changed);
        names.addAll(refused.keySet());
        names.retainAll(factories.keySet());
        Map<String, String> problems = new TreeMap<>();
        for (String name : names) {
            modules.get(name).close(); // first: both may want the same device
            try {
                replace(name, open(factories.get(name), newer));
                inForce.put(name, newer);
            } catch (Failure | RuntimeException e) {
                problems.put(name, asBefore(name, e));
            }
        }
        functions = new Functions(binder, modules.values());
        refused = Map.copyOf(problems);
        if (!problems.isEmpty()) {
            String all = String.join("\n", problems.values());
            LOG.error("{}", all);
            throw new Failure(Failure.Actor.OPERATOR, "BAD_SETTING", all);
        }
    }

    private String asBefore(String name, Exception why) {
        String sentence = "[" + name + "] does not open with its new settings (" + words(why) + ")";
        try {
            replace(name, open(factories.get(name), inForce.get(name)));
            return sentence + " and goes on with the old; correct them and run outrider reload";
        } catch (Failure | RuntimeException e) {
            return sentence + ", nor with the old (" + words(e)
                    + "), and does not work; correct them and run outrider reload";
        }
    }

    private static String words(Exception e) {
        if (e instanceof Failure) {
            return e.getMessage();
        }
        LOG.error("a module does not open, which is a fault in outrider; please report it", e);
        return "a fault in outrider; please report it with what the log has of it";
    }

    private Module open(ModuleFactory factory, Settings with) throws Failure {
        return factory.open(new World(factory.name(), with, binder, data, clock, ticker, this::states));
    }

    private void replace(String name, Module module) {
        Map<String, Module> all = new LinkedHashMap<>(modules);
        all.put(name, module);
        modules = all;
    }

    /** The functions as they are now; a change of settings makes another table. */
    public Functions functions() {
        return functions;
    }

    /** Why nobody but a person should call a module's functions now; see {@link Module#pollingBlocked(boolean)}. */
    public Optional<String> unwelcome(String module, boolean inUse) {
        Module asked = modules.get(module);
        return asked == null ? Optional.empty() : asked.pollingBlocked(inUse);
    }

    /** What {@code state.sls} can run, by name. */
    public SortedMap<String, State> states() {
        SortedMap<String, State> byName = new TreeMap<>();
        for (Module module : modules.values()) {
            module.states().forEach(state -> byName.put(state.name(), state));
        }
        return byName;
    }

    /** How one module is, which need not be there. */
    public Health health(String module) {
        Module asked = modules.get(module);
        return asked == null ? Health.NOTHING : asked.health();
    }

    /** How the modules are, by name; those that have nothing to tell are left out. */
    public Map<String, Health> health() {
        Map<String, Health> all = new LinkedHashMap<>();
        modules.forEach((name, module) -> all.put(name, module.health()));
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
        closed = true;
        List.copyOf(modules.values()).forEach(Module::close);
    }

    /** What a module is given. */
    private record World(
            String module,
            Settings settings,
            Binder binder,
            Path root,
            Clock clock,
            Ticker ticker,
            Supplier<SortedMap<String, State>> known)
            implements ModuleContext {
        @Override
        public SortedMap<String, State> states() {
            return known.get();
        }

        @Override
        public String boot() {
            return BootId.id();
        }

        @Override
        public Path data() {
            return root.resolve(module);
        }

        @Override
        public <S extends Record> S settings(Class<S> shape) throws Failure {
            return settings.section(module, shape);
        }

        @Override
        public <A extends Record> A arguments(Class<A> shape, List<?> positional, Map<String, ?> keywords)
                throws Failure {
            return binder.bind(shape, positional, keywords);
        }
    }
}
