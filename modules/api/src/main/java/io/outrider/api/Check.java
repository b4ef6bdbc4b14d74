package io.outrider.api;

import java.util.List;

/** Check of the unit for {@code outrider doctor}; it runs only when somebody asks. */
public record Check(String name, Topic topic, Work work) {
    /** Question that a check answers a part of. */
    public enum Topic {
        /** Does everything work. */
        CONDITION,
        /** Why is the unit awake. */
        AWAKE
    }

    /** Work of a check, on a thread of its own, which is interrupted after ten seconds. */
    @FunctionalInterface
    public interface Work {
        /** @throws Failure whose sentence becomes a report with the verdict {@code bad} */
        List<CheckReport> run() throws Failure, InterruptedException;
    }

    /** @param name the subject in a word or two, for the case that the check does not end */
    public static Check of(String name, Work work) {
        return new Check(name, Topic.CONDITION, work);
    }

    public static Check awake(String name, Work work) {
        return new Check(name, Topic.AWAKE, work);
    }
}
