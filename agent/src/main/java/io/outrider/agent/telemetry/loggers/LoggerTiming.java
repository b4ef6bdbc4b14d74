package io.outrider.agent.telemetry.loggers;

/** Timing of a logger's calls. */
sealed interface LoggerTiming {
    /** Text in {@code logger.list}. */
    String text();

    /** @param nanos between two calls, by the monotonic clock */
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
