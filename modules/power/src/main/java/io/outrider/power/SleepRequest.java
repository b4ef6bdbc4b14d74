package io.outrider.power;

import java.util.EnumSet;
import java.util.List;

/**
 * Request to run the sleep sequence.
 *
 * @param interval seconds of sleep; 0: until something wakes the unit
 * @param delay seconds between the announcement and the command
 * @param reason word for the event, such as {@code engine_stopped}
 * @param cause words for the status, such as "engine stopped at 14:02"
 * @param force true if neither the use of the vehicle nor an inhibition stops it
 */
record SleepRequest(Goal goal, int interval, int delay, String reason, String cause, boolean force) {
    /** Goal of the sequence, with its steps. */
    enum Goal {
        SLEEP("sleep", "going to sleep: ", SleepStage.STATES, SleepStage.COMMAND),
        HIBERNATE("hibernate", "going to sleep: ", SleepStage.STATES, SleepStage.COMMAND),
        /** Sleep of a unit whose battery is low: nothing that can wait is done. */
        RESCUE("hibernate", "going to sleep: ", SleepStage.UPLOAD, SleepStage.COMMAND),
        REBOOT("reboot", "restarting: ", SleepStage.UPLOAD, SleepStage.COMMAND),
        /** Run of pending states of a unit that is idle already. */
        IDLE_STATES("", "", SleepStage.STATES, SleepStage.STATES);

        final String event;
        final String words;
        final List<SleepStage> steps;

        Goal(String event, String words, SleepStage first, SleepStage last) {
            this.event = event;
            this.words = words;
            steps = List.copyOf(EnumSet.range(first, last));
        }
    }

    enum SleepStage {
        STATES("runs pending states"),
        UPLOAD("uploads records"),
        ANNOUNCE("announces it"),
        DELAY("waits before the command"),
        COMMAND("runs the command");

        final String words;

        SleepStage(String words) {
            this.words = words;
        }
    }

    static Goal goal(int interval) {
        return interval == 0 ? Goal.HIBERNATE : Goal.SLEEP;
    }
}
