package io.outrider.wire;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Command to run a function.
 *
 * @param fun {@code module.function}, not validated
 * @param issued send time by the fleet's clock; null if not given
 * @param expires time after which it must not start; null for never
 */
public record Command(
        String jid, String fun, List<Object> arg, Map<String, Object> kwarg, Instant issued, Instant expires) {
    public Command {
        arg = Collections.unmodifiableList(new ArrayList<>(arg)); // may hold null, as JSON may
        kwarg = Collections.unmodifiableMap(new LinkedHashMap<>(kwarg));
    }

    /** Command issued by the unit itself, without dates. */
    public static Command now(String jid, String fun, List<?> arg, Map<String, ?> kwarg) {
        return new Command(jid, fun, new ArrayList<>(arg), new LinkedHashMap<>(kwarg), null, null);
    }
}
