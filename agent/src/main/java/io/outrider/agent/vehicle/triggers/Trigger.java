package io.outrider.agent.vehicle.triggers;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.outrider.agent.runtime.functions.Glob;
import io.outrider.agent.runtime.settings.EntryCheck;
import io.outrider.agent.runtime.settings.NamedEntry;
import io.outrider.agent.vehicle.state.ConditionNames;
import io.outrider.api.Range;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One entry of {@code [[triggers.list]]}.
 *
 * @param when conditions on the vehicle, all of which must hold
 * @param arg may hold {@code {tag}} and {@code {data.key}}, as may the values of {@code kwarg}
 * @param cooldown seconds after a call without another one
 */
record Trigger(
        String name,

        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> on,

        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> when,

        String function,
        List<Object> arg,
        Map<String, Object> kwarg,
        Integer cooldown)
        implements NamedEntry {
    private static final Pattern FUNCTION = Pattern.compile("[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*");
    private static final String ON = "takes patterns of tags, such as \"vehicle/engine/*\"";
    private static final int LONGEST_NAME = 64;
    private static final int DAY = 86_400;

    Trigger {
        EntryCheck check = new EntryCheck();
        boolean isNamed = name != null && !name.isBlank();
        check.that(isNamed, "name", "is missing: what the log calls it, such as \"door\"");
        check.that(
                !isNamed || name.length() <= LONGEST_NAME,
                "name",
                "has " + (isNamed ? name.length() : 0) + " characters; " + LONGEST_NAME + " at most");
        boolean isOn = on != null && !on.isEmpty();
        check.that(isOn, "on", ON);
        check.each("on", on, Trigger::pattern);
        check.each("when", when, Trigger::condition);
        check.that(
                function != null && FUNCTION.matcher(function).matches(),
                "function",
                "takes the name of a function, such as \"obd.query\"");
        check.parse("cooldown", cooldown, seconds -> Range.orElse("cooldown", seconds, 0, 0, DAY));
        check.done();
        on = List.copyOf(on);
        when = when == null ? List.of() : List.copyOf(when);
        arg = arg == null ? List.of() : Collections.unmodifiableList(arg);
        kwarg = kwarg == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(kwarg));
        cooldown = cooldown == null ? 0 : cooldown;
    }

    private static String pattern(String tag) {
        if (tag == null || tag.isBlank()) {
            throw new IllegalArgumentException(ON);
        }
        return tag;
    }

    private static String condition(String given) {
        String problem = ConditionNames.problem(given);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        return given;
    }

    @Override
    public String uniqueName() {
        return name;
    }

    boolean isFor(String tag) {
        return on.stream().anyMatch(pattern -> Glob.matches(pattern, tag));
    }
}
