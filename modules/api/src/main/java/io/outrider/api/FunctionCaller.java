package io.outrider.api;

import java.util.List;
import java.util.Map;

/** Caller of functions by name, under the permissions, limits and time limit of a local job. Any thread. */
public interface FunctionCaller {
    /**
     * Calls a function and waits for its result.
     *
     * @return JSON value: a map, list, text, number, boolean or null
     * @throws Failure of the function, or because the call is not allowed
     * @throws InterruptedException if the caller is interrupted; the call is cancelled
     */
    Object call(String function, List<?> arg, Map<String, ?> kwarg) throws Failure, InterruptedException;
}
