package io.outrider.agent.fleet.desired;

import java.util.List;

/** Loggers part of the desired document. */
@FunctionalInterface
public interface LoggersPart {
    /**
     * Replaces the loggers of the last document. Called on the thread of {@link DesiredState#accept}.
     *
     * @param loggers JSON values of the document, also non-objects; empty if the service wants no loggers
     */
    Outcome apply(List<?> loggers);

    /** @param applied number of loggers in force */
    record Outcome(int applied, List<Refused> refused) {
        public Outcome {
            refused = List.copyOf(refused);
        }
    }

    /**
     * Refused logger.
     *
     * @param index in the document's list, from 0
     * @param name empty if absent
     * @param why sentence that says what to do
     */
    record Refused(int index, String name, String why) {}
}
