package io.outrider.power;

import io.outrider.api.Conditions;
import io.outrider.api.Inhibitors;
import io.outrider.api.ModuleContext;
import io.outrider.api.SmallFile;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Model of the use of the vehicle from its conditions, ignition and movement, with hysteresis. Events on any thread, the rest
 * under the lock of its owner.
 */
final class VehicleUse {
    /** All {@link Conditions}, in the order of the status. */
    private static final List<String> STATES = List.of("""
            battery/unknown battery/critical_level battery/discharging battery/charging_slow battery/charging
            battery/overcharging communication/established communication/disconnected communication/inactive
            engine/running engine/stopped engine/not_running motor/running motor/stopped motor/not_running
            position/unknown position/standstill position/moving
            """.strip().split("\\s+"));

    private static final DateTimeFormatter HOUR =
            DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);

    private static final String NOMINAL_VOLTAGE = "vehicle/battery/nominal_voltage/";
    private static final List<String> MOVED = List.of("vehicle/motion/jolting", "vehicle/motion/shaking");

    private static final Duration NO_END = Duration.ofDays(365); // it ends with the use, or the module
    private static final long STALE = TimeUnit.MINUTES.toNanos(10); // age of an event of movement that does not count

    /**
     * Sign of use, in words for the time while it is there, and for the time after.
     *
     * @param supporting true if it does not count once engine or motor is known to have stopped
     */
    private record UseSign(String present, String ended, boolean supporting) {}

    private static final UseSign IGNITION = new UseSign("ignition on", "ignition off", false);
    private static final UseSign MOTION = new UseSign("unit shaken", "unit at rest", true);
    private static final Map<String, String> WORDS = Map.of(
            "engine/running", "engine running|engine stopped",
            "motor/running", "motor running|motor stopped",
            "position/moving", "vehicle moving|vehicle stood still",
            "communication/established", "vehicle communicating|communication ended",
            "battery/charging", "battery charging|battery no longer charged",
            "battery/overcharging", "battery overcharging|battery no longer charged");

    private final PowerSettings settings;
    private final ModuleContext context;
    private final Ticker ticker;
    private volatile boolean isMoved;
    private volatile long movedNanos;
    private volatile String nominalVoltage;

    private UseSign sign; // last one seen
    private Instant signSince;
    private long signSinceNanos;
    private boolean present;
    private long goneNanos;
    private Instant gone;

    private Inhibitors.Handle maintenance; // null while it is not inhibited
    private boolean inUse;
    private String reason;
    private long sinceNanos;

    VehicleUse(PowerSettings settings, ModuleContext context) {
        this.settings = settings;
        this.context = context;
        this.ticker = context.ticker();
        sinceNanos = ticker.nanos();
        reason = "no use seen since " + time(context.clock().instant());
    }

    void event(String tag) {
        if (tag.startsWith("vehicle/motion/")) {
            movedNanos = ticker.nanos();
            isMoved = MOVED.contains(tag);
        } else if (tag.startsWith(NOMINAL_VOLTAGE)) {
            nominalVoltage = tag.substring(NOMINAL_VOLTAGE.length());
        }
    }

    /** Reads all signs. */
    void update() {
        long now = ticker.nanos();
        UseSign current = current(now);
        if (current != null) {
            if (!present || !current.equals(sign)) {
                signSinceNanos = present ? signSinceNanos : now;
                signSince = context.clock().instant();
            }
            present = true;
            sign = current;
            if (!inUse && (sign.equals(IGNITION) || now - signSinceNanos >= seconds(settings.startS()))) {
                inUse = true;
                sinceNanos = now;
            }
        } else {
            if (present) {
                goneNanos = now;
                gone = context.clock().instant();
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
        Boolean isOn = ignition();
        if (Boolean.TRUE.equals(isOn)) {
            return IGNITION;
        }
        for (String each : settings.inUse()) {
            if (holds(each)) {
                return sign(each, false);
            }
        }
        if (isOn != null || holds("engine/stopped") || holds("motor/stopped")) {
            return null;
        }
        for (String each : settings.supporting()) {
            if (holds(each)) {
                return sign(each, true);
            }
        }
        return isMoved && now - movedNanos < STALE ? MOTION : null;
    }

    private static UseSign sign(String condition, boolean supporting) {
        String[] words = WORDS.getOrDefault(condition, condition + "|" + condition + " ended")
                .split("\\|");
        return new UseSign(words[0], words[1], supporting);
    }

    /** Null if the unit does not know. */
    private Boolean ignition() {
        if (settings.ignitionFile() == null) {
            return null;
        }
        try {
            byte[] level = SmallFile.read(Path.of(settings.ignitionFile()), 4_096);
            String on = settings.ignitionInverted() ? "0" : "1";
            return on.equals(new String(level, StandardCharsets.ISO_8859_1).strip());
        } catch (IOException e) {
            return null; // the driver is not loaded, or not yet
        }
    }

    private boolean holds(String condition) {
        return context.conditions().hold(List.of(condition));
    }

    boolean inUse() {
        return inUse;
    }

    /** True if the vehicle is in use, or a sign of it is there that has not lasted yet. */
    boolean isSeen() {
        return inUse || present && !sign.supporting();
    }

    /** Inhibits maintenance from the first sign of use on, as long as it is wanted. */
    void inhibitMaintenance(boolean wanted) {
        if (maintenance == null && wanted && isSeen()) {
            maintenance =
                    context.inhibitors().inhibit(Inhibitors.Activity.MAINTENANCE, "the vehicle is in use", NO_END);
        } else if (maintenance != null && !(wanted && isSeen())) {
            maintenance.close();
            maintenance = null;
        }
    }

    /** Words for the status, such as "engine stopped at 14:02". */
    String reason() {
        return reason;
    }

    /** The reason as one word for events, such as "engine_stopped". */
    String word() {
        return sign == null ? "no_use_seen" : sign.ended().replace(' ', '_');
    }

    long sinceNanos() {
        return sinceNanos;
    }

    boolean isBatteryCritical() {
        return holds("battery/critical_level");
    }

    Map<String, String> states() {
        Map<String, String> states = new LinkedHashMap<>();
        STATES.stream().filter(this::holds).map(each -> each.split("/")).forEach(each -> states.put(each[0], each[1]));
        if (nominalVoltage != null) {
            states.put("battery/nominal_voltage", nominalVoltage);
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
