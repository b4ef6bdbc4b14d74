package io.outrider.obd.formula;

import java.util.Arrays;

/** Evaluated arguments of a call. */
final class Args {
    /** Marks a parameter without an argument. */
    static final Object MISSING = new Object();

    private static final String[] NO_NAMES = {};
    private static final Object[] NO_VALUES = {};

    final Object[] positional;
    final String[] names;
    final Object[] named;

    Args(Object[] positional, String[] names, Object[] named) {
        this.positional = positional;
        this.names = names;
        this.named = named;
    }

    static Args of(Object... positional) {
        return new Args(positional, NO_NAMES, NO_VALUES);
    }

    /** Copy with one more argument in front. */
    Args prepend(Object first) {
        Object[] all = new Object[positional.length + 1];
        all[0] = first;
        System.arraycopy(positional, 0, all, 1, positional.length);
        return new Args(all, names, named);
    }

    Args rest() {
        return new Args(Arrays.copyOfRange(positional, 1, positional.length), names, named);
    }

    /**
     * Binds the arguments to parameters.
     *
     * @param required number of parameters without a default
     * @param parameters names; a leading / takes a position only, a leading * a name only
     * @return the value of each parameter, or {@link #MISSING}
     */
    Object[] bind(String function, int required, String... parameters) {
        Object[] values = new Object[parameters.length];
        Arrays.fill(values, MISSING);
        int places = 0;
        while (places < parameters.length && parameters[places].charAt(0) != '*') {
            places++;
        }
        if (positional.length > places) {
            throw EvaluationFailure.failed(
                    function + "() takes " + count(places) + ", but " + positional.length + " were given");
        }
        System.arraycopy(positional, 0, values, 0, positional.length);
        for (int i = 0; i < names.length; i++) {
            int index = Math.max(find(parameters, names[i]), find(parameters, '*' + names[i]));
            if (index < 0) {
                throw EvaluationFailure.failed(function + "() has no argument called " + names[i]);
            }
            if (values[index] != MISSING) {
                throw EvaluationFailure.failed(function + "() is given " + names[i] + " twice");
            }
            values[index] = named[i];
        }
        for (int i = 0; i < required; i++) {
            if (values[i] == MISSING) {
                throw EvaluationFailure.failed(function + "() needs " + (required == places ? "" : "at least ")
                        + count(required) + ", but " + positional.length + " were given");
            }
        }
        return values;
    }

    /** Positional arguments only, any number within bounds. */
    Object[] plain(String function, int least, int most) {
        if (names.length > 0) {
            throw EvaluationFailure.failed(function + "() has no argument called " + names[0]);
        }
        if (positional.length < least || positional.length > most) {
            throw EvaluationFailure.failed(function + "() takes " + (least == most ? "" : least + " to ") + count(most)
                    + ", but " + positional.length + " were given");
        }
        return positional;
    }

    private static String count(int arguments) {
        return arguments == 1 ? "1 argument" : arguments + " arguments";
    }

    private static int find(String[] parameters, String name) {
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
