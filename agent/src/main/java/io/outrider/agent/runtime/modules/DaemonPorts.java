package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.Registration;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.api.Conditions;
import io.outrider.api.DesiredPart;
import io.outrider.api.Events;
import io.outrider.api.FunctionCaller;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** Ports of the modules of a daemon. Any thread. */
public final class DaemonPorts implements ModulePorts {
    private final EventBus events;
    private final PeriodicTasks tasks;
    private final Inhibitions inhibitions;
    private final DesiredParts desired;
    private final Conditions vehicle;
    private final FunctionCaller jobs;

    public DaemonPorts(
            EventBus events,
            PeriodicTasks tasks,
            Inhibitions inhibitions,
            DesiredParts desired,
            Conditions vehicle,
            FunctionCaller jobs) {
        this.events = events;
        this.tasks = tasks;
        this.inhibitions = inhibitions;
        this.desired = desired;
        this.vehicle = vehicle;
        this.jobs = jobs;
    }

    @Override
    public void publish(String tag, Map<String, Object> data) {
        events.publish(tag, data);
    }

    @Override
    public Registration listen(Events.Listener listener) {
        Consumer<Event> each = event -> listener.event(event.tag(), event.data());
        events.listen(each);
        return () -> events.stopListening(each);
    }

    @Override
    public Conditions conditions() {
        return vehicle;
    }

    @Override
    public FunctionCaller caller() {
        return jobs;
    }

    @Override
    public Inhibitions inhibitions() {
        return inhibitions;
    }

    /** Parts of the desired document that modules answer for. */
    public DesiredParts desired() {
        return desired;
    }

    @Override
    public Registration desired(DesiredPart part) {
        return desired.add(part);
    }

    @Override
    public Registration every(Duration interval, Runnable task) {
        return tasks.every(interval, task);
    }
}
