package io.outrider.agent.vehicle;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a question that failed was about. */
record Asked(Kind kind, boolean isForVehicle) {
    /** Failures of a vehicle that has answered. */
    private static final Set<String> ANSWERS =
            Set.of("NEGATIVE_RESPONSE", "UNEXPECTED_ANSWER", "BROKEN_ANSWER", "FORMULA_FAILED");

    /** Failures of questions that were not asked, as the bus is silent. */
    private static final Set<String> SILENCE = Set.of("BUS_PAUSED", "BUS_SILENT");

    static Asked of(String function, List<Object> arg) {
        if (function.endsWith(".battery")) {
            return new Asked(Kind.BATTERY, false);
        }
        if (function.startsWith("gnss.") || function.startsWith("track")) {
            return new Asked(Kind.POSITION, false);
        }
        if (!function.startsWith("obd.")) {
            return new Asked(Kind.OTHER, false);
        }
        String name = arg.isEmpty() ? "" : String.valueOf(arg.get(0)).toLowerCase(Locale.ROOT);
        if (name.contains("motor")) {
            return new Asked(Kind.MOTOR, true);
        }
        return new Asked(name.equals("rpm") ? Kind.ENGINE : name.equals("speed") ? Kind.SPEED : Kind.OTHER, true);
    }

    static boolean isAnswer(Failure failure) {
        return ANSWERS.contains(failure.code());
    }

    static boolean isSilence(Failure failure) {
        return SILENCE.contains(failure.code());
    }

    /** Whether it was asked and nobody answered. */
    static boolean isMiss(Failure failure) {
        return !isAnswer(failure) && !failure.code().equals("NOT_SUPPORTED");
    }

    /** A wrong argument, or a fault of ours, says nothing of the vehicle. */
    static boolean tellsOfVehicle(Failure failure) {
        return failure.actor() == Failure.Actor.VEHICLE || failure.actor() == Failure.Actor.OPERATOR;
    }
}
