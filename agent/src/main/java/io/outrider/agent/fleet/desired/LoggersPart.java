package io.outrider.agent.fleet.desired;

import java.util.List;

/** Who runs the loggers that the service wants. */
@FunctionalInterface
public interface LoggersPart {
    /**
     * Takes these instead of those before. On the thread that calls {@link DesiredState#accept}.
     *
     * @param loggers as the document has them, of JSON's kinds, also those that are no objects; empty if the service wants
     *     none of its own
     */
    Outcome apply(List<?> loggers);

    /** @param applied how many run as wanted */
    record Outcome(int applied, List<Refused> refused) {
        public Outcome {
            refused = List.copyOf(refused);
        }
    }

    /**
     * One that does not run.
     *
     * @param index in the document's list, from 0
     * @param name empty if it has none
     * @param why a sentence that says what to do
     */
    record Refused(int index, String name, String why) {}
}
