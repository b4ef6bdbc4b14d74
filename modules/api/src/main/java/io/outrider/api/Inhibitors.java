package io.outrider.api;

import java.time.Duration;
import java.util.List;

/** Reasons not to do something now, each with an owner and an expiry. Any thread. */
public interface Inhibitors {
    /** Activity that can be inhibited. */
    enum Activity {
        /** Suspend or power-off of the unit. */
        SLEEP,
        /** Calls of loggers to any module. */
        POLLING,
        /** Work on a unit whose vehicle is not in use, such as the switch to a release. */
        MAINTENANCE
    }

    /**
     * Inhibition in force.
     *
     * @param owner name of the module, or part of the agent such as {@code jobs}
     * @param reason noun or short sentence for display; what inhibits sleep is named so that it fits behind "held by", such as
     *     "release app 1.2"
     * @param age time since it began
     * @param remaining time until it expires
     */
    record Inhibition(String owner, Activity activity, String reason, Duration age, Duration remaining) {}

    /** Handle of an inhibition; closing it ends the inhibition. */
    interface Handle extends AutoCloseable {
        @Override
        void close();
    }

    /** Inhibits an activity until the handle or the module is closed, or the time has passed. */
    Handle inhibit(Activity activity, String reason, Duration expiry);

    /** Inhibitions of all owners in force, oldest first. */
    List<Inhibition> active(Activity activity);

    /** Sets the policy on polling of this module's functions. */
    void polling(PollingPolicy policy);
}
