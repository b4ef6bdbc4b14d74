package io.outrider.obd.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Visibility of names as in CPython 3.11's eval(text, {}, names): the given names are visible at the top only, not in
 * the body of a comprehension or lambda.
 */
final class Scope {
    static final Set<String> GIVEN = Set.of("message", "messages", "bytes_to_int", "bytes_to_hex", "twos_comp");

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
        int present = names.indexOf(name);
        if (present >= 0) {
            return present;
        }
        names.add(name);
        return names.size() - 1;
    }

    boolean declares(String name) {
        return names.contains(name);
    }

    Node resolve(String name, int position) {
        int hops = 0;
        for (Scope scope = this; scope != null && (!scope.top() || scope == this); scope = scope.parent) {
            int slot = scope.names.indexOf(name);
            if (slot >= 0) {
                return new NameNodes.Local(position, name, hops, slot);
            }
            hops++;
        }
        if (GIVEN.contains(name)) {
            return top() ? given(name, position) : new NameNodes.Unreachable(position, NameNodes.hidden(name));
        }
        CallableValue function = Builtins.ALL.get(name);
        if (function != null) {
            return new Literal(position, function);
        }
        if (NameNodes.FORBIDDEN.contains(name) || name.startsWith("__")) {
            throw EvaluationFailure.refused("'" + name + "' is not allowed in a formula")
                    .at(position);
        }
        return new NameNodes.Unreachable(position, NameNodes.unknown(name));
    }

    private static Node given(String name, int position) {
        return switch (name) {
            case "message" -> new NameNodes.TheMessage(position);
            case "messages" -> new NameNodes.TheMessages(position);
            case "bytes_to_int" ->
                new Literal(position, new Builtin(name, (run, args) -> {
                    Object[] a = args.bind(name, 1, "bs");
                    return Helpers.bytesToInt(a[0], run);
                }));
            case "bytes_to_hex" ->
                new Literal(position, new Builtin(name, (run, args) -> {
                    Object[] a = args.bind(name, 1, "bs");
                    return Helpers.bytesToHex(a[0], run);
                }));
            default -> new Literal(position, new Builtin(name, Helpers::twosComplement));
        };
    }
}
