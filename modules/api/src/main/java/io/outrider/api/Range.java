package io.outrider.api;

/** Whole numbers in the records of settings and arguments. */
public final class Range {
    private Range() {}

    /**
     * What was set, or what holds without it.
     *
     * @param value null if not set
     * @throws IllegalArgumentException as the binder wants it, if it is out of range
     */
    public static Integer orElse(String name, Integer value, int otherwise, int least, int most) {
        if (value == null) {
            return otherwise;
        }
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " is not from " + least + " to " + most);
        }
        return value;
    }
}
