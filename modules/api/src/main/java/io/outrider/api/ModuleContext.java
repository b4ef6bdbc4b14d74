package io.outrider.api;

import java.nio.file.Path;
import java.time.Clock;
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

    /** Directory of the module that survives restarts; created by its first writer. */
    Path data();

    /**
     * The module's section of the settings as a record; absent keys are null.
     *
     * @throws Failure naming the key, its value and what is allowed
     */
    <S extends Record> S settings(Class<S> shape) throws Failure;

    /** States of all modules, by name. Complete only after all modules are open: not for use in the factory. */
    SortedMap<String, State> states();

    /**
     * Binds the arguments of a nested call to a record, by the rules of {@link Function#arguments}.
     *
     * @throws Failure naming the argument that is wrong, missing or unknown
     */
    <A extends Record> A arguments(Class<A> shape, List<?> positional, Map<String, ?> keywords) throws Failure;
}
