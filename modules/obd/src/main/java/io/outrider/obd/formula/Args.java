package io.outrider.obd.formula;

import java.util.Arrays;

/**
 * Arguments of a call.
 *
 * @param names of the last arguments, which were given by name
 */
record Args(Object[] positional, String[] names, Object[] named) {
    /** Stands for a parameter that was not given. */
    static final Object MISSING = new Object();

    /**
     * Sorts the arguments into parameters.
     *
     * @param required how many of the parameters must be given
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
            throw EvaluationFailure.refused(
                    function + "() takes " + count(places) + ", but " + positional.length + " were given");
        }
        System.arraycopy(positional, 0, values, 0, positional.length);
        for (int i = 0; i < names.length; i++) {
            int index = Math.max(find(parameters, names[i]), find(parameters, '*' + names[i]));
            if (index < 0) {
                throw noArgument(function, names[i]);
            }
            if (values[index] != MISSING) {
                throw EvaluationFailure.failed(function + "() is given " + names[i] + " twice");
            }
            values[index] = named[i];
        }
        for (int i = 0; i < required; i++) {
            if (values[i] == MISSING) {
                throw EvaluationFailure.refused(function + "() needs " + (required == places ? "" : "at least ")
                        + count(required) + ", but " + positional.length + " were given");
            }
        }
        return values;
    }

    /** Positional arguments only, any number within bounds. */
    Object[] plain(String function, int least, int most) {
        if (names.length > 0) {
            throw noArgument(function, names[0]);
        }
        if (positional.length < least || positional.length > most) {
            throw EvaluationFailure.refused(function + "() takes " + (least == most ? "" : least + " to ") + count(most)
                    + ", but " + positional.length + " were given");
        }
        return positional;
    }

    /** The only argument. */
    Object only(String function) {
        return plain(function, 1, 1)[0];
    }

    private static EvaluationFailure noArgument(String function, String name) {
        return name.equals("key")
                ? Refusals.construct("key= is", "compare tuples, as in " + function + "([(…, x) for x in …])")
                : EvaluationFailure.refused(function + "() of formulas has no argument called " + name);
    }

    private static String count(int arguments) {
        return arguments == 1 ? "1 argument" : arguments + " arguments";
    }

    private static int find(String[] parameters, String name) {
        return Arrays.asList(parameters).indexOf(name);
    }
}
