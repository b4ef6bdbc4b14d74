package io.outrider.agent.telemetry.loggers;

/** When a logger's function is called. */
sealed interface LoggerTiming {
    /** As it is shown. */
    String text();

    /** @param nanos between two calls, by a clock that never jumps */
    record Every(long nanos) implements LoggerTiming {
        @Override
        public String text() {
            return DurationText.text(nanos);
        }
    }

    /** By the wall clock. */
    record At(CronExpression cron) implements LoggerTiming {
        @Override
        public String text() {
            return "cron " + cron.text();
        }
    }

    /** @param pattern of event tags; {@code *} stands for anything */
    record On(String pattern) implements LoggerTiming {
        @Override
        public String text() {
            return "on " + pattern;
        }
    }
}
