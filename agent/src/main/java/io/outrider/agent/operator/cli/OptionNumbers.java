package io.outrider.agent.operator.cli;

import io.outrider.api.Failure;

/** Parser of options' numbers. */
final class OptionNumbers {
    private OptionNumbers() {}

    /** Null for null. */
    static Double seconds(String option, String text) throws Failure {
        try {
            return text == null ? null : Double.valueOf(text);
        } catch (NumberFormatException e) {
            throw Failure.argument(option, "takes a number of seconds, not '" + text + "'");
        }
    }

    /** Null for null. */
    static Integer count(String option, String text) throws Failure {
        try {
            return text == null ? null : Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw Failure.argument(option, "takes a whole number, not '" + text + "'");
        }
    }
}
