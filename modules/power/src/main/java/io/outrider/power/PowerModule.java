package io.outrider.power;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Check;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Metric;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.NoArguments;
import io.outrider.api.Range;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import io.outrider.power.SleepRequest.Goal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Module {@code power}: use of the vehicle, sleep timers and sleep. */
final class PowerModule implements Module {
    private static final Signature<NoArguments> STATUS = new Signature<>(
            "power.status", "Why the unit is awake or when it sleeps, and what the vehicle does", NoArguments.class);
    private static final Signature<TimerArguments> SLEEP_TIMER =
            new Signature<>("power.sleep_timer", "Lists, adds, clears or refreshes sleep timers", TimerArguments.class);
    private static final Signature<StayAwakeArguments> STAY_AWAKE = new Signature<>(
            "power.stay_awake", "Keeps the unit awake for some time; 0 seconds end it", StayAwakeArguments.class);
    private static final Signature<SleepArguments> SLEEP =
            new Signature<>("power.sleep", "Puts the unit to sleep after all that is pending", SleepArguments.class);
    private static final Signature<SleepArguments> HIBERNATE =
            new Signature<>("power.hibernate", "Puts the unit to sleep until something wakes it", SleepArguments.class);
    private static final Signature<SleepArguments> REBOOT =
            new Signature<>("power.reboot", "Restarts the machine", SleepArguments.class);

    static final List<Signature<?>> SIGNATURES = List.of(STATUS, SLEEP_TIMER, STAY_AWAKE, SLEEP, HIBERNATE, REBOOT);

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int MOST_INTERVAL = 2_592_000;
    private static final int MOST_REASON = 200;
    private static final String DELAY =
            "seconds between announcement and command, 0 to 600; as [power] delay if left out";
    private static final String REASON = "for events and the status, 200 characters at most";

    /** Arguments of {@code power.sleep_timer}. */
    record TimerArguments(
            @JsonPropertyDescription("name of a timer to add, or to replace")
            String add,

            @JsonPropertyDescription("name of a timer to clear; *: all, and a sleep that has begun is stopped")
            String clear,

            @JsonPropertyDescription("name of a timer to begin anew; *: all")
            String refresh,

            @JsonProperty(defaultValue = "1800") @JsonPropertyDescription("seconds until sleep, 1 to 604800")
            Integer period,

            @JsonProperty(defaultValue = "3600")
            @JsonPropertyDescription("seconds of sleep, 0 to 2592000; 0: until something wakes the unit")
            Integer interval,

            @JsonPropertyDescription(DELAY) Integer delay,

            @JsonProperty(defaultValue = "unknown") @JsonPropertyDescription(REASON)
            String reason,

            @JsonPropertyDescription("deprecated: true adds a timer called sleep_timer, false clears all")
            Boolean enable) {
        TimerArguments {
            period = Range.orElse("period", period, 1_800, 1, 604_800);
            interval = Range.orElse("interval", interval, 3_600, 0, MOST_INTERVAL);
            Range.check("delay", delay, 0, 600);
            reason = reason(reason, "unknown");
            add = Boolean.TRUE.equals(enable) && add == null ? "sleep_timer" : add;
            clear = Boolean.FALSE.equals(enable) && clear == null ? SleepTimers.ALL : clear;
            if (add != null && !add.matches(SleepTimers.NAME)) {
                throw new InvalidArgumentException("add", "takes up to 64 letters, digits, _, - and .");
            }
        }

        static String reason(String given, String otherwise) {
            if (given != null && given.length() > MOST_REASON) {
                throw new InvalidArgumentException("reason", "takes " + MOST_REASON + " characters at most");
            }
            return given == null || given.isBlank() ? otherwise : given;
        }
    }

    record StayAwakeArguments(
            @JsonProperty(required = true)
            @JsonPropertyDescription("seconds from now, 0 to 604800; 0 ends an earlier call")
            Integer seconds,

            @JsonPropertyDescription(REASON) String reason) {
        StayAwakeArguments {
            Range.check("seconds", seconds, 0, 604_800);
            reason = TimerArguments.reason(reason, "asked to stay awake");
        }
    }

