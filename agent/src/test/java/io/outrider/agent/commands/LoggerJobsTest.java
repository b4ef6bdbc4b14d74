package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.wire.Command;
import io.outrider.wire.Return;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of loggers run as jobs and are not announced. */
class LoggerJobsTest {
    @Test
    void jobsOfLoggersAreNotAnnounced(@TempDir Path folder) throws Exception {
        try (JobsUnit unit = new JobsUnit(folder).started()) {
            Return end = call(unit, Origin.LOGGER);
            assertThat(end.success()).isTrue();
            assertThat(unit.observed).isEmpty();
            assertThat(unit.metric("jobs_ended_total")).isZero();
            call(unit, Origin.LOCAL);
            assertThat(unit.observed).hasSize(1);
            assertThat(unit.metric("jobs_ended_total")).isEqualTo(1);
        }
    }

    @Test
    void theOwnersPermissionsHoldForLoggersToo(@TempDir Path folder) throws Exception {
        try (JobsUnit unit = new JobsUnit(folder)) {
            unit.settings = new JobSettings(null, List.of("saltutil.*"), null, null, null, null, null);
            unit.started();
            assertThat(call(unit, Origin.LOGGER).failure().code()).isEqualTo("DENIED");
            assertThat(unit.observed).isEmpty();
        }
    }

    private static Return call(JobsUnit unit, Origin origin) throws InterruptedException {
        Command command = Command.now(unit.jobs.newJid(), "saltutil.running", List.of(), Map.of());
        return unit.jobs.call(command, origin, progress -> {});
    }
}
