package io.outrider.agent.desired;

import java.util.List;
import java.util.Map;

/** Who runs the loggers that the service wants. */
@FunctionalInterface
public interface Loggers {
    /**
     * Takes these instead of those before. On the thread that calls {@link Desired#accept}.
     *
     * @param loggers as the document has them, of JSON's kinds; empty if the service wants none of its own
     */
    Outcome apply(List<Map<String, Object>> loggers);

    /** @param applied how many run as wanted */
    record Outcome(int applied, List<Refused> refused) {
        public Outcome {
            refused = List.copyOf(refused);
        }
    }

    /**
     * One that does not run.
     *
     * @param name as far as it has one
     * @param why a sentence that says what to do
     */
    record Refused(String name, String why) {}
}
