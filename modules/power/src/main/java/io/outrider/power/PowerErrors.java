package io.outrider.power;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;
import java.util.List;

/** Error codes of sleep and power. */
public final class PowerErrors {
    public static final ErrorCode NOT_CONFIRMED = new ErrorCode(
            "NOT_CONFIRMED",
            Actor.CALLER,
            "A call that puts the unit to sleep or restarts it lacks its confirmation.",
            "Repeat the call with `confirm=true`.");

    public static final ErrorCode NO_POWER_COMMAND = new ErrorCode(
            "NO_POWER_COMMAND",
            Actor.OPERATOR,
            "The unit has no command for what was asked of it.",
            "Set the key of `[power]` that the message names.");

    public static final ErrorCode SLEEP_RUNNING = new ErrorCode(
            "SLEEP_RUNNING",
            Actor.CALLER,
            "The unit is going to sleep or restarting already.",
            "Wait for it, or stop it with `power.sleep_timer clear=*`.");

    public static final ErrorCode SLEEP_INHIBITED = new ErrorCode(
            "SLEEP_INHIBITED",
            Actor.CALLER,
            "Something on the unit must not be interrupted by sleep now.",
            "Wait until the time in the message has passed, or repeat the call with `force=true`.");

    public static final ErrorCode VEHICLE_IN_USE = new ErrorCode(
            "VEHICLE_IN_USE",
            Actor.VEHICLE,
            "The vehicle is in use, so that the unit stays awake.",
            "Repeat the call when the vehicle is parked; `power.status` says what counts as use.");

    public static final List<ErrorCode> ALL =
            List.of(NOT_CONFIRMED, NO_POWER_COMMAND, SLEEP_RUNNING, SLEEP_INHIBITED, VEHICLE_IN_USE);

    private PowerErrors() {}
}