    /** Arguments of {@code power.sleep}, {@code power.hibernate} and {@code power.reboot}. */
    record SleepArguments(
            @JsonProperty(defaultValue = "0")
            @JsonPropertyDescription(
                    "of power.sleep: seconds of sleep, 0 to 2592000; 0: until something wakes the unit")
            Integer interval,

            @JsonPropertyDescription(DELAY) Integer delay,

            @JsonProperty(defaultValue = "unknown") @JsonPropertyDescription(REASON)
            String reason,

            @JsonProperty(defaultValue = "false") @JsonPropertyDescription("has to be true")
            boolean confirm,

            @JsonProperty(defaultValue = "false")
            @JsonPropertyDescription("true: also while the vehicle is in use, or something inhibits sleep")
            boolean force) {
        SleepArguments {
            interval = Range.orElse("interval", interval, 0, 0, MOST_INTERVAL);
            Range.check("delay", delay, 0, 600);
            reason = TimerArguments.reason(reason, "unknown");
        }
    }

    private final ModuleContext context;
    private final PowerSettings settings;
    private final PowerControl control;

    PowerModule(ModuleContext context, PowerSettings settings, Ticker awake) {
        this.context = context;
        this.settings = settings;
        control = new PowerControl(context, settings, awake);
        context.events().listen(control::observe);
        context.every(INTERVAL, control::tick);
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                STATUS.with((NoArguments none) -> status()),
                SLEEP_TIMER.with((TimerArguments given) -> control.change(given)),
                STAY_AWAKE.with(this::stayAwake),
                SLEEP.with(
                        (SleepArguments given) -> sleep(SleepRequest.goal(given.interval()), given.interval(), given)),
                HIBERNATE.with((SleepArguments given) -> command(Goal.HIBERNATE, given)),
                REBOOT.with((SleepArguments given) -> command(Goal.REBOOT, given)));
    }

    private Object status() throws InterruptedException {
        Object uptime = Map.of();
        try {
            uptime = context.caller().call("status.uptime", List.of(), Map.of());
        } catch (Failure e) {
            // the unit's owner forbids the function
        }
        Map<String, Object> status = Members.of("rpi", Map.of("uptime", uptime), "vehicle", control.vehicle());
        status.putAll(control.status().members());
        status.put("last_sequence", control.lastSequence());
        return status;
    }

    private Object stayAwake(StayAwakeArguments given) {
        control.stayAwake(given.seconds(), given.reason());
        return control.status().summary();
    }

    private Object command(Goal goal, SleepArguments given) throws Failure {
        if (SleepSequence.commandOf(goal, settings).isEmpty()) {
            String key = goal == Goal.REBOOT ? "reboot_command" : "hibernate_command or sleep_command";
            throw new Failure(PowerErrors.NO_POWER_COMMAND, "the unit has no command for it: set [power] " + key);
        }
        return sleep(goal, 0, given);
    }

    private Object sleep(Goal goal, int interval, SleepArguments given) throws Failure {
        if (!given.confirm()) {
            throw new Failure(
                    PowerErrors.NOT_CONFIRMED,
                    "confirm: has to be true, as the unit cannot be reached while it sleeps");
        }
        int delay = given.delay() == null ? settings.delay() : given.delay();
        control.sleep(
                new SleepRequest(goal, interval, delay, given.reason(), "asked for: " + given.reason(), given.force()));
        String comment = SleepSequence.commandOf(goal, settings).isEmpty()
                ? "The unit becomes idle after all that is pending; it has no [power] sleep_command"
                : "The command is run after all that is pending; power.status shows the steps";
        Map<String, Object> result = Members.of("result", true, "comment", comment, "interval", interval);
        result.putAll(Members.of("delay", delay, "reason", given.reason()));
        return result;
    }

    @Override
    public List<Check> checks() {
        return new PowerChecks(control, context.clock()).checks();
    }

    @Override
    public Health health() {
        PowerStatus status = control.status();
        String problem = control.problem();
        return new Health(
                Map.of("state", status.summary()),
                List.of(
                        Metric.gauge("power_in_use", "1 while the vehicle is in use", status.inUse() ? 1 : 0),
                        Metric.gauge("power_idle", "1 while the unit is idle", status.idle() == null ? 0 : 1)),
                problem.isEmpty() ? List.of() : List.of("The unit could not be put to sleep: " + problem + "."));
    }

    @Override
    public void close() {
        control.close();
    }
}
