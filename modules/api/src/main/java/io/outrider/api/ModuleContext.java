package io.outrider.api;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Context that the daemon gives to a module; a module uses nothing else of the daemon. */
public interface ModuleContext {
    /** Wall clock, for timestamps only; it may jump. */
    Clock clock();

    /** Monotonic clock, for durations; its zero is arbitrary. */
    Ticker ticker();

    /**
     * Id of the machine's present boot, the same for all processes between two boots. With it a module distinguishes a
     * power-on from a restart of the daemon.
     */
    String boot();

    /** Id of the unit in the fleet; empty if it has none. */
    String unit();

    /** Directory of the module that survives restarts; created by its first writer. */
    Path data();

    /**
     * The module's section of the settings as a record; absent keys are null.
     *
     * @throws Failure naming the key, its value and what is allowed
     */
    <S extends Record> S settings(Class<S> shape) throws Failure;

    /**
     * Another section of the module's, which {@link ModuleFactory#sections} declares, as a record.
     *
     * @throws Failure as {@link #settings(Class)}
     */
    <S extends Record> S settings(String section, Class<S> shape) throws Failure;

    /** Events of the unit and the vehicle. */
    Events events();

    /** Conditions of the vehicle. For use after the factory has returned: until then none holds. */
    Conditions conditions();

    /** Caller of other functions. For use after the factory has returned. */
    FunctionCaller caller();

    /** Inhibitors of sleep and polling. */
    Inhibitors inhibitors();

    /** Access of other programs to the local API. For use after the factory has returned. */
    LocalApiAccess localApi();

    /**
     * Registers a part of the desired document until the module is closed. A document in force is applied to it.
     *
     * @return request for a new report to the fleet, after a change of {@link DesiredPart#report}; any thread, does not block.
     *     Requests within a second are merged, and an unchanged report is not sent
     * @throws IllegalStateException if another part has one of its members
     */
    Runnable desired(DesiredPart part);

    /**
     * Runs a task at intervals until the module is closed, on a thread that the tasks of all modules share.
     *
     * @param task takes milliseconds, as a longer one delays those of other modules; an exception is logged, and the task is
     *     run again
     */
    void every(Duration interval, Runnable task);

    /** States of all modules, by name. Complete only after all modules are open: not for use in the factory. */
    SortedMap<String, State> states();

    /**
     * Binds the arguments of a nested call to a record, by the rules of {@link Function#arguments}.
     *
     * @throws Failure naming the argument that is wrong, missing or unknown
     */
    <A extends Record> A arguments(Class<A> shape, List<?> positional, Map<String, ?> keywords) throws Failure;
}
