package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.Registration;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Call;
import io.outrider.api.Conditions;
import io.outrider.api.Events;
import io.outrider.api.FunctionCaller;
import io.outrider.api.LocalApiAccess;
import io.outrider.api.Outcome;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Ports that modules use through their context; each registration lasts until it is closed. Any thread. */
public record ModulePorts(
        BiConsumer<String, Map<String, Object>> publish,
        Function<Events.Listener, Registration> listen,
        TaskSchedule periodic,
        Inhibitions inhibitions,
        DesiredParts desired,
        Conditions conditions,
        FunctionCaller caller,
        String unit,
        LocalApiAccess localApi) {
    private static final LocalApiAccess NO_LOCAL_API = new LocalApiAccess() {
        @Override
        public String address() {
            return null;
        }

        @Override
        public Path socketFolder() {
            return null;
        }

        @Override
        public String token(String client) {
            throw new IllegalStateException("there is no local API without a daemon");
        }
    };

    @FunctionalInterface
    interface TaskSchedule {
        Registration every(String module, Duration interval, Runnable task);

        /** Problem with the tasks of a module. */
        default Optional<String> problem(String module) {
            return Optional.empty();
        }
    }

    public static ModulePorts of(
            EventBus events,
            ModuleTasks tasks,
            Inhibitions inhibitions,
            DesiredParts desired,
            Conditions vehicle,
            FunctionCaller jobs,
            String unit,
            LocalApiAccess localApi) {
        return new ModulePorts(
                events::publish,
                listener -> events.listen(event -> listener.event(event.tag(), event.data())),
                tasks,
                inhibitions,
                desired,
                vehicle,
                jobs,
                unit,
                localApi);
    }

    /**
     * Ports without a daemon: no events, no tasks, no local API; calls run in the process; nothing is known of the vehicle, so that only
     * negated conditions hold.
     */
    static ModulePorts standalone(Supplier<Functions> functions, String unit, Ticker ticker) {
        Registration none = () -> {};
        return new ModulePorts(
                (tag, data) -> {},
                listener -> none,
                (module, interval, task) -> none,
                new Inhibitions(ticker),
                new DesiredParts(),
                when -> when.stream().allMatch(each -> each.strip().startsWith("not ")),
                (function, arg, kwarg) -> {
                    Object value = functions.get().prepare(function, arg, kwarg).run(Call.detached());
                    return Json.mapper()
                            .convertValue(value instanceof Outcome part ? part.value() : value, Object.class);
                },
                unit,
                NO_LOCAL_API);
    }
}
