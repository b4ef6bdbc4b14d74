package io.outrider.agent.vehicle.state;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a question that failed was about. */
record FailedQuery(ReadingKind kind, boolean isForVehicle) {
    /** Failures of a vehicle that has answered. */
    private static final Set<String> ANSWERS =
            Set.of("NEGATIVE_RESPONSE", "UNEXPECTED_ANSWER", "BROKEN_ANSWER", "FORMULA_FAILED");

    /** Of questions that were not asked, as the bus is silent. */
    private static final String SILENCE = "BUS_PAUSED";

    /** Of those that were not asked, as the owner does not allow it: by [jobs] allow and deny, or by [cmd]. */
    private static final Set<String> FORBIDDEN = Set.of("DENIED", "CMD_DISABLED");

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
        return ANSWERS.contains(failure.code());
    }

    static boolean isSilence(Failure failure) {
        return failure.code().equals(SILENCE);
    }

    /** Whether it was asked and nobody answered. */
    static boolean isMiss(Failure failure) {
        return !isAnswer(failure) && !failure.code().equals("NOT_SUPPORTED");
    }

    /** A wrong argument, a fault of ours, or what the owner forbids says nothing of the vehicle. */
    static boolean tellsOfVehicle(Failure failure) {
        return !FORBIDDEN.contains(failure.code())
                && (failure.actor() == Failure.Actor.VEHICLE || failure.actor() == Failure.Actor.OPERATOR);
    }
}
