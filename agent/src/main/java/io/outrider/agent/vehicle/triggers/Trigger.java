package io.outrider.agent.vehicle.triggers;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.outrider.agent.runtime.functions.Glob;
import io.outrider.agent.vehicle.state.ConditionNames;
import io.outrider.api.InvalidArgumentException;
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
        Integer cooldown) {
    private static final Pattern FUNCTION = Pattern.compile("[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*");
    private static final int LONGEST_NAME = 64;
    private static final int DAY = 86_400;

    Trigger {
        if (name == null || name.isBlank()) {
            throw new InvalidArgumentException("name", "is missing: what the log calls it, such as \"door\"");
        }
        if (name.length() > LONGEST_NAME) {
            throw new InvalidArgumentException(
                    "name", "has " + name.length() + " characters; " + LONGEST_NAME + " at most");
        }
        if (on == null || on.isEmpty() || on.stream().anyMatch(each -> each == null || each.isBlank())) {
            throw new InvalidArgumentException("on", "takes patterns of tags, such as \"vehicle/engine/*\"");
        }
        when = when == null ? List.of() : when;
        for (String condition : when) {
            String problem = ConditionNames.problem(condition);
            if (problem != null) {
                throw new InvalidArgumentException("when", problem);
            }
        }
        if (function == null || !FUNCTION.matcher(function).matches()) {
            throw new InvalidArgumentException("function", "takes the name of a function, such as \"obd.query\"");
        }
        cooldown = Range.orElse("cooldown", cooldown, 0, 0, DAY);
        on = List.copyOf(on);
        when = List.copyOf(when);
        arg = arg == null ? List.of() : Collections.unmodifiableList(arg);
        kwarg = kwarg == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(kwarg));
    }

    boolean isFor(String tag) {
        return on.stream().anyMatch(pattern -> Glob.matches(pattern, tag));
    }
}
