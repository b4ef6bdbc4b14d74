package io.outrider.agent.vehicle.state;

import io.outrider.agent.commands.JobErrors;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.VehicleErrors;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Subject of a failed query. */
record FailedQuery(ReadingKind kind, boolean isForVehicle) {
    /** Failures in which the vehicle has answered. */
    private static final Set<ErrorCode> ANSWERS = Set.of(
            VehicleErrors.NEGATIVE_RESPONSE,
            VehicleErrors.UNEXPECTED_ANSWER,
            VehicleErrors.BROKEN_ANSWER,
            VehicleErrors.FORMULA_FAILED);

    /** Codes of queries that the settings forbid: [jobs] allow and deny, or [cmd]. */
    private static final Set<ErrorCode> FORBIDDEN = Set.of(JobErrors.DENIED, AgentErrors.CMD_DISABLED);

    static FailedQuery of(String function, List<Object> arg) {
        if (function.startsWith("gnss.") || function.startsWith("track")) {
            return new FailedQuery(ReadingKind.POSITION, false);
        }
        if (!function.startsWith("obd.")) {
            return new FailedQuery(ReadingKind.OTHER, false);
        }
        String name = arg.isEmpty() ? "" : String.valueOf(arg.get(0)).toLowerCase(Locale.ROOT);
        if (name.contains("motor")) {
            return new FailedQuery(ReadingKind.MOTOR, true);
        }
        return switch (name) {
            case "rpm" -> new FailedQuery(ReadingKind.ENGINE, true);
            case "speed" -> new FailedQuery(ReadingKind.SPEED, true);
            case "control_module_voltage" -> new FailedQuery(ReadingKind.BATTERY, true);
            default -> new FailedQuery(ReadingKind.OTHER, true);
        };
    }

    static boolean isAnswer(Failure failure) {
        return ANSWERS.contains(failure.errorCode());
    }

    /** Whether the query was not sent because the bus is silent. */
    static boolean isBusPaused(Failure failure) {
        return failure.is(VehicleErrors.BUS_PAUSED);
    }

    /** True if the query was sent without an answer. */
    static boolean isMiss(Failure failure) {
        return !isAnswer(failure) && !failure.is(VehicleErrors.NOT_SUPPORTED);
    }

    /** True if it reflects the vehicle's state; invalid arguments, internal errors and forbidden calls do not. */
    static boolean concernsVehicle(Failure failure) {
        return !FORBIDDEN.contains(failure.errorCode())
                && (failure.actor() == Failure.Actor.VEHICLE || failure.actor() == Failure.Actor.OPERATOR);
    }
}
