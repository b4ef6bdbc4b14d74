package io.outrider.agent;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.functions.Binder;
import io.outrider.agent.functions.Functions;
import io.outrider.agent.functions.Json;
import io.outrider.agent.settings.Sections;
import io.outrider.agent.settings.Settings;
import io.outrider.api.Failure;
import io.outrider.api.Module;
import io.outrider.api.ModuleFactory;
import io.outrider.api.State;
import io.outrider.api.Surroundings;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The composition root: opens the modules and puts their functions into one table. */
public final class Agent implements AutoCloseable {
    private final List<Module> modules = new ArrayList<>();
    private final Functions functions;

    /**
     * Opens a module from each factory.
     *
     * @param data the directory in which each module gets one of its own
     * @throws Failure if the settings or the directory cannot be used; what was opened is closed again
     */
    public Agent(Iterable<ModuleFactory> factories, Settings settings, Path data, Clock clock, Ticker ticker)
            throws Failure {
        ObjectMapper mapper = Json.mapper();
        Binder binder = new Binder(mapper);
        try {
            Map<String, Class<? extends Record>> shapes = new TreeMap<>();
            factories.forEach(factory -> shapes.put(factory.name(), factory.settings()));
            new Sections(shapes).validate(settings);
            for (ModuleFactory factory : factories) {
                modules.add(
                        factory.open(new World(factory.name(), settings, binder, data, clock, ticker, this::states)));
            }
            functions = new Functions(binder, modules);
        } catch (Failure | RuntimeException e) {
            close();
            throw e;
        }
    }

    public Functions functions() {
        return functions;
    }

    /** What {@code state.sls} can run, by name. */
    public SortedMap<String, State> states() {
        SortedMap<String, State> byName = new TreeMap<>();
        for (Module module : modules) {
            module.states().forEach(state -> byName.put(state.name(), state));
        }
        return byName;
    }

    @Override
    public void close() {
        modules.forEach(Module::close);
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
            implements Surroundings {
        @Override
        public SortedMap<String, State> states() {
            return known.get();
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
