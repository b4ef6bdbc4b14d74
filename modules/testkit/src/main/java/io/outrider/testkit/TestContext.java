package io.outrider.testkit;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.api.CommonErrors;
import io.outrider.api.Conditions;
import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import io.outrider.api.FunctionCaller;
import io.outrider.api.LocalApiAccess;
import io.outrider.api.ModuleContext;
import io.outrider.api.PollingPolicy;
import io.outrider.api.State;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Module context of a test: default settings, no function of another module, and no condition unless the test gives them.
 * It records what the module publishes and registers, and runs periodic tasks only by {@link #runTasks}. Any thread.
 */
public final class TestContext implements ModuleContext {
    public static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    public record Task(Duration interval, Runnable work) {}

    private final RecordedEvents events = new RecordedEvents();
    private final RecordedInhibitors inhibitors = new RecordedInhibitors(this::ticker);
    private final List<Task> tasks = new CopyOnWriteArrayList<>();
    private final Set<String> conditions = ConcurrentHashMap.newKeySet();
    private final SortedMap<String, State> states = new ConcurrentSkipListMap<>();
    private final AtomicInteger reportRequests = new AtomicInteger();
    private volatile DesiredPart desiredPart;
    private volatile Map<String, ?> settings = Map.of();
    private final Map<String, Map<String, ?>> further = new ConcurrentHashMap<>(); // settings by section
    private volatile String unit = "unit-1";
    private volatile LocalApiAccess localApi = localApi("http://127.0.0.1:9000", Path.of("/nowhere"));
    private volatile FunctionCaller caller = (function, arg, kwarg) -> {
        throw new Failure(CommonErrors.NO_SUCH_FUNCTION, "there is no " + function);
    };
    private volatile Path data;
    private volatile String boot = "one boot";
    private volatile Clock clock = Clock.fixed(Instant.parse("2023-08-28T12:22:31.253543Z"), ZoneOffset.UTC);
    private volatile Ticker ticker = Ticker.system();

    public TestContext withData(Path folder) {
        data = folder;
        return this;
    }

    /** @param values the module's section of the settings, by key */
    public TestContext withSettings(Map<String, ?> values) {
        settings = Map.copyOf(values);
        return this;
    }

    /** @param values a further section of the module's, by key */
    public TestContext withSettings(String section, Map<String, ?> values) {
        further.put(section, Map.copyOf(values));
        return this;
    }

    public TestContext withCaller(FunctionCaller other) {
        caller = other;
        return this;
    }

    public TestContext withUnit(String id) {
        unit = id;
        return this;
    }

    /** @param address null: the local API is off */
    public TestContext withLocalApi(String address) {
        return withLocalApi(address, Path.of("/nowhere"));
    }

    public TestContext withLocalApi(String address, Path socketFolder) {
        localApi = localApi(address, socketFolder);
        return this;
    }

    /** Access to a local API that is not there; the token of the client {@code app} is {@code app.0ff1ce}. */
    private static LocalApiAccess localApi(String address, Path socketFolder) {
        return new LocalApiAccess() {
            @Override
            public String address() {
                return address;
            }

            @Override
            public Path socketFolder() {
                return address == null ? null : socketFolder;
            }

            @Override
            public String token(String client) {
                return client + ".0ff1ce";
            }
        };
    }

    public TestContext withBoot(String id) {
        boot = id;
        return this;
    }

    public TestContext withClock(Clock other) {
        clock = other;
        return this;
    }

    public TestContext withTicker(Ticker other) {
        ticker = other;
        return this;
    }

    public TestContext withState(State state) {
        states.put(state.name(), state);
        return this;
    }

    public void setCondition(String condition, boolean holds) {
        if (holds) {
            conditions.add(condition);
        } else {
            conditions.remove(condition);
        }
    }

    public void runTasks() {
        tasks.forEach(each -> each.work().run());
    }

    public List<Task> tasks() {
        return List.copyOf(tasks);
    }

    @Override
    public RecordedEvents events() {
        return events;
    }

    @Override
    public RecordedInhibitors inhibitors() {
        return inhibitors;
    }

    public PollingPolicy pollingPolicy() {
        return inhibitors.policy();
    }

    @Override
    public Conditions conditions() {
        return when -> when.stream()
                .allMatch(each -> each.startsWith("not ")
                        ? !conditions.contains(each.substring("not ".length()))
                        : conditions.contains(each));
    }

    @Override
    public FunctionCaller caller() {
        return caller;
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    public LocalApiAccess localApi() {
        return localApi;
    }

    @Override
    public Runnable desired(DesiredPart part) {
        desiredPart = part;
        return reportRequests::incrementAndGet;
    }

    /** The part of the desired document that the module has registered last; null if there is none. */
    public DesiredPart desiredPart() {
        return desiredPart;
    }

    /** Number of requests for a new report. */
    public int reportRequests() {
        return reportRequests.get();
    }

    @Override
    public void every(Duration interval, Runnable task) {
        tasks.add(new Task(interval, task));
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public Ticker ticker() {
        return ticker;
    }

    @Override
    public String boot() {
        return boot;
    }

    @Override
    public Path data() {
        if (data == null) {
            throw new AssertionError("the test has no folder for the module");
        }
        return data;
    }

    @Override
    public SortedMap<String, State> states() {
        return new TreeMap<>(states);
    }

    @Override
    public <S extends Record> S settings(Class<S> shape) throws Failure {
        return bind(shape, settings);
    }

    @Override
    public <S extends Record> S settings(String section, Class<S> shape) throws Failure {
        return bind(shape, further.getOrDefault(section, Map.of()));
    }

    @Override
    public <A extends Record> A arguments(Class<A> shape, List<?> positional, Map<String, ?> keywords) throws Failure {
        Map<String, Object> values = new HashMap<>(keywords);
        List<String> names = new ArrayList<>();
        for (var component : shape.getRecordComponents()) {
            names.add(component.getName());
        }
        for (int i = 0; i < positional.size(); i++) {
            values.put(names.get(i), positional.get(i));
        }
        return bind(shape, values);
    }

    private static <R extends Record> R bind(Class<R> shape, Map<String, ?> values) throws Failure {
        try {
            return MAPPER.convertValue(values, shape);
        } catch (IllegalArgumentException e) {
            Throwable cause = e.getCause() instanceof JsonMappingException invalid && invalid.getCause() != null
                    ? invalid.getCause()
                    : e;
            throw new Failure(CommonErrors.BAD_ARGUMENT, cause.getMessage(), e);
        }
    }
}
