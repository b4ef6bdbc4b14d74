package io.outrider.agent.vehicle.state;

import io.outrider.agent.commands.JobErrors;
import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.VehicleErrors;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Subject of a failed query. */
record FailedQuery(Signal.Kind kind, boolean isForVehicle) {
    /** Failures in which the vehicle has answered. */
    private static final Set<ErrorCode> ANSWERS = Set.of(
            VehicleErrors.NEGATIVE_RESPONSE,
            VehicleErrors.UNEXPECTED_ANSWER,
            VehicleErrors.BROKEN_ANSWER,
            VehicleErrors.FORMULA_FAILED);

    static FailedQuery of(String function, List<Object> arg) {
        if (StandardNames.isOf(StandardNames.SATELLITES, function) || function.startsWith(StandardNames.TRACK)) {
            return new FailedQuery(Signal.Kind.POSITION, false);
        }
        if (!StandardNames.isOf(StandardNames.BUS, function)) {
            return new FailedQuery(Signal.Kind.OTHER, false);
        }
        String name = arg.isEmpty() ? "" : String.valueOf(arg.get(0)).toLowerCase(Locale.ROOT);
        if (name.contains("motor")) {
            return new FailedQuery(Signal.Kind.MOTOR, true);
        }
        return switch (name) {
            case StandardNames.RPM -> new FailedQuery(Signal.Kind.ENGINE, true);
            case StandardNames.SPEED -> new FailedQuery(Signal.Kind.SPEED, true);
            case StandardNames.BATTERY_VOLTAGE -> new FailedQuery(Signal.Kind.BATTERY, true);
            default -> new FailedQuery(Signal.Kind.OTHER, true);
        };
    }

    static boolean isAnswer(Failure failure) {
        return ANSWERS.contains(failure.errorCode());
    }

    /** True if the query was sent without an answer. */
    static boolean isMiss(Failure failure) {
        return !isAnswer(failure) && !failure.is(VehicleErrors.NOT_SUPPORTED);
    }

    /** True if it reflects the vehicle's state; invalid arguments, internal errors and forbidden calls do not. */
    static boolean concernsVehicle(Failure failure) {
        return !JobErrors.isForbidden(failure)
                && (failure.actor() == Failure.Actor.VEHICLE || failure.actor() == Failure.Actor.OPERATOR);
    }
}
