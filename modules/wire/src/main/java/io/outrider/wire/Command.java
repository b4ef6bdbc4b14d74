package io.outrider.wire;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A function to run, as somebody asked for it.
 *
 * @param jid the fleet's id of the job, or one the unit gave
 * @param fun {@code module.function}; as it came, so it may be nonsense
 * @param arg positional arguments, of JSON's kinds
 * @param kwarg keywords, values of JSON's kinds
 * @param issued when it was sent, by the fleet's clock; null if not said
 * @param expires after which it must not start any more; null for never
 */
public record Command(
        String jid, String fun, List<Object> arg, Map<String, Object> kwarg, Instant issued, Instant expires) {
    public Command {
        arg = Collections.unmodifiableList(new ArrayList<>(arg)); // may hold null, as JSON may
        kwarg = Collections.unmodifiableMap(new LinkedHashMap<>(kwarg));
    }

    /** A command of the unit's own, without dates. */
    public static Command now(String jid, String fun, List<?> arg, Map<String, ?> kwarg) {
        return new Command(jid, fun, new ArrayList<>(arg), new LinkedHashMap<>(kwarg), null, null);
    }
}
