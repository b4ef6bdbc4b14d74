package io.outrider.agent.operator.api;

import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.api.Function;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Namespace check for record types of containers. Types of the vehicle and the unit begin with a module's name and a
 * dot; containers must not use them.
 */
final class RecordTypes {
    private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+");
    private static final int LONGEST = 100;

    private final Supplier<Functions> functions;

    RecordTypes(Supplier<Functions> functions) {
        this.functions = functions;
    }

    /** Namespaces in use at present. */
    Set<String> taken() {
        Set<String> taken = new HashSet<>(StandardNames.RECORD_NAMESPACES);
        for (Function<?> function : functions.get().all()) {
            taken.add(function.name().substring(0, function.name().indexOf('.')));
        }
        return taken;
    }

    /**
     * Describes what is wrong with a type; null if it is valid.
     *
     * @param taken see {@link #taken}
     */
    static String problem(Object type, Set<String> taken) {
        if (type == null) {
            return "@t is missing: the data type, such as \"myapp.temp\"";
        }
        if (!(type instanceof String text)
                || text.length() > LONGEST
                || !TYPE.matcher(text).matches()) {
            return "@t has to be words of a-z, 0-9 and _ with dots between them, such as \"myapp.temp\", and at most "
                    + LONGEST + " characters";
        }
        String first = text.substring(0, text.indexOf('.'));
        return taken.contains(first)
                ? "@t '" + text + "': types that begin with '" + first
                        + ".' are the unit's own; begin it with the name of your program, such as \"myapp." + first
                        + "\""
                : null;
    }
}
