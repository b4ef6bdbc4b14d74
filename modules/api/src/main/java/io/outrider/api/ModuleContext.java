package io.outrider.api;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** What a module is given of the world; nothing else is reached for. */
public interface ModuleContext {
    /** For stamps only; it may jump. */
    Clock clock();

    /** For everything that measures; its zero means nothing. */
    Ticker ticker();

    /**
     * Names the present boot of the machine: another one after each start of it, the same for all processes in between.
     * Where what belongs to one boot is kept, it tells a machine that was just given power from a daemon that was restarted.
     */
    String boot();

    /** A directory of the module's own that outlives restarts. It is made by whoever first writes to it. */
    Path data();

    /**
     * The module's section of the settings as a record; what is absent is null there.
     *
     * @throws Failure naming the key, its value and what is allowed
     */
    <S extends Record> S settings(Class<S> shape) throws Failure;

    /** The states of all modules, by name. For calls, not for opening: then other modules may not be there yet. */
    SortedMap<String, State> states();

    /**
     * Binds the arguments of a call that came inside another one's, as {@link Function#arguments} are.
     *
     * @throws Failure naming the argument that is wrong, missing or unknown
     */
    <A extends Record> A arguments(Class<A> shape, List<?> positional, Map<String, ?> keywords) throws Failure;
}
