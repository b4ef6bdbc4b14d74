package io.outrider.power;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import java.util.List;

/** Settings section {@code [power]}. */
public record PowerSettings(
        @JsonPropertyDescription("conditions each of which means that the vehicle is in use")
        @JsonProperty(defaultValue = "[\"engine/running\", \"motor/running\", \"position/moving\"]")
        List<String> inUse,

        @JsonPropertyDescription("conditions that mean it as long as neither engine nor motor is known to have stopped")
        @JsonProperty(defaultValue = "[\"communication/established\", \"battery/charging\", \"battery/overcharging\"]")
        List<String> supporting,

        @JsonPropertyDescription("file with the level of the ignition line, 0 or 1, such as the value of a GPIO")
        String ignitionFile,

        @JsonPropertyDescription("true if the ignition line is 0 while the ignition is on")
        @JsonProperty(defaultValue = "false")
        boolean ignitionInverted,

        @JsonPropertyDescription("seconds for which a sign of use has to last, but for the ignition line, 0 to 3600")
        @JsonProperty(defaultValue = "5")
        Integer startS,

        @JsonPropertyDescription("seconds without any sign of use before the vehicle counts as unused, 0 to 3600")
        @JsonProperty(defaultValue = "10")
        Integer stopS,

        @JsonPropertyDescription("seconds from the end of use to sleep, 0 to 604800; 0: no such timer")
        @JsonProperty(defaultValue = "1800")
        Integer eventDrivenPeriod,

        @JsonPropertyDescription("seconds of sleep then, 0 to 2592000; 0: until something wakes the unit")
        @JsonProperty(defaultValue = "3600")
        Integer eventDrivenInterval,

        @JsonPropertyDescription(
                "seconds from waking up to sleep if the vehicle stays unused, 0 to 604800; 0: no such timer")
        @JsonProperty(defaultValue = "300")
        Integer inactivityAfterSleepPeriod,

        @JsonPropertyDescription("seconds from the start to sleep if no use is seen, 0 to 604800; 0: no such timer")
        @JsonProperty(defaultValue = "300")
        Integer inactivityFallbackPeriod,

        @JsonPropertyDescription("seconds of sleep after these two, 0 to 2592000") @JsonProperty(defaultValue = "21600")
        Integer inactivityInterval,

        @JsonPropertyDescription("seconds between the announcement of sleep and the command, 0 to 600")
        @JsonProperty(defaultValue = "10")
        Integer delay,

        @JsonPropertyDescription("windows in which timers do not put the unit to sleep: \"<cron in UTC> | <seconds>\"")
        @JsonProperty(defaultValue = "[]")
        List<String> suppress,

        @JsonPropertyDescription("true: sleep timers run and have no effect") @JsonProperty(defaultValue = "false")
        boolean bypass,

        @JsonPropertyDescription("seconds for state.sls pending before sleep, 1 to 86400")
        @JsonProperty(defaultValue = "600")
        Integer pendingS,

        @JsonPropertyDescription("seconds for the upload before sleep, 1 to 600") @JsonProperty(defaultValue = "60")
        Integer uploadS,

        @JsonPropertyDescription("seconds between two runs of state.sls pending while the unit is idle, 10 to 86400")
        @JsonProperty(defaultValue = "300")
        Integer idleS,

        @JsonPropertyDescription("program and arguments that put the machine to sleep; {interval}: seconds of sleep")
        @JsonProperty(defaultValue = "[]")
        List<String> sleepCommand,

        @JsonPropertyDescription("the same for sleep without end; if it is empty, sleep_command is run")
        @JsonProperty(defaultValue = "[]")
        List<String> hibernateCommand,

        @JsonPropertyDescription("program and arguments that restart the machine") @JsonProperty(defaultValue = "[]")
        List<String> rebootCommand) {
    private static final int WEEK = 604_800;
    private static final int MOST_INTERVAL = 2_592_000;
    private static final int MOST_WINDOWS = 50;

    public PowerSettings {
        inUse = conditions("in_use", inUse, "engine/running motor/running position/moving");
        supporting =
                conditions("supporting", supporting, "communication/established battery/charging battery/overcharging");
        path("ignition_file", ignitionFile);
        startS = Range.orElse("start_s", startS, 5, 0, 3_600);
        stopS = Range.orElse("stop_s", stopS, 10, 0, 3_600);
        eventDrivenPeriod = Range.orElse("event_driven_period", eventDrivenPeriod, 1_800, 0, WEEK);
        eventDrivenInterval = Range.orElse("event_driven_interval", eventDrivenInterval, 3_600, 0, MOST_INTERVAL);
        inactivityAfterSleepPeriod =
                Range.orElse("inactivity_after_sleep_period", inactivityAfterSleepPeriod, 300, 0, WEEK);
        inactivityFallbackPeriod = Range.orElse("inactivity_fallback_period", inactivityFallbackPeriod, 300, 0, WEEK);
        inactivityInterval = Range.orElse("inactivity_interval", inactivityInterval, 21_600, 0, MOST_INTERVAL);
        delay = Range.orElse("delay", delay, 10, 0, 600);
        suppress = suppress == null ? List.of() : List.copyOf(suppress);
        Range.check("suppress", suppress.size(), 0, MOST_WINDOWS);
        suppress.forEach(line -> SuppressWindow.parse("suppress", line));
        pendingS = Range.orElse("pending_s", pendingS, 600, 1, 86_400);
        uploadS = Range.orElse("upload_s", uploadS, 60, 1, 600);
        idleS = Range.orElse("idle_s", idleS, 300, 10, 86_400);
        sleepCommand = command("sleep_command", sleepCommand);
        hibernateCommand = command("hibernate_command", hibernateCommand);
        rebootCommand = command("reboot_command", rebootCommand);
    }

    List<SuppressWindow> windows() {
        return suppress.stream()
                .map(line -> SuppressWindow.parse("suppress", line))
                .toList();
    }

    private static List<String> conditions(String key, List<String> given, String otherwise) {
        List<String> all = List.copyOf(given == null ? List.of(otherwise.split(" ")) : given);
        for (String each : all) {
            if (!each.matches("(not )?[a-z_]+/[a-z_]+")) {
                throw new InvalidArgumentException(key, "'" + each + "' is no condition, such as engine/running");
            }
        }
        return all;
    }

    private static List<String> command(String key, List<String> given) {
        List<String> argv = given == null ? List.of() : List.copyOf(given);
        if (!argv.isEmpty()) {
            path(key, argv.get(0));
        }
        return argv;
    }

    private static void path(String key, String path) {
        if (path != null && (!path.startsWith("/") || path.indexOf('\0') >= 0)) {
            throw new InvalidArgumentException(key, "'" + path + "' is not a whole path, one that begins with /");
        }
    }
}
