package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.Registration;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.process.BootId;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.api.Conditions;
import io.outrider.api.DesiredPart;
import io.outrider.api.Events;
import io.outrider.api.Failure;
import io.outrider.api.FunctionCaller;
import io.outrider.api.Inhibitors;
import io.outrider.api.LocalApiAccess;
import io.outrider.api.ModuleContext;
import io.outrider.api.PollingPolicy;
import io.outrider.api.State;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;

/** Context of one module from its opening to its closing, which ends all its registrations. Any thread. */
final class OpenContext implements ModuleContext, AutoCloseable {
    record Shared(
            Binder binder,
            Path root,
            Clock clock,
            Ticker ticker,
            ModulePorts ports,
            Supplier<SortedMap<String, State>> states) {}

    private final String module;
    private final BoundSettings settings;
    private final Shared shared;
    private final List<Registration> registrations = new ArrayList<>(); // guarded by this
    private volatile boolean closed;

    OpenContext(String module, BoundSettings settings, Shared shared) {
        this.module = module;
        this.settings = settings;
        this.shared = shared;
    }

    @Override
    public Clock clock() {
        return shared.clock;
    }

    @Override
    public Ticker ticker() {
        return shared.ticker;
    }

    @Override
    public String boot() {
        return BootId.id();
    }

    @Override
    public Path data() {
        return shared.root.resolve(module);
    }

    @Override
    public <S extends Record> S settings(Class<S> shape) {
        return settings(module, shape);
    }

    @Override
    public <S extends Record> S settings(String section, Class<S> shape) {
        return settings.section(section, shape);
    }

    @Override
    public SortedMap<String, State> states() {
        return shared.states.get();
    }

    @Override
    public <A extends Record> A arguments(Class<A> shape, List<?> positional, Map<String, ?> keywords) throws Failure {
        return shared.binder.bind(shape, positional, keywords);
    }

    @Override
    public Conditions conditions() {
        return shared.ports.conditions();
    }

    @Override
    public FunctionCaller caller() {
        return shared.ports.caller();
    }

    @Override
    public Runnable desired(DesiredPart part) {
        add(() -> shared.ports.desired().add(module, part));
        return () -> unlessClosed(shared.ports.desired()::requestReport);
    }

    @Override
    public String unit() {
        return shared.ports.unit();
    }

    @Override
    public LocalApiAccess localApi() {
        return shared.ports.localApi();
    }

    @Override
    public void every(Duration interval, Runnable task) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("an interval of " + interval);
        }
        add(() -> shared.ports.periodic().every(module, interval, () -> unlessClosed(task)));
    }

    private void unlessClosed(Runnable task) {
        if (!closed) { // a run or a delivery may have begun just before
            task.run();
        }
    }

    /** Registers nothing once closed: a thread of a closed module may go on for a while. */
    private synchronized void add(Supplier<Registration> registration) {
        if (!closed) {
            registrations.add(registration.get());
        }
    }

    @Override
    public Events events() {
        return new Events() {
            @Override
            public void publish(String tag, Map<String, Object> data) {
                shared.ports.publish().accept(tag, data);
            }

            @Override
            public void listen(Listener listener) {
                Listener guarded = new GuardedListener(module, listener);
                add(() -> shared.ports.listen().apply((tag, data) -> unlessClosed(() -> guarded.event(tag, data))));
            }
        };
    }

    @Override
    public Inhibitors inhibitors() {
        return new Inhibitors() {
            @Override
            public Handle inhibit(Activity activity, String reason, Duration expiry) {
                return inhibitUnlessClosed(activity, reason, expiry);
            }

            @Override
            public List<Inhibition> active(Activity activity) {
                return shared.ports.inhibitions().active(activity);
            }

            @Override
            public void polling(PollingPolicy policy) {
                add(() -> shared.ports.inhibitions().polling(module, policy));
            }
        };
    }

    private synchronized Inhibitors.Handle inhibitUnlessClosed(
            Inhibitors.Activity activity, String reason, Duration expiry) {
        return closed ? () -> {} : shared.ports.inhibitions().inhibit(module, activity, reason, expiry);
    }

    @Override
    public synchronized void close() {
        closed = true;
        registrations.forEach(Registration::close);
        registrations.clear();
        shared.ports.inhibitions().end(module);
    }
}
