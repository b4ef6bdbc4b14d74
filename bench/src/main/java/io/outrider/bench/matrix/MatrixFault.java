package io.outrider.bench.matrix;

import java.util.Arrays;
import java.util.Optional;

/** Fault of the matrix, a column of its table. */
enum MatrixFault {
    ERROR("error", Place.BEFORE_CALL, "the engine refuses a request of the step with an error"),
    LOST("lost", Place.AFTER_CALL, "the engine does what the step asks, and its answer is lost"),
    KILLED("killed", Place.BEFORE_CALL, "the agent is killed between its note of the step and the request"),
    KILLED_AFTER("killed+", Place.AFTER_CALL, "the agent is killed between the request and its note of the answer"),
    RESTART("restart", Place.BEFORE_CALL, "the engine is restarted: the step's request fails"),
    ENGINE_KILLED("eng-kill", Place.AFTER_CALL, "the engine is killed after the step's request, and started again"),
    ENGINE_DISK("eng-disk", Place.STEP, "the file system of the engine is full from the step to the run's end"),
    AGENT_DISK("agt-disk", Place.STEP, "the file system of the agent is full from the step to the run's end"),
    REGISTRY("registry", Place.STEP, "the registry is gone from the step to the run's end"),
    CANCEL("cancel", Place.STEP, "the job is cancelled when the step begins"),
    VEHICLE("vehicle", Place.STEP, "the vehicle starts when the step begins; the whole module runs"),
    POWER_CUT("power", Place.BEFORE_CALL, "the power of a virtual machine is cut; with --power-cuts only");

    /** Moment within a step. A step without requests has its begin and its end only. */
    enum Place {
        STEP,
        BEFORE_CALL,
        AFTER_CALL
    }

    private final String text;
    private final Place place;
    private final String description;

    MatrixFault(String text, Place place, String description) {
        this.text = text;
        this.place = place;
        this.description = description;
    }

    String text() {
        return text;
    }

    Place place() {
        return place;
    }

    String description() {
        return description;
    }

    boolean isOfAgent() {
        return this == KILLED || this == KILLED_AFTER;
    }

    /** True if the engine starts all containers anew. */
    boolean isOfEngine() {
        return this == RESTART || this == ENGINE_KILLED || this == ENGINE_DISK || this == POWER_CUT;
    }

    /** False if the fault could not make a difference, or not at this place. */
    boolean applies(MatrixPoint point) {
        return switch (this) {
            case ERROR, LOST -> point.calls() > 0;
            case POWER_CUT -> false;
            case VEHICLE -> !point.text().startsWith(MatrixPoint.POLICY);
            default -> true;
        };
    }

    static Optional<MatrixFault> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }
}
