package io.outrider.power;

import io.outrider.api.Conditions;
import io.outrider.api.SmallFile;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Model of the use of the vehicle from its conditions, ignition and movement, with hysteresis. Events on any thread, the rest
 * under the lock of its owner.
 */
final class VehicleUse {
    /** States of the vehicle by part, as in {@link Conditions}. */
    private static final Map<String, List<String>> PARTS = Map.of(
            "engine", List.of("running", "stopped", "not_running"),
            "motor", List.of("running", "stopped", "not_running"),
            "communication", List.of("established", "disconnected", "inactive"),
            "battery", List.of("unknown", "critical_level", "discharging", "charging_slow", "charging", "overcharging"),
            "position", List.of("unknown", "standstill", "moving"));

    private static final DateTimeFormatter HOUR =
            DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);

    private static final String NOMINAL_VOLTAGE = "battery/nominal_voltage";
    private static final List<String> CRITICAL = List.of("battery/critical_level");

    /** Age from which the last event of movement or ignition does not count. */
    private static final long STALE = TimeUnit.MINUTES.toNanos(10);

    private record Observed(String state, long nanos) {}

    private final PowerSettings settings;
    private final Supplier<Conditions> conditions;
    private final Ticker ticker;
    private final Clock clock;
    private volatile Observed motion;
    private volatile Observed ignition;
    private volatile String nominalVoltage;

    private UseSign sign; // last one seen
    private Instant signSince;
    private long signSinceNanos;
    private boolean present;
    private long goneNanos;
    private Instant gone;

    private boolean inUse;
    private String reason;
    private long sinceNanos;

    VehicleUse(PowerSettings settings, Supplier<Conditions> conditions, Ticker ticker, Clock clock) {
        this.settings = settings;
        this.conditions = conditions;
        this.ticker = ticker;
        this.clock = clock;
        sinceNanos = ticker.nanos();
        reason = "no use seen since " + time(clock.instant());
    }

    void event(String tag) {
        int cut = tag.lastIndexOf('/');
        String state = tag.substring(cut + 1);
        switch (tag.substring(0, cut)) {
            case "vehicle/motion" -> motion = new Observed(state, ticker.nanos());
            case "vehicle/ignition" -> ignition = new Observed(state, ticker.nanos());
            case "vehicle/" + NOMINAL_VOLTAGE -> nominalVoltage = state;
            default -> {} // conditions have the others
        }
    }

    /** Reads all signs. */
    void update() {
        long now = ticker.nanos();
        UseSign current = current(now);
        if (current != null) {
            if (!present || !current.equals(sign)) {
                signSinceNanos = present ? signSinceNanos : now;
                signSince = clock.instant();
            }
            present = true;
            sign = current;
            if (!inUse && (!sign.supporting() || now - signSinceNanos >= seconds(settings.startS()))) {
                inUse = true;
                sinceNanos = now;
            }
        } else {
            if (present) {
                goneNanos = now;
                gone = clock.instant();
            }
            present = false;
            if (inUse && now - goneNanos >= seconds(settings.stopS())) {
                inUse = false;
                sinceNanos = goneNanos;
                reason = sign.ended() + " at " + time(gone);
            }
        }
        if (inUse) {
            reason = sign.present() + " since " + time(signSince);
        }
    }

    private UseSign current(long now) {
        Boolean isOn = ignition(now);
        if (Boolean.TRUE.equals(isOn)) {
            return UseSign.IGNITION;
        }
        for (String each : settings.inUse()) {
            if (holds(each)) {
                return UseSign.ofCondition(each, false);
            }
        }
        if (isOn != null || holds("engine/stopped") || holds("motor/stopped")) {
            return null;
        }
        for (String each : settings.supporting()) {
            if (holds(each)) {
                return UseSign.ofCondition(each, true);
            }
        }
        Observed moved = motion;
        boolean isShaken = moved != null
                && now - moved.nanos() < STALE
                && List.of("jolting", "shaking").contains(moved.state());
        return isShaken ? UseSign.MOTION : null;
    }

    /** Null if the unit does not know. */
    private Boolean ignition(long now) {
        if (settings.ignitionFile() != null) {
            try {
                String level = new String(
                                SmallFile.read(Path.of(settings.ignitionFile()), 4_096), StandardCharsets.ISO_8859_1)
                        .strip();
                return level.equals(settings.ignitionInverted() ? "0" : "1");
            } catch (IOException e) {
                return null; // the driver is not loaded, or not yet
            }
        }
        Observed last = ignition;
        return last == null || now - last.nanos() >= STALE
                ? null
                : (Boolean) last.state().equals("on");
    }

    private boolean holds(String condition) {
        return conditions.get().hold(List.of(condition));
    }

    boolean inUse() {
        return inUse;
    }

    /** Words for the status, such as "engine stopped at 14:02". */
    String reason() {
        return reason;
    }

    /** The reason as one word for events, such as "engine_stopped". */
    String word() {
        return sign == null ? "no_use_seen" : sign.ended().replace(' ', '_');
    }

    /** Time since which it is in use or not. */
    long sinceNanos() {
        return sinceNanos;
    }

    boolean isBatteryCritical() {
        return conditions.get().hold(CRITICAL);
    }

    /** Known states of the vehicle by part. */
    Map<String, String> states() {
        Map<String, String> states = new LinkedHashMap<>();
        PARTS.keySet().stream()
                .sorted()
                .forEach(part -> PARTS.get(part).stream()
                        .filter(each -> holds(part + "/" + each))
                        .findFirst()
                        .ifPresent(each -> states.put(part, each)));
        if (nominalVoltage != null) {
            states.put(NOMINAL_VOLTAGE, nominalVoltage);
        }
        return states;
    }

    static String time(Instant at) {
        return HOUR.format(at);
    }

    static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
