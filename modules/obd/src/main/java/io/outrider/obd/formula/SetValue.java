package io.outrider.obd.formula;

import java.util.LinkedHashMap;
import java.util.Map;

/** Set; integers have CPython's iteration order, by {@link SetOrder}. */
final class SetValue {
    final boolean frozen;
    private final Map<Object, Object> members = new LinkedHashMap<>();

    SetValue(boolean frozen) {
        this.frozen = frozen;
    }

    void add(Object member, Evaluation run) {
        Object normal = Key.of(member, run);
        if (members.size() >= run.limits.size()) {
            throw EvaluationFailure.refused("a set of more than " + run.limits.size() + " members");
        }
        run.step();
        run.holdElements(1);
        members.putIfAbsent(normal, member);
    }

    boolean contains(Object member, Evaluation run) {
        return members.containsKey(Key.of(member, run));
    }

    boolean containsAll(SetValue other) {
        return members.keySet().containsAll(other.members.keySet());
    }

    int size() {
        return members.size();
    }

    Object[] items() {
        return SetOrder.ordered(members);
    }

    SetValue combine(Operator operator, SetValue other) {
        SetValue result = new SetValue(frozen);
        switch (operator) {
            case OR -> {
                result.members.putAll(members);
                other.members.forEach(result.members::putIfAbsent);
            }
            case AND -> members.forEach((k, v) -> result.takeIf(other.members.containsKey(k), k, v));
            case SUB -> members.forEach((k, v) -> result.takeIf(!other.members.containsKey(k), k, v));
            case XOR -> {
                members.forEach((k, v) -> result.takeIf(!other.members.containsKey(k), k, v));
                other.members.forEach((k, v) -> result.takeIf(!members.containsKey(k), k, v));
            }
            default -> throw new IllegalArgumentException(operator.toString());
        }
        return result;
    }

    private void takeIf(boolean wanted, Object normal, Object member) {
        if (wanted) {
            members.put(normal, member);
        }
    }
}
