package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Names that are visible in a part of a formula, as in CPython 3.11's eval(text, {}, names): what eval was given is
 * visible at the top only, not in the body of a comprehension.
 */
final class Scope {
    private static final Set<String> GIVEN = Set.of("message", "messages", "bytes_to_int", "bytes_to_hex", "twos_comp");

    final Scope parent;
    private final List<String> names = new ArrayList<>();

    Scope(Scope parent) {
        this.parent = parent;
    }

    boolean top() {
        return parent == null;
    }

    int size() {
        return names.size();
    }

    int declare(String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    /** The node of a name; null if it can only be a function. */
    Node resolve(String name, int position) {
        int hops = 0;
        for (Scope scope = this; scope != null; scope = scope.parent) {
            int slot = scope.names.indexOf(name);
            if (slot >= 0) {
                return new NameNodes.Local(position, name, hops, slot);
            }
            hops++;
        }
        if (GIVEN.contains(name) && !top()) {
            return new NameNodes.Unreachable(
                    position,
                    "'" + name + "' cannot be seen inside a comprehension (as on CPython up to 3.11): "
                            + "only its first 'in' is evaluated outside");
        }
        boolean all = name.equals("messages");
        return all || name.equals("message") ? new NameNodes.Given(position, all) : null;
    }
}
