package io.outrider.power;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
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
import java.util.LinkedHashMap;
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
    private static final Signature<HibernateArguments> HIBERNATE = new Signature<>(
            "power.hibernate", "Puts the unit to sleep until something wakes it", HibernateArguments.class);
    private static final Signature<HibernateArguments> REBOOT =
            new Signature<>("power.reboot", "Restarts the machine", HibernateArguments.class);

    static final List<Signature<?>> SIGNATURES = List.of(STATUS, SLEEP_TIMER, STAY_AWAKE, SLEEP, HIBERNATE, REBOOT);

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int MOST_INTERVAL = 2_592_000;
    private static final int MOST_REASON = 200;

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

            @JsonPropertyDescription("seconds between announcement and command, 0 to 600; as [power] delay if left out")
            Integer delay,

            @JsonProperty(defaultValue = "unknown") @JsonPropertyDescription("for events and the status")
            String reason,

            @JsonPropertyDescription("deprecated: true adds a timer called sleep_timer, false clears all")
            Boolean enable) {
        TimerArguments {
            period = Range.orElse("period", period, 1_800, 1, 604_800);
            interval = Range.orElse("interval", interval, 3_600, 0, MOST_INTERVAL);
            Range.check("delay", delay, 0, 600);
            reason = reason(reason);
            add = Boolean.TRUE.equals(enable) && add == null ? "sleep_timer" : add;
            clear = Boolean.FALSE.equals(enable) && clear == null ? SleepTimers.ALL : clear;
            if (add != null && !add.matches(SleepTimers.NAME)) {
                throw new InvalidArgumentException("add", "takes up to 64 letters, digits, _, - and .");
            }
        }

        static String reason(String given) {
            if (given != null && given.length() > MOST_REASON) {
                throw new InvalidArgumentException("reason", "takes " + MOST_REASON + " characters at most");
            }
            return given == null || given.isBlank() ? "unknown" : given;
        }
    }

    /** Arguments of {@code power.stay_awake}. */
    record StayAwakeArguments(
            @JsonProperty(required = true)
            @JsonPropertyDescription("seconds from now, 0 to 604800; 0 ends an earlier call")
            Integer seconds,

            @JsonPropertyDescription("for the status") String reason) {
        StayAwakeArguments {
            Range.check("seconds", seconds, 0, 604_800);
            reason = reason == null ? "asked to stay awake" : TimerArguments.reason(reason);
        }
    }

    /** Arguments of {@code power.sleep}. */
    record SleepArguments(
            @JsonProperty(defaultValue = "0")
            @JsonPropertyDescription("seconds of sleep, 0 to 2592000; 0: until something wakes the unit")
            Integer interval,

            @JsonPropertyDescription("seconds between announcement and command, 0 to 600; as [power] delay if left out")
            Integer delay,

            @JsonProperty(defaultValue = "unknown") @JsonPropertyDescription("for events and the status")
            String reason,

            @JsonProperty(defaultValue = "false") @JsonPropertyDescription("has to be true")
            Boolean confirm,

            @JsonProperty(defaultValue = "false")
            @JsonPropertyDescription("true: also while the vehicle is in use, or something inhibits sleep")
            Boolean force) {
        SleepArguments {
            interval = Range.orElse("interval", interval, 0, 0, MOST_INTERVAL);
            Range.check("delay", delay, 0, 600);
            reason = TimerArguments.reason(reason);
            confirm = confirm != null && confirm;
            force = force != null && force;
        }
    }

    /** Arguments of {@code power.hibernate} and {@code power.reboot}. */
    record HibernateArguments(
            @JsonPropertyDescription("seconds between announcement and command, 0 to 600; as [power] delay if left out")
            Integer delay,

            @JsonProperty(defaultValue = "unknown") @JsonPropertyDescription("for events and the status")
            String reason,

            @JsonProperty(defaultValue = "false") @JsonPropertyDescription("has to be true")
            Boolean confirm,

            @JsonProperty(defaultValue = "false")
            @JsonPropertyDescription("true: also while the vehicle is in use, or something inhibits sleep")
            Boolean force) {
        SleepArguments sleep() {
            return new SleepArguments(0, delay, reason, confirm, force);
        }
    }

    private final ModuleContext context;
    private final PowerSettings settings;
    private final PowerControl control;

    PowerModule(ModuleContext context, PowerSettings settings, Ticker awake) {
        this.context = context;
        this.settings = settings;
        control = new PowerControl(context, settings, awake);
        context.events().listen((tag, data) -> control.event(tag));
        context.every(INTERVAL, control::tick);
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                STATUS.with((NoArguments none) -> status()),
                SLEEP_TIMER.with(this::timer),
                STAY_AWAKE.with(this::stayAwake),
                SLEEP.with((SleepArguments given) -> sleep(
                        given,
                        SleepRequest.sleep(
                                given.interval(), delay(given.delay()), given.reason(), asked(given), given.force()))),
                HIBERNATE.with((HibernateArguments given) -> command(Goal.HIBERNATE, given.sleep())),
                REBOOT.with((HibernateArguments given) -> command(Goal.REBOOT, given.sleep())));
    }

    /** AutoPi's members first, then those that explain sleep. */
    private Object status() throws InterruptedException {
        Map<String, Object> status = new LinkedHashMap<>();
        try {
            status.put("rpi", Map.of("uptime", context.caller().call("status.uptime", List.of(), Map.of())));
        } catch (Failure e) {
            status.put("rpi", Map.of("uptime", Map.of())); // the unit's owner forbids the function
        }
        status.put("vehicle", control.vehicle());
        status.putAll(control.status().members());
        status.put("last_sequence", control.lastSequence());
        return status;
    }

    private Object timer(TimerArguments given) throws Failure {
        if (given.add() != null) {
            control.requireUnused();
        }
        if (SleepTimers.ALL.equals(given.clear())) {
            control.cancel();
        }
        return control.change(timers -> {
            if (given.clear() != null) {
                timers.clear(given.clear());
            }
            if (given.refresh() != null) {
                timers.refresh(given.refresh());
            }
            if (given.add() != null) {
                timers.add(
                        given.add(),
                        given.period(),
                        given.interval(),
                        delay(given.delay()),
                        given.reason(),
                        context.ticker().nanos());
            }
        });
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
        return sleep(
                given, new SleepRequest(goal, 0, delay(given.delay()), given.reason(), asked(given), given.force()));
    }

    private Object sleep(SleepArguments given, SleepRequest request) throws Failure {
        if (!given.confirm()) {
            throw new Failure(
                    PowerErrors.NOT_CONFIRMED,
                    "confirm: has to be true, as the unit cannot be reached while it sleeps");
        }
        control.sleep(request);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("result", true);
        result.put(
                "comment",
                SleepSequence.commandOf(request.goal(), settings).isEmpty()
                        ? "The unit becomes idle after all that is pending; it has no [power] sleep_command"
                        : "The command is run after all that is pending; power.status shows the steps");
        result.put("interval", request.interval());
        result.put("delay", request.delay());
        result.put("reason", request.reason());
        return result;
    }

    private int delay(Integer given) {
        return given == null ? settings.delay() : given;
    }

    private static String asked(SleepArguments given) {
        return "asked for: " + given.reason();
    }

    @Override
    public Health health() {
        PowerStatus status = control.status();
        String problem = control.problem();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("state", status.summary());
        return new Health(
                facts,
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
