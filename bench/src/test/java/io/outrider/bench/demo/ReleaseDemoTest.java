package io.outrider.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ReleaseDemoTest {
    private static JsonNode status(String cause, String states) throws Exception {
        return new ObjectMapper()
                .readTree("{\"last_sequence\": {\"goal\": \"sleep\", \"cause\": \"" + cause
                        + "\", \"steps\": {\"waits for jobs\": \"none runs\", \"runs pending states\": \"" + states
                        + "\"}}}");
    }

    @Test
    void theReleaseIsOfTheTimerAfterTheDrive() throws Exception {
        assertThat(ReleaseDemo.appliedBeforeSleep(status("engine stopped at 14:02", "6 steps done")))
                .isTrue();
        assertThat(ReleaseDemo.appliedBeforeSleep(status("asked for: unknown", "6 steps done")))
                .isFalse();
        assertThat(ReleaseDemo.appliedBeforeSleep(new ObjectMapper().createObjectNode()))
                .isFalse();
    }

    @Test
    void aSequenceWithoutStepsOrWithAFailedOneHasAppliedNothing() throws Exception {
        assertThat(ReleaseDemo.appliedBeforeSleep(status("engine stopped at 14:02", "0 steps done")))
                .isFalse();
        assertThat(ReleaseDemo.appliedBeforeSleep(status("engine stopped at 14:02", "1 of 6 steps failed")))
                .isFalse();
        assertThat(ReleaseDemo.appliedBeforeSleep(status("engine stopped at 14:02", "failed: the engine is not there")))
                .isFalse();
    }

    @Test
    void theDriveBeginsAndEndsOnCommand() {
        ReleaseDemo.Drive drive = new ReleaseDemo.Drive();
        assertThat(drive.at(10).engine().running()).isTrue();
        drive.drive(false);
        assertThat(drive.at(10).isAwake()).isFalse();
        assertThat(drive.at(10).engine().running()).isFalse();
        drive.drive(true);
        assertThat(drive.at(11).engine().running()).isTrue();
    }
}
